"""Branches that are read only behind a header of CUDA's or HIP's, as its guard tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.source.conditions import branches_around

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

OF_HEADER = re.compile(rb"HIP\w*_H_?")  # what the guard of one of CUDA's headers becomes
ASKED = re.compile(rb"\s*+(?:defined\s*+\(?\s*+)?([A-Za-z_]\w*+)\s*+\)?\s*+")
ASKING = frozenset({b"if", b"ifdef", b"elif", b"elifdef"})


def is_behind_header(unit: Unit, at: int, rules: RuleSet) -> bool:
    """Say whether a place is read only where a header of CUDA's, and so after conversion HIP's, was included.

    As what stands under `#if defined(CUBLAS_V2_H_)`, in a header that sources without CUDA include, too: it
    is the includer who has what is named there.
    """
    for branch in branches_around(unit, at):
        asked = unit.code[slice(*branch.directive.body)] if branch.directive.name in ASKING else b""
        for part in asked.split(b"&&") if b"||" not in asked else ():
            found = ASKED.fullmatch(part)
            known = rules.names.get(found[1]) if found else None
            if known is not None and known.to and OF_HEADER.fullmatch(known.to):
                return True
    return False
