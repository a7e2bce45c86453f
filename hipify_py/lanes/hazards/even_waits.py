"""Waits to which every thread of a block comes, for what is asked alike by all: they wait for another block.

Told where the block sets behind the wait what it asks: no thread of it does so before it is through itself,
on any GPU, so that the first to do so is one of another block. Threads that have ended before set nothing.
Where a kernel sets nothing of it at all, the host does so, or another kernel.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import MOST_CALLS, sites
from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.lanes.flow.uniformity import BY_NAME
from hipify_py.lanes.flow.value_types import is_number
from hipify_py.lanes.hazards.arrivals import by_all
from hipify_py.lanes.hazards.call_roles import STILL, role_of
from hipify_py.lanes.hazards.lambda_entries import entries
from hipify_py.lanes.hazards.own_block_flags import device_variables
from hipify_py.lanes.hazards.posted_before import MOST, first_posts, is_parameter, posts
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.functions import functions, makes_kernel
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.lanes.flow.call_sites import Site
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment, CallText, Loop, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# In what may differ by thread.
LANES = (b"threadIdx", b"laneid", b"%tid", b"warpid", b"lane", b"Lane", b"thread_rank", b"group_rank")
CONTINUED = b"\\"
LOOKS = STILL | {"load"}  # and changes nothing
LOOP_WORDS = frozenset((b"for", b"while", b"do"))
DEEPEST = 4  # functions that lead from a kernel to the wait, or that one calls


def waits_evenly(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether all threads of a block come to a loop that waits, and ask the same of the same memory."""
    asked = [loop.condition, *(one for each in of.leaving.get(loop.head, ()) for one in each)]
    assigned = of.model.assigned_in(loop.whole)
    pieces = [*followed(of.unit.code, asked, by_assignments(assigned))]
    own = {one.name for one in assigned}
    names = {name for _, words in pieces for name in words}
    variables = (names & device_variables(of.unit)) - of.names.declared.keys()
    flags = frozenset(name for name in names if _is_pointer(of, name)) - own | variables
    made = first_posts(of.unit, of, flags)[:MOST]
    begins = entries(of.unit, of.model, loop.whole.start)
    begin, end = min(begins, default=0), max([loop.whole.end, *begins])
    behind = bool(begins) and any(one.name and one.at >= end for one in made)
    told = behind or (bool(begins) and not made and _is_set_outside(of, flags, names, begin))
    if not told or not all(one.name == one.target.strip() and _is_number(of, one.name) for one in assigned):
        return False
    alike = all(_is_alike(of, at, own, values) for at in (loop.body, *(at for at, _ in pieces)))
    # What a function does that is called before, nobody tells of a variable.
    before = bool(variables) or len(made) == MOST or any(one.at < begin for one in made)
    read = of.model if before else _without_ended(of.unit, of.model, loop.whole.start)
    return alike and by_all(of.unit, read, loop.whole.start, values, DEEPEST)


def _is_set_outside(of: LoopExits, flags: frozenset[bytes], asked: set[bytes], begin: int) -> bool:
    """Say whether a kernel waits for what it is handed alone, and stores nothing at all before.

    It is one of the host or of another kernel who sets that: whoever does so here is through the wait.
    """
    read, declared = of.model, of.names.declared
    if read.function.kind != "kernel" or not flags or b"asm" in of.unit.code[slice(*read.function.body)]:
        return False
    all_handed = all(is_parameter(of, name) for name in flags)
    others = (
        asked - declared.keys() - defined_functions(of.unit).keys()
    )  # what these do is looked at elsewhere
    known = (of.constants.number(one) or role_of(one) in LOOKS for one in others)
    return all_handed and all(known) and _keeps_to_itself(of.unit, of) >= begin


@fact_of
def _keeps_to_itself(unit: Unit, of: LoopExits) -> int:
    """Give up to where a kernel gives nothing but its own numbers values, and calls nothing else."""
    read, body = of.model, of.model.function.body
    pointers = frozenset(name for name in of.names.declared if _is_pointer(of, name))
    given = (one.value.start for one in read.assigned_in(body) if not _is_own_number(of, one))
    called = ((unit.code[slice(*one.name)], one.name.start) for one in read.called_in(body))
    calls = (at for name, at in called if role_of(name) not in LOOKS)
    stored = min((one.at for one in posts(of, pointers)), default=body.end)
    return min(stored, next(given, stored), next(calls, stored))


def _is_own_number(of: LoopExits, one: Assignment) -> bool:
    """Say whether what is given a value is a name of the function's own, and that itself."""
    made = of.names.declaration(one.name, one.value.start) if one.name else None
    is_itself = made is not None and one.target.strip() == one.name and made.sign_in(of.unit.code) != b"&"
    return is_itself and not of.is_shared(one.name)


