"""`--warp 32`: every operation on a warp stays within the lane's own half of the wavefront.

The arithmetic stays; the intrinsics change. What HIP says in one expression is written so, the rest calls
the header `hipify_warp32.h`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.message_ids import KEPT
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.source.brackets import template_arguments, unbracketed
from hipify_py.source.conditions import conditional
from hipify_py.source.expression_reading import expression
from hipify_py.source.tokens import A_NAME, qualified_start
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

SPACE = b"hipify_warp32::"
GROUPS = (b"cooperative_groups.h", b"hip/hip_cooperative_groups.h")
# A mask that is only read: its text can go where HIP's function takes none.
QUIET = frozenset(b"~ - + * / & | ^ << >> < >".split())
COUNTS = {b"__activemask": (0, 0), b"__syncwarp": (0, 1), b"__match_all_sync": (3, 3)}
WITHOUT_CALL = {"size", "cub", "cub lane", "group", "collective", "header", "register"}
OF_GROUPS = {"member", "generic", "unset", "voted", "passed", "tile", "spelling", "lacking"}
SEVERAL = re.compile(rb"\.\.\.|\b[A-Z_][A-Z\d_]+\b")  # a pack, `__VA_ARGS__` or a macro
BY_NAME = {"shuffle", "vote", "active", "match", "reduce", "sync"}
CUB_WIDTH = {  # how many template arguments stand before the width, and what fills the gap
    b"WarpReduce": (1, b""),
    b"WarpScan": (1, b""),
    b"WarpExchange": (2, b""),
    b"WarpMergeSort": (2, b""),
    b"WarpLoad": (3, b", hipcub::WARP_LOAD_DIRECT"),
    b"WarpStore": (3, b", hipcub::WARP_STORE_DIRECT"),
}


def fits(op: WarpOp) -> bool:
    """Say whether an intrinsic is called with as many arguments as CUDA's takes."""
    if op.kind in OF_GROUPS:
        return True
    if op.kind == "cub vote":
        return op.call is not None and len(op.call.arguments) == 2 - (op.name == b"syncwarp")
    if op.call is None or op.kind in {"register", "cub lane"}:
        return op.kind in WITHOUT_CALL
    given = len(op.call.arguments)
    if op.kind == "shuffle":
        least = 2 + is_sync(op)
        return least <= given <= least + 1
    least, most = COUNTS.get(op.name, (1 + is_sync(op),) * 2)
    return least <= given <= most


def rewrite(
    unit: Unit, op: WarpOp, constants: ConstantTable, *, generic: bool, far: bool = False
) -> list[Edit]:
    """Give the edits that keep one place within 32 lanes; none where it is so already.

    With `generic` a shuffle's value may be of a type that HIP's own shuffles do not take, with `far` its
    distance may be 32 or more, of which CUDA takes the low five bits.
    """
    if op.kind == "shuffle":
        return _shuffle(unit, op, constants, generic=generic, far=far)
    if op.kind in REWRITES:
        return REWRITES[op.kind](unit, op)
    if op.kind in WITHOUT_CALL:
        called = b"()" if op.kind == "group" else b""
        return [renamed(unit, op, op.span.end, SPACE + op.name + called)]
    return [edited(op.span, SPACE + op.name.removeprefix(b"__"))]


def by_name(unit: Unit, op: WarpOp) -> Edit | None:
    """Give an intrinsic that is named without a call that can be read its counterpart, which is called alike.

    So it is for a macro that is given the name, or that calls it with `__VA_ARGS__`; there is none for the
    shuffles without a mask, nor for a call with arguments of which none may stand for several.
    """
    directive = unit.directive_at(op.span.start)
    read = directive is None or directive.name == b"define"
    if not read or op.kind not in BY_NAME or (op.kind == "shuffle" and not is_sync(op)):
        return None
    if op.call and not any(SEVERAL.search(unit.code, *given) for given in op.call.arguments):
        return None
    return edited(op.span, SPACE + op.name.removeprefix(b"__"))


