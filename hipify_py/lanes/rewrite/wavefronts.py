"""`--warp native` for a whole file: what is done about each function, and what launches it by warps of 32."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_members import is_old
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
from hipify_py.lanes.flow.uniformity import SHIFT
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.coalesced_parts import coalesced_parts
from hipify_py.lanes.hazards.group_masks import in_32_bits
from hipify_py.lanes.hazards.lacking_members import lacking
from hipify_py.lanes.hazards.partition_places import untold_places
from hipify_py.lanes.rewrite import native
from hipify_py.lanes.rewrite.decide import astray, grouped, may_be_bfloat
from hipify_py.lanes.rewrite.given_widths import given_widths
from hipify_py.lanes.rewrite.half_filled import half_filled
from hipify_py.lanes.rewrite.half_wavefronts import confined, strides
from hipify_py.lanes.rewrite.lane_rings import rings
from hipify_py.lanes.rewrite.lane_steps import reaching
from hipify_py.lanes.rewrite.narrow_masks import narrow
from hipify_py.lanes.rewrite.shuffle_widths import told_width
from hipify_py.lanes.rewrite.unread_masks import beside_bodies, in_bodies
from hipify_py.lanes.rewrite.warp32 import rewrite
from hipify_py.lanes.rewrite.widen_masks import widened
from hipify_py.lanes.rewrite.width_counts import (
    bound,
    connected,
    counts,
    from_sign,
    is_confined,
    nodes,
    widths,
)
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.spans import holds
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import WHOLE_NAME, token_at, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Edit, Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DIVIDES = frozenset(b"/ % & >> << /= %= &= >>= <<=".split())
WARP_SIZE = b"warpSize"
PAIRS = b"bfloat162"
ASKS = (b"warp", b"wave", b"width", b"lanes")  # in any case


def on_wavefronts(
    unit: Unit, all_facts: Sequence[FunctionFacts], rules: RuleSet, elsewhere: frozenset[bytes] = frozenset()
) -> Iterator[Match]:
    """Let the warps of a file's functions be as wide as a wavefront, and report what counts by 32.

    `elsewhere` are the functions of other files that work on a wavefront and that the file names.
    """
    masks, joined = Masks(unit, all_facts), connected(unit, all_facts, elsewhere)
    by_width, halves = told_width(unit, all_facts), confined(unit, all_facts)
    reaches = reaching(unit, all_facts, is_confined)
    given: dict[Function, list[Hazard]] = {}
    for one in given_widths(unit, all_facts, joined, is_confined):
        given.setdefault(one.home, []).append(one.hazard)
    for home, hazard in half_filled(unit, all_facts):
        given.setdefault(home, []).append(hazard)
    for facts in all_facts:
        here = given.pop(facts.function, ()) if facts.function and facts.function.kind != "host" else ()
        counted = (
            *widths(unit, facts, joined, by_width, reaches),
            *strides(unit, facts, joined, halves),
            *rings(unit, facts, is_confined),
            *here,
        )
        yield from _on_wavefronts(unit, facts, rules, masks, counted)
    yield Match(findings=tuple(_launchers(unit, joined, all_facts, rules, given)))


def _on_wavefronts(
    unit: Unit, facts: FunctionFacts, rules: RuleSet, masks: Masks, counted: Iterable[Hazard]
) -> Iterator[Match]:
    made_at: list[Sequence[Edit]] = []  # those of each place, which go together
    done: list[tuple[Span, str]] = []
    left: list[WarpOp] = []
    body = masks.bodies.get(facts.function) if facts.function else None

    def is_wide(span: Span) -> bool:
        return body is not None and masks.is_named(unit.code[slice(*span)].strip(), body.function, span.start)

    pairs = may_be_bfloat(unit, facts) if PAIRS in unit.code and not is_old(rules) else ()
    for op in facts.ops:
        made = native.rewrite(unit, op, facts.constants, is_wide, pairs=op in pairs)
        if made is None:
            left.append(op)
        elif made:
            made_at.append(made)
            done.append((_said(op), op.kind))
    spelled = [op for op in facts.ops if op.kind in {"spelling", "passed"}]
    made_at += [rewrite(unit, op, facts.constants, generic=False) for op in spelled]
    reads = []
    for read in facts.assemblies:
        if edit := native.register(read, is_wide):
            made_at.append((edit,))
            done.append((read.span, "register"))
        else:
            reads.append(read._replace(kind="warp") if read.kind == "register" else read)
    remains = [
        *facts.hazards,
        *counted,
        *beside_bodies(unit, facts),
        *astray(left, facts._replace(assemblies=tuple(reads))),
        *lacking(facts.ops, rules, native=True),
        *(in_32_bits(unit, facts.function, facts.ops) if facts.function else ()),
        *(untold_places(unit, facts.function, facts.ops) if facts.function else ()),
        *(coalesced_parts(unit, facts.function) if facts.function else ()),
        *_ambiguous(unit, facts, rules),
    ]
    works = body and (facts.ops or masks.has_part(body))
    if body and works and not masks.settled:
        head = Span(body.function.span.start, body.function.body.start)
        remains.append(Hazard("W031", head, "masks of lanes go through too many functions"))
    elif body and works:
        declared = MaskDeclarations(unit, body, masks.names[body.function])
        made_at += widened(unit, body, masks, declared)
        remains += (*narrow(unit, body, masks, declared), *in_bodies(unit, body, masks))
    edits = [edit for made in made_at for edit in made]
    done = done or [(edit.span, "mask") for edit in sorted(edits)[:1]]
    findings = [_note(facts, sorted(done), rules)] if done else []
    said = grouped(facts, list(dict.fromkeys(remains)), rules)
    stay = {*_outermost(edits)}
    yield from (Match(tuple(edit for edit in made if edit in stay)) for made in made_at)
    yield Match(findings=(*findings, *said))


def _ambiguous(unit: Unit, facts: FunctionFacts, rules: RuleSet) -> Iterator[Hazard]:
    """Report shuffles that may be of bfloat16, for which ROCm has none before 7.0."""
    for op in may_be_bfloat(unit, facts) if is_old(rules) else ():
        yield Hazard("W031", op.span, "ROCm before 7.0 shuffles no bfloat16")


def _said(op: WarpOp) -> Span:
    """Give where to speak of a place: behind its name where that stays, as other rules may speak of it."""
    stays = op.kind in {"match", "reduce", "sync"} and op.call
    return Span(op.call.open, op.call.close) if stays and op.call else op.span


def _outermost(edits: list[Edit]) -> list[Edit]:
    """Leave out edits in text that another one discards, and all but the first for the same text."""
    first: dict[Span, Edit] = {}
    for edit in edits:
        first.setdefault(edit.span, edit)
    gone = sorted((edit.span.start, -edit.span.end) for edit in first.values() if not edit.parts)
    reach = [0, *accumulate((-end for _, end in gone), max)]  # of those up to each
    return [
        edit
        for edit in first.values()
        if reach[bisect_left(gone, (edit.span.start, -edit.span.end))] < max(edit.span.end, 1)
    ]


def _note(facts: FunctionFacts, done: Sequence[tuple[Span, str]], rules: RuleSet) -> Finding:
    related = tuple(Related(span, "spans the wavefront") for span, _ in done[1:])
    return finding(rules, "W036", done[0][0], name=facts.name)._replace(related=related)


def _launchers(
    unit: Unit,
    joined: set[bytes],
    all_facts: Sequence[FunctionFacts],
    rules: RuleSet,
    given: dict[Function, list[Hazard]],
) -> Iterator[Finding]:
    """Report what counts by 32 where the host starts kernels that work on wavefronts, and what has to ask.

    `given` is what is to be said besides, by functions.
    """
    kernels = {facts.function.called for facts in all_facts if facts.function} & joined
    named: dict[bytes, list[int]] = {}
    for word in WHOLE_NAME.finditer(unit.code) if kernels else ():
        if word[0] in kernels:
            named.setdefault(word[0], []).append(word.start())
    said: set[Function] = set()
    for facts in all_facts:
        function = facts.function
        if function is None or function.kind != "kernel" or function.called not in joined:
            continue
        homes = functions(unit, named.get(function.called, ()))
        hosts = [home for home in dict.fromkeys(homes.values()) if home.kind == "host"]
        for home in hosts:
            if home in said:
                continue
            said.add(home)
            launcher = FunctionFacts(home, (), (), (), None, facts.constants)
            by_32 = dict.fromkeys([*_by_32(unit, home.body, facts.constants), *given.pop(home, ())])
            yield from grouped(launcher, list(by_32), rules)
        item = _item(unit, function)
        if item and not any(_asks(unit, home) for home in hosts):
            yield from grouped(facts, [Hazard("W040", item)], rules)
    for home, hazards in given.items():
        yield from grouped(FunctionFacts(home, (), (), (), None, all_facts[0].constants), hazards, rules)


def _asks(unit: Unit, host: Function) -> bool:
    """Say whether a function of the host speaks of a width."""
    text = unit.code[slice(*host.body)].lower()
    return any(word in text for word in ASKS)


def _item(unit: Unit, function: Function) -> Span | None:
    """Find where a kernel takes its item by its warp's number in the grid, or by its block of one warp."""
    if places(unit.code, b"gridDim", within=function.body):
        return None  # the items are taken in turn, whatever their number
    for start, root in expressions(unit.code, function.body, places(unit.code, b"/", within=function.body)):
        grid = next((one.span.start for one in root.walk() if one.text == b"blockIdx"), None)
        signs = (one for one in root.walk() if (one.kind, one.text) == ("binary", b"/"))
        end = next((one.span.end for one in signs if one.parts[1].text == WARP_SIZE), None)
        if grid is not None and end is not None and grid < end:
            return Span(start + grid, start + end)
    read, code = model(unit, function), unit.code
    for loop in read.loops:
        begins = (code[slice(*one.value)] for one in read.assigned_in(loop.start))
        steps = (one for one in read.assigned_in(loop.step) if one.operator == b"+")
        by_warp = any(code[slice(*one.value)].strip() == WARP_SIZE for one in steps)
        if by_warp and any(b"".join(text.split()) == b"threadIdx.x" for text in begins):
            return loop.head
    return None


