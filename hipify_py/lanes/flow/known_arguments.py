"""Whether all that a function is given for a parameter is seen, and known for what it is.

Known is what operators make of numbers, of CUDA's own variables, and of what a function declares as a plain
number by itself, nothing changes but an assignment, and is given only what is known. All else, a member, an
element, or what a function returns, may be a lane's index that nobody tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_of
from hipify_py.lanes.flow.call_sites import all_sites
from hipify_py.lanes.flow.constant_folding import declared_constants, written_constants
from hipify_py.lanes.flow.index_names import BUILT_IN
from hipify_py.lanes.flow.kept_numbers import is_kept_number
from hipify_py.lanes.flow.uniformity import KEEPS
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import is_type
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.functions import macros
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 16  # functions that pass on to one another what is asked for
MOST = 64  # names that are followed for one parameter
MADE = frozenset(("number", "binary", "?"))
UNKNOWN = frozenset((CHANGED, b"asm"))  # operators of what nobody reads
TRUTHS = frozenset((b"true", b"false"))


def is_always_known(unit: Unit, function: Function, number: int, depth: int) -> bool:
    """Say whether all is known that a function is given for a parameter; `depth` others ask for it."""
    search = _Search(unit)
    return search.asks_callers(function, number, depth) and search.ends_well()


class _Search:
    """What is still to be looked at, one expression after the other, and the names that were met."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.met: set[tuple[Span, bytes]] = set()
        self.todo: list[tuple[Function, Span, int]] = []

    def ends_well(self) -> bool:
        """Say whether all that is to be looked at is known."""
        while self.todo:
            home, span, depth = self.todo.pop()
            if len(self.met) > MOST or not self._tells(home, span, depth):
                return False
        return True

    def asks_callers(self, function: Function, number: int, depth: int) -> bool:
        """Go on with what calls give for a parameter; say whether all of them are seen."""
        if function.kind == "kernel":
            return True
        sites = all_sites(self.unit, function) if depth < DEEPEST else ()
        given = [(one.home, span) for one in sites for span in one.arguments[number : number + 1]]
        self.todo += [(home, span, depth + 1) for home, span in given]
        return bool(given) and len(given) == len(sites)

    def _tells(self, home: Function, span: Span, depth: int) -> bool:
        if home.kind == "host" or model(self.unit, home).home(span.start) != home.body:
            return False  # a lambda is given what nobody sees
        node = expression(self.unit.code[slice(*span)])
        return all(
            self._follows(home, part.text, span.start, depth)
            if part.kind == "name"
            else _is_made(self.unit, part)
            for part in node.walk()
        )

    def _follows(self, home: Function, name: bytes, at: int, depth: int) -> bool:
        """Go on with what a name is given in a function; say whether that may be all there is to it."""
        known = names(self.unit, home)
        if known.declaration(name, at) is None:
            return _is_constant_in(self.unit, home, name)
        symbol = home.span, known.symbol(name, at)
        if symbol in self.met:
            return True
        self.met.add(symbol)
        return is_kept_number(self.unit, home, name, at) and self._goes_on(home, known, name, at, depth)

    def _goes_on(self, home: Function, known: FunctionNames, name: bytes, at: int, depth: int) -> bool:
        given, made = known.given_at(name, at), known.declaration(name, at)
        self.todo += [(home, one.value, depth) for one in given]
        if any(one.operator in UNKNOWN for one in given):
            return False
        if made is None or made.kind == "local":
            return bool(given)
        listed = model(self.unit, home).parameters
        return name in listed and self.asks_callers(home, listed.index(name), depth)


def _is_made(unit: Unit, node: Expression) -> bool:
    """Say whether a part of an expression, which is no name, makes a number of its own parts alone."""
    if node.kind == "call":
        own = node.name in functions_by_name(unit) or node.name in macros(unit)
        return node.text.removeprefix(b"std::") in KEEPS and not own
    if node.kind == "member":
        return node.parts[0].kind == "name" and node.parts[0].text in BUILT_IN
    if node.kind == "cast":
        return is_type(node.text) and b"&" not in node.text and b"*" not in node.text
    return node.kind in MADE or (node.kind == "unary" and node.text not in {b"*", b"&"})


def _is_constant_in(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a name that a function does not declare is one of CUDA's variables, or a constant."""
    if name in BUILT_IN or name in TRUTHS:
        return True
    of_template = any(standing(unit, name, Span(home.span.start, home.body.start)))
    return name in _numbers(unit) and not of_template and not class_of(unit, home)


@fact
def _numbers(unit: Unit) -> frozenset[bytes]:
    """Give the names of the constants all values of which are written with numbers and operators alone."""
    written = (
        *declared_constants(unit).items(),
        *((name, text) for _, name, text in written_constants(unit)),
    )
    found, others = set[bytes](), set[bytes]()
    for name, text in written:
        plain = all(part.kind != "name" and _is_made(unit, part) for part in expression(text).walk())
        (found if plain else others).add(name)
    return frozenset(found - others)
