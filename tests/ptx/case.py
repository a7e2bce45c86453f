"""A statement of PTX with what it does, and how one on whole numbers is put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Case(NamedTuple):
    """A statement, the types of what it gives and takes, and what it gives for numbers without signs."""

    text: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]
    meaning: Callable[..., int | tuple[int, ...]]


def signed(value: int, bits: int) -> int:
    """Give the number with a sign that some bits stand for."""
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


def number(kind: str, value: int) -> int:
    return signed(value, int(kind[1:])) if kind[0] == "s" else value


def simple(text: str, kind: str, meaning: Callable[..., int], count: int = 2) -> Case:
    """Give a case of one instruction whose operands and result are of one type."""
    bits = f"u{kind[1:]}"
    places = ", ".join(f"%{at}" for at in range(count + 1))

    def made(*values: int) -> int:
        return meaning(*(number(kind, one) for one in values))

    return Case(f"{text} {places};", (bits,), (bits,) * count, made)


def mixed(text: str, gives: str, takes: tuple[str, ...], meaning: Callable[..., int]) -> Case:
    places = ", ".join(f"%{at}" for at in range(len(takes) + 1))
    held = tuple(f"u{one[1:]}" for one in takes)

    def made(*values: int) -> int:
        return meaning(*(number(kind, one) for kind, one in zip(takes, values, strict=True)))

    return Case(f"{text} {places};", (f"u{gives[1:]}",), held, made)
