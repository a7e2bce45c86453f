"""Functions that are declared without the words for both sides that their definitions have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched
from helpers.toolchain import see_it_mended

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

BEFORE = """template <class T> struct r2;
template <class X> X len(const r2<X>& r);
static int whole(float, int = 1);
template <class T> struct r2 {
  T x;
  friend int whole(float, int);
  template <class X> friend X len(const r2<X>&);
};
template <typename X> __host__ __device__ X len(const r2<X>& r) { return r.x; }
__host__ static inline __device__ int whole(float a, int b) { return (int)a + b; }
template <class X> X len(const r2<X>& again);
static int whole(float, int);
__global__ void k(float* p) { r2<float> r{*p}; *p = len(r) + whole(*p); }
"""


def made(text: str) -> str:
    return matched("M184", text).text


@pytest.mark.compiler
def test_what_is_written_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    see_it_mended("#include <hip/hip_runtime.h>\n" + BEFORE, made, hipcheck, tmp_path)


def test_it_is_written_once() -> None:
    once = made(BEFORE)
    assert once.count("__host__ __device__") == BEFORE.count("__host__ __device__") + 6
    assert made(once) == once


@pytest.mark.parametrize(
    "between", ['#include "more.h"\n', "#undef HD\n#define HD\n#undef HD\n#define HD __host__ __device__\n"]
)
def test_a_macro_that_may_mean_something_else_before_is_told(between: str) -> None:
    text = f"#define HD __host__ __device__\nint f(int);\n{between}HD int f(int a) {{ return a; }}\n"
    found = matched("M184", text)
    assert (found.text, found.said) == (text, [("M184", "")])


def test_the_macro_may_be_made_in_another_file(tmp_path: Path) -> None:
    put(tmp_path / "in" / "words.h", "#pragma once\n#define BOTH __host__ __device__\n")
    heads = '#include "words.h"\nint f(int);\nAPI int g(int);\n'
    bodies = "BOTH int f(int a) { return a; }\nBOTH int g(int a) { return a; }\nint f(int a);\n"
    text = heads + bodies
    put(tmp_path / "in" / "f.cu", text)
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    made_of = (tmp_path / "out" / "f.cu").read_text()
    assert "\nBOTH int f(int);\nAPI int g(int);\n" in made_of
    assert made_of.endswith("\nBOTH int f(int a);\n")


def test_a_declaration_with_one_of_the_words_gets_the_other() -> None:
    text = (
        "struct V { float x; friend __device__ float len(const V& v); };\n"
        "__host__ int f(int);\n__device__ static int f(int);\n"
        "__host__ __device__ inline float len(const V& v) { return v.x; }\n"
    )
    assert made(text) == text.replace("friend __device__", "__host__ friend __device__")


def test_overloads_by_their_sides_keep_still() -> None:
    text = "__device__ int f(int);\n__host__ int f(int);\n__device__ int f(int a) { return a; }\n"
    text += "int f(int a) { return 1; }\n"
    assert matched("M184", text) == (text, [])


ONE_WORD = """#pragma once
#define BOTH __host__ __device__
struct S { __device__ int f(int); BOTH int g(int); int h(int); __device__ int i(int); };
namespace n { __device__ int one(int); __device__ int other(int); BOTH int two(int); int three(int); }
template <class T> __device__ int four(T);
class F {
  int x; friend F operator+(const F &a, F); friend int n::five(F);
  friend int six(F); BOTH friend int seven(F); template <class T> friend int eight(T); friend class G;
};
"""


@pytest.mark.parametrize(
    ("defined", "said"),
    [
        ("__host__ __device__ int S::f(int a) { return a; }", ["S::f"]),
        ("BOTH int n::one(int a) { return a; }", ["n::one"]),
        ("namespace n { BOTH int one(int a) { return a; } }", ["one"]),
        ("__device__ int S::f(int a) { return a; }", []),
        ("BOTH int S::g(int a) { return a; }", []),
        ("__device__ int S::h(int a) { return a; }", ["S::h"]),
        ("__host__ __device__ int S::h(int a) { return a; }", ["S::h"]),
        ("int S::h(int a) { return a; }", []),
        ("struct T { int h(int); }; __device__ int T::h(int a) { return a; }", []),
        ("namespace m { BOTH int one(int a) { return a; } }", []),
        ("namespace n { BOTH int one(float a) { return 1; } BOTH int two(int a) { return a; } }", []),
        ("template <class T> BOTH int four(T a) { return 1; }", []),
        ("inline BOTH F operator+(const F &one, F other) { return one; }", ["operator+"]),
        ("__device__ int six(F a) { return 1; }", ["six"]),
        ("__device__ int six(F a) { return 1; } int six(F a) { return 2; }", []),
        ("int six(F a) { return 1; }", []),
        ("BOTH F operator+(const F &one, const F &other) { return one; }", []),
        ("BOTH int seven(F a) { return 1; }", []),
        ("template <class T> BOTH int eight(T a) { return 1; }", []),
    ],
)
def test_what_another_file_declares_with_one_word(defined: str, said: list[str], tmp_path: Path) -> None:
    put(tmp_path / "one.cuh", ONE_WORD)
    put(tmp_path / "a.cu", f'#include "one.cuh"\n{defined}\n__global__ void k(int *p) {{ p[0] = 1; }}\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = [one for file in report.files for one in file.concerns if one.rule == "M184"]
    assert [one.message.partition(" is ")[0] for one in found] == said


@pytest.mark.parametrize("more", ["", '#include "more.h"\n'])
def test_what_the_file_itself_declares_with_one_word_gets_the_other(more: str, tmp_path: Path) -> None:
    text = (
        f"{more}__device__ int one(int);\n"
        "struct S { __device__ int f(int) const; __host__ int g(); __device__ static int h(int); };\n"
        "__host__ __device__ int one(int a) { return a; }\n"
        "__host__ __device__ int S::f(int a) const { return a; }\n"
        "__device__ __host__ int S::g() { return 1; }\n"
        "__device__ int S::h(int a) { return a; }\n"
    )
    put(tmp_path / "in" / "more.h", "#pragma once\n")
    put(tmp_path / "in" / "a.cu", text)
    settings = Settings(mode="output", output=str(tmp_path / "out"))
    report = convert_tree([str(tmp_path / "in")], settings)
    assert not [one for file in report.files for one in file.concerns if one.rule == "M184"]
    made = (tmp_path / "out" / "a.cu").read_text()
    assert "__host__ __device__ int one(int);\n" in made
    assert (
        "S { __host__ __device__ int f(int) const; __device__ __host__ int g(); __device__ static int h"
        in made
    )


@pytest.mark.compiler
def test_a_member_that_gets_the_other_word_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    text = "struct S { __device__ int f(int); };\n__host__ __device__ int S::f(int a) { return a; }\n"
    see_it_mended("#include <hip/hip_runtime.h>\n" + text, made, hipcheck, tmp_path)


def test_of_two_members_that_take_as_much_none_is_guessed() -> None:
    text = (
        "struct S { __device__ int f(int); __device__ int f(float); };\n"
        "__host__ __device__ int S::f(int a) { return a; }\n"
    )
    assert matched("M184", text) == (text, [("M184", "S")])
