"""Submodules of git: each is a repository of its own, in which a conversion changes files, too."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

NAME = ".gitmodules"
PATH = re.compile(
    rb"(?mi)^[ \t]*+path[ \t]*+=[ \t]*+\"?([^\"\r\n]*[^\"\s])"
)  # gitmodules(5): submodule.<name>.path


def submodules(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Say of each submodule that what is changed in it is another repository's, but where nothing may be."""
    found = (Span(*one.span(1)) for one in PATH.finditer(source))
    return [], [
        finding(rules, "B023", span, path=decoded(source[slice(*span)]))
        for span in found
        if source[slice(*span)] not in options.project.skipped
    ]


def folders_of(source: bytes, folder: str) -> frozenset[str]:
    """Give the folders of the submodules that `.gitmodules` in a folder lists."""
    return frozenset(
        posixpath.normpath(posixpath.join(folder, decoded(one[1]))) for one in PATH.finditer(source)
    )


def without_cuda(source: bytes, folder: str, converted: Iterable[str]) -> frozenset[bytes]:
    """Give the submodules, as `.gitmodules` in a folder writes them, in which none of some paths lies."""
    paths = [*converted]
    found = {
        one[1]: posixpath.normpath(posixpath.join(folder, decoded(one[1]))) for one in PATH.finditer(source)
    }
    return frozenset(
        name for name, place in found.items() if not any(path.startswith(f"{place}/") for path in paths)
    )
