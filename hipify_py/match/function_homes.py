"""In which namespaces the classes lie of which files declare and define members: two may share a name.

A file is told of members by the name of their class alone, for a definition need not name all namespaces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.linkage import Told, includes_before, scope_of
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MARK = b"@"
PATH = b"::"
MOST_PATH = 400  # bytes
ARGUMENTS = re.compile(rb"<[^;{}()]*+")
WRITTEN = re.compile(rb"(?<![\w>])(?:\w++\s*+(?:<[^<>;{}()]{0,200}>\s*+)?::\s*+)++\Z")
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


def may_be(unit: Unit, key: bytes, at: int, declared: int | None, options: Options) -> bool:
    """Say whether the member that is defined at a place may be the one that is told of by its key.

    That is declared at another place of the file, or in another file: in each of its namespaces that the
    definition names, or the other way round. Where the outermost differs, one may be another name for it.
    """
    if not key.endswith(b")"):
        return True  # of a function, which is told with all its scope
    home = _declared_in(unit, declared) if declared is not None else b""
    home = home or options.project.attributes.get(home_key(key), b"")
    if PATH not in home:
        return True
    first, second = sorted((home.split(PATH), _defined_in(unit, at)), key=len)
    rest = iter(second)
    return first[0] not in second or all(part in rest for part in first)


@fact_of
def _declared_in(unit: Unit, at: int) -> bytes:
    return ARGUMENTS.sub(b"", scope_of(unit, Span(at, at + 1)) or b"")


def _defined_in(unit: Unit, at: int) -> list[bytes]:
    """Give the namespaces and classes around a definition and before its name; a place has the last."""
    near = unit.code[max(0, at - MOST_PATH) : at]
    before = WRITTEN.search(near)
    written = PART.findall(near[before.start() :]) if before else []
    last = PART.match(unit.code, at)
    around = [part for part in _declared_in(unit, at).split(PATH) if part]
    return [*around, *written, *([last[1]] if last else [])]
