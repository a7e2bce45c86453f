"""What a function tells of an object of its own."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.objects import is_of, makes, object_at
from hipify_py.source.function_reading import defined_functions, names
from hipify_py.source.unit import Unit

HEAD = """struct Row {
  int *p; int at;
  __device__ Row(int *q, int i) : p(q), at(i) {}
  __device__ int get() { return at; }
};
struct Other { int at; __device__ void set(int i) { at = i; } };
"""


def found(body: str) -> tuple[str, list[str]] | None:
    """Give the class of the object `r` where `here` stands, and what it is made of."""
    unit = Unit(f"{HEAD}__device__ void f(int *o, int n) {{ {body} here(); }}".encode())
    known = names(unit, defined_functions(unit)[b"f"])
    one = object_at(unit, known, b"r", unit.code.index(b"here"))
    return (one.of.decode(), [unit.code[slice(*each)].decode() for each in one.arguments]) if one else None


@pytest.mark.parametrize(
    ("body", "object_"),
    [
        ("Row r(o, n);", ("Row", ["o", "n"])),
        ("Row r{o, threadIdx.x}; r.get();", ("Row", ["o", "threadIdx.x"])),
        ("Row r(o, n); use(r);", ("Row", [])),
        ("Row r(o, n); r = Row(o, 1);", ("Row", [])),
        ("Row r;", ("Row", [])),
        ("int r = n;", None),
        ("", None),
    ],
)
def test_objects(body: str, object_: tuple[str, list[str]] | None) -> None:
    assert found(body) == object_


def test_which_functions_store_in_it() -> None:
    unit = Unit(f"{HEAD}__device__ void f(int *o, int n) {{ Row r(o, n); here(); }}".encode())
    made = defined_functions(unit)
    one = object_at(unit, names(unit, made[b"f"]), b"r", unit.code.index(b"here"))
    assert one is not None
    assert makes(unit, one, made[b"Row"])
    assert not makes(unit, one, made[b"get"])
    assert is_of(unit, one, b"at", made[b"get"])
    assert not is_of(unit, one, b"at", made[b"set"])
    assert is_of(unit, one, b"at", made[b"f"])
