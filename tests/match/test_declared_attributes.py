"""Functions that are defined without the attributes of their declarations: in one file, and over several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched
from helpers.toolchain import see_it_mended

from hipify_py.match.attribute_macros import meaning
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

CLASS = """#include <hip/hip_runtime.h>
struct S {
  int x;
  %s
};
"""
HEADS = {  # of a member in its class, and where it is defined
    "S(int a);": "S::S(int a) : x(a) {}",
    "~S();": "S::~S() {}",
    "int get() const;": "int S::get() const { return x; }",
    "static int all(int a, int b = 2);": "int S::all(int a, int b) { return a + b; }",
    "virtual int late(float);": "int S::late(float v) { return (int)v; }",
    "int operator()(int) const;": "int S::operator()(int a) const { return a; }",
    "int operator[](int) const;": "int S::operator[](int a) const { return a; }",
    "S& operator+=(const S& o);": "S& S::operator+=(const S& o) { x += o.x; return *this; }",
    "bool operator<(const S& o) const;": "bool S::operator<(const S& o) const { return x < o.x; }",
    "explicit operator bool() const;": "S::operator bool() const { return x; }",
    "const int* at(const int* p, int n) const noexcept;": (
        "const int*\nS::at(const int* p, int n) const noexcept\n{ return p + n; }"
    ),
    "auto back(int a) -> int;": "auto S::back(int a) -> int { return a; }",
}


def made(text: str) -> str:
    return matched("M098", text).text


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("words", ["__device__", "__host__ __device__"])
def test_a_member_gets_the_attributes_of_its_declaration(head: str, words: str) -> None:
    text = (CLASS % f"{words} {head}") + HEADS[head] + "\n"
    once = made(text)
    assert once == (CLASS % f"{words} {head}") + f"{words} {HEADS[head]}\n"
    assert made(once) == once


@pytest.mark.compiler
@pytest.mark.parametrize("words", ["__device__", "__host__ __device__"])
def test_all_of_them_compile(words: str, tmp_path: Path, hipcheck: Hipcheck) -> None:
    text = (CLASS % "\n  ".join(f"{words} {head}" for head in HEADS)) + "\n".join(HEADS.values()) + "\n"
    see_it_mended(text, made, hipcheck, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "struct S { __device__ int f(int); int f(float); };\nint S::f(int a) { return a; }\n",
        "struct S { __device__ int f(int); };\nint S::f(int a, int b) { return a; }\n",
        "struct S { __device__ int f(int); };\nint T::f(int a) { return a; }\n",
        "struct S { friend __device__ int f(S); };\nint f(S a) { return 1; }\n",
        "struct S { __device__ static int f(int); };\nint g() { return 1 ? S::f(1) : 2; }\n",
        "void g() { int f(int); }\n__device__ int f(float);\nint f(int a) { return a; }\n",
        "__global__ void k(int *p);\n__global__ void k(int *p) { p[0] = 1; }\n",
        "struct A { int f(int); };\n__device__ int f(float);\nint A::f(float a) { return 1; }\n",
        "namespace n { int f(int); }\n__device__ int f(int);\nint n :: f(int a) { return a; }\n",
        "struct A { static int f(int); };\n__device__ int A::f(int);\nint f(int a) { return a; }\n",
        "__device__ int f(int);\ntemplate <class T> int f(int a) { return a; }\n",
        "template <class T> __device__ int f(int);\nint f(int a) { return a; }\n",
        "#ifdef USE_ROCM\nint f(int a) { return a; }\n#else\n__device__ int f(int);\n#endif\n",
        "#define ARM_FUNC inline\nstruct S { ARM_FUNC int f(); };\nint S::f() { return 1; }\n",
    ],
)
def test_what_is_another_function_stays(text: str) -> None:
    assert made(text) == text


def test_nothing_becomes_device_code_before_what_brings_the_keywords() -> None:
    """The runtime's include would have to come before it, and a second run would say so."""
    text = "%sint f(int a) { return a; }\n#include <hip/hip_runtime.h>\n__device__ int f(int);\n"
    assert made(text % "") == text % ""
    launches = (text % "").replace("return", "k<<<1, 1>>>(); return")  # it is called for in any case
    assert made(launches) == "__device__ " + launches
    begun = text % "__device__ int g();\n"
    assert made(begun) == begun.replace("int f(int a)", "__device__ int f(int a)")


def test_macros_stand_for_each_other_and_end() -> None:
    assert meaning(b"A B", {b"A": b"__host__ B", b"B": b"__device__"}) == b"__host__ __device__ __device__"
    assert b"A" in meaning(b"A", {b"A": b"B", b"B": b"A"}) + meaning(b"B", {b"A": b"B", b"B": b"A"})


