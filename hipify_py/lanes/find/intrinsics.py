"""Find what works on a warp: calls of warp intrinsics, `warpSize`, CUB's warp classes.

What works on cooperative groups is found in `collectives`, lane registers of PTX in `registers`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hipify_py.lanes.find.cub_classes import classes, functions
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.find.warp_ops import Kind, WarpOp
from hipify_py.lanes.warp_names import INTRINSIC, MACRO, SHUFFLES
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.declarations import declares, own_scope
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.macros import around, defined, defines
from hipify_py.resolve.ownership import own_here, owner
from hipify_py.resolve.platform_branches import Known
from hipify_py.resolve.unread_branches import unread
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import closing, parameter_spans
from hipify_py.source.conditions import conditional, inside
from hipify_py.source.search import word_start
from hipify_py.source.statements import written_call
from hipify_py.source.tokens import follows, qualified_start, token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

OF_CUB: dict[bytes, tuple[Kind, bytes]] = {  # which functions of hipify_warp32.h CUB's are
    b"WARP_BALLOT": ("cub vote", b"ballot_sync"),
    b"WARP_ANY": ("cub vote", b"any_sync"),
    b"WARP_ALL": ("cub vote", b"all_sync"),
    b"WARP_SYNC": ("cub vote", b"syncwarp"),
    b"LaneId": ("cub lane", b"lane_id"),
    b"LaneMaskLt": ("cub lane", b"lanemask_lt"),
    b"LaneMaskLe": ("cub lane", b"lanemask_le"),
    b"LaneMaskGt": ("cub lane", b"lanemask_gt"),
    b"LaneMaskGe": ("cub lane", b"lanemask_ge"),
}
WIDTH = b"warpSize"
REGISTERS = tuple(
    b"get_sreg_" + one
    for one in b"laneid lanemask_eq lanemask_lt lanemask_le lanemask_gt lanemask_ge".split()
)
OF_PTX = frozenset({b"ptx::", b"cuda::ptx::", b"::cuda::ptx::"})
MEMBER = frozenset({b".", b"->"})
KINDS: dict[bytes, Kind] = {
    b"ballot": "vote",
    b"any": "vote",
    b"all": "vote",
    b"activemask": "active",
    b"match": "match",
    b"reduce": "reduce",
    b"syncwarp": "sync",
    b"shfl": "shuffle",
}


def warp_ops(unit: Unit, rules: RuleSet, overloads: frozenset[bytes] = frozenset()) -> list[WarpOp]:
    """Give the places that work on a warp, in order; those written for HIP already are left out.

    `overloads` are intrinsics of which other files of the project make their own functions, and with `MACRO`
    behind them shuffles of which they make macros.
    """
    apart = sides(unit).own
    found = [*_intrinsics(unit, rules, overloads), *_widths(unit), *_classes(unit), *_registers(unit)]
    return sorted((op for op in found if not inside(apart, op.span.start)), key=lambda op: op.span)


def _intrinsics(unit: Unit, rules: RuleSet, overloads: frozenset[bytes]) -> Iterator[WarpOp]:
    found = [
        (span, name) for span, name in unit.find(INTRINSIC) if word_start(unit.code, span.start) == span.start
    ]
    found = [*_without_own(unit, _without_unread(unit, found), rules)]
    own: dict[bytes, bool] = {}  # a project's own stand-ins: whether the intrinsic can take their place
    by_macro = [(span, name) for span, name in found if _goes_through(unit, span, name)]
    through = {name for span, name in by_macro if not conditional(unit, span.start)}
    gone = {*by_macro}
    others = {name for span, name in found if _makes(unit, span) and (span, name) not in gone}
    maybe = {name for _, name in by_macro} - through - others
    ever = {name for span, name in found if defines(unit, span) and not conditional(unit, span.start)}
    for span, name in found:
        if not own.get(name) and _makes(unit, span):
            own[name] = name in through or _stands_for(unit, span, name)
    most = _most_parameters(unit, (one for one in found if own.get(one[1]) is False and _makes(unit, one[0])))
    for span, name in found:
        kind = KINDS[name.split(b"_")[2]]
        if name in maybe:
            if not _makes(unit, span) and _in_code(unit, span):
                yield WarpOp(kind, name, span, unit.call(_bracketed(unit, span)), hidden=True)
        elif name in own and (own[name] or not _is_for_hips(unit, span, most.get(name))):
            made = _makes(unit, span)
            if not own[name] or (made and unit.directive_at(span.start) is None):
                yield WarpOp("own", name, span, stand_in="overload" if own[name] else "")
            elif not made and name not in through:
                yield WarpOp(kind, name, span, stand_in="macro" if name in ever else "stand-in")
        else:
            yield _of_hips(unit, span, name, overloads)


def _without_unread(unit: Unit, found: Sequence[tuple[Span, bytes]]) -> Iterator[tuple[Span, bytes]]:
    """Leave out where a file makes an intrinsic in a branch that HIP does not read: its calls are HIP's."""
    made = {span for span, name in found if _makes(unit, span) and not _goes_through(unit, span, name)}
    spans = unread(unit, (), Known()) if made else ()
    yield from (one for one in found if one[0] not in made or not inside(spans, one[0].start))


