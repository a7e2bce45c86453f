"""Conditions on numbers of CUDA's of which nothing hangs on the side that HIP takes, as it stands.

Both may read one property of a device, as CUDA 13 has it and as older ones do; a stand-in for a function may
be the program's own; and what a side defines may be a number of blocks that HIP does not count by.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.launches import second_bounds
from hipify_py.match.version_stand_ins import MADE
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.hip_conditions import chains
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.macros import defines, made_alone, made_by
from hipify_py.resolve.unread_branches import condition_for_hip, side_for_hip
from hipify_py.source.bracket_ends import brace_ends
from hipify_py.source.conditions import inside, pieces
from hipify_py.source.includes import HEADERS
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Fails
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

NUMBERS = (b"__CUDA_ARCH__", b"CUDART_VERSION", b"CUDA_VERSION")
ASKED = re.compile(rb"\b(?:" + b"|".join(NUMBERS) + rb")\b")
MISSING = re.compile(rb"!\s*+defined\s*+\(?\s*+(?:" + b"|".join(NUMBERS) + rb")\b")
ADDS = re.compile(rb"\s*+(?:return\s++)?(?:::)?atomicAdd\s*+\([^;{}]*+;\s*+")
SWAPS = re.compile(rb"\batomicCAS\s*+\(")
AS_BITS = re.compile(rb"\*\s*+>?\s*+\)\s*+[\w(&]|\*\s*+>\s*+\(")  # an address taken for one of other numbers
LONGEST = 2000  # bytes of a side that is looked through
ATTRIBUTE = re.compile(rb"\bcudaDeviceGetAttribute\s*+\([^;{}]*?\bcudaDevAttr(\w++)[^;{}]*+;")
MEMBER = re.compile(rb"(?<![\w.>\]-])[\w.>\[\]-]++\s*+=\s*+[^;={}]*?(?:\.|->)\s*+(\w++)[^;=.{}]*+;")
PLAIN = re.compile(rb"\s*+(?:(?:int|auto|size_t|const)\s++)*+\w++(?:\s*+=\s*+[\w.]++)?\s*+;")
MOST_NAMED = 64  # lines of a side
ALIAS = re.compile(rb"\s*+(\w++)[ \t]++[A-Za-z_]\w*+\s*+")  # a macro that is another name
HEAD = re.compile(rb"\s*+(?:[A-Za-z_]\w*+\s++)*+")


def idle(unit: Unit, rules: RuleSet, directive: Directive, options: Options) -> tuple[str, Fails] | None:
    """Say why nothing hangs on a condition, behind "is undefined", and what fails at most; else None."""
    at = directive.span.start
    if why := _alike_in_hip(unit, rules, at):
        return why, "never"
    if at in _including(unit):
        return "in HIP, which so includes headers here as well: nothing else hangs on it", "never"
    if at in _apart_in_bounds(unit) or _is_for_bounds(unit, at, options):
        return "on AMD, and only the second argument of __launch_bounds__ hangs on it", "speed"
    if at in _adding(unit):
        return "on AMD, which so adds by atomicCAS: it is the same, and atomicAdd may be faster", "speed"
    return None


def _alike_in_hip(unit: Unit, rules: RuleSet, at: int) -> str:
    """Say of a condition on names alone how HIP has them; nothing where it has not, or of another one."""
    if _are_alike_in_hip(rules, b"cudaDevAttr", _moved(unit).get(at, ()), same=False):
        return "in HIP, which has what either side reads of a device: it is the same"
    if _are_alike_in_hip(rules, b"", _own(unit).get(at, ()), same=True):
        return "in HIP, which takes the program's own functions here, in a namespace of its own"
    if _are_alike_in_hip(rules, b"", _named(unit).get(at, ()), same=False):
        return "in HIP, which has the names that are defined here: that it skips them is right"
    return ""


def _are_alike_in_hip(rules: RuleSet, prefix: bytes, names: Sequence[bytes], *, same: bool) -> bool:
    """Say whether HIP has all of some names, if there are any: by the same names, where it has to."""
    known = [rules.names.get(prefix + one) for one in names]
    return bool(known) and all(
        one is not None and one.to is not None and (not same or one.to == name)
        for one, name in zip(known, names, strict=True)
    )


@fact
def _moved(unit: Unit) -> dict[int, tuple[bytes, ...]]:
    """Give for conditions with an `else`, where one side reads members and one attributes, the latter."""
    found: dict[int, tuple[bytes, ...]] = {}
    for chain in closed_chains(unit) if b"cudaDevAttr" in unit.source else ():
        sides = [unit.code[slice(*side)] for side in pieces(chain)]
        if len(sides) != 2 or max(map(len, sides)) > LONGEST:
            continue
        attributes = next((names for one in sides if (names := _all(ATTRIBUTE, one))), None)
        members = next((names for one in sides if (names := _all(MEMBER, one))), None)
        if attributes and members and _are_alike(members, attributes):
            found[chain[0].span.start] = tuple(attributes)
    return found


def _all(what: re.Pattern[bytes], side: bytes) -> list[bytes] | None:
    """Give what the statements of a side read so, if it has no others but such as declare or hand on."""
    names = what.findall(side)
    return names if names and not PLAIN.sub(b"", what.sub(b"", side)).strip() else None


def _are_alike(members: Sequence[bytes], attributes: Sequence[bytes]) -> bool:
    """Say whether members and attributes have the same names, of which one may be longer, one by one."""
    if len(members) != len(attributes):
        return False
    names = ((one.lower(), other.lower()) for one, other in zip(members, attributes, strict=True))
    return all(one.startswith(other) or other.startswith(one) for one, other in names)


@fact
def _own(unit: Unit) -> dict[int, tuple[bytes, ...]]:
    """Give the functions of namespaces that conditions without another side make for HIP, if nothing else."""
    found: dict[int, tuple[bytes, ...]] = {}
    for chain in closed_chains(unit) if MADE.search(unit.code) else ():
        if len(chain) == 2 and side_for_hip(unit, chain) == 0:
            names = [*_made(unit, pieces(chain)[0])]
            if names and all(name.end and scope_of(unit, name) for name in names):
                found[chain[0].span.start] = tuple(unit.code[slice(*name)] for name in names)
    return found


@fact
def _named(unit: Unit) -> dict[int, tuple[bytes, ...]]:
    """Give the names that conditions that do not hold for HIP make others stand for, if they do no more."""
    found: dict[int, tuple[bytes, ...]] = {}
    for indices in chains(unit) if any(one in unit.code for one in NUMBERS) else ():
        lines = unit.directives[indices[0] : indices[-1] + 1] if len(indices) == 2 else []
        if not 2 < len(lines) <= MOST_NAMED or condition_for_hip(unit, lines[0]) is not False:
            continue
        names = [_renamed(unit, one) for one in lines[1:-1]]
        gaps = (unit.code[one.span.end : other.span.start] for one, other in pairwise(lines))
        if all(names) and not any(one.strip() for one in gaps):
            found[lines[0].span.start] = tuple(names)
    return found


def _renamed(unit: Unit, directive: Directive) -> bytes:
    """Give the name that a macro makes stand for another one; nothing for any other directive."""
    found = ALIAS.fullmatch(unit.code, *directive.body) if directive.name == b"define" else None
    return found[1] if found else b""


def _made(unit: Unit, side: Span) -> Iterator[Span]:
    """Give the names of the functions of a piece of code; of one that holds anything else an empty one."""
    ends, at = brace_ends(unit), side.start
    while unit.code[at : side.end].strip():
        one = MADE.search(unit.code, at, side.end)
        if one is None or not HEAD.fullmatch(unit.code, at, one.start()) or one.end() - 1 not in ends:
            yield Span(0, 0)
            return
        yield Span(*one.span("name"))
        at = ends[one.end() - 1]


@fact
def _including(unit: Unit) -> frozenset[int]:
    """Give the conditions that ask whether a number is missing, and include headers there, and do no more."""
    found = set[int]()
    for first, *rest in chains(unit) if any(one in unit.code for one in NUMBERS) else ():
        lines = unit.directives[first : rest[-1] + 1] if len(rest) == 1 else []
        if len(lines) <= 2 or any(one.name != b"include" for one in lines[1:-1]):
            continue
        between = (unit.code[one.span.end : other.span.start] for one, other in pairwise(lines))
        if _asks_what_is_missing(unit, lines[0]) and not any(one.strip() for one in between):
            found.add(lines[0].span.start)
    return frozenset(found)


def _asks_what_is_missing(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks nothing of CUDA's numbers but that they are not defined."""
    asked = unit.code[slice(*directive.body)]
    return directive.name == b"ifndef" or not ASKED.search(MISSING.sub(b"", asked))


