"""A program's own functions on numbers that HIP's headers have for the device: lowest bits, powers, C's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.own_overloads import left_to_hip, overloads, redefines
from hipify_py.source.functions import DEVICE
from hipify_py.source.marked_words import words_between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.match.own_overloads import Overload
    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

LOWEST = (b"__ffs", b"__ffsll")  # HIP has them for the host, too
POWER = b"pow"
TYPED = rb"\s*+(?:const\s++)?+(?:double|float|int|long|unsigned|uint)\w*+(?!\s*+[(<])"  # as a parameter is


def numbers(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave a program's own `__ffs` and, of the device, `pow` with an int to HIP where it has them.

    Of C's functions on numbers nvcc knows declarations alone, and takes the program's definition. What that
    does in place of HIP's is for the program to say, so it is reported.
    """
    words = rb"(" + b"|".join(rule.words) + rb")\s*+\("
    begun = re.compile(rb"(?<=[\s*&])" + words + TYPED)
    names = {one[1] for one in begun.finditer(unit.code)}
    if not names:
        return
    known = re.compile(rule.word.encode())

    def same(one: Overload) -> bool | None:
        signature = b"%b(%b)" % (one.name, b", ".join(one.types))
        if not known.fullmatch(signature) or not redefines(unit, one):
            return None
        head = words_between(unit, one.span.start, one.body.start)
        if one.name not in LOWEST and not DEVICE.search(head):
            return None
        return one.name in LOWEST or (one.name == POWER and one.types[-1] == b"int")

    yield from left_to_hip(unit, rule, overloads(unit, re.compile(rb"(?<!\w)" + words), *names), same)
