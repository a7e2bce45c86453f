"""Members that hipCUB's classes lack."""

from __future__ import annotations

import pytest
from helpers.matches import matched

SCAN = "cub::BlockScan<int, 64>"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (f"typedef {SCAN} S; void f() {{ S(t).ExclusiveScan(a, b, op); }}", 1),
        (f"using S = {SCAN}; void f() {{ S s(t); s.ExclusiveScan(a, b, op); }}", 1),
        (f"void f() {{ {SCAN} s(t); s.ExclusiveScan(a, b, op); }}", 1),
        (f"void f({SCAN} *s) {{ s->ExclusiveScan(a, b, op); (*s).ExclusiveScan(a, b, op); }}", 2),
        (f"struct T {{ {SCAN} s; }}; void f(T t) {{ t.s.ExclusiveScan(a, b, op); }}", 1),
        (f"void f() {{ {SCAN}(t).ExclusiveScan(a, b, op); }}", 1),
        ("void f() { BlockScanT(t).ExclusiveScan(a, b, op); }", 1),
        (f"typedef {SCAN} S; void f() {{ S(t).ExclusiveScan(a, b, 0, op); }}", 0),
        (f"typedef {SCAN} S; void f() {{ S(t).ExclusiveSum(a, b, c); W(t).ExclusiveScan(a, b, op); }}", 0),
        (f"typedef cub::WarpScan<int> S; {SCAN} *p; void f() {{ S(t).ExclusiveScan(a, b, op); }}", 0),
        (f"typedef {SCAN} S; // S(t).ExclusiveScan(a, b, op)\n", 0),
        (f"typedef {SCAN} S; void f() {{ S(t).ExclusiveScan(a, b", 0),
    ],
)
def test_scans_without_a_first_value(source: str, found: int) -> None:
    assert matched("R060", source).said == [("R060", "ExclusiveScan")] * found


def test_names_of_a_class_and_of_its_objects() -> None:
    source = (
        "typedef cub::BlockRakingLayout<int, 128> L; int n = L::HAS_CONFLICTS + M::HAS_CONFLICTS;\n"
        "void f(cub::ArgIndexInputIterator<int *> it, Vector v)\n"
        "{ it.normalize(); v.normalize(); it.normalize(3); }\n"
    )
    assert matched("R514", source).said == [("R514", "HAS_CONFLICTS"), ("R514", "normalize")]


def test_many_objects() -> None:
    source = (
        f"typedef {SCAN} S;\n" + "S s(t); x.y(s.a, b);\n" * 10_000 + "void f() { s.ExclusiveScan(a, b, op); }"
    )
    assert len(matched("R060", source).said) == 1


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("s.ExclusiveScan(in, out, op, sum)", 1),
        ("s.ExclusiveScan(in, out, cub::Max(), sum)", 1),
        ("s.ExclusiveScan(in, out, sum, op)", 0),
        ("s.ExclusiveScan(in, out, op, prefix)", 0),
        ("s.ExclusiveScan(in, out, 0, op, sum)", 0),
        ("s.ExclusiveScan(in, out, op, unseen)", 0),
    ],
)
def test_a_scan_that_gives_the_sum_of_all(call: str, found: int) -> None:
    source = f"__device__ void f({SCAN} s, Op op, Prefix prefix, int in, int &out) {{ int sum; {call}; }}"
    assert len(matched("R060", source).said) == found


def test_flags_with_an_array_of_predecessors() -> None:
    source = (
        "template <class T> __device__ void f(cub::BlockDiscontinuity<T, 64> b, T (&in)[4], T before)\n"
        "{ int flags[4]; T preds[4]; b.FlagHeads(flags, in, preds, op); b.FlagHeads(flags, in, op, before);\n"
        "  b.FlagHeads(flags, in, op); b.FlagHeads(flags, in, preds, op, before); }\n"
    )
    assert matched("R514", source).said == [("R514", "FlagHeads")] * 2


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("const int (&a)[4], int (&b)[4]", 1),
        ("int const (&a)[4], int (&b)[4]", 1),
        ("int (&a)[4], int (&b)[4]", 0),
        ("int (&a)[4], const int (&b)[4]", 0),
        ("const T a, int (&b)[4]", 0),
    ],
)
def test_arrays_of_const_for_an_exchange(head: str, found: int) -> None:
    source = f"__device__ void f(cub::BlockExchange<int, 64, 4> e, {head}) {{ e.StripedToBlocked(a, b); }}"
    assert len(matched("R525", source).said) == found


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ("n, stream, true", 1),
        ("n, stream, wait", 1),
        ("n, n, 64, stream, wait", 1),
        ("n, stream", 0),
        ("n, n, 64", 0),
        ("n, n, 64, stream", 0),
    ],
)
def test_a_histogram_that_waits(last: str, found: int) -> None:
    call = f"cub::DeviceHistogram::HistogramEven(t, b, in, h, 257, 0.f, 1.f, {last})"
    source = f"void f(int n, cudaStream_t stream, bool wait) {{ {call}; Mine::HistogramEven(t, {last}); }}"
    assert len(matched("R526", source).said) == found


def test_many_calls_with_declared_arguments() -> None:
    source = (
        f"void f({SCAN} s, int in, int out) {{\n"
        + "".join(f"int sum{at}; s.ExclusiveScan(in, out, op, sum{at});\n" for at in range(3_000))
        + "}\n"
    )
    assert len(matched("R060", source).said) == 3_000
