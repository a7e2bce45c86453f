"""`min` and `max`, which HIP has for fewer types than CUDA."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings


def converted(source: str) -> str:
    made = matched("L065", source)
    assert made.said == []
    return made.text.replace('#include "hipify_compat.h"\n', "").strip()


@pytest.mark.parametrize(
    "call",
    [
        "min(f, 0.5f)",
        "max(n, 1)",
        "max(n, n)",
        "min(i, u)",
        "::max(u, u)",
        "max(x.y, 1)",
        "min(i, sizeof(int))",
        "max(f(1), f(2))",
    ],
)
@pytest.mark.parametrize("head", ["void f", "__host__ __device__ void f", "MARKED void f"])
def test_on_the_host_all_but_two_ints_go_to_the_header(head: str, call: str) -> None:
    source = f"{head}(float f, size_t n, int i, unsigned u) {{ use({call}); }}\n__global__ void k();"
    ours = call.replace("min(", "hipify_compat::min(").replace("max(", "hipify_compat::max(")
    assert converted(source) == source.replace(call, ours)


@pytest.mark.parametrize(
    ("call", "goes"),
    [
        ("min(i, u)", True),
        ("max(i, n)", True),
        ("min(s, i)", True),
        ("max(x.y, 1)", True),
        ("min(i, 5)", False),
        ("max(u, threadIdx.x)", False),
        ("min(f, x.y)", False),
        ("max(f, 0.0)", False),
        ("max(n, n + 1)", False),
        ("max(t, __shfl_xor_sync(~0u, t, 1))", False),
        ("min(t, at[i])", False),
        ("min(t, i)", True),
        ("max(t, -at[i])", True),
        ("min(max(divided(i, 2), 0), w.y)", False),
        ("min(w.y, u)", True),
        ("max(b.lo, c->lo)", False),
        ("max(b.lo, c->hi)", True),
        ("max(v, w.y)", True),
        ("max(v, q)", True),
    ],
)
def test_on_the_device_what_meets_in_double_goes_to_the_header(call: str, goes: bool) -> None:
    given = "float f, size_t n, int i, unsigned u, short s, T t, const T *at, int2 w, Box b, const Box *c"
    before = "__device__ int divided(int a, int b) { return a / b; }\n"
    source = f"{before}__global__ void k({given}) {{ auto v = i; auto q = u; use({call}); }}"
    ours = call.replace("min(", "hipify_compat::min(").replace("max(", "hipify_compat::max(")
    assert converted(source) == source.replace(call, ours if goes else call)


@pytest.mark.parametrize(
    "source",
    [
        "#define max(a, b) (a > b ? a : b)\nfloat f(float a) { return max(a, 1.0f); }",
        "using std::max;\nfloat f(float a) { return max(a, 1.0f); }",
        "using namespace std;\nfloat f(float a) { return max(a, 1.0f); }",
        "float f(V v, float a) { return v.max(a, 1) + v->max(a, 1) + std::max(a, 1) + thrust::max(a, 1); }",
        "V max(V a, V b);\nV f(V a) { return max(a, a); }",
        "struct S { float max(float a, float b); float f(float a) { return max(a, a); } };",
        "namespace own { float max(float a, float b); float f(float a) { return max(a, a); } }",
        "float f(float max) { return max * 2; }",
        "float f(float a) { auto max = [](float a, float b) { return a; }; return max(a, a); }",
        "float f(float *a) { return max(a, a + 3, less) + max({1.f, 2.f}); }",
        "#ifndef __CUDACC__\nfloat f(float a) { return max(a, a); }\n#endif",
        "#include <hip/hip_runtime.h>\nfloat f(float a) { return max(a, a); }",
        "#ifdef __HIPCC__\nfloat f(float a) { return max(a, a); }\n#endif",
    ],
)
def test_what_is_not_cudas(source: str) -> None:
    assert matched("L065", source) == (source, [])


@pytest.mark.parametrize(
    "own",
    [
        "V max(V a, V b);",
        "#ifndef __CUDACC__\ninline int max(int a, int b) { return a > b ? a : b; }\n#endif",
        "#if !defined(__CUDACC__)\n#define max(a, b) (a)\n#endif",
    ],
)
def test_a_programs_other_forms_leave_those_on_numbers_to_cuda(own: str) -> None:
    source = f"{own}\nfloat f(float a) {{ return max(a, 1.0f); }}"
    assert converted(source) == source.replace("return max", "return hipify_compat::max")


REACHED = """struct Spec { const int size[3]; const int last; float width; };
template <class T> struct Of { int last; }; template <> struct Of<int> { float last; };
static int32_t total = -1; float scale;
namespace { int inner; }
#define MOST 8
#ifdef WIDE
#define EITHER 8
#endif
#define TWICE 1
#undef TWICE
#define TWICE 2.f
#define CALLED(x) 8
"""


@pytest.mark.parametrize(
    ("call", "goes"),
    [
        ("min(MOST, total)", False),
        ("max(inner, total - 1)", False),
        ("min(static_cast<int32_t>(f), s.last - 2)", False),
        ("min(static_cast<int32_t>(f), p->size[1] - 2)", False),
        ("min(s.width, 2)", True),
        ("min(scale, 2)", True),
        ("min(EITHER, 2)", True),
        ("min(TWICE, 2)", True),
        ("min(CALLED(1), 2)", True),
        ("min(o.last, 2)", True),
        ("min(other.last, 2)", True),
        ("min(hidden, 2)", True),
    ],
)
def test_what_is_declared_outside_of_the_function(call: str, goes: bool) -> None:
    head = "int hidden;\nvoid f(float f, const Spec &s, Spec *p, Of<int> o, Other other)"
    source = f"{REACHED}{head} {{ float hidden; use({call}); }}\n__global__ void k();"
    ours = call.replace("min(", "hipify_compat::min(").replace("max(", "hipify_compat::max(")
    assert converted(source) == source.replace(call, ours if goes else call)


@pytest.mark.parametrize(
    "source",
    [
        "int last;\nstruct S : B { int f() { return min(last, 2); } };",  # the base may have one
        "int last;\nint S::f() { return min(last, 2); }",
        "int last;\nvoid g(float last);\nint f() { return min(last, 2); }",
        "struct S { int last; };\nint f(other::S s) { return min(s.last, 2); }",
        "template <int last> int f() { return 0; }\nint g() { return min(last, 2); }",
    ],
)
def test_what_may_be_another_name(source: str) -> None:
    assert converted(f"{source}\n__global__ void k();") == (
        f"{source}\n__global__ void k();".replace("min(", "hipify_compat::min(")
    )


def test_without_polyfills_they_are_reported() -> None:
    made = matched("L065", "float f(float a) { return max(a, 1.0f); }", Options(polyfill=False))
    assert made.said == [("L065", "max")]


def test_what_a_header_of_the_project_makes_is_its_own(tmp_path: Path) -> None:
    put(tmp_path / "own.h", "#define max(a, b) ((a) > (b) ? (a) : (b))\n")
    body = "float f(float a) { return max(a, 1.0f); }\n"
    put(tmp_path / "a.cu", f'#include "own.h"\n{body}')
    put(tmp_path / "b.cu", body)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {Path(file.path).name: file.output or b"" for file in report.files}
    assert b"hipify_compat" not in made["a.cu"]
    assert b"hipify_compat::max" in made["b.cu"]


@pytest.mark.parametrize(
    ("source", "goes"),
    [
        ("using v = lib::V<float>; V f(v a) { return max(1u, 2); }", True),
        ("lib::V f(float a) { return max(a, 2.0f); }", True),
        ("float f(lib::V a) { return max(a.x, 2.0f); }", False),
        ("using lib::max; float f(lib::V a) { return max(a, a).x; }", False),
        ("using lib::max; float f(float a) { return max(a, 2.0f); }", True),
        ("using namespace lib; float f(float a) { return max(a, 2.0f); }", False),
        ("namespace lib { float f(float a) { return max(a, 2.0f); } }", False),
        ("struct D : public lib::V { float f(float a) { return max(a, 2.0f); } };", False),
        ("float lib::V::f(float a) { return max(a, 2.0f); }", False),
    ],
)
def test_a_scope_that_is_only_named_leaves_those_on_numbers_to_cuda(
    tmp_path: Path, source: str, goes: bool
) -> None:
    own = "struct V { float x, f(float); static V max(V, V); }; V max(V a, V b);"
    put(tmp_path / "lib.h", f"namespace lib {{ {own} }}\n")
    put(tmp_path / "a.cu", f'#include "lib.h"\n{source}\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (made,) = (file.output or b"" for file in report.files if file.path.endswith("a.cu"))
    assert (b"hipify_compat::max" in made) is goes


def test_a_template_of_a_header_leaves_numbers_of_two_types_to_cuda(tmp_path: Path) -> None:
    own = "template <class T> __host__ __device__ T max(T a, T b) { return a > b ? a : b; }\n"
    put(tmp_path / "own.h", own)
    put(
        tmp_path / "a.cu", '#include "own.h"\n__device__ V f(V v, int i) { return max(i, 1u) + max(v, v); }\n'
    )
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {Path(file.path).name: file.output or b"" for file in report.files}
    assert b"hipify_compat::max(i, 1u) + max(v, v)" in made["a.cu"]
    assert b"__host__ T max" in made["own.h"]


MEMBERS = """\
#pragma once
struct P { int n; long big; float f; float3 at; const int *list; };
struct Two { int n; };
namespace a { struct Two { long n; }; }
"""


@pytest.mark.parametrize(
    ("call", "goes"),
    [
        ("min(p.n, i)", False),
        ("max(q->n, p.n)", False),
        ("min(p.f, 1.0f)", False),
        ("min(p.at.x, 1.0f)", False),
        ("min(p.list[i], i)", False),
        ("max(i, min(p.n, 3))", False),
        ("min(p.big, i)", True),
        ("min(p.other, i)", True),
        ("min(t.n, i)", True),
        ("min(o.n, i)", True),
    ],
)
def test_members_of_a_class_in_another_header(call: str, goes: bool, tmp_path: Path) -> None:
    put(tmp_path / "p.h", MEMBERS)
    put(tmp_path / "mid.h", '#include "p.h"\n')
    put(
        tmp_path / "a.cu",
        f'#include "mid.h"\n__global__ void k(P p, const P *q, Two t, Own o, int i) {{ i = {call}; }}\n',
    )
    put(tmp_path / "unseen.h", "struct Own { int n; };\n")
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    text = (tmp_path / "a.cu").read_text()
    assert ("hipify_compat::" in text) is goes
    assert f"i = {call};" in text.replace("hipify_compat::", "")


def test_a_class_that_a_template_takes_is_another(tmp_path: Path) -> None:
    put(tmp_path / "p.h", MEMBERS)
    put(
        tmp_path / "a.cu",
        '#include "p.h"\ntemplate <class P> __global__ void k(P p, int i) { i = min(p.n, i); }\n',
    )
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert "hipify_compat::min(p.n, i)" in (tmp_path / "a.cu").read_text()


OWN_MIN = "inline float min(float a, float b) { return a > b ? b : a; }\n"
CALLS = """struct P { float x; __device__ P() {} };
int f(P p, float x, int n) { return min(p.x, x) <= min(n, x); }
"""


@pytest.mark.parametrize(
    "own",
    [
        OWN_MIN,
        "static inline unsigned int min(const unsigned int a, const unsigned int b) { return a; }\n",
        "const double& min(const double& a, const double& b);\n",
        "#ifndef A\n#define A\n" + OWN_MIN + "#endif\n",
    ],
)
def test_where_a_file_defines_one_for_numbers_no_call_is_cudas(own: str) -> None:
    assert matched("L065", own + CALLS) == (own + CALLS, [])


@pytest.mark.parametrize(
    "own",
    [
        "inline V min(V a, V b) { return a; }\n",
        "inline float min(float a, float b, float c) { return a; }\n",
        "inline float min(float a, int b) { return a; }\n",
        "template <class T> T min(T a, T b) { return a; }\n",
        f"namespace own {{ {OWN_MIN} }}\n",
        f"struct S {{ static {OWN_MIN} }};\n",
        f"#ifdef ON_CPU\n{OWN_MIN}#endif\n",
        f"#ifndef __CUDACC__\n{OWN_MIN}#endif\n",
    ],
)
def test_other_forms_of_the_program_leave_numbers_to_cuda(own: str) -> None:
    assert (
        converted(own + CALLS)
        == (own + CALLS)
        .replace("min(p.x", "hipify_compat::min(p.x")
        .replace("min(n, x)", "hipify_compat::min(n, x)")
        .strip()
    )


@pytest.mark.parametrize(("header", "goes"), [(OWN_MIN, False), (f"#ifdef ON_CPU\n{OWN_MIN}#endif\n", True)])
def test_so_it_is_where_a_header_defines_it(tmp_path: Path, header: str, *, goes: bool) -> None:
    put(tmp_path / "own.h", header)
    put(tmp_path / "a.cpp", '#include "own.h"\n' + CALLS)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {Path(file.path).name: file.output or b"" for file in report.files}
    assert (b"hipify_compat::min" in made["a.cpp"]) is goes
