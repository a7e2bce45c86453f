"""What the rules say of a header that takes no part in a conversion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.conversion import convert
from hipify_py.model import Lines
from hipify_py.report.describe import concern
from hipify_py.report.model import FileReport
from hipify_py.settings import Options

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet


def look_at(path: str, source: bytes, rules: RuleSet) -> FileReport:
    """Give what a conversion would find in a header; nothing of it is changed."""
    lines, excerpts = Lines(source), dict[int, str]()
    found = convert(source, rules, Options(path=path)).findings
    return FileReport(path, "unchanged", concerns=tuple(concern(one, lines, excerpts) for one in found))
