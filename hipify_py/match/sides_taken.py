"""Conditions on CUDA's numbers of which HIP takes the side that it should: they are told in notes.

So it is where NVIDIA's newest GPUs go the same way, as by a condition on older ones alone, and where what HIP
leaves is refused by its compiler and the program has another side for those who cannot have it. So too where
HIP leaves a reduction over the warp in one instruction for one by shuffles, or waits for asynchronous copies.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from hipify_py.lazy import re
from hipify_py.match.cuda_releases import OLDEST
from hipify_py.match.giving_up import gives_up
from hipify_py.match.ptx_switches import NOTHING
from hipify_py.match.version_macros import ARCH
from hipify_py.resolve import library_versions
from hipify_py.resolve.condition_truth import KNOWN, truth
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.hip_conditions import GROWTH
from hipify_py.resolve.macros import defined
from hipify_py.resolve.unread_branches import ABOUT, ASKS_THERE, condition_for_hip
from hipify_py.source.conditions import pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.model import Edit, Finding, Span
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

    Chain = Sequence[Directive]
    Holds = Callable[[Directive], bool | None]

NEWER: Final = {ARCH: (900, None), **{name: (least, None) for name, least in OLDEST.items()}}
"""From which number on CUDA's GPUs and releases are new: HIP has most of what came before."""
REFUSED: Final = frozenset({"D001", "N001", "N005"})
CONSTANT: Final = re.compile(rb"\s*+(?:return\b[-\s\w.'\"]*+;\s*+)?")
"""A side that only gives a number, or what it was given."""
INCLUDES: Final = re.compile(rb"(?:\s*+#\s*+include\b[^\r\n]*+)++\s*+")
CASES: Final = re.compile(
    rb"(?:\s*+case\s++\w++(?:::\w++)*+\s*+:|\s*+return\s++\"[^\"\r\n]*+\"\s*+;|\s*+break\s*+;)++\s*+"
)
"""A side that gives values their names, and does no more."""
# Between the instructions of an `asm` statement, whose text may stand in several strings.
SPACING: Final = rb"(?:\"\s*+\"|[\s{}]|\\[nt])*+"
AWAITING: Final = re.compile(
    rb"(?:\s*+(?:asm|__asm__)(?:\s++(?:volatile|__volatile__))?+\s*+\(\s*+\""
    + SPACING
    + rb"cp\.async\.(?:bulk\.)?(?:commit_group|wait_all|wait_group(?:\.read)?)(?:\s++%?\w++)?+\s*+;?"
    + SPACING
    + rb"\"[^;{}]*+;)++\s*+"
)
"""A side that parts asynchronous copies into groups, or waits for them, and does no more."""
REDUCES: Final = re.compile(
    rb"\s*+(?:return\b|\w++\s*+[-+&|^]?=)?\s*+__reduce_(?:add|min|max|and|or|xor)_sync\s*+\([^;{}]*+;\s*+"
)
"""A side that reduces a value over a warp by one instruction, and does no more."""
SHUFFLES: Final = re.compile(rb"\b__shfl_(?:xor|down)_sync\s*+\(")
OF_API: Final = re.compile(rb"\bcu[a-z]*[A-Z]\w*+(?=\s*+\()")
PLACES: Final = re.compile(rb"\b(?:cuda|CU)[mM]emLocation\b")  # of memory, as CUDA 13 takes them
ORDERS: Final = re.compile(
    rb"\.(?:release|acquire|acq_rel)\.|\b__ATOMIC_(?:RELEASE|ACQUIRE|ACQ_REL)\b"
    rb"|\bmemory_order(?:_|::)(?:release|acquire|acq_rel)\b"
)
"""What orders memory for other threads as it reads or writes it."""
STRONGER: Final = ", which orders less: another side releases or acquires memory, and HIP can take that"
STANDS: Final = "; as it stands, HIP "
NEWEST_TOO = "{name} is undefined in HIP: this decides as for NVIDIA's newest GPUs and releases"
VALUES = "{name} is undefined in HIP: this only names values, all of which HIP has where it reads them"
WITHOUT = "{name} is undefined in HIP: it takes the side that does without what HIP's compiler refuses"
AS_BEFORE = "{name} is undefined in HIP: it takes the side with the calls as HIP declares them"
STEPWISE = "{name} is undefined in HIP: it takes the side that reduces over the warp step by step"
AWAITED = "{name} is undefined in HIP: it skips what waits for asynchronous copies"


