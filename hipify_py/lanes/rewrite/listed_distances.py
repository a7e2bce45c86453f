"""Distances of shuffles that are written as a list: in a table, in a loop over one, for a template.

They reach over a warp of 32 lanes as a loop does that halves: `for (int o : {16, 8, 4, 2, 1})`,
`offsets[k]`, `step<16>()`, `1 << I` of `make_index_sequence<5>`.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_classes import own_class
from hipify_py.lanes.hazards.class_parameters import class_templates
from hipify_py.lanes.hazards.function_tables import tables
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import parts, template_arguments, unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.tokens import A_NAME, token_at, token_before, words
from hipify_py.source.type_names import template_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 2  # names that are followed, one from the other
MOST_USES = 64  # of a template that are looked at
LISTED = b"{"
ONE, MOST_BITS = b"1", 16  # further no lane is
SEQUENCES = frozenset((b"integer_sequence", b"index_sequence"))
EXPANDED = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+\.\s*+\.\s*+\.\s*+>(?!=)")  # a pack, as the last argument


def farthest(unit: Unit, home: Function, distance: Span, constants: ConstantTable) -> int:
    """Give the greatest number that a distance in a function may be, as lists of the file tell, or 0."""
    node, bits = expression(unit.code[slice(*distance)]), False
    if node.kind == "binary" and node.text == b"<<" and node.parts[0].text.rstrip(b"uUlL") == ONE:
        distance, bits = node.parts[1].within(distance.start), True
    listed = [_greatest(unit, span, constants) for span in _lists(unit, home, distance)]
    name = unbracketed(unit.code[slice(*distance)])
    listed += [_greatest(unit, span, constants) - 1 for span in _counted(unit, home, name)]
    most = max(listed, default=-1)
    return 1 << min(most, MOST_BITS) if bits and most >= 0 else max(0, most)


@fact_of
def _greatest(unit: Unit, span: Span, constants: ConstantTable) -> int:
    """Give the greatest number of a list, or 0."""
    each = (constants.number(unit.code[slice(*one)].strip()) for one in parts(unit.code, *span))
    return max((one.value for one in each if one), default=0)


def _lists(unit: Unit, home: Function, distance: Span, depth: int = DEEPEST) -> Iterator[Span]:
    """Give what stands in the brackets of the lists that a distance is of."""
    node = expression(unbracketed(unit.code[slice(*distance)]))
    if node.kind == "subscript" and node.parts[0].kind == "name":
        yield from _of_table(unit, home, node.parts[0].name, distance.start)
        return
    if node.kind != "name":
        return
    made = names(unit, home).declaration(node.name, distance.start)
    if made is None:
        yield from given_to_templates(unit, home, node.name)
    elif made.kind == "local" and made.value and token_at(unit.code, made.at.end).text == b":":
        yield from _gone_over(unit, home, made.value)
    elif made.kind == "local" and depth:
        given = names(unit, home).given.get(node.name, [])
        for one in given if len(given) == 1 else ():
            yield from _lists(unit, home, one.value, depth - 1)


def _gone_over(unit: Unit, home: Function, over: Span) -> Iterator[Span]:
    """Give the list that a loop goes over, be it by the name of a table."""
    text = unit.code[slice(*over)].strip()
    if A_NAME.fullmatch(text):
        yield from _of_table(unit, home, text, over.start)
    elif opens := unit.code.find(LISTED, over.start, over.end) + 1:
        yield Span(opens, over.end - text.endswith(b"}"))
    else:
        yield over  # without its brackets


def _of_table(unit: Unit, home: Function, name: bytes, at: int) -> Iterator[Span]:
    own = names(unit, home).declaration(name, at)
    if own is None:
        yield from tables(unit).get(name, ())
    elif own.kind == "local" and own.value:
        yield own.value


def given_to_templates(unit: Unit, home: Function, name: bytes) -> Iterator[Span]:
    """Give what is put for a parameter of a template: a function's, its class's or a list's."""
    own = [one.name for one in template_parameters(unit, home)]
    if name not in own:
        of = own_class(unit, home)
        taken = class_templates(unit).get(of, ())
        if name in taken:
            yield from put(unit, of, taken.index(name))
        return
    head = unit.code[slice(home.span.start, home.body.start)]
    is_pack = any(head[: one.start].rstrip().endswith(b"...") for one in words(head, name))
    yield from put(unit, home.called, own.index(name), rest=is_pack)
    for of in _lists_of(head).get(name, ()) if is_pack else ():
        yield from put(unit, of, 0, rest=True)


def _counted(unit: Unit, home: Function, name: bytes) -> Iterator[Span]:
    """Give how long the sequences of numbers are that a template takes as a pack, from 0 on."""
    if not A_NAME.fullmatch(name) or names(unit, home).declaration(name, home.body.start):
        return
    for of in _expanded(unit, home).get(name, ()):
        if of in SEQUENCES:
            for word in islice(standing(unit, b"make_" + of), MOST_USES):
                opens = token_at(unit.code, word.end)
                yield from template_arguments(unit.code, opens.end)[-1:] if opens.text == b"<" else ()


@fact_of
def _expanded(unit: Unit, home: Function) -> Mapping[bytes, Sequence[bytes]]:
    """Give the same of a whole function, which is read once for all its distances."""
    return _lists_of(unit.code[slice(*home.span)])


def _lists_of(text: bytes) -> Mapping[bytes, Sequence[bytes]]:
    """Give for packs the templates that are given them last: `Seq` of `Seq<O...>`."""
    found: dict[bytes, list[bytes]] = {}
    for one in EXPANDED.finditer(text):
        if (opens := template_before(text, one.end())) >= 0:
            found.setdefault(one[1], []).append(token_before(text, opens).text)
    return found


def put(unit: Unit, name: bytes, number: int, *, rest: bool = False) -> Iterator[Span]:
    """Give what is put for a parameter of a template where the file names it, or for all behind it."""
    for word in islice(standing(unit, name), MOST_USES):
        opens = token_at(unit.code, word.end)
        given = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
        yield from given[number:] if rest else given[number : number + 1]
