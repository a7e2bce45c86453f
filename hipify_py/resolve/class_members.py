"""Of which types the members are of classes that headers of a program define for other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.type_aliases import names_here
from hipify_py.source.declarators import declared_behind
from hipify_py.source.number_types import OTHER, RANKS, SMALL
from hipify_py.source.outer_types import is_vector, members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.model import Span
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MARK = b"{"
"""Stands behind the name of a class in what a file asks for."""
OBJECT = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*+(?:\[[^\[\]]{0,80}\]\s*+)?(?:\.|->)\s*+[A-Za-z_]")
NUMBERS = frozenset((*RANKS, *SMALL))
PARTED, BETWEEN = b",", b"="


def told(unit: Unit) -> tuple[tuple[bytes, bytes], ...]:
    """Give the classes that a file defines with their members that are numbers or vectors, as one text."""
    return tuple((name, _text(found)) for name, found in members(unit).items())


def _text(found: Mapping[bytes, str]) -> bytes:
    listed = ((member, kind) for member, kind in found.items() if kind in NUMBERS or is_vector(kind))
    return PARTED.join(member + BETWEEN + kind.encode() for member, kind in listed)


def asked(unit: Unit, regions: Iterable[Span]) -> frozenset[bytes]:
    """Give the classes, with `MARK`, of the objects of which members stand in some parts of a file."""
    objects = {one[1] for region in regions for one in OBJECT.finditer(unit.code, *region)}
    if not objects:
        return frozenset()
    found = OTHER.finditer(unit.code)
    return frozenset(
        one[1] + MARK for one in found if not objects.isdisjoint(declared_behind(unit.code, one.end(1)))
    )


def classes_asked(asks: Iterable[bytes]) -> Iterator[bytes]:
    """Give the names of the classes among what a file asks for."""
    return (name.removesuffix(MARK) for name in asks if name.endswith(MARK))


def known_elsewhere(unit: Unit, options: Options) -> dict[bytes, dict[bytes, str]]:
    """Give the members of classes that other files define, but where the file makes its own of the name."""
    given = options.project.members
    return (
        {name: _read(text) for name, text in given.items() if name not in names_here(unit)} if given else {}
    )


def _read(text: bytes) -> dict[bytes, str]:
    parts = (one.partition(BETWEEN) for one in text.split(PARTED) if one)
    return {member: kind.decode() for member, _, kind in parts}