def _of_group(unit: Unit, op: WarpOp) -> list[Edit]:
    """Give what stands for a group's member, or for a partition, that the release lacks."""
    if op.kind == "spelling":
        return [edited(op.span, op.spelled)]
    if op.kind == "tile":
        return [edited(scoped(unit, op.span), SPACE + op.name)]
    if op.before is None:
        return []
    start, end = op.before
    opening = unit.code.index(b"(", op.span.end)
    pointed = b"*" if b"->" in unit.code[end : op.span.start] else b""
    return [
        edited(Span(start, start), SPACE + op.name + b"(" + pointed),
        edited(Span(end, opening + 1), b", "),
    ]


def edited(span: Span, *parts: bytes | Span) -> Edit:
    """Give an edit that this analysis makes."""
    return Edit(span, parts, KEPT, "warp")


def renamed(unit: Unit, op: WarpOp, end: int, *parts: bytes | Span) -> Edit:
    """Give an edit from the namespaces before a name on; what others make of those is of no matter."""
    name = scoped(unit, op.span)
    return edited(Span(name.start, end), *parts)._replace(dropped=(name,))


def _shuffle(unit: Unit, op: WarpOp, constants: ConstantTable, *, generic: bool, far: bool) -> list[Edit]:
    assert op.call is not None
    arguments = op.call.arguments
    if is_sync(op) and dropped(unit, op, constants, generic=generic) is None:
        return [edited(op.span, SPACE + op.name.removeprefix(b"__"))]  # its width is 32 unless given
    edits = []
    if is_sync(op) or (op.hidden and len(arguments) == 2):
        edits.append(edited(op.span, without_mask(unit, op)))
    if is_sync(op):
        edits.append(edited(Span(arguments[0].start, arguments[1].start)))
        arguments = arguments[1:]
    width = b", 32" if len(arguments) == 2 else b""
    low = _low_bits(unit, arguments[1]) if far else (b"", b"")
    if low[0]:
        edits.append(edited(arguments[1], low[0], arguments[1], low[1] + width))
    elif low[1] or width:
        edits.append(edited(Span(arguments[1].end, arguments[1].end), low[1] + width))
    return edits


def without_mask(unit: Unit, op: WarpOp) -> bytes:
    """Give the name without a mask of what an intrinsic does, in brackets where a macro may have it."""
    name = op.name.removesuffix(b"_sync")
    bracketed = unit.code[op.span.end : op.span.end + 1] == b")"
    return b"(" + name + b")" if op.hidden and not bracketed else name


def in_low_bits(unit: Unit, distance: Span) -> list[Edit]:
    """Give the edits that take the low five bits of a distance."""
    before, behind = _low_bits(unit, distance)
    if before:
        return [edited(distance, before, distance, behind)]
    return [edited(Span(distance.end, distance.end), behind)] if behind else []


def _low_bits(unit: Unit, distance: Span) -> tuple[bytes, bytes]:
    """Give what stands before and behind a distance of which the low five bits are meant.

    Nothing of a list, `{d}`, which is no operand.
    """
    text = unit.code[slice(*distance)].strip()
    if text.startswith(b"{"):
        return b"", b""
    in_one = (
        text.isdigit()
        or unbracketed(text) != text
        or (A_NAME.fullmatch(text) and not unit.directive_at(distance.start))
    )
    return (b"", b" & 31") if in_one else (b"(", b") & 31")


def _far(unit: Unit, op: WarpOp) -> bool:
    """Say whether a shuffle reaches over 32 lanes or more, which CUDA takes modulo 32 and HIP does not."""
    assert op.call is not None
    lane = unbracketed(unit.code[slice(*op.call.arguments[2])])
    digits = lane.lstrip(b"0") or b"0"
    return lane.isdigit() and (len(digits) > 2 or int(digits) > 31)


def is_plain(mask: bytes, constants: ConstantTable) -> bool:
    """Say whether working out a mask does nothing else, so that it can be left out."""
    return not mask.strip() or all(_does_nothing(node, constants) for node in expression(mask).walk())


