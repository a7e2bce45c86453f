"""A property that is found once for each object, without the lock that Python 3.11 has in its own.

That lock is one for all objects: threads wait for one another there, and a process that is forked meanwhile
waits in it for ever. Two threads that ask at once both find the same.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as cached_property  # noqa: PLC0414  to be imported from here
else:

    class cached_property(functools.cached_property):  # noqa: N801  it stands in that one's place
        """As `functools.cached_property`."""

        def __get__(self, instance: Any, owner: type | None = None) -> Any:  # noqa: ANN401  any property
            """Find the value; from then on it stands in the object itself, and is found there."""
            if instance is None:
                return self
            value = self.func(instance)
            instance.__dict__[self.attrname] = value
            return value
