"""The members, in order, of structures that headers define and that lists of other files fill."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.resolve.type_aliases import meaning, names_here
from hipify_py.source.class_fields import Field, class_named
from hipify_py.source.defined_types import defined_types
from hipify_py.source.type_names import last_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MARK = b"{}"
"""Stands behind the name of a class in what a file asks for."""
LIST = re.compile(rb"(?:[=(,\]]|\breturn)\s*+\{\s*+[^\s}]")
DECLARES = re.compile(
    rb"(?<![\w.>])([A-Za-z_]\w*+)(?=\s++[A-Za-z_]\w*+\s*+[=;,()\[:{])"
)  # a name behind its type
MADE = re.compile(rb"(?<![\w.])([A-Za-z_]\w*+)\s*+\{\s*+[-+.\d({\"]")
BETWEEN, PARTED = b"|", b";"
MOST = 64  # members


class Types(NamedTuple):
    """What a file knows of types: what a name stands for, and the structures of other files by name."""

    meant: Callable[[bytes], bytes]
    elsewhere: Mapping[bytes, tuple[Field, ...]]

    def layout(self, spelt: bytes) -> tuple[Field, ...]:
        """Give the members of the structure of another file that a type's spelling stands for, if of one."""
        return self.elsewhere.get(last_name(spelt), ()) if self.elsewhere else ()


def told(unit: Unit) -> tuple[tuple[bytes, bytes], ...]:
    """Give the structures that a file defines and that a list fills in order, with their members."""
    named = (one.name for one in defined_types(unit) if one.keyword in {b"struct", b"class"})
    made = ((name, class_named(unit, name)) for name in dict.fromkeys(named) if name)
    return tuple(
        (name, _text(fields.listed))
        for name, fields in made
        if fields and fields.is_aggregate and 0 < len(fields.listed) <= MOST and all(map(_can, fields.listed))
    )


def _can(one: Field) -> bool:
    """Say whether a member can be written down."""
    return bool(one.name) and PARTED not in one.type and BETWEEN not in one.type


def _text(fields: tuple[Field, ...]) -> bytes:
    return PARTED.join(b"%b|%b|%d|%d|%d" % one for one in fields)


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the names, with `MARK`, of what may be a structure that a list of the file fills."""
    made = {one[1] for one in MADE.finditer(unit.code)}
    if LIST.search(unit.code):
        made.update(one[1] for one in DECLARES.finditer(unit.code))
    return frozenset(name + MARK for name in made)


def layouts_asked(asks: Iterable[bytes]) -> Iterator[bytes]:
    """Give the names of the structures among what a file asks for."""
    return (name.removesuffix(MARK) for name in asks if name.endswith(MARK))


def types_known(unit: Unit, options: Options) -> Types:
    """Give what a file knows of types; what it makes itself under a name hides that of another file."""
    given = options.project.layouts
    own = names_here(unit) if given else ()
    found = {name: _read(text) for name, text in given.items() if name not in own}
    return Types(meaning(unit, options), found)


def _read(text: bytes) -> tuple[Field, ...]:
    parts = (one.split(BETWEEN) for one in text.split(PARTED))
    return tuple(Field(name, type_, *map(int, numbers)) for name, type_, *numbers in parts)
