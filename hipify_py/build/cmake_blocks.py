"""Blocks of a CMake file: what is nested in what, and which branches are for another compiler than CUDA's."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.remarks import OF_HIP
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.spans import inner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.build.cmake_lexer import Listfile
    from hipify_py.source.spans import Inner

OF_CUDA = re.compile(rb"(?i)cuda|nvcc")
FOUND = re.compile(rb"\bCUDA(?:Toolkit)?_FOUND\b")
COMPARES = re.compile(rb"\b(?:VERSION_)?(?:LESS|GREATER|EQUAL)(?:_EQUAL)?\b")
OPENERS = {b"if", b"foreach", b"while", b"function", b"macro", b"block"}
CLOSERS = {b"end" + name: name for name in OPENERS}
BRANCHES = {b"elseif", b"else"}
FLOW = OPENERS | CLOSERS.keys() | BRANCHES
FUNCTIONS = {b"function", b"macro"}
LOOPS = {b"foreach", b"while"}
# Of Windows or of macOS alone: what a condition asks for, where it asks for nothing else as well.
OF_WINDOWS = re.compile(
    rb"(?:MSVC\w*|(?:CMAKE_HOST_)?(?:WIN32|APPLE)|\S*COMPILER_ID\S*\s+(?:STREQUAL|MATCHES)\s+\"?(?:MSVC|AppleClang)\"?"
    rb"|\S*CMAKE_(?:HOST_)?SYSTEM_NAME\S*\s+(?:STREQUAL|MATCHES)\s+\"?(?:Windows|Darwin)\"?)(?![\w-])(?!.*\bOR\b)",
    re.DOTALL,
)
NOT_WINDOWS = re.compile(rb"UNIX\s*\Z|NOT\s+(?:MSVC\w*|(?:CMAKE_HOST_)?(?:WIN32|APPLE))\s*\Z")
DEEPEST = 100  # blocks in one another that are told apart


class Blocks(NamedTuple):
    """What is known of the commands of a file, by their number.

    `outer` gives the numbers of the commands that opened the blocks around each, from the outermost on, and
    `left` the numbers of those that are for another compiler; `windows` of those that builds on Windows or
    macOS alone come to. `choices` gives for each `if` its numbers: if, elseif, else and endif; `marks` gives
    them by the first.
    """

    outer: tuple[tuple[int, ...], ...]
    left: frozenset[int]
    windows: frozenset[int] = frozenset()
    choices: tuple[tuple[int, ...], ...] = ()
    marks: Mapping[int, tuple[int, ...]] = {}


class Read(NamedTuple):
    """A file with what is known of its commands."""

    file: Listfile
    blocks: Blocks


class _Chain(NamedTuple):
    """An `if` with its branches: the numbers of if, elseif, else and endif."""

    marks: tuple[int, ...]


def blocks(file: Listfile, *, chosen: bool = False) -> Blocks:
    """Read the blocks of a file; what is not closed ends with it, and a stray end closes nothing.

    `chosen` says that the project chooses between CUDA and HIP itself, in whatever file.
    """
    stack: list[list[int]] = []
    outer: list[tuple[int, ...]] = []
    chains: list[_Chain] = []
    around: tuple[int, ...] = ()
    for number, command in enumerate(file.commands):
        if command.name in BRANCHES and stack:
            stack[-1].append(number)
        closes = CLOSERS.get(command.name)
        if closes and stack and file.commands[stack[-1][0]].name == closes:
            marks = stack.pop()
            if closes == b"if" and len(stack) < DEEPEST:
                chains.append(_Chain((*marks, number)))
            around = around if len(stack) >= DEEPEST else around[: len(stack)]
        outer.append(around[: len(stack) - 1] if command.name in BRANCHES and stack else around)
        if command.name in OPENERS:
            stack.append([number])
            around = (*around, number) if len(stack) <= DEEPEST else around
    left, windows = frozenset(_left(file, chains, chosen=chosen)), frozenset(_windows(file, chains))
    choices = tuple(chain.marks for chain in chains)
    return Blocks(tuple(outer), left, windows, choices, {marks[0]: marks for marks in choices})


def unbalanced(file: Listfile) -> int | None:
    """Give the number of a command that begins a block without an end, or ends none: CMake stops there."""
    stack: list[int] = []
    for number, command in enumerate(file.commands):
        opened = file.commands[stack[-1]].name if stack else b""
        if command.name in OPENERS:
            stack.append(number)
        elif command.name in CLOSERS:
            if opened != CLOSERS[command.name]:
                return number
            stack.pop()
        elif command.name in BRANCHES and opened != b"if":
            return number
    return stack[-1] if stack else None


def _left(file: Listfile, chains: list[_Chain], *, chosen: bool) -> set[int]:
    """Give the numbers of commands in branches that another compiler takes, or that are for HIP already.

    So too of what looks for CUDA for a condition of such a branch, and may find none.
    """
    left: set[int] = set()
    asks = False
    of_hip = any(OF_HIP.search(condition(file, mark)) for chain in chains for mark in chain.marks[:-1])
    hip, cuda = (inner(Span(*one.span()) for one in each.finditer(file.code)) for each in (OF_HIP, OF_CUDA))
    for chain in chains:
        whole = range(chain.marks[0], chain.marks[-1] + 1)
        texts = [condition(file, mark) for mark in chain.marks[:-1]]
        if any(OF_HIP.search(text) for text in texts) or _is_split(file, chain, hip, cuda):
            left.update(whole)
        elif of_hip or chosen:
            for mark, after, text in zip(chain.marks, chain.marks[1:], texts, strict=False):
                if not of_hip and COMPARES.search(text):
                    continue  # of versions, and no choice
                if OF_CUDA.search(text) and not text.lstrip().upper().startswith(b"NOT"):
                    left.update(range(mark, after))
                    asks = asks or FOUND.search(text) is not None
    return left.union(_looking(file)) if asks else left


def _looking(file: Listfile) -> Iterator[int]:
    """Give the numbers of commands that look for CUDA, and let a build go on where there is none."""
    for number, command in enumerate(file.commands):
        texts = [file.text(one) for one in command.arguments] if command.name == b"find_package" else []
        if texts and FOUND.fullmatch(texts[0] + b"_FOUND") and b"REQUIRED" not in texts:
            yield number


def _windows(file: Listfile, chains: list[_Chain]) -> Iterator[int]:
    """Give the numbers of commands in branches that are taken on Windows, or on macOS, alone."""
    for chain in chains:
        apart = False  # what is left is Windows's
        for mark, after in pairwise(chain.marks):
            text = condition(file, mark).lstrip()
            if OF_WINDOWS.match(text) or (apart and file.commands[mark].name == b"else"):
                yield from range(mark + 1, after)
            apart = mark == chain.marks[0] and NOT_WINDOWS.match(text) is not None


def condition(file: Listfile, number: int) -> bytes:
    """Give what stands between the brackets of a command of a block; b"" of `else`."""
    return b"" if file.commands[number].name == b"else" else file.code[slice(*arguments_of(file, number))]


def _is_split(file: Listfile, chain: _Chain, hip: Inner, cuda: Inner) -> bool:
    """Say whether one branch of several speaks of HIP alone, and another of CUDA alone."""
    bodies = [
        Span(file.commands[mark].span.end, file.commands[after].span.start)
        for mark, after in pairwise(chain.marks)
    ]
    kinds = [(hip.any_in(body), cuda.any_in(body)) for body in bodies]
    return (True, False) in kinds and (False, True) in kinds


def out_of_loops(file: Listfile, found: Blocks, number: int) -> int:
    """Give the command that opens the outermost loop around one within its branch or function, or itself."""
    for opener in reversed(found.outer[number]):
        if file.commands[opener].name not in LOOPS:
            break
        number = opener
    return number


def in_function(file: Listfile, found: Blocks, number: int) -> bool:
    """Say whether a command stands in a function or a macro."""
    return any(file.commands[opener].name in FUNCTIONS for opener in found.outer[number])


def arguments_of(file: Listfile, number: int) -> Span:
    """Give the span between the brackets of a command."""
    command = file.commands[number]
    start = file.code.index(b"(", command.place.end) + 1
    return Span(start, command.span.end - 1)


def first_on_ways(found: Blocks, numbers: Iterable[int]) -> frozenset[int]:
    """Give those of some commands, in order, before which a run of CMake may have met none of the others."""
    ways: set[tuple[int, ...]] = set()
    firsts = set()
    for number in numbers:
        way = tuple(branch for _, branch in way_to(found, number))
        if not any(way[:length] in ways for length in range(len(way) + 1)):
            firsts.add(number)
            ways.add(way)
    return frozenset(firsts)


def way_to(found: Blocks, number: int) -> tuple[tuple[int, int], ...]:
    """Give the blocks around a command, each by the commands that begin it and the branch of the command."""
    return tuple(
        (opener, _branch(found.marks.get(opener, (opener,)), number)) for opener in found.outer[number]
    )


def met_beside(found: Blocks, ones: Iterable[int], others: Iterable[int]) -> frozenset[int]:
    """Give those of some others that a run of CMake may come to which comes to one of `ones`.

    That is not where one choice has the two in two branches: their ways part there, in the same block.
    """
    ways: Counter[tuple[tuple[int, int], ...]] = Counter()  # how many go so far, and on in which block
    goes_on: Counter[tuple[tuple[tuple[int, int], ...], int]] = Counter()
    for number in ones:
        way = way_to(found, number)
        ways.update(way[:length] for length in range(len(way) + 1))
        goes_on.update((way[:length], opener) for length, (opener, _) in enumerate(way))

    def meets(way: tuple[tuple[int, int], ...]) -> bool:
        begins = ((way[:length], opener) for length, (opener, _) in enumerate(way))
        return ways[way] > 0 or any(ways[begin] > goes_on[begin, opener] for begin, opener in begins)

    return frozenset(number for number in others if meets(way_to(found, number)))


def _branch(marks: tuple[int, ...], number: int) -> int:
    """Give the command that begins the branch of a block, given by its commands, in which one stands."""
    return marks[bisect_left(marks, number) - 1]
