"""Instructions that work on the warp, as CUDA's functions do: shuffles, votes, reductions, barriers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.ptx.machine import NoCounterpartError
from hipify_py.ptx.operands import exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine
    from hipify_py.ptx.operands import Operation

SHUFFLES = {"up": "up", "down": "down", "bfly": "xor", "idx": ""}
VOTES = {"all": "pred", "any": "pred", "uni": "pred", "ballot": "b32"}
TRUTHS = {"0": "false", "1": "true"}  # a number for a predicate
REDUCES = {
    **dict.fromkeys(("add", "min", "max"), ("u32", "s32")),
    **dict.fromkeys(("and", "or", "xor"), ("b32",)),
}
LANES = 32
SEGMENTS = {LANES - width: width for width in (1, 2, 4, 8, 16, 32)}
"""How many lanes share a part of the warp, by the mask of bits that all of them have alike."""
REGISTERS = frozenset({"laneid", *(f"lanemask_{one}" for one in ("eq", "lt", "le", "gt", "ge"))})


def shuffle(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`shfl.sync.mode.b32 d|p, a, b, c, mask`, where `c` says how many lanes share a part of the warp.

    Before PTX 6.0 there was one without `sync` and mask. `p` says whether the lane asked is of the same part.
    """
    mode, sync = _form(modifiers, operands, 4)
    if mode[1:] != ["b32"] or mode[0] not in SHUFFLES:
        raise NoCounterpartError
    target, bar, inside = (one.strip() for one in operands[0].partition("|"))
    width = _width(m, mode[0], operands[3])
    kind = "f32" if m.kind(operands[1]) == m.kind(target) == "f32" else "u32"
    by = m.plain(operands[2])
    given = [m.read(operands[1], kind), by, *([str(width)] if width != LANES else [])]
    name = "_".join(filter(None, ("__shfl", SHUFFLES[mode[0]], sync)))
    told = m.write(inside, "pred", _is_inside(m, mode[0], by, width)) + " " if bar else ""
    return told + m.write(target, kind, _call(m, name, operands, sync, given))


def _width(m: Machine, mode: str, operand: str) -> int | str:
    """Give the width that CUDA's function takes for what a shuffle is told of its lanes.

    It holds the last lane that is asked, the first for those before, and above that the mask of a part.
    """
    last, clamp = 0 if mode == "up" else LANES - 1, m.number(operand)
    called = operand.strip("%[]")
    if m.widths.get(called) == last:
        return f"ptx_width_{called}"
    if clamp is None or clamp & 0xFF != last or clamp >> 8 not in SEGMENTS:
        raise NoCounterpartError
    return SEGMENTS[clamp >> 8]


def _is_inside(m: Machine, mode: str, by: str, width: int | str) -> str:
    """Say whether the lane that is asked is one of the part."""
    if isinstance(width, str):
        raise NoCounterpartError
    if mode == "idx" or (mode == "bfly" and (width == LANES or (by.isdigit() and int(by) < width))):
        return "true"
    if mode == "bfly":  # out of the part it asks, from one half of the lanes alone
        raise NoCounterpartError
    m.asks_lane = True
    lane = "ptx_lane" if width == LANES else f"(ptx_lane & {width - 1}u)"
    by = by if by.isdigit() else f"({by} & 31u)"
    if mode == "up":
        return f"{lane} >= {by}"
    return f"{lane} + {by} < unsigned({'warpSize' if width == LANES else width})"


