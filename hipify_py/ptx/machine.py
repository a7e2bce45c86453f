"""The registers of a statement in C++: each is a local variable of its width, read and written by type."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from hipify_py.lazy import re

C_TYPES = {
    "u16": "unsigned short",
    "u32": "unsigned",
    "u64": "unsigned long long",
    "f32": "float",
    "f64": "double",
    "pred": "bool",
}
SIGNED = {16: "short", 32: "int", 64: "long long"}
SUFFIXES = {16: "u", 32: "u", 64: "ull"}
SPECIAL = {
    f"%{register}.{axis}": f"{name}.{axis}"
    for register, name in (
        ("tid", "threadIdx"),
        ("ntid", "blockDim"),
        ("ctaid", "blockIdx"),
        ("nctaid", "gridDim"),
    )
    for axis in "xyz"
}
GIVEN = re.compile(r"%(?:(\d+)|\[(\w+)\])")
NUMBER = re.compile(r"(-?)\s*(?:0[xX]([\da-fA-F]+)|(0[0-7]*)|([1-9]\d*))U?")
MOST_DIGITS = 22  # of a number of 64 bits, as octal
FLOAT = re.compile(r"0([fF])([\da-fA-F]{8})|0[dD]([\da-fA-F]{16})")
AS = {  # how the bits of one kind are read as another
    ("u32", "f32"): "__uint_as_float",
    ("f32", "u32"): "__float_as_uint",
    ("u64", "f64"): "__longlong_as_double",
    ("f64", "u64"): "__double_as_longlong",
}


Numbers = Mapping[str, int]
NOTHING: Numbers = MappingProxyType({})


class NoCounterpartError(Exception):
    """An instruction, or an operand of one, that nothing stands for in C++."""


class Given(NamedTuple):
    """An operand of the statement: the kind of its register, and whether it is read and written."""

    kind: str
    is_read: bool
    is_written: bool


def width(of: str) -> int:
    """Give the bits of a type, as of `u32`."""
    return int(of[1:])


def kind_of(of: str) -> str:
    """Give the kind of register that holds a type; raises `NoCounterpartError` for one that none does."""
    kind = of if of[0] == "f" or of == "pred" else f"u{of[1:]}"
    if kind not in C_TYPES:
        raise NoCounterpartError
    return kind


class Machine:
    """What a statement has to do with: operands that it is given, and registers of its own."""

    def __init__(
        self, given: dict[str, Given], numbers: Numbers = NOTHING, widths: Numbers = NOTHING
    ) -> None:
        """Take the operands by how they are called, each by its number too.

        `numbers` are those that are constants; `widths` those in which a number of lanes stands, with the
        bits below that.
        """
        self.given = given
        self.numbers = numbers
        self.widths = widths
        self.scopes: list[dict[str, tuple[str, str]]] = [{}]
        self.made = 0
        self.carry = 0  # the width of what carries, 0 where nothing does
        self.pending = False  # a carry that nothing has taken up yet
        self.of_warp = self.asks_lane = False  # whether it works on the warp, and needs to know the lane

    def declare(self, of: str, names: tuple[str, ...]) -> str:
        """Make registers; gives their declaration."""
        kind = kind_of(of)
        for name in names:
            self.made += 1
            self.scopes[-1][name] = kind, f"ptx_{name.strip('%').replace('$', '')}_{self.made}"
        return f"{C_TYPES[kind]} {', '.join(self.scopes[-1][name][1] for name in names)};"

    def register(self, operand: str) -> tuple[str, str]:
        """Give kind and name of a register; raises `NoCounterpartError` for what is none."""
        if found := GIVEN.fullmatch(operand):
            called = found[1] or found[2]
            if called in self.given:
                return self.given[called].kind, f"ptx_{called}"
        for scope in reversed(self.scopes):
            if operand in scope:
                return scope[operand]
        raise NoCounterpartError

    def read(self, operand: str, of: str) -> str:
        """Give the value of an operand as of a type."""
        if of == "pred":
            return self._predicate(operand)
        if (number := self.number(operand)) is not None and not self.kind(operand):
            operand = operand if NUMBER.fullmatch(operand) else str(number)
        if text := _constant(operand, of):
            return text
        kind, name = self.register(operand)
        wanted = kind_of(of)
        if kind == wanted:
            return _cast(name, of)
        if (kind, wanted) in AS:
            bits = f"{AS[kind, wanted]}({name})"
            return _cast(f"({C_TYPES[wanted]}){bits}" if wanted == "u64" else bits, of)
        if kind[0] == wanted[0] == "u" and width(kind) > width(wanted):
            return _cast(f"({C_TYPES[wanted]}){name}", of)
        raise NoCounterpartError

    def number(self, operand: str) -> int | None:
        """Give the whole number that an operand is; None where that is not known."""
        if found := NUMBER.fullmatch(operand):
            return whole(found) * (-1 if found[1] else 1)
        given = GIVEN.fullmatch(operand)
        return self.numbers.get(given[1] or given[2]) if given else None

    def plain(self, operand: str) -> str:
        """Give a word that a function takes as what the statement is given, a number as that."""
        if (known := self.number(operand)) is not None:
            return str(known % (1 << 32))
        text = self.read(operand, "u32")
        found = GIVEN.fullmatch(operand)
        return text.replace("ptx_", "ptx_plain_", 1) if found and text.startswith("ptx_") else text

    def kind(self, operand: str) -> str:
        """Give the kind of a register; nothing of what is none."""
        try:
            return self.register(operand)[0]
        except NoCounterpartError:
            return ""

    def write(self, operand: str, of: str, value: str) -> str:
        """Give the statement that sets a register to a value, which is extended where it is wider."""
        if operand == "_":
            raise NoCounterpartError
        kind, name = self.register(operand)
        wanted = "pred" if of == "pred" else kind_of(of)
        if (wanted, kind) in AS:
            value = f"{AS[wanted, kind]}({value})"
        elif kind != wanted and not (kind[0] == wanted[0] == "u" and width(kind) > width(wanted)):
            raise NoCounterpartError
        elif kind != wanted:
            value = f"({SIGNED[width(wanted)] if of[0] == 's' else C_TYPES[wanted]})({value})"
        return f"{name} = {value};"

    def _predicate(self, operand: str) -> str:
        inverse = operand.startswith("!")
        kind, name = self.register(operand.lstrip("! "))
        if kind != "pred":
            raise NoCounterpartError
        return f"!{name}" if inverse else name


def _constant(operand: str, of: str) -> str:
    """Give a number, or a register of the launch, as of a type; "" for any other operand."""
    if found := FLOAT.fullmatch(operand):
        return _float(found, of)
    if found := NUMBER.fullmatch(operand):
        return _number(found, of)
    of_launch = SPECIAL.get(operand.replace("%%", "%"))  # nvcc takes one for two before a letter
    if of_launch and of in {"u32", "b32", "s32"}:
        return _cast(f"unsigned({of_launch})", of)
    return ""


def _float(found: re.Match[str], of: str) -> str:
    """Give a float that is written by its bits."""
    if found[2] and of in {"f32", "b32"}:
        bits = f"0x{found[2].lower()}u"
        return f"__uint_as_float({bits})" if of == "f32" else bits
    if found[3] and of in {"f64", "b64"}:
        bits = f"0x{found[3].lower()}ull"
        return f"__longlong_as_double({bits})" if of == "f64" else bits
    raise NoCounterpartError


def _cast(name: str, of: str) -> str:
    return f"({SIGNED[width(of)]}){name}" if of[0] == "s" else name


def whole(found: re.Match[str]) -> int:
    """Give a number of `NUMBER` without its sign; raises `NoCounterpartError` for one that no type holds."""
    digits, base = (found[2], 16) if found[2] else (found[3], 8) if found[3] else (found[4], 10)
    if len(digits) > MOST_DIGITS:
        raise NoCounterpartError
    return int(digits, base)


def _number(found: re.Match[str], of: str) -> str:
    """Give a whole number as of a type, modulo its width."""
    if of[0] == "f":
        raise NoCounterpartError
    bits = width(of)
    value = whole(found) * (-1 if found[1] else 1) % (1 << bits)
    text = f"0x{value:x}" if found[2] else str(value)
    if of[0] != "s":
        return text + SUFFIXES[bits]
    return (
        f"({SIGNED[bits]}){text}{SUFFIXES[bits]}"
        if value >> (bits - 1)
        else text + ("ll" if bits == 64 else "")
    )
