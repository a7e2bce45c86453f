"""What goes wrong on 64 lanes and no rewrite mends: a place that a person has to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hipify_py.model import Span


class Hazard(NamedTuple):
    """A place that a person has to look at: the id of the message about it, and what that says of it.

    One that is `minor` is a note: what can be seen speaks against it, and does not rule it out. `by_name`
    says what names alone tell without which it would be none.
    """

    message: str
    span: Span
    said: str = ""
    minor: bool = False
    by_name: str = ""
