"""Functions that nothing in a program calls: what warps do in those of the device is told in notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.functions import functions, head, written_functions
from hipify_py.source.includes import HEADERS
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Finding
    from hipify_py.settings import Options
    from hipify_py.source.functions import Kind
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

WAITS = re.compile(
    rb"\b(?:atomic(?:CAS|Exch)\w*|volatile|while)\b"
)  # in what may count on lock step, or wait
WITHIN = re.compile(rb"\b(?:static|template|__(?:force)?inline__|inline)\b")  # of its unit alone
ABOUT_WARPS = "W"  # how the ids of rules begin that tell of what a warp does
NOBODY = "; nothing of the program calls {name}"
BY_CALLS = frozenset(("silent", "run", "speed"))
QUALIFIERS = frozenset((b"const", b"noexcept", b"override", b"final"))
NO_TYPES = frozenset((b"return", b"else", b"do", b"case", b"goto", b"throw", b"new", b"delete"))


def uncalled(unit: Unit, options: Options) -> frozenset[bytes]:
    """Give the functions of the device that may wait for others and that a file does not use itself.

    Not those of a source that other units may call.
    """
    if b"__device__" not in unit.code or not WAITS.search(unit.code):
        return frozenset()
    found = {
        one.called
        for one in written_functions(unit)
        if one.kind == "device" and WAITS.search(unit.code, *one.span)
        if not one.called.startswith(b"operator")
        if options.name.endswith(HEADERS) or "::" in one.name or WITHIN.search(head(unit, one))
    }
    named = all_standing(unit, *found) if found else ()
    return frozenset(found - {one.text for one in named if not _is_head(unit, one)})


def _is_head(unit: Unit, name: Token) -> bool:
    """Say whether a name is that of a function whose head stands there, with a body or without one."""
    before, behind = token_before(unit.code, name.start), token_at(unit.code, name.end)
    end = bracket_ends(unit).get(behind.start) if behind.text == b"(" else None
    is_typed = before.is_word and before.text not in NO_TYPES
    if end is None or not (is_typed or before.text in {b"*", b"&", b"::"}):
        return False
    after = token_at(unit.code, end)
    while after.text in QUALIFIERS:
        after = token_at(unit.code, after.end)
    return after.text == b"{" or (after.text == b";" and is_typed)


def in_notes(unit: Unit, findings: Sequence[Finding], options: Options) -> list[Finding]:
    """Give findings, as notes those about warps in functions that nothing in the program calls.

    So too of what a header's functions for the host would do, of which the project calls none.
    """
    names = options.project.uncalled
    if options.in_run and not options.project.files and not options.name.endswith(HEADERS):
        names = uncalled(unit, options)  # of a source alone, of which no other file tells
    unused = options.project.unused_helpers
    asked = [one for one in findings if (names and _is_of_warps(one)) or (unused and _is_of_host(one))]
    homes = functions(unit, sorted(one.span.start for one in asked)) if asked else {}
    by_kind: dict[Kind, frozenset[bytes]] = {"device": names, "host": unused}
    gone = {at: one.called for at, one in homes.items() if one.called in by_kind.get(one.kind, ())}
    return [
        one._replace(severity="note", message=one.message + NOBODY.format(name=gone[one.span.start].decode()))
        if one in asked and one.span.start in gone
        else one
        for one in findings
    ]


def _is_of_warps(one: Finding) -> bool:
    return one.rule.startswith(ABOUT_WARPS) and one.severity != "note"


def _is_of_host(one: Finding) -> bool:
    """Say whether a finding is of what a call of a function does, and not of what a compiler refuses."""
    return one.severity != "note" and one.fails in BY_CALLS
