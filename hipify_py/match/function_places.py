"""Where functions are declared and defined: heads up to the parameters, and what ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import MARKS, OPEN, is_attribute, own_macros
from hipify_py.match.function_keys import MOST, function_key, plain
from hipify_py.source.brackets import closing
from hipify_py.source.search import WORD as LETTERS
from hipify_py.source.search import places, word_start
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from hipify_py.source.unit import Unit


SPECIAL = rb"operator\s*(?:\(\s*\)|\[\s*\]|[-+*/%^&|~!=<>,]{1,3}|[A-Za-z_][\w\s:*&]{0,60})"
NAME = rb"((?:~\s*+)?(?!operator\b)[A-Za-z_]\w*+|" + SPECIAL + rb")\s*+\("
A_WORD = re.compile(rb"\w++")
MOST_BEFORE = 300  # bytes and lists of template arguments
# What few files need is compiled by the first of them, and not by every start.
UP_TO_NAME = rb"(?:[\w\s:&*,]|<[^<>;{}()]{0,200}>){0,%d}?(?<=[\s&*>])" % MOST_BEFORE + NAME
RUN = re.compile(rb"[\w\s:&*,]*+")  # of such bytes
# The same where none of some signs is before it, which is asked behind its first byte: that is searched for.
FUNCTION = re.compile(
    rb"([A-Za-z_~](?<![\w~.].)(?<!->.)(?:(?<=~)\s*+(?!operator\b)[A-Za-z_]\w*+"
    rb"|(?<!~)(?:(?<!o)|(?!perator\b))\w*+|(?<=o)" + SPECIAL[1:] + rb"))\s*+\("
)
# A member that is defined outside of its class, or a function outside of its namespace; and which that is.
OUTSIDE = re.compile(rb"::\s*+" + NAME)
SCOPE = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]{0,200}>\s*+)?\Z")
MOST_SCOPE = 260
QUALIFIED = rb"\s*(?:(?:const|volatile|noexcept|override|final|&&?)\s*)*"
RETURNS = rb"(?:->[^;{}()]{1,100})?"
ENDS = re.compile(QUALIFIED + RETURNS + rb"(?:=\s*0\s*)?;")
OPENS = re.compile(QUALIFIED + RETURNS + rb"(?:\{|:(?!:)|try\b)")


@fact
def heads(unit: Unit) -> tuple[re.Match[bytes], ...]:
    """Give what may be heads of declarations, from what may be an attribute up to the parameters.

    Such as a macro that another file makes.
    """
    own = (one.start for one in all_standing(unit, *own_macros(unit)))
    marked = (word_start(unit.code, at) for at in sorted({*places(unit.code, *MARKS), *own}))
    words = (found for at in marked if (found := A_WORD.match(unit.code, at)))
    listed = [*_up_to_parameters(unit, (one.end() for one in words if is_attribute(unit, one[0])))]
    if unit.text.includes:
        listed += _up_to_parameters(unit, (one.end() for one in OPEN.finditer(unit.code)))
    return tuple(listed)


def _up_to_parameters(unit: Unit, behind: Iterable[int]) -> Iterator[re.Match[bytes]]:
    """Give what may be heads of declarations behind a word, each behind the one before."""
    end, run, last, rest = 0, -1, 0, re.compile(UP_TO_NAME)
    for at in behind:
        if at > run:  # and not in that of the word before
            run = max(each.end() for each in (RUN.match(unit.code, at),) if each)
            last = _last_before(unit.code, at, run)
        found = rest.match(unit.code, at) if at > end and last - at <= MOST_BEFORE else None
        if found:
            yield found
            end = found.end()


def _last_before(code: bytes, start: int, end: int) -> int:
    """Give where in a run of words, or behind it, the name begins before which the rest of a head must stand.

    It is out of reach where a head cannot go on behind the run.
    """
    words, behind = code[start:end], code[end : end + 1]
    if b"operator" in words:
        return start
    if behind == b"(":
        return start + len(words.rstrip().rstrip(LETTERS))
    return end if behind in {b"<", b"~"} else end + MOST_BEFORE + 1


def named(unit: Unit, names: Container[bytes], behind: re.Pattern[bytes]) -> Iterator[tuple[bytes, int, int]]:
    """Give where functions with some names are declared or defined: the name, its place and the bracket's.

    Not those of another scope than where they stand, `A::f`: see `outside`.
    """
    for one in FUNCTION.finditer(unit.code) if names else ():
        name = plain(one[1])
        if name not in names or token_before(unit.code, one.start()).text == b"::":
            continue
        if ends(unit, one.end() - 1, behind):
            yield name, one.start(), one.end() - 1


def outside(unit: Unit) -> Iterator[tuple[bytes, int]]:
    """Give the functions that a file defines outside of their class or namespace, and the places."""
    for one in OUTSIDE.finditer(unit.code):
        if ends(unit, one.end() - 1, OPENS):
            near = max(0, one.start() - MOST_SCOPE)
            scope = SCOPE.search(unit.code[near : one.start()])
            if scope:
                at = near + scope.start()
                yield function_key(scope[1], one[1], unit.code, one.end() - 1), at


def ends(unit: Unit, opening: int, behind: re.Pattern[bytes]) -> bool:
    """Say whether what stands behind the parameters of a function is what ends its head."""
    limit = min(len(unit.code), opening + MOST)
    return behind.match(unit.code, closing(unit.code, opening, limit)) is not None
