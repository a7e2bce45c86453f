"""The words of a part of a file, and what the marks in it stand for."""

from __future__ import annotations

import pytest

from hipify_py.source.marked_words import words_between
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("static int f(", b"static int f("),
        ("static\n#if A\ninline\n#endif\nint f(", b"static inline int f("),
        ("#define HD __host__ __device__\nHD int f(", b"HD int f( __host__ __device__"),
        ("#define CALL(f) __device__ int x() { f(); }\nCALL(f", b"CALL(f"),
        ("#define HD __device__\nHDR int f(", b"HDR int f("),
    ],
)
def test_words_are_those_outside_directives_and_of_marks(source: str, expected: bytes) -> None:
    found = words_between(Unit(source.encode()), 0, len(source))
    assert b" ".join(found.split()) == expected
