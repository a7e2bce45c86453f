"""Loops that wait for another lane or warp: AMD's lanes have no program counter of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.search import before, matches, word_start
from hipify_py.source.statements import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.function_model import Loop, Model, Path
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


class Turn(NamedTuple):
    """A loop: the span that is shown, and the texts of its condition and of its body without braces."""

    span: Span
    condition: bytes
    body: bytes


def may_wait(unit: Unit, body: Span) -> bool:
    """Say whether a function has loops that may wait: a `while`, or a `for` that counts nothing."""
    return next(matches(unit.code, LOOP, b"while", b"for", within=body), None) is not None


def waits(unit: Unit, model: Model, values: LazyValues) -> Iterator[Hazard]:
    """Report loops that wait for what another lane, or the other half of the wavefront, has yet to do."""
    body = model.function.body
    left = MOST_READ * (body.end - body.start)
    for one in model.loops:
        if one.keyword == "for" and one.step.end > one.step.start:
            continue
        loop = _turn(unit.code, one)
        if left < 0:
            yield Hazard("W031", loop.span, "loops stand in too many others")
            continue
        locks = sum(1 for text in (loop.condition, loop.body) for _ in LOCK.finditer(text))
        left -= (1 + locks) * (len(loop.condition) + len(loop.body)) + loop.span.end - loop.span.start
        if left < 0 and locks:
            yield Hazard("W031", loop.span, "too much of it works on locks")
            continue
        said = "takes a lock" if _takes_lock(loop, values) else "waits for a flag" if _waits(loop) else ""
        if said and not _one_thread(unit, model.path(loop.span.start), values):
            yield Hazard("W026", loop.span, said)


def _turn(code: bytes, loop: Loop) -> Turn:
    """Give the texts of a loop; shown is its head, of a `do` what stands behind it."""
    start = word_start(code, before(code, loop.head.start - 1, b" \t\r\n"))
    text = code[slice(*loop.body)].strip()
    block = text.startswith(b"{") and text.endswith(b"}")
    return Turn(Span(start, loop.head.end + 1), code[slice(*loop.condition)], text[1:-1] if block else text)


def _takes_lock(loop: Turn, values: LazyValues) -> bool:
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


def _leaves(loop: Turn, body: bytes, start: int) -> bool:
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


def _waits(loop: Turn) -> bool:
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
        if condition.otherwise or condition.keyword != "if" or b"||" in text:
            continue
        if ONE_THREAD.search(text):
            return True
        for found in EQUALS.finditer(text):
            known = values.at(condition.span.start)
            symbol = known.symbol(found[1] or found[2])
            if symbol in known.thread and symbol not in known.lane:
                return True
    return False
