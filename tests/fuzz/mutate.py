"""Sources that nobody wrote, made of ones that somebody did.

A mutation takes bytes and gives bytes; it knows what C++ looks like and nothing of how a conversion is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from fuzz import dictionary

TOKEN = re.compile(
    rb'/\*[\s\S]*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[A-Za-z_]\w*|\d[\w.]*|<<<|>>>|::|->|\+\+'
    rb"|--|<<=?|>>=?|&&|\|\||[-+*/%&|^=!<>]=|[ \t]+|\s|[\x80-\xff]+|."
)
NAME = re.compile(rb"[A-Za-z_]\w*\Z")
NUMBER = re.compile(rb"\d[\w.]*\Z")
BRACKETS = (b"(", b")", b"{", b"}", b"[", b"]", b"<", b">", b"<<<", b">>>")
LONGEST = 8_000
"""Bytes of a case."""

Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]


def tokens(source: bytes) -> list[bytes]:
    """Cut a source into tokens, blanks and comments, which joined give the source."""
    return TOKEN.findall(source)


def construct(chance: Random) -> bytes:
    return chance.choice(chance.choice(dictionary.CONSTRUCTS))


def stretch(chance: Random, length: int, most: int) -> tuple[int, int]:
    """Choose a range of at most `most` places, more often a short one."""
    start = chance.randrange(length + 1)
    return start, min(length, start + min(chance.randint(1, most), chance.randint(1, most)))


def places(parts: Sequence[bytes], fits: Callable[[bytes], object]) -> list[int]:
    return [place for place, part in enumerate(parts) if fits(part)]


def change_bytes(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    start, end = stretch(chance, len(source), 12)
    new = chance.choice(
        [b"", source[start:end] * 2, chance.choice(dictionary.BYTES), bytes([chance.randrange(256)])]
    )
    return source[:start] + new + source[chance.choice([start, end]) :]


def change_tokens(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    start, end = stretch(chance, len(parts), 12)
    other = chance.randrange(len(parts) + 1)
    kind = chance.randrange(5)
    if kind == 0:
        parts[start:end] = []
    elif kind == 1:
        parts[start:end] *= 2
    elif kind == 2:
        parts[other:other] = parts[start:end]
    elif kind == 3:
        moved = parts[start:end]
        parts[start:end] = []
        parts[other:other] = moved
    elif start < len(parts) and other < len(parts):
        parts[start], parts[other] = parts[other], parts[start]
    return b"".join(parts)


def put_in(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    start, end = stretch(chance, len(parts), 3)
    blank = chance.choice([b"", b" ", b"\n"])
    parts[start : chance.choice([start, end])] = [blank, construct(chance), blank]
    return b"".join(parts)


def put_in_other(source: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    other = tokens(chance.choice(seeds))
    parts = tokens(source)
    start, end = stretch(chance, len(other), 60)
    at = chance.randrange(len(parts) + 1)
    return b"".join([*parts[:at], *other[start:end], *parts[at:]])


def change_numbers(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    found = places(parts, NUMBER.match)
    if found:
        parts[chance.choice(found)] = chance.choice(dictionary.LITERALS)
    return b"".join(parts)


def change_names(source: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    found = places(parts, NAME.match)
    if not found:
        return source
    names = [parts[place] for place in found]
    others = [part for part in tokens(chance.choice(seeds)) if NAME.match(part)] or names
    old, new = (
        chance.choice(names),
        chance.choice([chance.choice(names), chance.choice(others), construct(chance)]),
    )
    everywhere = chance.random() < 0.5
    at = chance.choice(found)
    for place in found if everywhere else [at]:
        if parts[place] == old or place == at:
            parts[place] = new
    return b"".join(parts)


def change_lines(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    lines = source.splitlines(keepends=True)
    start, end = stretch(chance, len(lines), 6)
    other = chance.randrange(len(lines) + 1)
    kind = chance.randrange(6)
    chosen = lines[start:end]
    if kind == 0:
        lines[start:end] = []
    elif kind == 1:
        lines[start:end] *= 2
    elif kind == 2:
        lines[other:other] = chosen
    elif kind == 3:
        lines[start:end] = chosen[::-1]
    elif kind == 4:
        lines[start:end] = [line.rstrip(b"\r\n") for line in chosen]
    else:
        lines[chance.choice([start, len(lines)]) :] = []
    return b"".join(lines)


def change_brackets(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    found = places(parts, BRACKETS.__contains__)
    kind = chance.randrange(3)
    if kind == 0 or not found:
        parts.insert(chance.randrange(len(parts) + 1), chance.choice(BRACKETS))
    else:
        parts[chance.choice(found)] = b"" if kind == 1 else chance.choice(BRACKETS)
    return b"".join(parts)


def comment(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    for _ in range(chance.choice([1, 1, 1, 2, 5, 20])):
        parts.insert(chance.randrange(len(parts) + 1), chance.choice(dictionary.COMMENTS))
    return b"".join(parts)


def splice(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    for _ in range(chance.choice([1, 1, 1, 2, 5, 20])):
        at = chance.randrange(len(parts) + 1)
        new = chance.choice(dictionary.SPLICES)
        if at < len(parts) and len(parts[at]) > 2 and chance.random() < 0.3:  # within a token
            within = chance.randrange(1, len(parts[at]))
            parts[at] = parts[at][:within] + new + parts[at][within:]
        else:
            parts.insert(at, new)
    return b"".join(parts)


def boundaries(parts: Sequence[bytes]) -> list[int]:
    """Give the places before tokens in code, but for the lines of directives."""
    found, directive, at_start = [], False, True
    for place, part in enumerate(parts):
        if part in {b"\n", b"\r"}:
            directive = directive and place > 0 and parts[place - 1].endswith(b"\\")
            at_start = True
        elif part.strip():
            directive = directive or (at_start and part == b"#")
            at_start = False
        if not directive and not part.startswith((b"\\", b"//")):
            found.append(place)
    return found


def comment_well(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    """Put comments between tokens."""
    parts = tokens(source)
    found = boundaries(parts)
    for place in sorted(
        chance.choices(found, k=chance.choice([1, 1, 2, 5, 20])) if found else [], reverse=True
    ):
        parts.insert(place, chance.choice(dictionary.WHOLE_COMMENTS))
    return b"".join(parts)


def splice_well(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    """Continue lines between tokens."""
    parts = tokens(source)
    found = boundaries(parts)
    for place in sorted(chance.choices(found, k=chance.choice([1, 1, 2, 5])) if found else [], reverse=True):
        parts.insert(place, chance.choice([b"\\\n", b"\\\r\n", b" \\\n "]))
    return b"".join(parts)


def join_whole(source: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    return source + b"\n" + chance.choice(seeds)


def wrap_whole(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    before, after = chance.choice(dictionary.WHOLE_WRAPS)
    return before + source + after


def end_lines(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    plain = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    end = chance.choice([b"\r\n", b"\r", b"\n", b""])
    if end:
        return plain.replace(b"\n", end)
    lines = plain.splitlines(keepends=True)
    return b"".join(line.replace(b"\n", chance.choice([b"\n", b"\r\n", b"\r"])) for line in lines)


def join(source: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    if chance.random() < 0.5:
        return chance.choice([source + b"\n" + other, other + source])
    left, right = tokens(source), tokens(other)
    return b"".join([*left[: chance.randrange(len(left) + 1)], *right[chance.randrange(len(right) + 1) :]])


def wrap(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    before, after = chance.choice(dictionary.WRAPS)
    if chance.random() < 0.4:
        return before + source + after
    parts = source.splitlines(keepends=True) if chance.random() < 0.5 else tokens(source)
    start, end = sorted((chance.randrange(len(parts) + 1), chance.randrange(len(parts) + 1)))
    return b"".join([*parts[:start], before, *parts[start:end], after, *parts[end:]])


def make_macro(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    """Turn some lines into the body of a macro."""
    lines = source.splitlines(keepends=True)
    start, end = stretch(chance, len(lines), 20)
    body = [line.rstrip(b"\r\n").rstrip(b"\\") for line in lines[start:end]]
    head = chance.choice([b"#define M(x) ", b"#define X ", b"#define K(...) \\\n", b"# define __shfl(a, b) "])
    return b"".join([*lines[:start], head, b" \\\n".join(body), b"\n", *lines[end:]])


def repeat(source: bytes, chance: Random, _seeds: Sequence[bytes]) -> bytes:
    parts = tokens(source)
    start, end = stretch(chance, len(parts), 8)
    chosen = b"".join(parts[start:end]) if chance.random() < 0.5 else construct(chance)
    times = chance.randint(2, max(2, min(400, LONGEST // max(1, len(chosen)))))
    return b"".join([*parts[:start], chance.choice([b"", b" "]).join([chosen] * times), *parts[end:]])


MUTATIONS: tuple[tuple[Mutation, int], ...] = (
    (change_bytes, 3),
    (change_tokens, 6),
    (put_in, 8),
    (put_in_other, 4),
    (change_numbers, 2),
    (change_names, 4),
    (change_lines, 4),
    (change_brackets, 4),
    (comment, 6),
    (splice, 4),
    (end_lines, 2),
    (join, 2),
    (wrap, 4),
    (make_macro, 2),
    (repeat, 1),
)
"""Each mutation, and how often it is taken."""
GENTLE: tuple[Mutation, ...] = (change_names, comment_well, splice_well, end_lines, join_whole, wrap_whole)
"""Those that leave most of what they are given C++ that a compiler could take."""
_KINDS = [mutation for mutation, _ in MUTATIONS]
_WEIGHTS = [weight for _, weight in MUTATIONS]


def mutate(source: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    """Apply a few mutations, sometimes none, and in every third case only gentle ones."""
    count = chance.choice([0, 1, 1, 1, 2, 2, 3, 4, 6, 10])
    gentle = chance.randrange(3) == 0
    for mutation in chance.choices(GENTLE, k=count) if gentle else chance.choices(_KINDS, _WEIGHTS, k=count):
        source = mutation(source, chance, seeds)[:LONGEST]
    return source
