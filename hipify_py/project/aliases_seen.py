"""Which names for types of other files each file of a run sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.project_macros import as_told, asked_for
from hipify_py.match.shared_objects import MARK as CONSTRUCTED
from hipify_py.resolve.class_members import classes_asked
from hipify_py.resolve.layouts import layouts_asked
from hipify_py.resolve.told import Told
from hipify_py.resolve.type_aliases import OBJECT, SCOPE, known_names, may_be_known, resolved
from hipify_py.source.tokens import A_NAME
from hipify_py.source.type_names import last_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.include_graph import IncludeGraph, Seen


def reached(facts: Iterable[Facts]) -> set[bytes]:
    """Give the structures that lists of files may fill, and those of which these are made."""
    texts = {name: text for fact in facts for name, text in fact.layouts}
    todo = [name for fact in facts for name in layouts_asked(fact.asks) if name in texts] if texts else []
    found = set(todo)
    while todo:
        more = set(A_NAME.findall(texts[todo.pop()])).intersection(texts) - found
        found |= more
        todo += more
    return found


EVERY = -1  # all bits
DEEPEST = 4  # names for a class, one for the other


def with_types(found: Mapping[str, Facts]) -> dict[str, tuple[Told, ...]]:
    """Give what files tell, with the classes that they define under names which stand for types elsewhere.

    Of those that any file asks for it is told what their members are, and of macros what they stand for.
    """
    names = {one.name for fact in found.values() for one in fact.told if one.kind == "alias"}
    asked = {name for fact in found.values() for name in classes_asked(fact.asks)}
    filled = reached(found.values())
    facts = found.values()
    texts = ((*fact.macro_texts, *fact.bodies) for fact in facts)
    asked_texts = asked_for(texts, (fact.macro_uses for fact in facts))
    return {
        path: (
            *fact.told,
            *(Told("alias", name, OBJECT + SCOPE) for name in sorted(fact.types & names)),
            *(Told("members", name, text) for name, text in fact.members if name in asked),
            *(Told("layout", name, text) for name, text in fact.layouts if name in filled),
            *as_told(fact.macro_texts, asked_texts),
            *(Told("body", *one) for one in fact.bodies if one[0] in asked_texts),
        )
        for path, fact in found.items()
    }


class AliasesSeen:
    """The names for types that are told in an include graph."""

    def __init__(self, graph: IncludeGraph) -> None:
        """Gather what is told of those that may stand for a type that is known."""
        self._graph = graph
        told = {name: [*graph.told(graph.bits("alias", name, EVERY))] for name in graph.names("alias")}
        known = known_names(told)
        self._bits = [
            (
                graph.bits("alias", name, EVERY),
                graph.bits_of(one for one in told[name] if not may_be_known(one, known)),
            )
            for name in sorted(known)
        ]
        self._known: dict[tuple[int, frozenset[bytes]], dict[bytes, bytes]] = {}

    def standing_for(self, names: Iterable[bytes], seen: Seen) -> Iterator[bytes]:
        """Give those of some classes, with a mark, that stand for one of which others tell with it."""
        for name in names:
            meant = name.removesuffix(CONSTRUCTED) if name.endswith(CONSTRUCTED) else b""
            for _ in range(DEEPEST if meant else 0):
                bits = self._graph.bits("alias", meant, seen.ever)
                types = {last_name(one.value.partition(SCOPE)[0]) for one in self._graph.told(bits)}
                meant = types.pop() if len(types) == 1 else b""
                if meant and self._graph.bits("function", meant + CONSTRUCTED, seen.ever):
                    yield name
                    break

    def of(self, seen: Seen) -> Mapping[bytes, bytes]:
        """Give the types for which names stand that a file sees, as `resolve.type_aliases` names them."""
        bits = 0
        for every, unclear in self._bits:
            if not seen.ever & unclear:
                bits |= every & seen.ever
        if not bits:
            return {}
        told = [*self._graph.told(bits)]
        scopes = {one.value.partition(SCOPE)[2] for one in told}
        parts = {part for scope in scopes for part in A_NAME.findall(scope)}
        used = frozenset(part for part in parts if self._graph.bits("using", part, seen.ever))
        if (bits, used) not in self._known:
            self._known[bits, used] = resolved(told, lambda scope: used.issuperset(A_NAME.findall(scope)))
        return self._known[bits, used]
