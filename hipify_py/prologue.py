"""Add the include that nvcc brings by itself and HIP compilers do not."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.context import own_file
from hipify_py.headers import candidates
from hipify_py.model import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lexer import Directive
    from hipify_py.model import Finding, Options
    from hipify_py.rules import Rule, RuleSet
    from hipify_py.syntax import Unit

HEADER = b"hip/hip_runtime.h"
API_HEADER = b"hip/hip_runtime_api.h"  # enough for who only names the runtime's types and functions
DEVICE = re.compile(rb"\b__(?:global|device|shared|constant|managed|launch_bounds)__\b|<<<")
NOT_BLANK = re.compile(rb"\S")
ASKS_FOR_CUDA = re.compile(rb"(?<!!)(?:defined\s*\(?\s*)?\b(?:__CUDACC(?:_RTC)?__|__NVCC__|__CUDA_ARCH__)\b")
# What nvcc compiles, and the headers that may rely on what it includes by itself.
UNITS = (".cu", ".hip")
HEADERS = (".cuh", ".h", ".hh", ".hpp", ".hxx")
PIECES = (".inc", ".inl", ".ipp", ".tcc", ".tpp", ".txx")  # included anywhere, inside a namespace too


def prologue(
    unit: Unit, rule: Rule, rules: RuleSet, options: Options
) -> Iterator[tuple[list[Edit], list[Finding]]]:
    """Give the edit that includes HIP's runtime where the file needs it and nothing brings it.

    A header that speaks CUDA only under a guard may be read by plain C++ too: there the include is guarded.
    """
    name = posixpath.basename(options.path or "stdin.cu")
    if not options.add_include or name.endswith(PIECES):
        return
    if not _lacks_runtime(unit, rules, options):
        return
    at = place(unit)
    line_end = b"\r\n" if b"\r\n" in unit.source[:4096] else b"\n"
    lines = [b"#include <" + HEADER + b">"]
    if name.endswith(HEADERS) and all(guarded(unit, offset) for offset in needed_at(unit, rules, options)):
        lines = [b"#ifdef __HIPCC__", *lines, b"#endif"]
    if unit.code[at : at + 1] != b"#":
        lines.append(b"")
    yield [Edit(Span(at, at), (b"".join(line + line_end for line in lines),), rule.id, "include")], []


def brings_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether whoever includes the converted file has the runtime: by its include, or the one added."""
    return _brings(unit, rules, options, HEADER) or _lacks_runtime(unit, rules, options)


def _lacks_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file needs more of the runtime than its includes bring."""
    if _brings(unit, rules, options, HEADER):
        return False
    first = next(needed_at(unit, rules, options), None)
    if first is None:
        return False
    names_only = not DEVICE.match(unit.code, first)
    return not (names_only and _brings(unit, rules, options, API_HEADER))


def needs_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file needs the header that nvcc includes by itself."""
    return next(needed_at(unit, rules, options), None) is not None


def needed_at(unit: Unit, rules: RuleSet, options: Options) -> Iterator[int]:
    """Give the offsets of device keywords and launches, and in files for nvcc of names of the runtime."""
    for found in DEVICE.finditer(unit.code) if b"__" in unit.code or b"<<<" in unit.code else ():
        directive = unit.directive_at(found.start())
        if directive is None or directive.name == b"define":
            yield found.start()
    if posixpath.basename(options.path or "stdin.cu").endswith(UNITS + HEADERS):
        for span, name in candidates(unit, rules):
            known = rules.names.get(name)
            if known and known.to and known.to != name:
                yield span.start


def guarded(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a branch that only a CUDA compiler takes."""
    branches: list[bool] = []
    for directive in unit.directives:
        if directive.span.start > offset:
            break
        body = unit.code[slice(*directive.body)]
        if directive.name in {b"if", b"ifdef"}:
            branches.append(ASKS_FOR_CUDA.search(body) is not None and b"||" not in body)
        elif directive.name == b"ifndef":
            branches.append(False)
        elif branches and directive.name in {b"elif", b"else"}:
            branches[-1] = directive.name == b"elif" and ASKS_FOR_CUDA.search(body) is not None
        elif branches and directive.name == b"endif":
            branches.pop()
    return any(branches)


def _brings(unit: Unit, rules: RuleSet, options: Options, header: bytes) -> bool:
    """Say whether an include of the file brings the runtime's header, after conversion.

    hipCUB's headers do not bring it and must not come before it.
    """
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        own = own_file(path, include.quote == b'"', options, rules)
        if own is not None:
            if own in options.project.runtime:
                return True
            continue
        known = rules.headers.get(path)
        target = (known.to if known else None) or path
        if target == header:
            return True
        if target.startswith(b"hipcub/"):
            return False
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
    for comment in reversed(unit.text.comments):
        # One with a blank line in it or that ends before code, and one that turns a rule off in what follows.
        speaks = b"hipify:" in unit.source[slice(*comment)] and not unit.code[comment.end : start].strip()
        if comment.start < start and (start < comment.end or speaks):
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
