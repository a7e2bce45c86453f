"""Where the grammar loses its way."""

from __future__ import annotations

import pytest

from hipify_py.source.errors import errors
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    "text",
    [
        "__global__ void k(int* __restrict__ p) { __shared__ int s[1]; }",
        "__global__ void __launch_bounds__(256, 2) k(int n) {}",
        "void f() { k<<<1, 2>>>(a); k<T><<<1, 2, 0, s>>>(a); }",
        "__device__ __forceinline__ int f() { return 0; }",
        "__constant__ float c[4];",
        "struct __align__(16) S { int x; };",
        '#include "a.h" \nint x;',
    ],
)
def test_cuda_syntax_is_no_parse_error(text: str) -> None:
    assert list(errors(Unit(text.encode()))) == []


def test_errors_are_told_outermost_and_in_order() -> None:
    source = Unit(b"void f() { g(; }\nint ok;\nvoid h() { i(; }\n")
    found = list(errors(source))
    assert found == sorted(found)
    assert len(found) >= 2
