"""Places that split a thread's index by the width of a warp: into the lane's index, and the warp's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.float_widths import index_split, whole_targets
from hipify_py.lanes.flow.index_parts import SHIFT, SPLITS, kept_bits
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lazy import re
from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import bare, with_parents
from hipify_py.source.function_reading import model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression

SPLIT = re.compile(
    rb"(?:(?<!&)&(?!&)|[%/]|(?<!>)>>)=?(?=[\s(]*(?:0[xX]1[fF]|31|32|5|27|1\s*<<|[A-Za-z_]))"
    rb"|\*(?=[\s(]*(?:0?\.03125|1(?:\.0*)?[fF]?\s*/))|\.031250*[fF]?\s*\*|/\s*32(?:\.0*)?[fF]?\s*\)\s*\*|__u?mulhi\b"
)
MEANT: dict[tuple[bytes, int], str] = {
    (b"&", 31): "lane",
    (b"%", 32): "lane",
    (b">>", 5): "warp",
    (b"/", 32): "warp",
}


class Arithmetic(NamedTuple):
    """A place that splits a thread's index by the width of a warp; `kind` is "lane" or "warp"."""

    kind: str
    span: Span
    width: Span


def arithmetic(values: LazyValues) -> Iterator[Arithmetic]:
    """Give the places that split a thread's or a lane's index by the width of a warp."""
    read = None if values.function.kind == "macro" else model(values.unit, values.function)
    taken = read.parameters if read else ()
    own = frozenset(one.name for one in read.declarations) if read else frozenset[bytes]()
    signs = (one.start() for one in SPLIT.finditer(values.unit.code, *values.function.body))
    targets = whole_targets(values.unit, read)
    for start, root in expressions(values.unit.code, values.function.body, signs):
        for node, around in with_parents(root):
            kind, parts = _kind(node, values.constants), node.parts
            if kind is None:
                parts = index_split(node, around, values.constants, targets) or ()
                kind = "warp" if parts else None
            width = bare(parts[1]) if kind else node
            if kind and (width.text in taken or _is_of(width, own)):  # its own, whatever its name
                continue
            if kind and values.at(start + node.span.start).value(parts[0]).indices & INDEX:
                yield Arithmetic(kind, node.within(start), parts[1].within(start))


def _is_of(width: Expression, names: frozenset[bytes]) -> bool:
    """Say whether a width is a member of an object that a function is given, or has."""
    return width.kind == "member" and width.parts[0].kind == "name" and width.parts[0].text in names


def _kind(node: Expression, constants: ConstantTable) -> str | None:
    """Say what a split by a constant gives: the lane's index or the warp's; None where it is neither."""
    sign = node.text.removesuffix(b"=")
    if node.kind != "binary" or sign not in SPLITS:
        return None
    if kept_bits(node, constants) == SHIFT:
        return "lane"
    by = constants.of(node.parts[1], TOLD)
    return MEANT.get((sign, by.value)) if by else None
