"""Constants that stand in a list: elements of arrays and members of objects, `masks[0]` and `par.width`.

The memory of constants is like what is `const`, but for what the host copies there.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.class_fields import fields
from hipify_py.lazy import re
from hipify_py.source.brackets import parts
from hipify_py.source.constants import constant_declarations, values
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.tokens import A_NAME, OWN_NAME, token_at, token_before
from hipify_py.source.type_names import last_name, past_bracket, past_template
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, standing
from hipify_py.source.written_declarations import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit
    from hipify_py.source.written_declarations import Declarator, Written

NO_TYPES = frozenset((b"return", b"else", b"case", b"goto", b"throw", b"delete", b"new", b"co_return"))
PART = re.compile(rb"(\w++)[.\[]")
MEMORY = b"__constant__"
SYMBOL = b"Symbol"  # in the name of what copies to the memory of constants
BEHIND = frozenset((b"[", b"=", b";", b",", b"{", b")", b"("))  # of a name that is declared
BEHIND_POINTER = frozenset((b"=", b";", b",", b")"))
MOST = 16  # elements of a list; what is longer holds no widths and no masks
LONGEST = 1000  # bytes of a list


def listed_constants(unit: Unit) -> Iterator[tuple[bytes, bytes]]:
    """Give name and text of each part of the constant arrays and objects that a file lists in braces."""
    for made, one, span in _lists(unit):
        given = [unit.code[slice(*each)] for each in parts(unit.code, span.start + 1, span.end - 1)]
        name = unit.code[slice(*one.name)]
        if not 0 < len(given) <= MOST or name in copied(unit):
            continue
        names = () if one.bounds else fields(unit, last_name(made.type_in(unit.code)))
        for number, text in enumerate(given):
            if one.bounds:
                yield b"%b[%d]" % (name, number), text
            elif member := _member(text):
                yield b"%b.%b" % (name, member[0]), member[1]
            elif number < len(names):
                yield b"%b.%b" % (name, names[number]), text


def _lists(unit: Unit) -> Iterator[tuple[Written, Declarator, Span]]:
    """Give the constants that begin with a list in braces, and the span of that."""
    for made, one, span in values(unit):
        is_list = (
            unit.code[span.start : span.start + 1] == b"{" and unit.code[span.end - 1 : span.end] == b"}"
        )
        if is_list and span.end - span.start <= LONGEST and len(one.bounds) <= 1:
            yield made, one, span


def _member(text: bytes) -> tuple[bytes, bytes] | None:
    """Give the name of a member and what it is given, where a part of a list names one: `.width = 32`."""
    dot = token_at(text, 0)
    name = token_at(text, dot.end)
    sign = token_at(text, name.end)
    if dot.text != b"." or not name.is_word or sign.text not in {b"=", b"{"}:
        return None
    value = text[sign.end :].strip()
    return name.text, value.removesuffix(b"}").strip() if sign.text == b"{" else value


def without_hidden(unit: Unit, texts: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """Leave out the parts of lists of whose name a file declares something else, be it in one function."""
    parts = {name: found[1] for name in texts if (found := PART.match(name))}
    if not parts:
        return {**texts}
    own = Counter(unit.code[slice(*one.name)] for _, one, _ in _lists(unit))
    wanted = {*parts.values()}
    times = {name: sum(_declares(unit.code, one) for one in standing(unit, name)) for name in wanted}
    hidden = {name for name in wanted if times[name] > min(own[name], 1)}
    return {name: text for name, text in texts.items() if parts.get(name) not in hidden}


def _declares(code: bytes, name: Token) -> bool:
    """Say whether a name stands behind what may be the word of a type, as where something is declared."""
    word, behind = token_before(code, name.start), token_at(code, name.end)
    is_pointer = word.text in POINTS
    while word.text in POINTS:
        word = token_before(code, word.start)
    is_type = A_NAME.match(word.text) is not None and word.text not in NO_TYPES
    return is_type and behind.text in (BEHIND_POINTER if is_pointer else BEHIND)


@fact
def copied(unit: Unit) -> frozenset[bytes]:
    """Give the names in the memory of constants that the host may write to.

    So are those that it gives to calls that write to a symbol or ask where one lies, be it by a function of
    the program's or by the name in quotes, as the driver's calls do.
    """
    given = _given_to_symbols(unit.code) if MEMORY in unit.code else ()
    return frozenset(given) | _named_by_host(unit)


def _given_to_symbols(code: bytes) -> Iterator[bytes]:
    """Give the names that are given to functions in whose name a symbol stands."""
    for at in places(code, SYMBOL):
        opens = token_at(code, past_template(code, token_at(code, at).end))
        if opens.text == b"(":
            end = past_bracket(code, opens.start)
            yield from OWN_NAME.findall(code, opens.end, end)


@fact
def in_memory(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file makes in the memory of constants with a value."""
    found = ((one, made) for made in constant_declarations(unit) for one in made.declarators if one.value)
    return frozenset(unit.code[slice(*one.name)] for one, made in found if MEMORY in made.specifiers)


def _named_by_host(unit: Unit) -> set[bytes]:
    """Give the names in the memory of constants that the host's functions name, or that stand in quotes."""
    made = in_memory(unit)
    found = [*all_standing(unit, *made)] if made else []
    homes = functions(unit, [one.start for one in found]) if found else {}
    named = {
        one.text
        for one in found
        if (home := homes.get(one.start)) and home.kind == "host"
        if not _is_measured(unit.code, one)
    }
    return named | {name for name in made if name + b'"' in unit.source}


def _is_measured(code: bytes, name: Token) -> bool:
    """Say whether the size of a name is asked for alone."""
    before = token_before(code, name.start)
    before = token_before(code, before.start) if before.text == b"(" else before
    return before.text == b"sizeof"


def part_name(node: Expression) -> bytes:
    """Give by which name a part of a list is known: `masks[0]`, `par.width`; nothing for anything else."""
    if node.kind not in {"subscript", "member"} or not node.parts or node.parts[0].kind != "name":
        return b""
    of = node.parts[0].name
    if node.kind == "member":
        return b"%b.%b" % (of, node.text)
    index = node.parts[1] if len(node.parts) > 1 else node
    return b"%b[%b]" % (of, index.text) if index.kind == "number" else b""
