"""What may work on a warp out of sight: functions and macros from elsewhere, and calls through pointers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.hits import matches, places, word_start
from hipify_py.lanes.blocks import closing
from hipify_py.lanes.idioms import Trouble
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.functions import Function
    from hipify_py.model import Options
    from hipify_py.syntax import Unit

# Names that speak of warps, and what makes one a call.
HINTS = (b"arp", b"WARP_", b"hfl", b"SHFL", b"huffle", b"SHUFFLE", b"allot", b"BALLOT")
SPEAKS = re.compile(rb"[wW]arp(?:[A-Z_\d]|\Z)|WARP_|[sS]hfl|SHFL|[sS]huffle|SHUFFLE|[bB]allot|BALLOT")
NAME = re.compile(rb"\w+")
CALLED = re.compile(rb"\s*(?:<[^<>;(){}]*>)?\s*(\()")
BODY = re.compile(rb"\s*(?:const\s*|noexcept\s*)*\{")
TYPED = re.compile(rb"\b(?:auto|struct|class|using|typename)\s+\Z|\btypedef\b[^;{}]*\Z")
POINTER = re.compile(rb"\(\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*\)\s*\(")
POINTED = re.compile(rb"\(\s*\*\s*\Z")
POINTER_TYPE = re.compile(
    rb"\btypedef\b[^;{}]*\(\s*\*\s*(\w+)\s*\)\s*\(|\busing\s+(\w+)\s*=[^;{}]*\(\s*\*\s*\)\s*\("
)
KNOWN_SCOPES = (
    b"cub::",
    b"hipcub::",
    b"cg::",
    b"cooperative_groups::",
    b"hipify_warp32::",
    b"std::",
    b"rocprim::",
)


def unseen(unit: Unit, options: Options) -> list[Trouble]:
    """Give the calls in a file that may hide work on a warp."""
    return [*_elsewhere(unit, options), *_through_pointers(unit)]


def _elsewhere(unit: Unit, options: Options) -> Iterator[Trouble]:
    words = list(named(unit))
    calls = [span for span in words if _calls(unit, span) and not _is_scoped(unit, span.start)]
    called = {unit.code[slice(*span)] for span in calls}
    alike = [span for span in words if unit.code[slice(*span)] in called] if called else []
    made = {unit.code[slice(*span)] for span in alike if _makes(unit, span)}
    for span in calls:
        name = unit.code[slice(*span)]
        if name not in made and name not in options.project.functions and not _declares(unit, span.start):
            yield Trouble("W031", span, f"{name.decode()} is defined in no file that was converted")


def named(unit: Unit) -> Iterator[Span]:
    """Find the words of a file that speak of warps; intrinsics are left out."""
    code = unit.code
    for start in sorted({word_start(code, at) for at in places(code, *HINTS)}):
        word = NAME.match(code, start)
        if word and not word[0].startswith(b"__") and SPEAKS.search(word[0]):
            yield Span(*word.span())


def defined(unit: Unit) -> set[bytes]:
    """Give the functions, macros and types that a file defines and that are named after warps."""
    return {unit.code[slice(*span)] for span in named(unit) if _makes(unit, span)}


def _calls(unit: Unit, span: Span) -> bool:
    return CALLED.match(unit.code, span.end) is not None


def _makes(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is being defined: as a macro, a type, a function or a lambda."""
    before = unit.code[max(0, span.start - 200) : span.start]
    if before.rstrip().endswith(b"define") or TYPED.search(before):
        return True
    opening = CALLED.match(unit.code, span.end)
    last = before.rstrip()[-1:]
    if opening is None or not (last.isalnum() or last in {b">", b"*", b"&", b":", b"_"}):
        return False
    return BODY.match(unit.code, closing(unit.code, opening.start(1), len(unit.code))) is not None


def _is_scoped(unit: Unit, at: int) -> bool:
    before = unit.code[max(0, at - 40) : at].rstrip()
    return before.endswith((b".", b"->", b"define", *KNOWN_SCOPES))


def _declares(unit: Unit, at: int) -> bool:
    """Say whether what looks like a call is a declaration."""
    before = unit.code[max(0, at - 64) : at].rstrip()
    word = re.search(rb"([A-Za-z_]\w*)\Z", before)
    return word is not None and word[1] not in {b"return", b"else", b"do", b"case"}


def _through_pointers(unit: Unit) -> Iterator[Trouble]:
    names = {found[1] for found in POINTER.finditer(unit.code)}
    for kind in matches(unit.code, POINTER_TYPE, b"typedef", b"using"):
        names -= {kind[1]}
        name = kind[1] or kind[2]
        declared = re.compile(rb"\b" + name + rb"\s+(\w+)\s*[,)=;]")
        names |= {found[1] for found in matches(unit.code, declared, name)}
    for name in sorted(names):
        for found in _pointer_calls(unit.code, name):
            before = unit.code[max(0, found.start() - 32) : found.start()].rstrip()
            if (
                not before
                or not (before[-1:].isalnum() or before[-1:] in b"_*&>")
                or before.endswith(b"return")
            ):
                yield Trouble("W031", Span(*found.span(1)), f"{name.decode()} is called through a pointer")


def _pointer_calls(code: bytes, name: bytes) -> Iterator[re.Match[bytes]]:
    """Give what looks like `name(` or `(*name)(`."""
    called = re.compile(rb"(?<![\w.:>*])(?:\(\s*\*\s*)?(" + name + rb")\s*\)?\s*\(")
    end = 0
    for at in places(code, name):
        opening = POINTED.search(code, max(end, at - 32), at)
        for start in (opening.start(), at) if opening else (at,):
            if start >= end and (found := called.match(code, start)):
                yield found
                end = found.end()
                break


def in_device_code(function: Function | None) -> bool:
    """Say whether a place stands in device code, as far as its function's head tells."""
    return function is not None and function.kind in {"kernel", "device"}