@fact
def _apart_in_bounds(unit: Unit) -> frozenset[int]:
    """Give the conditions the sides of which differ by second arguments of `__launch_bounds__` alone."""
    bounds, found = second_bounds(unit), set[int]()
    for chain in closed_chains(unit) if bounds else ():
        sides = pieces(chain)
        if chain[-2].name == b"else" and max(len(range(*side)) for side in sides) <= LONGEST:
            texts = [_without(unit.code, side, _within(bounds, side)) for side in sides]
            if texts[0] and len({*texts}) == 1:
                found.add(chain[0].span.start)
    return frozenset(found)


def _within(bounds: Sequence[Span], side: Span) -> Sequence[Span]:
    first, last = (bisect_left(bounds, at, key=itemgetter(0)) for at in side)
    return bounds[first:last]


def _without(code: bytes, side: Span, bounds: Sequence[Span]) -> bytes:
    """Give the words of a piece of code without some bounds; nothing where it has none."""
    ends = [side.start, *(at for span in bounds for at in span), side.end]
    kept = (code[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True))
    return b" ".join(b"?".join(kept).split()) if bounds else b""


@fact
def _adding(unit: Unit) -> frozenset[int]:
    """Give the conditions of which HIP takes a side that adds in turns of `atomicCAS`, beside one at once."""
    found = set[int]()
    for chain in closed_chains(unit) if SWAPS.search(unit.code) else ():
        sides = [unit.code[slice(*side)] for side in pieces(chain)]
        if len(sides) == 2 and chain[1].name == b"else" and max(map(len, sides)) <= LONGEST:
            swaps = next((at for at, side in enumerate(sides) if SWAPS.search(side)), None)
            if swaps is None or b"atomicExch" in sides[swaps] or not AS_BITS.search(sides[swaps]):
                continue  # a lock, maybe
            if ADDS.fullmatch(sides[1 - swaps]) and side_for_hip(unit, chain) == swaps:
                found.add(chain[0].span.start)
    return frozenset(found)


