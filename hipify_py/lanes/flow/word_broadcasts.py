"""Values that a function hands from one lane to all word by word, through a union or a pointer to words.

`union { T t; int w[sizeof(T) / 4]; } u; u.t = v; for (int i = 0; i < sizeof(T) / 4; i++) u.w[i] =
__shfl_sync(full, u.w[i], 0); return u.t;` returns what the shuffles give, as each word is one of theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.storage import Led, led_to
from hipify_py.lanes.warp_names import SHUFFLES_BY_NAME
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, closing
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.tokens import OWN_NAME, token_at, token_before, words

if TYPE_CHECKING:
    from collections.abc import Container

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration, Loop, Model
    from hipify_py.source.unit import Unit

WORDS = frozenset((b"int", b"unsigned", b"unsigned int", b"uint32_t", b"int32_t", b"uint"))
WORD, SIZE = b"4", b"sizeof"


def word_broadcast(unit: Unit, read: Model, returned: Span) -> Span | None:
    """Give the shuffle of which all words of what is returned are; None where that is not so."""
    if not read.loops or not any(unit.code[slice(*one.name)] in SHUFFLES_BY_NAME for one in read.calls):
        return None
    root = led_to(expression(unit.code[slice(*returned)])).name
    for loop in read.loops if root else ():
        found = _shuffled(unit, read, loop, root)
        if (
            found
            and loop.whole.end <= returned.start
            and not _changed_behind(unit, read, loop, root, returned)
        ):
            return found
    return None


def _shuffled(unit: Unit, read: Model, loop: Loop, root: bytes) -> Span | None:
    """Give the shuffle by which a loop gives each word of a name that of one lane, under no condition."""
    given = read.assigned_in(loop.body)
    if read.path(loop.whole.start) or len(given) != 1 or given[0].operator or read.jumps_in(loop.whole):
        return None
    target, value = expression(given[0].target), bare(expression(unit.code[slice(*given[0].value)]))
    if target.kind != "subscript" or value.kind != "call" or value.text not in SHUFFLES_BY_NAME:
        return None
    plain = b"".join(given[0].target.split())
    itself = any(
        b"".join(unit.code[slice(*one.within(given[0].value.start))].split()) == plain for one in value.parts
    )
    around = [one for one in read.path(given[0].value.start) if one.keyword != "for"]
    whole = itself and not around and _is_of_words(unit, read, target.parts[0], root, given[0].value.start)
    return given[0].value if whole and _goes_over_all(unit, read, loop, target.parts[1]) else None


def _is_of_words(unit: Unit, read: Model, array: Expression, root: bytes, at: int) -> bool:
    """Say whether what an element is of are the words of a name: of a union, or by a pointer to these."""
    known, of = names(unit, read.function), led_to(array)
    made = known.declaration(of.name, at)
    if made is None:
        return False
    if of.name == root:
        listed = _union(unit, read, made)
        member = next(words(unit.code, of.member, within=listed), None) if of.member and listed else None
        return member is not None and token_before(unit.code, member.start).text in WORDS
    to = led_to(expression(unit.code[slice(*made.value)])) if made.value and array.kind == "name" else Led()
    is_word = made.type_in(unit.code) in WORDS and made.sign_in(unit.code) == b"*"
    return to == Led(root, own=True) and is_word and known.values_itself(of.name) == [made.value]


def _union(unit: Unit, read: Model, made: Declaration) -> Span | None:
    """Give where the members of a union are listed of which a name is one: with the name, or before it."""
    code = unit.code
    if made.pointers or code[slice(*made.statement)].startswith(b"union"):
        return None if made.pointers else made.statement
    kind = made.type_in(code)
    for word in words(code, b"union", within=Span(read.function.body.start, made.statement.start)):
        name = token_at(code, word.end)
        opens = token_at(code, name.end)
        if (name.text, opens.text) == (kind, b"{"):
            return Span(opens.start, closing(code, opens.start, made.statement.start, BRACE))
    return None


def _goes_over_all(unit: Unit, read: Model, loop: Loop, index: Expression) -> bool:
    """Say whether a loop counts its index from 0 on to the number of words in what the function is given."""
    begun, steps = read.assigned_in(loop.start), read.assigned_in(loop.step)
    asked = expression(unit.code[slice(*loop.condition)])
    if len(begun) != 1 or len(steps) != 1 or (asked.kind, asked.text) != ("binary", b"<"):
        return False
    ups = steps[0].operator == b"+" and unit.code[slice(*steps[0].value)].strip() in {index.text, b"1"}
    counts = begun[0].name == steps[0].name == index.text == asked.parts[0].text
    taken = {
        one.type_in(unit.code).removeprefix(b"const ") for one in read.declarations if one.kind == "parameter"
    }
    zero = unit.code[slice(*begun[0].value)].strip() == b"0"
    return (
        counts
        and ups
        and zero
        and _is_size(unit, read, bare(asked.parts[1]), {*taken - WORDS, *read.parameters})
    )


def _is_size(unit: Unit, read: Model, node: Expression, whole: Container[bytes]) -> bool:
    """Say whether a number is that of the words in what the function is given: `sizeof(T) / 4`."""
    if node.kind == "name":
        once = names(unit, read.function).once(node.text)
        node = bare(expression(unit.code[slice(*once.value)])) if once else node
    if (node.kind, node.text) != ("binary", b"/"):
        return False
    of, by = map(bare, node.parts)
    is_word = by.text == WORD or (by.text == SIZE and any(one.text in WORDS for one in by.parts))
    return is_word and of.text == SIZE and any(one.text in whole for one in of.parts)


def _changed_behind(unit: Unit, read: Model, loop: Loop, root: bytes, returned: Span) -> bool:
    """Say whether anything behind a loop may change what it has put together, until that is returned."""
    begun = loop.whole.end
    given = any(one.value.start >= begun for one in read.assignments)
    calls = (one for one in read.calls if begun <= one.name.start < returned.start)
    return given or any(root in OWN_NAME.findall(unit.code, *each) for one in calls for each in one.arguments)
