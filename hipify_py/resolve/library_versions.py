"""Comparisons of conditions with the versions of libraries that ROCm's headers define under CUDA's names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.condition_truth import KNOWN
from hipify_py.source.expressions import MIRRORED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Numbers = Mapping[bytes, tuple[int | None, int | None]]

NUMBER = rb"(?:\d{1,9}[uUlL]*|NCCL_VERSION\s*\(\s*\d{1,4}\s*,\s*\d{1,4}\s*,\s*\d{1,4}\s*\))"
COMPARED = re.compile(
    rb"(?:(?<=&&)|(?<=\|\|)|(?<=\()|\A)(\s*)(?:(?P<left>[A-Z_]\w*)\s*(?P<sign>[<>]=?|[=!]=)\s*(?P<right>%b)"
    rb"|(?P<first>%b)\s*(?P<turned>[<>]=?|[=!]=)\s*(?P<last>[A-Z_]\w*))(?=\s*(?:&&|\|\||\)|\Z))"
    % (NUMBER, NUMBER)
)
DIGITS = re.compile(rb"\d+")


def compared(text: bytes, versions: Numbers, own: Collection[bytes]) -> bytes:
    """Give the text of a condition with `KNOWN` in place of the comparisons that a release of ROCm decides.

    `own` are the macros that the program makes itself.
    """

    def answer(found: re.Match[bytes]) -> bytes:
        name = found["left"] or found["last"]
        if name in own or name not in versions:
            return found[0]
        sign = found["sign"] or MIRRORED.get(found["turned"], found["turned"])
        holds = _holds(*versions[name], sign, _number(found["right"] or found["first"]))
        return found[0] if holds is None else found[1] + KNOWN[holds]

    return COMPARED.sub(answer, text)


def _number(text: bytes) -> int:
    """Give a number, or what NCCL_VERSION makes of three as rccl/rccl.h has it."""
    numbers = [int(one) for one in DIGITS.findall(text)]
    if len(numbers) == 1:
        return numbers[0]
    major, minor, patch = numbers
    scale = 1_000 if major <= 2 and minor <= 8 else 10_000
    return major * scale + minor * 100 + patch


def _holds(least: int | None, most: int | None, sign: bytes, number: int) -> bool | None:
    """Say whether a comparison holds for all numbers in a range; None where that is open."""
    below, above = most is not None and most < number, least is not None and least > number
    same = least == most == number
    if sign in {b"==", b"!="}:
        return (sign == b"==") == same if same or below or above else None
    if sign in {b"<=", b">"}:
        under = (below or same or (most is not None and most <= number), above)
    else:
        under = (below, above or same or (least is not None and least >= number))
    holds = True if under[0] else False if under[1] else None
    return holds if holds is None or sign in {b"<", b"<="} else not holds
