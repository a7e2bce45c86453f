"""What a person read in the HIP headers where no rule of spelling finds it; see `rules/facts/hints.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

Value = str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hints:
    """The content of the file of hints.

    `spellings` are (CUDA, HIP) patterns; `names` are decided; `reviews` are (names, reason), first wins;
    `differences` are (names, how what they are renamed to differs).

    `historic` holds, for each rule file, names that older CUDA headers declared; `shapes` matches
    functions that are plainly renamed although some of their calls do not fit; `undeclared`
    are HIP names that no ROCm header declares.
    """

    spellings: tuple[tuple[re.Pattern[str], str], ...]
    names: dict[str, Value]
    reviews: tuple[tuple[re.Pattern[str], str], ...]
    differences: tuple[tuple[re.Pattern[str], str], ...]
    historic: dict[str, dict[str, Value]]
    shapes: re.Pattern[str]
    undeclared: frozenset[str]

    def value(self, name: str, to: str | None) -> Value | None:
        """Give the decision about a name, or None; `to` is what the rules of spelling make of it."""
        if name in self.names:
            return self.names[name]
        if to is None:
            reason = self.reason(name)
            return {"review": reason} if reason else None
        for pattern, differs in self.differences:
            if pattern.fullmatch(name):
                return {"to": to, "differs": differs}
        return to

    def reason(self, name: str) -> str | None:
        """Give the reason why a name has no counterpart, if one is written down."""
        return next((reason for pattern, reason in self.reviews if pattern.fullmatch(name)), None)


def read(path: Path) -> Hints:
    """Read a file of hints."""
    content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    spellings = ((re.compile(entry["cuda"]), entry["hip"]) for entry in content.get("spelling", ()))
    reviews = ((re.compile(entry["match"]), entry["reason"]) for entry in content.get("review", ()))
    differences = ((re.compile(entry["match"]), entry["differs"]) for entry in content.get("difference", ()))
    shapes = re.compile("|".join(entry["match"] for entry in content.get("shape", ())))
    return Hints(
        tuple(spellings),
        content.get("names", {}),
        tuple(reviews),
        tuple(differences),
        content.get("historic", {}),
        shapes,
        frozenset(content.get("undeclared", ())),
    )


def target(value: Value) -> str | None:
    """Give the HIP name in a value, or None where the name is for review."""
    return value if isinstance(value, str) else value.get("to")
