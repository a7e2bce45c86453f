"""Macros that builds define for headers of CUDA, by the names that those of HIP have for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import RENAME, decoded, renamed
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.build.names import Said
    from hipify_py.rules.model import RuleSet

OF_THRUST = re.compile(rb"(?<=THRUST_DEVICE_SYSTEM=)THRUST_DEVICE_SYSTEM_CUDA\b")
STREAM = rb"CUDA_API_PER_THREAD_DEFAULT_STREAM\b"
FLAG, BARE = re.compile(rb"(?<=-D)" + STREAM), re.compile(rb"(?:(?<=-D)|(?<![\w{-]))" + STREAM)


def macros(
    code: bytes, region: Span, rules: RuleSet, taken: Sequence[Span] = (), *, bare: bool = False
) -> Iterator[Said]:
    """Give what becomes of macros that flags of a region define; with `bare` words are macros, too.

    What stands in one of the spans `taken` has become something else.
    """
    for found in OF_THRUST.finditer(code, *region):
        yield Edit(Span(*found.span()), (b"THRUST_DEVICE_SYSTEM_HIP",), RENAME, "build name")
    covered = merged(taken)
    for found in (BARE if bare else FLAG).finditer(code, *region):
        if not inside(covered, found.start()):
            name = decoded(found[0])
            yield from renamed(rules, Span(*found.span()), name, rules.build["words"][f"-D{name}"])
