"""Names of the API of which nobody can tell whether the program's own is meant where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.reach import reach, read_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.resolve.reach import Reach
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

WHY: dict[Reach, str] = {
    "unread": "the file declares one of that name where the grammar lost its way",
    "argument": "the program has one of that name which a call finds by the types of its arguments",
}
IN_MACRO = "the macro is used where the program's own of that name is seen, and where it is not"


class DoubtfulOwners:
    """What a file makes of names that HIP lacks, and how far that reaches."""

    def __init__(
        self, unit: Unit, made: list[tuple[Span, bytes]], is_own: Callable[[Span, bytes], bool]
    ) -> None:
        """Ask of each declaration how far it reaches; `is_own` says where the program's own is seen."""
        self._unit, self._is_own, self._made_at = unit, is_own, {span for span, _ in made}
        reached = [(name, reach(unit, span)) for span, name in made]
        self.everywhere = {name for name, far in reached if far == "file"}
        self._why = {name: WHY[far] for name, far in reached if far in WHY}

    def makes(self, span: Span, name: bytes) -> bool:
        """Say whether a name is the program's own in all of the file, or is made where it stands."""
        return name in self.everywhere or span in self._made_at

    def why(self, span: Span, name: bytes) -> str:
        """Say why nobody can tell whose a name is where it stands; nothing where that is clear."""
        if name in self._why and not self.makes(span, name) and not self._is_own(span, name):
            return self._why[name]
        places = read_at(self._unit, span.start)
        seen = {self._is_own(Span(at, at), name) for at in places} if len(places) > 1 else set[bool]()
        return IN_MACRO if len(seen) > 1 else ""

    def said(self, rules: RuleSet, span: Span, name: bytes) -> Match | None:
        """Give what is said where nobody can tell whose a name is."""
        why = self.why(span, name)
        return Match((), (finding(rules, "N061", span, name=name.decode(), why=why),)) if why else None
