"""Paths of the CUDA toolkit in build files, and the folders below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import Said, decoded, reached, renamed
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Makefile
    from hipify_py.rules.model import RuleSet

ROOT = re.compile(rb"(?:(?<=-L)|(?<=-I)|(?<![\w$})]))(/usr/local/cuda|/opt/cuda)(?:-\d[\d.]*)?(?![\w-])")
ROCM = "ROCM_PATH"
# A variable, in a shell with a default, and nothing behind it.
FOLDER = re.compile(rb"\$(?:[({](\w+)(?::?[-=][^{}]*)?[)}]|(\w+))/?")
TAIL = re.compile(rb"(?:/[\w.+-]+)+")


def paths(code: bytes, region: Span, rules: RuleSet) -> Iterator[Said]:
    """Give what becomes of paths of the toolkit in a region."""
    table = rules.build["paths"]
    for found in ROOT.finditer(code, *region):
        entry = table.get(decoded(found[1]))
        if entry is not None:
            yield from renamed(rules, Span(*found.span()), decoded(found[0]), entry)
            yield from below(code, found.end(), region.end, rules)


def below(code: bytes, at: int, end: int, rules: RuleSet) -> Iterator[Said]:
    """Give what becomes of the folders behind the root of the toolkit."""
    tail = TAIL.match(code, at, end)
    if tail is None:
        return
    table, text = rules.build["paths"], decoded(tail[0])
    fits = [key for key in table if text == key or text.startswith(f"{key}/")]
    if fits and fits[0] not in {"/usr/local/cuda", "/opt/cuda"}:
        key = max(fits, key=len)
        yield from renamed(rules, Span(at, at + len(key)), key, table[key])


def roots(file: Makefile, rules: RuleSet) -> frozenset[bytes]:
    """Give the variables that hold the folder of the toolkit wherever a file sets them.

    Those are left out that the folder has its own names for, which become ROCm's.
    """
    known_ones = {name.encode() for name, entry in rules.build["environment"].items() if entry.to == ROCM}
    values: dict[bytes, list[bytes]] = {}
    for line in file.lines:
        if line.name and not line.left:
            values.setdefault(line.name, []).append(file.code[slice(*line.value)].strip(b" \t\"'"))
    found: set[bytes] = set()
    links: dict[bytes, set[bytes]] = {}
    for name, texts in values.items():
        named = [FOLDER.fullmatch(text) for text in texts]
        if all(one or ROOT.fullmatch(text.rstrip(b"/")) for one, text in zip(named, texts, strict=True)):
            others = {one[1] or one[2] for one in named if one} - known_ones
            if not others:
                found.add(name)
            elif len(others) == 1:
                links.setdefault(others.pop(), set()).add(name)
    return frozenset(reached(found, links)) - known_ones
