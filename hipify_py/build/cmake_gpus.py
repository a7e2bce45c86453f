"""GPUs that CMake files name: AMD's are written for numbers of NVIDIA's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.cmake_view import Made, View
from hipify_py.build.flags import GPUS
from hipify_py.build.names import decoded
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command

# A variable of the project's, or FindCUDA's: what is a number of NVIDIA's for CUDA is no GPU of AMD's.
THEIRS = re.compile(rb"(?i)\$\{(?!CMAKE_)(?!\w*(?:HIP|ROCM|AMD|GFX))\w+\}")
NUMBERS = re.compile(rb"(?:\d+[af]?(?:-real|-virtual)?|all|all-major|native|;)+")
LIST_START = {b"APPEND": 2, b"PREPEND": 2, b"INSERT": 3}  # where what comes into a list stands
OF_NAMES = "{text} is about NVIDIA's names of GPUs, and stays: look at what it makes of AMD's, such as gfx90a"
OF_FLAGS = "{text} leaves the GPUs to flags of nvcc, which go: {to} in its place; name yours"
NO = {b"OFF", b"FALSE", b"NO", b"N", b"0"}
VALUE_END = {b"CACHE", b"PARENT_SCOPE"}


def gpu_list(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Give what becomes of a variable that names GPUs, and say where a command looks at the names in it."""
    start = 1 if command.name == b"set" else LIST_START.get(texts[0])
    if start is not None:
        return gpus(view, command, start, value_end(texts, start))
    if texts[0] not in {b"TRANSFORM", b"FILTER", b"REMOVE_ITEM"}:
        return None
    shown = " ".join(decoded(view.file.source[slice(*command.span)]).split())
    said = finding(view.rules, GPUS, command.place, text=shown, to="")
    return Made(findings=(said._replace(message=OF_NAMES.format(text=shown)),))


def gpus(view: View, command: Command, start: int, end: int, *, whole: bool = False) -> Made | None:
    """Write AMD's GPUs for NVIDIA's, which are the arguments `start` to `end`; `whole` makes one argument."""
    given = command.arguments[start:end]
    texts = [view.file.text(one) for one in given]
    if not any(texts) or texts == [b"${CMAKE_CUDA_ARCHITECTURES}"]:  # which becomes HIP's
        return None
    place = Span(given[0].span.start, given[-1].span.end)
    shown, archs = decoded(b" ".join(texts)), view.archs
    said = finding(view.rules, GPUS, place, text=shown, to=" and ".join(archs))
    if len(texts) == 1 and texts[0].upper() in NO:
        said = said._replace(message=OF_FLAGS.format(text=shown, to=" and ".join(archs)))
    elif not all(NUMBERS.fullmatch(text) or THEIRS.fullmatch(text) for text in texts):
        return Made(findings=(said._replace(message=_theirs(shown)),))
    quoted = whole or (len(given) == 1 and given[0].kind == "quoted")
    made = '"' + ";".join(archs) + '"' if quoted else " ".join(archs)
    return Made((Edit(place, (made.encode(),), GPUS, "GPUs"),), (said,), taken=(place,))


def _theirs(shown: str) -> str:
    return f"{shown} has to name AMD's GPUs, such as gfx90a, not NVIDIA's: look at where it comes from"


def value_end(texts: list[bytes], start: int) -> int:
    """Give the number of the argument behind the value of a variable."""
    return next((at for at in range(start, len(texts)) if texts[at] in VALUE_END), len(texts))
