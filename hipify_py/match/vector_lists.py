"""Vector types filled from a list of fewer values, or of one: CUDA has aggregates, HIP constructors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler, read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.class_members import known_elsewhere
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.filled_members import members, without_braces
from hipify_py.resolve.filled_types import assigned_elsewhere
from hipify_py.resolve.filled_types import filled as filled_lists
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.layouts import types_known
from hipify_py.resolve.number_values import is_literal, is_number, is_several
from hipify_py.resolve.type_aliases import values_of
from hipify_py.source.conditions import inside
from hipify_py.source.listed_values import BLANKS
from hipify_py.source.search import before
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import ELEMENT
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.resolve.layouts import Types
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.listed_values import Listed
    from hipify_py.source.unit import Unit

VECTOR = re.compile(ELEMENT + rb"([1-4])|(?:cu|hip)(?:Float|Double)?Complex")
OF_CUDA = re.compile(rb"\Acu(?=\w*Complex\Z)")
ANY_VECTOR = re.compile(rb"\b(?:" + VECTOR.pattern + rb")\b")
STRUCTURE = re.compile(rb"struct\s+(\w+)\s*\{\s*(?:const\s+)?(?:" + VECTOR.pattern + rb")\s+\w")
ZERO = re.compile(rb"0(?:\.0*)?[fFuUlL]*|\.0+[fF]?|'\\0'")
FEW = 4  # a value, and comments beside it
MEMBERS = b"xyzw"
LIST = "initializer_list"


def filled(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write out what a list leaves to be zero in vectors, and the braces that it leaves out around them."""
    if not (
        for_device_compiler(unit, options) or (read_for_device(unit, options) and _may_hold(unit, options))
    ):
        return
    of_hip, types = sides(unit).own, types_known(unit, options)
    for listed, made in _made(unit, types, options):
        at = listed.node.start_byte
        edits = tuple(Edit(span, (text,), rule.id, "braces") for span, text in made)
        if edits and not (inside(of_hip, at) or inside(dead(unit), at)):
            yield Match(edits)


def _made(unit: Unit, types: Types, options: Options) -> Iterator[tuple[Listed, list[tuple[Span, bytes]]]]:
    """Give each list that is begun or assigned, with texts for parts of it."""
    for listed in _lists(unit, types):
        rank = values_of(types.meant(listed.type))
        if rank or (not listed.dimensions and _begins_with_vector(unit, listed.type.split()[-1], types)):
            yield from ((listed, made) for made in _edits(unit, listed, rank))
    for listed in filled_lists(unit):
        yield from ((listed, made) for made in _in_structures(unit, listed, types))
    for listed in assigned_elsewhere(unit, known_elsewhere(unit, options)):
        parts = [part for part in listed.node.named_children if part.type != "comment"]
        if emptied := _emptied(unit, parts):  # that may be a pointer, of which the class does not tell
            yield listed, emptied
        else:
            yield from ((listed, made) for made in _edits(unit, listed, values_of(listed.type)))


def _lists(unit: Unit, types: Types) -> Iterator[Listed]:
    """Give the lists of a file that fill something whose type is known, and those for members in them."""
    for listed in filled_lists(unit):
        yield listed
        yield from (one for one in members(unit, listed, types) if one.node.type == LIST)


def _may_hold(unit: Unit, options: Options) -> bool:
    """Say whether a header names a vector type at all: then it is parsed."""
    aliases = (name.rpartition(b"::")[2] for name, kind in options.project.aliases.items() if values_of(kind))
    return ANY_VECTOR.search(unit.code) is not None or any(name in unit.code for name in aliases)


def _in_structures(unit: Unit, listed: Listed, types: Types) -> Iterator[list[tuple[Span, bytes]]]:
    """Give the edits for vectors of a structure whose braces are left out, in a list of more than a zero.

    Where the structure's own are, too, braces would be taken for these, so there the vector is named.
    """
    for values, field, left_out in without_braces(unit, listed, types):
        rank = values_of(types.meant(field.type) or field.type)
        around = values[0].parent
        few = around.named_children if around and around.named_child_count <= FEW else []
        if not _emptied(unit, [one for one in few if one.type != "comment"]):
            yield _braced(values, rank, _spelt(field.type) if left_out > 1 or rank == 1 else b"")


def _spelt(kind: bytes) -> bytes:
    return OF_CUDA.sub(b"hip", kind)


def _edits(unit: Unit, listed: Listed, rank: int) -> Iterator[list[tuple[Span, bytes]]]:
    if rank == 1:
        yield from _singles(unit, *listed)
    else:
        yield from _filled(unit, *listed, rank)


