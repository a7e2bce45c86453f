"""Functions and macros around places: their names, their kinds, their spans and their parameters."""

from __future__ import annotations

import pytest
from helpers.sources import function_at, marks

from hipify_py.source.definitions import outermost_function
from hipify_py.source.functions import (
    functions,
    macros,
    marking_words,
    parameters,
)
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("void f(int a) { here; }", "f"),
        ("int S::f(int a) { here; }", "S::f"),
        ("namespace n { struct S { int f() const { here; } }; }", "f"),
        ("struct S { S(int a) : a(1), b{2} { here; } };", "S"),
        ("struct S { ~S() { here; } };", "~S"),
        ("int operator+(S a) { here; }", "operator+"),
        ("int S::operator()(int a) { here; }", "S::operator()"),
        ("struct S { operator bool() const { here; } };", "operator bool"),
        ("struct S { explicit operator unsigned long() { here; } };", "operator unsigned long"),
        ("DEVICE INLINE void f(int a) { here; }", "f"),
        ("__global__ void __launch_bounds__(256, 2) k(int a) { here; }", "k"),
        ("template <class T, int N = f<3>()> void g(T t) { here; }", "g"),
        ("auto f = [] { here; };", "a lambda"),
        ("static KERNEL_HEAD { here; }", "a function"),
        ("struct S { KERNEL_HEAD { here; } };", "a function"),
        ("struct S { int operator[](int i) { here; } };", "operator[]"),
        ("void f() { auto g = [](int a) { here; }; }", "f"),
        ("#define M(a) here(a)\n", "M"),
        ("#define M \\\n here\n", "M"),
    ],
)
def test_a_place_is_in_the_outermost_function_around_it(source: str, name: str) -> None:
    assert function_at(Unit(source.encode())).name == name


@pytest.mark.parametrize(
    "source",
    [
        "int here; void f() { }",
        "void f() { } int here;",
        "struct S { int here; void f() { } };",
        "namespace n { here(); void f() { } }",
        "#if here\nvoid f() { }\n#endif\n",
        "// void f() { here; }\n",
        "enum E { here };",
    ],
)
def test_a_place_in_no_function(source: str) -> None:
    assert functions(Unit(source.encode()), [source.index("here")]) == {}


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("__global__ void k() { here; }", "kernel"),
        ("template <class T> __global__ void __launch_bounds__(64) k() { here; }", "kernel"),
        ("__device__ int f() { here; }", "device"),
        ("#define HD __host__ __device__ inline\nint x;\nHD int f() { here; }", "device"),
        (
            "#define KERNEL(n) __global__ void __launch_bounds__(n)\nint x;\nKERNEL(64) k() { here; }",
            "kernel",
        ),
        ("#define HD __device__\nint f() { here; }", "host"),
        ("#define CALL(f) __device__ int x() { f(); }\nint CALL(int a) { here; }", "host"),
        ("__global__\n#if A\n__launch_bounds__(64)\n#endif\nvoid k() { here; }", "kernel"),
        ("#include <a>\n__device__ int f(int a = here()) { }", "device"),
        ("__host__ __device__ int f() { here; }", "device"),
        ("struct S { __device__ int f() { here; } };", "device"),
        ("__device__ void f() { auto l = [=] __device__ (int i) { here; }; }", "device"),
        ("INLINE int f() { here; __syncthreads(); }", "device"),
        ("auto l = [=](int i) { here(threadIdx.x); };", "device"),
        ("int f() { here; }", "host"),
        ("__device__ int g() { } int f() { here; }", "host"),
        ("__host__ int f() { here; /* __device__ */ }", "host"),
        ("int f() { here; g([] __device__ () { __syncthreads(); }); }", "host"),
        ("#define M __device__ here\n", "macro"),
    ],
)
def test_where_a_function_runs(source: str, kind: str) -> None:
    function = function_at(Unit(source.encode()))
    assert function.kind == kind
    assert function.of_device == (kind in {"kernel", "device"})


