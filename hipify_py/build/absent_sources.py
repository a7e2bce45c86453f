"""Commands of makefiles and scripts of which no source is in the project: they fail with any compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.make_rules import sources, with_rules
from hipify_py.build.names import in_passing
from hipify_py.lazy import re
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hipify_py.build.make_lexer import Makefile
    from hipify_py.model import Finding, Span

SOURCE = re.compile(rb"(?<![^\s;&|()\"'=:,])(?<!\$\()([^\s;&|()\"'=:,]+\.(?:cu|cc?|cpp|cxx))(?![\w.])")
NONE = re.compile(rb"(?!)")
WITHOUT = "; nowhere in the project is a source that this command names"


def lines_without_sources(file: Makefile, absent: Collection[bytes]) -> Iterator[Span]:
    """Give the commands that name sources, written out, of which none is there."""
    for line, rule in with_rules(file) if absent else ():
        if line.kind in {"recipe", "command"}:
            named = [one[1] for one in sources(file.code, line, rule, SOURCE, NONE)]
            if named and all(one in absent for one in named):
                yield line.span


def of_absent(lines: Sequence[Span], said: Finding) -> Finding:
    """Say in a note what such a command asks for."""
    if not lines or said.severity == "note" or not inside(lines, said.span.start):
        return said
    return in_passing(said)._replace(message=said.message + WITHOUT)
