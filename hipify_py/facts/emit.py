"""Write rule files: TOML with one name a line, sorted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hipify_py.facts.hints import Value

BARE = re.compile(r"[A-Za-z0-9_-]+")
NOTE = "# Made by `python -m {command}` from the facts of the headers and {source}: change that instead.\n"


def text(value: str) -> str:
    """Spell a TOML string; JSON's escapes are a part of TOML's."""
    return json.dumps(value, ensure_ascii=False)


def line(name: str, value: Value) -> str:
    """Spell one entry."""
    key = name if BARE.fullmatch(name) else text(name)
    if isinstance(value, str):
        return f"{key} = {text(value)}\n"
    inner = ", ".join(f"{word} = {json.dumps(what, ensure_ascii=False)}" for word, what in value.items())
    return f"{key} = {{ {inner} }}\n"


def write(  # noqa: PLR0913
    path: Path,
    library: str,
    tables: Mapping[str, Mapping[str, Value]],
    *,
    source: str,
    namespace: str = "",
    command: str = "hipify_py.facts",
) -> None:
    """Write a rule file with the tables given, each sorted by name; empty ones are left out.

    `source` is the file that a person edits for it, `namespace` the one whose members the names are, if any,
    and `command` the module that makes it.
    """
    parts = [NOTE.format(source=source, command=command), f"library = {text(library)}\n"]
    if namespace:
        parts.append(f"namespace = {text(namespace)}\n")
    for table, entries in tables.items():
        if entries:
            parts.append(f"\n[{table}]\n" + "".join(line(name, entries[name]) for name in sorted(entries)))
    path.write_text("".join(parts), encoding="utf-8")
