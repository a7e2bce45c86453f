"""What the macros of a file stand for, where each holds, and what a header tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit import Unit
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.source.lexer import Directive

MOST = 4000  # bytes of a macro, and those that are read and written for one use
# A macro without brackets is a constant, unless it calls, reads memory or is a part of a statement.
DOES = re.compile(
    rb"\w\s*\(|\[|->|[;{}]|(?<![=!<>])=(?!=)|\*\s*[(A-Za-z_]|\b(?:return|break|continue|goto)\b"
)
ALIAS = re.compile(rb"\s*+[A-Za-z_][\w:]*+\s*+")
NOT_READ = (b"_Pragma", b"__pragma", b"__VA_OPT__")
VARIADIC = b"__VA_ARGS__"
DEFINING = b"#define "
PARAMETER_NAME = re.compile(rb"\s*+([A-Za-z_]\w*+)")
PARAMETER = re.compile(rb"\s*+([A-Za-z_]\w*+)?+\s*+(\.\.\.)?+\s*+")


class Text(NamedTuple):
    """A piece of a file twice, as code and as source: in the first, comments and literals are blank."""

    code: bytes
    source: bytes

    def part(self, start: int, end: int) -> Text:
        """Give a part of it."""
        return Text(self.code[start:end], self.source[start:end])


class Macro(NamedTuple):
    """A macro: its parameters, or None without brackets, its text, and from where to where it holds.

    With `several` the last parameter stands for all arguments that are left.
    """

    parameters: tuple[bytes, ...] | None
    text: Text
    start: int
    end: int
    several: bool = False

    @property
    def needs_bracket(self) -> bool:
        """Whether it is one only before a bracket: it takes arguments, or is another's name."""
        return self.parameters is not None or ALIAS.fullmatch(self.text.code) is not None


def meanings_given(unit: Unit, given: Mapping[bytes, bytes]) -> dict[bytes, tuple[Macro, ...]]:
    """Read the macros that other files define, as far as the file has none of their names."""
    own = {name for one in unit.directives if (name := named(unit, one))}
    texts = [DEFINING + text + b"\n" for name, text in given.items() if name not in own]
    read = meanings(Unit(b"".join(texts))) if texts else {}
    return {name: (made[0]._replace(start=0, end=len(unit.code)),) for name, made in read.items()}


def named(unit: Unit, one: Directive) -> bytes:
    """Give the name that a directive makes a macro, or takes back."""
    found = PARAMETER_NAME.match(unit.code, *one.body) if one.name in {b"define", b"undef"} else None
    return found[1] if found else b""


def whole_texts(unit: Unit) -> dict[bytes, tuple[bytes, int]]:
    """Give the macros that a file leaves to those that include it: head and text in one line, and the place.

    One that has several meanings, or that the file takes back, has no text; constants are left out.
    """
    last = {made[-1].start for made in meanings(unit).values() if made[-1].end == len(unit.code)}
    listed: dict[bytes, tuple[bytes, int]] = {}
    for one in unit.directives:
        if not (name := named(unit, one)):
            continue
        if one.name == b"define" and one.span.end in last:
            listed[name] = text_of(unit, one.body).source.strip(), one.span.start
        elif name in listed or (one.name == b"define" and _does_something(unit, one)):
            listed[name] = b"", one.span.start
    return listed


def _does_something(unit: Unit, one: Directive) -> bool:
    """Say whether a definition is of more than a constant."""
    head = DEFINE.match(unit.code, *one.body)
    return head is not None and (head[2] is not None or _does(unit.code[head.end() : one.body.end]))


def _does(text: bytes) -> bool:
    return DOES.search(text) is not None or ALIAS.fullmatch(text) is not None


@fact
def meanings(unit: Unit) -> dict[bytes, tuple[Macro, ...]]:
    """Give the macros that can be expanded, by their names, each with where it holds.

    One that is defined anew without that has several meanings, between which a condition may choose.
    """
    found: dict[bytes, list[Macro | None]] = {}
    for one in unit.directives:
        if (
            one.name == b"undef"
            and (taken := PARAMETER_NAME.match(unit.code, *one.body))
            and taken[1] in found
        ):
            before = found[taken[1]]
            before[-1] = before[-1]._replace(end=min(before[-1].end, one.span.start)) if before[-1] else None
        elif one.name == b"define" and (head := DEFINE.match(unit.code, *one.body)):
            listed = found.setdefault(head[1], [])
            if listed and (listed[-1] is None or listed[-1].end > one.span.start):
                listed.append(None)
            else:
                listed.append(_macro(unit, one, head) or Macro((), Text(b"", b""), 0, 0))
    alone = {name: ones for name, ones in found.items() if None not in ones}
    return {
        name: made
        for name, ones in alone.items()
        if (made := tuple(one for one in ones if one is not None and one.text.code))
    }


def _macro(unit: Unit, one: Directive, head: re.Match[bytes]) -> Macro | None:
    """Read a definition; None of what is not expanded."""
    text = text_of(unit, Span(head.end(), one.body.end))
    listed = [PARAMETER.fullmatch(each) for each in head[2][1:-1].split(b",")] if head[2] else []
    if head[2] and not head[2][1:-1].strip():
        listed = []
    known = all(each and (each[1] or each[2]) for each in listed)
    known = (
        known and not any(word in text.code for word in NOT_READ) and (bool(head[2]) or b"#" not in text.code)
    )
    if not known or not text.code.strip() or len(text.code) > MOST:
        return None
    if not head[2] and not _does(text.code):
        return None
    names = tuple(each[1] or VARIADIC for each in listed if each) if head[2] else None
    several = bool(listed) and listed[-1] is not None and listed[-1][2] is not None
    return Macro(names, text, one.span.end, len(unit.code), several)


def text_of(unit: Unit, span: Span) -> Text:
    """Give a part of a file in one line, without comments."""
    code, source = unit.code[slice(*span)], unit.uncommented[slice(*span)]
    return Text(_one_line(code), _one_line(source))


def _one_line(text: bytes) -> bytes:
    return text.replace(b"\\\n", b"  ").replace(b"\r", b" ").replace(b"\n", b" ")