def _without_own(
    unit: Unit, found: Iterable[tuple[Span, bytes]], rules: RuleSet
) -> Iterator[tuple[Span, bytes]]:
    """Leave out where a name is that of a variable, a member or another thing of the program's own.

    A function at file scope is an overload of CUDA's, and stays in: it is looked at elsewhere.
    """
    everywhere = [*found]
    is_own = own_here(unit, [(span, name) for span, name in everywhere if not _overloads(unit, span)])
    for span, name in everywhere:
        is_apis = owner(unit, span, rules) in {"", None} and not is_own(span, name)
        if is_apis and not _is_parameter(unit, span):
            yield span, name


def _overloads(unit: Unit, span: Span) -> bool:
    """Say whether the file makes a function there which CUDA's own is an overload of: none of a class's."""
    if not _makes(unit, span):
        return False
    return unit.directive_at(span.start) is not None or own_scope(unit, span) is None


def _is_parameter(unit: Unit, span: Span) -> bool:
    """Say whether a name is that of a parameter, be it of a function that is only declared."""
    if not may_declare(unit.code, span) or unit.directive_at(span.start) is not None:
        return False
    near = unit.around(span)[-4:]
    return any("parameter_declaration" in node.type for node in near) and declares(unit, span)


def _of_hips(unit: Unit, span: Span, name: bytes, overloads: frozenset[bytes]) -> WarpOp:
    """Give a place where an intrinsic stands of which the file makes none itself."""
    kind = KINDS[name.split(b"_")[2]]
    if name in overloads and name in SHUFFLES:
        return WarpOp(kind, name, span, stand_in="stand-in")
    read = name not in overloads and _in_code(unit, span)
    call = unit.call(_bracketed(unit, span)) or written_call(unit.code, span) if read else None
    hidden = kind == "shuffle" and _is_hidden(unit, span, name, overloads)
    return WarpOp(kind, name, span, call, hidden=hidden)


def _most_parameters(unit: Unit, made: Iterable[tuple[Span, bytes]]) -> dict[bytes, int]:
    """Give how many parameters a file's own functions for intrinsics have at most; of macros any number."""
    most: dict[bytes, int] = {}
    for span, name in made:
        opening = unit.code.find(b"(", span.end)
        end = bracket_ends(unit).get(opening)
        is_plain = follows(unit.code, span.end, b"(") and unit.directive_at(span.start) is None
        given = parameter_spans(unit.code, opening, end) if is_plain and end else ()
        any_number = not given or b"..." in unit.code[slice(*given[-1])]
        most[name] = max(sys.maxsize if any_number else len(given), most.get(name, 0))
    return most


def _is_for_hips(unit: Unit, span: Span, most: int | None) -> bool:
    """Say whether a call has more arguments than the file's own functions of its name take at most."""
    call = unit.call(span) if most is not None and not _makes(unit, span) else None
    return call is not None and most is not None and len(call.arguments) > most


def _bracketed(unit: Unit, name: Span) -> Span:
    """Give a name with the brackets that stand around it alone, which keep a macro from its call."""
    whole = Span(name.start - 1, name.end + 1)
    return whole if unit.code[slice(*whole)] == b"(" + unit.code[slice(*name)] + b")" else name


def _is_hidden(unit: Unit, span: Span, name: bytes, told: frozenset[bytes]) -> bool:
    """Say whether a macro of the program's own may have the name of the shuffle without a mask."""
    alone = name.removesuffix(b"_sync")
    made = alone + MACRO in told or alone in defined(unit)
    return made and around(unit, span.start) != alone


