"""What stands behind the names of a piece of code: the pieces that they are given, and so on from those.

What a name holds that is given its value once is read by `held`; by `given_until` what gives one the value
that it has at a place, whatever comes behind that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

LABELS = (b"case", b"default")
MOST_NAMES = 8  # that hand a value on, one to the other


def followed(
    code: bytes, begun: Iterable[Span], given: Callable[[bytes], Iterable[Span]]
) -> Iterator[tuple[Span, set[bytes]]]:
    """Give some pieces of code and those that names in them are `given`, each with its names.

    A name is followed once, wherever it stands.
    """
    todo, seen = [*begun], set[bytes]()
    while todo:
        at = todo.pop()
        names = set(OWN_NAME.findall(code, *at))
        yield at, names
        todo += (span for name in names - seen for span in given(name))
        seen |= names


def by_assignments(made: Iterable[Assignment]) -> Callable[[bytes], Iterable[Span]]:
    """Give what tells by which of some assignments a name is given what."""
    found: dict[bytes, list[Span]] = {}
    for one in made:
        found.setdefault(one.name, []).append(one.value)
    return lambda name: found.get(name, ())


def held(code: bytes, known: FunctionNames, node: Expression, before: int | None = None) -> Expression:
    """Give what a name holds that is given its value once, by way of other names too; or the node.

    With a place, each is given it `before` that, or before it is handed on.
    """
    for _ in range(MOST_NAMES):
        once = known.once(node.text, before) if node.kind == "name" else None
        if once is None:
            break
        node = bare(expression(code[slice(*once.value)]))
        before = before and once.value.start
    return node


def given_until(unit: Unit, of: Model, known: FunctionNames, name: bytes, at: int) -> Assignment | None:
    """Give what gives a name its value at a place, in each turn, if all else that does stands behind it."""
    first, *others = known.given_at(name, at) or (None,)
    if first is None or first.operator or any(one.kind == "goto" for one in of.jumps):
        return None
    start, next_ = first.value.start, min((one.value.start for one in others), default=at + 1)
    turned = any(
        one.whole.start <= at < one.whole.end and next_ < one.whole.end and not one.body.start <= start
        for one in of.loops
    )
    is_always = {*of.path(start)} <= {*of.path(at)} and of.home(start) == of.home(at)
    if not (start < at < next_ and is_always) or (others and turned) or _is_other_case(unit, of, start, at):
        return None
    return first


def _is_other_case(unit: Unit, of: Model, start: int, at: int) -> bool:
    """Say whether a place may be come to by a label of a `switch` behind another that stands in it."""
    if not any(one.keyword == "switch" for one in of.path(start)):
        return False
    return any(True for one in LABELS for _ in standing(unit, one, Span(start, at)))
