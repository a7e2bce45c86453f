"""Arrays of variable size that a list fills: which are told from those of constant size."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def said(source: str, path: str = "a.cu") -> list[str]:
    made = convert(source.encode(), RULES, Options(path=path))
    found = [one for one in made.findings if one.rule == "M087"]
    return [made.source[slice(*one.span)].decode() for one in found]


@pytest.mark.parametrize(
    "array",
    ["int a[n] = {0};", "float a [ n ][3]{};", "cudaStream_t a[n]={};", "if (n) { int *a[n] = {nullptr}; }"],
)
@pytest.mark.parametrize(
    "head",
    [
        "template <int m> void f(int n) {",
        "void f(int n) {",
        "void f(const char *s, const size_t n) {",
        "void f() { int n = g();",
    ],
)
def test_a_size_that_varies(head: str, array: str) -> None:
    assert said(f"{head} {array} }}\n") == ["a"]


@pytest.mark.parametrize(
    "source",
    [
        "void f() { const int n = 3; int a[n] = {0}; }",
        "void f() { static constexpr int m = 2, n = 3; int a[n] = {0}; }",
        "template <int n> void f() { int a[n] = {0}; }",
        "template <int m, int n> void f() { int *p = t<m, n>::at(m); int a[n] = {0}; }",
        "template <int n> struct s { void f() { int *p = t<1, n>::at(2); int a[n] = {0}; } };",
        "const int n = 3;\nvoid f() { int a[n] = {0}; }",
        "#define n 3\nvoid f() { int a[n] = {0}; }",
        "void f(int n) { int a[n]; a[n] = {}; b[n] = {1}; new int[n]{}; }",
        "void f(int n) { auto g = [n] { return 1; }; }",
        "struct s { int a[n] = {0}; };",
        "#ifdef __PTX__\nvoid f(int n) { int a[n] = {0}; }\n#endif",
    ],
)
def test_a_size_that_does_not_or_no_list(source: str) -> None:
    assert said(f"{source}\n") == []


def test_what_the_hosts_compiler_reads_is_its_own() -> None:
    assert said("void f(int n) { int a[n] = {0}; }\n", path="a.cpp") == []
