"""What all instructions ask of their modifiers and operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hipify_py.ptx.machine import Machine, NoCounterpartError

Operation = Callable[[Machine, Sequence[str], Sequence[str]], str]
"""What writes an instruction, given its modifiers and its operands."""
WORDS = frozenset({"u16", "s16", "u32", "s32", "u64", "s64"})
BITS = frozenset({"b16", "b32", "b64"})


def exactly(found: Sequence[str], count: int) -> None:
    """Raise `NoCounterpartError` where there are not as many operands, or modifiers."""
    if len(found) != count:
        raise NoCounterpartError


def of(modifiers: Sequence[str], *allowed: str) -> str:
    """Give the last modifier, a type; raises `NoCounterpartError` for one that is not allowed."""
    if not modifiers or modifiers[-1] not in allowed:
        raise NoCounterpartError
    return modifiers[-1]
