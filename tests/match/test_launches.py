"""Kernel launches in other words, launches from device code, and what a kernel says of its launch bounds."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

MACRO = Options(launch="macro")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("k<<<g, b>>>(x, y);", "hipLaunchKernelGGL(k, g, b, 0, 0, x, y);"),
        ("k<<<g, b>>>();", "hipLaunchKernelGGL(k, g, b, 0, 0);"),
        ("k<<<g, b, m>>>(x);", "hipLaunchKernelGGL(k, g, b, m, 0, x);"),
        ("k<<<g, b, m, s>>>(x);", "hipLaunchKernelGGL(k, g, b, m, s, x);"),
        ("k<int, 2><<<g, b>>>(x);", "hipLaunchKernelGGL((k<int, 2>), g, b, 0, 0, x);"),
        ("n::k<<<dim3(1, 2), b>>>(x);", "hipLaunchKernelGGL(n::k, dim3(1, 2), b, 0, 0, x);"),
        ("k<<<f<1, 2>(), b>>>(x);", "hipLaunchKernelGGL(k, (f<1, 2>()), b, 0, 0, x);"),
        ("k<\\\n<<g, b>>>(x);", "hipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("k<\\\r\n<\\ \n<g, b>\\\n>>(x);", "hipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("k<<<f<A<B<C> >>(2), b>\\\n>\\\n>(x);", "hipLaunchKernelGGL(k, f<A<B<C> >>(2), b, 0, 0, x);"),
        ("k<<<g, b /* threads */>>>(\n    x);", "hipLaunchKernelGGL(k, g, b /* threads */, 0, 0, \n    x);"),
    ],
)
def test_a_launch_is_written_as_the_macro(before: str, after: str) -> None:
    assert matched("M009", f"void f() {{ {before} }}", MACRO) == (f"void f() {{ {after} }}", [])


@pytest.mark.parametrize("launch", ["k<<<1, b, {2}>>>(x);", "return k<<<g, b>>>(x);", "k<<<g>>>(x);"])
def test_a_launch_that_is_no_plain_statement_stays_and_is_said(launch: str) -> None:
    source = f"void f() {{ {launch} }}"
    made = matched("M009", source, MACRO)
    assert (made.text, [rule for rule, _ in made.said]) == (source, ["M009"])
    assert made.said[0][1] == launch[launch.index("<<<") : launch.index(">>>") + 3]


def test_launches_are_kept_unless_the_macro_is_asked_for() -> None:
    source = "void f() { k<<<g, b>>>(x); }"
    assert matched("M009", source) == (source, [])
    other = "void f() { out << 1 << 2; operator<<<char>(o); } // k<<<g, b>>>(x);"
    assert matched("M009", other, MACRO) == (other, [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("k << <g, b>> >(x);", "k <<<g, b>>>(x);"),
        ("k<1> <<<g, b >> > (x);", "k<1> <<<g, b >>> (x);"),
        ("k <<\t\n <g, b>>>(x);", "k <<<g, b>>>(x);"),
        ("k << /* a */ <g, b>>// b\n>(x);", "k <<< /* a */ g, b>>>// b\n(x);"),
        ("CHECK(k << <g, b>> >(x), 1);", "CHECK(k <<<g, b>>>(x), 1);"),
        ("auto l = [&] { k << <g, b>> >(x); };", "auto l = [&] { k <<<g, b>>>(x); };"),
        ("k<<<g, A<B<C>> >::n>>>(x); o << 1; x = A<B<C>> >(1);", None),
        ("operator<< <A<B>>(o, a); operator<< <A<B<C>> >(o, a);", None),
        ('puts("k << <g, b>> >(x)"); // k << <g, b>> >(x);', None),
        ("k<\\\n<<g, b>\\\n>>(x);", None),
        ("k<\\\n<\\\n<g, b>>>(x);", None),
    ],
)
def test_the_brackets_of_a_launch_are_closed_up(before: str, after: str | None) -> None:
    source = "void f() { %s }"
    closed = source % (after or before)
    assert matched("M093", source % before) == (closed, [])
    assert matched("M093", closed) == (closed, [])


def test_line_ends_that_a_backslash_takes_away_stay_in_a_macro() -> None:
    source = "#define RUN k << \\\n <g, b>> \\\n >(x)\n"
    assert matched("M093", source) == ("#define RUN k <<< \\\n g, b>>> \\\n (x)\n", [])


def test_brackets_that_the_macro_takes_the_place_of_are_left_to_it() -> None:
    assert matched("M093", "void f() { k << <g, b>> >(x); }", MACRO).text == "void f() { k << <g, b>> >(x); }"
    no_statement = "void f() { return k << <g, b>> >(x); }"
    assert matched("M093", no_statement, MACRO).text == "void f() { return k <<<g, b>>>(x); }"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("k<<<{1, 2}, 32>>>(x);", "k<<<dim3{1, 2}, 32>>>(x);"),
        ("k<<<{1, 2}, {32, 2}, 0, s>>>(x);", "k<<<dim3{1, 2}, dim3{32, 2}, 0, s>>>(x);"),
        ("k<<<dim3{1, 2}, 32>>>({1, 2});", None),
        ("k << <{1, 2}, 32>> >(x);", "k << <dim3{1, 2}, 32>> >(x);"),
        ("k<<<1, 32>>>(x);", None),
    ],
)
def test_braces_of_a_launch_get_their_type(before: str, after: str | None) -> None:
    source = "void f() { %s }"
    assert matched("M026", source % before) == (source % (after or before), [])


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("__global__ void p(int *x) { k<<<1, 2>>>(x); }", ["<<<1, 2>>>"]),
        ("__device__ void p(int *x) { if (x) k<<<1, 2>>>(x); j<<<3, 4>>>(); }", ["<<<1, 2>>>", "<<<3, 4>>>"]),
        ("template <class T> __global__ void p(T *x) { k<T><<<1, 2>>>(x); }", ["<<<1, 2>>>"]),
        ("void h(int *x) { k<<<1, 2>>>(x); }", []),
        ("__host__ __device__ void h(int *x) { k<<<1, 2>>>(x); }", []),
        ("__global__ void k(int *x) {}\nvoid h(int *x) { k<<<1, 2>>>(x); }", []),
        ("#define RUN k<<<1, 2>>>(x)\n__global__ void p() {}", []),
        ("#define KERN __global__\n#include <cstdio>\nvoid h(int *x) { k<<<1, 2>>>(x); }", []),
        ("#define KERN __global__ void\n#if A\n#endif\nstatic void h() { k<<<1, 2>>>(x); }", []),
        ("#define KERN __global__\n#include <cstdio>\nKERN void p() { k<<<1, 2>>>(x); }", ["<<<1, 2>>>"]),
        ("#define DEV __device__\nDEV void p() { k<<<1, 2>>>(x); }", ["<<<1, 2>>>"]),
        ("#define BOTH __host__ __device__\nBOTH void p() { k<<<1, 2>>>(x); }", []),
        ('__global__ void k(int *x)\n#include "body.h"\nvoid h(int *x) { k<<<1, 2>>>(x); }', []),
        ("#if A\n__device__\n#endif\nvoid p() { k<<<1, 2>>>(x); }", ["<<<1, 2>>>"]),
        ("__global__ void p() { auto f = [=](int *x) { k<<<1, 2>>>(x); }; f(); }", ["<<<1, 2>>>"]),
    ],
)
def test_launches_from_device_code_are_reported(source: str, places: list[str]) -> None:
    """What runs on the host as well may launch there."""
    assert matched("D007", source) == (source, [("D007", place) for place in places])


@pytest.mark.parametrize(
    ("bounds", "second", "third"),
    [
        ("__launch_bounds__(256)", [], None),
        ("__launch_bounds__(256, 2)", ["__launch_bounds__(256, 2)"], None),
        ("__launch_bounds__(f(1, 2))", [], None),
        ("__launch_bounds__( 256, N<1> )", ["__launch_bounds__( 256, N<1> )"], None),
        ("__launch_bounds__(256, 2, 4)", ["__launch_bounds__(256, 2, 4)"], "__launch_bounds__(256, 2)"),
    ],
)
def test_launch_bounds(bounds: str, second: list[str], third: str | None) -> None:
    source = "__global__ void %s k(int *p) {}\n"
    assert matched("D023", source % bounds) == (source % bounds, [("D023", place) for place in second])
    said = [("D024", bounds)] if third else []
    assert matched("D024", source % bounds) == (source % (third or bounds), said)


def test_a_directive_within_launch_bounds_stays() -> None:
    source = "__global__ void __launch_bounds__(256, 2,\n#if A\n1\n#endif\n) k();"
    assert matched("D024", source) == (source, [])


@pytest.mark.parametrize(
    "source",
    [
        "// __launch_bounds__(1, 2, 3)\n",
        "__launch_bounds__(1, 2",
        "#define B (1, 2, 3)\n",
        "__launch_bounds__(,],1)",
        "__launch_bounds__(1, 2, (3])",
    ],
)
def test_what_are_no_launch_bounds(source: str) -> None:
    assert matched("D023", source) == (source, [])
    assert matched("D024", source) == (source, [])
