"""Small sources in tests: where a word stands, which function is around it, the texts of spans."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hipify_py.model import Span
from hipify_py.source.functions import Function, functions
from hipify_py.source.unit import Unit


def texts(source: bytes, spans: Iterable[tuple[int, int]]) -> list[bytes]:
    """Give what stands at some spans."""
    return [source[start:end] for start, end in spans]


def word(source: bytes, name: bytes = b"here") -> Span:
    """Give the span of the first place at which a name stands as a word."""
    found = re.search(rb"\b" + re.escape(name) + rb"\b", source)
    assert found is not None
    return Span(*found.span())


def marks(source: bytes, mark: bytes = b"here") -> list[int]:
    """Give the offsets of all places at which a mark stands."""
    return [found.start() for found in re.finditer(re.escape(mark), source)]


def function_at(unit: Unit, name: bytes = b"here") -> Function:
    """Give the function around the first place at which a name stands, in code or not."""
    at = word(unit.source, name).start
    return functions(unit, [at])[at]
