"""What CMake's conditions on CUDA's version, or its compiler, decide where HIP's is compared."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import AGAIN, SEVERITIES, Related
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

CONDITIONS = frozenset({b"if", b"elseif", b"while"})
COMPARES = re.compile(rb"(VERSION_)?(LESS|GREATER|EQUAL)(_EQUAL)?")
NUMBER = re.compile(rb"\"?(\d{1,4}(?:\.\d{1,4}){0,3})\"?")
ALONE = 3  # arguments of a condition that compares, and does no more
FATAL = frozenset({b"FATAL_ERROR", b"SEND_ERROR"})
ADVICE = "look at what it is compared with"
COUNTS = "HIP counts its versions otherwise than CUDA: "
CUDA = [11, 8]
"""The release that HIP's names are like, or older than; `match.cuda_releases` has it as macros count it."""
NEWEST = [9999]
STOPS = ", and stops the build: leave the condition out for HIP"
OFF = ", and turns {name} off, so that the GPU is left out in silence: leave the condition out for HIP"
# What says that CUDA is there, or that it is wanted; and what is no.
OF_CUDA = re.compile(
    rb"(?:CUDA|CUDAToolkit|CUDAToolkit_NVCC|CUDATOOLKIT)_FOUND|(?:USE|WITH|HAVE|ENABLE|BUILD)_(?:CUDA|GPU)"
)
NO = frozenset({b"0", b"off", b"no", b"false", b'""'})
LIKE = ", as with CUDA from 11.8 on"


OF_COMPILER = "compare with that"
NVCC = re.compile(rb"\"?\^?NVIDIA\$?\"?")
EQUALS = frozenset({b"STREQUAL", b"MATCHES"})
JOINED = frozenset({b"OR", b"(", b")"})
NEVER = "so that this never holds, and what stands behind it is left out"
BUT_ALL = JOINED | {b"NOT"}
MEANT = ": compare with Clang only if that is meant for HIP, too"
ELSE = "so that this never holds, and another branch is taken"
ALWAYS = "so that this always holds"


def decided(view: View, command: Command, said: Finding) -> Finding:
    """Say in a finding about a version that is compared with a number which way HIP's decides.

    So too in one about the compiler, which is never NVIDIA's.
    """
    if said.message.endswith(OF_COMPILER):
        return _without_nvcc(view, command, said)
    if command.name not in CONDITIONS or not said.message.endswith(ADVICE):
        return said
    at = _argument(command, said)
    behind = view.texts(command)[at + 1 : at + 3]
    how = COMPARES.fullmatch(behind[0]) if len(behind) == 2 else None
    number = NUMBER.fullmatch(behind[1]) if how else None
    if how is None or number is None:
        return said
    name, release = view.file.code[slice(*said.span)], [int(one) for one in view.rules.rocm.split(".")]
    part = {b"MAJOR": release[:1], b"MINOR": release[1:2]}.get(name.rpartition(b"_")[2])
    other = [int(one) for one in number[1].split(b".")]
    if part is None and (how[1] is None or other[:2] == release[: len(other)]):
        return said  # as a real number, or the rest of HIP's version decides, which is not known
    hip, minor = _holds(part or release, how, other), part is not None and part != release[:1]
    like = not minor and _like_all(how, other, CUDA[:1] if part else CUDA) is hip
    does = ("holds" if hip else "does not hold") + " here" + (LIKE if like else "")
    told = f"with ROCm {view.rules.rocm} {behind[0].decode()} {number[1].decode()} {does}"
    said = said._replace(message=said.message.removesuffix(ADVICE) + told)
    if not like and stops(view, command, holds=hip):
        said = said._replace(message=said.message + STOPS, severity="error", fails="link")
    elif not like and hip and (gone := _switched_off(view, command)):
        said = said._replace(message=said.message + OFF.format(name=decoded(gone)), severity="error")
    return said._replace(severity="note", fails="never") if like else said


def _argument(command: Command, said: Finding) -> int:
    """Give the number of the argument in which a finding stands; how many there are where it is none."""
    spans = [one.span for one in command.arguments]
    return next((at for at, one in enumerate(spans) if one.start <= said.span.start < one.end), len(spans))