@pytest.mark.parametrize(
    ("source", "whole", "body"),
    [
        (
            "int a; /* c */ static __device__ int f(int b) { here; } int c;",
            "static __device__ int f(int b) { here; }",
            "{ here; }",
        ),
        (
            "}\ntemplate <class T>\n__global__ void k() { { here; } }\n",
            "template <class T>\n__global__ void k() { { here; } }",
            "{ { here; } }",
        ),
        ("#if A\n#define B\n#endif\n\nint f() { here; }", "int f() { here; }", "{ here; }"),
        (
            "int a;\n#if A\n__device__\n#endif\nint f() { here; }",
            "__device__\n#endif\nint f() { here; }",
            "{ here; }",
        ),
        (
            '__global__ void k()\n#include "k.h"\nvoid f(int a) { here; }',
            "void f(int a) { here; }",
            "{ here; }",
        ),
        (
            '__global__ void k() { }\nvoid g()\n#include "a.h"\nvoid h()\n#include "b.h"\nint f() { here; }',
            "int f() { here; }",
            "{ here; }",
        ),
        (
            'inline\n#include "mark.h"\nint f() { here; }',
            'inline\n#include "mark.h"\nint f() { here; }',
            "{ here; }",
        ),
        ("int a;\n#define M(a) \\\n  here\nint b;\n", "#define M(a) \\\n  here", "#define M(a) \\\n  here"),
    ],
)
def test_spans_are_those_of_the_whole_with_its_head_and_of_the_body(
    source: str, whole: str, body: str
) -> None:
    found = function_at(Unit(source.encode()))
    assert (source[slice(*found.span)], source[slice(*found.body)]) == (whole, body)


def test_a_file_may_hold_the_body_of_a_function_of_the_device_alone() -> None:
    source = '// k\n#include "b.h"\n#define N 3\n{ int i = threadIdx.x; here; }\n'
    found = function_at(Unit(source.encode()))
    assert source[slice(*found.body)] == "{ int i = threadIdx.x; here; }"
    assert (found.name, found.kind, found.span) == ("the body of a function", "device", found.body)


@pytest.mark.parametrize(
    "source",
    [
        "{ here, 1 }, { 2, 3 }\n",
        "{ int i = threadIdx.x; } here;",
        "x { int i = threadIdx.x; here; }",
        '{ asm("pause"); here; }',
    ],
)
def test_a_list_and_what_stands_beside_a_body_are_no_body_of_a_function(source: str) -> None:
    assert functions(Unit(source.encode()), [source.index("here")]) == {}


def test_each_place_has_its_function() -> None:
    source = "here; void f() { here; here; } here; void g() { here;\n#define M here\nhere; }\n"
    places = marks(source.encode())
    found = functions(Unit(source.encode()), reversed(places))
    assert [found[at].name if at in found else None for at in places] == [None, "f", "f", None, "g", "M", "g"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "template <class T, T E = lim<T>::max()> class M { __device__ int g() { if constexpr (1) { here;",
            ("g", "device"),
        ),
        (
            "template <class T, int N = f<T>(1)> __device__ int g(int b) { if constexpr (b) { here;",
            ("g", "device"),
        ),
        ("struct S { int a; __device__ int f(int b) { if constexpr (b) { here;", ("f", "device")),
        ("struct S { int a; S(int b) : a{b}, c(1) { if (b) { here;", ("S", "host")),
        (
            "struct S { int a; DEV f(int b) : a{b} { if constexpr (b) { here(__syncthreads());",
            ("f", "device"),
        ),
        ("struct S { int a; DEV f(int b) { g(here, [b] { if constexpr (b) {", ("f", "host")),
        ("int here; struct S { int a; DEV f() : a{1} { if constexpr (a) {", None),
        ("if (a) { b c(1)(); here; }", None),
        ("struct S { int a; DEV f() : a{1} { if (a) { } } int here; DEV g() { if constexpr (a) {", None),
    ],
)
def test_where_the_grammar_has_lost_its_way_braces_tell(
    source: str, expected: tuple[str, str] | None
) -> None:
    unit, at = Unit(source.encode()), source.index("here")
    assert unit.tree.root_node.has_error
    assert outermost_function(unit, at) is None
    found = functions(unit, [at]).get(at)
    assert (found and (found.name, found.kind)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("void f(int a, float *b, const T &c) { here; }", [b"a", b"b", b"c"]),
        ("void f(int a[3], int b = 4, int &&c = g) { here; }", [b"a", b"b", b"c"]),
        ("void f(int a, // one, two\n int b /* c */) { here; }", [b"a", b"b"]),
        ("int S::f(int a) { here; }", [b"a"]),
        ("S::S(int a) : b(a), c(1) { here; }", [b"a"]),
        ("__global__ void __launch_bounds__(256) k(int a) { here; }", [b"a"]),
        ("#define M(a, b) here\n", [b"a", b"b"]),
        ("#define M here(a)\n", []),
        ("auto f = [] { here; };", []),
    ],
)
def test_parameters_are_named_in_order(source: str, expected: list[bytes]) -> None:
    unit = Unit(source.encode())
    assert parameters(unit.code, function_at(unit)) == tuple(expected)


