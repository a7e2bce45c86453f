"""Decide for each function what is done about its warps, and say it: edits, and one finding of each kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.distances import may_be_far
from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.flow.value_types import numbers, of_enums
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.lacking_members import lacking
from hipify_py.lanes.message_ids import KEPT
from hipify_py.lanes.rewrite import warp32
from hipify_py.model import Edit, Finding, Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

NOUNS = {
    "shuffle": "shuffle",
    "vote": "vote",
    "active": "active mask",
    "match": "match",
    "reduce": "reduction",
    "sync": "warp barrier",
    "size": "warpSize",
    "cub": "CUB class",
    "cub vote": "vote",
    "cub lane": "lane register",
    "group": "coalesced group",
    "register": "lane register",
    "collective": "group collective",
    "header": "header of collectives",
    "member": "group member",
    "generic": "group member",
    "unset": "group member",
    "voted": "group member",
    "passed": "group member",
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
    "cub vote": "votes among the lane's own 32 lanes that the mask names, in 32 bits",
    "cub lane": "counts within 32 lanes",
    "group": "the active lanes of the lane's own 32",
    "register": "counts within 32 lanes",
    "collective": "joins the group's lanes",
    "header": "hipify_warp32.h has what the file uses of this",
    "member": "works on the group's lanes, by hipify_warp32.h",
    "generic": "works on the group's lanes, by hipify_warp32.h",
    "unset": "works on the group's lanes, by hipify_warp32.h",
    "voted": "works on the lanes of the group that are there, by hipify_warp32.h",
    "passed": "works on the group's lanes, by hipify_warp32.h",
    "tile": "the same lanes, by hipify_warp32.h",
    "lane": "stays: the lane's index among 32",
    "warp": "stays: the index of a warp of 32 lanes",
}

OWN = "is the file's own, beside ROCm 7's, which wants a mask of 64 bits: calls may not compile"
BESIDE = "is the program's own beside HIP's: which of them a call takes cannot be told"
WIDER = ", and ROCm 7's wants a mask of 64 bits"
MASK = "takes a mask that cannot be read, and does not compile where that has 32 bits, as HIP wants 64"
LAST = "the macro warpSize takes the place of HIP's own name, but no unit reads a header of HIP behind it"
MINOR = (
    "{name}: this loop {said}, as far as can be seen: these have to start before it does, as on NVIDIA GPUs"
)
"""What is said of a loop that no lane of its own wavefront holds back."""


def in_halves(unit: Unit, facts: FunctionFacts, rules: RuleSet) -> Iterator[Match]:
    """Keep a function's warps in the halves of a wavefront, each place by a match of its own."""
    generic = may_be_bfloat(unit, facts)
    done: list[tuple[Span, str]] = []
    left = [op for op in facts.ops if not warp32.fits(op)]
    sound = [op for op in facts.ops if warp32.fits(op)]
    gone = merged(
        span for op in sound if (span := warp32.dropped(unit, op, facts.constants, generic=op in generic))
    )
    for op in sound:
        if inside(gone, op.span.start):
            continue
        far = may_be_far(unit, op, facts.function, facts.constants)
        made = warp32.rewrite(unit, op, facts.constants, generic=op in generic, far=far)
        yield Match(tuple(made))
        if (made and op.kind != "spelling") or op.kind == "cub":
            done.append((op.span, op.kind))
    for op in left[:]:
        if edit := warp32.by_name(unit, op):
            left.remove(op)
            yield Match((edit,))
            done.append((op.span, op.kind))
    for read in facts.assemblies:
        if read.kind == "register" and read.value is not None:
            parts = (read.value, b" = " + warp32.SPACE + read.name + b"()")
            yield Match((Edit(read.span, parts, KEPT, "warp"),))
            done.append((read.span, "register"))
    findings = [*_note(facts, sorted(done), rules)] if done else []
    overloads = [op for op in left if op.stand_in == "overload"]
    own = [op for op in left if op not in overloads and not _forwards(unit, op, facts)]
    remains = [*facts.hazards, *astray(own, facts)]
    remains += [*lacking(facts.ops, rules), *_replaced(overloads)]
    findings += grouped(facts, remains, rules)
    yield Match(findings=tuple(findings))


