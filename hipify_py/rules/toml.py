"""Read the text of a rule file: by `tomllib`, but for the regular lines of its tables, which are most of it.

`tomllib` takes 20 to 40 µs a line, so tens of thousands of names would hold up the first run by a second.
Lines that can mean one thing only are taken out of the text before; it reads all others, and wherever
something is odd it reads the whole, so that what is right and how it is refused is its matter alone.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

TABLE = re.compile(r'^\[(names|headers|historic|before\."[\d.]+")\]\n((?:[^\[\n].*\n|\n)*)', re.MULTILINE)
STRING = r'"([^"\\\x00-\x1f\x7f]*)"'
LINE = re.compile(rf'^([\w-]+|{STRING}) = (?:{STRING}|(\{{ \w+ = "[^\n]*" \}}))\n', re.MULTILINE | re.ASCII)
PAIR = re.compile(rf"(\w+) = {STRING}", re.ASCII)
PAIRS = re.compile(rf"\{{ {PAIR.pattern}(?:, {PAIR.pattern})* \}}", re.ASCII)
Table = dict[str, Any]


def read(text: str) -> Table:
    """Give what the text of a rule file says; raises `tomllib.TOMLDecodeError` where it is wrong."""
    text = text.replace("\r\n", "\n")
    if "'''" in text or '"""' in text:  # a line may stand in a text of many
        return tomllib.loads(text)
    taken: dict[str, Table] = {}
    rest = TABLE.sub(lambda found: _without_lines(found, taken), text)
    try:
        content = tomllib.loads(rest)
        for heading, table in taken.items():
            _add(content, heading, table)
    except ValueError:  # tomllib's own error is one too
        return tomllib.loads(text)
    return content


def _without_lines(found: re.Match[str], taken: dict[str, Table]) -> str:
    """Take the regular lines out of a table, and leave the others where they stand."""
    table: Table = {}
    shared: dict[str, Table | None] = {}  # many names have the same reason

    def take(line: re.Match[str]) -> str:
        if line[4] is not None and line[4] not in shared:
            shared[line[4]] = _pairs(line[4])
        value = line[3] if line[4] is None else shared[line[4]]
        key = line[1] if line[2] is None else line[2]
        if value is None or key in table:
            return line[0]
        table[key] = value
        return "\n"

    if found[1] in taken:
        return found[0]
    kept = LINE.sub(take, found[2])
    taken[found[1]] = table
    return f"[{found[1]}]\n{kept}"


def _pairs(text: str) -> Table | None:
    """Give an inline table of plain strings; None for any other."""
    pairs = PAIR.findall(text) if PAIRS.fullmatch(text) else []
    table = dict(pairs)
    return table if pairs and len(table) == len(pairs) else None


def _add(content: Table, heading: str, table: Table) -> None:
    """Put lines back into their table; raises `ValueError` where a key is there already."""
    head, _, release = heading.partition('."')
    place = content[head][release.rstrip('"')] if release else content[head]
    if place.keys() & table.keys():
        raise ValueError(heading)
    place.update(table)
