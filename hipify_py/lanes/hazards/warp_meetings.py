"""Calls that bring lanes to what all lanes of their warp do together, by functions of the file.

A function may be handed the mask of the lanes that it is for: who hands it that of all lanes comes to there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_classes import MOST, may_call
from hipify_py.lanes.flow.call_sites import calls_by_name
from hipify_py.lanes.hazards.meeting_calls import DEEPEST, Meeting, all_taken, handed_on, leading
from hipify_py.model import Span
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_reading import functions_by_name, is_called_alone, model, names
from hipify_py.source.functions import functions
from hipify_py.source.statements import written_call
from hipify_py.source.template_parameters import given_to
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BARRIER, SYNC = b"__syncwarp", b"_sync"
# Where lanes meet, and where they take values of one another, too.
JOINS = (BARRIER, *(b"__%b_sync" % one for one in b"any all ballot match_any match_all".split()))
SHUFFLES = tuple(b"__shfl" + way + sync for way in (b"", b"_up", b"_down", b"_xor") for sync in (b"", SYNC))
ONE_LANE = b"__shfl"  # without a mask: the lanes that are there take the value of one of them
TAKES = (
    *(one for one in SHUFFLES if one != ONE_LANE),
    *(b"__reduce_%b_sync" % one for one in b"add min max and or xor".split()),
)
ALL_LANES = frozenset({0xFFFFFFFF, 2**64 - 1})
VALUE_AND_LANE = 2  # what a shuffle is given before its width
WARP = 32

Names = tuple[bytes, ...]
Taken = dict["Function", frozenset[bytes]]  # parameters that are masks for what lanes do together


class Together(NamedTuple):
    """What lanes do together in a function, and the mask that it is given, if any."""

    home: Function
    at: Span
    mask: Span | None


@fact_of
def warp_calls(unit: Unit, constants: ConstantTable, of: Names) -> dict[Span, list[Span]]:
    """Give, by the spans of the functions around, the calls of what has some of such for all lanes in it."""
    here, handed = _for_all(unit, constants, of)
    found = leading(unit, [*here, *handed]).calls if here or handed else {}
    for one in handed:
        spans = found.setdefault(one.home.span, [])
        spans += () if one.at in spans else (one.at,)
    return found


def _for_all(unit: Unit, constants: ConstantTable, of: Names) -> tuple[list[Meeting], list[Meeting]]:
    """Give where functions have what all lanes do together, and where they hand others the mask for it."""
    here: list[Meeting] = []
    taken: dict[Function, set[bytes]] = {}
    for home, at, given in _together(unit, constants, of):
        mask = _behind(unit, home, given) if given else None
        if mask is None or _is_full(unit, home, mask, constants):
            here.append(Meeting(home, at))
        elif name := _parameter(unit, home, mask):
            taken.setdefault(home, set()).add(name)
    first = {home: frozenset(masks) for home, masks in taken.items()}
    return here, [*_handed(unit, constants, first, {one.home for one in here})]


def _handed(unit: Unit, constants: ConstantTable, taken: Taken, meeting: set[Function]) -> Iterator[Meeting]:
    """Give the calls that hand the mask of all lanes to functions, by others that hand on what they take.

    The `meeting` functions have what all lanes do together whatever they are given.
    """
    known: set[tuple[Function, bytes]] = set()
    for _ in range(DEEPEST):
        known |= {(home, name) for home, masks in taken.items() for name in masks}
        further: dict[Function, set[bytes]] = {}
        for home, call, called in _calls(unit, taken, meeting.union(home for home, _ in known)):
            for name, argument in given_to(unit, called, call):
                if name not in taken[called]:
                    continue
                given = _behind(unit, home, argument)
                if _is_full(unit, home, given, constants):
                    yield Meeting(home, call.name)
                elif (own := _parameter(unit, home, given)) and (home, own) not in known:
                    further.setdefault(home, set()).add(own)
        taken = {home: frozenset(masks) for home, masks in further.items()}
        if not taken:
            return


def _calls(unit: Unit, taken: Taken, alike: set[Function]) -> Iterator[tuple[Function, CallText, Function]]:
    """Give the calls of some functions of the file, each with the function that it stands in."""
    for home, call, several in calls_by_name(unit, taken):
        for called in several:
            if is_called_alone(unit, called) or (
                may_call(unit, home, call, called) and not _may_be_another(unit, home, call, alike)
            ):
                yield home, call, called


def _may_be_another(unit: Unit, home: Function, call: CallText, alike: set[Function]) -> bool:
    """Say whether a call may as well be one of a function of its name that does nothing alike."""
    made = functions_by_name(unit).get(unit.code[slice(*call.name)], ())
    known = {one.span for one in alike}
    others = [one for one in made if one.span not in known and one.kind != "host"]
    return len(made) <= MOST and any(may_call(unit, home, call, one) for one in others)


def _behind(unit: Unit, home: Function, mask: Span) -> Span:
    """Give what a name of a function holds that is given a value once, where a mask is one."""
    name, known = unbracketed(unit.code[slice(*mask)]).strip(), names(unit, home)
    once = known.once(name) if name not in model(unit, home).parameters else None
    return once.value if once else mask


def _parameter(unit: Unit, home: Function, given: Span) -> bytes:
    """Give the parameter of a function that is handed on as it is; nothing where it is anything else."""
    name = unbracketed(unit.code[slice(*given)]).strip()
    return name if home.kind == "device" and name in handed_on(unit, home) else b""


def _together(unit: Unit, constants: ConstantTable, of: Names) -> Iterator[Together]:
    """Give what lanes do together, each with the function that it stands in."""
    found = [Span(word.start, word.end) for word in all_standing(unit, *of)]
    homes = functions(unit, [one.start for one in found]) if found else {}
    for one in found:
        call = written_call(unit.code, one) if one.start in homes else None
        name = unit.code[slice(*one)]
        if call is None or (name in SHUFFLES and _is_of_few(unit, call.arguments, name, constants)):
            continue
        if call.arguments and (name == BARRIER or name.endswith(SYNC)):
            yield Together(homes[one.start], one, call.arguments[0])
        elif name == BARRIER or call.arguments:
            yield Together(homes[one.start], one, None)


def _is_of_few(unit: Unit, given: Sequence[Span], name: bytes, constants: ConstantTable) -> bool:
    """Say whether a shuffle goes through groups of fewer lanes than a warp has, or such as are not told."""
    width = given[VALUE_AND_LANE + name.endswith(SYNC) :]
    number = constants.number(unit.code[slice(*width[0])].strip()) if width else None
    return bool(width) and (number is None or number.value < WARP)


def _is_full(unit: Unit, home: Function, mask: Span, constants: ConstantTable) -> bool:
    """Say whether a mask in a function is of all lanes; what it takes is no constant of that name."""
    mask = _behind(unit, home, mask)
    if not all_taken(unit, home).isdisjoint(OWN_NAME.findall(unit.code, *mask)):
        return False
    value = constants.number(unit.code[slice(*mask)].strip())
    return value is not None and value.value in ALL_LANES


def all_lanes(
    unit: Unit, home: Function, given: Sequence[Span], constants: ConstantTable, *, bare: bool
) -> bool:
    """Say whether the mask that an intrinsic is given first is of all lanes; `bare` if it needs none."""
    return _is_full(unit, home, given[0], constants) if given else bare
