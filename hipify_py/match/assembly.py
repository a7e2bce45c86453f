"""Inline assembly: what of PTX can be said in HIP, and what a person has to write."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.choices import COMPAT_HEADER
from hipify_py.lanes.find.ptx_registers import is_block_barrier, is_register
from hipify_py.lazy import re
from hipify_py.match.host_assembly import is_no_ptx, is_written_out, left_to_host
from hipify_py.match.own_includes import space_of
from hipify_py.match.ptx_blocks import block
from hipify_py.match.ptx_instructions import DEFAULT, parts, statement, told
from hipify_py.match.ptx_warp_calls import calls
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report, said
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.macros import defines
from hipify_py.source.assembly import OPENS, is_ptx
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.conditions import inside
from hipify_py.source.device_code import has_device_code
from hipify_py.source.functions import (
    DEVICE,
    functions,
    head,
    marking_words,
    on_device_alone,
)
from hipify_py.source.tokens import follows
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.edits import Part
    from hipify_py.model import Finding
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

NO_ASSEMBLY = re.compile(rb"\(\s*\"\s*\"\s*[:)]")  # `asm("" ::: "memory")` only keeps order
WORD = re.compile(rb"[A-Za-z_]\w++")
WORDS = frozenset({b"asm", b"__asm__"})
NAMED = re.compile(
    rb"\bdefine[ \t]++(\w++)[ \t]++(?:asm|__asm__)(?:[ \t]++(?:volatile|__volatile__))*+[ \t]*+(?=[\r\n]|\Z)"
)
LETTERS = re.compile(rb'"([=+]?&?)[hrlfd]"')
SYMBOL = re.compile(rb"\(\s*\"[\w.$@]*\"\s*(?:\"|\)\Z)|\(\s*\w+")  # or macros that come to one
MARKS = re.compile(
    rb"(?<!\w)[A-Z][A-Z0-9_]+(?!\w)|__\w+__|\boperator\b|\["
)  # macros may; of a lambda, its caller
TRAP = re.compile(  # by itself, without operands
    rb"\(\s*+\"\s*+trap\s*+;?\s*+\"\s*+(?::[\s:]*(?:\"memory\"\s*+)?)?\)\Z"
)


def assembly(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report inline assembly but for lane registers, and write traps and barriers.

    What works on the warp is written as calls before all else is read: here it is met where comments keep it.

    In a file without device code, whose functions macros may mark, only what speaks PTX is reported, and in a
    function that no word marks for the device, and in branches for HIP.
    """
    on_device = has_device_code(unit)
    ends, own = bracket_ends(unit), sides(unit).own
    for found in word_matches(unit, OPENS, *WORDS):
        span = Span(found.start(), ends.get(found.end() - 1, found.end()))
        directive = unit.directive_at(span.start)
        if directive and (directive.name != b"define" or defines(unit, Span(*found.span(1)))):
            continue
        if not on_device and not is_ptx(unit.uncommented[slice(*span)]):
            continue
        if _is_of_others(unit, span, own) or _is_label(unit, span):
            continue
        if TRAP.search(unit.uncommented, *span):
            yield Match((Edit(span, (b"__builtin_trap()",), rule.id, "call"),))
        elif is_block_barrier(unit, span.start):
            yield Match((Edit(span, (b"__syncthreads()",), rule.id, "call"),))
        elif NO_ASSEMBLY.match(unit.uncommented, unit.code.find(b"(", *span), span.end):
            yield from (Match((edit,)) for edit in _registers(unit, rule, span))
        elif is_register(unit, span.start):
            continue
        elif made := _made(unit, span, options) or (None if is_hip(unit, rules) else calls(unit, span)):
            yield Match((Edit(span, made, rule.id, "call"),), tuple(_differing(rules, span, made)))
        else:
            yield _told(unit, rule, span)
    statements = _by_macros(unit, own) if on_device else ()
    yield from (_told(unit, rule, span) for span in statements)


def _told(unit: Unit, rule: Rule, span: Span) -> Match:
    """Report a statement; those of a file that one way helps have one cause."""
    what = told(unit, span)
    cause = what.what if what.way == DEFAULT else what.way
    return Match(findings=(report(rule, span, what._asdict())._replace(cause=cause),))


def _differing(rules: RuleSet, span: Span, made: tuple[Part, ...]) -> Iterator[Finding]:
    """Give what is said of the functions that a statement becomes, as of calls of these."""
    named = dict.fromkeys(name for one in made if isinstance(one, bytes) for name in WORD.findall(one))
    for name in named:
        known = rules.names.get(name)
        if known is not None and known.to == name and not known.fits:
            yield from said(rules, span, name, known)


