"""What may work on a warp out of sight: functions and macros from elsewhere, and calls through pointers."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.cub_classes import classes
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.warp_names import FUNCTION, HINTS, SIZE_CONSTANT
from hipify_py.model import Span
from hipify_py.source.brackets import MOST, closing, closings
from hipify_py.source.search import matches, places, word_start
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP_SIZE = re.compile(SIZE_CONSTANT)
NAMED_AFTER = re.compile(FUNCTION)
NAME = re.compile(rb"\w+")
LISTED, VALUE = re.compile(rb"[{,]\s*\Z"), re.compile(rb"\s*=(?!=)")
OF_TYPE = re.compile(rb"[\w>&*]\s+(?<!return )\Z")
CALLED = re.compile(rb"\s*(?:<[^<>;(){}]*>)?\s*(\()")
BODY = re.compile(rb"\s*(?:const\s*|noexcept\s*)*\{")
ENDED = re.compile(rb"\s*(?:const\s*|noexcept\s*)*;")
TYPED = re.compile(rb"\b(?:auto|struct|class|using|typename)\s+\Z|\btypedef\b[^;{}]*\Z")
CONSTANT = re.compile(rb"\bconstexpr\b[^;{}()]*\Z")
POINTER = re.compile(rb"\(\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*\)\s*\(")
POINTED = re.compile(rb"\(\s*\*\s*\Z")
POINTER_CALL = re.compile(rb"(?<![\w.:>*])(?:\(\s*\*\s*)?([A-Za-z_]\w*+)\s*\)?\s*\(")
CALLED_NAME = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)(?=\s*+\)?\s*+\()")
GIVEN = re.compile(rb"\s*(\w+)\s*\)\s*[,{]")
OF_POINTER_TYPE = re.compile(rb"\b(\w++)\s++(\w++)\s*+[,)=;>]")
POINTER_TYPE = re.compile(
    rb"\btypedef\b[^;{}]{0,400}\(\s*\*\s*(\w+)\s*\)\s*\(|\busing\s+(\w+)\s*=[^;{}]{0,400}\(\s*\*\s*\)\s*\("
)
NOT_SEEN = "is defined neither in this file nor in those that it includes"
KNOWN_SCOPES = (
    b"cub::",
    b"hipcub::",
    b"cg::",
    b"cooperative_groups::",
    b"hipify_warp32::",
    b"std::",
    b"rocprim::",
)


def out_of_sight(unit: Unit, options: Options) -> list[Hazard]:
    """Give the calls in a file that may hide work on a warp."""
    words = list(named(unit))
    return [*_elsewhere(unit, words, options), *_sizes(unit, words, options), *_through_pointers(unit)]


def _sizes(unit: Unit, words: list[Span], options: Options) -> Iterator[Hazard]:
    """Give the constants for the size of a warp that nobody tells: where HIP has them they may be 64."""
    unknown: dict[bytes, bool] = {}
    for span in words:
        name = unit.code[slice(*span)]
        if not WARP_SIZE.fullmatch(name) or unit.directive_at(span.start):
            continue
        if name not in unknown:
            told = name in options.project.constants or name in options.project.functions
            unknown[name] = not told and not any(
                _gives(unit.code, at, name) for at in places(unit.code, name)
            )
        of_other = _is_scoped(unit, span.start) or unit.code.endswith(b"::", 0, span.start)
        if unknown[name] and not of_other and not _calls(unit, span):
            said = f"{name.decode()} has to be 32, and {NOT_SEEN}"
            yield Hazard("W031", span, said)


def _gives(code: bytes, at: int, name: bytes) -> bool:
    """Say whether a constant is declared at an offset, or listed there with its value."""
    if LISTED.search(code, max(0, at - 64), at):
        return VALUE.match(code, at + len(name)) is not None
    word = NAME.match(code, at)
    return word is not None and word[0] == name and OF_TYPE.search(code, max(0, at - 64), at) is not None


def _elsewhere(unit: Unit, words: list[Span], options: Options) -> Iterator[Hazard]:
    calls = [span for span in words if _calls(unit, span) and not _is_scoped(unit, span.start)]
    called = {unit.code[slice(*span)] for span in calls}
    alike = [span for span in words if unit.code[slice(*span)] in called] if called else []
    made = {unit.code[slice(*span)] for span in alike if _makes(unit, span)}
    made |= {name for name, _ in classes(unit)} if calls else set()
    for span in calls:
        name = unit.code[slice(*span)]
        if name not in made and name not in options.project.functions and not _declares(unit, span.start):
            yield Hazard("W031", span, f"{name.decode()} {NOT_SEEN}")


def named(unit: Unit) -> Iterator[Span]:
    """Find the words of a file that speak of warps; intrinsics are left out."""
    code = unit.code
    for start in sorted({word_start(code, at) for at in places(code, *HINTS)}):
        word = NAME.match(code, start)
        if word and not word[0].startswith(b"__") and NAMED_AFTER.search(word[0]):
            yield Span(*word.span())


def defined(unit: Unit) -> Iterator[Span]:
    """Give the names of functions, macros and types after warps where a file defines them, in order."""
    return (span for span in named(unit) if _makes(unit, span))


def announced(unit: Unit) -> Iterator[Span]:
    """Give the names of functions after warps where a file declares them and the body stands elsewhere."""
    for span in named(unit):
        end = _behind_head(unit, span)
        if end is not None and ENDED.match(unit.code, end) and _declares(unit, span.start):
            yield span


def is_function(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is that of a function with its body behind it."""
    end = _behind_head(unit, span)
    return end is not None and BODY.match(unit.code, end) is not None