def may_be_bfloat(unit: Unit, facts: FunctionFacts) -> frozenset[WarpOp]:
    """Give the shuffles of a function that may be of pairs of bfloat16, which HIP's own do not take."""
    if facts.function is None or not _has_bfloat(unit):
        return frozenset()
    start = facts.function.span.start
    may_be = (
        b"bfloat" in unit.code[slice(*facts.function.span)]
        or b"template" in unit.code[max(0, start - 200) : facts.function.body.start]
    )
    shuffles = [op for op in facts.ops if op.kind == "shuffle"] if may_be else []
    others = numbers(unit, facts.function, shuffles) | of_enums(unit, facts.function, shuffles)
    return frozenset(shuffles) - others


@fact
def _has_bfloat(unit: Unit) -> bool:
    return b"bfloat" in unit.code


def _note(facts: FunctionFacts, done: Sequence[tuple[Span, str]], rules: RuleSet) -> Iterator[Finding]:
    counts = Counter(kind for _, kind in done)
    what = ", ".join(f"{count} {NOUNS[kind]}{_plural(kind, count)}" for kind, count in counts.items())
    places = [(span, DONE[kind]) for span, kind in done[1:]]
    if facts.values:
        places += [(one.span, DONE[one.kind]) for one in arithmetic(facts.values)]
    related = tuple(Related(span, text) for span, text in sorted(places))
    yield finding(rules, "W000", done[0][0], name=facts.name, what=what)._replace(related=related)


def _plural(kind: str, count: int) -> str:
    if count == 1 or kind == "size":
        return ""
    return "es" if kind in {"match", "cub"} else "" if kind == "header" else "s"


def _replaced(overloads: Sequence[WarpOp]) -> Iterator[Hazard]:
    """Say that functions of the project's own, under an intrinsic's name, are not called any more."""
    for op in overloads:
        yield Hazard("W039", op.span, op.name.decode())


def astray(left: Sequence[WarpOp], facts: FunctionFacts, narrow: Sequence[WarpOp] = ()) -> Iterator[Hazard]:
    """Report intrinsics in a form that no one knows, and assembly that no HIP compiler understands.

    The masks of `narrow` ones may be too narrow for HIP's.
    """
    for op in left:
        wide = WIDER if op in narrow else ""
        yield Hazard("W031", op.span, f"{op.name.decode()} {_why(op)}{wide}")
    for one in facts.assemblies:
        if one.kind != "register":
            yield Hazard(
                "G013" if one.kind == "barrier" else "W009", one.span, one.name.decode("utf-8", "replace")
            )


def _forwards(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    """Say whether a function does no more than call HIP's of its own name: its calls are looked at then."""
    if facts.function is None or facts.function.called != op.name or _why(op) != BESIDE:
        return False
    text = unit.code[slice(*facts.function.body)]
    body = text[text.find(b"{") + 1 :].strip()
    if not body.startswith(b"return") or body.count(b";") != 1:
        return False
    node = expression(body.removeprefix(b"return").rstrip(b"} \t\r\n;"))
    return node.kind == "call" and node.text.removeprefix(b"::").strip() == op.name


def _why(op: WarpOp) -> str:
    """Say why an intrinsic is left as it is."""
    if op.stand_in == "stand-in" or (op.kind == "own" and not op.name.endswith(b"_sync")):
        return BESIDE
    if op.kind == "own":
        return OWN
    return MASK if op.kind in warp32.BY_NAME and warp32.fits(op) else "is not called as CUDA declares it"


def grouped(facts: FunctionFacts, hazards: Sequence[Hazard], rules: RuleSet) -> Iterator[Finding]:
    """Give one finding for all places of a function of which one message speaks."""
    by_message: dict[tuple[str, bool], list[Hazard]] = {}
    for hazard in sorted(hazards, key=lambda one: one.span):
        by_message.setdefault((hazard.message, hazard.minor), []).append(hazard)
    for (message, minor), places in by_message.items():
        said = ", ".join(dict.fromkeys(place.said for place in places if place.said))
        related = tuple(Related(place.span, _also(place)) for place in places[1:])
        made = finding(rules, message, places[0].span, name=facts.name, said=said)._replace(related=related)
        if minor:
            mild = (LAST if message == "W029" else MINOR).format(name=facts.name, said=said)
            made = made._replace(severity="note", fails="never", message=mild)
        if all(place.by_name for place in places):
            made = made._replace(message=f"{made.message} ({places[0].by_name})")
        yield made


def _also(place: Hazard) -> str:
    """Say what is at another place of which a message speaks."""
    said = place.said or "and here"
    return f"{said} ({place.by_name})" if place.by_name else said
