"""Hazards that rest on a name alone: without what it says they would be none, and they say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.index_names import index_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazard import Hazard


def by_names(values: LazyValues, find: Callable[[LazyValues], Iterable[Hazard]]) -> Iterator[Hazard]:
    """Give what is found by the values of a function, and of what is not found without names, the names.

    It is looked for again only where there is something, and a name told something.
    """
    found = [*find(values)]
    if not found or not values.hints.names:
        yield from found
        return
    sure = values.without_hints()
    left = {(one.message, one.span, one.minor) for one in find(sure)}
    said = _said(sure.hints.names)
    for one in found:
        rests = said and (one.message, one.span, one.minor) not in left
        yield one._replace(by_name=said) if rests else one


def _said(names: Iterable[bytes]) -> str:
    """Say what names are taken for."""
    taken = [(name.decode("utf-8", "replace"), index_named(name)) for name in sorted(names)]
    return ", ".join(f"`{name}` is taken for {what} by its name" for name, what in taken)