DEFINES = """#pragma once
#ifdef __CUDACC__
#define CUDA_DEVICE __device__
#define CUDA_HOST __host__
#else
#define CUDA_DEVICE
#define CUDA_HOST
#endif
"""
HEADER = """#pragma once
#include "defines.h"
struct V {
  LIB_EXPORT CUDA_DEVICE CUDA_HOST float dot(const V& o) const;
  CUDA_DEVICE float len() const;
  float none() const;
};
"""
SOURCE = """#include "v.h"
float V::dot(const V& o) const { return 1; }
float V::len() const { return 2; }
float V::none() const { return 3; }
"""


def tree(top: Path, files: dict[str, str]) -> Path:
    """Convert a folder of files, and give where they are then."""
    for name, text in files.items():
        put(top / "in" / name, text)
    convert_tree([str(top / "in")], Settings(mode="output", output=str(top / "out")))
    return top / "out"


def test_the_class_and_its_macros_may_stand_in_other_files(tmp_path: Path) -> None:
    files = {"defines.h": DEFINES, "v.h": HEADER, "v.cu": SOURCE, "host.cpp": SOURCE, "w.cuh": SOURCE}
    out = tree(tmp_path / "all", files)
    for name in ("v.cu", "w.cuh"):
        text = (out / name).read_text()
        assert "CUDA_HOST CUDA_DEVICE float V::dot(" in text
        assert "\nCUDA_DEVICE float V::len(" in text
        assert "\nfloat V::none(" in text
    assert "CUDA_" not in (out / "host.cpp").read_text()
    assert "CUDA_" not in (tree(tmp_path / "alone", {"v.cu": SOURCE}) / "v.cu").read_text()


def test_two_classes_of_a_name_that_differ_say_nothing(tmp_path: Path) -> None:
    other = HEADER.replace("CUDA_DEVICE CUDA_HOST", "CUDA_DEVICE").replace(
        "struct V", "namespace n { struct V"
    )
    files = {"defines.h": DEFINES, "v.h": HEADER, "w.h": other + "}\n", "v.cu": '#include "w.h"\n' + SOURCE}
    text = (tree(tmp_path, files) / "v.cu").read_text()
    assert "\nfloat V::dot(" in text
    assert "\nCUDA_DEVICE float V::len(" in text


FUNCTIONS = {
    "made.h": DEFINES,
    "f.h": """#pragma once
#include "made.h"
CUDA_HOST CUDA_DEVICE int both(const double *values, int n = 2, int = 3);
static __device__ float halved(float);
int none(int);
namespace inner { __device__ int deep(int); namespace { __device__ int unseen(int); } }
""",
    "f.cu": """#include "f.h"
int both(const double* v, int count, int more) { return 1; }
int both(const float *v, int count, int more) { return 2; }
static inline float halved(float x) { return x / 2; }
int none(int a) { return a; }
namespace inner {
int deep(int a) { return a; }
struct S { int deep(int a) { return a; } };
int halved(float x) { return 2; }
}
int deep(int a) { return both((double *)0, 1, 2) + a; }
__device__ int device(int a) { return a; }
""",
}


def test_a_function_gets_the_attributes_of_its_declaration_in_a_header(tmp_path: Path) -> None:
    out = tree(tmp_path, {**FUNCTIONS, "host.cpp": FUNCTIONS["f.cu"].partition("__device__")[0]})
    assert (
        (out / "f.cu").read_text()
        == """#include "f.h"
CUDA_HOST CUDA_DEVICE int both(const double* v, int count, int more) { return 1; }
int both(const float *v, int count, int more) { return 2; }
__device__ static inline float halved(float x) { return x / 2; }
int none(int a) { return a; }
namespace inner {
__device__ int deep(int a) { return a; }
struct S { int deep(int a) { return a; } };
int halved(float x) { return 2; }
}
int deep(int a) { return both((double *)0, 1, 2) + a; }
__device__ int device(int a) { return a; }
"""
    )
    assert "__device__" not in (out / "host.cpp").read_text()
    alone = tree(tmp_path / "alone", {"f.cu": FUNCTIONS["f.cu"]}) / "f.cu"
    assert "CUDA_HOST" not in alone.read_text()


