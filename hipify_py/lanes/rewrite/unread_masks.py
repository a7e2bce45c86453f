"""Masks of lanes that go where they are not followed: into members, captures, lambdas and cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.known_masks import MAKES
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lanes.flow.wide_declarations import wide_names
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.narrow_masks import GIVEN, KEPT
from hipify_py.source.function_reading import model
from hipify_py.source.return_types import trailing_type
from hipify_py.source.search import last_of
from hipify_py.source.tokens import token_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

NO_CLASS = frozenset(b"else do try const noexcept mutable override final return".split())


def beside_bodies(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report masks that a member is initialised with, in its class or before a constructor's body."""
    code = unit.code
    for op in facts.ops:
        if op.name not in MAKES:
            continue
        sign = token_before(code, op.span.start)
        name = token_before(code, sign.start)
        if facts.function is not None:
            listed = code[facts.function.body.start :][:1].isalpha() and sign.text in {b"(", b"{"}
            if not listed or token_before(code, name.start).text not in {b":", b","}:
                continue
        if name.text not in wide_names(unit):
            yield Hazard("W003", op.span, KEPT)


def in_bodies(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report masks that lambdas give back and capture, that values in braces are, and cases tell apart."""
    code, function = unit.code, body.function
    read = model(unit, function)
    for jump in read.jumps:
        if jump.value and jump.home != function.body and masks.holds(jump.value, function):
            head = trailing_type(code, last_of(code, b";{}", jump.home.start) + 1, jump.home.start)
            if head is None or is_narrow(code[slice(*head)]):  # with none it is as wide as what takes it
                yield Hazard("W003", jump.value, GIVEN)
    conditions = {one.condition for one in read.regions.listed if one.condition}
    for span in sorted(one.span for one in conditions if one.keyword == "switch"):
        if masks.holds(span, function):
            yield Hazard("W024", span)
    for start, root in masks.statements(body):
        if (
            root.text != b"="
            and masks.is_mask(root, function, start)
            and _in_braces(code, start, function.body)
        ):
            yield Hazard("W003", root.within(start), KEPT)
    for node, _, start in masks.operations(body):
        captured = node.text == b"=" and _captures(code, node.within(start).start)
        if captured and any(masks.is_mask(part, function, start) for part in node.parts[1:]):
            yield Hazard("W003", node.within(start), KEPT)


def _captures(code: bytes, at: int) -> bool:
    """Say whether what is given a value at a place is what a lambda captures."""
    opening = last_of(code, b"[({;}", at)
    before = token_before(code, opening) if code[opening : opening + 1] == b"[" else None
    return before is not None and not before.is_word and before.text not in {b"]", b")"}


def _in_braces(code: bytes, at: int, body: Span) -> bool:
    """Say whether the first of the values stands at a place of which a class is made in braces."""
    brace = token_before(code, at)
    if brace.text != b"{" or brace.start <= body.start:
        return False
    before = token_before(code, brace.start)
    return (before.is_word and before.text not in NO_CLASS) or before.text == b">"
