"""The facts that a shim needs, looked up anew in the headers."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from hipify_py.rules.load import load
from hipify_py.shim.facts import spoken, warp_functions

WORD = re.compile(rb"[A-Za-z_]\w*")
IGNORED = re.compile(rb"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
FOR_NVIDIA = re.compile(r"nvidia_detail|/backend/cub/|_nvcc\.h|/system/cuda/")
BEFORE = re.compile(
    r"hip/(?:amd_detail/amd_hip_runtime|hip_runtime|hip_runtime_api)\.h"
)  # of what the shim defines
COMPILER = {b"__CUDACC__", b"__NVCC__", b"__CUDA_ARCH__"}
PLACES = (("HIP_SYSROOT", ".cache/hip-sysroot"), ("HIP_SYSROOT_64", ".cache/hip-sysroot-6.4"))


def definable() -> set[bytes]:
    """Give the names for which a shim may have a macro."""
    rules = load()
    renamed = {
        name for name, known in rules.names.items() if known.to not in {None, name} or known.filled(name)
    }
    ours = {b"warpSize", b"cub", *map(str.encode, warp_functions()), *COMPILER}
    short = {name.encode() for name, text in rules.shims.items() if "(" not in text}
    return renamed | ours | short | {b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor"}


@pytest.mark.parametrize(("variable", "usual"), PLACES)
@pytest.mark.usefixtures("hipcheck", "hipcheck64")
def test_the_list_has_every_name_that_headers_of_rocm_use(variable: str, usual: str) -> None:
    root = Path(os.environ.get(variable) or Path.home() / usual) / "usr/include"
    wanted, used = definable(), set[str]()
    for path in root.rglob("*"):
        place = path.relative_to(root).as_posix()
        if path.is_file() and not FOR_NVIDIA.search(place) and not BEFORE.fullmatch(place):
            words = WORD.findall(IGNORED.sub(b" ", path.read_bytes()))
            used |= {word.decode() for word in wanted.intersection(words)}
    assert used - spoken() == set()


def test_the_intrinsics_are_those_that_our_header_has() -> None:
    found = warp_functions()
    assert {
        "__shfl_sync",
        "__ballot_sync",
        "__activemask",
        "__syncwarp",
        "__reduce_add_sync",
        "__any",
    } <= found
    assert not found & {"__shfl", "__nanosleep", "__threadfence"}
