"""How many bytes the types have that have as many on each host and device that CUDA knows on Linux."""

from __future__ import annotations

import re

SIZED = re.compile(
    rb"(?:unsigned\s+|signed\s+)?(?:std\s*::\s*)?(?:u?int(?P<bits>8|16|32|64)_t"
    rb"|(?P<word>u?(?:char|short|int|long(?:\s+long)?|longlong)|float|double|bool|size_t|unsigned)"
    rb"(?:\s+int)?(?P<count>[124])?)"
)
BITS = {
    **dict.fromkeys((b"char", b"uchar", b"bool"), b"8"),
    **dict.fromkeys((b"short", b"ushort"), b"16"),
    **dict.fromkeys((b"long", b"ulong", b"longlong", b"ulonglong", b"double", b"size_t"), b"64"),
}
"""Of types that have no 32."""


def size_of(name: bytes) -> int | None:
    """Give the bytes of a number's type, or of a vector of such, by its name; None for any other."""
    found = SIZED.fullmatch(name)
    if found is None:
        return None
    bits = found["bits"] or BITS.get((found["word"] or b"int").split()[-1], b"32")
    return int(bits) // 8 * int(found["count"] or 1)
