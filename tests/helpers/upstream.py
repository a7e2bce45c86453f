"""Change a tree of sources at random, as its authors would, or worse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Change = Callable[[Path, random.Random], str]

ENDINGS = {".cu", ".cuh", ".h", ".hpp", ".cpp", ".c", ".cc", ".inl"}
QUOTED = re.compile(rb'#\s*include\s*"([^"\n]+)"')
NAME = re.compile(rb"\b(?:cu(?:da|blas|fft|rand)|__)\w+")
LINES = (
    "#define WARP_SIZE 32",
    "#define WARP_SIZE 64",
    "constexpr int kWarpSize = 32;",
    "#define CUDA_CHECK(x) (x)",
    "static int cudaFree(void *p) { return 0; }",
    "struct cudaThing { int x; };",
    "enum cublasOwn_t { CUBLAS_OWN };",
    "__device__ int lane_id() { return threadIdx.x & 31; }",
    "__device__ void warp_sync() { __syncwarp(); }",
    "#include <cuda_runtime.h>",
    "#include <hip/hip_runtime.h>",
    "using namespace cooperative_groups;",
    "#define PASTE(x) cuda##x",
    "#define __device__",
    "template <class T> T max(T a, T b);",
    "#if 0",
    "#endif",
    "/*",
    "*/ int after;",
    "__global__ void more(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }",
    "// hipify: ignore-file",
    "",
)


def sources(tree: Path) -> list[Path]:
    """Give the sources of a tree in order."""
    return sorted(path for path in tree.rglob("*") if path.suffix in ENDINGS and path.is_file())


def line_added(tree: Path, chance: random.Random) -> str:
    path = chance.choice(sources(tree))
    lines = path.read_bytes().split(b"\n")
    line = chance.choice(LINES)
    lines.insert(chance.choice((0, len(lines) // 2, chance.randrange(len(lines) + 1))), line.encode())
    path.write_bytes(b"\n".join(lines))
    return f"{path.name}: added {line}"


def line_gone(tree: Path, chance: random.Random) -> str:
    path = chance.choice(sources(tree))
    lines = path.read_bytes().split(b"\n")
    at = chance.randrange(len(lines))
    gone = lines.pop(at)
    path.write_bytes(b"\n".join(lines))
    return f"{path.name}: removed {gone!r}"


def file_gone(tree: Path, chance: random.Random) -> str:
    path = chance.choice(sources(tree))
    path.unlink()
    return f"{path.name}: gone"


def file_moved(tree: Path, chance: random.Random) -> str:
    path = chance.choice(sources(tree))
    new = path.with_name(f"{path.stem}_{chance.randrange(1000)}{chance.choice(sorted(ENDINGS))}")
    path.rename(new)
    return f"{path.name} -> {new.name}"


def include_captured(tree: Path, chance: random.Random) -> str:
    """Put a file where an include finds it before the one that it has found until now."""
    path = chance.choice(sources(tree))
    named = [found[1].decode() for found in QUOTED.finditer(path.read_bytes())] or ["common.h"]
    new = path.parent / chance.choice(named).replace("../", "")
    if new.exists():
        return "nothing to capture"
    new.parent.mkdir(parents=True, exist_ok=True)
    new.write_text("#pragma once\n" + "\n".join(chance.sample(LINES, 3)) + "\n")
    return f"{new.name}: now beside {path.name}"


def include_added(tree: Path, chance: random.Random) -> str:
    path, other = chance.choice(sources(tree)), chance.choice(sources(tree))
    path.write_bytes(f'#include "{other.name}"\n'.encode() + path.read_bytes())
    return f"{path.name}: includes {other.name}"


def name_made(tree: Path, chance: random.Random) -> str:
    """Let one file make a name of CUDA's that another one uses."""
    path, other = chance.choice(sources(tree)), chance.choice(sources(tree))
    names = NAME.findall(path.read_bytes()) or [b"cudaOwn"]
    name = chance.choice(names).decode("latin-1")
    other.write_bytes(f"#define {name} own\n".encode() + other.read_bytes())
    return f"{other.name}: makes {name}"


def file_copied(tree: Path, chance: random.Random) -> str:
    path, other = chance.choice(sources(tree)), chance.choice(sources(tree))
    path.write_bytes(other.read_bytes())
    return f"{path.name}: as {other.name}"


def nothing(_tree: Path, _chance: random.Random) -> str:
    return "nothing"


CHANGES: tuple[Change, ...] = (
    line_added,
    line_added,
    line_added,
    line_gone,
    file_gone,
    file_moved,
    include_captured,
    include_added,
    name_made,
    name_made,
    file_copied,
    nothing,
)