@pytest.mark.compiler
def test_functions_of_a_header_compile(tmp_path: Path, hipcheck: Hipcheck) -> None:
    out = tree(tmp_path, {**FUNCTIONS, "made.h": DEFINES.replace("__CUDACC__", "__HIPCC__")})
    for folder, compiles in ((tmp_path / "in", False), (out, True)):
        put(folder / "unit.hip", '#include <hip/hip_runtime.h>\n#include "f.cu"\n')
        assert hipcheck(folder / "unit.hip")[0] == compiles


@pytest.mark.parametrize("body", ["__host__ __device__", "__device__ inline", "OTHER", "OTHER static"])
@pytest.mark.parametrize("name", ["BOTH", "both_sides", "API", "Dev", "_d"])
def test_a_macro_is_what_it_is_defined_to(name: str, body: str) -> None:
    text = (
        f"#define OTHER __device__\n#define {name} {body}\nstruct S {{ {name} int f(int); int g(int); }};\n"
    )
    ends = "int S::f(int a) { return a; }\nint S::g(int a) { return a; }\n"
    words = "__device__" if "static" in body else name  # which belongs to a declaration alone
    assert made(text + ends) == f"{text}{words} {ends}"


@pytest.mark.parametrize(
    "body", ["", "inline", "extern", "EXPORT(device)", "__attribute__((used))", "BOTH BOTH"]
)
def test_a_macro_for_anything_else_is_none(body: str) -> None:
    text = f"#define BOTH {body}\nstruct S {{ BOTH int f(int); __device__ int g(); }};\n"
    text += "int S::f(int a) { return a; }\n"
    assert made(text) == text


OPEN = {
    "names.h": "#pragma once\n#define BOTH __host__ __device__\n#define API extern\n",
    "s.h": """#pragma once
#include "names.h"
struct S {
  BOTH S(int);
  API int f(int);
  static inline BOTH int g(int);
};
API int h(int);
BOTH int k(int);
""",
    "s.cu": """#include "s.h"
S::S(int a) {}
int S::f(int a) { return a; }
int S::g(int a) { return a; }
int h(int a) { return a; }
int k(int a) { return a; }
""",
}


def test_a_macro_of_any_name_may_stand_in_a_header(tmp_path: Path) -> None:
    text = (tree(tmp_path, OPEN) / "s.cu").read_text()
    for head in ("S::S(int a)", "int S::g(", "int k("):
        assert f"\nBOTH {head}" in text
    for head in ("int S::f(", "int h("):
        assert f"\n{head}" in text
    assert "API" not in text


LATE = {
    "set.h": """#pragma once
template <class T>
struct Set {
  %s Set(int n);
  template <class U> %s bool has(U u) const;
  int host(int);
  int n;
};
#include "set_inl.%s"
""",
    "set_inl": """template <class T>
Set<T>::Set(int n) : n(n) {}
template <class T>
template <class U>
bool Set<T>::has(U u) const { return n == u; }
template <class T>
int Set<T>::host(int a) { return a; }
""",
    "use.cu": '#include "set.h"\n__global__ void k(int *p) { Set<int> s(1); p[0] = s.has(2); }\n',
}


def late(top: Path, words: str, ending: str) -> Path:
    files = {"set.h": LATE["set.h"] % (words, words, ending), f"set_inl.{ending}": LATE["set_inl"]}
    return tree(top, files | {"use.cu": LATE["use.cu"]})


@pytest.mark.parametrize("ending", ["h", "cuh", "inl"])
def test_definitions_may_stand_in_what_a_header_includes_last(tmp_path: Path, ending: str) -> None:
    out = late(tmp_path, "__host__ __device__", ending)
    text = (out / f"set_inl.{ending}").read_text()
    assert "\n__host__ __device__ Set<T>::Set(" in text
    assert "\n__host__ __device__ bool Set<T>::has(" in text
    assert "\nint Set<T>::host(" in text
    assert ("#include <hip/hip_runtime.h>" in text) == (ending != "inl")
    convert_tree([str(out)], Settings(mode="output", output=str(tmp_path / "again")))
    for path in out.iterdir():
        again = tmp_path / "again" / path.name
        assert not again.exists() or again.read_bytes() == path.read_bytes()


@pytest.mark.compiler
@pytest.mark.parametrize("ending", ["h", "inl"])
def test_these_compile(tmp_path: Path, ending: str, hipcheck: Hipcheck) -> None:
    out = late(tmp_path, "__host__ __device__", ending)
    (out / "use.cu").rename(out / "use.hip")
    assert hipcheck(out / "use.hip")[0]