def as_it_should(unit: Unit, findings: Sequence[Finding], edits: Sequence[Edit]) -> list[Finding]:
    """Give findings, as notes those about conditions of which HIP takes the side that it should.

    Of other conditions they say which side HIP takes, where that is clear.

    `findings` are those in which what no build for HIP reads is told in notes already.
    """
    asked = sorted(one.span.start for one in findings if _is_open(one))
    if not asked:
        return [*findings]
    edited = sorted(edit.span.start for edit in edits if unit.directive_at(edit.span.start))
    refused = sorted(one.span.start for one in findings if one.rule in REFUSED and one.severity == "note")
    loud = sorted(one.span.start for one in findings if one.severity == "error")
    said = sorted(one.span.start for one in findings if one.severity != "note")
    ordering = [one.start() for one in ORDERS.finditer(unit.uncommented)]
    told: dict[int, str] = {}
    room = GROWTH * len(unit.code)
    sides: dict[int, str] = {}
    for chain in closed_chains(unit):
        conditions = [one.span for one in chain[:-1]]
        here = [at for span in conditions for at in _within(asked, span)]
        taken = _taken(chain, lambda one: condition_for_hip(unit, one)) if here else None
        if taken is None or _any_in(edited, conditions):
            continue
        room -= chain[-1].span.start - chain[0].span.start
        if room >= 0 and (text := _reason(unit, chain, taken, refused, loud)):
            told |= dict.fromkeys(here, text)
        elif room >= 0 and _calls_as_before(unit, chain, taken, said):
            told |= dict.fromkeys(here, AS_BEFORE)
        less = STRONGER if room >= 0 and _orders_less(unit, chain, taken, refused, ordering) else ""
        sides |= {at: _side(chain, taken, at) + less for at in here}
    noted = [_noted(one, told.get(one.span.start), unit) if _is_open(one) else one for one in findings]
    return [_with_side(one, sides.get(one.span.start)) if _is_open(one) else one for one in noted]


def _within(places: Sequence[int], span: Span) -> Sequence[int]:
    return places[bisect_left(places, span.start) : bisect_left(places, span.end)]


def without_side(message: str) -> str:
    """Give what is said of a condition without which side HIP takes at that place."""
    return message.partition(STANDS)[0]


def _side(chain: Chain, taken: int, at: int) -> str:
    """Say what HIP does at a condition of a chain."""
    if taken == len(chain) - 1:
        return "skips what is behind it"
    its = chain[taken]
    return (
        "compiles what is behind it"
        if its.span.start <= at < its.span.end
        else f"takes the #{its.name.decode()}"
    )


def _orders_less(
    unit: Unit, chain: Chain, taken: int, refused: Sequence[int], ordering: Sequence[int]
) -> bool:
    """Say whether a side that HIP takes does not order memory where another does, which it could take."""
    sides = pieces(chain)
    others = [side for side in sides if _any_in(ordering, [side]) and not _any_in(refused, [side])]
    if taken >= len(sides) or not others or _any_in(ordering, [sides[taken]]):
        return False
    return bool(NOTHING.sub(b"", unit.code[slice(*sides[taken])]).strip())


def _with_side(one: Finding, side: str | None) -> Finding:
    return one if side is None else one._replace(message=f"{one.message}{STANDS}{side}")


def _is_open(one: Finding) -> bool:
    return one.rule in ABOUT and one.severity != "note" and one.fails != "compile"


def _noted(one: Finding, text: str | None, unit: Unit) -> Finding:
    if text is None:
        return one
    name = unit.code[slice(*one.span)].decode()
    return one._replace(severity="note", fails="never", message=text.replace("{name}", name))


