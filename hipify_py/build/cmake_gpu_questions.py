"""What CMake files ask of the GPUs that they build for: NVIDIA's numbers, which no name of AMD's is like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import FUNCTIONS
from hipify_py.build.cmake_gpu_options import COMPARES
from hipify_py.build.cmake_versions import ALONE, CONDITIONS, stops
from hipify_py.build.cmake_view import Made
from hipify_py.build.names import decoded
from hipify_py.gpus import GPUS
from hipify_py.lazy import re
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

DIFFERS = "B002"
LIST = rb"(?:CMAKE_)?CUDA_ARCHITECTURES"
OF_CUDA = re.compile(rb"(?:\$\{)?(?:" + LIST + rb")\}?")
NUMBER, OF_AMD = re.compile(rb"\d"), re.compile(rb"(?i)gfx|hip|amd")
ORDERS = re.compile(rb"(VERSION_|STR)(LESS|GREATER|EQUAL)(_EQUAL)?")
VERSION = re.compile(rb"[0.]*[1-9]")
"""How a version begins that is above 0."""
LIKE = "{text} asks for numbers of NVIDIA's GPUs, which AMD's names, such as gfx90a, are not: "
HOLDS, NEVER = "here it always holds", "here it never holds"
SOME = "here it holds for some of AMD's, such as {name}"
STAYS = ", and stays: leave the condition out for HIP, or ask for AMD's names"
STOPS = ", and stops the build: leave the condition out for HIP"
SOUGHT = "nothing is found, and the command stays: leave it out for HIP, or look for AMD's names"
FINDS = 2  # where in `list(FIND l x result)` that stands which is looked for


def questions(view: View, command: Command) -> Made | None:
    """Leave a condition that compares GPUs with NVIDIA's numbers as it is, and say what it comes to.

    Renamed it would be about AMD's names, of which gfx90a has "90a" in it, too. So is it with what `list`
    looks for among the GPUs.
    """
    texts = view.texts(command)
    if command.name == b"list":
        return _sought(view, command, texts)
    if command.name not in CONDITIONS:
        return None
    found = [_told(view, command, name, other) for name, other in _compared(view, command, texts)]
    return Made(
        findings=tuple(said for one in found for said in one.findings),
        taken=tuple(place for one in found for place in one.taken),
    )


def _sought(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Say of a command that looks for a number among the GPUs that it finds nothing."""
    if texts[:1] != [b"FIND"] or len(texts) <= FINDS:
        return None
    if not OF_CUDA.fullmatch(texts[1]) or not _is_number(texts[FINDS]):
        return None
    return _made(view, command, (1, FINDS), SOUGHT)


def _compared(view: View, command: Command, texts: list[bytes]) -> Iterator[tuple[int, int]]:
    """Give which arguments of a condition are GPUs and the number of NVIDIA's that they are compared with."""
    for at, text in enumerate(texts):
        if not COMPARES.fullmatch(text) or not 0 < at < len(texts) - 1:
            continue
        for name, other in ((at - 1, at + 1), (at + 1, at - 1)):
            if _names_gpus(view, command, texts[name]) and _is_number(texts[other]):
                yield name, other
                break


def _is_number(text: bytes) -> bool:
    return NUMBER.search(text) is not None and not OF_AMD.search(text)


def _names_gpus(view: View, command: Command, text: bytes) -> bool:
    return OF_CUDA.fullmatch(text) is not None or _is_each(view, command, text)


def _is_each(view: View, command: Command, text: bytes) -> bool:
    """Say whether a command is told by a variable of one GPU of the list after the other in a loop.

    The loop right around it decides; a macro may be called from any.
    """
    name = text.removeprefix(b"${").removesuffix(b"}")
    around = [view.file.commands[opener] for opener in view.blocks.outer[view.number(command)]]
    for one in reversed(around):
        texts = view.texts(one)
        if one.name == b"foreach" and texts[:1] == [name]:
            return _is_over_gpus(texts)
    return any(one.name in FUNCTIONS for one in around) and name in _each(view)


def _is_over_gpus(texts: list[bytes]) -> bool:
    return any(map(OF_CUDA.fullmatch, texts[1:]))


@fact
def _each(view: View) -> frozenset[bytes]:
    """Give the variables that are one GPU of the list after the other in a loop."""
    loops = (view.texts(one) for one in view.file.commands if one.name == b"foreach")
    return frozenset(texts[0] for texts in loops if _is_over_gpus(texts))


def _told(view: View, command: Command, name: int, other: int) -> Made:
    """Say what a comparison comes to, of which the arguments `name` and `other` are GPUs and a number."""
    texts, first = view.texts(command), min(name, other)
    negated = first > 0 and texts[first - 1].upper() == b"NOT"
    outcomes = _outcomes(view, command, name, other)
    holding = [one for one, holds in outcomes.items() if holds is not negated]
    holds = len(holding) == len(outcomes)
    comes = HOLDS if holds else SOME.format(name=decoded(holding[-1])) if holding else NEVER
    ends = (holds or not holding) and stops(view, command, holds=holds, words=ALONE + negated)
    made = _made(view, command, (name, other), comes + (STOPS if ends else STAYS), negated=negated)
    errors = (one._replace(severity="error", fails="link") for one in made.findings)
    return made._replace(findings=tuple(errors)) if ends else made


def _outcomes(view: View, command: Command, name: int, other: int) -> dict[bytes, bool]:
    """Give for each text that GPUs may be then whether a comparison with a number holds, without its NOT.

    That is any of AMD's names in a loop. The list is CUDA's, which nothing fills: its own name, or nothing.
    """
    texts = view.texts(command)
    text, number, how = texts[name], texts[other].strip(b'"'), texts[(name + other) // 2]
    are = [b"" if text.startswith(b"$") else text]
    if _is_each(view, command, text):
        are = [one.encode() for one in GPUS]
    return {one: _holds(one, how, number, mirrored=other < name) for one in are}


def _holds(text: bytes, how: bytes, number: bytes, *, mirrored: bool) -> bool:
    if how == b"MATCHES":
        return not mirrored and _is_like(text, number)
    found = ORDERS.fullmatch(how)
    if found is None:
        return False  # as a real number, which no name is, or as one of a list
    of_versions = -1 if VERSION.match(number) else 0  # a text that is no version counts as 0
    sign = (text > number) - (text < number) if found[1] == b"STR" else of_versions
    sign = -sign if mirrored else sign
    wanted = {b"LESS": -1, b"GREATER": 1, b"EQUAL": 0}[found[2]]
    return sign == wanted or (found[3] is not None and not sign)


def _is_like(text: bytes, pattern: bytes) -> bool:
    """Say whether a pattern of CMake's is found in a text; one that Python cannot read is taken to be."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return True


def _made(
    view: View, command: Command, places: tuple[int, int], ending: str, *, negated: bool = False
) -> Made:
    """Leave two arguments of a command as they are, with a finding of which they are the text."""
    spans = [command.arguments[at].inner for at in places]
    first, last = sorted(places)
    start, end = command.arguments[first - negated].span.start, command.arguments[last].span.end
    text = " ".join(decoded(view.file.source[start:end]).split())
    said = finding(view.rules, DIFFERS, spans[0], name=text, becomes="", why="")
    said = said._replace(message=LIKE.format(text=text) + ending)
    return Made(findings=(said,), taken=tuple(spans))
