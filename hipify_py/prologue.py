"""Add the include that nvcc brings by itself and HIP compilers do not."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.context import own_file
from hipify_py.model import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lexer import Directive
    from hipify_py.model import Finding, Options
    from hipify_py.rules import Rule, RuleSet
    from hipify_py.syntax import Unit

HEADER = b"hip/hip_runtime.h"
DEVICE = re.compile(rb"\b__(?:global|device|shared|constant|managed|launch_bounds)__\b|<<<")
NOT_BLANK = re.compile(rb"\S")
# What nvcc compiles, and the headers that may rely on what it includes by itself.
DEVICE_FILES = (".cu", ".cuh", ".hip", ".inl", ".h", ".hpp", ".hh", ".hxx")


def prologue(
    unit: Unit, rule: Rule, rules: RuleSet, options: Options
) -> Iterator[tuple[list[Edit], list[Finding]]]:
    """Give the edit that includes HIP's runtime where the file needs it and nothing brings it."""
    if options.add_include and needs_runtime(unit, rules, options) and not _brings(unit, rules, options):
        at = place(unit)
        line_end = b"\r\n" if b"\r\n" in unit.source[:4096] else b"\n"
        gap = b"" if NOT_BLANK.match(unit.code, at) and unit.code[at : at + 1] == b"#" else line_end
        text = b"#include <" + HEADER + b">" + line_end + gap
        yield [Edit(Span(at, at), (text,), rule.id, "include")], []


def needs_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file uses device keywords or launches, or in a file for nvcc, names of the runtime."""
    found = DEVICE.search(unit.code)
    while found and unit.directive_at(found.start()) and found[0] != b"<<<":
        if _defines_macro(unit, found.start()):
            break
        found = DEVICE.search(unit.code, found.end())
    if found:
        return True
    name = posixpath.basename(options.path or "stdin.cu")
    return name.endswith(DEVICE_FILES) and any(
        (known := rules.names.get(m[0])) and known.to not in {None, m[0]}
        for m in rules.candidate.finditer(unit.code)
    )


def _defines_macro(unit: Unit, at: int) -> bool:
    directive = unit.directive_at(at)
    return directive is not None and directive.name == b"define"


def _brings(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether an include of the file brings the runtime, after conversion."""
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        own = own_file(path, include.quote == b'"', options, rules)
        if own is not None:
            if own in options.project.runtime:
                return True
            continue
        known = rules.headers.get(path)
        if path == HEADER or (known is not None and known.to == HEADER):
            return True
    return False


def place(unit: Unit) -> int:
    """Give the offset of the line that opens the file proper: behind leading comments and include guards."""
    at = 3 if unit.source.startswith(b"\xef\xbb\xbf") else 0
    for index, directive in enumerate(unit.directives):
        if unit.code[at : directive.span.start].strip() or not _is_guard(unit, index, directive):
            break
        at = min(len(unit.source), _line_end(unit.source, directive.span.end))
    first = NOT_BLANK.search(unit.code, at)
    if first is None:
        return at
    start = unit.source.rfind(b"\n", 0, first.start()) + 1
    while first[0] != b"#" and start > at:  # a comment right above a declaration belongs to it
        above = unit.source.rfind(b"\n", 0, start - 1) + 1
        if not unit.source[above:start].strip():
            break
        start = above
    for comment in reversed(unit.text.comments):  # one with a blank line in it, or that ends before code
        if comment.start < start < comment.end:
            start = unit.source.rfind(b"\n", 0, comment.start) + 1
    return max(at, start)


def _line_end(source: bytes, at: int) -> int:
    found = source.find(b"\n", at)
    return found + 1 if found >= 0 else len(source)


def _is_guard(unit: Unit, index: int, directive: Directive) -> bool:
    """Say whether a directive is `#pragma once` or one half of the guard around the whole file."""
    words = unit.code[slice(*directive.body)].split()
    if directive.name == b"pragma":
        return words[:1] == [b"once"]
    first = index if directive.name == b"ifndef" else index - 1
    pair = unit.directives[first : first + 2] if first >= 0 else ()
    if [half.name for half in pair] != [b"ifndef", b"define"] or not _encloses(unit, first):
        return False
    names = [unit.code[slice(*half.body)].split()[:1] for half in pair]
    return names[0] == names[1] and not unit.code[pair[0].span.end : pair[1].span.start].strip()


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
