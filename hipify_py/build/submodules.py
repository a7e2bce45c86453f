"""Submodules of git: each is a repository of its own, in which a conversion changes files, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

NAME = ".gitmodules"
PATH = re.compile(
    rb"(?mi)^[ \t]*+path[ \t]*+=[ \t]*+\"?([^\"\r\n]*[^\"\s])"
)  # gitmodules(5): submodule.<name>.path


def submodules(source: bytes, rules: RuleSet, _: Options) -> tuple[list[Edit], list[Finding]]:
    """Say of each submodule that what is changed in it is another repository's."""
    found = (Span(*one.span(1)) for one in PATH.finditer(source))
    return [], [finding(rules, "B023", span, path=decoded(source[slice(*span)])) for span in found]