def _is_for_bounds(unit: Unit, at: int, options: Options) -> bool:
    """Say whether a condition chooses a macro for bounds alone; of a header, as far as its includers tell."""
    name = _chosen(unit).get(at)
    if options.name.endswith(HEADERS):
        return name in options.project.for_bounds
    return name is not None and _for_bounds(unit).get(name, False)


@fact
def _for_bounds(unit: Unit) -> dict[bytes, bool]:
    return for_bounds(unit, frozenset(_chosen(unit).values())) if second_bounds(unit) else {}


def chosen_for_bounds(unit: Unit) -> frozenset[bytes]:
    """Give the macros that a condition on CUDA's numbers chooses, if the file has no other use of them."""
    asks = any(one in unit.code for one in NUMBERS)
    names = frozenset(_chosen(unit).values()) if asks else frozenset[bytes]()
    return names - {name for name, alone in for_bounds(unit, names).items() if not alone}


def for_bounds(unit: Unit, names: frozenset[bytes]) -> dict[bytes, bool]:
    """Say of those macros that a file uses whether each is a second argument of `__launch_bounds__` there."""
    bounds, found = merged(second_bounds(unit)), dict[bytes, bool]()
    for one in all_standing(unit, *names) if names else ():
        if not defines(unit, Span(one.start, one.end)):
            found[one.text] = found.get(one.text, True) and inside(bounds, one.start)
    return found


@fact
def _chosen(unit: Unit) -> dict[int, bytes]:
    """Give the conditions all sides of which make one macro alone, with that."""
    made = ((unit.directives[one[0]].span.start, _defined(unit, one)) for one in chains(unit))
    return {at: name for at, name in made if name}


def _defined(unit: Unit, indices: Sequence[int]) -> bytes:
    """Give the macro that each side of a chain defines, and nothing else; nothing where it is no such."""
    names = {made_by(unit, made_alone(unit, *side)) for side in pairwise(indices)}
    return names.pop() if len(names) == 1 and unit.directives[indices[-1]].name == b"endif" else b""
