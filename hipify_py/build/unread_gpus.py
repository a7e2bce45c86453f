"""Names of NVIDIA's GPUs in variables of a makefile that nothing reads any more, as in `ARCH = sm_80`.

Where the flag that names the GPUs is another one for HIP, a variable has no use that had but this.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.build.make_calls import BUILT_IN, SHARED
from hipify_py.build.names import in_passing
from hipify_py.lazy import re
from hipify_py.model import Finding, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.build.names import Said
    from hipify_py.build.statements import Statement
    from hipify_py.model import Edit
    from hipify_py.settings import Options

GPUS = "B008"
WORD = re.compile(rb"\w+")
GPU = re.compile(rb"(?:sm|compute)_\d\d+[af]?")
ASKER = b"nvidia-smi"
ASKED = re.compile(GPU.pattern + rb"|" + ASKER)
OPENS, ENDS = re.compile(rb"[ \t]*if(?:n?eq|n?def)\b"), re.compile(rb"[ \t]*endif\b")
# By these another file may read a variable.
HANDED_ON = re.compile(rb"(?m)^[ \t]*(?:-?include|sinclude|source|\.)[ \t]|^[ \t]*(?:un)?export[ \t]*$")
EXPORTS = re.compile(rb"\b(?:export|declare)\b")
# What Automake, R and Libtool read by such names.
OF_TOOLS = re.compile(
    rb"\A(?:AM|PKG)_|_(?:LDADD|LIBADD|LDFLAGS|C(?:XX|PP|C)?FLAGS|LINK|COMPILE)\Z|\ALI(?:BS|NK)"
)
BY_NAME = re.compile(rb"\$[({]\$|\$[({](?:call|eval|foreach|value)\b|\$\{!")  # by names that are put together


@dataclass(frozen=True)
class Reading:
    """A file, and what is asked of it for each of its variables."""

    file: Makefile

    @cached_property
    def is_whole(self) -> bool:
        """Say whether no other file reads its variables, and it runs commands by itself."""
        runs = any(line.kind in {"recipe", "command"} for line in self.file.lines)
        return runs and not HANDED_ON.search(self.file.code) and not BY_NAME.search(self.file.code)

    def is_unread(self, name: bytes) -> bool:
        """Say whether a variable is but set, as the file stands."""
        if name not in self._unread:
            self._unread[name] = _is_unread(self, name, _Replacing([]))
        return self._unread[name]

    @cached_property
    def _unread(self) -> dict[bytes, bool]:
        return {}

    def line(self, at: int) -> Line | None:
        """Give the line of a place."""
        number = bisect_right(self.file.lines, at, key=lambda line: line.span.start) - 1
        return self.file.lines[number] if number >= 0 and at < self.file.lines[number].span.end else None

    def places(self, name: bytes) -> list[Span]:
        """Give where a name stands as a word of its own."""
        if WORD.fullmatch(name):
            return self._words.get(name, [])
        found = re.finditer(rb"(?<!\w)%b(?!\w)" % re.escape(name), self.file.code)
        return [Span(*one.span()) for one in found]

    @cached_property
    def _words(self) -> dict[bytes, list[Span]]:
        found: dict[bytes, list[Span]] = {}
        for word in WORD.finditer(self.file.code):
            found.setdefault(word[0], []).append(Span(*word.span()))
        return found


class _Replacing:
    """Edits that put something else for what they cover, for who asks of one place after the other."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        self.edits = sorted((one for one in edits if one.span.end > one.span.start), key=lambda one: one.span)
        self.ends = [*accumulate((one.span.end for one in self.edits), max)]

    def covers(self, at: Span) -> bool:
        """Say whether an edit replaces what stands somewhere."""
        number = bisect_right(self.edits, at.start, key=lambda one: one.span.start) - 1
        while number >= 0 and self.ends[number] >= at.end:
            if _replaces(self.edits[number], at):
                return True
            number -= 1
        return False


def without_use(
    read: Reading, findings: Sequence[Finding], statements: Iterable[Statement], options: Options
) -> list[Finding]:
    """Give findings, as notes those of GPUs in a variable of which the edits replace every use.

    Not in a file that others may include, without recipes of its own, or that includes others.
    """
    code = read.file.code
    if not any(ASKED.fullmatch(code, *one.span) for one in findings) or options.project.makefile:
        return [*findings]
    if not read.is_whole and not options.project.included_unread:
        return [*findings]
    edits = _Replacing([edit for one in statements for edit in one.edits])
    names = {one.name for one in read.file.lines if one.kind == "assignment" and one.name and not one.left}
    gone = {name for name in names if _may_ask(read, name, options) and _is_unread(read, name, edits)}
    of_gpus = {one.name for one in read.file.lines if one.name in gone and GPU.search(code, *one.value)}
    asking = _read_for(read, names, of_gpus) if read.is_whole and of_gpus else set[bytes]()

    def told(one: Finding) -> Finding:
        line = read.line(one.span.start) if ASKED.fullmatch(code, *one.span) else None
        sets = (
            line is not None and line.kind == "assignment" and not line.left and _holds(line.value, one.span)
        )
        if line is None or not sets or line.name not in gone | asking:
            return one
        return _unread(one, line) if line.name in gone or code[slice(*one.span)] == ASKER else one

    return [told(one) for one in findings]


