"""Which values of a list are numbers for certain, and which are macros for several values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.stored_types import stored_type
from hipify_py.resolve.type_aliases import values_of
from hipify_py.source.brackets import parts
from hipify_py.source.definitions import in_function
from hipify_py.source.lexer import DEFINE
from hipify_py.source.number_types import NAMED_TYPE, number_type, types_in
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

NUMBER = re.compile(rb"[-+]?\s*(?:\d|\.\d)[\w.']*(?:(?<=[eE])[-+]\d+[fF]?)?")
A_WORD = re.compile(rb"[A-Za-z_]\w*+")
MADE_OF = {"parenthesized_expression": 1, "unary_expression": 1, "binary_expression": 2, "argument_list": 16}
"""Expressions that are numbers where so many of their last parts are."""
KNOWN = frozenset({"identifier", "field_expression", "subscript_expression", "cast_expression"})


def is_number(unit: Unit, value: Node) -> bool:
    """Say whether a value of a list is a number, and not a vector that the list copies.

    So is arithmetic on numbers, and none on what may be a vector, which functions and operators take, too.
    """
    home = in_function(unit, value.start_byte)
    names = types_in(unit, home) if home else {}
    todo = [value]
    while todo:
        node = todo.pop()
        if node.type in MADE_OF or (
            node.type == "call_expression" and number_type(unit, span_of(node), names)
        ):
            given = [part for part in node.named_children if part.type != "comment"]
            todo += given[-MADE_OF.get(node.type, 1) :]
        elif not is_literal(unit, node) and not _is_known(unit, node, names):
            return False
    return True


def _is_known(unit: Unit, node: Node, names: Mapping[bytes, str]) -> bool:
    kind = number_type(unit, span_of(node), names) if node.type in KNOWN else ""
    if kind and not kind.startswith("?"):
        return True
    of = node.child_by_field_name("argument") if node.type == "field_expression" else None
    of_vector = of is not None and values_of(stored_type(unit, of)) > 0
    return of_vector or NAMED_TYPE.fullmatch(stored_type(unit, node)) is not None


def is_several(unit: Unit, value: Node) -> bool:
    """Say whether a value of a list is a macro of the file that stands for several."""
    return how_many(unit, value) != 1


def how_many(unit: Unit, value: Node) -> int:
    """Say for how many values one of a list stands: it may be a macro of the file; 0 if that is not told."""
    called = value.child_by_field_name("function") if value.type == "call_expression" else value
    if called is None or called.type != "identifier":
        return 1
    counts, behind = _counts(unit), Span(called.end_byte, value.end_byte)
    count = counts.get(unit.code[slice(*span_of(called))], 1)
    is_given = count != 1 and any(word in counts for word in A_WORD.findall(unit.code[slice(*behind)]))
    return 0 if is_given else count


@fact
def _counts(unit: Unit) -> Mapping[bytes, int]:
    """Give the macros of a file that stand for several values, with commas between them, and how many.

    It is 0 where that hangs on what they are given, on other such macros, or on a condition.
    """
    made = [(DEFINE.match(unit.code, *one.body), one) for one in unit.directives if one.name == b"define"]
    bodies = [
        (name, [unit.code[slice(*part)] for part in parts(unit.code, name.end(), one.body.end)])
        for name, one in made
        if name
    ]
    several = {name[1] for name, values in bodies if len(values) > 1}
    found: dict[bytes, set[int]] = {name: set() for name in several}
    for name, values in bodies:
        if name[1] in several:
            found[name[1]].add(0 if _is_open(name[2] or b"", values, several) else len(values))
    return {name: counts.pop() if len(counts) == 1 else 0 for name, counts in found.items()}


def _is_open(taken: bytes, values: Sequence[bytes], several: Container[bytes]) -> bool:
    """Say whether it is not told how many values a macro stands for that has some of them, or one."""
    words = {word for value in values for word in A_WORD.findall(value)}
    of_others = any(word in several for word in words)
    return of_others or b"..." in taken or not all(values) or any(b"{" in value for value in values)


def is_literal(unit: Unit, value: Node) -> bool:
    """Say whether a value of a list is a number that is written out."""
    text = unit.code[slice(*span_of(value))].strip()
    return value.type == "char_literal" or NUMBER.fullmatch(text) is not None
