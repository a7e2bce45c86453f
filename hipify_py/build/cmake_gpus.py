"""GPUs that CMake files name: AMD's are written for numbers of NVIDIA's."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import condition
from hipify_py.build.cmake_gpu_options import NUMBERS, THEIRS, gpu_options
from hipify_py.build.cmake_language_lists import asked
from hipify_py.build.cmake_view import FILLS, Made, View
from hipify_py.build.flags import GPUS
from hipify_py.build.names import decoded, in_passing
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command

KINDS = frozenset({b"native", b"all", b"all-major"})
OF_NAMES = "{text} is about NVIDIA's names of GPUs, and stays: look at what it makes of AMD's, such as gfx90a"
OF_KIND = (
    "{text} stands for GPUs that nvcc knows, not AMD's: {to} in their place; name yours there, or give --arch"
)
OF_MACHINE = (
    "{text} has clang take the GPUs of the machine that builds; it stops where there is none of AMD's"
)
STAYING = frozenset({b"native"})
OF_FLAGS = (
    "{text} leaves the GPUs to flags of nvcc, which go: {to} in its place; name yours there, or give --arch"
)
OF_BUILDER = "{text} has to name AMD's GPUs, not NVIDIA's: who builds gives them, as by -D{name}=gfx90a"
NAME = b"CMAKE_HIP_ARCHITECTURES"
ASKED = re.compile(rb"CMAKE_(?:CUDA|HIP)_ARCHITECTURES")
FIXED = "; -DCMAKE_HIP_ARCHITECTURES changes nothing here"
OURS = b"${CMAKE_CUDA_ARCHITECTURES}"
PROPERTY = re.compile(rb"(?:CUDA|HIP)_ARCHITECTURES")
GIVING = frozenset({b"set", b"get_property", b"get_target_property", b"get_cmake_property"})
"""Commands that give a value to the variable which they name first, and to no other."""
READING = frozenset(b"if elseif else endif while endwhile message set_target_properties set_property".split())
"""Commands that give none a value: any other may, as `string` does, or a function of the project's."""
NO = {b"OFF", b"FALSE", b"NO", b"N", b"0"}
VALUE_END = {b"CACHE", b"PARENT_SCOPE"}
RUNNING = {b"try_run", b"execute_process", b"exec_program"}
ANSWERS = {b"OUTPUT_VARIABLE", b"RUN_OUTPUT_VARIABLE", b"RUN_OUTPUT_STDOUT_VARIABLE"}
FOUND = "; what a program finds on the machine that builds is lost: native asks that machine for its GPUs"


