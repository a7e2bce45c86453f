"""Makefiles and shell scripts as data: lines, which a backslash carries over their ends, with spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.build.remarks import OF_HIP, blanked
from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

LOGICAL = re.compile(rb"(?:[^\r\n\\]|\\(?:\r\n|[\s\S])|\\\Z)*")
COMMENT = re.compile(rb"(?<![^\s;])#(?:[^\r\n\\]|\\[^\r\n])*")
# A value, which make ends at a # without a blank before it, too, but not in a call of a function.
VALUE = re.compile(rb"""(?:[^#\\$]|\\[\s\S]|\\\Z|\$\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\)|\$)*+(?=\#)""")
ASSIGNMENT = re.compile(
    rb"[ \t]*(?:(?:export|override|unexport|private)[ \t]+|[^\s:=#]+[ \t]*:(?!=|:)[ \t]*)*"
    rb"([^\s:=#+?!()]+|\$\([^()]*\))[ \t]*(?:::?:?|[?+!])?=[ \t]*"
)
# A shell's: to the end of the command, the value without the quotes or the brackets of an array around it.
SHELL_ASSIGNMENT = re.compile(
    rb"""[ \t]*(?:(?:export|local|readonly|declare|typeset)(?:[ \t]+-\w+)*[ \t]+)?(\w+)\+?=
    (?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\(((?:[^()"']|"(?:[^"\\]|\\[\s\S])*"|'[^']*')*)\)
    |((?:[^\s;&|"'()]|\$\([^()]*\))+))(?=[ \t]*(?:[;\r\n]|&&|\Z))""",
    re.VERBOSE,
)
DIRECTIVE = re.compile(
    rb"[ \t]*(?:-?include|sinclude|ifeq|ifneq|ifdef|ifndef|else|endif|define|endef|vpath|undefine|export"
    rb"|unexport)\b"
)
BRANCH = re.compile(rb"[ \t]*(ifeq|ifneq|ifdef|ifndef|else|endif)\b([^\r\n]*)")
DEFINITION = re.compile(rb"[ \t]*(define|endef)\b")
SIDE = rb"(\$[({](?:[\w.-]++|shell[ \t]++uname[ \t\w-]*+)[)}]|\w*+)"
# What a condition compares, where each side is a variable, a call of `uname` or a word, and nothing else.
COMPARED = re.compile(
    rb"\s*+(?:ifn?eq\b\s*+)?(?:\(\s*+([\"']?)" + SIDE + rb"\1\s*+,\s*+([\"']?)" + SIDE + rb"\3\s*+\)"
    rb"|([\"'])" + SIDE + rb"\5\s*+([\"'])" + SIDE + rb"\7)\s*+(?:#.*+)?"
)
# Variables that hold something on macOS alone, where they are compared with nothing.
OF_MACOS = re.compile(rb"\$[({](?i:darwin|macosx?|osx)[)}]")
# A switch that a file sets to a word, but none by which who builds for a GPU chooses it.
WORD = re.compile(rb"\w*+")
OF_GPUS = re.compile(
    rb"(?i)cuda|gpu|nvcc|nvidia|hip|rocm|amd|device|platform|backend|arch|target|\AOS\Z|host"
)
INCLUDES = re.compile(rb"[ \t]*(?:include\b|(?:-|s)include[ \t]+(?![^\r\n]*(?:\.d\b|\$)))")
LINE_END = re.compile(rb"\r?\n|\r")
# What ends a command of a shell, and what holds the same characters without ending one.
PARTING = re.compile(
    rb"""\\[\s\S] | "(?:[^"\\]|\\[\s\S])*" | '[^']*' | \$\((?:[^()]|\([^()]*\))*\) | (?P<end>;|&&|\|\|?)""",
    re.VERBOSE,
)
Kind = Literal["assignment", "recipe", "rule", "directive", "definition", "command", "blank"]


class Line(NamedTuple):
    """A line with those that go on: its span, its kind, the variable that it sets, and its value's span.

    A line of a shell script is a command, or it sets a variable, whose value in quotes may go over ends of
    lines; in a `define` of make all are definitions. `left` says that it is in a choice between CUDA and HIP,
    `windows` that make reads it on Windows or macOS alone, and `off` that it does not as the file sets a
    switch of its own.
    """

    span: Span
    kind: Kind
    name: bytes
    value: Span
    left: bool = False
    windows: bool = False
    off: bool = False


class Makefile(NamedTuple):
    """What a makefile or a script holds; `code` is its text with blanks for comments."""

    source: bytes
    code: bytes
    lines: tuple[Line, ...]


def makefile(source: bytes, *, script: bool = False) -> Makefile:
    """Read a makefile, or with `script` a shell script; never raises."""
    code = COMMENT.sub(lambda found: b" " * len(found[0]), source)
    lines: list[Line] = []
    remarks: list[Span] = []
    at, defined, ruled = 0, False, script
    while at < len(source):
        sets = SHELL_ASSIGNMENT.match(code, at) if script else None
        goes_on = sets and code[sets.end() : sets.end() + 1] in {b";", b"&"}  # with another command
        found = sets if goes_on else LOGICAL.match(code, sets.end() if sets else at)
        end = max(found.end() if found else at, at)
        if sets:
            value = Span(*sets.span(sets.lastindex or 0))
            line = Line(Span(at, end), "assignment", sets[1], value)
        else:
            line = _line(code, Span(at, end), script=script, defined=defined, ruled=ruled)
        if line.kind in {"rule", "assignment"}:
            ruled = line.kind == "rule"  # a tab does not make a recipe before a rule
        if mark := DEFINITION.match(code, at, end):
            defined = mark[1] == b"define" and not script
        if line.kind == "assignment" and not script and (said := VALUE.match(code, *line.value)):
            remarks.append(Span(said.end(), end))
        lines.append(line)
        ended = LINE_END.match(code, end)
        at = ended.end() if ended else end + 1
    code = _blanked(code, remarks)
    return Makefile(source, code, tuple(_marked(code, lines)))


def commands(code: bytes, region: Span) -> Iterator[Span]:
    """Give the commands of a shell that stand in a region, without going into quotes and $(...)."""
    start = region.start
    for found in PARTING.finditer(code, *region):
        if found["end"]:
            yield Span(start, found.start())
            start = found.end()
    yield Span(start, region.end)


def _blanked(code: bytes, remarks: list[Span]) -> bytes:
    """Give a text with blanks for remarks, but for their ends of lines."""
    made = bytearray(code)
    for one in remarks:
        made[slice(*one)] = blanked(code[slice(*one)])
    return bytes(made)


def _line(code: bytes, span: Span, *, script: bool, defined: bool, ruled: bool) -> Line:
    text = code[slice(*span)]
    if not text.strip():
        return Line(span, "blank", b"", span)
    if script:
        return Line(span, "command", b"", span)
    if defined:
        return Line(span, "definition", b"", span)
    if ruled and text.startswith(b"\t"):
        return Line(span, "recipe", b"", span)
    if found := ASSIGNMENT.match(code, *span):
        return Line(span, "assignment", found[1], Span(found.end(), span.end))
    kind: Kind = "directive" if DIRECTIVE.match(code, *span) else "rule"
    return Line(span, kind, b"", span)


def _marked(code: bytes, lines: list[Line]) -> list[Line]:
    """Mark the lines of choices of which a condition speaks of HIP."""
    open_at: list[tuple[int, bool]] = []
    left: set[int] = set()
    for number, line in enumerate(lines):
        found = BRANCH.match(code, *line.span)
        if found is None:
            continue
        says = OF_HIP.search(found[2]) is not None
        if found[1].startswith(b"if"):
            open_at.append((number, says))
        elif open_at and found[1] == b"else":
            open_at[-1] = (open_at[-1][0], open_at[-1][1] or says)
        elif open_at:
            start, spoken = open_at.pop()
            left.update(range(start, number + 1) if spoken else ())
    windows, off = {*_on_windows(code, lines)}, {*_switched_off(code, lines)}
    marked = left | windows | off
    return [
        line._replace(left=number in left, windows=number in windows, off=number in off)
        if number in marked
        else line
        for number, line in enumerate(lines)
    ]


def _switched_off(code: bytes, lines: list[Line]) -> Iterator[int]:
    """Give the numbers of lines that make does not read as the file sets switches of its own."""
    values = _switches(code, lines)
    branches: list[tuple[bool | None, bool | None]] = []  # is this branch read, and was one before it
    for number, line in enumerate(lines) if values else ():
        found = BRANCH.match(code, *line.span)
        if found is None:
            if any(read is False for read, _ in branches):
                yield number
            continue
        asks = found[2].split()[:1] if found[1] == b"else" else [found[1]]
        before = _or(branches.pop()) if found[1] in {b"else", b"endif"} and branches else False
        if found[1] != b"endif":
            holds = _holds(asks[0], found[2], values) if asks else True
            branches.append((False if before else holds if before is False or not holds else None, before))


def _or(either: tuple[bool | None, bool | None]) -> bool | None:
    return True if True in either else None if None in either else False


def _holds(asks: bytes, condition: bytes, values: dict[bytes, bytes]) -> bool | None:
    """Say whether a condition on one of the switches holds; None of another one."""
    found = COMPARED.fullmatch(condition.strip().removeprefix(asks)) if asks[:3] in {b"ife", b"ifn"} else None
    if found is None or asks not in {b"ifeq", b"ifneq"}:
        return None
    word, variable = sorted((found[2] or found[6] or b"", found[4] or found[8] or b""), key=_is_variable)
    value = values.get(variable[2:-1])
    return None if value is None or _is_variable(word) else (value == word) is (asks == b"ifeq")


def _switches(code: bytes, lines: list[Line]) -> dict[bytes, bytes]:
    """Give the variables that are set once, to a word or nothing, and not for a GPU or by its platform.

    None where the file includes another one that may set them, too.
    """
    found: dict[bytes, bytes | None] = {}
    for line in lines:
        if line.kind == "directive" and INCLUDES.match(code, *line.span):
            return {}
        if line.kind == "assignment":
            value = code[slice(*line.value)].strip()
            is_one = line.name not in found and WORD.fullmatch(value) and not OF_GPUS.search(line.name)
            adds = code[line.span.start : line.value.start].rstrip().endswith(b"+=")
            found[line.name] = value if is_one and not adds else None
    return {name: value for name, value in found.items() if value is not None}


def _on_windows(code: bytes, lines: list[Line]) -> Iterator[int]:
    """Give the numbers of lines in branches that make takes on Windows, or on macOS, alone."""
    branches: list[tuple[bool, bool]] = []  # of each choice: is this branch Windows's, and is what is left
    for number, line in enumerate(lines):
        found = BRANCH.match(code, *line.span)
        if found is None:
            if any(taken for taken, _ in branches):
                yield number
            continue
        asks = found[2].split()[:1] if found[1] == b"else" else [found[1]]
        names_it, is_none = _of_systems(found[2])
        there, elsewhere = (b"ifneq", b"ifeq") if is_none else (b"ifeq", b"ifneq")
        if found[1] == b"endif":
            del branches[-1:]
            continue
        rest = branches.pop()[1] if found[1] == b"else" and branches else False
        taken = (names_it and asks == [there]) or (rest and not asks)
        branches.append((taken, names_it and asks == [elsewhere]))


def _of_systems(condition: bytes) -> tuple[bool, bool]:
    """Say whether a condition asks for Windows or macOS, and whether by what is empty elsewhere."""
    found = COMPARED.fullmatch(condition)
    if found is None:
        return False, False
    word, variable = sorted((found[2] or found[6] or b"", found[4] or found[8] or b""), key=_is_variable)
    if not _is_variable(variable) or _is_variable(word):
        return False, False
    is_none = not word and OF_MACOS.fullmatch(variable) is not None
    on_windows = word == b"Windows_NT" and variable[2:-1] == b"OS"
    return is_none or on_windows or word.lower() == b"darwin", is_none


def _is_variable(side: bytes) -> bool:
    return side.startswith(b"$")
