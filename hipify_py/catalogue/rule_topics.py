"""What rules are about: the topics of `rules/facts/topics.toml`, by which docs/rules has an index."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.rules.load import builtin_folder
from hipify_py.rules.model import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Message

FILE: Final = builtin_folder() / "facts" / "topics.toml"


class Topic(NamedTuple):
    """What some rules are about, and by what they are known; see the file."""

    name: str
    families: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def has(self, rule: Rule | Message) -> bool:
        """Say whether a rule is about this."""
        return any(self.reasons(rule))

    def reasons(self, rule: Rule | Message) -> Iterator[str]:
        """Give what a rule is known by."""
        name, call = f"-{rule.name}-", rule.call if isinstance(rule, Rule) else ""
        yield from (each for each in self.families if rule.id.startswith(each))
        yield from (each for each in self.rules if rule.id == each)
        yield from (each for each in self.words if f"-{each}-" in name)
        yield from (each for each in self.calls if each in call)


def topics() -> list[Topic]:
    """Read the topics, in the order of the file."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))["topic"]
    return [Topic(each.pop("name"), **{key: tuple(value) for key, value in each.items()}) for each in written]