def _calls(unit: Unit, span: Span) -> bool:
    return CALLED.match(unit.code, span.end) is not None


def _makes(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is being defined: as a macro, a type, a function or a lambda."""
    before = unit.code[max(0, span.start - 200) : span.start]
    return before.rstrip().endswith(b"define") or TYPED.search(before) is not None or is_function(unit, span)


def _behind_head(unit: Unit, span: Span) -> int | None:
    """Give where the parameters end of what may be the head of a function with the name at a span."""
    opening = CALLED.match(unit.code, span.end)
    last = unit.code[max(0, span.start - 200) : span.start].rstrip()[-1:]
    if opening is None or not (last.isalnum() or last in {b">", b"*", b"&", b":", b"_"}):
        return None
    limit = min(len(unit.code), opening.end() + MOST)
    end = closing(unit.code, opening.start(1), limit)
    return end if end < limit else _ends(unit).get(opening.start(1), len(unit.code))


@fact
def _ends(unit: Unit) -> dict[int, int]:
    return closings(unit.code, 0, len(unit.code))


def _is_scoped(unit: Unit, at: int) -> bool:
    before = unit.code[max(0, at - 40) : at].rstrip()
    return before.endswith((b".", b"->", b"define", *KNOWN_SCOPES))


def _declares(unit: Unit, at: int) -> bool:
    """Say whether what looks like a call is a declaration."""
    before = unit.code[max(0, at - 64) : at].rstrip()
    word = re.search(rb"([A-Za-z_]\w*)\Z", before)
    return word is not None and word[1] not in {b"return", b"else", b"do", b"case"}


def _through_pointers(unit: Unit) -> Iterator[Hazard]:
    declared = _pointers(unit)
    calls = _pointer_calls(unit.code, declared) if declared else {}
    for name in sorted(calls):
        for found in calls[name]:
            before = unit.code[max(0, found.start() - 32) : found.start()].rstrip()
            if (
                not before
                or not (before[-1:].isalnum() or before[-1:] in b"_*&>")
                or before.endswith(b"return")
            ) and not _is_known(unit, found, declared[name]):
                yield Hazard("W031", Span(*found.span(1)), f"{name.decode()} is called through a pointer")


def _pointers(unit: Unit) -> dict[bytes, list[int]]:
    """Give the pointers to functions that a file declares, and where."""
    declared: dict[bytes, list[int]] = {}
    types = list(matches(unit.code, POINTER_TYPE, b"typedef", b"using"))
    made = {kind[1] for kind in types}
    for found in POINTER.finditer(unit.code):
        if found[1] not in made:
            declared.setdefault(found[1], []).append(found.start())
    names = {kind[1] or kind[2] for kind in types}
    for found in OF_POINTER_TYPE.finditer(unit.code) if names else ():
        if found[1] in names:
            declared.setdefault(found[2], []).append(found.start())
    return {name: sorted(places) for name, places in declared.items()}


def _is_known(unit: Unit, call: re.Match[bytes], declared: list[int]) -> bool:
    """Say whether the compiler knows what a pointer names, or a member is initialised, not called."""
    given = GIVEN.match(unit.code, call.end())
    if given and given[1] == call[1]:
        return True
    index = bisect_left(declared, call.start())
    at = declared[index - 1] if index else -1
    before = unit.code[max(0, at - 400) : max(at, 0)]
    head = before[before.rfind(b"template") :] if b"template" in before else b""
    parameter = head and not re.search(rb"[;{]", head) and head.count(b"<") > head.count(b">")
    return bool(parameter) or CONSTANT.search(before) is not None


def _pointer_calls(code: bytes, names: Container[bytes]) -> dict[bytes, list[re.Match[bytes]]]:
    """Give what looks like `name(` or `(*name)(` for each of some names."""
    calls: dict[bytes, list[re.Match[bytes]]] = {}
    for word in CALLED_NAME.finditer(code):
        if word[1] in names:
            at = word.start()
            opening = POINTED.search(code, max(0, at - 32), at)
            starts = (opening.start(), at) if opening else (at,)
            if found := next(filter(None, (POINTER_CALL.match(code, start) for start in starts)), None):
                calls.setdefault(word[1], []).append(found)
    return calls


def in_device_code(function: Function | None) -> bool:
    """Say whether a place stands in device code, as far as its function's head tells."""
    return function is not None and function.kind in {"kernel", "device"}
