"""The names that the text behind a type declares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

# What stands in round brackets, in others up to three deep.
INNERMOST = rb"\([^(){};]*+\)"
WITHIN = rb"\((?:[^(){};]++|" + INNERMOST + rb")*+\)"
ROUND = rb"\((?:[^(){};]++|" + WITHIN + rb")*+\)"
# A declarator that another one follows, and what may stand between a type or a comma and a name.
DECLARATOR = re.compile(
    rb"[\s*&]*+\w++\s*+(?:=\s*+(?:\{[^{}]*+\}|(?:[^,;(){}]++|" + ROUND + rb")*+)"
    rb"|\{[^{}]*+\}|\[[^\]]*+\])?\s*+,"
)
# No name is what another word stands behind: the type of the next parameter.
NAMED = re.compile(rb"(?:[\s*&]|\b(?:const|__restrict__)\b)+([A-Za-z_]\w*+)(?!\s*(?:[\w*&<]|::))")


BOUND = re.compile(rb"\s*\[")


def declared_behind(code: bytes, at: int) -> Iterator[bytes]:
    """Give the names behind a type that ends at a place, as far as they look like declared ones."""
    return (name for name, _ in declarators_behind(code, at))


def declarators_behind(code: bytes, at: int) -> Iterator[tuple[bytes, int]]:
    """Give the names of `declared_behind`, each with how often it is a pointer to the type or an array of it.

    An array counts once, however many bounds it has.
    """
    while at:
        if named := NAMED.match(code, at):
            yield named[1], named[0].count(b"*") + bool(BOUND.match(code, named.end()))
        following = DECLARATOR.match(code, at)
        at = following.end() if following else 0