def _without_ended(unit: Unit, of: Model, place: int) -> Model:
    """Give a function without what ends threads before a place: who has ended sets nothing any more."""
    if of.function.kind != "kernel" and not ends_kernels(unit, of.function):
        return of
    home = of.home(place)
    stay = (one for one in of.jumps if one.kind != "return" or one.at > place or one.home != home)
    return of._replace(jumps=tuple(stay))


@fact_of
def ends_kernels(unit: Unit, function: Function) -> bool:
    """Say whether each call of a function is the last that a kernel does: its `return` ends threads."""
    called, named = [*sites(unit, function)], _in_macros(unit, function)
    if named is None or not (called or named) or not all(one.home.kind == "kernel" for one in called):
        return False
    return all(_is_last(unit, one.at, one.home) and not _is_again(unit, one) for one in called) and all(
        makes_kernel(unit, macro)
        and _is_last(unit, at, macro)
        and LOOP_WORDS.isdisjoint(A_NAME.findall(unit.code, macro.body.start, at))
        for at, macro in named
    )


def _in_macros(unit: Unit, function: Function) -> list[tuple[int, Function]] | None:
    """Give where macros of a file name a function, each with the macro; None where it is named too often."""
    found = [word.start for word in islice(standing(unit, function.called), MOST_CALLS + 1)]
    if len(found) > MOST_CALLS:  # of which `sites` gives none
        return None
    inside = [at for at in found if unit.directive_at(at)]
    return [(at, home) for at, home in functions(unit, inside).items() if home.kind == "macro"]


def _is_last(unit: Unit, at: int, home: Function) -> bool:
    """Say whether a kernel ends behind a call; it may be one that a macro makes, and not all of that."""
    code, end = unit.code, home.body.end
    left = code.count(b"{", home.body.start, at) - code.count(b"}", home.body.start, at)
    behind = expression_end(code, at, end)
    if code[behind : behind + 1] != b";" or b";" in code[at:behind]:  # a lambda that is handed may do more
        return False
    while left > 0:
        mark = token_at(code, behind + 1)
        while mark.text == CONTINUED:
            mark = token_at(code, mark.end)
        if mark.text != b"}" or mark.end > end:
            return False
        behind, left = mark.start, left - 1
    return True


def _is_again(unit: Unit, site: Site) -> bool:
    """Say whether a call stands in a loop."""
    return any(one.keyword in LOOPS for one in model(unit, site.home).path(site.at))


def _is_pointer(of: LoopExits, name: bytes) -> bool:
    return any(one.pointers for one in of.names.declared.get(name, ()))


def _is_number(of: LoopExits, name: bytes) -> bool:
    """Say whether a name is that of a number of the function's own."""
    made = of.names.declared.get(name, ())
    return bool(made) and not of.is_shared(name) and all(is_number(of.unit.code, one) for one in made)


def _is_alike(of: LoopExits, at: Span, own: set[bytes], values: LazyValues) -> bool:
    """Say whether an expression reads the same memory for all threads, `own` names of the loop left aside."""
    if not all(_asks_alike(of, one) for one in of.model.called_in(at)):
        return False
    known, nodes = values.at(at.start), [*expression(of.unit.code[slice(*at)]).walk()]
    if any(node.kind == "call" and node.text in BY_NAME and known.value(node).level for node in nodes):
        return False
    names = (node.text for node in nodes if node.kind == "name" and node.text not in own)
    return all(known.level(name) == "uniform" or is_parameter(of, name) for name in names)


def _asks_alike(of: LoopExits, call: CallText) -> bool:
    """Say whether a call only reads, by what it is given: an atomic that adds nothing, a load, a pause."""
    name = of.unit.code[slice(*call.name)]
    role = role_of(name)
    if role in LOOKS or of.calls.adds_nothing(call):
        return True
    made = defined_functions(of.unit).get(name)
    return made is not None and _reads_alike(of.unit, made, DEEPEST)


def _reads_alike(unit: Unit, made: Function, left: int) -> bool:
    """Say whether a function stores nothing and asks for no number of a thread, nor calls one that may."""
    text, read = unit.source[slice(*made.body)], model(unit, made)
    own = {one.name for one in read.declarations}
    stores = any(one.name != one.target.strip() or one.name not in own for one in read.assignments)
    if left == 0 or stores or any(word in text for word in LANES):
        return False
    called = {unit.code[slice(*one.name)] for one in read.calls}
    others = (defined_functions(unit).get(name) for name in called if role_of(name) not in LOOKS)
    return all(other and _reads_alike(unit, other, left - 1) for other in others)
