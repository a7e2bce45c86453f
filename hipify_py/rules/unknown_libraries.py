"""Libraries without a counterpart: `[unknown]` tells them by how names begin, `[absent]` says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.rules.index import NUMBERED
from hipify_py.rules.linear import repeats
from hipify_py.rules.where import expression

if TYPE_CHECKING:
    from hipify_py.rules.where import Where


def absent(where: Where, table: dict[str, object], unknown: dict[str, object]) -> dict[str, str]:
    """Give what to do instead of libraries; raise `HipifyError` for one that `[unknown]` does not name."""
    for library, why in table.items():
        if not isinstance(why, str) or library not in unknown.values():
            remedy = "write what to do instead of a library that [unknown] of this file names"
            raise where.refuse(library, "no such library, or no text", remedy, heading="[absent]")
    return {library: str(why) for library, why in table.items()}


def unknown_prefixes(where: Where, table: dict[str, object], *, own: bool) -> dict[str, str]:
    """Give the library of each prefix of names; raise `HipifyError` for one that cannot be looked for."""
    for key, value in table.items():
        if not isinstance(value, str):
            raise where.refuse(key, "must be a string", "name the library the prefix belongs to")
        found = expression(where, key, key)
        if found.match(b"") or NUMBERED.search(key.encode()):
            remedy = "write what the names begin with, without flags and without groups to refer to"
            raise where.refuse(key, "no prefix that can stand beside others", remedy)
        if own and repeats(key):
            raise where.refuse(key, "a prefix that repeats something", "write out how the names begin")
    return {key: str(value) for key, value in table.items()}
