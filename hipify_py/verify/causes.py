"""Which errors are one: what a message of the compiler is about."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.verify.model import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.verify.model import Problem, UnitReport

QUOTED = re.compile(r"'[^']*'(?: \(aka '[^']*'\))?")
NUMBER = re.compile(r"\b\d+\b")


class Named(NamedTuple):
    """The cause of an error: its title, the name that it is about, and what kind of name that is."""

    title: str
    name: str = ""
    kind: str = ""


class _Pattern(NamedTuple):
    expression: re.Pattern[str]
    title: str
    kind: str


@cache
def _patterns() -> tuple[_Pattern, ...]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "causes.toml")
    with open(path, "rb") as file:
        entries = tomllib.load(file)["cause"]
    return tuple(_Pattern(re.compile(e["pattern"]), e["title"], e.get("kind", "")) for e in entries)


def cause_of(message: str) -> Named:
    """Say what a message is about; one that no pattern knows is its own cause, without its names."""
    for pattern in _patterns():
        if found := pattern.expression.search(message):
            values = {key: value or "" for key, value in found.groupdict().items()}
            title = pattern.title.format_map(values).strip().rstrip(":")
            return Named(title, values.get("name", ""), pattern.kind)
    return Named(NUMBER.sub("N", QUOTED.sub("'...'", message))[:120])


def grouped(units: Sequence[UnitReport], rules: RuleSet) -> tuple[Cause, ...]:
    """Group the errors of all units by their cause: what breaks most units, and most places, first."""
    places: dict[str, list[Problem]] = {}
    broken: dict[str, dict[str, None]] = {}
    for unit in units:
        for problem in unit.problems if unit.status != "needs" else ():
            places.setdefault(problem.cause, []).append(problem)
            broken.setdefault(problem.cause, {})[unit.path] = None
    causes = [
        Cause(title, _fix(some, rules), tuple(broken[title]), _once(some)) for title, some in places.items()
    ]
    return tuple(sorted(causes, key=lambda one: (-len(one.units), -len(one.problems), one.title)))


def _once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Give each error once, with the sides of all units that have it."""
    found: dict[Problem, tuple[str, ...]] = {}
    for one in problems:
        key = one._replace(sides=())
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *one.sides)))
    return tuple(key._replace(sides=sides) for key, sides in found.items())


def _fix(problems: Sequence[Problem], rules: RuleSet) -> str:
    """Say what to do: what the rules know of the name that a message is about, else what a finding said."""
    name = cause_of(problems[0].text).name.encode("utf-8", "surrogateescape")
    known = rules.headers.get(name) or rules.names.get(name.rpartition(b"::")[2])
    if known and known.note:
        return known.note
    return next((one.advice for one in problems if one.advice), "")
