"""What is found when it is first asked for: a property of an object, and a regular expression of a module.

A module says `from hipify_py.lazy import re`: what it compiles as it is loaded is compiled when something is
first looked for by it. A run asks a seventh of the expressions that it loads, and compiling all of them would
take a quarter of a short one. Expressions from outside may be wrong, which is told where they are read: they
are compiled at once, by `compile_now`.

The property is found once for each object, without the lock that Python 3.11 has in its own. That lock is one
for all objects: threads wait for one another there, and a process that is forked meanwhile waits in it for
ever. Two threads that ask at once both find the same.
"""

from __future__ import annotations

import functools
import re as plain
from typing import TYPE_CHECKING, Any

compile_now = plain.compile

if TYPE_CHECKING:
    import re as re  # noqa: PLC0414  to be imported from here
    from functools import cached_property as cached_property  # noqa: PLC0414  so is this
else:
    from types import SimpleNamespace

    ASKED = tuple(name for name in vars(plain.Pattern) if name[0] != "_" and name != "pattern")

    class Expression:
        """A regular expression, of which nothing but its text is known until something else is asked."""

        __slots__ = ("given", "pattern", *ASKED)

        def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
            self.pattern, self.given = pattern, (pattern, flags)

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401  what the expression has by that name
            """Compile the expression; from then on all that is asked of it stands in the object itself."""
            compiled = plain.compile(*self.given)
            for each in ASKED:
                setattr(self, each, getattr(compiled, each))
            return getattr(compiled, name)

        def __reduce__(self) -> tuple[Any, ...]:
            return Expression, self.given

    re = SimpleNamespace(**{**{name: getattr(plain, name) for name in plain.__all__}, "compile": Expression})

    class cached_property(functools.cached_property):  # noqa: N801  it stands in that one's place
        """As `functools.cached_property`."""

        def __get__(self, instance: Any, owner: type | None = None) -> Any:  # noqa: ANN401  any property
            """Find the value; from then on it stands in the object itself, and is found there."""
            if instance is None:
                return self
            value = self.func(instance)
            instance.__dict__[self.attrname] = value
            return value
