"""Where an include goes: below leading comments and include guards, with the line end of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import BLOCK, NOT_BLANK
from hipify_py.source.conditions import beside_opencl, guarded, opens_guard
from hipify_py.source.lexer import comment_over
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

HEADERS = (".cuh", ".h", ".hh", ".hpp", ".hxx")
OPENS_MODULE = b"module;"
GLOBAL_PART = re.compile(rb"\s*+module\s*+;")
BEGUN = re.compile(rb"\bmodule\s*+;")
OF_MODULE = re.compile(rb"\s*+(?:export\s++)?+module\s++[\w.:]++\s*+;")
WHOLE = (*HEADERS, *CXX, ".c", ".cu", ".cuinc", ".h++", ".hip")


def is_piece(unit: Unit, name: str) -> bool:
    """Say whether a file of some name is a piece of others, which may include it inside a namespace too.

    One that includes a system's header itself can stand at file scope alone, be it called what it may. One
    that begins with a block is the rest of what stands before the include, a function's body or a list.
    """
    if not is_part(name) or begins_with_block(unit) is not None:
        return is_part(name)
    if name.endswith(HEADERS):
        return False
    return not any(one.quote == b"<" and one.path.start not in nested(unit) for one in unit.text.includes)


@fact
def begins_with_block(unit: Unit) -> int | None:
    """Give where a file begins with a brace, behind comments and directives; None where it does not."""
    begins = 0
    for one in unit.directives:
        if NOT_BLANK.search(unit.code, begins, one.span.start):
            break
        begins = one.span.end
    first = NOT_BLANK.search(unit.code, begins)
    return first.start() if first and unit.code.startswith(b"{", first.start()) else None


def is_header(unit: Unit, name: str) -> bool:
    """Say whether a file is a header: by its ending, or it includes a system's itself, as an `.inl`."""
    return name.endswith(HEADERS) or (is_part(name) and not is_piece(unit, name))


def is_part(name: str) -> bool:
    """Say whether a file is by its ending one that others include: a header, or a part of one."""
    return name.endswith(HEADERS) or not name.lower().removesuffix("~").removesuffix(".in").endswith(WHOLE)


@fact
def nested(unit: Unit) -> frozenset[int]:
    """Give where the paths of those includes begin that stand within braces; those of macros do not count."""
    starts = [include.path.start for include in unit.text.includes]
    found, depth, at = set(), 0, 0
    for mark in BLOCK.finditer(unit.code, 0, starts[-1] if starts else 0):
        if mark[0] in b"{}":
            depth += 1 if mark[0] == b"{" else -1
            continue
        while at < len(starts) and starts[at] <= mark.end():
            if depth > 0 and starts[at] > mark.start():
                found.add(starts[at])
            at += 1
    return frozenset(found)


def insertion(
    unit: Unit, paths: Iterable[bytes], needed: Iterable[int], *, shared: bool
) -> tuple[Span, bytes]:
    """Give where includes go in a file, and their lines; `paths` have their delimiters.

    One that others share, as headers are, and that needs it, at the offsets `needed`, only under a guard for
    CUDA or not at all may be read by plain C++ or OpenCL too: there the include is guarded.
    """
    at = place(unit)
    lines = [b"#include " + path for path in paths]
    if OF_MODULE.match(unit.code, at) and not BEGUN.search(unit.code, 0, at):
        lines = [OPENS_MODULE, *lines]
    if shared and all(guarded(unit, offset) or beside_opencl(unit, offset) for offset in needed):
        lines = [b"#ifdef __HIPCC__", *lines, b"#endif"]
    if unit.code[at : at + 1] != b"#":
        lines.append(b"")
    return Span(at, at), b"".join(line + unit.newline for line in lines)


def place(unit: Unit) -> int:
    """Give the offset of the line that opens the file proper: behind leading comments and include guards.

    In a unit of a module that is its global part, in which alone headers may stand.
    """
    at = 3 if unit.source.startswith(b"\xef\xbb\xbf") else 0
    for index, directive in enumerate(unit.directives):
        if unit.code[at : directive.span.start].strip() or not _is_guard(unit, index, directive):
            break
        at = _line_end(unit, directive.span.end)
    if opened := GLOBAL_PART.match(unit.code, at):
        at = _line_end(unit, opened.end())
    first = NOT_BLANK.search(unit.code, at)
    if first is None:
        return at
    start = unit.source.rfind(b"\n", 0, first.start()) + 1
    while first[0] != b"#" and start > at:  # a comment right above a declaration belongs to it
        above = unit.source.rfind(b"\n", 0, start - 1) + 1
        if not unit.source[above:start].strip():
            break
        start = above
    for comment in reversed(unit.text.comments):
        # One with a blank line in it or that ends before code, and one that turns a rule off in what follows.
        speaks = b"hipify:" in unit.source[slice(*comment)] and not unit.code[comment.end : start].strip()
        if comment.start < start and (start < comment.end or speaks):
            start = unit.source.rfind(b"\n", 0, comment.start) + 1
    return max(at, start)


def _line_end(unit: Unit, at: int) -> int:
    """Give where the next line begins; a comment that begins at the end of this one belongs to it."""
    while True:
        found = unit.code.find(b"\n", at)
        end = found + 1 if found >= 0 else len(unit.code)
        comment = comment_over(unit.text, end)
        if comment is None or comment.end == end:
            return end
        at = comment.end


def _is_guard(unit: Unit, index: int, directive: Directive) -> bool:
    """Say whether a directive is `#pragma once` or one half of the guard around the whole file."""
    if directive.name == b"pragma":
        return unit.code[slice(*directive.body)].split()[:1] == [b"once"]
    first = index if directive.name == b"ifndef" else index - 1
    if first < 0 or not opens_guard(unit, first) or not _encloses(unit, first):
        return False
    opening, definition = unit.directives[first : first + 2]
    return not unit.code[opening.span.end : definition.span.start].strip()


def is_guarded(unit: Unit) -> bool:
    """Say whether a file keeps from being read twice, as one does that others include."""
    first = enumerate(unit.directives[:2])
    return any(_is_guard(unit, index, one) for index, one in first if one.name in {b"ifndef", b"pragma"})


def include_guard(unit: Unit) -> bytes:
    """Give the macro by which a file keeps from being read twice, nothing where there is none."""
    for index, directive in enumerate(unit.directives[:2]):
        if directive.name == b"ifndef" and _is_guard(unit, index, directive):
            return unit.code[slice(*directive.body)].split()[0]
    return b""


def _encloses(unit: Unit, opening: int) -> bool:
    """Say whether the condition at an index ends with the last directive, and with it the file."""
    depth = 0
    for index in range(opening, len(unit.directives)):
        name = unit.directives[index].name
        depth += name.startswith(b"if")
        depth -= name == b"endif"
        if depth == 0:
            last = unit.directives[index]
            return index == len(unit.directives) - 1 and not unit.code[last.span.end :].strip()
    return False
