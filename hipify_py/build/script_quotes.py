"""Words in single quotes of a shell script: nothing is a reference there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.build.names import Said

# What a shell passes over, remarks among it, and what stands between single quotes.
PARTS = re.compile(rb"""\\.|(?<![^\s;])#[^\r\n]*+|"(?:[^"\\]|\\.)*+"|'(?P<quoted>[^']*+)'""", re.DOTALL)


def quoted(source: bytes, region: Span) -> Sequence[Span]:
    """Give what stands between single quotes in a region of a script, in order."""
    found = PARTS.finditer(source, *region)
    return merged(Span(*one.span("quoted")) for one in found if one["quoted"])


def with_values(
    source: bytes, region: Span, said: Iterable[Said], reference: bytes, value: bytes
) -> Iterator[Said]:
    """Give what becomes of words, a value in place of a reference of the shell's in single quotes.

    What stands there may be for another reader, such as make, to which it would be a name without a value.
    """
    apart = quoted(source, region)
    for one in said:
        if not inside(apart, one.span.start):
            yield one
        elif isinstance(one, Edit):
            parts = (each if isinstance(each, Span) else each.replace(reference, value) for each in one.parts)
            yield one._replace(parts=tuple(parts))
        else:
            yield one._replace(message=one.message.replace(decoded(reference), decoded(value)))
