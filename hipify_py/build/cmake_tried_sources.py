"""Sources of CUDA that CMake tries to compile, which goes by their ending and not by their language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

TRIED = "B045"
TRIES = frozenset({b"try_compile", b"try_run"})
SOURCE = re.compile(rb"[^;\s]*[^;\s/]\.cu\Z")


def tried_sources(whole: View) -> Iterator[Finding]:
    """Report, once a command, a source of CUDA that CMake would have to know for HIP's by its ending."""
    for number, command in whole.commands():
        if command.name not in TRIES or number in whole.blocks.windows:
            continue
        named = (one for one in command.arguments if SOURCE.match(whole.file.text(one)))
        if (first := next(named, None)) is not None:
            text, name = decoded(whole.file.text(first)), decoded(command.name)
            yield finding(whole.rules, TRIED, first.inner, name=text, command=name)
