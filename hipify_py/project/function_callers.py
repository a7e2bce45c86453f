"""Functions of the device that no translation unit of a program calls, of those that they are part of."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.project.files import folders_around
from hipify_py.project.header_names import OF_SAMPLES
from hipify_py.project.includers import contents
from hipify_py.source.includes import HEADERS
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

OFFERED = re.compile(r"(?i)(?:.*/)?(?:inc|include|includes|public|api|sdk)\Z")
"""Folders of headers that other programs include, and whose functions these call."""
PRIVATE = re.compile(r"(?i)(?:.*/)?(?:details?|impl|internal|private)\Z")
"""Folders in such ones of headers that only the others there include."""
WORD = re.compile(rb"\w+")
PASTED = re.compile(rb"(\w++)\s*+##|##\s*+(\w++)")  # a part of a name that a macro puts together


def never_called(
    found: Mapping[str, Facts], inclusion: Inclusion, left: Collection[str], limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for files the functions that they do not call and that no file of their units names either.

    Of a header that no file includes nothing is known. Another that has one of the same name and does not
    call it names it not, nor do those `left`, of which nothing reads any.
    """
    asked = {
        path: fact.uncalled
        for path, fact in found.items()
        if fact.uncalled and (not path.endswith(HEADERS) or _is_inner(path, inclusion))
    }
    names = frozenset[bytes]().union(*asked.values())
    if not names:
        return {}
    units = {path: inclusion.below(inclusion.above({path})) & found.keys() - {*left} for path in asked}
    near = frozenset[str]().union(*units.values())
    named = {path: _named(path, names, limit) - found[path].uncalled for path in near}
    return {
        path: asked[path].difference(*(named[one] for one in units[path]))
        for path in asked
        if not any(found[one].includes_any for one in units[path])
    }


def unused_helpers(
    found: Mapping[str, Facts], inclusion: Inclusion, limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for headers of a program the functions, of `match.host_helpers`, that none of its units calls.

    A copy of one of CUDA's samples is for the program alone, wherever it lies.
    """
    asked = {
        path: dict(fact.helpers)
        for path, fact in found.items()
        if fact.helpers and (_is_inner(path, inclusion) or OF_SAMPLES.fullmatch(os.fsencode(path)))
    }
    names = frozenset(name for told in asked.values() for above in told.values() for name in above)
    units = {path: inclusion.below(inclusion.above({path})) & found.keys() - {path} for path in asked}
    near = frozenset[str]().union(*units.values())
    named = {path: _named(path, names, limit) for path in near}
    return {
        path: frozenset(
            name for name, above in told.items() if not any(above & named[one] for one in units[path])
        )
        for path, told in asked.items()
        if units[path] and not any(found[one].includes_any for one in units[path])
    }


def _is_inner(path: str, inclusion: Inclusion) -> bool:
    """Say whether a header is one that the program includes, and that no other program does."""
    return bool(inclusion.includers.get(path)) and not is_offered(path)


def is_offered(path: str) -> bool:
    """Say whether a file lies in a folder of headers that other programs include."""
    for folder in folders_around(path):  # from the innermost on
        if PRIVATE.fullmatch(folder):
            return False
        if OFFERED.fullmatch(folder):
            return True
    return False


def _named(path: str, names: frozenset[bytes], limit: int) -> frozenset[bytes]:
    """Give those of some names that the code of a file says."""
    text = contents(path, limit)
    there = names.intersection(WORD.findall(text))
    said = there.intersection(WORD.findall(Unit(text).code)) if there else there
    pieces = {piece for pair in PASTED.findall(text) for piece in pair if piece} if b"##" in text else ()
    return said.union(
        name for name in names if any(name.startswith(one) or name.endswith(one) for one in pieces)
    )
