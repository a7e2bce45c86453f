"""Where `using enum E;` and `using A::n;` let the program's own names be seen without their scope."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.hiding_scopes import SCOPES
from hipify_py.source.definitions import CLASSES
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

USING = re.compile(rb"\busing\b(\s++enum\b)?+([\w\s:,]{1,300}+);")
HOLDERS = CLASSES | {"enum_specifier", "namespace_definition"}
LAST_WORD = re.compile(rb"(\w++)\s*+\Z")
ALL = b""  # in place of a name: all that an enumeration lists


def brought(unit: Unit, span: Span, name: bytes) -> Iterator[Span]:
    """Give where `using` lets a name be seen that is declared at a span, in a scope that has a name."""
    known = _brought(unit)
    if not known:
        return
    holders = [node for node in unit.around(span)[:-1] if node.type in HOLDERS]
    for node in holders[-2:]:  # what an enumeration lists is a member of what holds that as well
        named = node.child_by_field_name("name")
        last = LAST_WORD.search(unit.code, *span_of(named)) if named else None
        if last is not None:
            yield from known.get((last[1], name), ())
            yield from known.get((last[1], ALL), ()) if node.type == "enum_specifier" else ()


def brought_from(unit: Unit, holder: bytes, name: bytes) -> list[Span]:
    """Give where `using` lets a name be seen that a scope of some name holds."""
    return _brought(unit).get((holder, name), [])


@fact
def _brought(unit: Unit) -> dict[tuple[bytes, bytes], list[Span]]:
    """Give where names are seen, by the last of the scopes that they are from; of an enumeration `ALL`."""
    found: dict[tuple[bytes, bytes], list[Span]] = defaultdict(list)
    for one in word_matches(unit, USING, b"using"):
        for path in one[2].split(b","):
            *scopes, name = (part.strip() for part in path.split(b"::"))
            if one[1]:
                found[name, ALL].append(_seen_from(unit, one.end()))
            elif scopes:
                found[scopes[-1].removeprefix(b"typename").strip(), name].append(_seen_from(unit, one.end()))
    return dict(found)


def _seen_from(unit: Unit, at: int) -> Span:
    """Give what lies between a place and the end of the scope that it is in."""
    nodes = unit.around(Span(at - 1, at))
    scope = next((node for node in reversed(nodes) if node.type in SCOPES), None)
    return Span(at, scope.end_byte if scope is not None else len(unit.code))
