"""The names of CUDA's vector types, which are HIP's too: whether one is such, and as parts of expressions."""

from __future__ import annotations

ELEMENTS = frozenset(b"char short int long longlong uchar ushort uint ulong ulonglong float double".split())
SIZES = (b"1", b"2", b"3", b"4")
ELEMENT = rb"(?:u?(?:char|short|int|long|longlong)|float|double)"
VECTOR = ELEMENT + rb"[1-4]"


def is_vector(name: bytes) -> bool:
    """Say whether a name is that of a vector type."""
    return name[-1:] in SIZES and name[:-1] in ELEMENTS
