"""CUB's classes and functions for warps: by which names they are known, and what is none of them."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.cub_classes import brought, classes, functions
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
    ("source", "expected"),
    [
        ("cub::WARP_BALLOT(p, m); hipcub::WARP_ANY (p, m);", ["WARP_BALLOT", "WARP_ANY"]),
        ("namespace a = cub; a::LaneId() + ::cub :: LaneMaskLt();", ["LaneId", "LaneMaskLt"]),
        ("using namespace cub; WARP_ALL(p, m); t.LaneId(); mine::LaneId(); MY_WARP_ANY(p);", ["WARP_ALL"]),
        ("using cub::LaneMaskGe; LaneMaskGe(); LaneMaskGt();", ["LaneMaskGe"]),
        ("auto f = cub::WARP_ANY; cub::WARP_SYNC(m);", ["WARP_SYNC"]),
        ("WARP_ANY(p, m); WarpReduce<cub::Sum> r;", []),
        ('/* cub::WARP_ANY(p, m) */ "cub::LaneId()"', []),
    ],
)
def test_calls_of_functions(source: str, expected: list[str]) -> None:
    unit = Unit(source.encode())
    assert [name.decode() for name, _ in functions(unit)] == expected
    assert all(unit.source[slice(*span)] == name for name, span in functions(unit))


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


def test_classes_are_known_by_the_alias_of_a_file_before_it() -> None:
    unit = Unit(b"c::WarpReduce<int> r; d::WarpScan<int> s;")
    unit.spaces = b"namespace c=cub;"
    assert [unit.source[slice(*span)] for _, span in classes(unit)] == [b"WarpReduce<"]