def _singles(unit: Unit, node: Node, kind: bytes, dimensions: int) -> Iterator[list[tuple[Span, bytes]]]:
    """Give the edits that name a vector of one value before its list: HIP's constructor is explicit."""
    parts = [part for part in node.named_children if part.type != "comment"]
    if not dimensions:
        if _is_bare(unit, node) and len(parts) == 1 and parts[0].type != LIST:
            yield [(Span(node.start_byte, node.start_byte), kind), *_undesignated(parts[0])]
    elif emptied := _emptied(unit, parts):
        yield emptied
    else:
        for part in parts:
            if part.type == LIST:
                yield from _singles(unit, part, kind, dimensions - 1)
            elif is_literal(unit, part):
                start, end = span_of(part)
                yield [(Span(start, start), kind + b"{"), (Span(end, end), b"}")]


def _is_bare(unit: Unit, node: Node) -> bool:
    """Say whether a list stands where no explicit constructor is taken: behind `=`, `return`, in brackets."""
    end = before(unit.code, node.start_byte, BLANKS)
    return unit.code[end - 1 : end] in {b"=", b"{", b"(", b","} or unit.code.endswith(b"return", 0, end)


def _undesignated(part: Node) -> list[tuple[Span, bytes]]:
    value = part.child_by_field_name("value") if part.type == "initializer_pair" else None
    return [(Span(part.start_byte, value.start_byte), b"")] if value else []


def _filled(
    unit: Unit, node: Node, kind: bytes, dimensions: int, rank: int
) -> Iterator[list[tuple[Span, bytes]]]:
    """Give the edits of a list that fills an array of vectors of some dimensions, or with none one vector.

    Where there are several, braces around a vector would be those of a row, so there it is named.
    """
    parts = [part for part in node.named_children if part.type != "comment"]
    if not rank:  # a structure whose first member is a vector
        yield _emptied(unit, parts)
    elif not dimensions:
        yield _padded(unit, parts, rank)
    elif any(part.type == LIST for part in parts):
        for part in parts:
            if part.type == LIST:
                yield from _filled(unit, part, kind, dimensions - 1, rank)
    elif emptied := _emptied(unit, parts):
        yield emptied
    elif all(is_number(unit, part) for part in parts):
        vectors = [parts[at : at + rank] for at in range(0, len(parts), rank)]
        named = _spelt(kind) if dimensions > 1 else b""
        yield [edit for vector in vectors for edit in _braced(vector, rank, named)]


def _text(unit: Unit, node: Node) -> bytes:
    return unit.code[slice(*span_of(node))].strip()


def _emptied(unit: Unit, parts: list[Node]) -> list[tuple[Span, bytes]]:
    """Give the edit that leaves nothing of a list of a single zero."""
    single = len(parts) == 1 and ZERO.fullmatch(_text(unit, parts[0]))
    return [(span_of(parts[0]), b"")] if single else []


def _of_number(unit: Unit, part: Node) -> bool:
    value = part.child_by_field_name("value") if part.type == "initializer_pair" else part
    return value is not None and is_number(unit, value)


def _padded(unit: Unit, parts: list[Node], rank: int) -> list[tuple[Span, bytes]]:
    """Give the edits that add the zeros which a list of some values leaves out."""
    several = any(part.type == LIST or is_several(unit, part) for part in parts)
    if several or (len(parts) == 1 and not _of_number(unit, parts[0])):
        return []
    made, at = [], 0
    for part in parts:
        if part.type == "initializer_pair":
            value = part.child_by_field_name("value")
            member = _text(unit, part.named_children[0]).lstrip(b". \t\r\n")
            if value is None or len(member) != 1 or MEMBERS.find(member, at, rank) < 0:
                return []
            skipped = MEMBERS.index(member) - at
            made.append((Span(part.start_byte, value.start_byte), b"0, " * skipped))
            at += skipped
        at += 1
    if 0 < at < rank:
        end = parts[-1].end_byte
        made.append((Span(end, end), b", 0" * (rank - at)))
    return made


def _braced(parts: Sequence[Node], rank: int, named: bytes) -> list[tuple[Span, bytes]]:
    """Give the edits that put braces around the values of one vector, and its name before them."""
    start, end = parts[0].start_byte, parts[-1].end_byte
    return [(Span(start, start), named + b"{"), (Span(end, end), b", 0" * (rank - len(parts)) + b"}")]


def _begins_with_vector(unit: Unit, name: bytes, types: Types) -> bool:
    """Say whether a vector is the first member of a structure, of the file or of a header before it."""
    first = types.layout(name)[:1]
    return name in _structures(unit) or any(VECTOR.fullmatch(one.type) for one in first)


@fact
def _structures(unit: Unit) -> frozenset[bytes]:
    """Give the structures that a file defines with a vector as the first member."""
    return frozenset(found[1] for found in word_matches(unit, STRUCTURE, b"struct"))
