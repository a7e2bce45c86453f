"""The text of a rule's fix, split into what it keeps of the source and what it adds."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Template(NamedTuple):
    """A fix: literal text, `{capture}` and `$1` parts in order, as (kind, value) pairs.

    `stray` is a brace or a dollar that belongs to none of these, and empty where all do.
    """

    parts: tuple[tuple[str, str], ...]
    stray: str = ""


@lru_cache(maxsize=256)
def template(text: str) -> Template:
    """Split a fix into its parts."""
    parts: list[tuple[str, str]] = []
    stray = ""
    for literal, capture, group, other in re.findall(r"([^{}$]+)|\{(\w+)\}|\$([0-9])|([{}$])", text):
        stray = stray or other
        kind = "text" if literal else "capture" if capture else "group"
        if not other:
            parts.append((kind, literal or capture or group))
    return Template(tuple(parts), stray)
