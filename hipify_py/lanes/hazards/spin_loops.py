"""Loops that wait for another lane or warp: AMD's lanes have no program counter of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import closing, opening
from hipify_py.source.search import matches
from hipify_py.source.statements import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.control_flow import Path, Paths
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LOOP = re.compile(rb"\bwhile\s*\(|\bfor\s*\([^;{}]{0,2000}+;[^;{}]{0,2000}+;\s*\)")
FOR_EVER = re.compile(rb"\s*(?:true|1|!\s*0)?\s*")
LOCK = re.compile(rb"\batomic(CAS|Exch)(?:_block|_system)?\s*\(")
CALM = (
    rb"(?:__nanosleep|__threadfence\w*|__syncwarp|hipify_warp32::syncwarp|hipify_compat::nanosleep"
    rb"|__builtin_amdgcn_s_sleep)\s*\([^;{}]*\)\s*;"
)
IDLE = re.compile(rb"\s*(?:;|(?:" + CALM + rb"\s*)*)\s*")
READ = re.compile(
    rb"\s*(?:" + CALM + rb"\s*)*(?:\w+[\s*&]+)*?(\w+)\s*=\s*([^;{}=]+);\s*(?:" + CALM + rb"\s*)*"
)
LEFT = re.compile(rb"\s*if\s*\(")
BREAKS = re.compile(rb"\s*(?:break\s*;|\{\s*break\s*;\s*\})\s*(?:" + CALM + rb"\s*)*")
CHANGES = re.compile(rb"\+\+|--|(?<![=!<>])=(?!=)|[<>]{2}=")
VOTES = re.compile(rb"\b(?:__|hipify_warp32::)(?:any|all)\w*\s*\(")
CALLED = re.compile(rb"\b(?!(?:if|sizeof|int|unsigned|volatile)\b)([A-Za-z_]\w*)\s*(?:<[^<>()]*>)?\s*\(")
LOADS = re.compile(  # calls that only look, by their names
    rb"atomic(?:Add|Or|Max|Load)\w*|__ld\w*|ld_?\w*|[Ll]oad\w*|\w+_(?:ld|load)\w*|(?:test|try)_wait\w*"
    rb"|(?:static|reinterpret|const)_cast|(?:__)?(?:any|all|ballot)(?:_sync)?"
)
ONE_THREAD = re.compile(
    rb"\bthreadIdx\s*\.\s*x\s*==|==\s*threadIdx\s*\.\s*x\b|!\s*threadIdx\s*\.\s*x\b|\bthread_rank\s*\(\s*\)\s*=="
)
EQUALS = re.compile(rb"\b([A-Za-z_]\w*)\s*==\s*\w+|!\s*([A-Za-z_]\w*)\b")
WORD = re.compile(rb"[A-Za-z_]\w*")
MOST_READ = 32  # times the length of a function that its loops are read, each for itself
CAPITALS = re.compile(rb"\s*[A-Z_][A-Z0-9_]*\s*")


class Loop(NamedTuple):
    """A loop: the span that is shown, and the texts of its condition and of its body without braces."""

    span: Span
    condition: bytes
    body: bytes


def loops(unit: Unit, body: Span) -> list[int]:
    """Give where a function has loops that may wait: each `while`, and each `for` that counts nothing."""
    return [found.start() for found in matches(unit.code, LOOP, b"while", b"for", within=body)]


def waits(
    unit: Unit, function: Function, places: list[int], around: Paths, values: LazyValues
) -> Iterator[Hazard]:
    """Report loops that wait for what another lane, or the other half of the wavefront, has yet to do."""
    left = MOST_READ * (function.body.end - function.body.start)
    for place in places:
        if left < 0:
            yield Hazard("W031", Span(place, unit.code.find(b"(", place)), "loops stand in too many others")
            continue
        loop = _loop(unit, function, place)
        locks = sum(1 for text in (loop.condition, loop.body) for _ in LOCK.finditer(text))
        left -= (1 + locks) * (len(loop.condition) + len(loop.body)) + loop.span.end - place
        if left < 0 and locks:
            yield Hazard("W031", loop.span, "too much of it works on locks")
            continue
        said = "takes a lock" if _takes_lock(loop, values) else "waits for a flag" if _waits(loop) else ""
        if said and not _one_thread(unit, around.of.get(place, ()), values):
            yield Hazard("W026", loop.span, said)


def _loop(unit: Unit, function: Function, place: int) -> Loop:
    bracket = unit.code.find(b"(", place)
    end = closing(unit.code, bracket, function.body.end)
    condition = unit.code[bracket + 1 : end - 1]
    if unit.code.startswith(b"for", place):
        condition = b"".join(condition.split(b";")[1:2])  # which what is no loop may lack
    before = _do(unit.code, place, function.body.start)
    body = repeated(unit.code, end, function.body.end) if before is None else before
    return Loop(Span(place, end), condition, body)


def _do(code: bytes, place: int, start: int) -> bytes | None:
    """Give the body of the `do` whose condition begins at a place; None where there is none."""
    at = len(code[start:place].rstrip()) + start
    if code[at - 1 : at] == b";":  # do x; while (y);
        found = re.search(rb"\bdo\s+([^;{}]*;)\s*\Z", code[max(start, at - 400) : at])
        return found[1] if found else None
    brace = opening(code, at - 1, start, b"{}") if code[at - 1 : at] == b"}" else -1
    if brace < 0 or not re.search(rb"\bdo\Z", code[max(start, brace - 16) : brace].rstrip()):
        return None
    return code[brace + 1 : at - 1]


def _takes_lock(loop: Loop, values: LazyValues) -> bool:
    """Say whether a loop ends when it has swapped one constant for another, and releases nothing itself."""
    for text, inside in ((loop.condition, False), (loop.body, True)):
        for found in LOCK.finditer(text):
            end = closing(text, found.end() - 1, len(text))
            most = 2 if found[1] == b"CAS" else 1
            arguments = text[found.end() : end - 1].rsplit(b",", most)
            if len(arguments) <= most or not all(_is_constant(part, values) for part in arguments[1:]):
                continue
            if inside and not _leaves(loop, text, found.start()):
                continue
            if not _moves(loop.body, arguments[0]) and not (inside and _releases(text[end:], arguments[0])):
                return True
    return False


def _is_constant(text: bytes, values: LazyValues) -> bool:
    return values.constants.number(text) is not None or CAPITALS.fullmatch(text) is not None


def _leaves(loop: Loop, body: bytes, start: int) -> bool:
    """Say whether the swap in a loop's body decides on the loop's end."""
    wanted = set(WORD.findall(loop.condition))
    given = re.search(rb"(\w+)\s*=\s*\(*\s*(?:[\w\s]+\)\s*)?\Z", body[:start])
    if given and given[1] in wanted:
        return True
    begun = [*re.finditer(rb"\bif\s*\(", body[:start])]
    if not begun or b";" in body[begun[-1].end() : start] or b"}" in body[begun[-1].end() : start]:
        return False
    then = repeated(body, closing(body, begun[-1].end() - 1, len(body)), len(body))
    if FOR_EVER.fullmatch(loop.condition):
        return re.search(rb"\b(?:break|return)\b", then) is not None
    return any(name in wanted for name in re.findall(rb"(\w+)\s*=(?!=)", then))


def _releases(rest: bytes, lock: bytes) -> bool:
    """Say whether what follows a swap gives the lock back in the same turn."""
    names = WORD.findall(lock)
    if re.search(rb"(?i)\b\w*(?:unlock|release)\w*\s*\(", rest):
        return True
    return (
        bool(names)
        and re.search(
            rb"\batomic\w+\s*\(\s*&?\s*\(?[^,;]*\b" + names[0] + rb"\b|\b" + names[0] + rb"\b[^;=!<>]*=(?!=)",
            rest,
        )
        is not None
    )


def _moves(body: bytes, address: bytes) -> bool:
    """Say whether a loop tries one place after the other: then it looks for a free one and waits for none."""
    return any(
        re.search(rb"\b" + name + rb"\s*(?:\+\+|--|[-+*/%&|^]?=(?!=))|(?:\+\+|--)\s*" + name + rb"\b", body)
        for name in set(WORD.findall(address))
    )


def _waits(loop: Loop) -> bool:
    """Say whether nothing in a loop changes what its condition reads, so that it waits for somebody else."""
    if not _looks_only(loop.condition):
        return False
    if FOR_EVER.fullmatch(loop.condition):
        read = READ.match(loop.body)
        head = LEFT.match(loop.body, read.end() if read else 0)
        end = closing(loop.body, head.end() - 1, len(loop.body)) if head else 0
        asked = loop.body[head.end() : end - 1] if head else b""
        still = read is None or _looks_again(read)
        return bool(asked) and still and _looks_only(asked) and BREAKS.fullmatch(loop.body[end:]) is not None
    if IDLE.fullmatch(loop.body):
        return WORD.search(loop.condition) is not None
    read = READ.fullmatch(loop.body)
    return (
        read is not None
        and not VOTES.search(loop.condition)
        and read[1] in WORD.findall(loop.condition)
        and _looks_again(read)
    )


def _looks_again(read: re.Match[bytes]) -> bool:
    """Say whether a loop that takes a value each time takes it from the same place."""
    words = WORD.findall(read[2])
    return bool(words) and read[1] not in words and _looks_only(read[2])


def _looks_only(text: bytes) -> bool:
    return CHANGES.search(text) is None and all(map(LOADS.fullmatch, CALLED.findall(text)))


def _one_thread(unit: Unit, path: Path, values: LazyValues) -> bool:
    """Say whether only one thread of a block gets there; one lane of each warp is not enough."""
    for condition in path:
        text = unit.code[slice(*condition.span)]
        if condition.otherwise or condition.keyword != b"if" or b"||" in text:
            continue
        if ONE_THREAD.search(text):
            return True
        for found in EQUALS.finditer(text):
            name = found[1] or found[2]
            if name in values().thread and name not in values().lane:
                return True
    return False
