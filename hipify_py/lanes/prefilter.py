"""Say by its words whether a file may have to do with warps: without them nothing else is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import IN_PTX, INTRINSIC, OF_GROUPS, TABLE, WORDS
from hipify_py.lazy import re
from hipify_py.resolve.qualified_names import standing_for
from hipify_py.source.search import matches
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_words, holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.source.unit import Unit

GROUPS = b"cooperative_groups"
DEVICE = (b"__global__", b"__device__", b"threadIdx")
OF_ANY = (b"ballot", b"shfl", b"match_a")
POLLS = re.compile(
    rb"\batomic(?:Add|Or|Max)\w*\s*\([^;{}]{1,200}?,\s*0[uUlL]*\s*\)"
)  # reads by adding nothing
LOCKS = re.compile(rb"\batomic(?:Or|And|Max|Min|Sub)\w*\s*\(|(?:\.|->)\s*(?:exchange|fetch_[a-z]+)\s*\(")
# Reads past the cache of the own lanes, or of an atomic object, as loops do that wait.
LOADS = re.compile(rb"\b__ld(?:cg|cv|ca|cs|lu)\s*\(|\bThreadLoad\s*<|(?:\.|->)\s*load\s*\(")
ELEMENT = re.compile(rb"\]\s*+(?:\)\s*+)?\(")  # that is called, as in `steps[i](p)`
STEP = re.compile(rb"[-+^]\s*(?:16|0x10)[uU]?\s*[\],)]")
# What a thread alone stores, or a few: `== 0) s[`, `< 2) s[`, `!lane) c->`, `!(t & 31)) { c.`.
BY_ONE = re.compile(
    rb"(?:==\s*+\w++|<\s*+\d++[uU]?|!\s*+(?:\w++|\([^;{}()]{1,60}\)))\s*+\)[\s){]*+\w++\s*+(?:\[|\.|->)"
)
SHARED = b"__shared__"
# How a distance changes from turn to turn, through memory that the compiler keeps in no register.
STEPPED = re.compile(rb"\*=\s*2\b|(?:<<=|>>=?)\s*1\b|/=\s*2\b|\b1[uU]?\s*<<|[*/]\s*2[uU]?\s*[);]")
# By products, differences, shifts and parts in brackets that may come to the width of a word.
SMALL = rb"(?:0[xX][01]?[\da-fA-F]|[12]?\d|3[012])[uU]?\b"
OPERAND = rb"[\w.:]+(?:\(\s*\)|\[[^][;]{1,80}\])?"
PART = rb"[&%](?![&=])\s*+(?!" + SMALL + rb")"
LARGER = OPERAND + rb"\s*(?:-(?![->])|\*|<<|>>|" + PART + rb")"
# What binds tighter than a shift needs no brackets: `v >> 8 * k`, `v >> (k & 7) * 8`.
TIGHTER = rb"(?:" + OPERAND + rb"|\(\s*" + OPERAND + rb"\s*[&%]\s*\w+\s*\))\s*(?:\*(?!=)|-(?![-=>]))"
FAR = re.compile(
    rb"(?:(?<!<)<<(?!<)|(?<!>)>>(?!>))(?:=\s*"
    + LARGER
    + rb"|\s*"
    + TIGHTER
    + rb"|=?\s*(?:\(\s*(?:unsigned|u?int(?:32_t)?)\s*\)\s*)?(?:\(\s*(?:\(\s*"
    + OPERAND
    + rb"\s*[&%](?![&=])|(?:\(\s*)?"
    + LARGER
    + rb")|([A-Za-z_]\w*)\b(?!\s*\()))"
)
# A name that is given a product, or a part of something that may be large: `at = (d & 7) * 8`, `k = x & 63`.
LARGE = re.compile(
    rb"\b\w++\s*+[={(](?!=)[^;={}]{1,120}?(?:[\w)\]]\s*+(?:\*|<<)|(?<!&)" + PART + rb"(?:\d|\())"
)
# A name that counts a loop's turns to more than 32.
TURNS = re.compile(rb"\b\w++\s*+(?:<\s*+(?!" + SMALL + rb")|<=\s*+(?!(?:[12]?\d|3[01])[uU]?\b))\d")
ON_HOST = re.compile(
    rb"(?:\.|->)\s*warpSize\b|AttrWarpSize|AttributeWarpSize|ATTRIBUTE_WARP_SIZE|define[ \t]+warpSize"
    rb"|cuda::warp_size\b"
)


@fact
def far_shifts(unit: Unit) -> tuple[int, ...]:
    """Give the places of shifts by what may be as much as the width of a word, in order."""
    found = [*matches(unit.code, FAR, b"<<", b">>")]
    large = {name for name in {one[1] for one in found if one[1]} if _is_large(unit, name)}
    return tuple(one.start() for one in found if one[1] is None or one[1] in large)


def _is_large(unit: Unit, name: bytes) -> bool:
    places = (word.start for word in standing(unit, name))
    return any(by.match(unit.code, at) for at in places for by in (LARGE, TURNS))


@fact
def has_warp_code(unit: Unit) -> bool:
    """Say whether anything in a file may have to do with warps."""
    if on_device(unit) and (holds_part(unit, *WORDS) or _may_step(unit)):
        return True
    if b"atomic" in unit.code and POLLS.search(unit.code):
        return True
    if on_device(unit) and (_takes_locks(unit) or (_loads_past_caches(unit) and _has_loops(unit))):
        return True
    on_host = any(word in unit.code for word in (b"arpSize", b"ATTRIBUTE_WARP_SIZE", b"cuda::warp_size"))
    if (on_host and ON_HOST.search(unit.code)) or works_on_groups(unit) or names_groups(unit):
        return True
    if INTRINSIC.search(unit.code) or (on_device(unit) and far_shifts(unit)):
        return True
    return (b"asm" in unit.code or on_device(unit)) and any(word in unit.source for word in IN_PTX)


def _takes_locks(unit: Unit) -> bool:
    return holds_part(unit, b"atomic", b"exchange", b"fetch_") and LOCKS.search(unit.code) is not None


def _loads_past_caches(unit: Unit) -> bool:
    return holds_part(unit, b"__ld", b"ThreadLoad", b"load") and LOADS.search(unit.code) is not None


def _has_loops(unit: Unit) -> bool:
    """Say whether a file has loops that may wait: by `while`, or without an end."""
    return holds_part(unit, b"while", b"goto") or b";;" in b"".join(unit.code.split())


def _may_step(unit: Unit) -> bool:
    """Say whether a file may step through memory in lock step."""
    in_loop = holds_part(unit, b"volatile") and STEPPED.search(unit.code)
    return bool(in_loop or STEP.search(unit.code)) or next(stored_by_one(unit), None) is not None


def stored_by_one(unit: Unit) -> Iterator[int]:
    """Give where a file may store for one thread alone what is in shared memory."""
    if holds_part(unit, SHARED):
        yield from (found.start() for found in BY_ONE.finditer(unit.code))


def speaks(text: bytes) -> bool:
    """Say whether what a macro stands for may have to do with warps, on the device."""
    return any(word in text for word in WORDS) or (b"atomic" in text and POLLS.search(text) is not None)


def works_on_groups(unit: Unit) -> bool:
    """Say whether a member is called that groups of lanes alone have."""
    return holds_part(unit, *OF_ANY) and OF_GROUPS.search(unit.code) is not None


@fact
def names_groups(unit: Unit) -> bool:
    """Say whether a file may name what is of groups by an alias that another file makes."""
    heads = standing_for(b"", GROUPS, before=unit.spaces).heads if GROUPS in unit.spaces else ()
    return any(head in all_words(unit) for head in heads)


def called(unit: Unit, names: Collection[bytes]) -> frozenset[bytes]:
    """Give those of some functions' names that stand in a file."""
    return frozenset(name for name in A_NAME.findall(unit.code) if name in names) if names else frozenset()


def calls_tables(unit: Unit, others: Collection[bytes]) -> bool:
    """Say whether a file names a table of functions of which others tell that one comes to a barrier."""
    return bool(called(unit, {one.removesuffix(TABLE) for one in others if one.endswith(TABLE)}))


def calls_elements(unit: Unit) -> bool:
    """Say whether device code may call what an element of a table is."""
    return on_device(unit) and ELEMENT.search(unit.code) is not None


def on_device(unit: Unit) -> bool:
    """Say whether a file has code of the device."""
    return holds_part(unit, *DEVICE)
