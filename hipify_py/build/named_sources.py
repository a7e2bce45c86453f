"""Sources of CUDA that makefiles and scripts name in folders which a run skips.

For those of CMake see `cmake_skipped_sources`. Builds that are not converted, such as setup.py, Meson's and
Bazel's, go on compiling CUDA, and PyTorch's hipify their sources themselves.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_skipped_sources import SKIPPED
from hipify_py.build.names import decoded
from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

# A path that is written out whole, up to its source.
WORD = re.compile(rb"(?<![\w./$(){}@%*?:-])[\w.-]++(?:/[\w.-]++)++")
ENDING = b".cu"


class Named(NamedTuple):
    """A source as a build file writes it, and where it may lie: below that file or the project's folder."""

    word: bytes
    span: Span
    paths: tuple[str, str]


def named_sources(text: bytes, path: str, top: str) -> Iterator[Named]:
    """Give the `.cu` files in other folders that a build file names."""
    if ENDING not in text:
        return
    for found in WORD.finditer(without_remarks(text)):
        if found[0].endswith(ENDING):
            name = decoded(found[0])
            beside, below = (
                posixpath.normpath(posixpath.join(one, name)) for one in (posixpath.dirname(path), top)
            )
            yield Named(found[0], Span(*found.span()), (beside, below))


def skipped_ones(source: bytes, rules: RuleSet, options: Options) -> Iterator[Finding]:
    """Report, each once, sources that are compiled and not converted."""
    skipped = options.project.skipped
    said: set[bytes] = set()
    for one in named_sources(source, "", "") if skipped else ():
        if one.word in skipped and one.word not in said:
            said.add(one.word)
            yield finding(rules, SKIPPED, one.span, name=decoded(one.word))
