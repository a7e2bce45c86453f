"""Where one comes to what stands in a lambda that a function holds in a name: at the calls of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at, words

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.unit import Unit

DEEPEST = 4  # lambdas, one in the other or called by the other


def entries(unit: Unit, of: Model, at: int, left: int = DEEPEST) -> list[int]:
    """Give the places at which a function comes to one: itself outside of lambdas, else their calls.

    Nothing if that is not told, as where a lambda is handed on.
    """
    home = of.home(at)
    if home == of.function.body:
        return [at]
    found: list[int] = []
    for call in _calls(unit, of, home) if left else ():
        before = entries(unit, of, call.name.start, left - 1)
        if not before:
            return []
        found += before
    return found


def _calls(unit: Unit, of: Model, body: Span) -> list[CallText]:
    """Give the calls of a lambda by its name; none where that stands anywhere else."""
    held = [one for one in of.declarations if one.value and holds(one.value, body)]
    made = held[-1] if held else None  # the innermost begins last
    if made is None or made.value is None or token_at(unit.code, made.value.start).text != b"[":
        return []
    called = [one for one in of.calls if unit.code[slice(*one.name)] == made.name]
    named = sum(1 for one in words(unit.code, made.name, within=made.scope) if one.start > made.at.start)
    return called if len(called) == named else []
