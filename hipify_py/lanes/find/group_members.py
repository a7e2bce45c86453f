"""What is called on cooperative groups: members that a release of ROCm lacks, and what stands for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.groups import OF_WARPS, Groups, Receiver, without_space
from hipify_py.lanes.find.open_types import opaque, open_types
from hipify_py.lanes.find.passed_types import OPEN, UNKNOWN, is_class, is_made_here, passed_type
from hipify_py.lanes.find.warp_ops import WarpOp
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.releases import NEWEST, is_older
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.statements import first_argument, first_name
from hipify_py.source.tokens import A_NAME
from hipify_py.source.type_sizes import bits_of
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.unset_names import may_be_unset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import Kind
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# What amd_hip_cooperative_groups.h of ROCm 6.4 lacks. That of 7.2 has it by the `_sync` functions, which
# assert that no lane of the mask is missing.
VOTES = (b"ballot", b"any", b"all", b"match_any", b"match_all")
TELLING = {b"ballot", b"match_any", b"match_all"}  # names that speak of a group by themselves
# What none has, with the kinds of groups that have it in CUDA.
NEVER = {
    b"barrier_arrive": {"block", "grid"},
    b"barrier_wait": {"block", "grid"},
    b"get_type": {"block", "grid", "tile", "coalesced", "group"},
}
GRID = {  # members of a grid, spelled with what HIP has in any release
    b"dim_blocks": b"dim3(gridDim.x, gridDim.y, gridDim.z)",
    b"num_blocks": b"(1ull * gridDim.x * gridDim.y * gridDim.z)",
    b"block_index": b"dim3(blockIdx.x, blockIdx.y, blockIdx.z)",
    b"block_rank": b"(blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z))",
    b"dim_threads": b"dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z)",
    b"thread_index": b"dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,"
    b" blockIdx.z * blockDim.z + threadIdx.z)",
}
OLD_GRID = {**GRID, b"group_dim": GRID[b"dim_blocks"]}  # ROCm 6.4 gives the block's
SHUFFLES = (b"shfl", b"shfl_up", b"shfl_down", b"shfl_xor")
WORDS = (
    b"ballot",
    b"any",
    b"all",
    b"match_a",
    b"num_threads",
    b"dim_threads",
    b"shfl",
    b"barrier_",
    b"get_type",
    b"dim_blocks",
    b"num_blocks",
    b"block_index",
    b"block_rank",
    b"thread_index",
    b"group_dim",
)
USE = re.compile(
    rb"(?<!\w)(" + b"|".join([*VOTES, b"num_threads", *NEVER, *GRID, *OLD_GRID, *SHUFFLES]) + rb")\s*\("
)
# Classes that HIP's shuffles do not take, and those that only ROCm 6.4's tiles refuse.
PAIRS = (b"__nv_bfloat162", b"nv_bfloat162", b"__hip_bfloat162")
HALVES = (b"__half", b"half", b"__half2", b"half2", b"__nv_bfloat16", b"nv_bfloat16", b"__hip_bfloat16")


class Use(NamedTuple):
    """A member that is called on what may be a group; `brackets` is the span of its arguments with theirs.

    Of a shuffle among lanes `value` is the type of the first argument if it is known, `UNKNOWN` for a
    pointer, a part or a result; `unset` says that some lanes may not have given it a value, `of_any_type`
    that it may be of a class for all that the file says.
    """

    name: bytes
    span: Span
    brackets: Span
    on: Receiver
    value: bytes = b""
    unset: bool = False
    of_any_type: bool = False


def uses(unit: Unit, groups: Groups) -> Iterator[Use]:
    """Give the calls of members that HIP's groups have not, or have not always had, and of shuffles."""
    found = []
    for at in places(unit.code, *WORDS):
        named = USE.match(unit.code, at)
        dot = _dot(unit.code, at) if named else -1
        if named and dot >= 0:
            found.append((Span(*named.span(1)), named[1], dot))
    homes = functions(unit, [span.start for span, _, _ in found]) if found else {}
    ends = bracket_ends(unit) if found else {}
    for span, name, dot in found:
        home = homes.get(span.start)
        on = groups.receiver(dot, home)
        opening = unit.code.index(b"(", span.end)
        brackets = Span(opening, ends.get(opening, len(unit.code)))
        taken = name in SHUFFLES and on is not None and on.kind in OF_WARPS
        passed = _passed(unit, groups, home, opening) if taken else ()
        yield Use(name, span, brackets, on or Receiver(dot, dot, "", plain=False), *passed)


