"""Names that build files speak in: the tables below `[build]` of rule files, and what one says of a name."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple, get_args

BuildTable = Literal[
    "ci",
    "commands",
    "environment",
    "flags",
    "host_flags",
    "libraries",
    "packages",
    "paths",
    "short_flags",
    "variables",
    "words",
]
BUILD_TABLES: tuple[BuildTable, ...] = get_args(BuildTable)
"""The tables below `[build]`: docs/rule-format.md says what the keys of each are."""


class BuildName(NamedTuple):
    """What becomes of a name in build files: `to`, nothing where it is dropped (""), or it stays (None).

    `note` is what is said of it, and `package` the package of CMake that has the target `to`. `unset`
    says that a command which sets it goes, `minor` that what is said of it changes no build, and `run`
    that it is a program which only looks at what is built; `speed` says that without it programs are
    slower at most. `origin` is the `file:line` of a user's own entry, and `why` the reason why a name
    goes, which need not be said beside.
    """

    to: str | None
    note: str = ""
    package: str = ""
    unset: bool = False
    minor: bool = False
    run: bool = False
    speed: bool = False
    origin: str = ""
    why: str = ""

    @property
    def reason(self) -> str:
        """Give why the name becomes what it becomes, or goes; "" where the rule says all."""
        return self.note or self.why


class BuildNames(dict[str, BuildName]):
    """A table below `[build]`, by its keys, and what is asked of them all for each word of a file."""

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """Give what stands before the `*` of the keys `beginning*`."""
        return tuple(key[:-1] for key in self if key.endswith("*"))

    @cached_property
    def flags_with_values(self) -> frozenset[str]:
        """Give what stands before a `=` of a key."""
        return frozenset(key[:at] for key in self for at, mark in enumerate(key) if mark == "=")
