"""The script of docs/repositories.md on a history: changes upstream, by hand, on both sides."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import ROOT, environment, put

PAGE = (ROOT / "docs" / "repositories.md").read_text(encoding="utf-8")
KERNELS = """\
#include "check.cuh"

__global__ void scale(float *x, float a) { x[threadIdx.x] *= a; }

void run(float *x)
{
    scale<<<1, 256>>>(x, 2.0f);
    CHECK(cudaDeviceSynchronize());
}

void done(float *x)
{
    CHECK(cudaFree(x));
}
"""
CHECK = """\
#pragma once
#include <cuda_runtime.h>
#define CHECK(call) if ((call) != cudaSuccess) abort()
"""
MOVES = "#include <cuda_runtime.h>\n" + "".join(
    f"void move{n}(void *to, void *from) {{ cudaMemcpy(to, from, {n}, cudaMemcpyDefault); }}\n"
    for n in range(1, 9)
)


class Repository:
    """A repository in which the script is run; `hipify-py` is that of the tests."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "program with blanks"
        self.folder.mkdir()
        script = re.search(r"<!-- script -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
        assert script
        self.script = put(home / "update.sh", script[1])
        command = put(home / "bin" / "hipify-py", f'#!/bin/sh\nexec "{sys.executable}" -m hipify_py "$@"\n')
        command.chmod(0o755)
        self.env = environment(
            HOME=str(home),
            GIT_CONFIG_NOSYSTEM="1",
            **{
                f"GIT_{who}_{what}": "x@example.org"
                for who in ("AUTHOR", "COMMITTER")
                for what in ("NAME", "EMAIL")
            },
        )
        self.env["PATH"] = f"{command.parent}:{self.env['PATH']}"
        self.git("init", "-q", "-b", "main")

    def git(self, *args: str) -> str:
        return self.run("git", *args)

    def run(self, *args: str, code: int = 0) -> str:
        done = subprocess.run(
            args, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, (args, done.stdout, done.stderr)
        return done.stdout

    def update(self, *args: str, code: int = 0) -> str:
        return self.run("sh", str(self.script), *args, code=code)

    def commit(self, branch: str, **files: str | None) -> None:
        """Commit files of a branch, a None for one that goes; `_` stands for `.` in a name."""
        self.git("switch", "-q", branch)
        for name, text in files.items():
            place = self.folder / name.replace("__", "/").replace("_", ".")
            if text is None:
                place.unlink()
            else:
                put(place, text)
        self.git("add", "--all")
        self.git("commit", "-q", "-m", "more")

    def text(self, name: str) -> str:
        return (self.folder / name).read_text()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A program, and its port, which has been changed by hand."""
    made = Repository(tmp_path)
    made.git("commit", "-q", "--allow-empty", "-m", "first")
    made.commit("main", k_cu=KERNELS, check_cuh=CHECK, moves_cu=MOVES, old_cu=CHECK, notes_md="cudaFree\n")
    made.git("switch", "-q", "-c", "hip")
    made.update("main")
    assert "hipFree(x)" in made.text("k.cu")
    made.commit(
        "hip",
        k_cu=made.text("k.cu").replace("<<<1, 256>>>", "<<<1, 512>>>"),
        moves_cu=made.text("moves.cu").replace("from, 3,", "from, 33,"),
        only_hip=made.text("check.cuh"),
    )
    return made


def test_the_first_conversion_changes_lines_with_edits_alone(repository: Repository) -> None:
    changed = repository.git("diff", "--numstat", "main", "hip-converted").splitlines()
    assert changed == ["2\t2\tcheck.cuh", "2\t2\tk.cu", "9\t9\tmoves.cu", "2\t2\told.cu"]
    assert repository.git("log", "-1", "--format=%s", "hip-converted").startswith("Convert ")


def test_changes_of_both_sides_are_in_the_port(repository: Repository) -> None:
    repository.commit(
        "main",
        k_cu=KERNELS.replace("CHECK(cudaFree(x));", "CHECK(cudaFree(x));\n    CHECK(cudaDeviceReset());"),
        new_cu=CHECK,
        old_cu=None,
    )
    repository.git("mv", "moves.cu", "copies.cu")
    repository.commit("main")
    repository.git("switch", "-q", "hip")
    repository.update("main")
    kernels = repository.text("k.cu")
    assert "<<<1, 512>>>" in kernels
    assert "CHECK(hipDeviceReset());" in kernels
    assert "from, 33, hipMemcpyDefault" in repository.text("copies.cu")
    names = sorted(repository.git("ls-files").splitlines())
    assert names == ["check.cuh", "copies.cu", "k.cu", "new.cu", "notes.md", "only.hip"]
    assert "hipSuccess" in repository.text("new.cu")
    assert repository.git("status", "--porcelain") == ""
    before = repository.git("rev-parse", "hip", "hip-converted")
    assert "Already up to date" in repository.update("main")
    assert repository.git("rev-parse", "hip", "hip-converted") == before


def test_a_conflict_is_gits_own_and_the_next_update_goes_on_behind_it(repository: Repository) -> None:
    repository.commit("main", k_cu=KERNELS.replace("<<<1, 256>>>", "<<<2, 128>>>"))
    repository.git("switch", "-q", "hip")
    assert "CONFLICT (content): Merge conflict in k.cu" in repository.update("main", code=1)
    text = repository.text("k.cu")
    assert (
        "<<<<<<< HEAD\n    scale<<<1, 512>>>(x, 2.0f);\n=======\n    scale<<<2, 128>>>(x, 2.0f);\n>>>>>>>"
        in text
    )
    mended = re.sub(r"<<<<<<< .*\n(.*\n)=======\n.*\n>>>>>>> .*\n", r"\1", text)
    put(repository.folder / "k.cu", mended)
    repository.git("commit", "-q", "-a", "--no-edit")
    repository.commit("main", notes_md="more\n")
    repository.git("switch", "-q", "hip")
    repository.update("main")
    assert repository.text("k.cu") == mended
    assert repository.text("notes.md") == "more\n"


def test_a_removed_file_that_was_changed_by_hand_is_a_conflict(repository: Repository) -> None:
    repository.commit("main", moves_cu=None)
    repository.git("switch", "-q", "hip")
    assert "CONFLICT (modify/delete): moves.cu" in repository.update("main", code=1)


def test_options_and_settings_of_the_port_count(repository: Repository) -> None:
    repository.commit("hip", hipify_toml='launch = "macro"\n')
    repository.update("main", "--rename", ".hip", code=1)  # by hand the line of the launch was changed, too
    assert "hipLaunchKernelGGL(" in repository.git("show", "hip-converted:k.hip")
    assert "from, 33," in repository.text("moves.hip")


def test_what_is_not_committed_is_not_touched(repository: Repository) -> None:
    repository.commit("main", k_cu=KERNELS + "// more\n")
    repository.git("switch", "-q", "hip")
    put(repository.folder / "k.cu", "mine\n")
    repository.update("main", code=2)
    assert repository.text("k.cu") == "mine\n"


def test_what_cannot_be_converted_is_not_merged(repository: Repository) -> None:
    repository.commit("main", bad_cu="int x;\0\n")
    repository.git("switch", "-q", "hip")
    before = repository.git("rev-parse", "hip", "hip-converted")
    repository.update("main", code=3)
    assert repository.git("rev-parse", "hip", "hip-converted") == before
    repository.update("main", "--exclude", "bad.cu")
    assert "bad.cu" in repository.git("ls-files")


def test_a_work_tree_that_is_gone_is_made_anew(repository: Repository) -> None:
    shutil.rmtree(repository.folder / ".git" / "hip-converted")
    repository.commit("main", new_cu=CHECK)
    repository.git("switch", "-q", "hip")
    repository.update("main")
    assert "hipSuccess" in repository.text("new.cu")


def test_a_commit_that_is_not_there_is_refused(repository: Repository) -> None:
    repository.update("nowhere", code=2)
