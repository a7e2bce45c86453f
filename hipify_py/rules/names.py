"""The names that rules speak about, packed so that a start pays only for the few that a file holds.

Tens of thousands of names as Python objects take 20 ms to read, and a file uses a handful of them. So they
are kept in small groups that begin alike, each a string of bytes until the first look-up opens it.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from hipify_py.gpus import covered

if TYPE_CHECKING:
    from hipify_py.model import Fails

Default = TypeVar("Default")
HEAD = 7  # bytes that the names of a group share: groups of about ten names, a library's at most hundreds


class Name(NamedTuple):
    """What a name becomes; `note` says what a person must know.

    `to` is None where there is no counterpart, and empty where HIP needs nothing in its place. A call whose
    number of arguments is in `fits` fits HIP's function as it is, so that the note need not be said. `since`
    is the ROCm release that brings `to`, where it is newer than the one converted for. `origin` is the
    `file:line` of an entry in a user's own rules and empty for a built-in one. `polyfill` is the function in
    a header of ours that stands for the name where HIP lacks it or has it otherwise, if only on the host;
    `generic` says that it takes any type, as a program's own overloads of CUDA's function do for one. `fails`
    is how a use of `to` fails that `note` warns of. `gpus` are those of which
    alone it is true, if there are any.
    """

    to: bytes | None
    note: str
    fits: tuple[int, ...] = ()
    since: str = ""
    origin: str = ""
    polyfill: bytes = b""
    generic: bool = False
    fails: Fails = "compile"
    gpus: tuple[str, ...] = ()

    def meant(self, archs: tuple[str, ...]) -> Name:
        """Give what is known where these GPUs are meant, or with none all: without a note on others alone."""
        if not (self.gpus and archs) or any(gpu in self.gpus for arch in archs for gpu in covered(arch)):
            return self
        return self._replace(note="")

    def acts(self, name: bytes) -> bool:
        """Say whether there is something to do or to say where the name stands: it is not the same in HIP."""
        return self.to != name or bool(self.note) or bool(self.since)

    def filled(self, name: bytes) -> bytes:
        """Give the polyfill that stands for the name wherever it is; empty where HIP's is as good."""
        return self.polyfill if self.acts(name) else b""


class Names(Mapping[bytes, Name]):
    """A read-only mapping that opens its groups when they are asked for."""

    def __init__(self, packed: dict[bytes, bytes], notes: tuple[str, ...]) -> None:
        """Take what `pack` made; raises `TypeError` where it did not."""
        self._closed = dict(packed)
        self._notes = notes
        self._known: dict[bytes, Name] = {}

    @overload
    def get(self, name: bytes, /) -> Name | None: ...
    @overload
    def get(self, name: bytes, /, default: Name | Default) -> Name | Default: ...

    def get(self, name: bytes, /, default: Any = None) -> Any:
        """Give what is known of a name."""
        known = self._known.get(name)
        if known is None:
            if name[:HEAD] in self._closed:
                self._open(name[:HEAD])
            known = self._known.get(name)  # another thread may have opened the group just now
        return default if known is None else known

    def __getitem__(self, name: bytes) -> Name:
        known = self.get(name)
        if known is None:
            raise KeyError(name)
        return known

    def __contains__(self, name: object) -> bool:
        return isinstance(name, bytes) and self.get(name) is not None

    def __iter__(self) -> Iterator[bytes]:
        for head in tuple(self._closed):
            self._open(head)
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _open(self, head: bytes) -> None:
        packed = self._closed.get(head)
        group = marshal.loads(packed) if packed else {}  # noqa: S302  what `pack` made
        for name, value in group.items():
            self._known[name] = self._name(name, value)
        self._closed.pop(head, None)

    def _name(self, name: bytes, value: Any) -> Name:  # noqa: ANN401  one of the forms of `_packed`
        if value is None:
            return Name(name, "")
        if isinstance(value, bytes):
            return Name(value, "")
        to, note, *rest = value
        return Name(to, self._notes[note], *rest)


def pack(names: Mapping[bytes, Name], notes: dict[str, int]) -> dict[bytes, bytes]:
    """Give the packed form of a table; `notes` gathers its texts, each with its place in the list of them."""
    groups: dict[bytes, dict[bytes, Any]] = {}
    for name, known in names.items():
        groups.setdefault(name[:HEAD], {})[name] = _packed(name, known, notes)
    return {head: marshal.dumps(group) for head, group in groups.items()}


def _packed(name: bytes, known: Name, notes: dict[str, int]) -> bytes | tuple[Any, ...] | None:
    to, note, *rest = known
    if known == Name(to, "") and to is not None:
        return None if to == name else to
    return (to, notes.setdefault(note, len(notes)), *rest)
