"""Roles that whole wavefronts have: `threadIdx.x < 128` in a kernel that the file starts in one dimension.

AMD's barrier counts wavefronts as NVIDIA's counts warps. Where no wavefront has threads of two roles, each
comes to the barriers of its branch, as on NVIDIA. Along more dimensions an index alone does not tell that.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.uniformity import COMPARES
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, bare
from hipify_py.source.function_reading import functions_by_name, names
from hipify_py.source.tokens import A_NAME, follows
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.unit import Unit

WAVEFRONT = 64
EQUAL = frozenset((b"==", b"!="))
INDEX = b"threadIdx.x"
OTHERS = (b"y", b"z")  # than the axis along which warps are counted
BLOCK = 1  # which of what a launch is given says how many threads a block has


def parts_wavefronts(unit: Unit, of: Model, condition: Span, values: LazyValues) -> bool:
    """Say whether a condition holds for all threads of a wavefront or for none, wherever the kernel runs."""
    node = expression(unit.code[slice(*condition)])
    if of.function.kind != "kernel" or node.kind != "binary" or len(node.parts) != 2:
        return False
    (left, right), sign = map(bare, node.parts), node.text
    if sign in MIRRORED and values.constants.of(left) is not None:
        left, right, sign = right, left, MIRRORED[sign]
    number = values.constants.of(right)
    if number is None or _asks_others(unit, of.function.body):
        return False
    if sign in COMPARES and _is_index(unit, of, left):
        whole = not (number.value + COMPARES[sign]) % WAVEFRONT
    else:
        whole = sign in {*COMPARES, *EQUAL} and _counts_wavefronts(unit, of, left, values)
    return whole and _along_x(unit, of.function.called, values)


def _asks_others(unit: Unit, within: Span) -> bool:
    """Say whether a thread's index along another axis is named."""
    named = _others(unit)
    first = bisect_left(named, within.start)
    return first < len(named) and named[first] < within.end


@fact
def _others(unit: Unit) -> list[int]:
    """Give where a file names a thread's index along another axis, in order."""
    named = standing(unit, INDEX.partition(b".")[0])
    return [one.start for one in named if any(follows(unit.code, one.end, b".", axis) for axis in OTHERS)]


def _is_index(unit: Unit, of: Model, node: Expression) -> bool:
    """Say whether a node is the thread's index along x, or a name that is given nothing else."""
    if node.kind == "name":
        known = names(unit, of.function)
        once = known.once(node.name) if len(known.declared.get(node.name, ())) == 1 else None
        return once is not None and b"".join(unit.code[slice(*once.value)].split()) == INDEX
    return node.kind == "member" and (node.parts[0].text, node.text) == (b"threadIdx", b"x")


def _counts_wavefronts(unit: Unit, of: Model, node: Expression, values: LazyValues) -> bool:
    """Say whether a node is the index divided by a number of whole wavefronts."""
    if (node.kind, node.text) != ("binary", b"/"):
        return False
    by = values.constants.of(bare(node.parts[1]))
    whole = by is not None and by.value > 0 and not by.value % WAVEFRONT
    return whole and _is_index(unit, of, bare(node.parts[0]))


def _along_x(unit: Unit, kernel: bytes, values: LazyValues) -> bool:
    """Say whether a file starts a kernel, each time with a number of threads, and names it nowhere else."""
    blocks = _blocks(unit).get(kernel, [])
    return bool(blocks) and _is_alone(unit, kernel) and _all_numbers(unit, kernel, values.constants)


@fact_of
def _is_alone(unit: Unit, kernel: bytes) -> bool:
    """Say whether a file names a kernel where it makes and where it starts it alone."""
    known = len(_blocks(unit)[kernel]) + len(functions_by_name(unit).get(kernel, ()))
    return len([*standing(unit, kernel)]) == known


@fact_of
def _all_numbers(unit: Unit, kernel: bytes, constants: ConstantTable) -> bool:
    """Say whether each launch of a kernel gives a number of threads."""
    return all(constants.number(one) is not None for one in _blocks(unit)[kernel])


@fact
def _blocks(unit: Unit) -> dict[bytes, list[bytes]]:
    """Give what the launches of a file say of a block, by the names of their kernels."""
    found: dict[bytes, list[bytes]] = {}
    for launch in unit.launches:
        parts = unit.launch(launch)
        named = A_NAME.search(unit.code, *parts.callee) if parts else None
        if parts and named and len(parts.arguments) > BLOCK:
            found.setdefault(named[0], []).append(unit.code[slice(*parts.arguments[BLOCK])].strip())
    return found
