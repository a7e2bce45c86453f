"""The entries of rule files put together, layer upon layer: a later one has the word."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.releases import RELEASES, is_older

if TYPE_CHECKING:
    from hipify_py.rules.where import Plain, Where

BASE, CHOICE = -1, 0
"""The layers that ship: what always holds, and what was chosen over it. A user's own are from 1 on."""
Key = tuple[str, str]  # the table in `compile.KINDS` and the key; of a scoped name `namespace::name`


class Entry(NamedTuple):
    """What a layer says about one key, and in which file."""

    layer: int
    where: Where
    value: Any


@dataclass
class Merged:
    """The entries of all layers read so far; `builtin` are the keys that those have which ship.

    What a rule comes to is a list: one for each of its forms.
    """

    entries: dict[Key, Entry] = field(default_factory=dict)
    before: dict[Key, dict[str, Entry]] = field(default_factory=dict)
    messages: dict[str, Plain] = field(default_factory=dict)
    codes: dict[str, list[Plain]] = field(default_factory=dict)  # the rules that ship by their matchers
    expressions: set[str] = field(default_factory=set)  # those of the rules that ship
    unknown: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    polyfills: dict[str, tuple[bytes, bool]] = field(default_factory=dict)
    shims: dict[str, str] = field(default_factory=dict)
    versions: dict[str, dict[str, str]] = field(default_factory=dict)  # numbers by release
    builtin: set[Key] = field(default_factory=set)

    def add(self, key: Key, entry: Entry, shown: str) -> None:
        """Take in an entry; one of a later layer is for all releases."""
        if key in self.entries:
            _once(self.entries[key], entry, shown)
            self.before.pop(key, None)
        if entry.layer <= CHOICE:
            self.builtin.add(key)
        self.entries[key] = entry

    def add_before(self, release: str, key: Key, entry: Entry, shown: str) -> None:
        """Take in what is otherwise before a release; what earlier layers say of that goes."""
        kept = {r: e for r, e in self.before.get(key, {}).items() if e.layer == entry.layer}
        if release in kept:
            _once(kept[release], entry, shown)
        self.before[key] = {**kept, release: entry}

    def resolved(self, rocm: str) -> dict[Key, Entry]:
        """Give what holds for a release."""
        found = dict(self.entries)
        for key, releases in self.before.items():
            newer = [release for release in RELEASES if release in releases and is_older(rocm, release)]
            if newer:
                found[key] = releases[newer[0]]
        return found


def _once(earlier: Entry, entry: Entry, shown: str) -> None:
    if earlier.layer == entry.layer:
        why = f"already stands in {Path(earlier.where.path).name}"
        raise entry.where.refuse(shown, why, "keep one of the two")
