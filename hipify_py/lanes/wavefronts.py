"""`--warp native` for a whole file: what is done about each function, and what launches it by warps of 32."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.hits import places
from hipify_py.lanes import native
from hipify_py.lanes.functions import functions
from hipify_py.lanes.half import rewrite
from hipify_py.lanes.idioms import Trouble
from hipify_py.lanes.masks import Masks
from hipify_py.lanes.members import is_old, lacking
from hipify_py.lanes.narrow import narrow
from hipify_py.lanes.verdict import Verdict, astray, grouped, may_be_bfloat
from hipify_py.lanes.widened import widened
from hipify_py.lanes.widths import BOUND, LEAST, bounds, connected, counts, widths
from hipify_py.lanes.work import Work
from hipify_py.model import Related, Span
from hipify_py.naming import finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.constants import Known
    from hipify_py.lanes.sites import Site
    from hipify_py.model import Edit, Finding
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

DIVIDED = re.compile(
    rb"(?:[/%]|&(?!&)|>>|(?<!<)<<(?!<))=?\s*\(?\s*(0[xX]\w+|\d\w*|[A-Za-z_]\w*)(?![\w.(\[<])"
)
DIMENSIONS = re.compile(rb"\bdim3\s*(?:\w+\s*)?[({]\s*(\w+)\s*[,)}]|<<<[^;,]*,\s*(\w+)\s*(?:,|>>>)")
SHIFT = 5
GRID = re.compile(rb"\bgridDim\b")
BY_WARP = re.compile(rb"\bblockIdx\b[^;{}]*/\s*warpSize\b")
BY_BLOCK = re.compile(rb"=\s*threadIdx\s*\.\s*x\s*;[^;{}]*;[^;{}()]*\+=\s*warpSize\b")
ASKS = re.compile(rb"(?i)warp|wave|width|lanes")


def on_wavefronts(unit: Unit, works: Sequence[Work], rules: RuleSet) -> Iterator[Verdict]:
    """Let the warps of a file's functions be as wide as a wavefront, and report what counts by 32."""
    masks, joined = Masks(unit, works), connected(unit, works)
    for work in works:
        yield _on_wavefronts(unit, work, rules, masks, joined)
    yield Verdict([], [*_launchers(unit, joined, works, rules)])


def _on_wavefronts(unit: Unit, work: Work, rules: RuleSet, masks: Masks, joined: set[bytes]) -> Verdict:
    edits: list[Edit] = []
    done: list[tuple[Span, str]] = []
    left: list[Site] = []
    body = masks.bodies.get(work.function) if work.function else None
    names = masks.names[body.function] if body else set()
    for site in work.sites:
        made = native.rewrite(unit, site, work.known, names)
        if made is None:
            left.append(site)
        elif made:
            edits += made
            done.append((_said(site), site.kind))
    edits += [
        edit
        for site in work.sites
        if site.kind == "spelling"
        for edit in rewrite(unit, site, work.known, generic=False)
    ]
    reads = []
    for read in work.assemblies:
        if edit := native.register(read, names, unit):
            edits.append(edit)
            done.append((read.span, "register"))
        else:
            reads.append(read._replace(kind="warp") if read.kind == "register" else read)
    remains = [
        *work.troubles,
        *widths(unit, work, joined),
        *astray(left, work._replace(assemblies=tuple(reads))),
        *lacking(work.sites, rules, native=True),
        *_ambiguous(unit, work, rules),
    ]
    if body and (work.sites or names or body.name in masks.givers):
        edits += widened(unit, body, masks)
        remains += narrow(unit, body, masks)
    done = done or [(edit.span, "mask") for edit in edits[:1]]
    findings = [_note(work, sorted(done), rules)] if done else []
    return Verdict(_outermost(edits), [*findings, *grouped(work, list(dict.fromkeys(remains)), rules)])


def _ambiguous(unit: Unit, work: Work, rules: RuleSet) -> Iterator[Trouble]:
    """Report shuffles that may be of bfloat16, for which ROCm has none before 7.0."""
    for site in may_be_bfloat(unit, work) if is_old(rules) else ():
        yield Trouble("W031", site.span, "ROCm before 7.0 shuffles no bfloat16")


def _said(site: Site) -> Span:
    """Give where to speak of a place: behind its name where that stays, as other rules may speak of it."""
    stays = site.kind in {"match", "reduce", "sync"} and site.call
    return Span(site.call.open, site.call.close) if stays and site.call else site.span


def _outermost(edits: list[Edit]) -> list[Edit]:
    """Leave out edits in text that another one discards, and all but the first for the same text."""
    first: dict[Span, Edit] = {}
    for edit in edits:
        first.setdefault(edit.span, edit)
    gone = [edit.span for edit in first.values() if not edit.parts]
    return [
        e
        for e in first.values()
        if not any(s.start <= e.span.start and e.span.end <= s.end and s != e.span for s in gone)
    ]


def _note(work: Work, done: Sequence[tuple[Span, str]], rules: RuleSet) -> Finding:
    related = tuple(Related(span, "spans the wavefront") for span, _ in done[1:])
    return finding(rules, "W036", done[0][0], name=work.name)._replace(related=related)


def _launchers(unit: Unit, joined: set[bytes], works: Sequence[Work], rules: RuleSet) -> Iterator[Finding]:
    """Report what counts by 32 where the host starts kernels that work on wavefronts, and what has to ask."""
    for work in works:
        function = work.function
        if function is None or function.kind != "kernel" or function.name.encode() not in joined:
            continue
        homes = functions(unit, places(unit.code, function.name.encode()))
        hosts = [home for home in dict.fromkeys(homes.values()) if home.kind == "host"]
        for home in hosts:
            launcher = Work(home, (), (), (), None, work.known)
            yield from grouped(launcher, list(dict.fromkeys(_by_32(unit, home.body, work.known))), rules)
        item = _item(unit, function.body)
        if item and not any(ASKS.search(unit.code, *home.body) for home in hosts):
            yield from grouped(work, [Trouble("W040", item)], rules)


def _item(unit: Unit, body: Span) -> Span | None:
    """Find where a kernel takes its item by its warp's number in the grid, or by its block of one warp."""
    if GRID.search(unit.code, *body):
        return None  # the items are taken in turn, whatever their number
    found = BY_WARP.search(unit.code, *body) or BY_BLOCK.search(unit.code, *body)
    return Span(*found.span()) if found else None


def _by_32(unit: Unit, body: Span, known: Known) -> Iterator[Trouble]:
    code = unit.code
    for found in BOUND.finditer(code, *body):
        if bounds(unit, found, known):
            yield Trouble("W038", Span(*found.span()))
    for found in LEAST.finditer(code, *body):
        if counts(unit, found[1] or found[2], known):
            yield Trouble("W038", Span(*found.span()))
    for found in DIVIDED.finditer(code, *body):
        shifts = found[0][:2] in {b"<<", b">>"} and known.worth(found[1]) == SHIFT
        if shifts or counts(unit, found[1], known):
            yield Trouble("W038", Span(*found.span()))
    for found in DIMENSIONS.finditer(code, *body):
        if counts(unit, found[1] or found[2], known):
            yield Trouble("W038", Span(*found.span()))