def vote(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`vote.sync.mode.pred d, a, mask` and `vote.sync.ballot.b32 d, a, mask`, or without `sync` and mask.

    With `uni` for a mode it asks whether all have the same, so that either all hold it, or none.
    """
    mode, sync = _form(modifiers, operands, 2)
    if len(mode) != 2 or VOTES.get(mode[0]) != mode[1]:
        raise NoCounterpartError
    asked = TRUTHS.get(operands[1].strip()) or m.read(operands[1], "pred")

    def call(how: str) -> str:
        return _call(m, "_".join(filter(None, ("__" + how, sync))), operands, sync, [asked])

    made = f"({call('all')} != 0) == ({call('any')} != 0)" if mode[0] == "uni" else call(mode[0])
    return m.write(operands[0], "pred" if mode[1] == "pred" else "u32", made)


def match(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`match.any.sync.b32 d, a, mask`."""
    exactly(operands, 3)
    if [*modifiers] not in (["any", "sync", "b32"], ["any", "sync", "b64"]):
        raise NoCounterpartError
    given = m.read(operands[1], modifiers[2].replace("b", "u"))
    return m.write(operands[0], "u32", _call(m, "__match_any_sync", operands, "sync", [given]))


def reduction(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`redux.sync.how.type d, a, mask`."""
    mode, sync = _form(modifiers, operands, 2)
    if not sync or len(mode) != 2 or mode[1] not in REDUCES.get(mode[0], ()):
        raise NoCounterpartError
    call = _call(m, f"__reduce_{mode[0]}_sync", operands, sync, [m.read(operands[1], mode[1])])
    return m.write(operands[0], "u32", f"(unsigned){call}" if mode[1] == "s32" else call)


def barrier(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`bar.warp.sync mask`."""
    exactly(operands, 1)
    if [*modifiers] != ["warp", "sync"]:
        raise NoCounterpartError
    return f"__syncwarp({_mask(m, operands[0])});"


def active(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`activemask.b32 d`."""
    exactly(operands, 1)
    if [*modifiers] != ["b32"]:
        raise NoCounterpartError
    return m.write(operands[0], "u32", "__activemask()")


OPERATIONS: dict[str, Operation] = {
    "shfl": shuffle,
    "vote": vote,
    "match": match,
    "redux": reduction,
    "bar": barrier,
    "activemask": active,
}


def is_of_warp(name: str, operands: Sequence[str]) -> bool:
    """Say whether an instruction works on the warp, or moves a register of the lane."""
    return name.split(".", maxsplit=1)[0] in OPERATIONS or _reads_lane(name, operands)


def on_warp(m: Machine, name: str, operands: Sequence[str]) -> str:
    """Give what such an instruction does; raises `NoCounterpartError` for one that no function stands for."""
    m.of_warp = True
    if _reads_lane(name, operands):
        return _lane_register(m, operands)
    first, *modifiers = name.split(".")
    return OPERATIONS[first](m, modifiers, operands)


def _reads_lane(name: str, operands: Sequence[str]) -> bool:
    is_move = name in {"mov.u32", "mov.b32"} and len(operands) == 2
    return is_move and operands[1].startswith("%") and operands[1].lstrip("%") in REGISTERS


def _lane_register(m: Machine, operands: Sequence[str]) -> str:
    """Give such a move as a statement of its own, which is one that HIP can give."""
    kind, name = m.register(operands[0])
    if kind != "u32":
        raise NoCounterpartError
    return f'asm("mov.u32 %0, %%{operands[1].lstrip("%")};" : "=r"({name}));'


def _form(modifiers: Sequence[str], operands: Sequence[str], count: int) -> tuple[list[str], str]:
    """Give the modifiers but for `sync`, and that; there are `count` operands, and a mask behind it."""
    sync = "sync" if modifiers[:1] == ["sync"] else ""
    exactly(operands, count + bool(sync))
    if len(modifiers) < 2:
        raise NoCounterpartError
    return [*modifiers[bool(sync) :]], sync


def _call(m: Machine, name: str, operands: Sequence[str], sync: str, given: Sequence[str]) -> str:
    masks = [_mask(m, operands[-1])] if sync else []
    return f"{name}({', '.join([*masks, *given])})"


def _mask(m: Machine, operand: str) -> str:
    number = m.number(operand)
    return m.plain(operand) if number is None else f"0x{number % (1 << 32):x}u"
