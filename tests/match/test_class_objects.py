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