def _reason(unit: Unit, chain: Chain, taken: int, refused: Sequence[int], loud: Sequence[int]) -> str:
    """Say why the side of a chain that HIP takes is the right one; nothing where that is not clear."""
    if _taken(chain, lambda one: _for_newer(unit, one)) == taken:
        return NEWEST_TOO
    sides = pieces(chain)
    if all(CASES.fullmatch(unit.code, *side) for side in sides) and not _any_in(loud, sides[taken:][:1]):
        return VALUES
    others = [side for at, side in enumerate(sides) if at != taken]
    text = unit.code[slice(*sides[taken])] if taken < len(sides) else b""
    does = NOTHING.sub(b"", text)
    if known := _known_kind(unit, others, text, does):
        return known
    if not _any_in(refused, others):
        return ""
    if taken < len(sides):
        return WITHOUT if does and not CONSTANT.fullmatch(text) and not gives_up(text) else ""
    return WITHOUT if all(_only_includes(unit, side, refused) for side in sides) else ""


def _known_kind(unit: Unit, others: Sequence[Span], text: bytes, does: bytes) -> str:
    """Say why the text of a side is right where the others hold instructions that HIP does well without."""
    if not others:
        return ""
    if SHUFFLES.search(text) and all(REDUCES.fullmatch(unit.code, *side) for side in others):
        return STEPWISE
    if not does and all(AWAITING.fullmatch(unit.uncommented, *side) for side in others):
        return AWAITED  # who starts such copies is told of them there
    return ""


def _calls_as_before(unit: Unit, chain: Chain, taken: int, said: Sequence[int]) -> bool:
    """Say whether two sides make the same calls, and the one that HIP takes nothing else, nor is told of.

    The other has more arguments, or fewer, or gives a place of memory by a structure, as new releases do.
    """
    sides = pieces(chain)
    if len(sides) != 2 or taken > 1 or _any_in(said, [sides[taken]]):
        return False
    mine, other = (unit.code[slice(*side)] for side in (sides[taken], sides[1 - taken]))
    called = OF_API.findall(mine)
    every = all(OF_API.search(one) for one in mine.split(b";")[:-1])
    newer = (PLACES.search(other) is not None and not PLACES.search(mine)) or _commas(mine) != _commas(other)
    return bool(called) and every and newer and called == OF_API.findall(other)


def _commas(side: bytes) -> list[int]:
    """Give how many commas each statement of a side has that calls CUDA."""
    return [one.count(b",") for one in side.split(b";") if OF_API.search(one)]


def _only_includes(unit: Unit, side: Span, refused: Sequence[int]) -> bool:
    """Say whether a side has includes alone, each of which is refused."""
    lines = [line for line in unit.source[slice(*side)].splitlines() if line.strip()]
    count = bisect_left(refused, side.end) - bisect_left(refused, side.start)
    return INCLUDES.fullmatch(unit.code, *side) is not None and count == len(lines)


def _taken(chain: Chain, holds: Holds) -> int | None:
    """Say which side of a chain is taken, one behind the last where none is; None where that is open."""
    for at, directive in enumerate(chain[:-1]):
        answer = True if directive.name == b"else" else holds(directive)
        if answer is not False:
            return at if answer else None
    return len(chain) - 1


def _for_newer(unit: Unit, directive: Directive) -> bool | None:
    """Say whether a condition holds for NVIDIA's newest GPUs and releases; None where that is open."""
    body, own = unit.code[slice(*directive.body)].strip(), defined(unit)
    if directive.name.endswith(b"def"):
        return directive.name.endswith(b"fdef") if body in NEWER and body not in own else None
    text = ASKS_THERE.sub(
        lambda found: KNOWN[True] if found[1] in NEWER and found[1] not in own else found[0], body
    )
    return truth(library_versions.compared(text, NEWER, own), frozenset())


def _any_in(places: Sequence[int], spans: Sequence[Span]) -> bool:
    return any(_within(places, span) for span in spans)
