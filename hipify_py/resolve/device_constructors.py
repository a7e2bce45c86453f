"""Classes and their constructors: how these are marked, how many arguments they take; destructor and members.

Files tell each other of those with a mark by one text a class, `W~1-2 __device__;0-0 HD~a=V,b=V~__device__`,
as the words that mark a constructor, or a destructor, may be macros of a third file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.resolve.linkage import includes_before, marked
from hipify_py.resolve.told import Told
from hipify_py.source.bracket_ends import outlined
from hipify_py.source.brackets import closing, parameter_spans
from hipify_py.source.defined_types import defined_types
from hipify_py.source.search import last_of
from hipify_py.source.tokens import A_NAME, token_at, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MARK = b"~"
"""Behind the name of such a class, where a file tells others of it."""
CLASSES = frozenset((b"struct", b"class"))
OF_OTHER = frozenset((b"~", b":", b".", b">"))  # before a name that is no constructor's
MEMBER = re.compile(
    rb"(?:^|[;{}:])\s*+(?:const\s++|mutable\s++)*+(?:[A-Za-z_]\w*+\s*+::\s*+)*+([A-Za-z_]\w*+)"
    rb"(?:\s*+<[^;{}()]*>)?\s++([A-Za-z_]\w*+(?:\s*+,\s*+[A-Za-z_]\w*+)*+)\s*+(?:[;={]|\[)"
)
NO_TYPE = frozenset(b"return using typedef friend static enum struct class template public private".split())
# Words of a head that say nothing of a side.
PLAIN = frozenset(
    b"explicit virtual inline constexpr template typename class struct public private protected".split()
)
SIGNS = b";}{:>,"  # what the words of a constructor stand behind
INITIALISES = re.compile(rb"(?<!public)(?<!private)(?<!protected)\s*+[:,]\s*+\Z")
NEAR = 100  # bytes that tell an access from a list
MOST = 20_000  # bytes of a class that are read
ANY = 99  # arguments, of a constructor that takes any number


class Made(NamedTuple):
    """A constructor: the least and most arguments that it takes, and the words before it."""

    least: int
    most: int
    words: bytes

    def takes(self, count: int) -> bool:
        """Say whether so many arguments may be given."""
        return self.least <= count <= self.most


class Class(NamedTuple):
    """What a class is made by, the classes of its members by their names, the words before its destructor."""

    constructors: tuple[Made, ...]
    members: Mapping[bytes, bytes]
    destructor: bytes = b""


@fact
def classes(unit: Unit) -> Mapping[bytes, Class]:
    """Give the classes of a file that have a constructor, or a marked destructor, the first of each name."""
    found: dict[bytes, Class] = {}
    for one in defined_types(unit):
        if one.keyword not in CLASSES or one.is_special or one.name in found:
            continue
        start = one.body.start + 1
        body = outlined(unit, start, min(one.body.end, start + MOST) - 1)
        made = tuple(_constructors(one.name, body)) if one.name else ()
        destructor = _destructor(one.name, body) if one.name else b""
        if made or destructor:
            found[one.name] = Class(made, dict(_members(body)), destructor)
    return found


def _constructors(name: bytes, body: bytes) -> Iterator[Made]:
    for one in words(body, name):
        opens = token_at(body, one.end)
        if opens.text != b"(" or body[one.start - 1 : one.start] in OF_OTHER:
            continue
        before = A_NAME.findall(body, last_of(body, SIGNS, one.start) + 1, one.start)
        if not before and INITIALISES.search(body, max(0, one.start - NEAR), one.start):
            continue
        least, most = _counts(body, opens.start)
        yield Made(least, most, b" ".join(word for word in before if word not in PLAIN))


def _destructor(name: bytes, body: bytes) -> bytes:
    """Give the words before the destructor of a class; none of one that the compiler makes."""
    for one in words(body, name):
        at = one.start - 1
        if body[at : one.start] == b"~" and token_at(body, one.end).text == b"(":
            end = closing(body, one.end, len(body))
            before = A_NAME.findall(body, last_of(body, SIGNS, at) + 1, at)
            is_made = token_at(body, end).text == b"="
            return b"" if is_made else b" ".join(word for word in before if word not in PLAIN)
    return b""


def _counts(body: bytes, opens: int) -> tuple[int, int]:
    given = [body[slice(*one)] for one in parameter_spans(body, opens, len(body))]
    given = [] if given == [b"void"] else given
    if any(b"..." in one for one in given):
        return 0, ANY
    return sum(b"=" not in one for one in given), len(given)


def _members(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while one := MEMBER.search(body, at):
        if one[1] not in NO_TYPE:
            yield from ((name, one[1]) for name in A_NAME.findall(one[2]))
        at = one.end() - 1


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the classes with a constructor that is marked, in one name each."""
    for name, one in classes(unit).items():
        if not one.destructor and not any(each.words for each in one.constructors):
            continue
        made = b";".join(b"%d-%d %b" % each for each in one.constructors)
        members = b",".join(b"%b=%b" % each for each in one.members.items())
        yield Told(
            "function", MARK.join((name, made, members, one.destructor)), after=includes_before(unit, 0)
        )


def known(unit: Unit, options: Options) -> dict[bytes, Class]:
    """Give the classes of a file and those of which others tell it: of two that differ none."""
    found: dict[bytes, Class] = {}
    doubtful: set[bytes] = set()
    for name, text in marked(options.project.functions, MARK):
        made, members, destructor = text.split(MARK)
        if name in found:
            doubtful.add(name)
        found[name] = Class(
            tuple(_read(one) for one in made.split(b";") if one),
            dict(one.split(b"=", 1) for one in members.split(b",") if one),
            destructor,
        )
    return {**{name: one for name, one in found.items() if name not in doubtful}, **classes(unit)}


def _read(text: bytes) -> Made:
    counts, _, words = text.partition(b" ")
    least, _, most = counts.partition(b"-")
    return Made(int(least), int(most), words)
