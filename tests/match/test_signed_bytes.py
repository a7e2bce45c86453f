"""Members of `char1` to `char4`, which have another type in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

CAST = "reinterpret_cast<signed char &>("
EDITS = {
    "signed char &f(char4 &a) { return a.x; }": f"signed char &f(char4 &a) {{ return {CAST}a.x); }}",
    "const signed char &f(const char4 *a) { return a->w; }": (
        "const signed char &f(const char4 *a) { return reinterpret_cast<const signed char &>(a->w); }"
    ),
    "signed char *f(char2 *a, int i) { return (&a[i].y); }": (
        "signed char *f(char2 *a, int i) { return reinterpret_cast<signed char *>((&a[i].y)); }"
    ),
    "void f(char3 v) { signed char &r = v.z; r = 1; }": (
        f"void f(char3 v) {{ signed char &r = {CAST}v.z); r = 1; }}"
    ),
    "struct S { char4 v; signed char &f() { return v.x; } };": (
        f"struct S {{ char4 v; signed char &f() {{ return {CAST}v.x); }} }};"
    ),
    "struct S { char4 v; }; signed char &f(S &s) { if (1) return s.v.x; }": (
        f"struct S {{ char4 v; }}; signed char &f(S &s) {{ if (1) return {CAST}s.v.x); }}"
    ),
    "void g(signed char &c); void f(char4 v) { g(v.x); }": (
        f"void g(signed char &c); void f(char4 v) {{ g({CAST}v.x)); }}"
    ),
    "void g(int n, signed char *c = 0); void f(char4 v) { g(1, &v.x); }": (
        "void g(int n, signed char *c = 0); void f(char4 v) { g(1, reinterpret_cast<signed char *>(&v.x)); }"
    ),
    "int g(int); int g(signed char c); int f(char4 v) { return g(v.x) + g(v.y + 1); }": (
        "int g(int); int g(signed char c);"
        " int f(char4 v) { return g(static_cast<signed char>(v.x)) + g(v.y + 1); }"
    ),
}


@pytest.mark.parametrize("given", EDITS)
def test_a_cast_is_written(given: str) -> None:
    assert matched("M169", given) == (EDITS[given], [])
    assert matched("M169", EDITS[given]) == (EDITS[given], [])


@pytest.mark.compiler
def test_only_what_is_cast_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    head = "#include <hip/hip_runtime.h>\n"
    for index, (given, made) in enumerate(EDITS.items()):
        if "g(int)" in given:  # which compiles as it stands, and calls another function
            continue
        assert not hipcheck(put(tmp_path / f"{index}.hip", head + given), "-fsyntax-only", "-Werror")[0]
        compiles, said = hipcheck(
            put(tmp_path / f"{index}_made.hip", head + made), "-fsyntax-only", "-Werror"
        )
        assert compiles, said


@pytest.mark.parametrize(
    "text",
    [
        "signed char f(char4 a) { return a.x; }",
        "signed char &f(uchar4 &a, char4 &b) { return a.x; }",
        "signed char &f(char4 &a, signed char &b) { return b; }",
        "signed char &f(char4 &a, T &b) { return a.x ? b.x : b.y; }",
        "unsigned char &f(char4 &a) { return a.x; }",
        "signed char &f(char4 &a) { auto g = [&]() -> char & { return a.x; }; return h(g); }",
        "void g(signed char c); void f(char4 v) { g(v.x); }",
        "void g(signed char &c); void f(char4 v) { S.g(v.x); g(v.first); }",
        "void g(signed char &c); void f(char4 v, char w) { v.g(w); }",
        "#ifdef __HIP_PLATFORM_AMD__\nsigned char &f(char4 &a) { return a.x; }\n#endif",
        "#include <hip/hip_runtime.h>\nvoid g(signed char &c); void f(char4 v) { g(v.x); }",
    ],
)
def test_what_is_no_such_type_stays(text: str) -> None:
    assert matched("M169", text) == (text, [])


def test_what_asks_for_the_type_is_told() -> None:
    text = (
        "template <> struct depth<signed char> { static const int bits = 7; };\n"
        "template <class T> int f(T); template <> int f<signed char>(signed char);\n"
        "int g(char4 v, uchar4 u) {\n"
        "  return depth<decltype(v.x)>::bits + f(u.x) + f(v.y) + sizeof(decltype(u.x)) + h(v.z);\n"
        "}\n"
    )
    assert matched("R520", text) == (text, [("R520", "v.x"), ("R520", "v.y")])
