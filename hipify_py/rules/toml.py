"""Read a file of rules or settings: a regular one, of a size and a depth with bounds, so that none can hang.

Its text is read by `tomllib`, but for the regular lines of a rule file's tables, which are most of it.
`tomllib` takes 20 to 40 µs a line, so tens of thousands of names would hold up the first run by a second.
Lines that can mean one thing only are taken out of the text before; it reads all others, and wherever
something is odd it reads the whole, so that what is right and how it is refused is its matter alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hipify_py.lazy import re
from hipify_py.model import RuleError
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

HEADING = r'\[(names|headers|polyfills|historic|before\."[\d.]+")\]'
TABLE = re.compile(rf"^{HEADING}\n((?:[^\[\n].*\n|\n)*)", re.MULTILINE)
STRING = r'"([^"\\\x00-\x1f\x7f]*)"'
LINE = re.compile(rf'^([\w-]+|{STRING}) = (?:{STRING}|(\{{ \w+ = "[^\n]*" \}}))\n', re.MULTILINE | re.ASCII)
PAIR = re.compile(rf"(\w+) = {STRING}", re.ASCII)
PAIRS = re.compile(rf"\{{ {PAIR.pattern}(?:, {PAIR.pattern})* \}}", re.ASCII)
Table = dict[str, Any]
LIMIT = 2_000_000
"""The largest file of rules or settings that is read, in bytes."""
PARTS = 16
"""The most parts of a key, such as `a.b.c`: for each `tomllib` goes through all before it."""
LONG_KEY = re.compile(rf"""(?:(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{PARTS}}}""")


def contents(path: str | os.PathLike[str], what: str) -> bytes:
    """Give the bytes of a TOML file, which is a `what` to the user; raises `RuleError`."""
    try:
        return read_regular(path, LIMIT)[0]
    except OSError as error:
        cause, remedy = error.strerror, "make it a file that can be read"
    except NotRegularError:
        cause, remedy = "not a regular file", "put a file of text in its place"
    except TooLargeError as error:
        cause, remedy = f"{error.size:,} bytes are over the limit of {LIMIT:,}", "take it apart"
    text = f"{path}: cannot read this {what}: {cause}; {remedy}"
    raise RuleError(text)


def parsed(
    path: str | os.PathLike[str], data: bytes, parse: Callable[[str], Table] | None = None
) -> tuple[str, Table]:
    """Give the text of a TOML file and what it says, as `read` or another parser has it.

    Raises `RuleError`.
    """
    try:
        text = data.decode("utf-8-sig")  # some editors begin with a mark
        if not any(LONG_KEY.search(line) for line in text.split("\n") if line.count(".") >= PARTS):
            return text, (parse or read)(text)
        cause = f"a key of more than {PARTS} parts"
    except RecursionError:
        cause = "nested too deeply"
    except ValueError as error:  # a number of too many digits is no TOMLDecodeError
        cause = str(error)
    message = f"{path}: not valid TOML: {cause}; correct the file"
    raise RuleError(message)


def read(text: str) -> Table:
    """Give what the text of a rule file says; raises `tomllib.TOMLDecodeError` where it is wrong."""
    import tomllib  # most runs find what was read kept

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