def _does_nothing(node: Expression, constants: ConstantTable) -> bool:
    """Say whether a node changes nothing, as far as it alone tells: it assigns and calls nothing."""
    if node.kind == "call":
        known = node.name + b"()" in constants.texts or node.name == b"__activemask"
        return known and not node.parts
    return does_nothing(node)


def does_nothing(node: Expression) -> bool:
    """Say whether a node that calls nothing changes nothing, as far as it alone tells: it assigns nothing."""
    if node.kind in {"unary", "binary"}:
        return node.text in QUIET
    return node.kind in {"name", "number", "member", "subscript", "cast"}


def dropped(unit: Unit, op: WarpOp, constants: ConstantTable, *, generic: bool) -> Span | None:
    """Give the span of the mask that a rewrite leaves out, if it leaves one out."""
    if op.kind != "shuffle" or not is_sync(op) or op.call is None or generic or _far(unit, op):
        return None
    mask = op.call.arguments[0]
    return (
        Span(mask.start, op.call.arguments[1].start) if is_plain(unit.code[slice(*mask)], constants) else None
    )


def _header(unit: Unit, op: WarpOp) -> list[Edit]:
    """Include HIP's groups for what their collectives are declared in, unless that is done already."""
    line = _line(unit, op.span)
    return [edited(line)] if line and _groups_included(unit) < op.span.start else [edited(op.span, GROUPS[1])]


@fact
def _groups_included(unit: Unit) -> int:
    """Give where a file first includes HIP's groups on no condition, its end where it does not."""
    paths = (one.path for one in unit.text.includes if unit.source[slice(*one.path)] in GROUPS)
    return next((path.start for path in paths if not conditional(unit, path.start)), len(unit.source))


def _line(unit: Unit, path: Span) -> Span | None:
    """Give the whole line of an include; None where something else stands on it."""
    start, end = unit.source.rfind(b"\n", 0, path.start) + 1, unit.source.find(b"\n", path.end) + 1
    bare = end and not unit.source[path.end + 1 : end].strip()
    return (
        Span(start, end)
        if bare and unit.source[start : path.start].lstrip().startswith((b"#", b"%:"))
        else None
    )


def _size(unit: Unit, op: WarpOp) -> list[Edit]:
    return [edited(scoped(unit, op.span), b"32")]


def scoped(unit: Unit, name: Span) -> Span:
    """Give the span of a name with the namespaces before it."""
    return Span(qualified_start(unit.code, name.start), name.end)


def _cub(unit: Unit, op: WarpOp) -> list[Edit]:
    """Give a class of CUB's the width that it has by default where a warp is 32 lanes."""
    arguments = template_arguments(unit.code, op.span.end)
    before, filler = CUB_WIDTH[op.name]
    if not arguments or len(arguments) > before or len(arguments) < before - bool(filler):
        return []
    text = (filler if len(arguments) < before else b"") + b", 32"
    return [edited(Span(arguments[-1].end, arguments[-1].end), text)]


def has_width(unit: Unit, op: WarpOp) -> bool:
    """Say whether an operation is a class of CUB's for warps with its width written."""
    before, _ = CUB_WIDTH.get(op.name, (0, b""))
    return op.kind == "cub" and len(template_arguments(unit.code, op.span.end)) > before > 0


def _cub_vote(unit: Unit, op: WarpOp) -> list[Edit]:
    """Give the header's vote, which takes the mask first, for CUB's, which takes it last."""
    assert op.call is not None
    if op.name == b"syncwarp":
        return [renamed(unit, op, op.span.end, SPACE + op.name)]
    vote, mask = op.call.arguments
    return [renamed(unit, op, op.call.close, SPACE + op.name + b"(", mask, b", ", vote, b")")]


REWRITES = {
    "cub": _cub,
    "cub vote": _cub_vote,
    "header": _header,
    "size": _size,
    **dict.fromkeys(OF_GROUPS, _of_group),
}
