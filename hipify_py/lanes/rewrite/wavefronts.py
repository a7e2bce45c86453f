"""`--warp native` for a whole file: what is done about each function, and what launches it by warps of 32."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.group_members import is_old
from hipify_py.lanes.flow.distances import may_be_far
from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
from hipify_py.lanes.flow.matched_values import promoted
from hipify_py.lanes.flow.reference_masks import widened_references
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.coalesced_parts import coalesced_parts
from hipify_py.lanes.hazards.group_masks import in_32_bits
from hipify_py.lanes.hazards.lacking_members import lacking
from hipify_py.lanes.hazards.partition_places import untold_places
from hipify_py.lanes.prefilter import called
from hipify_py.lanes.rewrite import native
from hipify_py.lanes.rewrite.coalesced_counts import coalesced_counts
from hipify_py.lanes.rewrite.coalesced_leaders import coalesced_leaders
from hipify_py.lanes.rewrite.coalesced_rows import coalesced_rows
from hipify_py.lanes.rewrite.coalesced_steps import coalesced_steps
from hipify_py.lanes.rewrite.decide import astray, grouped, may_be_bfloat
from hipify_py.lanes.rewrite.dropped_masks import dropping, without_dropped
from hipify_py.lanes.rewrite.flat_rows import flat_rows
from hipify_py.lanes.rewrite.given_widths import given_widths
from hipify_py.lanes.rewrite.guarded_steps import without_guarded
from hipify_py.lanes.rewrite.half_filled import half_filled
from hipify_py.lanes.rewrite.half_wavefronts import confined, strides
from hipify_py.lanes.rewrite.item_shares import item_shares
from hipify_py.lanes.rewrite.lacking_lanes import in_halves, lacking_lanes
from hipify_py.lanes.rewrite.lane_fields import lane_fields
from hipify_py.lanes.rewrite.lane_rings import rings, wrapped
from hipify_py.lanes.rewrite.lane_steps import reaching
from hipify_py.lanes.rewrite.launchers import launchers, started
from hipify_py.lanes.rewrite.leader_chunks import chunk_names, chunks, told_chunks
from hipify_py.lanes.rewrite.missing_roles import missing_roles
from hipify_py.lanes.rewrite.narrow_masks import narrow
from hipify_py.lanes.rewrite.open_rows import open_rows
from hipify_py.lanes.rewrite.rounded_shares import rounded_shares
from hipify_py.lanes.rewrite.short_rows import short_rows
from hipify_py.lanes.rewrite.shuffle_widths import told_width
from hipify_py.lanes.rewrite.small_blocks import in_small_blocks
from hipify_py.lanes.rewrite.stand_in_masks import stand_in_masks
from hipify_py.lanes.rewrite.tile_leaders import tile_leaders
from hipify_py.lanes.rewrite.told_widths import is_half_written, waits_for_width
from hipify_py.lanes.rewrite.turn_shares import turn_shares
from hipify_py.lanes.rewrite.unread_masks import beside_bodies, in_bodies
from hipify_py.lanes.rewrite.warp32 import rewrite
from hipify_py.lanes.rewrite.warp_turns import warp_turns
from hipify_py.lanes.rewrite.wavefront_functions import connected, is_confined, stepping_with_cub
from hipify_py.lanes.rewrite.widen_masks import widened
from hipify_py.lanes.rewrite.widened_shifts import in_64_bits
from hipify_py.lanes.rewrite.width_counts import widths
from hipify_py.lanes.warp_names import LEADS, REACHES
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.left_alone import turned_off
from hipify_py.source.brackets import unbracketed
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Edit, Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

PAIRS = b"bfloat162"
NARROW = frozenset(("W003", "W024"))  # speak of lanes that blocks of 32 threads do not have


class Others(NamedTuple):
    """The functions and macros of other files that a file names.

    `joined` work on a wavefront; of these, `leading` take values of lanes which half of a wavefront lacks,
    and `reaches` says which argument is how far a shuffle of theirs reaches. `dropping` are macros, with
    those of their arguments that are masks which natively nothing takes.
    """

    joined: frozenset[bytes] = frozenset()
    leading: frozenset[bytes] = frozenset()
    reaches: Mapping[bytes, int] = MappingProxyType({})
    dropping: Mapping[bytes, frozenset[int]] = MappingProxyType({})


NO_OTHERS = Others()


def others_named(unit: Unit, told: frozenset[bytes], macros: Mapping[bytes, bytes]) -> Others:
    """Give what a file names of what others are told to do, as `linkage.Told` has it, and of their macros."""
    joined = called(unit, told)
    reaches: dict[bytes, int] = {}
    for one in told:
        name, mark, number = one.partition(REACHES)
        if mark and name in joined:
            reaches[name] = int(number)
    leading = frozenset(name for name in joined if name + LEADS in told)
    return Others(joined, leading, reaches, dropping(called(unit, macros), macros))


def on_wavefronts(
    unit: Unit,
    all_facts: Sequence[FunctionFacts],
    rules: RuleSet,
    others: Others = NO_OTHERS,
) -> Iterator[Match]:
    """Let the warps of a file's functions be as wide as a wavefront, and report what counts by 32."""
    elsewhere, leading = others.joined, others.leading
    masks = Masks(unit, all_facts, others.dropping)
    all_counted = without_guarded(unit, without_dropped(unit, all_facts, others.dropping))
    referring = widened_references(unit, masks)
    used = [facts for facts in all_counted if not waits_for_width(unit, facts)]
    joined = connected(unit, used, elsewhere)
    by_width, halves = told_width(unit, all_counted), confined(unit, all_counted)
    reaches = reaching(unit, all_counted, is_confined, others.reaches)
    odd = in_halves(unit, all_counted)
    given: dict[Function, list[Hazard]] = {}
    taken = chunks(unit, all_counted)
    for one in given_widths(unit, all_counted, joined, is_confined, chunk_names(unit, taken)):
        given.setdefault(one.home, []).append(one.hazard)
    for home, hazard in told_chunks(taken):
        given.setdefault(home, []).append(hazard)
    for home, hazard in half_filled(unit, all_counted, leading):
        given.setdefault(home, []).append(hazard)
    for facts, counts in zip(all_facts, all_counted, strict=True):
        here = given.pop(facts.function, ()) if facts.function and facts.function.kind != "host" else ()
        counted = (
            *widths(unit, counts, joined, by_width, reaches),
            *strides(unit, counts, joined, halves),
            *rings(unit, counts, is_confined),
            *wrapped(unit, counts),
            *coalesced_counts(unit, counts),
            *coalesced_leaders(unit, counts),
            *coalesced_rows(unit, counts),
            *coalesced_steps(unit, counts),
            *short_rows(unit, counts),
            *flat_rows(unit, counts),
            *open_rows(unit, counts),
            *tile_leaders(unit, counts),
            *warp_turns(unit, counts),
            *missing_roles(unit, counts),
            *item_shares(unit, counts),
            *rounded_shares(unit, counts),
            *turn_shares(unit, counts),
            *here,
        )
        if facts.function in masks.bodies and facts.function.called in odd:
            counted = (*counted, *lacking_lanes(unit, masks.bodies[facts.function], masks))
        refers = referring.get(facts.function, frozenset()) if facts.function else frozenset[bytes]()
        body = masks.bodies.get(facts.function) if facts.function else None
        told = facts._replace(hazards=(*in_64_bits(facts.hazards, body, masks), *counted))
        yield from _on_wavefronts(unit, told, rules, masks, refers)
    kernels = started(unit, joined | stepping_with_cub(unit, all_counted), elsewhere, all_counted)
    yield Match(findings=tuple(launchers(unit, kernels, all_counted, rules, given)))