@pytest.mark.parametrize(
    "source",
    [
        "DEVICE_INLINE\nGradientPairInt64 sum(GradientPairInt64 v) { auto h = __shfl_sync(d::F(), v.G(), 0);",
        "struct S { int a; DEV sum(int l) : a{l}, b(1), c{2} { if constexpr (K) { a = __any(a);",
    ],
)
def test_functions_are_named_by_their_names_alone(source: str) -> None:
    at = source.index("__any") if "__any" in source else source.index("__shfl")
    assert functions(Unit(source.encode()), [at])[at].name == "sum"


def test_a_place_in_a_head_says_nothing_of_those_behind_it() -> None:
    unit = Unit(b"__global__ void k(int a = f(1)) { g(a); }")
    head, body = unit.code.index(b"f(1)"), unit.code.index(b"g(a)")
    found = functions(unit, [head, body])
    assert found[body] == functions(unit, [body])[body]
    assert unit.code[slice(*found[body].body)] == b"{ g(a); }"
    assert found[head].name == "k"


def test_macros_by_their_names() -> None:
    unit = Unit(b"#define ONE 1\n#define TWO(a) a\n#define ONE 2\nint TWO;\n")
    assert {name: one.kind for name, one in macros(unit).items()} == {b"TWO": "macro"}


def test_functions_that_return_references_and_pointers_bear_their_names() -> None:
    code = (
        b"struct V { int &of(int i) { return d[i]; } int &operator[](int i) { return d[i]; } int d[2]; };\n"
    )
    code += b"int &self(int &v) { return v; }\nconst V &V::next() const { return *this; }\n"
    code += b"int &&m(int a) { return 1; }\nint (*p(int x))(int) { return 0; }\n"
    code += b"int (&q(V &v))[2] { return v.d; }\n"
    unit = Unit(code)
    bodies = [at for at in range(len(code)) if code.startswith(b"return", at)]
    assert [functions(unit, [at])[at].name for at in bodies] == [
        "of",
        "operator[]",
        "self",
        "V::next",
        "m",
        "p",
        "q",
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("static inline WORD ROL(WORD x) { here; }", b"static inline WORD"),
        ("int C::F(int a[4]) const { here; }", b"int C:: const"),
        ("DEVICE auto f() -> SIZE { here; }", b"DEVICE auto -> SIZE"),
        ("KERNEL(f) { here; }", b"KERNEL(f)"),
        ("static DEVICE(int, f) { here; }", b"static DEVICE(int, f)"),
        ("auto f = [=] DEVICE (int a) { here; };", b"auto f = [=] DEVICE (int a)"),
        ("#define D __device__\nD int f(int) { here; }", b"D int __device__"),
    ],
)
def test_words_that_may_mark_a_function(source: str, expected: bytes) -> None:
    unit = Unit(source.encode())
    assert b" ".join(marking_words(unit, function_at(unit)).split()) == expected
