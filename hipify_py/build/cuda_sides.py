"""What build files do where they build for CUDA alone: which macros they define there, and what else is said.

That is behind a condition that asks for NVIDIA's platform, or for none of HIP's: `if(HIP_PLATFORM STREQUAL
"nvcc")`, the `else` of `if(USE_HIP)`. A variable that is set nowhere else is a condition of that kind, too.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import Read, arguments_of, blocks, condition
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.definitions import definitions
from hipify_py.build.file_names import CMAKE
from hipify_py.build.python_sides import for_cuda
from hipify_py.build.remarks import without_remarks
from hipify_py.build.switch_names import is_for_hip
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.build.cmake_lexer import Command

MAY_ASK = re.compile(rb"(?i)\bif\s*\([^()]*(?:hip|rocm)")
NAME = re.compile(rb"\$?\{?(\w+)\}?")
NAMES = re.compile(rb"(?:(?<!\w)[-/]D)?([A-Za-z_]\w*)")  # -D stands right before one
IS_PLATFORM = re.compile(rb'"?\$?\{?HIP_PLATFORM\}?"?\s+(?:STREQUAL|MATCHES)\s+"?\^?([\w-]+)\$?"?')
NVIDIA, AMD = {b"nvcc", b"nvidia"}, {b"amd", b"hcc", b"hip-clang"}
MIXED = re.compile(rb"\bOR\b|[()]")
FALSE = {b"0", b"OFF", b"NO", b"FALSE", b"N", b"IGNORE", b"NOTFOUND", b""}
CONDITIONS = {b"if", b"elseif", b"else", b"endif", b"while", b"endwhile"}
SOURCE = re.compile(rb"(?<![\w*?\]}])[\w+-][\w.+-]*\.cu(?![\w.])")
NAMED = re.compile(rb"[\w.+*?%{}$()\[\]-]*\.cu(?![\w.])")  # or a pattern
OPEN = re.compile(rb"[*?%\[{$]")
SHOWS = {b"message", b"mark_as_advanced", b"unset"}
DEFINES = {b"add_compile_definitions", b"add_definitions", b"target_compile_definitions"}
READS = CONDITIONS | SHOWS | DEFINES
MOST_ROUNDS = 3  # of variables that hang on others


class Side(NamedTuple):
    """The macros that a build file defines for CUDA alone, and its text without what a build for HIP skips.

    Nor does that text hold conditions, or what shows a variable or sets it to nothing. `sources` are the
    names of `.cu` files, without folders, in what is skipped.
    """

    made: frozenset[bytes]
    rest: bytes
    sources: frozenset[bytes] = frozenset()


def cuda_sides(texts: Mapping[str, bytes]) -> dict[str, Side]:
    """Read the build files of a run together: what one sets, another asks for."""
    asking = any(path.endswith(CMAKE) and MAY_ASK.search(text) for path, text in texts.items())
    files = {
        path: Read(file, blocks(file))
        for path, text in texts.items()
        if asking and path.endswith(CMAKE) and (file := listfile(text)).wrong is None
    }
    others = (
        frozenset(
            name
            for path, text in texts.items()
            if path not in files
            for name in NAMES.findall(without_remarks(text))
        )
        if asking
        else frozenset()
    )
    alone: frozenset[bytes] = frozenset()
    for _ in range(MOST_ROUNDS if asking else 0):
        more = _set_for_cuda(files, alone) - others
        if more == alone:
            break
        alone = more
    return {
        path: _side(files[path], alone) if path in files else _other_side(path, text)
        for path, text in texts.items()
    }


def _skipped(read: Read, alone: frozenset[bytes]) -> Iterator[Span]:
    """Give the branches that no build for HIP takes; `alone` are variables that none sets."""
    for marks in read.blocks.choices:
        of_hip = False  # one before is taken by all builds for HIP
        for mark, after in pairwise(marks):
            terms = _terms(condition(read.file, mark))
            if of_hip or any(_fails(one, alone) for one in terms):
                yield Span(read.file.commands[mark].span.end, read.file.commands[after].span.start)
            of_hip |= len(terms) == 1 and _asks_for_hip(terms[0])


def _terms(text: bytes) -> list[bytes]:
    """Give what all has to hold for a condition to hold; nothing where that is not plain."""
    return [] if MIXED.search(text) else [one.strip() for one in re.split(rb"\bAND\b", text) if one.strip()]


def _fails(term: bytes, alone: frozenset[bytes]) -> bool:
    if term.startswith(b"NOT") and term[3:4].isspace():
        return _asks_for_hip(term[3:].strip())
    platform, name = IS_PLATFORM.fullmatch(term), NAME.fullmatch(term)
    return bool((platform and platform[1].lower() in NVIDIA) or (name and name[1] in alone))


def _asks_for_hip(term: bytes) -> bool:
    platform, name = IS_PLATFORM.fullmatch(term), NAME.fullmatch(term)
    if platform:
        return platform[1].lower() in AMD
    return name is not None and is_for_hip(name[1])


def _set_for_cuda(files: Mapping[str, Read], alone: frozenset[bytes]) -> frozenset[bytes]:
    """Give the variables that are set in branches for CUDA, and otherwise at most to nothing."""
    found: set[bytes] = set()
    elsewhere: set[bytes] = set()
    for read in files.values():
        skipped = merged(_skipped(read, alone))
        for command in read.file.commands:
            texts = [read.file.text(one) for one in command.arguments]
            if not inside(skipped, command.span.start):
                elsewhere |= _may_set(command, texts)
            elif (
                command.name == b"set"
                and NAME.fullmatch(b"".join(texts[:1]))
                and not _empties(command, texts)
            ):
                found.add(texts[0])
    return frozenset(found - elsewhere)


def _empties(command: Command, texts: Sequence[bytes]) -> bool:
    return command.name == b"set" and (len(texts) == 1 or (len(texts) > 1 and texts[1].upper() in FALSE))


def _may_set(command: Command, texts: Sequence[bytes]) -> set[bytes]:
    """Give the variables that a command may set: all that it names, but for what it only reads."""
    if command.name in READS or _empties(command, texts):
        return set()
    plain = (re.sub(rb"\$\{\w*\}", b" ", text) for text in texts)
    return {name for text in plain for name in NAMES.findall(text)}


def _other_side(path: str, text: bytes) -> Side:
    """Give what a build file of another kind does: of a script of Python's its branches are known."""
    spans = for_cuda(text) if path.endswith(".py") else []
    code = without_remarks(text)
    rest, inner = bytearray(code), bytearray(b" " * len(code))
    for start, end in spans:
        inner[start:end] = code[start:end]
        rest[start:end] = b" " * (end - start)
    made = definitions(bytes(inner), cmake=False) if spans else frozenset[bytes]()
    return Side(made, bytes(rest), frozenset(SOURCE.findall(inner)))


def _side(read: Read, alone: frozenset[bytes]) -> Side:
    file, skipped = read.file, [*_skipped(read, alone)]
    rest, inner = bytearray(file.code), bytearray(b" " * len(file.code))
    for number, command in enumerate(file.commands):
        texts = [file.text(one) for one in command.arguments]
        if command.name in CONDITIONS | SHOWS or _empties(command, texts):
            span = arguments_of(file, number)
            rest[slice(*span)] = b" " * (span.end - span.start)
    for start, end in skipped:
        inner[start:end] = file.code[start:end]
        rest[start:end] = b" " * (end - start)
    made = definitions(bytes(inner), cmake=True) if skipped else frozenset[bytes]()
    return Side(made, bytes(rest), frozenset(SOURCE.findall(inner)))


def for_cuda_alone(sides: Mapping[str, Side]) -> frozenset[bytes]:
    """Give the names of the `.cu` files that builds name in what they skip for HIP, and nowhere else."""
    named = {one for side in sides.values() for one in side.sources}
    rest = {one for side in sides.values() for one in NAMED.findall(side.rest)} if named else set[bytes]()
    return frozenset(named - rest) if not any(OPEN.search(one) for one in rest) else frozenset()
