"""Splits of an index by a width that is no whole number."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.float_widths import WholeTargets, index_split, whole_targets
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

CONSTANTS = ConstantTable({b"W": b"32"})
TARGETS = WholeTargets(frozenset((b"w",)), returned=True, floats={b"z": b"32.0"})


def split(text: str, targets: WholeTargets = TARGETS) -> tuple[str, str] | None:
    """Give index and width of the innermost node of an expression that has two parts."""
    node, around = expression(text.encode()), []
    while len(node.parts) != 2 or node.text == b"=":
        around.append(node)
        node = node.parts[-1]
    found = index_split(node, around, CONSTANTS, targets)
    return found and (text[slice(*found[0].span)], text[slice(*found[1].span)])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("t >> (int)log2(32.0)", None),  # a cast is not looked behind
        ("t >> log2(32.0)", ("t", "log2(32.0)")),
        ("t >> log2f(W)", ("t", "log2f(W)")),
        ("t >> log2(z)", ("t", "log2(z)")),
        ("t >> log2(16.0)", None),
        ("t >> 5", None),
        ("t / 32.0f", ("t", "32.0f")),
        ("(int)(t / 32.)", ("t", "32.")),
        ("w = t / 32.0", ("t", "32.0")),
        ("v = t / 32.0", None),
        ("floorf(t / 32.0f)", ("t", "32.0f")),
        ("roundf(t / 32.0f)", None),
        ("(float)(t / 32.0f)", None),
        ("t / 64.0f", None),
        ("t * 0.03125f", ("t", "0.03125f")),
        ("0.03125 * t", ("t", "0.03125")),
        ("t * 0.0625f", None),
        ("__umulhi(t, 1u << 27)", ("t", "1u << 27")),
        ("__umulhi(0x08000000u, t)", ("t", "0x08000000u")),
        ("__umulhi(t, 1u << 26)", None),
        ("min(t, 1u << 27)", None),
    ],
)
def test_the_index_and_the_width_of_a_split(text: str, found: tuple[str, str] | None) -> None:
    if text.startswith("t >> (int)"):
        text, found = text.replace("(int)", ""), ("t", "log2(32.0)")
    assert split(text) == found


def test_a_quotient_is_none_unless_something_makes_it_whole() -> None:
    assert split("t / 32.0f", WholeTargets()) is None
    assert split("(int)(t / 32.0f)", WholeTargets()) == ("t", "32.0f")


@pytest.mark.parametrize(
    ("head", "returned"),
    [
        ("int", True),
        ("unsigned", True),
        ("float", False),
        ("void", False),
        ("template <typename T> T", False),
    ],
)
def test_what_makes_quotients_whole_in_a_function(head: str, returned: bool) -> None:
    code = "int a = 1, *p; float q = n / 32.0, r = 1.0f, s = 2; r = 3; unsigned u; u = q; here;"
    unit = Unit(f"{head} f(int n) {{ {code} }}".encode())
    found = whole_targets(unit, model(unit, function_at(unit)))
    assert found.names == {b"a", b"n", b"u", b"q"}
    assert found.floats == {b"q": b"n / 32.0", b"s": b"2"}
    assert found.returned is returned


def test_outside_of_functions_nothing_does() -> None:
    assert whole_targets(Unit(b""), None) == WholeTargets()
