"""Whose a header is by its name."""

from __future__ import annotations

import pytest

from hipify_py.project.header_names import LANGUAGE, OF_NVIDIA, OF_SAMPLES, STANDARD


@pytest.mark.parametrize("name", ["math.h", "stdio.h", "pthread.h"])
def test_of_the_c_library(name: str) -> None:
    assert name in STANDARD
    assert f"my_{name}" not in STANDARD


@pytest.mark.parametrize(
    ("name", "of_language", "of_nvidia", "of_samples"),
    [
        (b"vector", True, False, False),
        (b"cuda/std/atomic", True, True, False),
        (b"experimental/filesystem", True, False, False),
        (b"vector.h", False, False, False),
        (b"cublas_v2.h", False, True, False),
        (b"helper_cuda.h", False, False, True),
        (b"common/inc/helper_math.h", False, False, True),
        (b"rendercheck_gl.h", False, False, True),
        (b"helper_own.h", False, False, False),
    ],
)
def test_by_its_name(name: bytes, of_language: bool, of_nvidia: bool, of_samples: bool) -> None:
    assert bool(LANGUAGE.fullmatch(name)) is of_language
    assert bool(OF_NVIDIA.match(name)) is of_nvidia
    assert bool(OF_SAMPLES.fullmatch(name)) is of_samples
