"""Where a file sees the names of a scope without naming it: in what is derived from a class, in its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.brought_names import brought_from
from hipify_py.resolve.hiding_scopes import bodies_of, parts_of
from hipify_py.resolve.type_aliases import class_meant
from hipify_py.source.brackets import parts
from hipify_py.source.defined_types import DefinedType, defined_types
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

CLASSES = frozenset({b"struct", b"class"})
ANY = b""  # a base that has another name in its file, of which it is not told what that stands for


@fact_of
def seen_of(unit: Unit, scope: bytes, name: bytes) -> tuple[Span, ...]:
    """Give where a name is seen that a scope of other files, as `a::B`, holds; as `merged` does."""
    last = scope.rpartition(b"::")[2]
    own = (one.body for one in defined_types(unit) if one.name == last)
    spaces = (*parts_of(unit, last), *bodies_of(unit, last), *brought_from(unit, last, name))
    return merged((*own, *spaces, *heirs(unit, last)))


@fact_of
def heirs(unit: Unit, name: bytes) -> tuple[Span, ...]:
    """Give the classes of a file that are derived from a class, and their members outside; none of ""."""
    found: list[Span] = []
    queue, done = [name, ANY] if name else [], set[bytes]()
    while queue:
        base = queue.pop()
        for one in _derived(unit).get(base, ()) if base not in done else ():
            found += (Span(one.at, one.body.end), *bodies_of(unit, one.name))
            queue.append(one.name)
        done.add(base)
    return tuple(found)


@fact
def _derived(unit: Unit) -> dict[bytes, list[DefinedType]]:
    """Give what is derived from each class, by the names of these; from what may be any of them by `ANY`.

    In a base with arguments of the template that the class is one of no bare name is looked for.
    """
    found: dict[bytes, list[DefinedType]] = {}
    for one in defined_types(unit):
        bases = parts(unit.code, *one.made_of) if one.keyword in CLASSES else ()
        of_template = _is_of_template(unit, one.at)
        for base in bases:
            head, opens, _ = unit.code[slice(*base)].partition(b"<")
            names = A_NAME.findall(head) if not (opens and of_template) else ()
            if names:
                found.setdefault(class_meant(unit, names[-1]) or ANY, []).append(one)
    return found


def _is_of_template(unit: Unit, at: int) -> bool:
    """Say whether a class has parameters of a template before it, as `template <>` has none."""
    closes = token_before(unit.code, at)
    return closes.text == b">" and token_before(unit.code, closes.start).text != b"<"
