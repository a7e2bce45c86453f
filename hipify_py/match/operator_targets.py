"""For whom an operator of the program's own is made: clang takes one for the device alone before HIP's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.conditions import guarded
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

NAMED = re.compile(rb"\boperator\s*[-+*/]=?\s*\(")
MARK = b"__device__"
# What may stand in a head and says nothing of the host; any other word may be a macro that does.
PLAIN = frozenset(
    b"static inline constexpr const unsigned __forceinline__ __inline__ __noinline__ __inline".split()
)


def is_preferred(unit: Unit, start: int, end: int, types: tuple[bytes, ...], *, by_cxx: bool) -> bool:
    """Say whether clang takes an operator, whose head is given, rather than HIP's, as good as that may be.

    A function for the device alone goes in device code before HIP's, which are for both sides; compiled with
    ROCm 6.4 and 7.2, called from device code, from functions for both sides and from lambdas. But HIP's own
    signature of `*` and `/`, the first by value and the second by reference, cannot stand beside HIP's, and
    plain C++ (`by_cxx`), for which the marks are nothing, finds two that are as good.
    """
    named = NAMED.search(unit.code, start, end)
    if named is None or (by_cxx and not guarded(unit, start)):
        return False
    words = A_NAME.findall(unit.code, start, named.start())
    others = {*words[:-1]} - PLAIN  # the last one is the type that is given
    is_hips = b"=" not in named[0] and types[:1] == (types[-1].removesuffix(b"&"),) != types[1:]
    return others == {MARK} and not is_hips
