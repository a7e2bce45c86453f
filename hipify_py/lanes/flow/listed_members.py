"""What a member of an object is that a list in braces makes, member by member: `Ctx c = {lane, warp};`.

So is what a function of the file gives that returns such a list. Told of an object of a class without a
constructor, of which nothing else is done than that its members are named, and of a member that is given
nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_named, class_of_object
from hipify_py.lanes.flow.answers import answer_or
from hipify_py.lanes.flow.class_fields import classes, members
from hipify_py.lanes.flow.leads import leads_on
from hipify_py.lanes.flow.made_members import is_changed
from hipify_py.lanes.flow.objects import Object
from hipify_py.lanes.flow.pieces import part_of, pieces
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.source.brackets import parts
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.return_types import returned_type
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.lanes.flow.member_values import ValuesAt
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

OPENS = frozenset((b"(", b"{"))
INSIDE = b"."  # behind an object whose member is named
NAMED = b"="  # in a list that names its members


def listed_member(
    unit: Unit, at: tuple[FunctionNames, int], name: bytes, of: bytes, values_at: ValuesAt
) -> Value | None:
    """Give what a member of the object `of` is made of, as it is at a place; None of others."""
    known, place = at
    made = known.declaration(of, place)
    if made is None or made.value is None:
        return None

    def work() -> Value | None:
        number = _number(unit, known, made, name)
        return _part(unit, known, made, number, values_at) if number is not None else None

    return answer_or(unit, ("listed", name, known.function, made.at), work, None)


def _number(unit: Unit, known: FunctionNames, made: Declaration, name: bytes) -> int | None:
    """Give which in a list is the value of a member, if it has no other."""
    own = _class(unit, made)
    listed = _plain(unit).get(own, ())
    if name not in listed or not _is_own(unit, known, made):
        return None
    texts = [*_lists(unit, made)]
    if not texts or not all(_is_whole(one, len(listed)) for one in texts):
        return None
    return None if is_changed(unit, name, Object(own, known.function), []) else listed.index(name)


def _part(unit: Unit, known: FunctionNames, made: Declaration, number: int, values_at: ValuesAt) -> Value:
    """Give what stands in a list, or in what a call gives, for the member of a number."""
    assert made.value is not None
    code, value = unit.code, made.value
    at = values_at(known.function, value.start)
    if token_before(code, value.start).text in OPENS:
        return at(expression(code[slice(*[*parts(code, *value)][number])]))
    return at(part_of(bare(expression(code[slice(*value)])), number))


def _lists(unit: Unit, made: Declaration) -> Iterator[bytes]:
    """Give the lists in braces that an object may be made of, or what else it is."""
    assert made.value is not None
    text = unit.code[slice(*made.value)]
    if token_before(unit.code, made.value.start).text in OPENS:
        yield b"{" + text + b"}"
        return
    node = bare(expression(text))
    giving = functions_by_name(unit).get(node.name, ()) if node.kind == "call" else ()
    values = [one.value for each in giving for one in model(unit, each).jumps if one.value]
    yield from (unit.code[slice(*one)] for one in values) if giving else (text,)


def _is_whole(text: bytes, count: int) -> bool:
    """Say whether a text is a list with a value for each of some members, in their order."""
    node = bare(expression(text))
    is_made = node.kind == "list" or (node.kind == "other" and len(node.parts) == 1)
    given = pieces(node) if is_made else ()
    return len(given) == count > 1 and NAMED not in text


def _is_own(unit: Unit, known: FunctionNames, made: Declaration) -> bool:
    """Say whether an object is a function's own, of which nothing is named but members."""
    if made.kind != "local" or leads_on(unit.code, made) or is_shared(unit, made):
        return False
    uses = (one for one in standing(unit, made.name, known.function.body) if one.start != made.at.start)
    return all(token_at(unit.code, one.end).text == INSIDE for one in uses)


def _class(unit: Unit, made: Declaration) -> bytes:
    """Give the class of an object, be it `auto` for what a function of the file gives."""
    of = class_of_object(unit, made)
    giving = functions_by_name(unit).get(of, ())
    types = {unit.code[slice(*one)] for each in giving if (one := returned_type(unit.code, each))}
    return class_named(types.pop()) if len(types) == 1 else of


@fact
def _plain(unit: Unit) -> dict[bytes, tuple[bytes, ...]]:
    """Give the members of the classes of a file that a list makes one by one: without a constructor."""
    made, named = functions_by_name(unit), Counter(one.name for one in classes(unit))
    return {
        one.name: members(unit).get(one.name, ())
        for one in classes(unit)
        if one.node.type != "union_specifier" and one.name not in made and named[one.name] == 1
        if not any(each.type == "base_class_clause" for each in one.node.named_children)
    }
