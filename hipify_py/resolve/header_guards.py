"""Branches that are read only behind a header of CUDA's or HIP's, as its guard tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.conditions import in_branches

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

OF_HEADER = re.compile(rb"HIP\w*_H_?")  # what the guard of one of CUDA's headers becomes
ASKED = re.compile(rb"\s*+(?:defined\s*+\(?\s*+)?([A-Za-z_]\w*+)\s*+\)?\s*+")
ASKING = frozenset({b"if", b"ifdef", b"elif", b"elifdef"})


def behind_headers(unit: Unit, rules: RuleSet) -> tuple[Span, ...]:
    """Give what is read only where a header of CUDA's, and so after conversion HIP's, was included.

    As what stands under `#if defined(CUBLAS_V2_H_)`, in a header that sources without CUDA include, too: it
    is the includer who has what is named there.
    """

    def asks(branch: Branch) -> bool:
        asked = unit.code[slice(*branch.directive.body)] if branch.directive.name in ASKING else b""
        named = (ASKED.fullmatch(part) for part in asked.split(b"&&") if b"||" not in asked)
        known = (rules.names.get(one[1]) for one in named if one)
        return any(one and one.to and OF_HEADER.fullmatch(one.to) for one in known)

    return in_branches(unit, asks)
