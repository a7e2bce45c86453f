"""The members of classes, in order."""

from __future__ import annotations

from hipify_py.lanes.flow.class_fields import classes, fields, unions
from hipify_py.source.unit import Unit

CODE = b"""struct P { int a, b[2] = {1}; void f(); float *c; static int d; };
typedef struct { int only; } Q;
template <class T> class R { public: T value; };
union U { int w; struct { short low, high; } parts; };
"""


def test_fields_of_classes() -> None:
    unit = Unit(CODE)
    assert fields(unit, b"P") == (b"a", b"b", b"d")
    assert fields(unit, b"Q") == (b"only",)
    assert fields(unit, b"R") == (b"value",)
    assert fields(unit, b"none") == ()
    assert {one.name for one in classes(unit)} >= {b"P", b"Q", b"R", b"U"}
    assert [*unions(unit)] == [{b"w", b"parts", b"low", b"high"}]
