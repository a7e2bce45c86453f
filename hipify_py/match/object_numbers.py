"""Texture and surface objects that are kept as numbers: they are numbers of 64 bits in CUDA, pointers in HIP.

`match.object_kinds` is for the one kind where the other is taken; what is calculated with has rules of its
own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.object_kinds import TYPE, taken
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.stored_types import stored_type
from hipify_py.resolve.type_aliases import meaning
from hipify_py.source.brackets import closing, trimmed
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.type_sizes import plain, whole_bits
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part
from hipify_py.source.written_declarations import NO_TYPE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

GIVEN = '(assignment_expression operator: "=") @given (init_declarator) @given'
COMPARED = '(binary_expression operator: [">" "<" ">=" "<=" "==" "!="]) @compared'
ORDERS = frozenset({">", "<", ">=", "<="})
PLAIN = frozenset({"identifier", "field_expression", "subscript_expression"})
NUMBER = re.compile(rb"-?\s*+(?!0[uUlL]*+\Z)\d\w*+")  # but for zero, which is a pointer, too
CALLED = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+\(")
SCOPED = frozenset((b".", b"->", b"::"))
SIGNS = frozenset((b"*", b"&", b"&&", b">", b"::"))  # before the name of a function that is declared
BITS = 64


class Kept(NamedTuple):
    """A value, the type of what is made of it, empty where that is not known to be right, and its text."""

    value: Span
    to: bytes
    what: bytes


def kept(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Cast what is a number on one side and an object on the other, or report it."""
    if not holds_part(unit, b"TextureObject_t", b"SurfaceObject_t"):
        return
    meant = meaning(unit, options)
    for one in (*_assigned(unit, meant), *_handed(unit, meant), *_compared(unit)):
        if unit.directive_at(one.value.start) or is_left_alone(unit, one.value.start):
            continue
        if one.to:
            cast = b"(" + one.to + b")"
            yield Match((Edit(Span(one.value.start, one.value.start), (cast,), rule.id, "cast"),))
        else:
            name = one.what.decode("utf-8", "replace")
            yield Match(findings=(report(rule, one.value, {"name": name}),))


def _assigned(unit: Unit, meant: Callable[[bytes], bytes]) -> Iterator[Kept]:
    """Give what a variable or a member gets, by its beginning too."""
    for one in unit.nodes(GIVEN, unit.tree.root_node).get("given", []):
        to = one.child_by_field_name("left") or one.child_by_field_name("declarator")
        value = one.child_by_field_name("right") or one.child_by_field_name("value")
        if to is None or value is None or to.type not in PLAIN:
            continue
        has, wants = _type(unit, value), _type(unit, to)
        if TYPE.fullmatch(has) and whole_bits(meant(wants)):
            yield _made(unit, value, wants, whole_bits(meant(wants)))
        elif TYPE.fullmatch(wants) and value.type in PLAIN and whole_bits(meant(has)):
            yield _made(unit, value, _hip(wants), whole_bits(meant(has)))
        elif TYPE.fullmatch(wants) and NUMBER.fullmatch(text := unit.code[slice(*span_of(value))]):
            yield Kept(span_of(value), b"", text)


def _compared(unit: Unit) -> Iterator[Kept]:
    """Give the objects that are compared with a number: by size, or with one other than zero."""
    for one in unit.nodes(COMPARED, unit.tree.root_node).get("compared", []):
        left, right = one.child_by_field_name("left"), one.child_by_field_name("right")
        if left is None or right is None or left.type not in PLAIN:
            continue
        sign, number = one.child_by_field_name("operator"), unit.code[slice(*span_of(right))]
        is_ordered = right.type == "number_literal" and sign is not None and sign.type in ORDERS
        if (is_ordered or NUMBER.fullmatch(number)) and TYPE.fullmatch(_type(unit, left)):
            yield Kept(span_of(left), b"", unit.code[slice(*span_of(left))])


def _handed(unit: Unit, meant: Callable[[bytes], bytes]) -> Iterator[Kept]:
    """Give the numbers that are handed to functions which take objects."""
    for span, kind, called in taken(unit):
        if called and not _is_sure(unit, called):
            continue
        nodes = unit.around(trimmed(unit.code, *span))
        node = nodes[-1] if nodes else None
        is_address = node is not None and node.type == "pointer_expression" and node.children[0].type == "&"
        value = node.child_by_field_name("argument") if node and is_address else node
        bits = whole_bits(meant(_type(unit, value))) if value and value.type in PLAIN else None
        if value and bits:
            to = b"" if is_address else b"hip" + kind.capitalize().encode() + b"Object_t"
            yield _made(unit, value, to, bits)


def _is_sure(unit: Unit, called: Span) -> bool:
    """Say whether a call can be of no other function of the file: of no class's, and of no twin."""
    is_scoped = token_before(unit.code, called.start).text in SCOPED
    return not is_scoped and unit.code[slice(*called)] in _sure(unit)


@fact
def _sure(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions that take such objects in all their forms, and by value."""
    forms: dict[bytes, set[bool]] = {}
    for called, behind in _headed(unit):
        takes = TYPE.search(unit.code, *behind) is not None and b"&" not in unit.code[slice(*behind)]
        forms.setdefault(called, set()).add(takes)
    return frozenset(name for name, found in forms.items() if found == {True})


def _headed(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give the names that what stands before them may declare as functions, with the bracket behind."""
    for one in CALLED.finditer(unit.code):
        word = token_before(unit.code, one.start())
        if word.text in SIGNS or (A_NAME.fullmatch(word.text) and word.text not in NO_TYPE):
            yield one[1], Span(one.end() - 1, closing(unit.code, one.end() - 1, len(unit.code)))


def _type(unit: Unit, node: Node) -> bytes:
    return plain(stored_type(unit, node))


def _hip(name: bytes) -> bytes:
    return name.replace(b"cuda", b"hip")


def _made(unit: Unit, value: Node, to: bytes, bits: int | None) -> Kept:
    span = span_of(value)
    return Kept(span, to if bits == BITS else b"", unit.code[slice(*span)])
