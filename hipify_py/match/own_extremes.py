"""A program's own templates `min` and `max`, which HIP's headers have for the device already."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import head_start
from hipify_py.match.own_overloads import SCOPES, Owned, left_out
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, closing
from hipify_py.source.functions import macros
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, word_matches, words_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DEFINED = re.compile(
    rb"""\b(?P<name>min|max)\s*\(\s*(?:const\s+)?(?P<type>\w+)\s*+(?:\bconst\b\s*+)?(?P<by>&?)\s*+(?P<a>\w+)\s*,
    \s*(?:const\s+)?(?P=type)\s*+(?:\bconst\b\s*+)?(?P=by)\s*+(?P<b>\w+)\s*\)\s*(?:noexcept\s*)?\{""",
    re.VERBOSE,
)
HEAD = re.compile(rb"template\s*<\s*(?:typename|class)\s+(\w+)\s*>([\w\s&]*)\Z")
DEVICE = re.compile(rb"\b__device__\b\s*")
OF_DEVICES = re.compile(rb"(?i)device|gpu|cuda|hd\Z")  # in the name of a macro that marks
BRACES, AROUND_SIGNS = re.compile(rb"[{}\s]+"), re.compile(rb" ?([^\w ]) ?")
CHOICE = re.compile(
    rb"return ?\(*(\w+)([<>])=?(\w+)\)*\?(\w+):(\w+)\)*;|"
    rb"if\((\w+)([<>])=?(\w+)\)return (\w+);(?:else )?return (\w+);"
)
MOST_BODY = 200
OPENED = re.compile(rb"\bnamespace\b[^{}]*\{[^{}]*\Z")
OPENS, ENDS = re.compile(rb"BEGIN|OPEN|START"), re.compile(rb"END|CLOSE|STOP")


def templates(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave a program's own minimum and maximum of two of a type to HIP on the device.

    One for both sides stays for the host, one for the device alone is left out. What does otherwise than
    HIP's, is there when compiling, or is marked by a macro is reported.
    """
    yield from left_out(unit, rule, _clashing(unit))


def _clashing(unit: Unit) -> Iterator[Owned]:
    """Give the templates beside which HIP's is defined again, or makes calls ambiguous."""
    for found in word_matches(unit, DEFINED, b"min", b"max"):
        start, brace = head_start(unit, found.start()), found.end() - 1
        head = HEAD.match(unit.code, start, found.start())
        if head is None or head[1] != found["type"]:
            continue
        marks = set(head[2].split())
        by_macro = b"__device__" not in marks and any(OF_DEVICES.search(mark) for mark in marks)
        on_both = b"__host__" in marks
        if not (by_macro or b"__device__" in marks) or (found["by"] and (by_macro or on_both)):
            continue
        if _is_nested(unit, brace):
            continue
        end = closing(unit.code, brace, len(unit.code), BRACE)
        plain = _is_plain(unit, found, Span(brace + 1, end - 1))
        mark = DEVICE.search(unit.code, start, found.start()) if on_both else None
        yield Owned(
            Span(start, end),
            Span(start, brace),
            found["name"].decode(),
            same=plain and not by_macro and b"constexpr" not in marks,
            mark=Span(*mark.span()) if mark else None,
        )


def _is_nested(unit: Unit, brace: int) -> bool:
    """Say whether a body stands in a namespace, or in a class, where it hides HIP's."""
    nodes = unit.around(Span(brace, brace))
    names = [node.type for node in nodes]
    if "namespace_definition" in names or sum(name in SCOPES for name in names) > 1:
        return True
    opens, closes = _by_macros(unit)
    return bisect_left(opens, brace) > bisect_left(closes, brace)


@fact
def _by_macros(unit: Unit) -> tuple[list[int], list[int]]:
    """Give where macros open a namespace, and where they close one, in order: by their meaning, or by name.

    As `BEGIN_MGPU_NAMESPACE` does, and `THRUST_NAMESPACE_BEGIN`, which another file makes.
    """
    known = macros(unit)
    opens: list[int] = []
    closes: list[int] = []
    for word in all_standing(unit, *words_with(unit, b"NAMESPACE")):
        if unit.directive_at(word.start):
            continue
        text = unit.code[slice(*known[word.text].body)] if word.text in known else b""
        if OPENED.search(text) if text else OPENS.search(word.text):
            opens.append(word.start)
        elif text.rstrip().endswith(b"}") if text else ENDS.search(word.text):
            closes.append(word.start)
    return opens, closes


def _is_plain(unit: Unit, found: re.Match[bytes], body: Span) -> bool:
    """Say whether a body gives the lesser of the two, or the greater one, and does nothing else."""
    if body.end - body.start > MOST_BODY:
        return False
    text = AROUND_SIGNS.sub(rb"\1", BRACES.sub(b" ", unit.code[slice(*body)]).strip())
    choice = CHOICE.fullmatch(text)
    if choice is None:
        return False
    first, sign, second, given, other = (part for part in choice.groups() if part is not None)
    if {first, second} != {found["a"], found["b"]} or {given, other} != {first, second}:
        return False
    return ((sign == b"<") == (given == first)) == (found["name"] == b"min")
