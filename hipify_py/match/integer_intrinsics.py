"""Functions on integers that have other types in HIP: `__umul24`, `__ffs`, `__ffsll`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lanes.prefilter import has_warp_code
from hipify_py.lazy import re
from hipify_py.match.calls import apply
from hipify_py.match.unsigned_counts import cast_at, cuda_calls, returns_narrow, target_type
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.class_members import asked, known_elsewhere
from hipify_py.resolve.stored_types import member_elsewhere, stored_type, types_seen
from hipify_py.source.brackets import BLANK, closing
from hipify_py.source.definitions import in_function
from hipify_py.source.functions import functions
from hipify_py.source.number_types import NAMED_TYPE, SMALL, number_type, spelt, types_in
from hipify_py.source.search import before, matches
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

PRODUCT = re.compile(rb"\b__umul24(?=\s*\()")
LOWEST = re.compile(rb"\b__ffs(?:ll)?(?=\s*\()")
OF_24_BITS = re.compile(rb"\b__u?mul24\Z")
UNSIGNED = b"(unsigned)"
LONGEST = 300  # bytes of an argument that are read for objects
OF_32, OF_64 = frozenset({"int", "unsigned", *SMALL}), frozenset({"long long", "unsigned long long"})
RING = frozenset({"+", "-", "*", "&", "|", "^", "?"})
"""Operators, a choice among them, of which low bits give low bits."""
SIGNED = frozenset({"int", *SMALL})
LOGICAL = frozenset({"&&", "||"})


def products(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Put `(unsigned)` before `__umul24`, an int in HIP, where more than its low 32 bits are taken."""
    for span, _ in cuda_calls(unit, rules, PRODUCT, b"__umul24"):
        start = cast_at(unit, span)
        if unit.code[max(0, start - len(UNSIGNED)) : start] == UNSIGNED:
            continue
        call, home = unit.call(span), in_function(unit, span.start)
        if call and _differs(unit, call.whole, types_in(unit, home) if home else {}):
            yield Match((Edit(Span(start, start), (UNSIGNED,), rule.id, "cast"),))


def lowest_bits(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Cast the argument of `__ffs` and `__ffsll` to what CUDA takes where HIP cannot choose a form.

    One of `__ffsll` also where its type is not seen, which is often `uint64_t`: CUDA converts it so itself.
    """
    native = options.warp == "native" and has_warp_code(unit)  # which widens masks itself
    for span, name in cuda_calls(unit, rules, LOWEST, b"__ffs"):
        call, wide = unit.call(span), name.endswith(b"ll")
        if call is None or len(call.arguments) != 1:
            continue
        kind = _kind(unit, call.arguments[0], known_elsewhere(unit, options))
        unseen = not kind or kind.startswith("?")
        if (native and (unseen or not wide)) or (unseen and not wide):
            continue
        if kind in (OF_64 if wide else OF_32):
            continue
        if not apply(unit, name, call, rules.for_call(name)).edit:
            cast = b"(long long)(" if wide else b"(int)("
            yield Match((Edit(call.arguments[0], (cast, call.arguments[0], b")"), rule.id, "cast"),))


def asked_classes(unit: Unit) -> frozenset[bytes]:
    """Give the classes of which a file must know the members, as `resolve.class_members` names them."""
    found = (one.end() for one in matches(unit.code, LOWEST, b"__ffs"))
    return asked(unit, (Span(at, closing(unit.code, at, min(at + LONGEST, len(unit.code)))) for at in found))


def _kind(unit: Unit, value: Span, others: Mapping[bytes, Mapping[bytes, str]]) -> str:
    """Give the type of a value from what its function, its class and all files declare; "" if not seen."""
    home = functions(unit, [value.start]).get(value.start)
    if home is None or home.kind == "macro":
        return number_type(unit, value, {})
    if kind := number_type(unit, value, types_seen(unit, home, value.start, others)):
        return kind
    around = unit.around(value)
    if not around or span_of(around[-1]) != value:
        return ""
    stored = stored_type(unit, around[-1])
    return spelt(stored) if NAMED_TYPE.fullmatch(stored) else member_elsewhere(unit, around[-1], others)


def _differs(unit: Unit, whole: Span, types: Mapping[bytes, str]) -> bool:
    """Say whether it makes a difference that a number of 32 bits has a sign, from what is made of it."""
    for child, parent in pairwise(reversed(unit.around(whole))):
        if span_of(parent) == whole:
            continue
        verdict = _step(unit, parent, child, types)
        if verdict is not None:
            return verdict
    return True


def _step(unit: Unit, parent: Node, child: Node, types: Mapping[bytes, str]) -> bool | None:
    """Say whether a sign tells in an expression around a number; None where what is around it decides."""
    sign = parent.child_by_field_name("operator")
    operator = sign.type if sign else "?"
    if parent.type == "parenthesized_expression" or (parent.type == "unary_expression" and operator != "!"):
        return None
    if parent.type not in {"unary_expression", "binary_expression", "conditional_expression"}:
        return _taken(unit, parent, child, types)
    first = parent.children[0] == child
    others = [one for one in parent.named_children if one.type != "comment" and one != child]
    if not others or operator in LOGICAL or (operator == "?" and first):
        return False
    if operator in {"<<", ">>"}:
        return None if operator == "<<" and first else first
    kind = number_type(unit, Span(others[-1].start_byte, others[-1].end_byte), types)
    if kind == "unsigned" or (operator in {"==", "!="} and kind in SIGNED):
        return False
    return None if operator in RING and kind in SIGNED else True


def _taken(unit: Unit, parent: Node, child: Node, types: Mapping[bytes, str]) -> bool:
    """Say whether what takes a number takes more than its low 32 bits, as far as that can be seen."""
    if parent.type == "cast_expression":
        cast = parent.child_by_field_name("type")
        return cast is None or spelt(unit.code[cast.start_byte : cast.end_byte]) not in OF_32
    called = before(unit.code, parent.start_byte, BLANK)
    if parent.type == "argument_list" and OF_24_BITS.search(unit.code, max(0, called - 9), called):
        return False
    kind = target_type(unit, parent, child, types)
    if kind is None:
        ends = parent.type in {"expression_statement", "condition_clause"}
        return not ends and not returns_narrow(unit, parent)
    sign = parent.child_by_field_name("operator")
    return kind not in OF_32 or (sign is not None and sign.type in {"/=", "%=", ">>="} and kind != "unsigned")
