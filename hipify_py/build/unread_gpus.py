"""Names of NVIDIA's GPUs in variables of a makefile that nothing reads any more, as in `ARCH = sm_80`.

Where the flag that names the GPUs is another one for HIP, a variable has no use that had but this.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.make_calls import BUILT_IN, SHARED
from hipify_py.build.names import in_passing
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.build.statements import Statement
    from hipify_py.model import Edit, Finding
    from hipify_py.settings import Options

GPUS = "B008"
GPU = re.compile(rb"(?:sm|compute)_\d\d+[af]?")
# By these another file may read a variable.
HANDED_ON = re.compile(rb"(?m)^[ \t]*(?:-?include|sinclude|source|\.)[ \t]|^[ \t]*(?:un)?export[ \t]*$")
EXPORTS = re.compile(rb"\b(?:export|declare)\b")
BY_NAME = re.compile(rb"\$[({]\$|\$[({](?:call|eval|foreach|value)\b|\$\{!")  # by names that are put together


def without_use(
    file: Makefile, findings: Sequence[Finding], statements: Iterable[Statement], options: Options
) -> list[Finding]:
    """Give findings, as notes those of GPUs in a variable of which the edits replace every use.

    Not in a file that others may include, without recipes of its own, or that includes others.
    """
    lines = {one.value: one for one in file.lines if one.kind == "assignment" and one.name and not one.left}
    asked = [one for one in findings if GPU.fullmatch(file.code, *one.span)]
    if not asked or options.project.makefile or not _is_whole(file):
        return [*findings]
    edits = [edit for one in statements for edit in one.edits]
    gone = {line.name for line in lines.values() if _is_unread(file, line.name, edits)}

    def told(one: Finding) -> Finding:
        line = next((line for value, line in lines.items() if _holds(value, one.span)), None)
        return _unread(one, line) if one in asked and line is not None and line.name in gone else one

    return [told(one) for one in findings]


def left_as_it_is(file: Makefile, line: Line, said: Sequence[Finding], options: Options) -> list[Finding]:
    """Give what is said of a line that names GPUs in a variable which nothing reads; it stays as it is."""
    named = [one for one in said if one.rule == GPUS]
    if not named or line.kind != "assignment" or not line.name or options.project.makefile:
        return []
    if line.name in SHARED or any(line.name in names for names in BUILT_IN.values()) or not _is_whole(file):
        return []
    if not _is_unread(file, line.name, ()):
        return []
    name = line.name.decode("utf-8", "replace")
    text = named[0].message.partition(":")[0]
    stays = f"{text}, and stays: nothing reads {name}, which can go"
    others = [in_passing(one) for one in said if one.rule != GPUS]
    return [in_passing(named[0])._replace(message=stays), *others]


def _is_whole(file: Makefile) -> bool:
    runs = any(line.kind in {"recipe", "command"} for line in file.lines)
    return runs and not HANDED_ON.search(file.code) and not BY_NAME.search(file.code)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _unread(said: Finding, line: Line) -> Finding:
    text = said.message.partition(", and stays")[0]
    name = line.name.decode("utf-8", "replace")
    return in_passing(said)._replace(message=f"{text}, and nothing reads {name} any more: it can go")


def _is_unread(file: Makefile, name: bytes, edits: Iterable[Edit]) -> bool:
    """Say whether a variable is but set, and read where edits put something else."""
    replaced = [edit for edit in edits if edit.span.end > edit.span.start]
    for found in re.finditer(rb"(?<!\w)%b(?!\w)" % re.escape(name), file.code):
        at = Span(*found.span())
        line = next(line for line in file.lines if line.span.start <= at.start < line.span.end)
        if line.name == name and at.start < line.value.start:
            if EXPORTS.search(file.code, line.span.start, at.start):
                return False
        elif not any(_replaces(edit, at) for edit in replaced):
            return False
    return True


def _replaces(edit: Edit, at: Span) -> bool:
    kept = (part for part in edit.parts if isinstance(part, Span))
    return _holds(edit.span, at) and not any(_holds(part, at) for part in kept)
