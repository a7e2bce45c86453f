"""What stands in sources for the device alone: the marks of functions and of memory, and launches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

LAUNCHES = re.compile(rb"<\s*+<\s*+<")
SIDES = b"global device shared constant managed launch_bounds".split()
DEVICE_CODE = re.compile(rb"\b__(?:" + b"|".join(SIDES) + rb")__\b|" + LAUNCHES.pattern)
MARKS = frozenset(b"__%b__" % one for one in SIDES)


@fact
def has_device_code(unit: Unit) -> bool:
    """Say whether a file holds what `DEVICE_CODE` finds: of its marks the words of the file tell."""
    return not all_words(unit).isdisjoint(MARKS) or LAUNCHES.search(unit.code) is not None
