"""Programs of the toolkit that lines of makefiles and scripts name, but for the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, in_passing, renamed
from hipify_py.build.tolerated import is_let_pass
from hipify_py.build.toolkit_programs import WORDS
from hipify_py.lazy import re
from hipify_py.model import Finding, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Line
    from hipify_py.build.make_view import View
    from hipify_py.build.names import Said

NAMED = re.compile(WORDS)
WRITES = re.compile(rb"(?<![\w-])(?:-o|--output-file)(?![\w-])")
EXTRACTS = re.compile(rb"(?<![\w-])(?:-x(?:elf|ptx)|--extract-(?:elf|ptx))(?![\w-])")
OF_PTX = re.compile(rb"(?<![\w-])(?:-(?:l|x)?ptx|--(?:dump|extract|list)-ptx)(?![\w-])")
ASKED_FOR_PTX = "cuobjdump:ptx"
PRINTING = {b"cuobjdump": EXTRACTS, b"ptxas": WRITES, b"nvdisasm": None}
"""Programs that print what is in a file, each with the options by which it writes one instead."""


def programs(view: View, line: Line) -> Iterator[Said]:
    """Give what becomes of the programs that a line names; where their failure stops nothing it is noted."""
    code, table = view.file.code, view.rules.build["words"]
    for found in NAMED.finditer(code, *line.span):
        name, span = decoded(found[0]), Span(*found.span())
        entry = table.get(ASKED_FOR_PTX if _is_of_ptx(view, line, found) else name)
        said = [*renamed(view.rules, span, name, entry)] if entry else []
        let_pass = line.kind == "directive" or (said and is_let_pass(code, span))
        for one in said:
            if not isinstance(one, Finding):
                yield one
            elif let_pass:
                yield in_passing(one)
            else:
                yield one._replace(severity="warning", fails="run") if _only_asks(view, line, found) else one


def _only_asks(view: View, line: Line, program: re.Match[bytes]) -> bool:
    """Say whether a program is asked for what a variable is to hold, or to print what it knows.

    make goes on where a `$(shell ...)` fails.
    """
    if not view.script and line.kind not in {"recipe", "command"}:
        return True
    if program[0] not in PRINTING:
        return False
    writes = PRINTING[program[0]]
    if writes is not None and writes.search(view.file.code, *line.span):
        return False
    return program[0] == b"ptxas" or view.nvcc.is_aside(line)


def _is_of_ptx(view: View, line: Line, program: re.Match[bytes]) -> bool:
    """Say whether a program is asked for PTX, of which nothing that HIP builds has any."""
    return program[0] == b"cuobjdump" and OF_PTX.search(view.file.code, *line.span) is not None
