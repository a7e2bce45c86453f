"""Names of functions in strings: reported where a file looks functions up by name."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load

RULES = load()


def said(source: str) -> list[str]:
    result = convert(source.encode(), RULES)
    found = [one for one in result.findings if one.rule == "R025"]
    return [result.source[slice(*one.span)].decode() for one in found]


@pytest.mark.parametrize(
    "asks", ["cuGetProcAddress", "cudaGetDriverEntryPointByVersion", "dlsym", "GetProcAddress"]
)
def test_each_string_that_is_a_name_is_reported(asks: str) -> None:
    source = f'void f(void *p) {{ {asks}(p, "x"); g("cuMemCreate"); g("cuMemMap"); }}\n'
    assert said(source) == ["cuMemCreate", "cuMemMap"]


@pytest.mark.parametrize(
    "text",
    [
        '"cuMemCreate: failed"',
        '"cudaStream_t"',
        '"CUDA_SUCCESS"',
        '"hipMemCreate"',
        '"cuNoSuchThing"',
    ],
)
def test_other_strings_are_none_of_its_business(text: str) -> None:
    assert said(f"void f(void *p) {{ dlsym(p, x); g({text}); }}\n") == []


def test_a_file_that_looks_nothing_up_may_name_functions() -> None:
    assert said('void f() { check("cuMemCreate", 1); }\n') == []
