"""The standard of C++ in build files, where sources use what ROCm makes of rocPRIM: Thrust and CUB.

rocPRIM's own header refuses older ones: C++14 in ROCm 6.4, C++17 in 7.2 (`rocprim/config.hpp`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.releases import is_older

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.names import Said
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

RAISED = "B020"
YEARS = {b"98": 98, b"03": 103, b"0x": 111, b"11": 111, b"1y": 114, b"14": 114, b"17": 117}  # since 1900
FLAG = re.compile(rb"(?<![\w-])--?std(?:=|[ \t;]+)[\\\"']*(?:c|gnu)\+\+(98|03|0x|11|1y|14)(?!\w)")
PROPERTY = re.compile(rb"\b(?:CMAKE_)?CUDA_STANDARD[\s\"]+(98|03|11|14)(?!\w)")


def raised(
    code: bytes, region: Span, pattern: re.Pattern[bytes], rules: RuleSet, options: Options
) -> Iterator[Said]:
    """Raise the years that a pattern finds in a region, its first group, to what rocPRIM asks for."""
    for found in pattern.finditer(code, *region) if options.project.rocprim else ():
        new = at_least(found[1], rules, options)
        if new != found[1]:
            place = Span(*found.span(1))
            yield Edit(place, (new,), RAISED, "C++ standard")
            yield said(rules, place, found[1], new)


def said(rules: RuleSet, place: Span, old: bytes, new: bytes) -> Finding:
    """Say what became of a year."""
    return finding(rules, RAISED, place, old=f"C++{old.decode()}", new=f"C++{new.decode()}")


def at_least(year: bytes, rules: RuleSet, options: Options) -> bytes:
    """Give a year of C++, or the one that rocPRIM asks for where that is later and sources use it."""
    least = b"14" if is_older(rules.rocm, "7.0") else b"17"
    is_old = options.project.rocprim and YEARS.get(year, YEARS[least]) < YEARS[least]
    return least if is_old else year
