"""Integers of C++: how they are written, of which type they are, and what operators make of them."""

from __future__ import annotations

from operator import add, and_, eq, floordiv, ge, gt, le, lshift, lt, mod, mul, ne, or_, rshift, sub, xor
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.type_sizes import is_unsigned, whole_bits

if TYPE_CHECKING:
    from collections.abc import Callable

INTEGER = re.compile(rb"(0[xX](?:'?[0-9a-fA-F])+|0[bB](?:'?[01])+|\d(?:'?\d)*)([uUlLzZ]*)")
OCTAL = frozenset(b"01234567")
OF_INT = 32  # bits, which narrower types have too where something is calculated
RESULTS: dict[bytes, Callable[[int, int], int]] = {
    b"|": or_,
    b"^": xor,
    b"&": and_,
    b"<<": lshift,
    b">>": rshift,
    b"+": add,
    b"-": sub,
    b"*": mul,
    b"/": floordiv,
    b"%": mod,
}
COMPARED: dict[bytes, Callable[[int, int], bool]] = {
    b"==": eq,
    b"!=": ne,
    b"<": lt,
    b">": gt,
    b"<=": le,
    b">=": ge,
}
COUNTED: dict[bytes, Callable[[int, int], int]] = {  # what functions count in a value of so many bits
    b"__popc": lambda value, _: value.bit_count(),
    b"__clz": lambda value, bits: bits - value.bit_length(),
    b"__ffs": lambda value, _: (value & -value).bit_length(),
}
COUNTED |= {name + b"ll": count for name, count in COUNTED.items()}
SIGNS = frozenset((b"~", b"-", b"+", b"!"))


class Number(NamedTuple):
    """An integer of C++: its value as an unsigned one, the bits of its type, and whether it has a sign."""

    value: int
    bits: int
    signed: bool = True


def written(text: bytes) -> Number | None:
    """Give what a number is worth that is written out; None where it is no integer."""
    found = INTEGER.fullmatch(text)
    if found is None:
        return None
    digits, suffix = found[1].replace(b"'", b""), found[2].lower()
    is_octal = digits.startswith(b"0") and digits.isdigit()
    if is_octal and not OCTAL.issuperset(digits):
        return None
    value = int(digits, 8 if is_octal else 0)
    bits = 64 if b"l" in suffix or value > 0xFFFFFFFF else 32
    return Number(value, bits, b"u" not in suffix and value < 2 ** (bits - 1))


def zero_of(text: bytes) -> Number | None:
    """Give a type's zero; None where it is none of integers."""
    bits = whole_bits(text)
    return Number(0, max(bits, OF_INT), not is_unsigned(text)) if bits else None


def cast(value: Number, to: Number) -> Number:
    """Give a value as one of the type of another."""
    return Number(_plain(value) % 2**to.bits, to.bits, to.signed)


def truth(holds: bool) -> Number:  # noqa: FBT001
    """Give what a comparison gives."""
    return Number(int(holds), 32)


def signed(sign: bytes, value: Number) -> Number:
    """Give a value behind one of `SIGNS`."""
    if sign == b"!":
        return truth(not value.value)
    raw = ~value.value if sign == b"~" else -value.value if sign == b"-" else value.value
    return value._replace(value=raw % 2**value.bits)


def counted(name: bytes, value: Number) -> Number:
    """Give what one of `COUNTED` gives: of 32 bits, or of 64 by its name."""
    bits = 64 if name.endswith(b"ll") else 32
    plain = _plain(value) % 2**bits
    return Number(COUNTED[name](plain, bits), 32)


def applied(operator: bytes, left: Number, right: Number) -> Number | None:
    """Give what an operator of `RESULTS` or `COMPARED` makes of two values; None where C++ leaves it open."""
    shifts = operator in {b"<<", b">>"}
    bits = left.bits if shifts else max(left.bits, right.bits)
    if operator in COMPARED:
        common = Number(0, bits, left.signed and right.signed)
        return truth(COMPARED[operator](_plain(cast(left, common)), _plain(cast(right, common))))
    a, b = left.value, right.value
    if (operator in {b"/", b"%"} and b == 0) or (shifts and b >= max(left.bits, right.bits)):
        return None
    return Number(RESULTS[operator](a, b) % 2**bits, bits, left.signed and right.signed)


def _plain(value: Number) -> int:
    """Give the value with its sign."""
    negative = value.signed and value.value >> (value.bits - 1)
    return value.value - 2**value.bits if negative else value.value
