"""The hooks, run by the real pre-commit in a git repository, with this checkout as their repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.command import ERROR, KERNEL, KERNEL_HIP, NOTE, put
from helpers.package import clean_environment, copy_checkout, give_up

pytestmark = pytest.mark.packaging
OWN = "__device__ __forceinline__ int cudaOwn(int a) { return a; }\n"
CONFIG = """\
repos:
- repo: {repo}
  rev: {rev}
  hooks:
  - id: hipify-check
  - id: hipify-convert
"""


class User(NamedTuple):
    """A repository whose configuration names the hooks, and the environment to use it in."""

    folder: Path
    env: dict[str, str]

    def git(self, *args: str) -> str:
        return git(self.folder, self.env, *args)

    def stage(self, **files: str) -> None:
        """Let the index hold these files (`a_cu` is a.cu) and the configuration alone."""
        self.git("rm", "-rfq", "--ignore-unmatch", "--", "*.cu", "*.h", "*.py")
        for name, text in files.items():
            put(self.folder / name.replace("_", "."), text)
        self.git("add", "-A")

    def hook(self, name: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pre_commit", "run", name, "--color=never"]
        done = subprocess.run(
            command, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr


def git(folder: Path, env: dict[str, str], *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> User:
    """Commit a copy of this checkout and let pre-commit install the hooks from it."""
    place = tmp_path_factory.mktemp("pre-commit")
    someone = {f"GIT_{role}_{what}": "test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = clean_environment(PRE_COMMIT_HOME=str(place / "home"), GIT_CONFIG_GLOBAL="/dev/null", **someone)
    hooks = copy_checkout(place / "hooks")
    for args in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "hooks")):
        git(hooks, env, *args)
    config = CONFIG.format(repo=hooks, rev=git(hooks, env, "rev-parse", "HEAD"))
    put(place / "user" / ".pre-commit-config.yaml", config)
    git(place / "user", env, "init", "-q")
    command = [sys.executable, "-m", "pre_commit", "install-hooks"]
    done = subprocess.run(command, cwd=place / "user", env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        log = place / "home" / "pre-commit.log"
        give_up(done.stdout + done.stderr + (log.read_text() if log.exists() else ""))
    return User(place / "user", env)


def test_check_fails_on_what_is_not_portable(user: User) -> None:
    user.stage(a_cu=KERNEL + ERROR, b_h=ERROR, c_py=ERROR)
    code, out = user.hook("hipify-check")
    assert code == 1
    assert "a.cu:11:23: error D001 " in out
    assert "b.h:1:23: error D001 " in out
    assert "c.py" not in out
    assert "Next: `hipify-py explain D001` says what to do." in out
    assert (user.folder / "a.cu").read_text() == KERNEL + ERROR


def test_check_passes_what_a_conversion_does_by_itself(user: User) -> None:
    user.stage(a_cu=KERNEL + NOTE, b_h="int i;\n")
    code, out = user.hook("hipify-check")
    assert (code, "Passed" in out) == (0, True)


def test_check_has_nothing_to_do_without_c(user: User) -> None:
    user.stage(c_py=ERROR)
    code, out = user.hook("hipify-check")
    assert (code, "(no files to check)Skipped" in out) == (0, True)


def test_convert_changes_the_staged_files_and_fails_then(user: User) -> None:
    user.stage(a_cu=KERNEL, b_h="int i;\n")
    put(user.folder / "unstaged.cu", KERNEL)
    code, out = user.hook("hipify-convert")
    assert (code, "files were modified by this hook" in out) == (1, True)
    assert (user.folder / "a.cu").read_text() == KERNEL_HIP
    assert (user.folder / "unstaged.cu").read_text() == KERNEL
    (user.folder / "unstaged.cu").unlink()
    user.git("add", "-A")
    code, out = user.hook("hipify-convert")
    assert (code, "Passed" in out) == (0, True)


def test_a_staged_file_is_judged_by_what_is_not_staged(user: User) -> None:
    user.stage(a_h="__device__ int f(int a) { return cudaOwn(a); }\n", b_cu=OWN + '#include "a.h"\n')
    user.git("commit", "-qm", "all", "--no-verify")
    put(user.folder / "a.h", "__device__ int f(int a) { return cudaOwn(a) + 1; }\n")
    user.git("add", "-A")
    code, out = user.hook("hipify-check")
    assert (code, "Passed" in out) == (0, True), out


def test_convert_says_which_header_it_added_and_what_comes_next(user: User) -> None:
    user.stage(a_cu="__global__ void k(int *p) { p[0] = __reduce_add_sync(0xffffffffu, p[0]); }\n")
    code, out = user.hook("hipify-convert")
    assert code == 1
    assert "Added at the top of the repository: hipify_warp32.h." in out
    assert "Next: look at `git diff`, `git add` it all, and commit again." in out
