"""Macros of a program with the name of a function in hipify_warp32.h: a call that is written becomes another.

The header itself sets such macros aside, but where its functions are called they hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import MACRO
from hipify_py.lazy import re
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.macros import around, defined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.model import Edit
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

WRITTEN = re.compile(rb"\bhipify_warp32::(\w+)")


def in_the_way(unit: Unit, edits: Iterable[Edit], rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give one finding for each macro that takes the place of functions which edits write."""
    macros = defined(unit)
    places: dict[bytes, list[Span]] = {}
    for edit in edits:
        for name in (
            found[1] for part in edit.parts if isinstance(part, bytes) for found in WRITTEN.finditer(part)
        ):
            known = name in macros or name + MACRO in options.project.functions
            if known and around(unit, edit.span.start) != name:
                places.setdefault(name, []).append(edit.span)
    for name, spans in places.items():
        first, *others = sorted(spans)
        said = finding(rules, "W043", first, name=name.decode())
        yield Match(findings=(said._replace(related=tuple(Related(span, "and here") for span in others)),))
