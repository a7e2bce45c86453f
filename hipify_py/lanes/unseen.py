"""What may work on a warp out of sight: functions and macros from elsewhere, and calls through pointers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.idioms import Trouble
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.functions import Function
    from hipify_py.model import Options
    from hipify_py.syntax import Unit

# Names that speak of warps, and what makes one a call.
HINT = re.compile(rb"[wW]arp(?=[A-Z_]|\d?\s*[(<])|WARP_|hfl|SHFL|huffle|SHUFFLE|allot|BALLOT")
NAME_BEFORE = re.compile(rb"[A-Za-z_]\w*\Z|\Z")
CALLED = re.compile(rb"((?!__)[A-Za-z_]\w*)\s*(?:<[^<>;(){}]*>)?\s*\(")
MADE = re.compile(
    rb"#[ \t]*define[ \t]+(\w+)|[\w>&*\]][\s*&]+(?:\w+\s*::\s*)*(\w+)\s*\("
    rb"(?:[^(){};]|\([^()]*\))*\)\s*(?:const\s*|noexcept\s*)*\{"
    rb"|\b(?:auto|struct|class|using)\s+(\w+)\s*[={:]|\btypedef\b[^;]*?(\w+)\s*;"
)
POINTER = re.compile(rb"\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*\)\s*\(")
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
    calls = [found for found in called(unit) if not _is_scoped(unit, found.start())]
    made = {name for name in defined(unit) if name} if calls else set()
    for found in calls:
        name = found[1]
        if name not in made and name not in options.project.functions and not _declares(unit, found):
            said = f"{name.decode()} is defined in no file that was converted"
            yield Trouble("W031", Span(*found.span(1)), said)


def called(unit: Unit) -> Iterator[re.Match[bytes]]:
    """Find the calls, or what looks like some, of names that speak of warps."""
    at = 0
    for hint in HINT.finditer(unit.code):
        if hint.start() >= at:
            head = NAME_BEFORE.search(unit.code, max(0, hint.start() - 64), hint.start())
            found = CALLED.match(unit.code, head.start() if head else hint.start())
            if found and found.start() + len(found[1]) > hint.start():
                at = found.end()
                yield found


def defined(unit: Unit) -> set[bytes]:
    """Give the functions, macros and types that a file defines and that are named after warps."""
    return {
        name
        for found in MADE.finditer(unit.code)
        if HINT.search((name := found[1] or found[2] or found[3] or found[4]) + b"(")
    }


def _is_scoped(unit: Unit, at: int) -> bool:
    before = unit.code[max(0, at - 40) : at].rstrip()
    return before.endswith((b".", b"->", b"define", *KNOWN_SCOPES))


def _declares(unit: Unit, found: re.Match[bytes]) -> bool:
    """Say whether what looks like a call is a declaration, or the head of what `#define` makes."""
    before = unit.code[max(0, found.start() - 64) : found.start()].rstrip()
    word = re.search(rb"([A-Za-z_]\w*)\Z", before)
    return word is not None and word[1] not in {b"return", b"else", b"do", b"case"}


def _through_pointers(unit: Unit) -> Iterator[Trouble]:
    names = {found[1] for found in POINTER.finditer(unit.code)} if b"*" in unit.code else set()
    for kind in POINTER_TYPE.finditer(unit.code):
        names -= {kind[1]}
        names |= set(re.findall(rb"\b" + (kind[1] or kind[2]) + rb"\s+(\w+)\s*[,)=;]", unit.code))
    for name in sorted(names):
        called = re.compile(rb"(?<![\w.:>*])(?:\(\s*\*\s*)?(" + name + rb")\s*\)?\s*\(")
        for found in called.finditer(unit.code):
            before = unit.code[max(0, found.start() - 32) : found.start()].rstrip()
            if (
                not before
                or not (before[-1:].isalnum() or before[-1:] in b"_*&>")
                or before.endswith(b"return")
            ):
                yield Trouble("W031", Span(*found.span(1)), f"{name.decode()} is called through a pointer")


def in_device_code(function: Function | None) -> bool:
    """Say whether a place stands in device code, as far as its function's head tells."""
    return function is not None and function.kind in {"kernel", "device"}
