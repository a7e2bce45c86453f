"""Decide what include paths become; see `rules/facts/headers.toml`."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from hipify_py.facts.hints import Value
    from hipify_py.facts.table import Facts


def read(path: Path) -> dict[str, Any]:
    """Read the file of header decisions."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def paths(facts: Facts) -> set[str]:
    """Give the include paths that a table of facts lists."""
    return {name for name, found in facts.items() if any(fact.kind == "header" for fact in found)}


def decide(
    cuda: Iterable[Facts], hip: Facts, decisions: dict[str, Any]
) -> tuple[dict[str, Value], list[str]]:
    """Give a value for each include path of CUDA, and what is wrong: undecided or missing in ROCm."""
    known = paths(hip)
    values: dict[str, Value] = dict(decisions["headers"])
    problems = []
    for name in sorted(set().union(*map(paths, cuda)) - values.keys()):
        value = family(name, known, decisions["family"])
        if value is None:
            problems.append(f"undecided header: {name}")
        else:
            values[name] = value
    for name, value in values.items():
        to = value if isinstance(value, str) else value.get("to")
        if to is not None and to not in known:
            problems.append(f"no such header in ROCm: {name} -> {to}")
    return values, problems


def later(
    values: Mapping[str, Value], older: Facts, newest: str, unread: Collection[str] = ()
) -> dict[str, Value]:
    """Give the paths whose counterpart an older ROCm does not have: `newest` is the release that does.

    Of the headers `unread` nothing is known there.
    """
    known = {*paths(older), *unread}
    targets = {name: value if isinstance(value, str) else value.get("to") for name, value in values.items()}
    return {name: {"to": to, "since": newest} for name, to in targets.items() if to and to not in known}


def family(name: str, known: set[str], families: list[dict[str, Any]]) -> Value | None:
    """Give the value that the first fitting family has for a path."""
    for entry in families:
        found = re.fullmatch(entry["match"], name)
        if not found:
            continue
        if "review" in entry:
            return {"review": entry["review"]}
        for spelling in entry["to"]:
            if (to := found.expand(spelling)) in known:
                return to
    return None
