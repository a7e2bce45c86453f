"""The same CUDA source in other words: what is done, and what must be as before once it is undone.

Each way is found in the syntax tree, in functions that the grammar read without an error. What it leaves out
(names in macros, statements that may depend on one another) keeps it sound: `tests/lanes/test_metamorphic.py`
runs outcomes of all together on the emulator.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from helpers.reword import marks, names, statements
from helpers.reword.changes import WORD, Change

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

NOTES = b"|".join([*(re.escape(note.strip()) for note in marks.ALL_NOTES), rb"\s"])


class Rewording(NamedTuple):
    """A way to say the same: where a source allows it, each change on its own or with others.

    `plain(text, names)` leaves out of a text what changes of this kind add, take or move, so that it is the
    same for two texts that differ by nothing else; None where such a text cannot be compared. What a change
    `adds` may be edited as well.
    """

    name: str
    changes: Callable[[Unit], Iterator[Change]]
    plain: Callable[[bytes, dict[bytes, bytes]], object] | None
    adds: bool = False


def names_of(changes: Iterable[Change]) -> dict[bytes, bytes]:
    """Give the old name for each new one."""
    return dict(name for change in changes for name in change.names)


def _old_names(source: bytes, names: dict[bytes, bytes]) -> bytes:
    return WORD.sub(lambda found: names.get(found[0], found[0]), source)


def _without(drop: bytes) -> Callable[[bytes, dict[bytes, bytes]], bytes]:
    expression = re.compile(drop)
    return lambda source, _names: expression.sub(b"", source)


def _values_joined(source: bytes, _names: dict[bytes, bytes]) -> bytes:
    return re.sub(rb"\s", b"", re.sub(rb"\b(\w+); \1 = ", rb"\1 = ", source))


def _words(source: bytes, _names: dict[bytes, bytes]) -> list[bytes]:
    return sorted(re.findall(rb"\w+|[^\w\s]", source))


def _without_aliases(source: bytes, names: dict[bytes, bytes]) -> bytes:
    return re.sub(rb"[^;{}]*\b(\w+) = \1;", b"", _old_names(source, names))


REWORDINGS = (
    Rewording("rename", names.rename, _old_names),
    Rewording("comment", marks.comment, _without(NOTES)),
    Rewording("braces", marks.braces, _without(rb"[\s{}]")),
    Rewording("blocks", marks.blocks, _without(rb"[\s{}]")),
    Rewording("bracket-values", marks.bracket_values, _without(rb"[\s()]")),
    Rewording("bracket-conditions", marks.bracket_conditions, _without(rb"[\s()]")),
    Rewording("bracket-arguments", marks.bracket_arguments, _without(rb"[\s()]")),
    Rewording("split-list", statements.split_list, None, adds=True),
    Rewording("split-value", statements.split_value, _values_joined),
    Rewording("swap", statements.swap, _words),
    Rewording("return-to-block", statements.return_to_block, _without(rb"[\s(){}!;]|\breturn\b")),
    Rewording("block-to-return", statements.block_to_return, _without(rb"[\s(){}!;]|\breturn\b")),
    Rewording("alias", names.alias, _without_aliases, adds=True),
)
