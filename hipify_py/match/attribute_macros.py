"""Words that stand for attributes of functions: keywords, and macros, which are what they are defined to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.source.unit import Unit

SIDES = (b"__device__", b"__host__")
HINTS = (b"CUDA", b"DEVICE_CODE", b"HOST", b"GPU", b"HD", b"INLINE", b"FUNC", b"EXEC")
MARKS = (*SIDES, *HINTS)
WORD = re.compile(rb"(?<!\w)(?:__(?:device|host)__|[A-Z_]*(?:%b)[A-Z0-9_]*)(?!\w)" % b"|".join(HINTS))
# What may be a macro for attributes that another file makes, as far as its look tells. What stands before it
# is asked for behind its first letter, which is what the search then looks for.
OPEN = re.compile(rb"[A-Z](?<![\w<,(.:*&].)[A-Z0-9_]++(?=\s)")
# What a macro for attributes stands for.
ATTRIBUTES = (
    rb"(?:(?:"
    + WORD.pattern
    + rb"|(?<!\w)(?:inline|static|virtual|constexpr|__forceinline__|__inline__|__noinline__)(?!\w)"
    rb"|__attribute__\s*+\(\([^()]*+\)\))\s*+)++"
)
MOST_MACROS = 8  # that stand for each other
SOME = b"?"  # behind words that several declarations have in common, of which one has more
MOST_WORDS = 400  # bytes of what one stands for


def meaning(words: bytes, macros: Mapping[bytes, bytes]) -> bytes:
    """Give what attributes come to when macros in them are replaced by what they stand for."""
    for _ in range(MOST_MACROS):
        made = A_NAME.sub(lambda one: macros.get(one[0], one[0]), words)
        if made == words:
            break
        words = made
    return words


def sides_in(words: bytes, macros: Mapping[bytes, bytes]) -> frozenset[bytes]:
    """Give the sides that attributes say, their macros told: none, one of `SIDES` or both."""
    said = meaning(words, macros)
    return frozenset(side for side in SIDES if side in said)


@fact
def own_macros(unit: Unit) -> dict[bytes, tuple[bytes, int]]:
    """Give the macros of a file that stand for attributes of functions, and where they are made.

    One that also stands for nothing, as for other compilers, counts; one that differs otherwise does not.
    """
    found: dict[bytes, tuple[bytes, int]] = {}
    known: dict[bytes, bytes] = {}
    for one in unit.directives if holds_part(unit, *MARKS) else ():
        made = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        words = unit.code[made.end() : one.body.end].strip() if made else b""
        if made is None or len(words) > MOST_WORDS:
            continue
        meant = A_NAME.sub(lambda part: known.get(part[0], part[0]), words)
        if WORD.search(meant) and re.fullmatch(ATTRIBUTES, meant):
            take(found, made[1], words, one.span.start)
            if len(meant) <= MOST_WORDS:
                known[made[1]] = meant
    return found


def take(found: dict[bytes, tuple[bytes, int]], name: bytes, words: bytes, at: int) -> None:
    """Note the attributes of a name; of two that differ none."""
    known = found.get(name)
    found[name] = (b"" if known and known[0] != words else words), at


def take_common(found: dict[bytes, tuple[bytes, int]], name: bytes, words: bytes, at: int) -> None:
    """Note the attributes of a name; of two that differ those of both, with a mark, or none."""
    known = found.get(name, (words, at))[0]
    if known != words:
        common = {*known.split()} & {*words.split()}
        words = b" ".join((*sorted(common, reverse=True), SOME)) if common else b""
    found[name] = words, at


def agreed_words(found: Mapping[bytes, tuple[bytes, int]]) -> dict[bytes, bytes]:
    """Give what was noted, without the places."""
    return {name: words for name, (words, _) in found.items()}


def is_attribute(unit: Unit, word: bytes) -> bool:
    """Say whether a word may be an attribute: by its look, or as a macro that the file makes."""
    return WORD.fullmatch(word) is not None or word in own_macros(unit)
