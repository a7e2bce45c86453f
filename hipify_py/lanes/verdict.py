"""Decide for each function what is done about its warps, and say it: edits, and one finding of each kind."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes import RULE, half
from hipify_py.lanes.declared import is_number
from hipify_py.lanes.idioms import Trouble
from hipify_py.lanes.members import lacking
from hipify_py.model import Edit, Finding, Related, Span
from hipify_py.naming import finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    "cub": "CUB class",
    "group": "coalesced group",
    "register": "lane register",
    "collective": "group collective",
    "header": "header of collectives",
    "member": "group member",
    "tile": "group partition",
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
    "member": "works on the group's lanes, by hipify_warp32.h",
    "tile": "the same lanes, by hipify_warp32.h",
    "lane": "stays: the lane's index among 32",
    "warp": "stays: the index of a warp of 32 lanes",
}

OWN = "is the file's own, beside ROCm 7's, which wants a mask of 64 bits: calls may not compile"
BESIDE = "is the file's own beside HIP's: which of them a call takes cannot be told"
MASK = "takes a mask that cannot be read"


class Verdict(NamedTuple):
    """What is done about one function, and what is said."""

    edits: list[Edit]
    findings: list[Finding]


def in_halves(unit: Unit, work: Work, rules: RuleSet) -> Verdict:
    """Keep a function's warps in the halves of a wavefront."""
    generic = may_be_bfloat(unit, work)
    edits: list[Edit] = []
    done: list[tuple[Span, str]] = []
    left = [site for site in work.sites if not half.fits(site)]
    sound = [site for site in work.sites if half.fits(site)]
    gone = [span for site in sound if (span := half.dropped(unit, site, work.known, generic=site in generic))]
    for site in sound:
        if any(span.start <= site.span.start < span.end for span in gone):
            continue
        made = half.rewrite(unit, site, work.known, generic=site in generic)
        edits += made
        if (made and site.kind != "spelling") or site.kind == "cub":
            done.append((site.span, site.kind))
    for site in left[:]:
        if edit := half.by_name(unit, site):
            left.remove(site)
            edits.append(edit)
            done.append((site.span, site.kind))
    for read in work.assemblies:
        if read.kind == "register" and read.value is not None:
            edits.append(Edit(read.span, (read.value, b" = " + half.SPACE + read.name + b"()"), RULE, "warp"))
            done.append((read.span, "register"))
    findings = [*_note(work, sorted(done), rules)] if done else []
    overloads = [site for site in left if site.text == b"overload"]
    remains = [*work.troubles, *astray([site for site in left if site not in overloads], work)]
    remains += [*lacking(work.sites, rules), *_replaced(overloads)]
    findings += grouped(work, remains, rules)
    return Verdict(edits, findings)


@lru_cache(maxsize=2)
def _has_bfloat(code: bytes) -> bool:
    return b"bfloat" in code


def may_be_bfloat(unit: Unit, work: Work) -> frozenset[Site]:
    """Give the shuffles of a function that may be of pairs of bfloat16, which HIP's own do not take."""
    if work.function is None or not _has_bfloat(unit.code):
        return frozenset()
    start = work.function.span.start
    may_be = (
        b"bfloat" in unit.code[slice(*work.function.span)]
        or b"template" in unit.code[max(0, start - 200) : work.function.body.start]
    )
    shuffles = [site for site in work.sites if site.kind == "shuffle"] if may_be else []
    return frozenset(site for site in shuffles if not is_number(unit, work.function, site))


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
    return "es" if kind in {"match", "cub"} else "" if kind == "header" else "s"


def _replaced(overloads: Sequence[Site]) -> Iterator[Trouble]:
    """Say that functions of the project's own, under an intrinsic's name, are not called any more."""
    for site in overloads:
        yield Trouble("W039", site.span, site.name.decode())


def astray(left: Sequence[Site], work: Work) -> Iterator[Trouble]:
    """Report intrinsics in a form that no one knows, and assembly that no HIP compiler understands."""
    for site in left:
        yield Trouble("W031", site.span, f"{site.name.decode()} {_why(site)}")
    for one in work.assemblies:
        if one.kind != "register":
            yield Trouble(
                "G013" if one.kind == "barrier" else "W009", one.span, one.name.decode("utf-8", "replace")
            )


def _why(site: Site) -> str:
    """Say why an intrinsic is left as it is."""
    if site.text == b"stand-in" or (site.kind == "own" and not site.name.endswith(b"_sync")):
        return BESIDE
    if site.kind == "own":
        return OWN
    return MASK if site.kind in half.BY_NAME and half.fits(site) else "is not called as CUDA declares it"


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