def _on_wavefronts(
    unit: Unit, facts: FunctionFacts, rules: RuleSet, masks: Masks, referring: frozenset[bytes]
) -> Iterator[Match]:
    made_at: list[Sequence[Edit]] = []  # those of each place, which go together
    done: list[tuple[Span, str]] = []
    left: list[WarpOp] = []
    body = masks.bodies.get(facts.function) if facts.function else None

    def is_wide(span: Span) -> bool:
        name = unbracketed(unit.code[slice(*span)])
        return body is not None and masks.is_named(name, body.function, span.start)

    pairs = may_be_bfloat(unit, facts) if holds_part(unit, PAIRS) and not is_old(rules) else ()
    small = promoted(unit, facts.function, facts.ops) if facts.function else ()
    for op in facts.ops:
        made = native.rewrite(unit, op, facts.constants, is_wide, pairs=op in pairs)
        made = native.with_promoted(unit, op, made) if op in small else made
        made = native.with_low_bits(unit, op, made) if _wraps(unit, op, facts) else made
        if made is None:
            left.append(op)
        elif made:
            made_at.append(made)
            done.append((_said(op), op.kind))
    wide, still_narrow = stand_in_masks(unit, left, facts.constants)
    made_at += wide
    spelled = [op for op in facts.ops if op.kind in {"spelling", "passed"}]
    made_at += [rewrite(unit, op, facts.constants, generic=False) for op in spelled]
    reads = []
    for read in facts.assemblies:
        if edit := native.register(read, is_wide):
            made_at.append((edit,))
            done.append((read.span, "register"))
        else:
            reads.append(read._replace(kind="warp") if read.kind == "register" else read)
    astrays = [*astray(left, facts._replace(assemblies=tuple(reads)), still_narrow)]
    remains = [
        *facts.hazards,
        *beside_bodies(unit, facts),
        *astrays,
        *lacking(facts.ops, rules, native=True),
        *(in_32_bits(unit, facts.function, facts.ops) if facts.function else ()),
        *(untold_places(unit, facts.function, facts.ops) if facts.function else ()),
        *(coalesced_parts(unit, facts.function) if facts.function else ()),
        *_ambiguous(unit, facts, rules),
        *(lane_fields(unit, body, masks) if body else ()),
    ]
    works = body and (facts.ops or masks.has_part(body))
    if body and works and not masks.settled:
        head = Span(body.function.span.start, body.function.body.start)
        remains.append(Hazard("W031", head, "masks of lanes go through too many functions"))
    elif body and works:
        declared = MaskDeclarations(unit, body, masks.names[body.function], referring)
        made_at += widened(unit, body, masks, declared)
        in_32 = [*narrow(unit, body, masks, declared), *in_bodies(unit, body, masks)]
        few = bool(in_32) and in_small_blocks(unit, body.function, facts.constants)
        remains += (one for one in in_32 if not (few and one.message in NARROW))
    edits = [edit for made in made_at for edit in made]
    done = done or [(edit.span, "mask") for edit in sorted(edits)[:1]]
    findings = [_note(facts, sorted(done), rules)] if done else []
    off = turned_off(unit)  # where nothing runs, but what stays as it is must be told
    told = [one for one in dict.fromkeys(remains) if one in astrays or not inside(off, one.span.start)]
    said = grouped(facts, told, rules)
    stay = {*_outermost(edits)}
    yield from (Match(tuple(edit for edit in made if edit in stay)) for made in made_at)
    yield Match(findings=(*findings, *said))


def _wraps(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    """Say whether a shuffle of 32 lanes at most may be over 32 or more, of which CUDA takes the low bits."""
    told = is_half_written(unit, op, facts.constants)
    return told and may_be_far(unit, op, facts.function, facts.constants)


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
