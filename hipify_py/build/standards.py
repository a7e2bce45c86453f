"""The standard of C++ in build files: what HIP asks for, and rocPRIM, of which ROCm makes Thrust and CUB.

rocPRIM's own header refuses older ones than C++14 in ROCm 6.4, and C++17 in 7.2 (`rocprim/config.hpp`). What
clang++ reads before each source in HIP is C++11 (`__clang_hip_cmath.h` of Clang 17 and 22).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.releases import is_older

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.names import Said
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

RAISED, RAISED_FOR_HIP = "B020", "B027"
YEARS = {b"98": 98, b"03": 103, b"0x": 111, b"11": 111, b"1y": 114, b"14": 114, b"17": 117}  # since 1900
LEAST = b"11"
OF_CXX = rb"(?<![\w-])--?std(?:=|[ \t;]+)[\\\"']*(?:c|gnu)\+\+"
FLAG, ANY = re.compile(OF_CXX + rb"(98|03|0x|11|1y|14)(?!\w)"), re.compile(OF_CXX + rb"(\d\w)(?!\w)")
PROPERTY = re.compile(rb"\b(?:CMAKE_)?CUDA_STANDARD[\s\"]+(98|03|11|14)(?!\w)")


def raised(
    code: bytes, region: Span, pattern: re.Pattern[bytes], rules: RuleSet, options: Options
) -> Iterator[Said]:
    """Raise the years that a pattern finds in a region, its first group, to what is asked for."""
    for found in pattern.finditer(code, *region):
        new = at_least(found[1], rules, options)
        if new != found[1]:
            place = Span(*found.span(1))
            yield Edit(place, (new,), _rule(new), "C++ standard")
            yield said(rules, place, found[1], new)


def said(rules: RuleSet, place: Span, old: bytes, new: bytes) -> Finding:
    """Say what became of a year."""
    return finding(rules, _rule(new), place, old=f"C++{old.decode()}", new=f"C++{new.decode()}")


def at_least(year: bytes, rules: RuleSet, options: Options) -> bytes:
    """Give a year of C++, or that which HIP asks for, and rocPRIM where sources use it, if this is later."""
    least = LEAST if not options.project.rocprim else b"14" if is_older(rules.rocm, "7.0") else b"17"
    return least if YEARS.get(year, YEARS[least]) < YEARS[least] else year


def _rule(new: bytes) -> str:
    return RAISED_FOR_HIP if new == LEAST else RAISED
