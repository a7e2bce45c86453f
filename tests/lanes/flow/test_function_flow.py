"""How values flow through one function: the versions that are given, read and used."""

from __future__ import annotations

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.function_flow import Flow, function_flow
from hipify_py.lanes.flow.indirect_values import Told
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.unit import Unit

NOTHING_TOLD = Told(lambda *_: None, lambda _: None, lambda *_: None)


def flow(body: str) -> Flow:
    unit = Unit(f"__device__ void f(int n) {{ {body} }}".encode())
    (function,) = functions_by_name(unit)[b"f"]
    known = names(unit, function)
    return function_flow(unit, model(unit, function), known, NOTHING_TOLD, ConstantTable({}))


def test_each_assignment_reads_what_holds_before_it() -> None:
    found = flow("int a = n; a = a + 1; int b = a;")
    first, second, third = sorted(range(3), key=lambda number: found.said[number].at)
    assert found.reads[first] == {b"n": b"n"}
    assert found.reads[second] == {b"a": found.said[first].version}
    assert found.reads[third] == {b"a": found.said[second].version}
    assert found.users[found.said[first].version] == [second]
    assert found.versions[b"a"] == {found.said[first].version, found.said[second].version}


def test_what_meets_behind_a_branch_hangs_on_its_condition() -> None:
    found = flow("int a = 0; if (n) a = 1; int b = a;")
    (meets,) = [one for one in found.said if one.conditions and one.symbol]
    assert meets.version in found.versions[b"a"]
    number = found.said.index(meets)
    assert all(number in found.users[each] for each in (*meets.sources, *meets.conditions))
    assert found.users[b"n"] == [at for at, one in enumerate(found.said) if one.node.text == b"n"]
