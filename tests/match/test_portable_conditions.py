"""Conditions that HIP answers as CUDA does."""

from __future__ import annotations

import time

import pytest

from hipify_py.match.portable_conditions import is_portable
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("defined(__CUDA_ARCH__)", True),
        ("!defined(__CUDACC__) && defined(__CUDA_ARCH__)", True),
        ("__CUDA_ARCH__ && A > 3", True),
        ("__CUDA_ARCH__ >= 700", False),
        ("A && (__CUDA_ARCH__) >= 700", False),
        ("__CUDA_ARCH__ \\\n >= 700", False),
        ("350 < __CUDA_ARCH__", False),
        ("CUDA_VERSION / 1000 == 11", False),
    ],
)
def test_a_condition_is_portable_that_asks_only_for_the_compiler(condition: str, *, expected: bool) -> None:
    unit = Unit(f"#if {condition}\n#endif\n".encode())
    assert is_portable(unit, unit.directives[0]) is expected


def test_many_comparisons_in_one_condition_take_no_longer() -> None:
    unit = Unit(b"#if " + b" || ".join([b"__CUDA_ARCH__ > 0"] * 2000) + b"\nint a;\n#endif\n")
    begun = time.process_time()
    assert all(is_portable(unit, unit.directives[0]) for _ in range(2000))
    assert time.process_time() - begun < 2
