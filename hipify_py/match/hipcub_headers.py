"""Headers of hipCUB that a file uses and that only CUDA's headers bring it: those of CUB, and of Thrust."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

CUB, THRUST, HIPCUB = b"cub/", b"thrust/", b"hipcub/"
ALL = b"hipcub.hpp"
NAME = re.compile(rb"\bcub\s*+::\s*+(\w++)")
CAPITAL = re.compile(rb"(?<!^)(?=[A-Z])")
FOLDERS = (b"device", b"block", b"warp", b"iterator", b"thread", b"grid")


class Headers(NamedTuple):
    """By a name the header of hipCUB that has it, and by a header those that it brings; below `hipcub`."""

    homes: Mapping[bytes, bytes]
    brings: Mapping[bytes, tuple[bytes, ...]]


def told(unit: Unit) -> Iterator[bytes]:
    """Give the headers of CUB and hipCUB that a file includes, and of Thrust's that there are any."""
    included = unit.included
    yield from (path for path in included if path.startswith((CUB, HIPCUB)))
    if any(path.startswith(THRUST) for path in included):
        yield THRUST


def lacking(unit: Unit, rules: RuleSet, options: Options) -> Iterator[bytes]:
    """Give the headers of hipCUB that a file needs, where others of CUB or Thrust are included."""
    included = {*told(unit)} | options.project.c_headers
    if not any(path.startswith((CUB, THRUST)) for path in included):
        return
    has = _brought({target for path in included if (target := _target(rules, path))})
    if ALL in has:
        return
    used = dict.fromkeys(_used(unit, rules))
    homes = {home for name in used if (home := _home(rules, name))}
    if used and not has and not homes:
        homes = {ALL}
    brought = {other for home in homes for other in _headers().brings.get(home, ())}
    yield from (HIPCUB + home for home in sorted(homes - has - brought))


def _used(unit: Unit, rules: RuleSet) -> Iterator[bytes]:
    """Give the names of CUB that a file uses and that are not its own."""
    for found in word_matches(unit, NAME, b"cub"):
        span = Span(*found.span())
        if not (inside(dead(unit), span.start) or makes(unit, span) or owner(unit, span, rules)):
            yield found[1]


def _home(rules: RuleSet, name: bytes) -> bytes:
    """Give the header of hipCUB that has a name: that of a class is spelt as the class is."""
    if home := _headers().homes.get(name):
        return home
    file = CAPITAL.sub(b"_", name).lower()
    paths = (b"%b%b/%b.cuh" % (CUB, folder, file) for folder in FOLDERS)
    return next((home for path in paths if (home := _target(rules, path)) and home != ALL), b"")


def _target(rules: RuleSet, path: bytes) -> bytes:
    """Give the header of hipCUB, below its folder, that is in the place of one of CUB, or is it."""
    known = rules.headers.get(path)
    to = path if path.startswith(HIPCUB) else known.to if known else None
    return to.removeprefix(HIPCUB) if to and to.startswith(HIPCUB) else b""


def _brought(headers: set[bytes]) -> set[bytes]:
    return headers.union(*(_headers().brings.get(one, ()) for one in headers))


@cache
def _headers() -> Headers:
    import tomllib

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hipcub_headers.toml")
    with open(path, "rb") as file:
        read = tomllib.load(file)
    homes = {name.encode(): home.encode() for home, names in read["names"].items() for name in names}
    brings = {home.encode(): tuple(map(str.encode, others)) for home, others in read["brings"].items()}
    return Headers(homes, brings)
