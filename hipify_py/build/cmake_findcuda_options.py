"""Flags behind OPTIONS of FindCUDA's commands, for all configurations of a build and for one each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.flags import Context, converted
from hipify_py.build.known_flags import awaits_value
from hipify_py.build.names import apart, decoded, left_over
from hipify_py.edits import render, settle
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.cmake_lexer import Argument
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

CONFIGURATIONS = {b"DEBUG", b"MINSIZEREL", b"RELEASE", b"RELWITHDEBINFO"}  # words that FindCUDA parts them by

ADDERS = frozenset({b"cuda_add_executable", b"cuda_add_library", b"cuda_compile"})


def without_options(source: bytes) -> bytes:
    """Give a CMake file with blanks for what is handed to nvcc alone: compilers of plain C++ never see it."""
    if b"OPTIONS" not in source or b"cuda_" not in source.lower():
        return source
    blank = bytearray(source)
    for command in listfile(source).commands:
        if command.name in ADDERS and b"OPTIONS" in command.texts:
            start = command.arguments[command.texts.index(b"OPTIONS")].span.start
            end = command.arguments[-1].span.end
            blank[start:end] = b" " * (end - start)
    return bytes(blank)


def options_of(view: View, arguments: Iterable[Argument]) -> tuple[bytes, list[Finding]]:
    """Give the flags for nvcc among arguments as a list for HIP's compiler, and what is said of them."""
    options: list[bytes] = []
    told: list[Finding] = []
    for configuration, region in _parts(view, arguments):
        text, said = _converted(view, region)
        told += said
        if text and configuration:
            options.append(b"$<$<CONFIG:%b>:%b>" % (configuration, text))
        elif text:
            options.append(text)
    return b";".join(options), told


def _parts(view: View, arguments: Iterable[Argument]) -> Iterator[tuple[bytes, Span]]:
    """Give the configurations and where their flags stand; those before the first are for all."""
    configuration, start, end = b"", -1, -1
    for one in arguments:
        text = view.file.text(one)
        if one.kind == "unquoted" and text in CONFIGURATIONS:
            if start >= 0:
                yield configuration, Span(start, end)
            configuration, start = text, -1
            continue
        start = one.span.start if start < 0 else start
        end = one.span.end
    if start >= 0:
        yield configuration, Span(start, end)


def _converted(view: View, region: Span) -> tuple[bytes, list[Finding]]:
    """Give the flags of a region as a list, and what is said of them."""
    context = Context(view.rules, short=True, archs=b"", paired=True)
    edits, told = apart(converted(view.file.code, region, context))
    within = [
        edit._replace(
            span=_before(edit.span, region.start),
            parts=tuple(_before(one, region.start) if isinstance(one, Span) else one for one in edit.parts),
        )
        for edit in edits
    ]
    text = render(view.file.code[slice(*region)], settle(within)[0])
    words = re.sub(rb"[\s;\"]+", b" ", text).split()
    while words and awaits_value(name := decoded(words[-1]), view.rules):
        said = left_over(view.rules, Span(region.end, region.end), name)
        told.append(said._replace(message=f"{name} has no value behind it, and goes"))
        del words[-1]
    return b";".join(words), told


def _before(span: Span, start: int) -> Span:
    return Span(span.start - start, span.end - start)
