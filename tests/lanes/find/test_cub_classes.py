"""CUB's classes for warps: by which names of the namespace they are known, and what is none of them."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.cub_classes import brought, classes
from hipify_py.source.unit import Unit


def found(source: str) -> list[tuple[str, str]]:
    unit = Unit(source.encode())
    return [(name.decode(), unit.source[slice(*span)].decode()) for name, span in classes(unit)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("cub::WarpReduce<int> r;", [("WarpReduce", "WarpReduce<")]),
        ("hipcub :: WarpScan <int> s;", [("WarpScan", "WarpScan <")]),
        ("::cub::WarpLoad<int, 4>::TempStorage t;", [("WarpLoad", "WarpLoad<")]),
        ("namespace a = cub; namespace b = a; b::WarpStore<int, 4> s;", [("WarpStore", "WarpStore<")]),
        (
            "using cub::WarpExchange; WarpExchange<int> e; WarpScan<int> mine;",
            [("WarpExchange", "WarpExchange<")],
        ),
        ("using namespace cub; WarpMergeSort<int, 4> s;", [("WarpMergeSort", "WarpMergeSort<")]),
        (
            "cub::WarpScan<int> s; using namespace cub; WarpReduce<int> r;",
            [("WarpScan", "WarpScan<"), ("WarpReduce", "WarpReduce<")],
        ),
        ("#define SUM(T) cub::WarpReduce<T>\n", [("WarpReduce", "WarpReduce<")]),
    ],
)
def test_a_class_is_known_by_any_name_of_its_namespace(source: str, expected: list[tuple[str, str]]) -> None:
    assert found(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '// cub::WarpReduce<int>\nauto s = "cub::WarpReduce<int>"; /* cub::WarpReduce<int> */',
        "cub::BlockReduce<int> r; cub::WarpReduceSmem<int> s; cub::WarpReduce;",
        "mycub::WarpReduce<int> r;",
        "#include <cub/cub.cuh>\nWarpReduce<int> r; mine::WarpScan<int> s;",
        "int cub; namespace c = mine; c::WarpReduce<int> r;",
        "using namespace cub; mine::WarpScan<int> s; x.WarpScan<int>(); p->WarpScan<int>();",
        "using namespace cub; template <class T> struct WarpScan {}; WarpScan<int> s;",
    ],
)
def test_what_is_no_class_of_cub(source: str) -> None:
    assert found(source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("using namespace cub;", None),
        ("namespace c = hipcub; using namespace c;", None),
        ("using cub::WarpReduce; using hipcub::BlockScan;", {b"WarpReduce", b"BlockScan"}),
        ("cub::WarpReduce<int> r; using std::max; using namespace std;", set()),
        ("// using namespace cub;\nint cub;", set()),
    ],
)
def test_which_names_go_without_the_namespace(source: str, expected: set[bytes] | None) -> None:
    assert brought(Unit(source.encode())) == expected