def _by_macros(unit: Unit, own: tuple[Span, ...]) -> Iterator[Span]:
    """Give the statements for which a macro of the file puts the word: `#define ASM asm volatile`.

    What is no PTX in a function of the host is its own, and so is what a branch for HIP has. A macro of the
    word's own name, `#define asm asm volatile`, puts none that is not written there already.
    """
    named = {found[1] for found in word_matches(unit, NAMED, b"define")} - WORDS
    at = [one for one in all_standing(unit, *named) if follows(unit.code, one.end, b"(")] if named else []
    homes, ends = functions(unit, [one.start for one in at]) if at else {}, bracket_ends(unit)
    for one in at:
        home, opens = homes.get(one.start), unit.code.index(b"(", one.end)
        span = Span(one.start, ends.get(opens, opens + 1))
        text = unit.uncommented[slice(*span)]
        others = inside(own, one.start) or NO_ASSEMBLY.search(text)
        if home and not others and (home.kind != "host" or is_ptx(text)):
            yield span


def _registers(unit: Unit, rule: Rule, span: Span) -> Iterator[Edit]:
    """Give a lane's own registers to what a statement without instructions keeps a compiler from knowing.

    On AMD GPUs `r` is a register that all lanes share, and CUDA's other letters mean nothing.
    """
    node, home = statement(unit, span), functions(unit, [span.start]).get(span.start)
    if node is None or home is None or not on_device_alone(unit, home):
        return
    for listed in (node.child_by_field_name(field) for field in ("output_operands", "input_operands")):
        for operand in listed.children_by_field_name("operand") if listed else ():
            constraint = operand.child_by_field_name("constraint")
            place = span_of(constraint) if constraint else span
            letters = LETTERS.fullmatch(unit.uncommented, *place)
            if letters:
                yield Edit(place, (b'"' + letters[1] + b'v"',), rule.id, "constraint")


def becomes_nothing(unit: Unit, span: Span) -> bool:
    """Say whether a statement of inline PTX is none that anything in HIP stands for, whoever takes it up."""
    text = unit.uncommented[slice(*span)]
    if unit.directive_at(span.start) or not is_ptx(text) or TRAP.search(text):
        return False
    if is_block_barrier(unit, span.start) or is_register(unit, span.start):
        return False
    return not (parts(unit, span) or block(unit, span) or calls(unit, span))


def _made(unit: Unit, span: Span, options: Options) -> tuple[Part, ...] | None:
    """Give what a statement becomes; nothing where that calls a header of ours and none is wanted."""
    made = parts(unit, span) or block(unit, span)
    ours = made and any(isinstance(one, bytes) and space_of(COMPAT_HEADER) in one for one in made)
    return None if ours and not options.polyfill else made


def _is_of_others(unit: Unit, span: Span, own: tuple[Span, ...]) -> bool:
    """Say whether a statement is not in PTX, and HIP's own or the host's.

    The host's is what a function without a mark holds. What can be no PTX at all is so in a macro, too, and
    in a function that a macro may mark, for CUDA does not compile it for the device; in one for the device
    where the pass for that leaves it out. A branch for HIP may be one for CUDA as well.
    """
    text = unit.uncommented[slice(*span)]
    if is_ptx(text):
        return False
    if inside(own, span.start):
        return True
    home = _homes(unit).get(span.start)
    if home is None:
        return False
    # Where a macro holds some of the text, it may be PTX, and any word of the head a mark.
    words = marking_words(unit, home) if is_written_out(text) else head(unit, home)
    marked = MARKS.search(words) or DEVICE.search(unit.code, home.body.start, span.start)
    if home.kind == "host" and not marked:
        return True
    return is_no_ptx(text) and (not home.of_device or left_to_host(unit, span.start))


@fact
def _homes(unit: Unit) -> dict[int, Function]:
    """Give the functions in which assembly stands, by where it does."""
    return functions(unit, [found.start() for found in word_matches(unit, OPENS, *WORDS)])


def _is_label(unit: Unit, span: Span) -> bool:
    """Say whether a statement is the name that a declared function has for the linker."""
    return SYMBOL.search(unit.uncommented, *span) is not None and any(
        node.type == "gnu_asm_expression" and above.type == "declaration"
        for above, node in pairwise(unit.around(span))
    )
