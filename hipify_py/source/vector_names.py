"""The names of CUDA's vector types, which are HIP's too: whether one is such, and as parts of expressions."""

from __future__ import annotations

ELEMENTS = frozenset(b"char short int long longlong uchar ushort uint ulong ulonglong float double".split())
SIZES = (b"1", b"2", b"3", b"4")
ELEMENT = rb"(?:u?(?:char|short|int|long|longlong)|float|double)"
VECTOR = ELEMENT + rb"[1-4]"
LONG_LONG = {b"longlong": b"long long"}


def spelt(element: bytes) -> bytes:
    """Give how C++ spells the type by which a vector's name begins: `unsigned long long` for `ulonglong`."""
    sign, plain = (b"unsigned ", element[1:]) if element.startswith(b"u") else (b"", element)
    return sign + LONG_LONG.get(plain, plain)


def is_vector(name: bytes) -> bool:
    """Say whether a name is that of a vector type."""
    return name[-1:] in SIZES and name[:-1] in ELEMENTS