def _in_code(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in code, or in a macro's text: not in any other directive."""
    directive = unit.directive_at(span.start)
    return directive is None or directive.name == b"define"


@fact_of
def _makes(unit: Unit, span: Span) -> bool:
    """Say whether the file itself defines the intrinsic that stands at a span, as a macro or a function."""
    before = unit.code[max(0, span.start - 64) : span.start].rstrip()
    return before.endswith(b"define") or (may_declare(unit.code, span) and declares(unit, span))


def overloaded(unit: Unit) -> Iterator[Span]:
    """Give where a file makes functions of its own of intrinsics with a mask, or of shuffles without one.

    Those with a mask are for types of its own. A call of the others may be of HIP's as well as of the file's.
    """
    apart, left_out = sides(unit).own, dead(unit)
    for span, name in unit.find(INTRINSIC):
        alike = (name.endswith(b"_sync") or name in SHUFFLES) and may_declare(unit.code, span)
        if (
            alike
            and not inside(apart, span.start)
            and not inside(left_out, span.start)
            and not unit.directive_at(span.start)
            and declares(unit, span)
            and own_scope(unit, span) is None
        ):
            yield span


def _stands_for(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether an intrinsic of the header does for the calls of a file's own: for an overload it does.

    A macro has to call an intrinsic, or to be empty; shuffles without a mask have no counterpart.
    """
    if name.startswith(b"__shfl") and not name.endswith(b"_sync"):
        return False
    directive = unit.directive_at(span.start)
    if directive is None:
        return True
    body = unit.code[_parameters_end(unit, span, directive) : directive.span.end]
    return not body.strip() or INTRINSIC.search(body) is not None


def _goes_through(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether a shuffle without a mask is made a macro of the file's own for another.

    The macro's text is converted, and its calls stay where it is made under no condition: within its text its
    name is HIP's.
    """
    directive = unit.directive_at(span.start)
    if not name.startswith(b"__shfl") or name.endswith(b"_sync") or not directive or not defines(unit, span):
        return False
    start = _parameters_end(unit, span, directive)
    return start > span.end and INTRINSIC.search(unit.code, start, directive.span.end) is not None


def _parameters_end(unit: Unit, name: Span, directive: Directive) -> int:
    """Give where the parameters of a macro end, or its name if it takes none."""
    takes = unit.code.startswith(b"(", name.end)
    return closing(unit.code, name.end, directive.span.end) if takes else name.end


def _widths(unit: Unit) -> Iterator[WarpOp]:
    if WIDTH not in unit.code:
        return
    elsewhere = owned(unit)
    for word in all_standing(unit, WIDTH):
        span = Span(word.start, word.end)
        own = _is_of_other(unit.code, word.start) or inside(elsewhere, word.start)
        if not own and _in_code(unit, span):
            yield WarpOp("size", WIDTH, span)


def _is_of_other(code: bytes, at: int) -> bool:
    """Say whether a name is that of a member, or one with a scope."""
    sign = token_before(code, at)
    return sign.text in MEMBER or (sign.text == b"::" and qualified_start(code, at) < sign.start)


def _registers(unit: Unit) -> Iterator[WarpOp]:
    """Find the functions of libcu++ that read a lane register."""
    for word in all_standing(unit, *REGISTERS) if b"get_sreg_lane" in unit.code else ():
        start = qualified_start(unit.code, word.start)
        scope = b"".join(unit.code[start : word.start].split())
        if scope in OF_PTX and follows(unit.code, word.end, b"(", b")"):
            name, span = word.text[len(b"get_sreg_") :], Span(word.start, word.end)
            call = unit.call(span) or written_call(unit.code, span)
            begins = start + (2 if scope.startswith(b"::") else 0)
            yield WarpOp("register", name.replace(b"laneid", b"lane_id"), Span(begins, word.end), call)


def _classes(unit: Unit) -> Iterator[WarpOp]:
    for name, span in classes(unit):
        yield WarpOp("cub", name, span)
    for name, span in functions(unit):
        kind, stands_for = OF_CUB[name]
        yield WarpOp(kind, stands_for, span, unit.call(span) or written_call(unit.code, span))