def _read_for(read: Reading, names: Iterable[bytes], gone: set[bytes]) -> set[bytes]:
    """Give the variables of some that are read only to set such as are `gone`, or to choose these."""
    choosing = _choosing(read.file, gone)

    def is_for_them(name: bytes, at: Span) -> bool:
        line = read.line(at.start)
        if line is None:
            return False
        if at.start < line.value.start and EXPORTS.search(read.file.code, line.span.start, at.start):
            return False
        return line.name == name or line.name in gone or line.span.start in choosing

    return {name for name in {*names} - gone if all(is_for_them(name, at) for at in read.places(name))}


def _choosing(file: Makefile, gone: set[bytes]) -> set[int]:
    """Give where directives begin between which nothing stands but what sets such variables."""
    found: set[int] = set()
    opened: list[tuple[list[int], list[Line]]] = []
    for line in file.lines:
        if line.kind == "directive" and OPENS.match(file.code, *line.span):
            opened.append(([line.span.start], []))
        elif line.kind == "directive" and opened:
            opened[-1][0].append(line.span.start)
            if ENDS.match(file.code, *line.span):
                directives, others = opened.pop()
                if others and all(one.kind == "assignment" and one.name in gone for one in others):
                    found.update(directives)
                elif opened:
                    opened[-1][1].append(line)
        elif line.kind != "blank" and opened:
            opened[-1][1].append(line)
    return found


def _may_ask(read: Reading, name: bytes, options: Options) -> bool:
    """Say whether the file alone tells of a variable, or what it includes has been asked, too."""
    return read.is_whole or (name in options.project.included_unread and not BY_NAME.search(read.file.code))


def _is_known(name: bytes) -> bool:
    """Say whether make's own rules read a variable of that name."""
    return name in SHARED or any(name in names for names in BUILT_IN.values())


def left_as_it_is(read: Reading, line: Line, said: Sequence[Finding], options: Options) -> list[Finding]:
    """Give what is said of a line that names GPUs in a variable which nothing reads; it stays as it is."""
    named = [one for one in said if one.rule == GPUS]
    if not named or line.kind != "assignment" or not line.name or options.project.makefile:
        return []
    if _is_known(line.name) or not _may_ask(read, line.name, options) or not read.is_unread(line.name):
        return []
    name = line.name.decode("utf-8", "replace")
    text = named[0].message.partition(":")[0]
    stays = f"{text}, and stays: nothing reads {name}, which can go"
    others = [in_passing(one) for one in said if one.rule != GPUS]
    return [in_passing(named[0])._replace(message=stays), *others]


def without_reader(read: Reading, line: Line, said: Sequence[Said], options: Options) -> list[Said]:
    """Give what is said of a line, as notes where it sets a variable which nothing reads."""
    if not any(isinstance(one, Finding) for one in said) or line.kind != "assignment" or not line.name:
        return [*said]
    known = line.name in BUILT_IN or _is_known(line.name) or OF_TOOLS.search(line.name)
    if known or options.project.makefile:
        return [*said]
    if not read.is_whole or not read.is_unread(line.name):
        return [*said]
    return [in_passing(one) if isinstance(one, Finding) else one for one in said]


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _unread(said: Finding, line: Line) -> Finding:
    text = said.message.partition(", and stays")[0]
    name = line.name.decode("utf-8", "replace")
    return in_passing(said)._replace(message=f"{text}, and nothing reads {name} any more: it can go")


def _is_unread(read: Reading, name: bytes, edits: _Replacing) -> bool:
    """Say whether a variable is but set, and read where edits put something else."""
    for at in read.places(name):
        line = read.line(at.start)
        if line is not None and line.name == name and at.start < line.value.start:
            if EXPORTS.search(read.file.code, line.span.start, at.start):
                return False
        elif not edits.covers(at):
            return False
    return True


def _replaces(edit: Edit, at: Span) -> bool:
    kept = (part for part in edit.parts if isinstance(part, Span))
    return _holds(edit.span, at) and not any(_holds(part, at) for part in kept)
