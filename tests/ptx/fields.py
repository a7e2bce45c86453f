"""Instructions of PTX on fields of bits and on bytes, by the ISA's text; see `instructions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptx.case import Case, mixed, simple

if TYPE_CHECKING:
    from collections.abc import Callable


def _extracted(bits: int, *, sign: bool) -> Callable[..., int]:
    """As the ISA's text on bfe does it: bits without a source are 0, or the highest one that is taken.

    Of 64 bits NVIDIA's assembler takes place and count as they are, where the text has them modulo 256.
    """
    cut = 0xFF if bits == 32 else 0xFFFFFFFF

    def made(value: int, at: int, count: int) -> int:
        at, count = at & cut, count & cut
        filled = value >> min(at + count - 1, bits - 1) & 1 if sign and count else 0
        taken = (value >> at + i & 1 if i < count and at + i < bits else filled for i in range(bits))
        return sum(one << i for i, one in enumerate(taken))

    return made


def _inserted(value: int, into: int, at: int, count: int) -> int:
    bits = [value >> i - at & 1 if at <= i < at + count else into >> i & 1 for i in range(64)]
    return sum(one << i for i, one in enumerate(bits))


def _bytes_by(which: Callable[[int, int], int]) -> Callable[..., int]:
    """Give what puts those bytes of a pair of words together that the place and two bits of a third tell."""

    def made(low: int, high: int, chosen: int) -> int:
        given = (high << 32 | low).to_bytes(8, "little")
        return int.from_bytes(bytes(given[which(at, chosen & 3)] for at in range(4)), "little")

    return made


def fields() -> list[Case]:
    """Give those on fields of bits, and the modes of prmt, by how the ISA describes each in words."""
    words = ("u32", "u32")
    modes: dict[str, Callable[[int, int], int]] = {
        "f4e": lambda at, chosen: at + chosen,
        "b4e": lambda at, chosen: (chosen - at) % 8,
        "rc8": lambda _at, chosen: chosen,
        "ecl": max,
        "ecr": min,
        "rc16": lambda at, chosen: at % 2 + 2 * (chosen % 2),
    }
    return [
        mixed("bfe.u32", "u32", ("u32", *words), _extracted(32, sign=False)),
        mixed("bfe.s32", "u32", ("u32", *words), _extracted(32, sign=True)),
        mixed("bfe.u64", "u64", ("u64", *words), _extracted(64, sign=False)),
        mixed("bfe.s64", "u64", ("u64", *words), _extracted(64, sign=True)),
        mixed("bfi.b64", "u64", ("u64", "u64", *words), _inserted),
        *(simple(f"prmt.b32.{mode}", "u32", _bytes_by(which), 3) for mode, which in modes.items()),
    ]