def _by_32(unit: Unit, body: Span, constants: ConstantTable) -> Iterator[Hazard]:
    code = unit.code
    signs = {*places(code, b"<<", b">>", within=body), *constants.widths_in(code, body)}
    for start, node in nodes(unit, body, sorted(signs)):
        if span := bound(unit, start, node, constants) or _divided(unit, start, node, constants):
            yield Hazard("W038", span)
    for whole, given in _dimensions(unit, body):
        node = expression(code[slice(*given)])
        if node.kind in {"name", "number"} and counts(unit, node, constants):
            yield Hazard("W038", whole)


def _dimensions(unit: Unit, body: Span) -> Iterator[tuple[Span, Span]]:
    """Give the first numbers of grids in a function, and the blocks of launches, with all before."""
    for word in words(unit.code, b"dim3", within=body):
        mark = token_at(unit.code, word.end)
        mark = token_at(unit.code, mark.end) if mark.is_word else mark
        if mark.text in {b"(", b"{"}:
            end = expression_end(unit.code, mark.end, body.end)
            yield Span(word.start, end + 1), Span(mark.end, end)
    for launch in (one for one in unit.launches if holds(body, one.open)):
        found = unit.launch(launch)
        for threads in found.arguments[1:2] if found else ():
            behind = token_at(unit.code, threads.end)
            end = behind.end if behind.text == b"," else launch.close.end
            yield Span(launch.open.start, end), threads


def _divided(unit: Unit, start: int, node: Expression, constants: ConstantTable) -> Span | None:
    """Give where a node divides by a warp, or shifts by 5, from its operator on."""
    if node.kind != "binary" or node.text not in DIVIDES:
        return None
    right = node.parts[1]
    by = constants.of(right, TOLD) if node.text[:2] in {b"<<", b">>"} and not right.parts else None
    shifts = by is not None and by.value == SHIFT
    return from_sign(unit, start, node, right) if shifts or counts(unit, right, constants) else None
