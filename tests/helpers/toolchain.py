"""The compilers that tests ask: where they are, and what is done where they are missing."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HIPCHECK = Path(__file__).parents[1] / "toolchain" / "hipcheck.py"
IN_CI = os.environ.get("CI") == "true"
NO_COMPILER = 2  # hipcheck.py's exit status

# Where a person runs the tests; in CI they must run.
needs_gcc = pytest.mark.skipif(not IN_CI and shutil.which("g++") is None, reason="needs g++")
Hipcheck = Callable[..., tuple[bool, str]]


def run_hipcheck(path: Path, *flags: str, root: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Compile `path` to object code, for gfx90a and gfx1100 unless `flags` hold another `--arch`.

    `root` is the toolchain's prefix, if it is not that of the newest ROCm.
    """
    command = [sys.executable, str(HIPCHECK), str(path), *flags]
    env = {**os.environ, "HIP_SYSROOT": str(root)} if root else None
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=env)


def compiler(folder: Path, root: Path | None = None) -> Hipcheck:
    """Give the function that compiles, once it has been seen to work."""
    probe = folder / "probe.hip"
    probe.write_text("#include <hip/hip_runtime.h>\n__global__ void k() {}\n")
    probed = run_hipcheck(probe, root=root)
    if probed.returncode == NO_COMPILER:
        (pytest.fail if IN_CI else pytest.skip)(probed.stderr.strip())
    assert probed.returncode == 0, f"the HIP compiler does not work:\n{probed.stderr}"

    hipcheck, tools = _tools(root)

    def check(path: Path, *flags: str) -> tuple[bool, str]:
        """Do what the command does, in this process: to start Python takes as long as to compile some."""
        assert path.is_file(), path
        archs, given = hipcheck.ARCHS, list(flags)
        if "--arch" in given:
            at = given.index("--arch")
            archs, given[at : at + 2] = given[at + 1], []
        good, said = hipcheck.check(tools, path, archs, given)
        return bool(good), str(said)

    return check


def compiled(source: str, hipcheck: Hipcheck, folder: Path) -> tuple[bool, str]:
    """Say whether the compiler takes a source behind HIP's runtime, and what it says of it."""
    file = folder / "a.hip"
    file.write_text(f"#include <hip/hip_runtime.h>\n{source}")
    return hipcheck(file)


def see_it_mended(text: str, made: Callable[[str], str], hipcheck: Hipcheck, folder: Path) -> None:
    """Fail unless the compiler refuses a source as it is, and takes what is made of it."""
    for name, change in (("before", str), ("after", made)):
        file = folder / name / "a.hip"
        file.parent.mkdir()
        file.write_text(change(text))
        compiles, said = hipcheck(file)
        assert compiles == (name == "after"), said


def device_code(path: Path, arch: str, *flags: str) -> str:
    """Give what the compiler makes at -O3 of the device's side of a file: assembler, or IR with `-emit-llvm`.

    Raises `FileNotFoundError` without a compiler, `ValueError` with its messages where it refuses the file.
    """
    hipcheck, tools = _tools()
    command = [*tools.command(arch), "-w", "-S", "-o", "-"]
    status, said = hipcheck.run_ahead(tools, command, path, arch, list(flags))
    if status:
        raise ValueError(said)
    return str(said)


def find_clang() -> str:
    """Give the path of the HIP compiler; raises `FileNotFoundError` without one."""
    return str(_tools()[1].clang)


def _tools(root: Path | None = None) -> tuple[Any, Any]:
    hipcheck = importlib.import_module("toolchain.hipcheck")
    root = root or Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache/hip-sysroot")
    tools = hipcheck.find_toolchain(root)
    if tools is None:
        raise FileNotFoundError(root)
    return hipcheck, tools
