"""Casts to a device address, an integer in CUDA, `void *` in HIP: of what is const some make none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

CAST = re.compile(rb"reinterpret_cast\s*(<)\s*((?:(?:\w+\s*)?::\s*)*+(\w++))\s*(>)\s*\(")
ALIAS = re.compile(
    rb"\b(?:using\s+(\w+)\s*=\s*(?:::\s*)?CUdeviceptr\s*;|typedef\s+(?:::\s*)?CUdeviceptr\s+(\w+)\s*;)"
)


def casts(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `(TYPE)(...)` for `reinterpret_cast<TYPE>(...)` where the type is CUdeviceptr, by any name."""
    found = list(matches(unit.code, CAST, b"reinterpret_cast"))
    if not found:
        return
    addresses = {b"CUdeviceptr", *(one[1] or one[2] for one in ALIAS.finditer(unit.code))}
    for one in found:
        if one[3] in addresses:
            opens = Edit(Span(one.start(), one.end(1)), (b"(",), rule.id, "cast")
            yield Match((opens, Edit(Span(*one.span(4)), (b")",), rule.id, "cast")))
