"""What several test modules share: the --update option and the HIP compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hipify_py.rules import load

HIPCHECK = Path(__file__).parent / "toolchain" / "hipcheck.py"
IN_CI = os.environ.get("CI") == "true"
NO_COMPILER = 2  # hipcheck.py's exit status

# Where a person runs the tests; in CI they must run.
needs_gcc = pytest.mark.skipif(not IN_CI and shutil.which("g++") is None, reason="needs g++")
Hipcheck = Callable[..., tuple[bool, str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite the corpus' expected.* from what comes out"
    )


def pytest_configure(config: pytest.Config) -> None:
    if IN_CI and config.getoption("--update"):
        message = "--update is refused with CI=true: rewrite expected.* locally and review the difference"
        raise pytest.UsageError(message)


def forget_rules() -> None:
    """Let the next look at rules be the first of the process."""
    for kept in (load._builtin, load._shipped, load._load):
        kept.cache_clear()


@pytest.fixture(scope="session")
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten rather than compared."""
    return bool(request.config.getoption("--update"))


def run_hipcheck(path: Path, *flags: str, root: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Compile `path` to object code, for gfx90a and gfx1100 unless `flags` hold another `--arch`.

    `root` is the toolchain's prefix, if it is not that of the newest ROCm.
    """
    command = [sys.executable, str(HIPCHECK), str(path), *flags]
    env = {**os.environ, "HIP_SYSROOT": str(root)} if root else None
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=env)


@pytest.fixture(scope="session")
def hipcheck(tmp_path_factory: pytest.TempPathFactory) -> Hipcheck:
    """Compile a HIP file: `hipcheck(path, *flags)` gives whether it compiles, and the compiler's messages.

    Without a compiler the test is skipped, but in CI it fails: there the compile tests must run.
    """
    return compiler(tmp_path_factory.mktemp("hipcheck"))


@pytest.fixture(scope="session")
def hipcheck64(tmp_path_factory: pytest.TempPathFactory) -> Hipcheck:
    """Compile a HIP file as `hipcheck` does, with ROCm 6.4 below $HIP_SYSROOT_64 or its usual place."""
    root = os.environ.get("HIP_SYSROOT_64") or Path.home() / ".cache" / "hip-sysroot-6.4"
    return compiler(tmp_path_factory.mktemp("hipcheck64"), Path(root))


def compiler(folder: Path, root: Path | None = None) -> Hipcheck:
    """Give the function that compiles, once it has been seen to work."""
    probe = folder / "probe.hip"
    probe.write_text("#include <hip/hip_runtime.h>\n__global__ void k() {}\n")
    probed = run_hipcheck(probe, root=root)
    if probed.returncode == NO_COMPILER:
        (pytest.fail if IN_CI else pytest.skip)(probed.stderr.strip())
    assert probed.returncode == 0, f"the HIP compiler does not work:\n{probed.stderr}"

    def check(path: Path, *flags: str) -> tuple[bool, str]:
        done = run_hipcheck(path, *flags, root=root)
        assert done.returncode in {0, 1}, done.stderr
        return done.returncode == 0, done.stderr

    return check
