"""Decide for each function what is done about its warps, and say it: edits, and one finding of each kind."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes import RULE, half, native
from hipify_py.lanes.widths import widths
from hipify_py.model import Edit, Finding, Related, Span
from hipify_py.naming import finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.idioms import Trouble
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.work import Work
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

NOUNS = {
    "shuffle": "shuffle",
    "vote": "vote",
    "active": "active mask",
    "match": "match",
    "reduce": "reduction",
    "sync": "warp barrier",
    "size": "warpSize",
    "cub": "class of CUB",
    "group": "coalesced group",
    "register": "lane register",
    "collective": "group collective",
    "header": "header of collectives",
}
DONE = {
    "shuffle": "reads within the lane's own 32 lanes",
    "vote": "votes among the lane's own 32 lanes, in 32 bits",
    "active": "the active lanes of the lane's own 32, in 32 bits",
    "match": "compares within the lane's own 32 lanes, in 32 bits",
    "reduce": "reduces over the lane's own 32 lanes",
    "sync": "joins the lane's own 32 lanes",
    "size": "32, as in CUDA",
    "cub": "works on 32 lanes",
    "group": "the active lanes of the lane's own 32",
    "register": "counts within 32 lanes",
    "collective": "joins the group's lanes",
    "header": "hipify_warp32.h has what this declares",
    "lane": "stays: the lane's index among 32",
    "warp": "stays: the index of a warp of 32 lanes",
}


class Verdict(NamedTuple):
    """What is done about one function, and what is said."""

    edits: list[Edit]
    findings: list[Finding]


def in_halves(unit: Unit, work: Work, rules: RuleSet) -> Verdict:
    """Keep a function's warps in the halves of a wavefront."""
    generic = _may_be_bfloat(unit, work)
    edits: list[Edit] = []
    done: list[tuple[Span, str]] = []
    astray = [site for site in work.sites if not half.fits(site)]
    sound = [site for site in work.sites if half.fits(site)]
    gone = [span for site in sound if (span := half.dropped(unit, site, generic=generic))]
    for site in sound:
        if any(span.start <= site.span.start < span.end for span in gone):
            continue
        made = half.rewrite(unit, site, generic=generic)
        edits += made
        if made or site.kind == "cub":
            done.append((site.span, site.kind))
    for read in work.assemblies:
        if read.kind == "register" and read.value is not None:
            edits.append(Edit(read.span, (read.value, b" = " + half.SPACE + read.name + b"()"), RULE, "warp"))
            done.append((read.span, "register"))
    findings = [*_note(work, sorted(done), rules)] if done else []
    findings += grouped(work, [*work.troubles, *_astray(astray, work)], rules)
    return Verdict(edits, findings)


def on_wavefronts(unit: Unit, work: Work, rules: RuleSet) -> Verdict:
    """Let a function's warps be as wide as a wavefront, and report what counts by 32."""
    edits: list[Edit] = []
    done: list[tuple[Span, str]] = []
    astray: list[Site] = []
    for site in work.sites:
        made = native.rewrite(unit, site, work.known)
        if made is None:
            astray.append(site)
        elif made:
            edits += made
            done.append((site.span, site.kind))
    astray_reads = []
    for read in work.assemblies:
        if edit := native.register(read):
            edits.append(edit)
            done.append((read.span, "register"))
        else:
            astray_reads.append(read._replace(kind="warp") if read.kind == "register" else read)
    if work.function and work.held and work.sites:
        edits += native.widened(unit, work.function, work.held)
    if work.function is None and edits:
        done = sorted(done)
    findings = [_widened(work, sorted(done), rules)] if done else []
    left = [
        *work.troubles,
        *widths(unit, work),
        *_astray(astray, work._replace(assemblies=tuple(astray_reads))),
    ]
    return Verdict(_outermost(edits), [*findings, *grouped(work, left, rules)])


def _outermost(edits: list[Edit]) -> list[Edit]:
    """Leave out edits in text that another one discards."""
    gone = [edit.span for edit in edits if not edit.parts]
    return [
        e
        for e in edits
        if not any(s.start <= e.span.start and e.span.end <= s.end and s != e.span for s in gone)
    ]


def _widened(work: Work, done: Sequence[tuple[Span, str]], rules: RuleSet) -> Finding:
    related = tuple(Related(span, "spans the wavefront") for span, _ in done[1:])
    return finding(rules, "W036", done[0][0], name=work.name)._replace(related=related)


@lru_cache(maxsize=2)
def _has_bfloat(code: bytes) -> bool:
    return b"bfloat" in code


def _may_be_bfloat(unit: Unit, work: Work) -> bool:
    """Say whether a function may shuffle pairs of bfloat16, which HIP's own shuffles do not take."""
    if work.function is None or not _has_bfloat(unit.code):
        return False
    start = work.function.span.start
    return (
        b"bfloat" in unit.code[slice(*work.function.span)]
        or b"template" in unit.code[max(0, start - 200) : work.function.body.start]
    )


def _note(work: Work, done: Sequence[tuple[Span, str]], rules: RuleSet) -> Iterator[Finding]:
    counts = Counter(kind for _, kind in done)
    what = ", ".join(f"{count} {NOUNS[kind]}{_plural(kind, count)}" for kind, count in counts.items())
    places = [(span, DONE[kind]) for span, kind in done[1:]]
    if work.held:
        places += [(one.span, DONE[one.kind]) for one in work.held.arithmetic()]
    related = tuple(Related(span, text) for span, text in sorted(places))
    yield finding(rules, "W000", done[0][0], name=work.name, what=what)._replace(related=related)


def _plural(kind: str, count: int) -> str:
    if count == 1 or kind == "size":
        return ""
    return "es" if kind == "match" else "" if kind in {"cub", "header"} else "s"


def _astray(astray: Sequence[Site], work: Work) -> Iterator[Trouble]:
    from hipify_py.lanes.idioms import Trouble

    for site in astray:
        own = "is the file's own" if site.kind == "own" else "is not called as CUDA declares it"
        yield Trouble("W031", site.span, f"{site.name.decode()} {own}")
    for one in work.assemblies:
        if one.kind != "register":
            yield Trouble(
                "G013" if one.kind == "barrier" else "W009", one.span, one.name.decode("utf-8", "replace")
            )


def grouped(work: Work, troubles: Sequence[Trouble], rules: RuleSet) -> Iterator[Finding]:
    """Give one finding for all places of a function of which one rule speaks."""
    by_rule: dict[str, list[Trouble]] = {}
    for trouble in sorted(troubles, key=lambda one: one.span):
        by_rule.setdefault(trouble.rule, []).append(trouble)
    for rule, places in by_rule.items():
        said = ", ".join(dict.fromkeys(place.said for place in places if place.said))
        related = tuple(Related(place.span, place.said or "and here") for place in places[1:])
        yield finding(rules, rule, places[0].span, name=work.name, said=said)._replace(related=related)


def refused(work: Work, rule: str, why: str, rules: RuleSet) -> Finding:
    """Say that a function's warp code was left as it is."""
    related = tuple(Related(site.span, "left as it is") for site in work.sites[1:])
    return finding(rules, rule, work.sites[0].span, name=work.name, why=why)._replace(related=related)
