"""Names of the program's own that `std` has for HIP, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.api import convert_tree
from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = "#include <hip/hip_runtime.h>\n#include <vector>\nusing namespace std;\n"
OWN = "typedef float real;\n__constant__ int left;\nenum dir { up, fixed };\n"
COMPLEX = (
    "struct complex { float r; __host__ __device__ complex(float a) : r(a) {} complex times(float); };\n"
)


def run(code: str, name: str = "a.cu") -> tuple[str, list[str]]:
    """Give what comes out behind the head, and the rules of the findings."""
    made = convert(f"{HEAD}{code}".encode(), load(), Options(path=name))
    again = convert(made.output, load(), Options(path=name))
    assert again.output == made.output
    return made.output.decode().removeprefix(HEAD), [one.rule for one in made.findings]


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("real f(real x) { return (real)x; }", "::real f(::real x) { return (::real)x; }"),
        ("vector<real> v; real *p = new real[3];", "vector< ::real> v; ::real *p = new ::real[3];"),
        ("int f(int n) { return n ? left:fixed; }", "int f(int n) { return n ? ::left: ::fixed; }"),
        ("int f(int n) { switch (n) { case fixed: return left; } return 0; }",
         "int f(int n) { switch (n) { case ::fixed: return ::left; } return 0; }"),
        ("auto g = [](real q) -> real { return q; };", "auto g = [](::real q) -> ::real { return q; };"),
        ("#define HALF(x) ((real)(x) / 2)", "#define HALF(x) ((::real)(x) / 2)"),
        ("struct S { operator real() const; };", "struct S { operator ::real() const; };"),
        ("template <real *P> struct H {};", "template < ::real *P> struct H {};"),
        ("struct B; struct A : B { real x; };", "struct B; struct A : B { ::real x; };"),
    ],
)  # fmt: skip
def test_uses_are_qualified(code: str, made: str) -> None:
    assert run(OWN + code) == (OWN + made, [])


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("complex complex::times(float b) { return complex(r * b); }",
         "::complex (::complex::times)(float b) { return complex(r * b); }"),
        ("complex f(complex *c) { complex d(1); return d; }",
         "::complex f(::complex *c) { ::complex d(1); return d; }"),
        ("int f() { return sizeof(struct complex); }", "int f() { return sizeof(struct ::complex); }"),
        ("inline float g() { return complex::times(1).r; }",
         "inline float g() { return ::complex::times(1).r; }"),
    ],
)  # fmt: skip
def test_a_class_is_named_as_it_is_within_itself(code: str, made: str) -> None:
    assert run(COMPLEX + code) == (COMPLEX + made, [])


@pytest.mark.parametrize(
    "code",
    [
        "int f(int left) { return left; }",
        "int f() { int left = 1; { return left; } }",
        "int f(vector<int> v) { int n = 0; for (auto left : v) n += left; return n; }",
        "int f() { for (int left = 0; left < 3; ++left) {} return 0; }",
        "int f(S s) { auto [left, b] = s; return left; }",
        "int f() { auto g = [left = 1] { return left; }; return g(); }",
        "int f(S s, S *p) { return s.left + p->left + S::left; }",
        "struct S { int left; int f() { return left; } int g(); };\nint S::g() { return left; }",
        "namespace a { int left; int f() { return left; } }\nnamespace a { int g() { return left; } }",
        "namespace a { extern int left; int g(); }\nint a::g() { return left; }",
        "template <int left> int f() { return left; }",
        "int f(int n) { if (n) goto left; left: return 1; }",
        "enum class E { left, right };\nint f() { return int(E::left); }",
        "#define F(left) (left + 1)\n#define NAME(x) #x\n#if left\n#endif\n",
        'const char *s = "left"; // left',
        "struct T { int left(); };\nint T::left() { return 1; }",
        "int f() { try { } catch (E &left) { g(left); } return 0; }",
        "__device__ float norm(float3 v); float f(float3 v) { return norm(v); }",
    ],
)
def test_what_hides_the_name_stays(code: str) -> None:
    text, found = run("__constant__ int left;\n" + code)
    assert "::left" not in text.replace("S::left", "").replace("E::left", "").replace("T::left", "")
    assert "M174" not in found


@pytest.mark.parametrize(
    "code",
    [
        "struct A : B { int f() { return left; } };",
        "int Other::f() { return left; }",
        "struct S { int left; };\n#define GET left\n",
    ],
)
def test_what_may_be_a_member_is_told(code: str) -> None:
    text, found = run("__constant__ int left;\n" + code)
    assert "::left" not in text
    assert "M174" in found


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        ("#define MAKE(T) void make_##T(T *p) {}\nMAKE(real)\n", True),
        ("MAKE(real)\n", True),
        ("void f() { MAKE(1, real, 2); }\n", True),
        ("#ifdef DOUBLE\n#define real double\n#endif\nreal f(real x);\n", False),
    ],
)
def test_a_name_that_a_macro_may_paste_or_is_stays(code: str, *, is_told: bool) -> None:
    text, found = run("typedef float real;\n" + code)
    assert "::real" not in text
    assert ("M174" in found) == is_told


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("#include <vector>\nusing std::vector;\n", "a.cu"),
        ("namespace a { using namespace std; }\n", "a.cu"),
        ("#include <vector>\nusing namespace std;\n", "a.cpp"),
    ],
)
def test_where_std_is_not_seen_or_no_compiler_for_hip_reads_nothing_is_done(head: str, name: str) -> None:
    source = f"{head}typedef float real;\nreal f(real x);\n"
    assert "::real" not in convert(source.encode(), load(), Options(path=name)).text


def test_a_directive_in_a_block_counts_to_its_end() -> None:
    source = "typedef float real;\nvoid f() { using namespace std; real x; }\nvoid g() { real y; }\n"
    text = convert(source.encode(), load(), Options(path="a.cu")).text
    assert "::real x;" in text
    assert "{ real y; }" in text


FILES = {
    "own.h": "#pragma once\ntypedef float real;\nstatic const int right = 1;\nstruct P { real x; };\n",
    "std.h": "#include <vector>\nusing namespace std;\n",
    "k.cu": '#include "std.h"\n#include "own.h"\n#include "k.cuh"\n'
    "__global__ void k(real *p) { *p = right; }\n",
    "k.cuh": "__device__ real half(real x) { return x / 2; }\n",
    "other.cu": '#include "own.h"\n__global__ void l(real *p) { *p = right; }\n',
}


def test_headers_tell_of_both(tmp_path: Path) -> None:
    for name, text in FILES.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {one.path.rpartition("/")[2]: (one.output or b"").decode() for one in report.files}
    assert made["k.cu"].endswith("__global__ void k(::real *p) { *p = ::right; }\n")
    assert "__device__ ::real half(::real x)" in made["k.cuh"]
    assert "::" not in made["other.cu"]
    assert "struct P { ::real x; };" in made["own.h"]  # std.h comes before it in one unit


@pytest.mark.compiler
def test_what_comes_out_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    code = (
        OWN
        + COMPLEX
        + """
complex complex::times(float b) { complex t(r * b); return t; }
#define HALF(x) ((real)(x) / 2)
template <class T> __device__ T sum(T a, real b) { auto f = [](real left) { return left; }; return a + f(b); }
__global__ void k(real *p, int n) {
  for (int fixed = 0; fixed < n; ++fixed) p[fixed] = HALF(fixed) * left;
  switch (n) { case up: p[0] = n?left:fixed; break; case fixed: p[1] = sum<real>(1, real(2)); }
  auto g = [=](real q) -> real { return q + complex(1).r; };
  p[2] = g(static_cast<real>(n)) + sizeof(struct complex);
}
namespace n { struct left { real a; }; __device__ real f(left l) { return l.a; } }
int main() { vector<real> v; real *p = new real[3]; int s = 0;
for (auto left : v) s += left; return s + left; }
"""
    )
    text, found = run(code)
    assert found == []
    file = put(tmp_path / "a.hip", HEAD + text)
    fine, said = hipcheck(file)
    assert fine, said
