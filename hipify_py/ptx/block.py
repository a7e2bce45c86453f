"""A whole `asm` statement as C++: a block with a variable for each operand and register."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.ptx import floats, integers, memory, video, warps
from hipify_py.ptx.machine import C_TYPES, Given, Machine, NoCounterpartError
from hipify_py.ptx.text import Border, Declared, items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.ptx.text import Instruction

KINDS = {"h": "u16", "r": "u32", "l": "u64", "f": "f32", "d": "f64"}
STATEMENTS = {
    "membar.cta": "__threadfence_block();",
    "membar.gl": "__threadfence();",
    "membar.sys": "__threadfence_system();",
    "fence.acq_rel.cta": "__threadfence_block();",
    "fence.acq_rel.gpu": "__threadfence();",
    "fence.acq_rel.sys": "__threadfence_system();",
    "fence.sc.cta": "__threadfence_block();",
    "fence.sc.gpu": "__threadfence();",
    "fence.sc.sys": "__threadfence_system();",
    "trap": "__builtin_trap();",
}
ORDER = 'asm volatile("" ::: "memory");'
REACHES = {"ld": memory.load, "st": memory.store}
CHANGES = {
    "atom": memory.atomic,
    "red": memory.atomic,
    "prefetch": memory.prefetch,
    "prefetchu": memory.prefetch,
}
MADE = re.compile(r"bool (?P<name>\w+);\n(?P=name) = (?P<value>[^;\n]+);\n(?P<use>.+)")
PLACE = re.compile(r"\bptx_(plain_)?(\d+)\b")
WIDTH = re.compile(r"\bptx_width_(\d+)\b")
GIVES = r"\bptx_{0} = |\(ptx_{0}\)\);"
OF_MEMORY = frozenset({*REACHES, "atom", "red"})


class Operand(NamedTuple):
    """An operand of an `asm` statement: its number, its constraint, as `+r`, and its name or "".

    `is_pointer` says that what is written to may be a pointer, `worth` is the number that is given. `last` is
    what stands below the lanes in a value that holds a number of these, as `((32 - n) << 8) | last`.
    """

    number: int
    constraint: str
    name: str
    is_pointer: bool = False
    worth: int | None = None
    last: int | None = None


class Made(NamedTuple):
    """A statement without its semicolon; a number in it is the text of that operand, `~number` its lanes.

    Lines end where they may; a macro has to have all in one. What works `of_warp` calls CUDA's functions.
    """

    pieces: tuple[str | int, ...]
    of_warp: bool = False


def translated(
    text: str, operands: Sequence[Operand], *, is_volatile: bool, clobbers_memory: bool
) -> Made | None:
    """Give what a statement with this text does; None where that cannot be said exactly."""
    given = _given(operands)
    found = items(text)
    if given is None or found is None or not text.strip():
        return None
    if not found:
        return Made(("(void)0",))
    by_name = {one.name: given[str(one.number)] for one in operands if one.name and str(one.number) in given}
    called = [(name, one) for one in operands for name in {str(one.number), one.name}]
    numbers = {name: one.worth for name, one in called if one.worth is not None}
    widths = {name: one.last for name, one in called if one.last is not None}
    machine = Machine({**given, **by_name}, numbers, widths)
    try:
        lines = _lines(machine, found, is_volatile=is_volatile)
    except (NoCounterpartError, IndexError):
        return None
    if machine.pending:  # what it carries is for a statement behind this one
        return None
    touches = any(
        not isinstance(one, (Border, Declared)) and one.name.split(".")[0] in OF_MEMORY for one in found
    )
    if touches and clobbers_memory:
        lines = [ORDER, *lines, ORDER]
    lines = _bare(lines)
    body = _by_number("\n".join(_folded(lines) if machine.of_warp else lines), operands)
    if any(one.constraint[0] == "=" and not re.search(GIVES.format(one.number), body) for one in operands):
        return None  # nothing is given there
    named = {int(one[2]) for one in PLACE.finditer(body)}
    operands = [one for one in operands if one.number in named or (one.worth is None and one.last is None)]
    alone = len(found) == 1 or (machine.of_warp and "\n" not in body)
    single = _single(body, operands) if alone and not (touches and clobbers_memory) else None
    pieces = single or _block(machine, body.replace("ptx_plain_", "ptx_"), operands)
    return Made(tuple(_with_widths(pieces)), machine.of_warp)


def _with_widths(pieces: Sequence[str | int]) -> Iterator[str | int]:
    """Give the pieces of a statement with those that are numbers of lanes apart."""
    for one in pieces:
        split = WIDTH.split(one) if isinstance(one, str) else [one]
        yield from (~int(each) if at % 2 else each for at, each in enumerate(split))


def _given(operands: Sequence[Operand]) -> dict[str, Given] | None:
    given: dict[str, Given] = {}
    for one in operands:
        kind = KINDS.get(one.constraint[-1:])
        if one.constraint in {"n", "i"} and one.worth is not None:
            continue
        if kind is None or one.constraint[:-1] not in {"", "=", "+", "=&", "+&"}:
            return None
        written = one.constraint[0] in "=+"
        given[str(one.number)] = Given(kind, not written or one.constraint[0] == "+", written)
    return given


def _lines(machine: Machine, found: Sequence[object], *, is_volatile: bool) -> list[str]:
    lines: list[str] = []
    for one in found:
        if isinstance(one, Border):
            if one.opens:
                machine.scopes.append({})
            else:
                machine.scopes.pop()
            lines.append("{" if one.opens else "}")
        elif isinstance(one, Declared):
            lines.append(machine.declare(one.type, one.names))
        else:
            lines.append(_line(machine, one, is_volatile=is_volatile))  # type: ignore[arg-type]
    return lines


def _line(machine: Machine, one: Instruction, *, is_volatile: bool) -> str:
    if not one.guard:
        return _done(machine, one, is_volatile=is_volatile)
    condition = machine.read(("!" if one.negated else "") + one.guard, "pred")
    before = machine.carry, machine.pending
    line = _done(machine, one, is_volatile=is_volatile)
    if (machine.carry, machine.pending) != before:
        raise NoCounterpartError
    return f"if ({condition}) {{ {line} }}"


def _done(machine: Machine, one: Instruction, *, is_volatile: bool) -> str:
    if one.name in STATEMENTS and not one.operands:
        return STATEMENTS[one.name]
    name, *modifiers = one.name.split(".")
    if warps.is_of_warp(one.name, one.operands):
        return warps.on_warp(machine, one.name, one.operands)
    if name in REACHES:
        return REACHES[name](machine, modifiers, one.operands, is_volatile=is_volatile)
    if name in CHANGES:
        return CHANGES[name](machine, modifiers, one.operands)
    for speaks_of, says in ((video.is_video, video.video), (floats.is_float, floats.floats)):
        if speaks_of(name, modifiers):
            return says(machine, name, modifiers, one.operands)
    return integers.integers(machine, name, modifiers, one.operands)


def _bare(lines: list[str]) -> list[str]:
    """Leave out braces around all of the lines: the block that they come to has its own."""
    depths = [*accumulate({"{": 1, "}": -1}.get(line, 0) for line in lines)]
    return lines[1:-1] if lines[:1] == ["{"] and depths.index(0) == len(lines) - 1 else lines


def _folded(lines: list[str]) -> list[str]:
    """Give a predicate that is made for the one instruction behind it in its place."""
    made = MADE.fullmatch("\n".join(lines)) if len(lines) == 3 else None
    if made is None:
        return lines
    name = re.compile(rf"(!?)\b{made['name']}\b")
    if name.search(made["value"]) or len(name.findall(made["use"])) != 1:
        return lines
    return [name.sub(lambda one: f"!({made['value']})" if one[1] else made["value"], made["use"])]


def _by_number(body: str, operands: Sequence[Operand]) -> str:
    """Call each operand by its number, whether the text calls it by that or by its name."""
    for one in operands:
        if one.name:
            body = re.sub(rf"\bptx_(plain_|width_)?{one.name}\b", rf"ptx_\g<1>{one.number}", body)
    return body


def _block(machine: Machine, body: str, operands: Sequence[Operand]) -> list[str | int]:
    """Give a block that takes each operand once before, and gives each once behind."""
    pieces: list[str | int] = ["do {"]
    for one in operands:
        kind = machine.given[str(one.number)]
        c_type = C_TYPES[kind.kind]
        # no cast of what may be a mask of lanes, which widening gives more bits
        is_mask = machine.of_warp and kind.is_written and kind.kind == "u32"
        cast = "(" if is_mask else f"({c_type})("
        value: list[str | int] = [f" = {cast}", one.number, ")"] if kind.is_read else []
        pieces += [f"\n{c_type} ptx_{one.number}", *value, ";"]
    if machine.asks_lane:
        pieces.append('\nunsigned ptx_lane;\nasm("mov.u32 %0, %%laneid;" : "=r"(ptx_lane));')
    if machine.carry:
        pieces.append(f"\n{C_TYPES[f'u{machine.carry}']} ptx_carry;")
    pieces.append(f"\n{body}")
    for one in operands:
        if machine.given[str(one.number)].is_written:
            of_type: list[str | int] = ["(__typeof__(", one.number, "))"] if one.is_pointer else []
            pieces += ["\n", one.number, " = ", *of_type, f"ptx_{one.number};"]
    return [*pieces, "\n} while (0)"]


def _single(body: str, operands: Sequence[Operand]) -> list[str | int] | None:
    """Give an expression for the one instruction that takes each of its operands once; None for any other."""
    outputs = [one for one in operands if one.constraint[0] in "=+"]
    if (
        any(one.constraint[0] == "+" or one.is_pointer for one in outputs)
        or len(outputs) > 1
        or body.startswith(("{", "if"))
    ):
        return None
    if body.count(";") != 1 or not body.endswith(";"):
        return None
    pieces: list[str | int] = []
    used: list[int] = []
    at = 0
    body = body[:-1]
    letters = {one.number: one.constraint[-1] for one in operands}
    for found in PLACE.finditer(body):
        number = int(found[2])
        as_given = found[1] or (found.start() == 0 and outputs)
        kind = C_TYPES[KINDS[letters[number]]]
        pieces.append(body[at : found.start()])
        pieces += [number] if as_given else [f"({kind})(", number, ")"]
        used.append(number)
        at = found.end()
    pieces.append(body[at:])
    if sorted(used) != [one.number for one in operands] or (outputs and used[0] != outputs[0].number):
        return None
    return [one for one in pieces if one != ""]