def _without_nvcc(view: View, command: Command, said: Finding) -> Finding:
    """Say which way a condition goes that hangs on whether the compiler is NVIDIA's."""
    at, texts = _argument(command, said), view.texts(command)
    how, other = [*texts[at + 1 : at + 3], b"", b""][:2]
    if command.name not in CONDITIONS or how not in EQUALS or not NVCC.fullmatch(other):
        return said
    negated = at > 0 and texts[at - 1].upper() == b"NOT"
    if not JOINED.isdisjoint(texts) or (negated and len(texts) > ALONE + 1):
        return said
    known = said.message.removesuffix(f": {OF_COMPILER}")
    if negated:
        ends = stops(view, command, holds=True, words=ALONE + 1)
        said = said._replace(message=f"{known}, {ALWAYS}" + (STOPS if ends else ""))
        return said._replace(severity="error", fails="link") if ends else said
    number = view.number(command)
    marks = _choices(view).get(number, (number,))
    if any(view.file.commands[mark].name in {b"else", b"elseif"} for mark in marks if mark > number):
        return said._replace(message=f"{known}, {ELSE}{MEANT}", severity="note", fails="never")
    return said._replace(message=f"{known}, {NEVER}{MEANT}")


def together(findings: list[Finding]) -> list[Finding]:
    """Give findings with those about versions as one, with the other places beside it: one look answers all.

    That is the first one that HIP decides otherwise than CUDA, where there is one.
    """
    of_versions = [one for one in findings if COUNTS in one.message]
    if len(of_versions) < 2:
        return findings
    first, *others = sorted(of_versions, key=lambda one: (-SEVERITIES.index(one.severity), one.span))
    related = tuple(Related(one.span, f"{AGAIN}, {one.message.partition(COUNTS)[2]}") for one in others)
    return [*(one for one in findings if COUNTS not in one.message), first._replace(related=related)]


def stops(view: View, command: Command, *, holds: bool, words: int = ALONE) -> bool:
    """Say whether a build comes to an error of the file's own by a condition of one comparison alone."""
    if len(command.arguments) != words:
        return False
    number = view.number(command)
    marks = _choices(view).get(number, (number,))
    at = bisect_left(marks, number) + (not holds)
    if at + 1 >= len(marks) or not (holds or view.file.commands[marks[at]].name == b"else"):
        return False
    around = (*view.blocks.outer[marks[0]], marks[0])
    return any(
        one.name == b"message"
        and view.blocks.outer[inner] == around
        and not FATAL.isdisjoint(view.texts(one)[:1])
        for inner in range(marks[at] + 1, marks[at + 1])
        for one in (view.file.commands[inner],)
    )


def _switched_off(view: View, command: Command) -> bytes:
    """Give what says that CUDA is there, or wanted, where a condition that holds takes that back; else ""."""
    if not BUT_ALL.isdisjoint(one.upper() for one in view.texts(command)):
        return b""
    number = view.number(command)
    marks = _choices(view).get(number, (number,))
    at = bisect_left(marks, number)
    around = (*view.blocks.outer[marks[0]], marks[0])
    for inner in range(marks[at] + 1, marks[at + 1]) if at + 1 < len(marks) else ():
        one, texts = view.file.commands[inner], view.texts(view.file.commands[inner])
        taken = one.name == b"unset" or (one.name == b"set" and texts[1:2] and texts[1].lower() in NO)
        if taken and view.blocks.outer[inner] == around and texts and OF_CUDA.fullmatch(texts[0]):
            return texts[0]
    return b""


@fact
def _choices(view: View) -> Mapping[int, tuple[int, ...]]:
    """Give by each command of a choice the numbers of all of these."""
    return {number: marks for marks in view.blocks.choices for number in marks}


def _like_all(how: re.Match[bytes], other: list[int], oldest: list[int]) -> bool | None:
    """Say what all releases of CUDA decide from the oldest on; None where some decide otherwise."""
    first, last = _holds(oldest, how, other), _holds(NEWEST, how, other)
    return first if first == last and (how[2] != b"EQUAL" or other < oldest) else None


def _holds(hip: list[int], how: re.Match[bytes], other: list[int]) -> bool:
    longest = max(len(hip), len(other))  # what is not written counts as 0
    hip, other = ([*one, *[0] * (longest - len(one))] for one in (hip, other))
    return {b"LESS": hip < other, b"GREATER": hip > other, b"EQUAL": hip == other}[how[2]] or (
        how[3] is not None and hip == other
    )
