"""Which classes have members that words of another type do not change for clang."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HEAD = """struct Mixed { double d; int i; };
struct Whole { int a; unsigned b, c[2]; unsigned char d[4]; int4 v; };
struct Nest { Whole w; Mixed m; };
typedef int word;
using Named = Mixed;
template <class T> struct Pair { T a; int i; };
enum Side { left, right };
"""
CODE = """__device__ void f(%s v, int n, float r) { %s *p = (%s *)&v; for (int i = 0; i < n; i++) p[i] = \
__shfl_xor(p[i], 1, 32); }
"""


@pytest.mark.parametrize(
    ("of", "word", "told"),
    [
        ("Mixed", "int", True),
        ("Named", "unsigned", True),
        ("Nest", "int", True),
        ("Mixed", "word", True),
        ("struct Mixed", "long long", True),
        ("Pair<int>", "int", True),
        ("Elsewhere", "int", True),  # of another file
        ("Whole", "int", False),
        ("const Whole", "uint32_t", False),
        ("Whole", "word", False),
        ("Whole", "long long", True),
        ("Mixed", "unsigned char", False),
        ("Mixed", "std::byte", False),
        ("Mixed", "char", False),
        ("Mixed", "int2", False),  # HIP's vectors may be read as anything
        ("float4", "int", False),
        ("double2", "unsigned", False),
        ("double", "int", False),  # not seen to go wrong
        ("long long", "unsigned int", False),
        ("__half2", "int", False),
        ("cuDoubleComplex", "int", False),
    ],
)
def test_members_of_another_type(of: str, word: str, told: bool) -> None:
    assert remaining(HEAD + CODE % (of, word, word)) == ["W064"] * told


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ("float f;", True),
        ("short s[2];", True),
        ("int *p;", True),
        ("bool b[4];", True),
        ("Side s;", True),
        ("int a : 4;", True),  # how clang writes such is not looked at
        ("union { int a; float b; };", True),
        ("int a; static const double d; void g(double);", False),
        ("uint32_t a; int32_t b; std::uint8_t c[4];", False),
        ("float4 a, b;", False),
    ],
)
def test_members(members: str, told: bool) -> None:
    head = f"{HEAD}struct One {{ {members} }};\n"
    assert remaining(head + CODE % ("One", "int", "int")) == ["W064"] * told


OPEN = """template <class T>
__device__ T f(%s v, int m) { int *p = (int *)&v; for (int i = 0; i < sizeof(T) / 4; i++) \
p[i] = __shfl_xor(p[i], 1, 32); return v; }
"""
CALLS = {
    "": True,
    "__global__ void k(double *x) { double d = *x; *x = f(d, 1) + f(x[0] * 2, 1) + f(2, 1); }": False,
    "__global__ void k(float4 *x) { *x = f(*x, 1); *x = f(make_float4(0, 0, 0, 0), 1); }": False,
    "__global__ void k(Whole *x) { Whole w = x[0]; w = f(w, 1); auto v = w; v = f(v, 1); x[0] = v; }": False,
    "__global__ void k(Mixed *x) { *x = f(x[0], 1); }": True,
    "__global__ void k(Mixed *x) { auto m = x[0]; *x = f(m, 1); }": True,
    "__global__ void k(Nest *x) { x->m = f(x->m, 1); }": True,
    "__global__ void k(Nest *x) { x->w = f(x->w, 1); }": False,
    "__global__ void k(Mixed *x) { *x = f(Mixed{}, 1); *x = f<double>(2, 1); }": True,
    "__global__ void k(double *x) { *x = f<double>(g(x), 1); }": False,
    "__global__ void k(double *x) { *x = f(g(x), 1); }": True,  # what `g` gives is not looked at
    "template <class V> __device__ V t(V a) { return f(a, 2); }\n"
    "__global__ void k(int *x) { *x = t(*x); }": False,
    "template <class V> __device__ V t(V a) { return f(a, 2); }\n"
    "__global__ void k(Mixed *x) { *x = t(*x); }": True,
    "template <class V> __device__ V t(V a) { return a ? f(a, 2) : t(a); }": True,
}


@pytest.mark.parametrize("taken", ["T", "const T &"])
@pytest.mark.parametrize("calls", CALLS)
def test_what_a_template_leaves_open_is_what_it_is_given(taken: str, calls: str) -> None:
    assert [one for one in remaining(HEAD + OPEN % taken + calls) if one == "W064"] == ["W064"] * CALLS[calls]


@pytest.mark.parametrize(
    "word",
    [
        "typedef int __attribute__((may_alias)) Free;",
        "typedef int Free __attribute__((__may_alias__));",
        "using Free = int __attribute__((may_alias));",
        "using Free [[gnu::may_alias]] = int;",
    ],
)
def test_words_that_may_stand_for_anything(word: str) -> None:
    assert remaining(word + HEAD + CODE % ("Mixed", "Free", "Free")) == []
    assert remaining(word + HEAD + CODE % ("Mixed", "word", "word")) == ["W064"]
