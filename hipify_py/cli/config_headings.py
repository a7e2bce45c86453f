"""Headings of a settings file that were meant as `[tool.hipify-py]`, and would do nothing as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hipify_py.cli.setting_keys import TABLE
from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.where import Where

OURS = TABLE.removeprefix("tool.")
SHORT = {"hipify", "hipifypy"}  # what people call the table, without signs between the words
ALIKE = 0.85  # how much of `hipify-py` a name has to have, as difflib counts: `hipfy-py`, not `hipify-perl`


def check(where: Where, content: Mapping[str, Any]) -> None:
    """Raise `HipifyError` where a pyproject.toml has a table whose name is nearly ours."""
    for path in _near(content):
        raise _refused(where, path, "does nothing", f"did you mean [{TABLE}]?")


def _near(content: Mapping[str, Any]) -> Iterator[str]:
    """Give the tables that are nearly ours: in `tool`, and beside it."""
    tool = content.get("tool", {})
    yield from (f"tool.{name}" for name in tool if name != OURS and _alike(name))
    yield from (name for name in content if _alike(name))


def _alike(name: str) -> bool:
    low = name.casefold()
    if "".join(filter(str.isalnum, low)) in SHORT:
        return True
    if not low.startswith("hi") or len(low) > 2 * len(OURS):
        return False
    from difflib import SequenceMatcher  # takes a while to import

    return SequenceMatcher(None, low, OURS).ratio() >= ALIKE


def refuse_in_own(where: Where, name: str, value: object) -> None:
    """Raise `HipifyError` where a hipify.toml has our table, as it stands in a pyproject.toml."""
    if not isinstance(value, dict) or not (name == "tool" or _alike(name)):
        return
    inner = next((f"tool.{each}" for each in value if _alike(each)), "tool") if name == "tool" else name
    remedy = f"write key = value without a heading, and [severity] for [{TABLE}.severity]"
    raise _refused(where, inner, "here the keys stand without it", remedy)


def _refused(where: Where, path: str, why: str, remedy: str) -> HipifyError:
    return HipifyError(f"{where.path}:{_line(where.text, path)}: [{path}]: {why}; {remedy}")


def _line(text: str, path: str) -> int:
    """Give the line of a heading, or of the first table in it."""
    lines = text.split("\n")
    bare = ["".join(char for char in line if char not in "\"' \t\r") for line in lines]
    return next((number for number, line in enumerate(bare, 1) if line.startswith(f"[{path}")), 1)
