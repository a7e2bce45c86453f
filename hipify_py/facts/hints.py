"""What a person read in the HIP headers where no rule of spelling finds it; see `rules/facts/hints/`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

Value = str | dict[str, Any]
LISTS = ("spelling", "review", "difference", "shape", "undeclared")


class Review(NamedTuple):
    """A family of names without a counterpart; `near` spells what may be nearest in HIP."""

    match: re.Pattern[str]
    reason: str
    near: str


@dataclass(frozen=True, slots=True)
class Hints:
    """The content of the files of hints.

    `spellings` are (CUDA, HIP) patterns; `names` are decided; of `reviews` the first wins;
    `differences` are (names, what their values say beside the target: how it differs, and how that fails).

    `historic` holds, for each rule file, names that older CUDA headers declared, with the last release that
    had them; `before`, by release of ROCm, what is otherwise for older ones. `shapes` matches functions that
    are plainly renamed although some of their calls do not fit; `undeclared` are HIP names that no ROCm
    header declares. `files` are the names of the files of hints.
    """

    spellings: tuple[tuple[re.Pattern[str], str], ...]
    names: dict[str, Value]
    reviews: tuple[Review, ...]
    differences: tuple[tuple[re.Pattern[str], dict[str, Any]], ...]
    historic: dict[str, dict[str, tuple[str, Value]]]
    before: dict[str, dict[str, Value]]
    shapes: re.Pattern[str]
    undeclared: frozenset[str]
    files: frozenset[str]

    def value(self, name: str, to: str | None, known: Collection[str] = ()) -> Value | None:
        """Give the decision about a name, or None; `to` is what the rules of spelling make of it.

        `known` are the names of HIP and its libraries: the one nearest to a name is told with the reason.
        """
        if name in self.names:
            return self.names[name]
        if to is None:
            reason = self.reason(name, known)
            return {"review": reason} if reason else None
        for pattern, differs in self.differences:
            if pattern.fullmatch(name):
                return {"to": to, **differs}
        return to

    def reason(self, name: str, known: Collection[str]) -> str | None:
        """Give the reason why a name has no counterpart, if one is written down."""
        for review in self.reviews:
            if found := review.match.fullmatch(name):
                near = found.expand(review.near) if review.near else ""
                return f"{review.reason}; the nearest is {near}" if near in known else review.reason
        return None


def read(folder: Path) -> Hints:
    """Read the files of hints: that of the core first, but its reviews, of wider families, last.

    Raises ValueError where one is not TOML or two of them decide one name.
    """
    paths = sorted(folder.glob("*.toml"), key=lambda path: (path.stem != "core", path.stem))
    files = [parsed(path) for path in paths]
    every = {key: [entry for content in files for entry in content.get(key, ())] for key in LISTS}
    every["review"] = [entry for content in (*files[1:], *files[:1]) for entry in content.get("review", ())]
    historic: dict[str, dict[str, tuple[str, Value]]] = {}
    before: dict[str, dict[str, Value]] = {}
    for content in files:
        for file, releases in content.get("historic", {}).items():
            for release, entries in releases.items():
                historic.setdefault(file, {}).update({name: (release, to) for name, to in entries.items()})
        for release, entries in content.get("before", {}).items():
            before.setdefault(release, {}).update(entries)
    return Hints(
        tuple((re.compile(entry["cuda"]), entry["hip"]) for entry in every["spelling"]),
        merged(content.get("names", {}) for content in files),
        tuple(Review(re.compile(e["match"]), e["reason"], e.get("near", "")) for e in every["review"]),
        tuple(map(difference, every["difference"])),
        historic,
        before,
        re.compile("|".join(entry["match"] for entry in every["shape"])),
        frozenset(every["undeclared"]),
        frozenset(path.stem for path in paths),
    )


def difference(entry: dict[str, Any]) -> tuple[re.Pattern[str], dict[str, Any]]:
    """Give the names that an entry speaks of, and what it says of what they are renamed to."""
    return re.compile(entry["match"]), {key: entry[key] for key in ("differs", "fails") if key in entry}


def parsed(path: Path) -> dict[str, Any]:
    """Read one file; raises ValueError with its name where it is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        message = f"{path}: {error}"
        raise ValueError(message) from error


def merged(tables: Iterable[dict[str, Value]]) -> dict[str, Value]:
    """Put tables of names together; raises ValueError where a name stands twice."""
    out: dict[str, Value] = {}
    for table in tables:
        if twice := out.keys() & table.keys():
            message = f"decided in two files of hints: {', '.join(sorted(twice))}; keep one"
            raise ValueError(message)
        out |= table
    return out


def target(value: Value) -> str | None:
    """Give the HIP name in a value, or None where the name is for review."""
    return value if isinstance(value, str) else value.get("to")
