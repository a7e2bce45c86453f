"""Masks of lanes, followed through the functions of a file: which names hold one, which functions give it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.def_use import VOTES, WORD, read, used_as_masks
from hipify_py.lanes.flow.lane_values import NAMED_LANE
from hipify_py.source.brackets import arguments, closing, opening, unbracketed
from hipify_py.source.search import places
from hipify_py.source.statements import CALLED
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

THREAD = re.compile(rb"\bthreadIdx\s*\.\s*x\b|\bthread_rank\s*\(")
LANES = re.compile(rb"[lL]ane_?[iI][dD]\b|LANE_?ID\b|thread_rank\s*\(")
DECLARED = re.compile(rb"\b([A-Za-z_]\w*+)\s*\([^(){};]*\)\s*;")
TYPED = re.compile(rb"(?:\A|[;{}\n])\s*(?!return\b)(?:[\w:<>,]+[\s*]+)+\Z")
MAKES = frozenset(b"__ballot __ballot_sync __activemask __match_any __match_any_sync __match_all".split()) | {
    b"__match_all_sync",
    *(b"get_sreg_lanemask_" + which for which in b"eq lt le gt ge".split()),
}
CAST = re.compile(rb"(?:static_cast|unsigned|int|u?int(?:32|64)_t|uint)\Z")
SUBSCRIPT = re.compile(rb"\[[^\[\]]*\]")
NO_MASK = re.compile(rb"[=!]=|&&|\|\||(?<![\w)\]]\s)(?<![\w)\]])!|&\s*1[uU]?[lL]*\s*\Z|\s[<>]\s|[<>]=")
BIT = re.compile(rb"(?<![\w.])[12](?:[uU]|[uU]?[lL]+|[uU][lL]+)?\s*<<\s*([^;,<>=?:&|]+)")
SHIFTED = re.compile(
    rb"(?<![\w.])(0[xX][fF]{7}[0-9a-fA-F][uU]?|~\s*0[uU]?|UINT(?:32)?_MAX)\s*<<\s*([^;,<>=?:&|]+)"
)
BELOW = re.compile(
    rb"(?<![\w.])(0[xX][fF]{8}[uU]?|~\s*0[uU]?|UINT(?:32)?_MAX)\s*>>\s*\(\s*(31|32)\s*-\s*([^()]*(?:\([^()]*\))?[^()]*)\)"
)
WIDE_SHIFT = re.compile(rb"(?<![\w.])(?:0[xX][fF]+[uU]?[lL]+|~\s*0[uU]?[lL]+)\s*(?:<<|>>)\s*([^;,<>=?:&|]+)")
# What stands before each of their signs, to look for by these: few files have one of a mask.
OF_SHIFT = re.compile(rb"(?<![\w.])(?:[12]|0[xX][fF]+[0-9a-eA-E]?|~\s*0|UINT(?:32)?_MAX)[uUlL]*\s*\Z")
SHIFTS = (BIT, SHIFTED, BELOW, WIDE_SHIFT)
BOTH = re.compile(  # two names, or a name and a call, of which the one picks bits of the other
    rb"([A-Za-z_](?<![\w.>:].)\w*+)\s*+(?<!&)[&|^]=?\s*~?\s*(?:\w+\s*::\s*)*([A-Za-z_]\w*)\b(?:\s*(\()|(?!\s*(?:[.(\[]|->|::)))"
)
BEHIND = re.compile(rb"\)\s*[&|^]\s*~?\s*(?:this\s*->\s*)?([A-Za-z_]\w*)\b(?!\s*(?:\(|->|::|\.|\[))")


MACRO = re.compile(rb"define[ \t]+\w+(?:\([^()]*\))?")
LONGEST, MOST_BRACKETS = 2000, 64  # bytes of an expression that is looked at, and brackets in it
MOST_ROUNDS = 50  # in which masks are followed from function to function


class Masks:
    """What is known of the masks of lanes in a file; all of it where they are `settled`."""

    def __init__(self, unit: Unit, all_facts: Sequence[FunctionFacts]) -> None:
        """Follow the masks until nothing new is learnt."""
        self.unit = unit
        followed = all_facts if _has_masks(unit, all_facts) else ()
        self.bodies = {w.function: read(unit, w) for w in followed if w.function and w.values}
        self.by_name = {body.name: body for body in self.bodies.values()}
        self.names = {function: used_as_masks(unit, body) for function, body in self.bodies.items()}
        self.givers: set[bytes] = set()
        self._bits = {of: BOTH.findall(unit.code, *of.body) for of in self.bodies}
        self._behind = {of: [*BEHIND.finditer(unit.code, *of.body)] for of in self.bodies}
        before, rounds = -1, 0
        order = [*self.bodies.values()]
        while before != (before := len(self.givers) + sum(map(len, self.names.values()))):
            rounds += 1
            if rounds > MOST_ROUNDS:
                break
            for body in order:
                self._follow(body)
            order.reverse()  # or a mask that goes from each function to the one before took a round for each
        self.settled = rounds <= MOST_ROUNDS

    def holds(self, text: bytes, function: Function) -> bool:
        """Say whether the value of an expression is a mask of lanes; one that is too long may be."""
        if b";" in text:
            return False  # of a lambda
        if len(text) > LONGEST or text.count(b"(") > MOST_BRACKETS:
            return b"{" not in text
        known = (self.names[function], self.givers, MAKES)
        words = set(WORD.findall(text))
        if all(words.isdisjoint(names) for names in known) and b"<<" not in text and b">>" not in text:
            return False
        text = SUBSCRIPT.sub(b"", text)
        rest = self._bare(text.split(b"?", 1)[1] if b"?" in text else text)
        if NO_MASK.search(rest):
            return False
        words = set(WORD.findall(rest))
        shifts = SHIFTS if b"<<" in rest or b">>" in rest else ()
        return any(not words.isdisjoint(names) for names in known) or any(
            self.of_lane(found[found.lastindex or 1], function)
            for shift in shifts
            for found in shift.finditer(rest)
        )

    def of_lane(self, text: bytes, function: Function) -> bool:
        """Say whether an expression names a lane."""
        if THREAD.search(text) or LANES.search(text):
            return True
        words = set(WORD.findall(text))
        return bool(words & self.bodies[function].lanes) or any(map(NAMED_LANE.fullmatch, words))

    def is_open(self, body: Body) -> bool:
        """Say whether others may call a function than those of this file: it is declared, or not called."""
        callers = self._callers.get(body.name, set())
        return callers <= {body.function} or body.name in declared(self.unit)

    @cached_property
    def _callers(self) -> dict[bytes, set[Function]]:
        """Give the functions in which each name is called."""
        found: dict[bytes, set[Function]] = {}
        for body in self.bodies.values():
            for call in body.called:
                found.setdefault(self.unit.code[slice(*call.name)], set()).add(body.function)
        return found

    def _bare(self, text: bytes) -> bytes:
        """Take out what stands in the brackets of calls, unless what they give is a mask by that."""
        at = 0
        while found := CALLED.search(text, at):
            end = closing(text, found.end() - 1, len(text))
            if CAST.search(found[1]):
                at = found.end()
                continue
            if found[1].startswith((b"__shfl", b"__brev")):
                value = [*arguments(text, found.end() - 1, len(text))][found[1].endswith(b"_sync") :][:1]
                kept = b"(" + (text[slice(*value[0])] if value else b"0") + b")"
                text, at = text[: found.start()] + kept + text[end:], found.start() + 1
                continue
            kept = found[1] + b" " if found[1] in MAKES or found[1] in self.givers else b" 0 "
            kept = found[1] + b"()" if LANES.search(found[1]) else kept
            text = text[: found.start()] + kept + text[end:]
            at = found.start() + len(kept)
        return text

    def _follow(self, body: Body) -> None:
        code, names = self.unit.code, self.names[body.function]
        for one in body.given:
            name = WORD.match(one.target)
            known = name is None or name[0] in names
            if (
                name
                and not known
                and (name[0] == one.target or name[0] in body.arrays)
                and self.holds(code[slice(*one.value)], body.function)
            ):
                names.add(name[0])
        self._follow_bits(body)
        for argument, callee, taken in self.passed(body):
            self._pass(code[slice(*argument)], body, callee, taken)
        kind = body.function.kind
        values = [code[slice(*value)] for value in body.returned] if kind in {"device", "host"} else []
        values += [_meaning(code, body.function)] if kind == "macro" else []
        if body.name not in body.yes and any(self.holds(value, body.function) for value in values):
            self.givers.add(body.name)

    def _follow_bits(self, body: Body) -> None:
        """Take what picks bits of a mask for a mask, too."""
        code, names = self.unit.code, self.names[body.function]
        for first, second, called in self._bits[body.function]:
            if called and first in names and second in self.by_name:
                self.givers.add(second)
            elif not called and not names.isdisjoint({first, second}):
                names |= {word for word in (first, second) if body.facts.constants.number(word) is None}
        for found in self._behind[body.function]:
            if found[1] not in names and body.facts.constants.number(found[1]) is None:
                start = opened(code, found.start(), body.function.body.start)
                if self.holds(code[start : found.start() + 1], body.function):
                    names.add(found[1])
        names -= body.yes

    def passed(self, body: Body) -> Iterator[tuple[Span, Body, bytes]]:
        """Give what a function passes to others of its file, with the callee and its parameter."""
        for call in body.called:
            if callee := self.by_name.get(self.unit.code[slice(*call.name)]):
                for argument, name in zip(call.arguments, callee.parameters, strict=False):
                    yield argument, callee, name

    def _pass(self, text: bytes, body: Body, callee: Body, name: bytes) -> None:
        """Follow an argument into a function, and what the function takes for a mask back to the caller."""
        if name in self.names[callee.function]:
            bare = unbracketed(text)
            if WORD.fullmatch(bare):
                self.names[body.function].add(bare)
        elif self.holds(text, body.function):
            self.names[callee.function].add(name)


@fact
def declared(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions that a file declares, so that others may call them."""
    found = DECLARED.finditer(unit.code)
    return frozenset(
        one[1] for one in found if TYPED.search(unit.code[max(0, one.start() - 80) : one.start()])
    )


def _has_masks(unit: Unit, all_facts: Sequence[FunctionFacts]) -> bool:
    """Say whether anything in a file may take, make or give a mask of lanes: few files need the rest."""
    return (
        any(word in unit.code for word in MAKES)
        or any(OF_SHIFT.search(unit.code, max(0, at - 64), at) for at in places(unit.code, b"<<", b">>"))
        or any(op.kind in VOTES for facts in all_facts for op in facts.ops)
        or any(read.kind == "register" for facts in all_facts for read in facts.assemblies)
    )


def _meaning(code: bytes, function: Function) -> bytes:
    """Give the text that a macro stands for, where it is an expression."""
    found = MACRO.search(code, *function.body)
    text = code[found.end() : function.body.end] if found else b""
    return b"" if b";" in text or b"{" in text else text


def opened(code: bytes, closed: int, least: int) -> int:
    """Give where a bracket's other end stands, with the name of the function that is called by it."""
    at = opening(code, closed, least + 1)
    name = re.search(rb"\w*\s*\Z", code[max(least, at - 64) : at]) if at >= 0 else None
    return at - len(name[0]) if name else least