@fact_of
def all_uses(unit: Unit, shared: bool) -> tuple[Use, ...]:  # noqa: FBT001
    """Give these calls of a file, whose functions others may call where it is `shared`."""
    return tuple(uses(unit, Groups(unit, shared=shared)))


def _passed(unit: Unit, groups: Groups, home: Function | None, opening: int) -> tuple[bytes, bool, bool]:
    """Give what there is to know of the first argument of a shuffle: its type, `unset` and `of_any_type`."""
    value = passed_type(unit, groups, opening, home)
    unset = home is not None and _may_be_unset(unit, home, opening)
    if value == OPEN:
        return b"", unset, True
    return value, unset, _of_any_type(unit, groups, value, home, opening)


def _dot(code: bytes, at: int) -> int:
    """Give where the dot or the arrow before a name begins, -1 where there is none."""
    end = without_space(code, at)
    return end - 1 if code[end - 1 : end] == b"." else end - 2 if code[end - 2 : end] == b"->" else -1


def is_old(rules: RuleSet) -> bool:
    """Say whether a release may lack what the newest has: of those between the two read nothing is known."""
    return is_older(rules.rocm, NEWEST)


def member(unit: Unit, use: Use, *, old: bool) -> WarpOp | None:
    """Say what becomes of a member: None where HIP has it as it stands; an `old` release lacks more."""
    name, kind = use.name, use.on.kind
    if kind in NEVER.get(name, ()) or (old and not kind and name in TELLING):
        return WarpOp("lacking", name, use.span)
    before = Span(use.on.start, use.on.end)
    if kind in OF_WARPS and name in VOTES:
        passed: Kind = "passed" if kind == "tile" else "voted"
        return WarpOp("member" if old else passed, name, use.span, before=before)
    of_classes = kind in OF_WARPS and _takes_classes(unit, use, old=old)
    if kind in OF_WARPS and (use.unset or of_classes):
        by_header: Kind = "member" if of_classes else "unset"
        return WarpOp("passed" if kind == "tile" else by_header, name, use.span, before=before)
    if kind in {"tile", "coalesced"} and use.of_any_type:  # what is one of "any" may be no group of CUDA's
        return WarpOp("passed" if kind == "tile" else "generic", name, use.span, before=before)
    return _spelling(unit, use, old=old)


def _of_any_type(unit: Unit, groups: Groups, value: bytes, function: Function | None, opening: int) -> bool:
    """Say whether the type of a first argument is one that only the template's user, or a header, knows."""
    given = first_name(unit.code, opening)
    if value or not given or function is None:
        return value in open_types(unit)
    made = names(unit, function).declaration(given, opening)
    behind = opaque(unit, made) if made else None
    return behind is not None and bits_of(groups.type_of(behind, function, opening)) is None


def _may_be_unset(unit: Unit, function: Function, opening: int) -> bool:
    """Say whether the first argument behind a bracket got its value under a condition alone.

    HIP's own shuffles take it for set in every lane, and what a condition guards is then done by all.
    """
    given = first_argument(unit.code, opening)
    found = may_be_unset(unit, function, expression(given), opening) if given else None
    if found is None or A_NAME.fullmatch(given.strip()):
        return found is not None and not found.declared.pointers
    return bool(found.under)


def _spelling(unit: Unit, use: Use, *, old: bool) -> WarpOp | None:
    """Give another spelling of a member that takes nothing and gives a number or a size."""
    name, kind = use.name, use.on.kind
    bare = not unit.code[use.brackets.start + 1 : use.brackets.end - 1].strip()
    text = (OLD_GRID if old else GRID).get(name) if kind == "grid" and use.on.plain and bare else None
    if text:
        return WarpOp("spelling", name, Span(use.on.start, use.brackets.end), spelled=text)
    other = {b"dim_threads": b"group_dim"} if kind == "block" else {}
    other |= {b"num_threads": b"size"} if kind and old else {}
    return WarpOp("spelling", name, use.span, spelled=other[name]) if name in other else None


def _takes_classes(unit: Unit, use: Use, *, old: bool) -> bool:
    """Say whether a shuffle of a group is given a class that HIP's own does not take."""
    if not use.value or use.value in (UNKNOWN, *PAIRS) or (old and use.value in HALVES):
        return use.value != b""
    return is_class(use.value) or is_made_here(unit, use.value)
