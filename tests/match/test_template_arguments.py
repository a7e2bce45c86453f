"""Arguments in templates that clang does not take."""

from __future__ import annotations

import pytest
from helpers.matches import matched


@pytest.mark.parametrize("value", ["S()", "S{}", "S( )"])
def test_temporaries_go(value: str) -> None:
    source = "template <class T> void f(T a, S &s = {}, int n = 1);"
    assert matched("M102", source.format(value)) == (source.replace(" = {}", ""), [])


@pytest.mark.parametrize(
    "source",
    [
        "template <class T> void f(const S &s = S());",
        "template <class T> void f(S &&s = S());",
        "template <class T> void f(int n = 1, S &s = S());",
        "template <class T> void f(S &s = R());",
        "void f(S &s = S());",
        "template <class T> void f() { g(S &s = S()); }",
    ],
)
def test_other_defaults_stay(source: str) -> None:
    assert matched("M102", source) == (source, [])


@pytest.mark.parametrize("number", ["0ULL", "0u", "0L"])
def test_no_address(number: str) -> None:
    source = "H<CUdeviceptr, {}, F> h; using T = H<CUdeviceptr,{}>;"
    assert matched("M104", source.format(number, number)).text == source.format("nullptr", "nullptr")


@pytest.mark.parametrize(
    "source", ["H<CUdeviceptr, 0> h;", "H<CUdeviceptr, 1u> h;", "void f(CUdeviceptr, int); int a = f(b, 0u);"]
)
def test_other_numbers_stay(source: str) -> None:
    assert matched("M104", source) == (source, [])
