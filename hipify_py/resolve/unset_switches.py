"""Macros that a file takes back, whoever reads it: if none makes them, what asks for them behind is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined
from hipify_py.resolve.platform_branches import UNSET, USUAL
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import conditional
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros that a file undefines outside of conditions, and makes nowhere itself."""
    for one in unit.directives:
        if one.name == b"undef" and not conditional(unit, one.span.start):
            name = A_NAME.search(unit.code, *one.body)
            if name and name[0] not in defined(unit) and not USUAL.fullmatch(name[0]):
                yield Told("switch", name[0], UNSET, includes_before(unit, one.span.start))
