"""Files that are an excerpt of a program and no translation unit: they begin with a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

SOURCES = (".c", ".cu", *CXX)
STATEMENT = re.compile(rb"\s*+(?:(?:switch|if|for|while)\s*+\(|(?:do|return|case|break|goto)\b)")


def is_excerpt(unit: Unit, options: Options) -> bool:
    """Say whether a source of a run begins with a statement, and none of the run's files includes it.

    No compiler takes it by itself, whatever stands behind that. What is converted by itself, as a text that
    somebody asks about, is none.
    """
    if not options.in_run or options.project.included or not options.name.endswith(SOURCES):
        return False
    return STATEMENT.match(unit.code) is not None
