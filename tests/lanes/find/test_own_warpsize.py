"""Where `warpSize` is a file's own name, and how far that reaches."""

from __future__ import annotations

import pytest
from helpers.warps import run

from hipify_py.lanes.find.own_warpsize import is_member, made, owned
from hipify_py.source.unit import Unit

USE = "int g() { return warpSize; }"


def own(source: str) -> list[str]:
    return [source[slice(*span)] for span in owned(Unit(source.encode()))]


@pytest.mark.parametrize(
    "source",
    [
        USE,
        f"// int warpSize = 3;\n{USE}",
        "int warpSizes, xwarpSize; int f() { return warpSize; }",
        "int n = warpSize; unsigned f() { x = y * warpSize; return prop.warpSize + p->warpSize; }",
        "int f(int n) { f(n * warpSize); g((n) & warpSize); return n > warpSize; }",
        "#undef warpSize\n#ifdef warpSize\n#endif\n",
    ],
)
def test_a_use_makes_nothing(source: str) -> None:
    unit = Unit(source.encode())
    assert (made(unit), owned(unit), is_member(unit)) == ((), (), False)


@pytest.mark.parametrize(
    "head",
    [
        "#define warpSize 32\n",
        "# define warpSize 32\n",
        "const int warpSize = 32;\n",
        "static constexpr unsigned warpSize = 32;\n",
        "const auto warpSize = 32;\n",
        "namespace n { const size_t warpSize = 32; }\n",
        "const Size warpSize = 32;\n",
    ],
)
def test_a_macro_and_a_name_at_file_scope_hold_in_the_whole_file(head: str) -> None:
    unit = Unit((head + USE).encode())
    assert made(unit) == (head.index("warpSize"),)
    assert own(head + USE) == [head + USE]
    assert is_member(unit)


@pytest.mark.parametrize(
    "function",
    [
        "int f(int warpSize) { return warpSize; }",
        "int f(const unsigned &warpSize) { return warpSize; }",
        "int f() { const auto warpSize = 3; return warpSize; }",
        "int f() { for (int warpSize = 1;;) { } }",
        "int f() { uint64_t warpSize = 32; return warpSize; }",
        "int f(Size warpSize) { return warpSize; }",
        "int f() { my::Size *warpSize = nullptr; return *warpSize; }",
        "int f(int warpSize);",
    ],
)
def test_a_variable_and_a_parameter_hold_in_their_function(function: str) -> None:
    assert own(f"{function} {USE}") == [function]
    assert not is_member(Unit(f"{function} {USE}".encode()))


def test_a_parameter_of_a_lambda_holds_in_the_lambda() -> None:
    assert own("auto l = [](int warpSize) { return warpSize; }; " + USE) == [
        "[](int warpSize) { return warpSize; }"
    ]


def test_a_member_holds_in_its_class_and_in_functions_written_as_a_class_has_them() -> None:
    head = "struct S { int warpSize; int f(); int h() { return warpSize; } };"
    method, other = "int S::f() { return warpSize; }", "int S::k() { return 0; }"
    source = f"{head} {method} {other} {USE}"
    assert own(source) == [head.removesuffix(";"), method]
    assert is_member(Unit(source.encode()))


def test_each_of_several_holds_for_itself() -> None:
    first, second = (
        "int f(int warpSize) { return warpSize; }",
        "int h() { int warpSize = 2; return warpSize; }",
    )
    assert own(f"{first} {USE} {second}") == [first, second]


BUILTIN = "__global__ void k(int *p) { p[threadIdx.x / warpSize] = __any_sync(~0u, p[0]); }\n"
OWN = "p[threadIdx.x / warpSize]"


@pytest.mark.parametrize(
    "own",
    [
        "int main() { int warpSize = prop(); return 2 * warpSize; }\n",
        "__device__ int g(int v, int warpSize) { return v % warpSize; }\n",
        "int g(int v, int warpSize);\n",
        "struct Info { int warpSize; int twice() { return 2 * warpSize; } };\n",
        "struct Info { int warpSize; int twice(); };\nint Info::twice() { return 2 * warpSize; }\n",
        "void f() { auto l = [](int warpSize) { return warpSize; }; l(1); }\n",
    ],
)
def test_a_name_of_ones_own_holds_where_it_is_made(own: str) -> None:
    result = run(own + BUILTIN)
    assert result.text.endswith(BUILTIN.replace("warpSize", "32").replace("__any", "hipify_warp32::any"))
    assert own in result.text


@pytest.mark.parametrize("own", ["const int warpSize = 32;\n", "#define warpSize 32\n"])
def test_a_name_of_the_whole_file(own: str) -> None:
    assert OWN in run(own + BUILTIN).text