BEFORE_DEFINITIONS = {
    "made.h": """#pragma once
#ifdef __CUDACC__
#define F_DEF __device__ __host__
#define F_DECL __device__ __host__
#define ON_HOST __host__
#else
#define F_DEF
#define F_DECL
#define ON_HOST
#endif
#define IMPL F_DEF inline
#define DECL F_DECL
#define HALF ON_HOST inline
""",
    "v.cuh": """#pragma once
#include "made.h"
template <typename T> struct v { T x; DECL v& operator+=(T s); DECL T half() const; };
template <typename T> DECL T sq(T x);
template <typename T> DECL T third(T x);
#include "v.inl"
""",
    "v.inl": """template <typename T> IMPL v<T>& v<T>::operator+=(T s) { x += s; return *this; }
template <typename T> IMPL T sq(T x) { return x * x; }
template <typename T> HALF T v<T>::half() const { return x / 2; }
template <typename T> T third(T x) { return x / 3; }
""",
    "a.cu": '#include "v.cuh"\n__global__ void k(float *o) { v<float> a{1}; a += 2; *o = sq(a.x); }\n',
}


def test_a_definition_keeps_the_macros_of_its_own_that_another_file_makes(tmp_path: Path) -> None:
    made_of = (tree(tmp_path, BEFORE_DEFINITIONS) / "v.inl").read_text().split("\n")
    was = BEFORE_DEFINITIONS["v.inl"].split("\n")
    assert made_of[:2] == was[:2]
    assert made_of[2:] == [
        "template <typename T> HALF __device__ T v<T>::half() const { return x / 2; }",
        "template <typename T> DECL T third(T x) { return x / 3; }",
        "",
    ]


@pytest.mark.compiler
def test_definitions_with_macros_of_their_own_compile(tmp_path: Path, hipcheck: Hipcheck) -> None:
    out = tree(tmp_path, BEFORE_DEFINITIONS)
    put(out / "unit.hip", '#include <hip/hip_runtime.h>\n#include "a.cu"\n')
    compiles, said = hipcheck(out / "unit.hip")
    assert compiles, said


@pytest.mark.parametrize("include", ["", "#include <cstring>\n"])
def test_a_part_of_a_header_may_include_others(include: str, tmp_path: Path) -> None:
    files = {
        "setup.hpp": "#ifdef __CUDACC__\n#define DECL __host__ __device__\n#else\n#define DECL\n#endif\n",
        "a.hpp": '#include "setup.hpp"\ntemplate <class T> DECL T make(T const &v);\n#include "a.inl"\n',
        "a.inl": f"{include}template <class T> inline T make(T const &v) {{ return v; }}\n",
        "a.cu": '#include "a.hpp"\n__global__ void k(int *p) { p[0] = make(p[1]); }\n',
    }
    made = (tree(tmp_path, files) / "a.inl").read_text()
    assert made == f"{include}template <class T> DECL inline T make(T const &v) {{ return v; }}\n"


OVERLOADS = """#define BOTH __host__ __device__
#define FAST inline
struct S {{
  FAST BOTH S &operator=(const S &o);
  {} S &operator=(const T &o);
}};
S &S::operator=(const T &o) {{ return *this; }}
FAST S &S::operator=(const S &o) {{ return *this; }}
"""


@pytest.mark.parametrize("words", ["BOTH", "BOTH FAST", "BOTH __attribute__((cold))"])
def test_what_overloads_have_in_common_goes_to_each(words: str) -> None:
    once = made(OVERLOADS.format(words))
    assert once.endswith(
        "BOTH S &S::operator=(const T &o) { return *this; }\n"
        "FAST BOTH S &S::operator=(const S &o) { return *this; }\n"
    )
    assert made(once) == once


@pytest.mark.parametrize("words", ["", "FAST", "__host__", "__device__"])
def test_of_overloads_for_other_sides_none_gets_words(words: str) -> None:
    source = OVERLOADS.format(words)
    assert made(source) == source


SPLIT = """struct S {{
  __host__ __device__ float f() const;
}};
{}
#ifdef A
float
#else
double
#endif
S::f() const {{ return 1; }}
"""


def test_words_stand_behind_a_condition_that_chooses_the_type() -> None:
    once = made(SPLIT.format("inline"))
    assert once == SPLIT.format("inline").replace("S::f", "__host__ __device__ S::f")
    assert made(once) == once
    assert made(SPLIT.format("__host__ __device__")) == SPLIT.format("__host__ __device__")


@pytest.mark.compiler
def test_the_compiler_takes_words_there(hipcheck: Hipcheck, tmp_path: Path) -> None:
    source = "#define A\n#include <hip/hip_runtime.h>\n" + SPLIT.format("inline")
    see_it_mended(source, made, hipcheck, tmp_path)
