"""What CMake files ask of the GPUs that they build for: NVIDIA's numbers, which no name of AMD's is like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_gpu_options import COMPARES
from hipify_py.build.cmake_versions import CONDITIONS, stops
from hipify_py.build.cmake_view import Made
from hipify_py.build.names import decoded
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
LESS = frozenset({b"VERSION_LESS", b"VERSION_LESS_EQUAL"})
"""What holds of a text that is no version: it counts as 0."""
LIKE = "{text} asks for numbers of NVIDIA's GPUs, which AMD's names, such as gfx90a, are not: "
HOLDS, NEVER = "here it always holds", "here it never holds"
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
    found = [_told(view, command, name, other) for name, other in _compared(view, texts)]
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


def _compared(view: View, texts: list[bytes]) -> Iterator[tuple[int, int]]:
    """Give which arguments of a condition are GPUs and the number of NVIDIA's that they are compared with."""
    for at, text in enumerate(texts):
        if not COMPARES.fullmatch(text) or not 0 < at < len(texts) - 1:
            continue
        for name, other in ((at - 1, at + 1), (at + 1, at - 1)):
            if _names_gpus(view, texts[name]) and _is_number(texts[other]):
                yield name, other
                break


def _is_number(text: bytes) -> bool:
    return NUMBER.search(text) is not None and not OF_AMD.search(text)


def _names_gpus(view: View, text: bytes) -> bool:
    return OF_CUDA.fullmatch(text) is not None or text.removeprefix(b"${").removesuffix(b"}") in _each(view)


@fact
def _each(view: View) -> frozenset[bytes]:
    """Give the variables that are one GPU of the list after the other in a loop."""
    loops = (view.texts(one) for one in view.file.commands if one.name == b"foreach")
    return frozenset(texts[0] for texts in loops if any(map(OF_CUDA.fullmatch, texts[1:])))


def _told(view: View, command: Command, name: int, other: int) -> Made:
    """Say what a comparison comes to, of which the arguments `name` and `other` are GPUs and a number."""
    holds = name < other and view.texts(command)[name + 1] in LESS
    ends = stops(view, command, holds=holds)
    made = _made(view, command, (name, other), (HOLDS if holds else NEVER) + (STOPS if ends else STAYS))
    errors = (one._replace(severity="error", fails="link") for one in made.findings)
    return made._replace(findings=tuple(errors)) if ends else made


def _made(view: View, command: Command, places: tuple[int, int], ending: str) -> Made:
    """Leave two arguments of a command as they are, with a finding of which they are the text."""
    spans = [command.arguments[at].inner for at in places]
    whole = sorted(command.arguments[at].span for at in places)
    text = " ".join(decoded(view.file.source[whole[0].start : whole[1].end]).split())
    said = finding(view.rules, DIFFERS, spans[0], name=text, becomes="", why="")
    said = said._replace(message=LIKE.format(text=text) + ending)
    return Made(findings=(said,), taken=tuple(spans))
