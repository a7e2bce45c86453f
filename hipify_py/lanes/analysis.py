"""The analysis itself: facts of each function, what is done about them, and the include that this calls for.

Facts of one function come from `sites`, `values` and `idioms`, what is done about them from `verdict`, with
the edits of `half` (`--warp 32`) or `native`.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.hits import matches
from hipify_py.lanes import HEADER, RULE, half
from hipify_py.lanes.branches import inside, is_hip, sides
from hipify_py.lanes.choice import CHOICES, choices, mode
from hipify_py.lanes.chosen import chosen
from hipify_py.lanes.collectives import of_groups
from hipify_py.lanes.constants import Known, constants
from hipify_py.lanes.functions import functions
from hipify_py.lanes.members import is_old
from hipify_py.lanes.outside import blocks, outside
from hipify_py.lanes.refusal import for_hip, refusal
from hipify_py.lanes.registers import assemblies
from hipify_py.lanes.remains import troubles
from hipify_py.lanes.sites import sites
from hipify_py.lanes.unseen import in_device_code, unseen
from hipify_py.lanes.values import Held
from hipify_py.lanes.verdict import Verdict, in_halves, refused
from hipify_py.lanes.work import Work
from hipify_py.model import Edit, Span
from hipify_py.naming import finding
from hipify_py.prologue import HEADERS, PIECES, guarded, place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.functions import Function
    from hipify_py.lanes.idioms import Trouble
    from hipify_py.lanes.registers import Assembly
    from hipify_py.lanes.sites import Site
    from hipify_py.model import Finding, Options
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

SUSPECTS = {  # where else a function may count on the width of a warp, by what each begins with
    b"16": re.compile(rb"(?:(?<=\+)|(?<=\+\s))16u?\s*\]"),
    b"__syncthreads": re.compile(rb"__syncthreads"),
    b"while": re.compile(rb"while\s*\([^;{}]*(?:\bld_|;|\{\s*\})"),
    b"volatile": re.compile(rb"volatile\b"),
    b"atomic": re.compile(rb"atomic(?:CAS|Exch)"),
    b"sync": re.compile(rb"sync\s*\("),
}


def analysed(unit: Unit, rules: RuleSet, options: Options) -> Iterator[tuple[list[Edit], list[Finding]]]:
    """Give, function by function, the edits and findings that the width of a warp calls for."""
    made = choices(unit)
    hip = is_hip(unit, rules)
    edits: list[Edit] = []
    native = options.warp == "native" or any(choice.value == b"native" for choice in made)
    works = [*_works(unit, rules, options, native=native)]
    ways = [mode(unit, work.function, made, options) for work in works]
    verdicts = [
        _decide(unit, work, rules, hip=hip) for work, way in zip(works, ways, strict=True) if way == "32"
    ]
    if native:
        from hipify_py.lanes.wavefronts import on_wavefronts

        whole = [work for work, way in zip(works, ways, strict=True) if way == "native"]
        reasons = {work: why for work in whole if work.sites and (why := for_hip(unit, work))}
        verdicts += on_wavefronts(unit, [work for work in whole if work not in reasons], rules)
        verdicts += [
            Verdict([], [] if hip else [refused(work, "W033", why, rules)]) for work, why in reasons.items()
        ]
    for verdict in verdicts:
        edits += verdict.edits
        yield verdict.edits, verdict.findings
    if options.warp == "32" and not hip and not is_old(rules):  # before, a ballot comes from the header
        yield [*half.leaders(unit)], []
    yield [], [finding(rules, "W035", c.span, value=c.value.decode()) for c in made if c.value not in CHOICES]
    yield from _header(unit, edits, rules, options)


def _works(unit: Unit, rules: RuleSet, options: Options, *, native: bool) -> Iterator[Work]:
    """Put what concerns warps in a file together by function."""
    apart = sides(unit).own
    found = [*sites(unit, rules, options.project.functions), *of_groups(unit, rules)]
    found.sort(key=lambda site: site.span)
    known = Known({**options.project.constants, **constants(unit), **chosen(unit)})
    read = [one for one in assemblies(unit) if not inside(apart, one.span.start)]
    odd = blocks(unit, known) if options.warp == "native" and found else ()
    said = [
        one
        for one in (*outside(unit, known), *unseen(unit, options), *odd)
        if not inside(apart, one.span.start) and (options.warp != "native" or one.rule != "W016")
    ]
    spans = [*(site.span for site in found), *(one.span for one in read), *(one.span for one in said)]
    suspects = _suspects(unit, masks=native and bool(found or read))
    places = [*(span.start for span in spans), *(at for at in suspects if not inside(apart, at))]
    homes = functions(unit, places) if places else {}
    by_home: dict[Function | None, tuple[list[Site], list[Assembly], list[Trouble]]] = {}
    for offset in places:
        by_home.setdefault(homes.get(offset), ([], [], []))
    for site in found:
        by_home[homes.get(site.span.start)][0].append(site)
    for one in read:
        by_home[homes.get(one.span.start)][1].append(one)
    for trouble in said:
        home = homes.get(trouble.span.start)
        if trouble.rule != "W031" or in_device_code(home):  # elsewhere nothing works on a warp
            by_home[home][2].append(trouble)
    for home, (here, asm, remains) in by_home.items():
        held = Held(unit, home, known) if home and (here or home.kind != "host") else None
        if home and held and home.kind != "macro":
            remains.extend(troubles(unit, home, here, held))
        yield Work(home, tuple(here), tuple(asm), tuple(remains), held, known)


def _suspects(unit: Unit, *, masks: bool) -> Iterator[int]:
    """Give the places by which a function may count on the width of a warp, or work on masks of lanes."""
    for word, one in SUSPECTS.items():
        yield from (hit.start() for hit in matches(unit.code, one, word))
    if masks:
        from hipify_py.lanes.bodies import look

        yield from look(unit)


def _decide(unit: Unit, work: Work, rules: RuleSet, *, hip: bool) -> Verdict:
    if work.sites:
        rule, why = refusal(unit, work, hip=hip)
        if rule == "hip":
            return Verdict([], [])
        if rule:
            return Verdict([], [refused(work, rule, why, rules)])
    return in_halves(unit, work, rules)


def _header(
    unit: Unit, edits: list[Edit], rules: RuleSet, options: Options
) -> Iterator[tuple[list[Edit], list[Finding]]]:
    """Include the header that the edits call for, where no include of the file brings it."""
    needs = [
        edit for edit in edits if any(isinstance(part, bytes) and half.SPACE in part for part in edit.parts)
    ]
    paths = [unit.source[slice(*include.path)] for include in unit.text.includes]
    if not needs or any(path.endswith(HEADER.encode()) for path in paths):
        return
    name = posixpath.basename(options.path or "stdin.cu")
    if name.endswith(PIECES):
        first = min(edit.span for edit in needs)
        yield [], [finding(rules, "W032", first)]
        return
    at = place(unit)
    end = b"\r\n" if b"\r\n" in unit.source[:4096] else b"\n"
    lines = [b'#include "' + options.warp_header.encode() + b'"']
    if name.endswith(HEADERS) and all(guarded(unit, edit.span.start) for edit in needs):
        lines = [b"#ifdef __HIPCC__", *lines, b"#endif"]  # plain C++ may read this header too
    if unit.code[at : at + 1] != b"#":
        lines.append(b"")
    text = b"".join(line + end for line in lines)
    yield [Edit(Span(at, at), (text,), RULE, "warp-include")], []
