"""The nodes of a function that may have to do with masks of lanes."""

from __future__ import annotations

from helpers.warps import facts_of

from hipify_py.lanes.flow.def_use import read
from hipify_py.lanes.flow.mask_nodes import MaskNodes, operations
from hipify_py.model import Span
from hipify_py.source.expression_reading import expressions
from hipify_py.source.search import places
from hipify_py.source.unit import Unit


def test_operators_casts_and_calls_of_each_statement_the_outer_ones_first() -> None:
    code = b"a = -f(b, (int)c); d[e]; n; x(y)"
    found = [*operations(expressions(code, Span(0, len(code)), places(code, b"=", b"(")))]
    assert [
        (one.node.kind, one.node.text, [each.text for each in one.around], one.start) for one in found
    ] == [
        ("binary", b"=", [], 0),
        ("unary", b"-", [b"="], 0),
        ("call", b"f", [b"=", b"-"], 0),
        ("cast", b"int", [b"-", b"f"], 0),
        ("call", b"x", [], 27),
    ]


def test_what_names_are_given_what_picks_bits_and_what_is_returned() -> None:
    unit = Unit(
        b"__device__ unsigned f(unsigned m, unsigned *p) {\n"
        b"  unsigned a = __ballot_sync(m, 1); p[0] = a & m; if (a && m) return a; return 0;\n}"
    )
    (facts,) = facts_of(unit)
    nodes = MaskNodes.of(unit, read(unit, facts))
    assert [(node.text, whole) for _, node, _, whole in nodes.given] == [
        (b"__ballot_sync", True),
        (b"&", False),
    ]
    assert [node.text for _, node in nodes.picks] == [b"&"]
    assert [node.text for _, node in nodes.returned] == [b"a", b"0"]
