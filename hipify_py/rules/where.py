"""A place in a rule file, and what is refused there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from warnings import catch_warnings

from hipify_py.lazy import cached_property, compile_now, re
from hipify_py.model import RuleError

if TYPE_CHECKING:
    from pathlib import Path

FAULTS = (re.error, OverflowError, RecursionError)  # of an expression
Plain = dict[str, Any]
KEY = re.compile(r"""[ \t]*(?:"([^"]*)"|'([^']*)'|([\w-]+))[ \t]*=(?:[ \t]*"([^"]*)")?""")


class Where:
    """A place in a rule file, for errors and for what reports say of a user's own rules."""

    def __init__(self, path: Path | str, text: str) -> None:
        self.path, self.text = path, text

    def refuse(self, what: str, why: str, remedy: str, *, heading: str = "") -> RuleError:
        """Make the error that names file, line, entry, cause and remedy."""
        return RuleError(f"{self.place(what, heading)}: {what or repr(what)}: {why}; {remedy}")

    def place(self, what: str, heading: str = "") -> str:
        """Give `file:line` of an entry's key, name or id, below a table's heading if one is given.

        Line 1 where it cannot be told.
        """
        line = self._lines.get((_bare(heading), what)) or self._lines.get(("", what))
        return f"{self.path}:{line or 1}"

    @cached_property
    def _lines(self) -> dict[tuple[str, str], int]:
        """Give the first line, from 1, of each key below each heading, and below any ("")."""
        lines: dict[tuple[str, str], int] = {}
        heading = ""
        for number, line in enumerate(self.text.split("\n"), 1):
            if line.startswith("["):
                heading = _bare(line.split("#")[0])
                lines.setdefault(("", heading), number)
            elif found := KEY.match(line):
                key = found[1] or found[2] or found[3]
                said = (found[4],) if key in {"id", "name"} and found[4] else ()
                for what in (key, *said):
                    lines.setdefault((heading, what), number)
                    lines.setdefault(("", what), number)
        return lines


def _bare(heading: str) -> str:
    """Give a table's name as `before.7.2`, however its heading is spaced and quoted."""
    return "".join(char for char in heading if char not in "[]\"' \t\r")


def expression(where: Where, entry: str, text: str) -> re.Pattern[bytes]:
    """Compile an expression for bytes, which sources are; raises `RuleError` where it is wrong."""
    try:
        with catch_warnings(action="error"):
            return compile_now(text.encode())
    except (*FAULTS, Warning) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else error
        raise where.refuse(entry, f"bad expression {text!r}: {why}", "correct the expression") from error
