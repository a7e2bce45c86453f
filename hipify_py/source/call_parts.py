"""A call and a launch by their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hipify_py.model import Span


class Call(NamedTuple):
    """A call: spans of the callee's name, of the whole, and of each argument with its comments."""

    name: Span
    whole: Span
    open: int
    close: int
    arguments: tuple[Span, ...]


class LaunchParts(NamedTuple):
    """A launch: spans of the callee, of each configuration argument, and of the arguments' brackets."""

    callee: Span
    arguments: tuple[Span, ...]
    given: Span
