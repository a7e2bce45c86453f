"""Flags in commands of CMake in which the place of an argument tells what it is: each stays one argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import FLOW
from hipify_py.build.cmake_view import FILLS
from hipify_py.build.names import decoded, in_passing, left_over
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said

PLACED = {
    b"check_compiler_flag",
    b"check_linker_flag",
    b"set_directory_properties",
    b"set_source_files_properties",
    b"set_target_properties",
    b"set_tests_properties",
}
"""Commands to which a word more or less means something else."""
ASKING = {b"elseif", b"if", b"while"}
SOUGHT = {b"FIND": 2, b"REGEX": 2, b"REPLACE": 1}  # which argument of string() or list() is looked for
JOINS = {b"APPEND", b"CONCAT", b"JOIN", b"PREPEND"}  # of string(): what it puts together may be flags
# The words before what list() or string() looks for, or before what comes in its place.
LOOKS = re.compile(
    rb"string (?:FIND|REPLACE|REGEX (?:MATCH|MATCHALL|REPLACE))"
    rb"|list (?:FIND|REMOVE_ITEM|FILTER (?:IN|EX)CLUDE REGEX|TRANSFORM REPLACE)"
)
KEYWORD = re.compile(rb"FIND|RE(?:PLACE|GEX|MOVE_ITEM)|MATCH(?:ALL)?|FILTER|(?:IN|EX)CLUDE|TRANSFORM")
PATTERN = re.compile(rb"[\[\](*+?^|]")
REMOVES = b"REMOVE_ITEM"  # of list(), which takes several words, but not none
# A command that asks a compiler other than HIP's for a flag, of CMake's or by the name of a project's own.
PROBE = re.compile(
    rb"(?=.{,100}\Z)(?:(?:test|try)_\w*flags?|(?:\w*_)?(?:check|has|probe)(?:_\w*)?_?flags?|\w*flags?_?(?:check|(?:is_)?support)\w*)"
)
OF_HIP = {b"check_compiler_flag", b"check_linker_flag"}
STRINGS = {b"COMPILE_FLAGS", b"LINK_FLAGS"}
LISTED = {b"COMPILE_OPTIONS", b"LINK_OPTIONS"}
BEHIND = {b"CACHE", b"PARENT_SCOPE"}
JOINED = re.compile(rb"CMAKE_\w*FLAGS\w*")


def single(view: View, command: Command, said: Iterable[Said]) -> Iterator[Said]:
    """Give what is said of a command's flags with quotes around those that become several words, or none.

    What is looked for stays where it would become nothing, for that is found in anything.
    """
    texts = view.texts(command)
    alone = len(texts) == 2 or (len(texts) > 2 and texts[2] in BEHIND)
    joins = command.name == b"set" and alone and JOINED.fullmatch(texts[0]) is not None
    if not (joins or _has_places(command, texts)):
        yield from said
        return
    ends = {one.inner.end: at for at, one in enumerate(command.arguments)}
    stay: list[Span] = []
    rest: list[Said] = []
    for each in said:
        at = ends.get(each.span.end, ends.get(_end_of_text(view, each.span)))
        argument = None if at is None else command.arguments[at]
        # What goes takes the blanks before it along, or where it is the first those behind.
        if (
            at is None
            or argument is None
            or not isinstance(each, Edit)
            or argument.inner.start < each.span.start
        ):
            rest.append(each)
        elif _is_sought(command, texts, at) and (
            not any(each.parts) or (_takes_one(command) and _is_another_count(view, each))
        ):
            stay.append(argument.inner)
            yield in_passing(left_over(view.rules, argument.inner, decoded(texts[at])))
        elif (
            argument.kind == "unquoted"
            and _is_another_count(view, each)
            and not (joins and not each.parts)
            and not (texts[0] == REMOVES and each.parts)
        ):
            parts = each.parts
            if texts[at - 1] in LISTED:
                parts = tuple(one.replace(b" ", b";") if isinstance(one, bytes) else one for one in parts)
            span = _without_blanks(view, Span(each.span.start, argument.span.end))
            rest.append(each._replace(span=span, parts=(b'"', *parts, b'"')))
        else:
            rest.append(each)
    stay.sort()
    yield from (one for one in rest if isinstance(one, Edit) or not inside(stay, one.span.start))


def _has_places(command: Command, texts: Sequence[bytes]) -> bool:
    """Say whether the place of an argument tells what it is."""
    if command.name == b"list":
        return texts[0] in {b"FIND", REMOVES}
    if command.name == b"set_property":
        return not STRINGS.isdisjoint(texts)
    return command.name in {*ASKING, *PLACED, b"string"} or _is_probe(command)


def by_argument(command: Command) -> bool:
    """Say whether each argument of a command is a text by itself: no flag has the next for its value."""
    first = b"".join(command.texts[:1])
    if command.name == b"string":
        return first not in JOINS
    if command.name == b"list":
        return first not in {*FILLS, REMOVES}
    return command.name in {*ASKING, *PLACED, *OF_HIP} or _is_probe(command)


def whole_texts(command: Command) -> Iterator[Span]:
    """Give the arguments that have whole flags, and neither the beginning of one nor a pattern of them."""
    first = command.texts.index(b"REGEX") if b"REGEX" in command.texts else len(command.texts)
    for at, text in enumerate(command.texts):
        is_pattern = at > first and PATTERN.search(text)
        if not is_pattern and not text.rstrip(b" ;").endswith(b"="):
            yield command.arguments[at].inner


def looks_for(command: Command, place: Span, unknown: re.Pattern[bytes]) -> bool:
    """Say whether a place of a command is in what that only looks for, or puts in the place of that.

    The second where it looks for something `unknown` to HIP, which is found nowhere.
    """
    if command.name not in {b"list", b"string"}:
        return command.name in FLOW
    at = next((at for at, one in enumerate(command.arguments) if one.span.end >= place.end), 0)
    words = b" ".join(text for text in command.texts[:at] if KEYWORD.fullmatch(text))
    if not LOOKS.fullmatch(command.name + b" " + words):
        return False
    *_, second, first = (b"", *command.texts[:at])
    behind = words.endswith(b"REPLACE") and not KEYWORD.fullmatch(first)
    return not behind or (unknown.search(first) is not None and KEYWORD.fullmatch(second) is not None)


def _is_probe(command: Command) -> bool:
    return command.name not in OF_HIP and PROBE.fullmatch(command.name) is not None


def _takes_one(command: Command) -> bool:
    """Say whether what a command looks for is one word, of which several cannot be made."""
    return command.name == b"list" or _is_probe(command)


def _is_sought(command: Command, texts: Sequence[bytes], at: int) -> bool:
    """Say whether a command looks for one of its arguments."""
    if command.name in {b"list", b"string"}:
        return SOUGHT.get(texts[0]) == at
    return command.name in ASKING or _is_probe(command)


def _end_of_text(view: View, span: Span) -> int:
    """Give where a span ends without the blanks at its end."""
    return span.start + len(view.file.source[slice(*span)].rstrip())


def _without_blanks(view: View, span: Span) -> Span:
    """Give a span without the blanks at its begin: a flag and its value may be two words of it."""
    text = view.file.source[slice(*span)]
    return Span(span.end - len(text.lstrip()), span.end)


def _is_another_count(view: View, edit: Edit) -> bool:
    """Say whether an edit leaves several words, or none."""
    source = view.file.source
    made = b"".join(one if isinstance(one, bytes) else source[slice(*one)] for one in edit.parts)
    return not made or b" " in made or b";" in made
