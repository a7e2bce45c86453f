"""Which declaration a name stands for at a place, of names that a function declares in several scopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.function_model import Regions, in_order

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.function_model import Model

MARK = b"@"  # stands in no name


class Symbols:
    """The symbols of one function: a name that is declared in one scope alone is its own.

    Another has one for each of its scopes: the name, a mark, and where the scope begins; what stands outside
    of them all is the name with the mark alone.
    """

    def __init__(self, model: Model) -> None:
        """Put the scopes of each name in order."""
        scopes: dict[bytes, dict[Span, int]] = {}
        for one in model.declarations:
            if one.name:
                scopes.setdefault(one.name, {}).setdefault(one.scope, one.at.start)
        self._first = {name: found for name, found in scopes.items() if len(found) > 1}
        self._scopes: dict[bytes, Regions] = {}

    def of(self, name: bytes, at: int) -> bytes:
        """Give the symbol that a name stands for at a place."""
        if name not in self._first:
            return name
        if name not in self._scopes:
            self._scopes[name] = in_order((scope, None) for scope in self._first[name])
        for region in self._scopes[name].around(at):
            if self._first[name][region.span] <= at:  # else it is declared further down
                return b"%b%b%d" % (name, MARK, region.span.start)
        return name + MARK


def name_of(symbol: bytes) -> bytes:
    """Give the name of a symbol."""
    return symbol.partition(MARK)[0]
