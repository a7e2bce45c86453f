"""In which namespaces the classes lie of which files declare and define members: two may share a name.

A file is told of members by the name of their class alone, for a definition need not name all namespaces.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import entered, includes_before, names, scope_of
from hipify_py.resolve.macros import made_by
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import goes_with, inside
from hipify_py.source.defined_types import defined_types
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MARK = b"@"
PATH = b"::"
MOST_PATH = 400  # bytes
ARGUMENTS = re.compile(rb"<[^;{}()]*+")
WRITTEN = re.compile(rb"(?<![\w>])(?:\w++\s*+(?:<[^<>;{}()]{0,200}>\s*+)?::\s*+)++\Z")
CALLED = re.compile(rb"(operator\s*+(?:\(\s*+\)|[^\w\s(]{1,3}+|[\w\s:*&]{1,60}?)|(?:~\s*+)?\b\w++)\s*+\(")
ALIAS = re.compile(rb"\s*+\w++[ \t]++([A-Za-z_]\w*+(?:\s*+::\s*+\w++)*+)\s*+\Z")
PART = re.compile(rb"(\w++)\s*+(?:<[^<>;{}()]{0,200}>\s*+)?::")


def home_key(key: bytes) -> bytes:
    """Give what asks for the namespaces and classes of a member that is told by a key."""
    return key + MARK


def is_home_key(name: bytes) -> bool:
    """Say whether a name is one of these."""
    return name.endswith(MARK)


def told(unit: Unit, members: Iterable[tuple[bytes, int]]) -> Iterator[Told]:
    """Tell in which namespaces members are declared, given by their keys and places; not of those in none."""
    for key, at in members:
        home = _declared_in(unit, at) if key.endswith(b")") else b""
        if PATH in home:
            yield Told("attribute", home_key(key), home, includes_before(unit, at))


def told_macros(unit: Unit) -> Iterator[Told]:
    """Tell of the names for which macros of a file stand that a namespace may be called by, and of theirs."""
    for name, at in _of_macros(unit).items():
        yield Told("attribute", home_key(name), b"1", includes_before(unit, at))


def asked(unit: Unit) -> frozenset[bytes]:
    """Ask whether others make macros of what a file opens."""
    return frozenset(map(home_key, entered(unit)))


def may_be(unit: Unit, key: bytes, at: int, declared: int | None, options: Options) -> bool:
    """Say whether the member that is defined at a place may be the one that is told of by its key.

    That is declared at another place of the file, or in another file: in each of its namespaces that the
    definition names, or the other way round. Where the outermost that is named differs, one may be another
    name for it.
    """
    if not key.endswith(b")"):
        return True  # of a function, which is told with all its scope
    if declared is None and _is_bare(unit, key, at):
        return False
    home = _declared_in(unit, declared) if declared is not None else b""
    home = home or options.project.attributes.get(home_key(key), b"")
    if PATH not in home:
        return True
    if _lies_elsewhere(unit, home.split(PATH), at, options):
        return False
    first, second = sorted((home.split(PATH), _defined_in(unit, at)), key=len)
    rest = iter(second)
    return first[0] not in second or all(part in rest for part in first)


def _lies_elsewhere(unit: Unit, home: Sequence[bytes], at: int, options: Options) -> bool:
    """Say whether a class lies in other namespaces than those that are open around a definition.

    None of which is another name for one: that opens no namespace. One that a macro opens is not seen, and
    what is spelt as a macro may be another, as may what is one, or what one stands for.
    """
    around = _around(unit, at)
    spaces = set(home) - {*_defined_in(unit, at)[len(around) :]}
    if not around or not spaces or not spaces.isdisjoint(around):
        return False
    told = options.project.attributes
    names = (*spaces, *around)
    return not any(one.isupper() or one in _of_macros(unit) or home_key(one) in told for one in names)


@fact
def _of_macros(unit: Unit) -> dict[bytes, int]:
    """Give the macros in small letters that stand for a name, and such names, and where these are made."""
    found: dict[bytes, int] = {}
    for one in unit.directives:
        name = made_by(unit, one)
        alias = ALIAS.match(unit.code, *one.body) if name and not name.isupper() else None
        for part in (name, *A_NAME.findall(alias[1])) if alias else ():
            found.setdefault(part, one.span.start)
    return found


def _is_bare(unit: Unit, key: bytes, at: int) -> bool:
    """Say whether a member that is defined at a place is declared in a class of the file, without attributes.

    Of the words that are told of its key nothing is said there: a class of another file has its name.
    """
    home, _, name = key.rpartition(b"(")[0].partition(PATH)
    bodies = _bodies(unit).get(home, ())
    called = _called(unit).get(name, ()) if bodies else ()
    first = (_next(called, body.start) for body in bodies)
    found = (one[0] for one, body in zip(first, bodies, strict=True) if one and one[0] < body.end)
    places = [place for place in found if goes_with(unit, place, at) and not inside(dead(unit), place)]
    return any(_names(unit, place, at) for place in places)


def _next(places: Sequence[int], start: int) -> Sequence[int]:
    at = bisect_left(places, start)
    return places[at : at + 1]


@fact
def _called(unit: Unit) -> dict[bytes, list[int]]:
    """Give the names before brackets, without blanks in them, and where they stand."""
    found: dict[bytes, list[int]] = {}
    for one in CALLED.finditer(unit.code):
        found.setdefault(b"".join(one[1].split()), []).append(one.start())
    return found


def _names(unit: Unit, place: int, at: int) -> bool:
    """Say whether a definition names the class around a place of the file.

    All its namespaces, or but for some that the file brings in; of a class for some arguments these, too.
    """
    home, named = _declared_in(unit, place).split(PATH), _defined_in(unit, at)
    if not names(unit, home, named):
        return False
    whole = _scope(unit, place)
    return b"<" not in whole or b"".join(whole.split()).endswith(
        b"".join(_written(unit, at).split()).strip(b":")
    )


@fact
def _bodies(unit: Unit) -> dict[bytes, list[Span]]:
    """Give the bodies of the classes that a file defines, by their names."""
    found: dict[bytes, list[Span]] = {}
    for one in defined_types(unit):
        if one.keyword != b"enum" and one.name:
            found.setdefault(one.name, []).append(one.body)
    return found


def _declared_in(unit: Unit, at: int) -> bytes:
    return ARGUMENTS.sub(b"", _scope(unit, at))


@fact_of
def _scope(unit: Unit, at: int) -> bytes:
    return scope_of(unit, Span(at, at + 1)) or b""


def _defined_in(unit: Unit, at: int) -> list[bytes]:
    """Give the namespaces and classes around a definition and before its name; a place has the last."""
    return [*_around(unit, at), *PART.findall(_written(unit, at) + PATH)]


def _written(unit: Unit, at: int) -> bytes:
    """Give the scopes that a definition names, as they are written; a place has the last."""
    near = unit.code[max(0, at - MOST_PATH) : at]
    before, last = WRITTEN.search(near), PART.match(unit.code, at)
    return (near[before.start() :] if before else b"") + (last[0].removesuffix(PATH) if last else b"")


def _around(unit: Unit, at: int) -> list[bytes]:
    """Give the namespaces and classes around a definition."""
    return [part for part in _declared_in(unit, at).split(PATH) if part]
