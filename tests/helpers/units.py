"""Many kernels in one translation unit: reading the headers costs as much as compiling twenty of them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

INCLUDE = re.compile(r"[ \t]*#[ \t]*include[ \t]*[<\"][^\n]*")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
PLAIN = re.compile(r"<(?:[a-z_]+|hip/hip_runtime\.h|cuda_runtime\.h)>|hipify_warp32")
RUNTIME = "<hip/hip_runtime.h>"
PER_UNIT = 40  # files to a unit: reading the headers costs as much as compiling twenty kernels


def together(texts: dict[str, str], *, whatever_header: bool = False) -> list[tuple[list[str], str]]:
    """Put files together into units, each with the names of its files.

    A file is in a namespace of its own, its macros end with it, and messages name it by its own lines. Files
    that lack the header for warps of 32 lanes stand apart from those that include it, and those that include
    more than the runtime from those that do not, so that none lives on another's headers; `whatever_header`
    takes those without the one for warps with the others, where it is not asked what compiles.
    """
    alike: dict[tuple[bool, bool], list[tuple[str, str]]] = {}
    for name, text in texts.items():
        lines = _includes(text)
        key = (
            not whatever_header and any("hipify_warp32" in line for line in lines),
            all(map(PLAIN.search, lines)),
        )
        alike.setdefault(key, []).append((name, text))
    starts = [(files, start) for files in alike.values() for start in range(0, len(files), PER_UNIT)]
    return [_unit(files[start : start + PER_UNIT]) for files, start in starts]


def _unit(files: list[tuple[str, str]]) -> tuple[list[str], str]:
    # a precompiled runtime is used where it stands first, and hipCUB where only headers of HIP's come before
    lines = sorted(
        {line for _, text in files for line in _includes(text)},
        key=lambda line: (RUNTIME not in line, '"' in line, line),
    )
    return [name for name, _ in files], "\n".join([*lines, *map(apart, files), ""])


def _includes(text: str) -> list[str]:
    return [found[0].strip() for found in INCLUDE.finditer(text)]


def assert_cuda(units: list[tuple[list[str], str]], folder: Path) -> None:
    """Let CUDA's compiler read units of many files."""
    for names, text in units:
        unit = folder / "unit.cu"
        unit.write_text(text)
        command = ["nvcc", "-arch=sm_80", "-ptx", str(unit), "-o", str(folder / "unit.ptx")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{', '.join(names)}:\n{done.stderr}"


def apart(file: tuple[str, str]) -> str:
    name, text = file
    ends = [f"#undef {macro}" for macro in sorted(set(DEFINE.findall(text)))]
    space = "k_" + name.replace("-", "_")
    return "\n".join([f"namespace {space} {{", f'#line 1 "{name}.hip"', INCLUDE.sub("", text), "}", *ends])
