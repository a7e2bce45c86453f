"""On what the ways out of a loop hang: on memory that others write, on a lock, or on the loop's own doing."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Literal

from hipify_py.model import Span
from hipify_py.source.function_model import LOOPS, Loop
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import Assignment, CallText, Model
    from hipify_py.source.unit import Unit

Kind = Literal["moves", "lock", "flag", "still"]

FOR_EVER = re.compile(rb"\s*(?:true|1|!\s*0)?\s*")
LOCK = re.compile(rb"atomic(CAS|Exch)(?:_block|_system)?")
LOADS = re.compile(  # calls that only look, by their names
    rb"atomic(?:Add|Or|Max|Load)\w*|__ld\w*|ld_?\w*|[Ll]oad\w*|\w+_(?:ld|load)\w*|(?:test|try)_wait\w*"
)
ADDS = re.compile(rb"atomic(?!Load)")
CALM = re.compile(rb"__nanosleep|__threadfence\w*|(?:__)?syncwarp|nanosleep|__builtin_amdgcn_s_sleep|printf")
PURE = re.compile(  # what they give hangs on what they are given alone
    rb"(?:static|reinterpret|const)_cast|(?:__)?(?:any|all|ballot)(?:_sync)?|min|max|abs|sizeof"
    rb"|int|unsigned|bool|volatile|u?int\d+_t|__popc(?:ll)?|__ffs(?:ll)?"
)
KNOWN = (LOADS, CALM, PURE, LOCK)
VOTE = re.compile(rb"(?:__)?(?:any|all|ballot)(?:_sync)?")
BARRIER = re.compile(rb"__syncthreads\w*|sync")
FREES = re.compile(rb"(?i)\w*(?:unlock|release)\w*")
READS = re.compile(rb"\[|->|\*\s*(?:\(|[A-Za-z_])")  # of memory, or a product
NAME = re.compile(rb"[A-Za-z_](?<![\w.].)(?<!->.)\w*+")
CONSTANT = re.compile(rb"[A-Z_][A-Z0-9_]*|true|false")
BLOCK = re.compile(rb"\bblockIdx\b|\batomic(?:Add|Inc)\s*\((?![^;]*,\s*0[uU]?[lL]*\s*\))")
SHARED = re.compile(rb"\b(?:volatile|__shared__)\b")
NONE = Span(0, 0)
DEEPEST = 3  # functions that are looked into, one from the other
MOST_STEPS = 200  # of names that are followed for one loop
DECIDES: tuple[Kind, ...] = ("moves", "lock", "flag")


class LoopExits:
    """The ways out of the loops of one function; `depth` counts the functions that lead to it."""

    def __init__(self, unit: Unit, of: Model, constants: ConstantTable, depth: int = 0) -> None:
        """Remember where to look."""
        self.unit, self.model, self.constants, self.depth = unit, of, constants, depth
        self.names = names(unit, of.function)
        self._functions: dict[bytes, Kind] = {}
        self._known: dict[bytes, bool] = {}
        self._shared: dict[bytes, bool] = {}

    def kind(self, loop: Loop) -> Kind:
        """Say what a loop does: it moves on by itself, takes a lock, waits for a flag, or asks nothing."""
        return _Turn(self, loop).kind()

    def of_function(self, name: bytes) -> Kind:
        """Say on what it hangs what a function of the file returns, such as one that tries to take a lock."""
        if name not in self._functions:
            self._functions[name] = "moves"  # where it calls itself
            self._functions[name] = self._returned(name)
        return self._functions[name]

    def _returned(self, name: bytes) -> Kind:
        made = defined_functions(self.unit).get(name) if self.depth < DEEPEST else None
        if made is None:
            return "moves"
        read = model(self.unit, made)
        whole = Loop("while", made.body, NONE, NONE, NONE, NONE, made.body)
        turn = _Turn(LoopExits(self.unit, read, self.constants, self.depth + 1), whole)
        return _first({turn.of_expression(one.value, frozenset()) for one in read.jumps if one.value})

    def is_known(self, name: bytes) -> bool:
        """Say whether a function, by its name, changes nothing that it is given but what it swaps."""
        if name not in self._known:
            self._known[name] = any(one.fullmatch(name) for one in KNOWN)
        return self._known[name]

    @cached_property
    def leaving(self) -> dict[Span, list[Sequence[Span]]]:
        """Give for each loop, by its head, the conditions in it around each jump that leaves it."""
        found: dict[Span, list[Sequence[Span]]] = {}
        for jump in self.model.jumps:
            around = [one for one in self.model.path(jump.at) if holds(jump.home, one.span)]
            heads = [at for at, one in enumerate(around) if one.keyword in LOOPS or one.keyword == "switch"]
            left = heads[-1:] if jump.kind == "break" else heads if jump.kind in {"return", "goto"} else []
            for at in left:
                if around[at].keyword in LOOPS:
                    conditions = [one.span for one in around[at + 1 :]]
                    found.setdefault(around[at].span, []).append(conditions)
        return found

    def is_shared(self, name: bytes) -> bool:
        """Say whether others may write what a name holds, by how it is declared."""
        if name not in self._shared:
            made = (one for one in self.names.declared.get(name, ()) if not one.pointers)
            self._shared[name] = any(SHARED.search(self.unit.source, *one.statement) for one in made)
        return self._shared[name]


class _Turn:
    """One loop: what it assigns and calls, and on what the ways out of it hang."""

    def __init__(self, function: LoopExits, loop: Loop) -> None:
        self.function, self.loop, self.model = function, loop, function.model
        self.code, self.steps = function.unit.code, 0

    def kind(self) -> Kind:
        """Say what the loop does: it moves on by itself, takes a lock, waits for a flag, or asks nothing."""
        if any(map(BARRIER.fullmatch, self.called)):
            return "moves"  # all threads of the block go on together
        found: set[Kind] = {self.of_exit(conditions) for conditions in self.exits}
        return _first(found)

    def text(self, span: Span) -> bytes:
        return self.code[slice(*span)]

    @cached_property
    def calls(self) -> list[CallText]:
        return [one for one in self.model.called_in(self.loop.whole) if self.holds(one.name)]

    @cached_property
    def called(self) -> dict[bytes, list[CallText]]:
        """Give the calls of each function in the loop."""
        found: dict[bytes, list[CallText]] = {}
        for call in self.calls:
            found.setdefault(self.text(call.name), []).append(call)
        return found

    @cached_property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what is assigned in the loop, by the first name of the target."""
        found: dict[bytes, list[Assignment]] = {}
        for one in self.model.assigned_in(self.loop.whole):
            if self.holds(one.value) and (name := NAME.search(one.target)):
                found.setdefault(name[0], []).append(one)
        return found

    def holds(self, span: Span) -> bool:
        """Say whether something stands in the loop, behind what it begins with."""
        begins = self.loop.start
        return holds(self.loop.whole, span) and not begins.start <= span.start < begins.end

    @cached_property
    def exits(self) -> list[Sequence[Span]]:
        """Give the conditions of each way out: that of the loop, and those around what leaves it."""
        asked = self.loop.condition
        found: list[Sequence[Span]] = [] if FOR_EVER.fullmatch(self.code, *asked) else [[asked]]
        return found + self.function.leaving.get(self.loop.head, [])

    def of_exit(self, conditions: Sequence[Span]) -> Kind:
        """Say on what a way out hangs: where one of its conditions moves, it does."""
        kind = _first({self.of_expression(span, frozenset()) for span in conditions})
        if kind != "still":
            return kind
        known = all(map(self.function.is_known, self.called))
        idle = not self.given and known and NAME.search(self.code, *self.loop.condition)
        return "flag" if idle else "still"

    def of_expression(self, span: Span, followed: frozenset[bytes]) -> Kind:
        """Say on what an expression hangs, through the names that the loop assigns."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return "moves"
        kinds: set[Kind] = set()
        inside = [one for one in self.calls if span.start <= one.name.start < span.end]
        called = {one.name.start for one in inside}
        for call in inside:
            kinds.add(self.of_call(call))
        for word in NAME.finditer(self.code, *span):
            if word.start() not in called:
                kinds.add(self.of_name(word[0], followed, Span(*word.span())))
        if READS.search(self.code, *span):
            kinds.add("flag")
        return _first(kinds)

    def of_name(self, name: bytes, followed: frozenset[bytes], at: Span) -> Kind:
        """Say on what a name hangs: on all that the loop gives it, and on the conditions of that."""
        if name in followed:
            return "moves"  # it is made of what it was in the turn before
        given = self.given.get(name, ())
        if not given:
            return "moves" if name in self.lent else "flag" if self.function.is_shared(name) else "still"
        if any(one.operator or one.name != name for one in given):
            return "moves"
        kinds: set[Kind] = set()
        for one in given:
            if one.value.start <= at.start < one.value.end:
                return "moves"
            kinds.add(self.of_expression(one.value, followed | {name}))
            if CONSTANT.fullmatch(self.text(one.value).strip(b"() \t")) or self.number(one.value):
                around = [each.span for each in self.model.path(one.value.start) if self.holds(each.span)]
                kinds |= {
                    self.of_expression(each, followed | {name}) for each in around if each != self.loop.head
                }
        return _first(kinds)

    def number(self, span: Span) -> bool:
        return self.function.constants.number(self.text(span).strip()) is not None

    @cached_property
    def lent(self) -> frozenset[bytes]:
        """Give the names that calls may change: those that stand alone, or behind `&`, in their arguments."""
        found = set[bytes]()
        for name, calls in self.called.items():
            if self.function.is_known(name) or self.function.of_function(name) in {"lock", "flag"}:
                continue
            for one in chain.from_iterable(call.arguments for call in calls):
                bare = self.text(one).strip().lstrip(b"&")
                if NAME.fullmatch(bare):
                    found.add(bare)
        return frozenset(found)

    def of_call(self, call: CallText) -> Kind:
        """Say on what the outcome of a call hangs."""
        name = self.text(call.name)
        if VOTE.fullmatch(name) and any(self.of_blocks(one) for one in call.arguments):
            return "moves"  # all lanes wait together, for another block
        if LOCK.fullmatch(name):
            return self.of_swap(call)
        if LOADS.fullmatch(name):
            return "flag" if not ADDS.match(name) or self.adds_nothing(call) else "moves"
        if PURE.fullmatch(name) or CALM.fullmatch(name):
            return "still"
        kind = self.function.of_function(name)
        return "moves" if kind == "lock" and self.is_freed(call, set()) else kind

    def adds_nothing(self, call: CallText) -> bool:
        value = (
            self.function.constants.number(self.text(call.arguments[-1]).strip()) if call.arguments else None
        )
        return value is not None and value.value == 0

    def of_blocks(self, span: Span) -> bool:
        """Say whether an expression hangs on the index of the block, or on a number drawn, through names."""
        todo, seen = [span], set[bytes]()
        while todo:
            at = todo.pop()
            if BLOCK.search(self.code, *at):
                return True
            for word in {one[0] for one in NAME.finditer(self.code, *at)} - seen:
                seen.add(word)
                todo += (one.value for one in self.function.names.given.get(word, ()))
        return False

    def of_swap(self, call: CallText) -> Kind:
        """Say whether an atomic swap takes a lock: of one value, at one place, and not given back at once."""
        if len(call.arguments) < 2:
            return "moves"
        address, *swapped = call.arguments
        names = {word[0] for word in NAME.finditer(self.code, *address)}
        still = all(self.of_expression(one, frozenset()) == "still" for one in swapped[:1])
        moves = self.of_expression(address, frozenset()) == "moves"
        return "lock" if still and not moves and not self.is_freed(call, names) else "moves"

    def is_freed(self, swap: CallText, names: set[bytes]) -> bool:
        """Say whether the loop itself gives back a lock behind the swap that takes it, in the same turn."""
        for call in self.calls:
            if call.name.start > swap.name.start and self.loop.body.start <= call.name.start:
                name = self.text(call.name)
                used = {word[0] for one in call.arguments[:1] for word in NAME.finditer(self.code, *one)}
                if FREES.fullmatch(name) or (name.startswith(b"atomic") and used & names):
                    return True
        return False


def _first(kinds: Container[Kind]) -> Kind:
    """Give what decides of several: what moves on, then a lock, then a flag."""
    return next((kind for kind in DECIDES if kind in kinds), "still")
