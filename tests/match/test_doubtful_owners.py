"""A name that one scope declares is CUDA's outside of it; where nobody can tell, it stays and is told of."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES, BARE = load(), Options(add_include=False)
OURS = '#include "hipify_compat.h"\n'
CALL = "__device__ unsigned f(unsigned x) { return __vadd2(x, 3); }\n"


def converted(source: str) -> tuple[str, list[tuple[str, str]]]:
    made = convert(source.encode(), RULES, BARE)
    said = [(one.rule, str(one.severity)) for one in made.findings if one.rule != "N004"]
    return made.text.replace(OURS, "").lstrip("\n"), said


@pytest.mark.parametrize(
    "before",
    [
        "struct V { static __device__ unsigned __vadd2(unsigned a, unsigned b) { return a; } };\n",
        "struct V { __device__ unsigned __vadd2(unsigned a); int x; };\n",
        "template <class T> struct V { static __device__ T __vadd2(T a, T b) { return a; } };\n",
        (
            "template <class T> struct B { int __vadd2(T, T); };\n"
            "struct D : B<int> { int g() { return __vadd2(1, 2); } };\n"
        ),
        "struct V { union { int __vadd2; }; int g() { return __vadd2; } };\n",
        (
            "struct V { int __vadd2(int, int); struct W { int g(); }; };\n"
            "int V::W::g() { return __vadd2(1, 2); }\n"
        ),
        (
            "template <class T> struct V { T __vadd2(T, T); T g(); };\n"
            "template <class T> T V<T>::g() { return __vadd2(1, 2); }\n"
        ),
        "namespace q { __device__ unsigned __vadd2(unsigned a, unsigned b) { return a; } }\n",
        "namespace q { int __vadd2(int, int); }\nnamespace q { int g() { return __vadd2(1, 2); } }\n",
        "namespace q { int __vadd2(int, int); int g(); }\nint q::g() { return __vadd2(1, 2); }\n",
        "namespace q { inline namespace v { int __vadd2(int, int); } int g() { return __vadd2(1, 2); } }\n",
        "namespace q { int __vadd2(int, int); }\nint g() { using q::__vadd2; return __vadd2(1, 2); }\n",
        "__device__ unsigned g(unsigned x) { unsigned __vadd2 = 3; return x + __vadd2; }\n",
        "int g(int __vadd2);\n",
        "#define ADD(x) __vadd2(x, 1)\nstruct V { int __vadd2(int, int); int g() { return ADD(3); } };\n",
    ],
)
def test_outside_of_the_scope_that_declares_a_name_it_is_cudas(before: str) -> None:
    ours = CALL.replace("__vadd2", "hipify_compat::vadd2")
    assert converted(before + CALL) == (before + ours, [])


def test_outside_of_that_scope_a_name_that_hip_lacks_is_told_of() -> None:
    source = "struct W { static void cudaDeviceGetNvSciSyncAttributes(int); };\n"
    call = "void g() { cudaDeviceGetNvSciSyncAttributes(0, 0, 0); }\n"
    assert converted(source + call) == (source + call, [("N001", "error")])


@pytest.mark.parametrize(
    "before",
    [
        "__device__ unsigned __vadd2(unsigned a, unsigned b) { return a; }\n",
        "namespace { __device__ unsigned __vadd2(unsigned a, unsigned b) { return a; } }\n",
        "namespace q { unsigned __vadd2(unsigned, unsigned); }\nusing namespace q;\n",
    ],
)
def test_what_the_file_makes_for_all_of_itself_is_its_own(before: str) -> None:
    assert converted(before + CALL) == (before + CALL, [])


@pytest.mark.parametrize(
    "source",
    [
        "struct D { int x; friend int __vadd2(D, D); };\nint g(D d) { return __vadd2(d, d); }\n",
        "namespace q { struct H; int __vadd2(H, H); }\n" + CALL,
        "struct A { int __vadd2(int, int) {{ return 1; } };\n" + CALL,
        (
            "#define ADD(x) __vadd2(x, 1)\nstruct A { int __vadd2(int, int); int f() { return ADD(3); } };\n"
            "int g() { return ADD(4); }\n"
        ),
    ],
)
def test_where_nobody_can_tell_a_name_stays_and_is_told_of(source: str) -> None:
    text, said = converted(source)
    assert text == source
    assert [one for one in said if one[0] != "P001"] == [("N061", "warning")]


def test_a_macro_is_read_where_it_is_used() -> None:
    source = "struct A { void cudaFree(int);\n#define FREE(p) cudaFree(p)\n};\nvoid g() { FREE(p); }\n"
    assert converted(source) == (source.replace("FREE(p) cuda", "FREE(p) hip"), [])
