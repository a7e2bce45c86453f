"""A program's own macros by the names of shuffles, which HIP's headers call with three arguments.

CUDA's headers do not: since 9 they have the functions that end in `_sync`, and a macro for an old name, with
two parameters, meets nothing there. HIP's half, bfloat16 and cooperative groups, and rocPRIM, on which Thrust
and hipCUB stand, call `__shfl` in their own functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import SHUFFLES
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.macros import made_by, parameters
from hipify_py.source.brackets import BLOCK
from hipify_py.source.conditions import inside
from hipify_py.source.includes import HEADERS
from hipify_py.source.lexer import line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TAKES = 3  # arguments that HIP's headers pass
HALVES = (b"hip/hip_fp16.h", b"hip/hip_bf16.h")
GROUPS = b"hip/hip_cooperative_groups.h"
PRIMITIVES, ON_PRIMITIVES = b"rocprim/intrinsics.hpp", (b"hipcub/", b"rocprim/", b"thrust/")


def headers_first(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Include HIP's headers that call a shuffle before the first macro of such a name; or report it."""
    at = next(_macros(unit), None)
    if at is None or options.in_c_alone:
        return
    targets = [(rules.headers.get(path), path, start) for path, start in _included(unit)]
    read = [((known and known.to) or path, start) for known, path, start in targets]
    before = {path for path, start in read if start < at}
    lines = [b"#include <%b>" % path for path in _wanted({path for path, _ in read}) if path not in before]
    if lines and _in_braces(unit, at):
        listed = ", ".join(line.partition(b" ")[2].decode() for line in lines)
        yield Match(findings=(report(rule, Span(at, at + 1), {"headers": listed}),))
        return
    if lines and options.name.endswith(HEADERS):  # which plain C++ may read
        lines = [b"#ifdef __HIPCC__", *lines, b"#endif"]
    if lines:
        start = line_start(unit.text, at)
        text = b"".join(line + unit.newline for line in lines)
        yield Match((Edit(Span(start, start), (text,), rule.id, "include"),))


def _wanted(included: set[bytes]) -> tuple[bytes, ...]:
    """Give the headers that call a shuffle, as far as what a file includes may come to them."""
    groups = (GROUPS,) if GROUPS in included else ()
    primitives = (PRIMITIVES,) if any(path.startswith(ON_PRIMITIVES) for path in included) else ()
    return (*HALVES, *groups, *primitives)


def _in_braces(unit: Unit, at: int) -> bool:
    """Say whether a brace is open at a place; those of directives do not count."""
    marks = [mark[0] for mark in BLOCK.finditer(unit.code, 0, at)]
    return marks.count(b"{") > marks.count(b"}")


def _included(unit: Unit) -> Iterator[tuple[bytes, int]]:
    for one in unit.text.includes:
        if not inside(dead(unit), one.path.start):
            yield unit.source[slice(*one.path)], one.path.start


def _macros(unit: Unit) -> Iterator[int]:
    """Give where HIP reads macros by the name of a shuffle that take another number of arguments."""
    for one in unit.directives:
        takes = parameters(unit, one) if made_by(unit, one) in SHUFFLES else []
        if not takes or len(takes) == TAKES or b"..." in takes[-1]:
            continue
        if not inside(dead(unit), one.span.start) and not inside(sides(unit).own, one.span.start):
            yield one.span.start
