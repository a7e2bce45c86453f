"""How many bits the types of numbers have, by their names: as many on host and device on Linux."""

from __future__ import annotations

from hipify_py.source.vector_names import is_vector

WORDS = frozenset(b"unsigned signed long short char int".split())
"""Of these the language's own whole numbers are named, in any order."""
BITS = {
    **dict.fromkeys((b"uchar", b"int8_t", b"uint8_t", b"bool"), 8),
    **dict.fromkeys((b"ushort", b"int16_t", b"uint16_t"), 16),
    **dict.fromkeys((b"uint", b"int32_t", b"uint32_t", b"float"), 32),
    **dict.fromkeys((b"ulong", b"longlong", b"ulonglong", b"int64_t", b"uint64_t", b"size_t", b"double"), 64),
}
"""Of the other types of numbers that have a name of one word; those of CUDA's own are among them."""
HALVES = {
    **dict.fromkeys((b"half", b"__half", b"__nv_bfloat16", b"nv_bfloat16", b"__hip_bfloat16"), 2),
    **dict.fromkeys((b"half2", b"__half2", b"__nv_bfloat162", b"nv_bfloat162", b"__hip_bfloat162"), 4),
}
"""The bytes of the types of 16 bits that have a header of their own, and of pairs of such."""
NOT_WHOLE = frozenset((b"bool", b"float", b"double"))
BYTE = 8  # bits


def plain(name: bytes) -> bytes:
    """Give a type's name with one blank between words, without what stands for its namespace or `const`."""
    text = b" ".join(name.split()).removeprefix(b"const ").removesuffix(b" const")
    if b":" not in text:
        return text
    return text.replace(b" ", b"").removeprefix(b"::").removeprefix(b"std::")


def bits_of(name: bytes) -> int | None:
    """Give the bits of a number's type; None for any other, `long double` among them."""
    text = plain(name)
    words = text.split()
    if words and WORDS.issuperset(words):
        return 64 if b"long" in words else 8 if b"char" in words else 16 if b"short" in words else 32
    return BITS.get(text)


def whole_bits(name: bytes) -> int | None:
    """Give the bits of a type of whole numbers; None for any other, `bool` among them."""
    return None if plain(name) in NOT_WHOLE else bits_of(name)


def is_unsigned(name: bytes) -> bool:
    """Say whether a type of numbers has no sign."""
    text = plain(name)
    return text.startswith(b"u") or b"unsigned" in text or text == b"size_t"


def is_long_long(name: bytes) -> bool:
    """Say whether a type is `long long`, with a sign or without, by the language's own words."""
    return b"long long" in plain(name)


def size_of(name: bytes) -> int | None:
    """Give the bytes of a number's type, or of a vector of such, by its name; None for any other.

    A vector of three is laid out in its own way.
    """
    text = plain(name)
    if text in HALVES:
        return HALVES[text]
    count = int(text[-1:]) if is_vector(text) else 1
    bits = bits_of(text[:-1] if is_vector(text) else text)
    return None if bits is None or count == 3 else bits // BYTE * count