def gpu_list(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Give what becomes of a variable that names GPUs, and say where a command looks at the names in it."""
    start = 1 if command.name == b"set" else FILLS.get(texts[0])
    if start is not None:
        end = value_end(texts, start)
        if _named_by_who_builds(view).issuperset(texts[start:end]) and end > start:
            place = command.arguments[start].span
            shown = decoded(texts[start])
            said = finding(view.rules, GPUS, place, text=shown, to="")
            text = OF_BUILDER.format(text=shown, name=shown[2:-1])
            return Made(findings=(said._replace(message=text),))
        made = gpus(view, command, start, end)
        theirs = made is not None and any(THEIRS.fullmatch(text) for text in texts[start:end])
        return _for_a_choice(view, command, texts, made) if theirs and command.name == b"set" else made
    if texts[0] not in {b"TRANSFORM", b"FILTER", b"REMOVE_ITEM"}:
        return None
    shown = " ".join(decoded(view.file.source[slice(*command.span)]).split())
    said = finding(view.rules, GPUS, command.place, text=shown, to="")
    return Made(findings=(said._replace(message=OF_NAMES.format(text=shown)),))


@fact
def _named_by_who_builds(view: View) -> frozenset[bytes]:
    """Give the references to variables that name no GPUs until who builds a project gives them some."""
    return frozenset(
        b"${" + texts[0] + b"}"
        for command in view.file.commands
        if command.name == b"set"
        if (texts := view.texts(command))[1:3] == [b"", b"CACHE"]
        and THEIRS.fullmatch(b"${" + texts[0] + b"}")
    )


def _for_a_choice(view: View, command: Command, texts: list[bytes], made: Made | None) -> Made | None:
    """Leave GPUs that a variable of the project named to who builds it, as they were.

    That is who gives CMAKE_HIP_ARCHITECTURES. CMake gives it itself where it enables the language, so a
    command behind that sets it in any case, which is said.
    """
    if made is None or not made.edits or view.dual or b"PARENT_SCOPE" in texts or _is_asked(view, command):
        return made
    if not _comes_first(view, command):
        said = tuple(one._replace(message=one.message + FIXED) for one in made.findings)
        return made._replace(findings=said)
    forced = [one for one, text in zip(command.arguments, texts, strict=True) if text == b"FORCE"]
    if b"CACHE" in texts:
        gone = (Edit(Span(one.span.start - 1, one.span.end), (), GPUS, "GPUs") for one in forced[-1:])
        return made._replace(edits=(*made.edits, *gone))
    lead = view.lines(command, b"", b"")
    around = (b"if(NOT DEFINED " + NAME + b")" + lead + b"  ", command.span, lead + b"endif()")
    return made._replace(edits=(Edit(command.span, around, GPUS, "GPUs"), *made.edits))


def _is_asked(view: View, command: Command) -> bool:
    """Say whether a condition around a command asks for the variable already."""
    around = view.blocks.outer[view.number(command)]
    marks = (mark for opener in around for mark in view.blocks.marks.get(opener, ())[:-1])
    return any(_asks(view, mark) for mark in marks)


@fact_of
def _asks(view: View, number: int) -> bool:
    """Say whether a condition asks for such a variable."""
    return ASKED.search(condition(view.file, number)) is not None


def _comes_first(view: View, command: Command) -> bool:
    """Say whether a file enables the language itself, and behind a command alone."""
    return command.span.start < _first_enabling(view)


@fact
def _first_enabling(view: View) -> int:
    """Give where a file enables the language itself; -1 where it does not."""
    names = {b"project", b"enable_language"}
    enabling = (
        one.span.start
        for _, one in view.commands()
        if one.name in names and not asked(view, one).isdisjoint({b"CUDA", b"HIP"})
    )
    return next(enabling, -1)


def gpus(view: View, command: Command, start: int, end: int, *, whole: bool = False) -> Made | None:
    """Write AMD's GPUs for NVIDIA's, which are the arguments `start` to `end`; `whole` makes one argument."""
    given = command.arguments[start:end]
    texts = [view.file.text(one) for one in given]
    if not any(texts) or (len(texts) == 1 and texts[0] in _of_hip_then(view)):
        return None
    one = THEIRS.fullmatch(texts[0]) if len(texts) == 1 else None
    if one and one[1] in gpu_options(view):
        return None  # its default is AMD's then, and who builds may name others
    place = Span(given[0].span.start, given[-1].span.end)
    shown, archs = decoded(b" ".join(texts)), view.archs
    said = finding(view.rules, GPUS, place, text=shown, to=" and ".join(archs))
    if one and one[1] in _answers(view):
        said = said._replace(message=said.message + FOUND)
    stays = frozenset() if view.options.archs else STAYING
    if stays.issuperset(texts):
        told = in_passing(said)._replace(message=OF_MACHINE.format(text=shown))
        return Made(findings=(told,), taken=(place,))
    if len(texts) == 1 and texts[0].upper() in NO:
        said = said._replace(message=OF_FLAGS.format(text=shown, to=" and ".join(archs)))
    elif not all(NUMBERS.fullmatch(text) or THEIRS.fullmatch(text) for text in texts):
        return Made(findings=(said._replace(message=_theirs(shown)),))
    elif KINDS.issuperset(texts):
        said = said._replace(message=OF_KIND.format(text=shown, to=" and ".join(archs)))
    is_list = len(texts) > 1 or texts[0].upper() not in NO
    above = view.options.project.gpus_above - stays
    if (is_list and any(map(_are_numbers, above))) or b" ".join(texts) in above:
        said = in_passing(said)  # the same list is written and told of there
    quoted = whole or (len(given) == 1 and given[0].kind == "quoted")
    made = '"' + ";".join(archs) + '"' if quoted else " ".join(archs)
    return Made((Edit(place, (made.encode(),), GPUS, "GPUs"),), (said,), taken=(place,))


@fact
def _answers(view: View) -> frozenset[bytes]:
    """Give the variables in which programs leave what they print as the project is configured."""
    asking = (view.texts(one) for one in view.file.commands if one.name in RUNNING)
    pairs = (pair for texts in asking for pair in pairwise(texts))
    return frozenset(name for keyword, name in pairs if keyword in ANSWERS)


def _are_numbers(given: bytes) -> bool:
    """Say whether a list names GPUs by their numbers, however it parts them."""
    words = given.replace(b";", b" ").split()
    return bool(words) and all(map(NUMBERS.fullmatch, words))


@fact
def _of_hip_then(view: View) -> frozenset[bytes]:
    """Give the references to what names AMD's GPUs once a project is converted.

    That is CMake's own variable, and what takes its value from that, or from a property of CUDA's GPUs, which
    becomes HIP's where it is set.
    """
    taken: dict[bytes, bool] = {}
    for command in view.file.commands:
        texts = view.texts(command)
        takes = (command.name in GIVING and _takes(command.name, texts)) or _becomes_hip(command, texts)
        for name in _maybe_given(command.name, texts):
            taken[name] = taken.get(name, True) and takes
    return frozenset((OURS, *(b"${%b}" % name for name, is_taken in taken.items() if is_taken)))


def _becomes_hip(command: Command, texts: list[bytes]) -> bool:
    """Say whether a command gives a variable of the project's, by a name of a property, numbers of GPUs."""
    end = value_end(texts, 1)
    is_list = command.name == b"set" and texts[:1] == [b"CUDA_ARCHITECTURES"] and end > 1
    return is_list and all(map(NUMBERS.fullmatch, texts[1:end]))


def _maybe_given(command: bytes, texts: list[bytes]) -> list[bytes]:
    """Give the variables to which a command may give a value."""
    if command in READING:
        return []
    return texts[:1] if command in GIVING else texts


def _takes(command: bytes, texts: list[bytes]) -> bool:
    """Say whether a command gives a variable the GPUs that CMake's own variable or a property names."""
    if command == b"set":
        return texts[1:] == [OURS]
    asked = texts.index(b"PROPERTY") + 1 if b"PROPERTY" in texts else len(texts) - 1
    return PROPERTY.fullmatch(b"".join(texts[asked : asked + 1])) is not None


def _theirs(shown: str) -> str:
    return f"{shown} has to name AMD's GPUs, such as gfx90a, not NVIDIA's: look at where it comes from"


def value_end(texts: list[bytes], start: int) -> int:
    """Give the number of the argument behind the value of a variable."""
    return next((at for at in range(start, len(texts)) if texts[at] in VALUE_END), len(texts))
