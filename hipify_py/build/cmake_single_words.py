"""Flags in commands of CMake in which the place of an argument tells what it is: each stays one argument."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, in_passing, left_over
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
