"""What stands beside a piece of code where the preprocessor puts it: it ends a macro, or is given to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.lexer import Directive
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

CONDITIONS = frozenset({b"if", b"elif"})
MOST_USES = 200  # of macros at whose ends one stands, that are looked at for it
NAMING = frozenset({b"ifdef", b"ifndef", b"elifdef", b"elifndef", b"undef"})  # names, whatever they stand for
# What binds less than a shift does; of `<<=` and `>>=` a token is the end alone.
LOOSER = frozenset(b", ; : ? = && || & | ^ == != <= >= += -= *= /= %= &= |= ^=".split())
OPENS = LOOSER | frozenset(b"( [ { return case if elif".split())
CLOSES = LOOSER | frozenset(b") ] }".split())
GIVING = re.compile(rb"[(),]")
REST = b"..."


class Text(NamedTuple):
    """What the preprocessor puts elsewhere: a macro's text, or what is given for one of its parameters."""

    macro: bytes
    parameter: bytes = b""


def binds_outside(unit: Unit, shift: Span) -> bool:
    """Say whether what stands beside a shift may be a part of it: where it ends a text that is put there."""
    ends = ((step, _end_of(unit, shift, step)) for step in (-1, 1))
    return any(text and not _all_part(unit, text, step) for step, text in ends)


@fact_of
def _all_part(unit: Unit, text: Text, step: int) -> bool:
    """Say whether all that stands beside uses of a text, before or behind them, parts them from it.

    Beside a use at an end of another text stands what does so beside uses of that one.
    """
    done, todo, left = set[Text](), [text], MOST_USES
    while todo:
        one = todo.pop()
        for use in _uses(unit, one) if one not in done else ():
            left -= bool(done)
            if left < 0:
                return False
            if ends := _end_of(unit, use, step):
                todo.append(ends)
            elif not _is_parted(unit, use, step):
                return False
        done.add(one)
    return True


def _end_of(unit: Unit, place: Span, step: int) -> Text | None:
    """Give the text at whose beginning or end a place stands: that of a macro, or what one is given."""
    directive = unit.directive_at(place.start)
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    beside = _beside(unit, place, step)
    if directive and head and _is_beyond(directive, head, beside, step):
        return Text(head[1])
    opening, number = _givens(unit).get(beside.start, (0, 0))
    macro = token_before(unit.code, opening).text
    made = _made(unit).get(macro, []) if opening else []
    names = [_parameter(one, number + (step < 0)) for _, one in made if one[2]]
    return Text(macro, names[0]) if names and names[0] else None


def _is_beyond(directive: Directive, head: re.Match[bytes], token: Token, step: int) -> bool:
    return token.start >= directive.body.end if step > 0 else token.end <= head.end()


def _is_parted(unit: Unit, use: Span, step: int) -> bool:
    """Say whether what stands beside a use binds less than a shift, of which `<` may be half."""
    token, directive = _beside(unit, use, step), unit.directive_at(use.start)
    if directive and step > 0 and token.start >= directive.body.end:
        return True
    behind = unit.code[token.start + step : token.end + step]
    is_half = token.text in {b"<", b">"} and behind == token.text
    return token.text in (CLOSES if step > 0 else OPENS) or (token.text in {b"<", b">"} and not is_half)


def _beside(unit: Unit, place: Span, step: int) -> Token:
    return token_before(unit.code, place.start) if step < 0 else token_at(unit.code, place.end)


def _uses(unit: Unit, text: Text) -> Iterator[Span]:
    """Give where a text is put: uses of a macro with what they are given, or of a parameter in its text."""
    for directive, head in _made(unit).get(text.macro, ()) if text.parameter else ():
        words = re.compile(rb"(?<!\w)" + re.escape(text.parameter) + rb"(?!\w)")
        yield from (Span(*one.span()) for one in words.finditer(unit.code, head.end(), directive.body.end))
    takes = any(head[2] for _, head in _made(unit).get(text.macro, ()))
    for use in standing(unit, text.macro) if not text.parameter else ():
        within = unit.directive_at(use.start)
        if not within or not _only_names(unit, within, use):
            given = token_at(unit.code, use.end).start if takes else use.end
            yield Span(use.start, bracket_ends(unit).get(given, use.end))


def _only_names(unit: Unit, directive: Directive, use: Token) -> bool:
    """Say whether a directive names a macro, but does not read what it stands for."""
    if directive.name == b"define":
        head = DEFINE.match(unit.code, *directive.body)
        return head is not None and head.start(1) == use.start
    is_asked = directive.name in CONDITIONS and token_before(unit.code, use.start).text == b"defined"
    return directive.name in NAMING or is_asked


def _parameter(head: re.Match[bytes], number: int) -> bytes:
    """Give the name of a macro's parameter by its number, of the last for those that it stands for, too."""
    names = [one.strip() for one in head[2][1:-1].split(b",")]
    if names[-1].endswith(REST):
        number = min(number, len(names) - 1)
    name = names[number] if number < len(names) else b""
    return name.removesuffix(REST).strip() or b"__VA_ARGS__" * name.endswith(REST)


@fact
def _made(unit: Unit) -> dict[bytes, list[tuple[Directive, re.Match[bytes]]]]:
    """Give the definitions of each macro."""
    found: dict[bytes, list[tuple[Directive, re.Match[bytes]]]] = {}
    for one in unit.directives:
        if one.name == b"define" and (head := DEFINE.match(unit.code, *one.body)):
            found.setdefault(head[1], []).append((one, head))
    return found


@fact
def _givens(unit: Unit) -> dict[int, tuple[int, int]]:
    """Give of each comma in round brackets, and of these, their opening and how many commas stand before."""
    found: dict[int, tuple[int, int]] = {}
    open_: list[tuple[int, int]] = []
    for one in GIVING.finditer(unit.code):
        at, sign = one.start(), one[0]
        if sign == b"(":
            open_.append((at, 0))
            found[at] = (at, -1)
        elif open_:
            opening, number = open_.pop()
            found[at] = (opening, number)
            if sign == b",":
                open_.append((opening, number + 1))
    return found
