"""What is worked out from all rules together when they are compiled: which names are worth a look."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.releases import holds
from hipify_py.rules.linear import expression

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from hipify_py.rules.where import Plain, Where

# What does not mean the same behind other groups: numbers and names of groups, flags for all.
NUMBERED = re.compile(rb"\\\d|\(\?P|\(\?\(|\(\?[a-zA-Z]+\)")


def candidate(names: Iterable[bytes], unknown: Iterable[str]) -> bytes:
    """Give the expression that finds every name some rule may speak about, and few others."""
    begins = [prefix for prefix in sorted(unknown) if r"\." not in prefix]  # with a dot it is of headers
    claimed = {prefix[:2].encode() for prefix in begins}  # names that begin so need no closer look

    def head(name: bytes) -> bytes:
        return name[:2] if name[:2] in claimed else name[:3]

    heads = [_shared(list(alike)) for _, alike in groupby(sorted(names), head)]
    tails = [p.encode() for p in begins if "|" in p or not p.encode().startswith(tuple(heads))]
    branches = ([_any_of(heads)] if heads else []) + tails
    return rb"\b(?:" + b"|".join(branches) + rb")\w*" if branches else rb"(?!)"


def unknown_names(unknown: Iterable[str]) -> bytes:
    """Give the expression for names that look like CUDA's."""
    prefixes = [prefix.encode() for prefix in sorted(unknown)]
    return b"(?:" + b"|".join(prefixes) + rb")\w*" if prefixes else rb"(?!)"


def _shared(words: list[bytes]) -> bytes:
    """Give what some sorted words begin with alike."""
    first, last = words[0], words[-1]
    return first[: next((at for at, char in enumerate(first) if last[at : at + 1] != bytes((char,))), None)]


def _any_of(words: list[bytes]) -> bytes:
    """Give the expression for any of some sorted words that asks for each character once."""
    branches = []
    for _, alike in groupby(words, lambda word: word[:1]):
        group = list(alike)
        shared = _shared(group)
        rest = [word[len(shared) :] for word in group]
        branches.append(re.escape(shared) + (b"" if b"" in rest else b"(?:" + _any_of(rest) + b")"))
    return b"|".join(branches)


def calls(
    rules: Sequence[tuple[Plain, Where]], names: Collection[bytes], rocm: str
) -> dict[bytes, tuple[int, ...]]:
    """Say which rules speak about calls of which name, so that no expression is tried at run time.

    Raises `RuleError` for a rule that speaks of no known name.
    """
    found: dict[bytes, tuple[int, ...]] = {}
    shipped = [rule["call"].encode() for rule, _ in rules if "call" in rule and "origin" not in rule]
    likely = _likely(shipped, names)
    for index, (rule, where) in enumerate(rules):
        if "call" not in rule:
            continue
        own, call = "origin" in rule, rule["call"]
        asked = names if own or NUMBERED.search(call.encode()) else likely
        hits = list(filter(expression(call, own=own).fullmatch, asked))
        if not hits:
            raise where.refuse(rule["name"], f"{rule['call']!r} matches no known name", "correct it")
        for name in hits if holds(rocm, rule.get("since", ""), rule.get("until", "")) else ():
            found[name] = (*found.get(name, ()), index)
    return found


def _likely(expressions: list[bytes], names: Collection[bytes]) -> list[bytes]:
    """Give the names that fit any of many expressions, asked all at once."""
    joined = b"|".join(b"(?:%b)" % each for each in expressions if not NUMBERED.search(each))
    return list(filter(re.compile(joined).fullmatch, names)) if joined else []
