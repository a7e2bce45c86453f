"""Copies that projects keep of CMake's own modules for CUDA: builds for HIP read none of them."""

from __future__ import annotations

import posixpath

from hipify_py.lazy import re

NAMES = {
    "FindCUDA.cmake",
    "FindCUDAToolkit.cmake",
    "make2cmake.cmake",
    "parse_cubin.cmake",
    "run_nvcc.cmake",
    "select_compute_arch.cmake",
}
"""The files of CMake 3.25 below `Modules` that find CUDA, those that FindCUDA reads among them."""
# What each of them has: a command that it makes, or the line on who wrote it.
MADE = re.compile(
    rb"(?i)\b(?:macro|function)\s*\(\s*(?:CUDA_WRAP_SRCS|CUDA_SELECT_NVCC_ARCH_FLAGS|_CUDAToolkit_\w+)\b"
    rb"|\bjbigler\b"
)
# The heart of FindCUDA, which no module but a copy of it has, whatever it is called.
HEART = re.compile(rb"(?im)^[ \t]*(?:macro|function)\s*\(\s*CUDA_WRAP_SRCS\b")


def is_copy(path: str, source: bytes) -> bool:
    """Say whether a file is one of CMake's modules for CUDA: by name and what it makes, or by its heart."""
    if is_named_so(path):
        return MADE.search(source) is not None
    return path.endswith(".cmake") and HEART.search(source) is not None


def is_named_so(path: str) -> bool:
    """Say whether a file is called as one of CMake's modules for CUDA."""
    return posixpath.basename(path) in NAMES
