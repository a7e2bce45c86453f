"""What the calls of a function may change, and which give back a lock."""

from __future__ import annotations

import pytest
from helpers.warps import text_of

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.lanes.hazards.function_calls import FunctionCalls
from hipify_py.model import Span
from hipify_py.source.function_model import CallText
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

LOOP = (
    "__global__ void k(int *p, int n) { before(n); for (int i = first(n); i < last(i); step(&i)) {"
    " atomicAdd(p + i, 1); atomicAdd(&n, 0); look(n); put(p, &i, n + 1); unlock(p); } behind(n); }"
)


def calls() -> tuple[Unit, FunctionCalls]:
    unit = Unit(LOOP.encode())
    place = LOOP.index("put")
    read = model(unit, functions(unit, [place])[place])

    def changing(call: CallText) -> tuple[Span, ...]:
        return () if unit.code[slice(*call.name)] == b"look" else call.arguments

    return unit, FunctionCalls(unit.code, read, ConstantTable({}), role_of, changing)


def test_the_calls_of_a_loop_are_those_behind_what_it_begins_with() -> None:
    _, found = calls()
    (loop,) = found.model.loops
    names = [name.decode() for part in found.numbers(loop) for name in found.names[part.start : part.stop]]
    assert names == ["last", "step", "atomicAdd", "atomicAdd", "look", "put", "unlock"]


def test_the_calls_of_methods_in_a_loop_with_their_objects() -> None:
    unit = Unit(
        b"__global__ void k(S s, S *q, int n) { s.before(); for (S o = s.first(n); o.more(n); o.next()) {"
        b" q->step(n); put(n); s.of.deep(); f().made(); } s.behind(); }"
    )
    read = model(unit, functions(unit, [50])[50])
    found = FunctionCalls(unit.code, read, ConstantTable({}), role_of, lambda _: ())
    said = [(name, text_of(unit, call.name)) for name, call in found.of_objects(read.loops[0])]
    assert said == [(b"o", "more"), (b"o", "next"), (b"q", "step")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("step", {b"i"}), ("put", {b"p", b"i"}), ("look", set()), ("before", {b"n"}), ("unlock", set())],
)
def test_what_a_call_may_change(name: str, expected: set[bytes]) -> None:
    unit, found = calls()
    (call,) = (one for one in found.model.calls if text_of(unit, one.name) == name)
    assert found.lent([call]) == expected


def test_what_is_added_to_is_changed_unless_it_is_zero() -> None:
    unit, found = calls()
    adds = [one for one in found.model.calls if text_of(unit, one.name) == "atomicAdd"]
    assert [found.lent([one]) for one in adds] == [{b"p"}, set()]


@pytest.mark.parametrize(
    ("behind", "names", "expected"),
    [("i < last", set(), True), ("unlock(", set(), False), ("step", {b"n"}, True), ("look", {b"n"}, True)],
)
def test_what_gives_a_lock_back(behind: str, names: set[bytes], expected: bool) -> None:
    _, found = calls()
    (loop,) = found.model.loops
    assert found.frees(loop, LOOP.index(behind), names) is expected


def test_an_atomic_on_a_name_frees_it_alone() -> None:
    _, found = calls()
    (loop,) = found.model.loops
    behind_unlock = LOOP.index("unlock(")
    assert not found.frees(loop, behind_unlock, {b"p", b"n"})


def test_the_calls_that_may_store_are_not_those_that_add_nothing_or_only_ask() -> None:
    unit, found = calls()
    names = [text_of(unit, one.name) for one in found.storing((b"p", b"i"))]
    assert names == ["last", "step", "atomicAdd", "put", "unlock"]
    assert [text_of(unit, one.name) for one in found.storing((b"x",))] == []
