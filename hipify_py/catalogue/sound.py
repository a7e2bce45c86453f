"""Find everything that the loader refuses in rule files, not only the first thing.

What is refused is blanked out, and the rest is read again until nothing is refused: so the loader alone
decides what is right, and lines keep their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import RuleError
from hipify_py.rules.compile import compile_rules
from hipify_py.rules.layers import BASE
from hipify_py.rules.load import builtin_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Key = tuple[int, "Path"]  # the layer and the file
MOST = 100  # things refused, after which the rest is not looked for
TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)")
BAD_BYTE = re.compile(r"can't decode byte \w+ in position (\d+)")


class Refusal(NamedTuple):
    """Something that the loader refuses; `words` are what it speaks about and what it says."""

    path: Path
    line: int
    words: tuple[str, str]


def sound(texts: Mapping[Key, str], rocm: str) -> tuple[dict[Key, str], list[Refusal]]:
    """Give the texts without what is refused, files that are no TOML left out, and the refusals."""
    builtin = [(BASE, path, path.read_bytes()) for path in sorted(builtin_folder().glob("*.toml"))]
    good = dict(texts)
    refusals: list[Refusal] = []
    while len(refusals) < MOST:
        try:
            own = [
                (layer, path, text.encode("utf-8", "surrogateescape")) for (layer, path), text in good.items()
            ]
            compile_rules((*builtin, *own), rocm)
        except RuleError as error:
            key, refusal = _located(str(error), good)
            changed = good.get(key) != texts[key]
            if not (changed and "not valid TOML" in refusal.words[1]):  # our own blanking is no news
                refusals.append(refusal)
            left = _blanked(good[key], refusal.line)
            if left == good[key] or "not valid TOML" in refusal.words[1]:
                del good[key]
            else:
                good[key] = left
        else:
            break
    return good, refusals


def _located(message: str, texts: Mapping[Key, str]) -> tuple[Key, Refusal]:
    """Split the loader's message into place, subject and words."""
    key = next(key for key in reversed(list(texts)) if message.startswith(f"{key[1]}:"))
    said = message.removeprefix(f"{key[1]}:")
    if found := re.match(r"(\d+): (.*?): (.*)", said, re.DOTALL):
        return key, Refusal(key[1], int(found[1]), (found[2], found[3]))
    line = TOML_LINE.search(said)
    if bad := BAD_BYTE.search(said):
        data = texts[key].encode("utf-8", "surrogateescape")
        return key, Refusal(key[1], data.count(b"\n", 0, int(bad[1])) + 1, (key[1].name, said.strip()))
    return key, Refusal(key[1], int(line[1]) if line else 1, (key[1].name, said.strip()))


def _blanked(text: str, line: int) -> str:
    """Empty the entry on a line, from 1, or the whole `[[rule]]` or table whose heading or part it is."""
    lines = text.splitlines(keepends=True)
    heads = [at for at, each in enumerate(lines) if re.match(r"\[\[rule\]\]|\[(?!\[)", each)]
    start = max((at for at in heads if at < line), default=-1)
    first, last = line - 1, line
    if start >= 0 and (lines[start].startswith("[[") or start == line - 1):
        first, last = start, min((at for at in heads if at > start), default=len(lines))
    for at in range(first, min(last, len(lines))):
        lines[at] = "\n"
    return "".join(lines)
