"""Tell what a word stands for in build files: a package, a command, a target, a flag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hipify_py.build.names import known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet

KINDS: Final = {
    "packages": "a package of CMake's",
    "commands": "a command of CMake's",
    "variables": "a variable or property of CMake's",
    "words": "a target or a word in build files",
    "libraries": "a library to link",
    "environment": "a variable of makefiles and scripts",
    "paths": "a path",
    "flags": "a flag of nvcc's",
    "short_flags": "a flag of nvcc's",
    "host_flags": "a flag of the host's compiler, behind -Xcompiler",
}
"""The tables below `[build]` that have names in them, and what these are."""
STANDS: Final = {"{archs}": "--offload-arch=GPU", "{host}": "VALUE", "{value}": "VALUE"}
"""What stands in what a flag becomes for that of a build."""


def of_build(rules: RuleSet, word: str) -> Iterator[dict[str, Any]]:
    """Give what becomes of a word in build files, for each table that has it."""
    for table, kind in KINDS.items():
        if table == "libraries" and not word.islower() and word not in rules.build[table]:
            continue  # a function's, as nppiAdd_8u_C1RSfs
        name = word.lower() if table == "commands" else word
        flag = f"{word.partition('=')[0]}=" if word.startswith("-") else ""
        entry = known(rules.build[table], name) or known(rules.build[table], flag)
        if entry is not None:
            yield {
                "what": "build",
                "name": word,
                "kind": kind,
                "becomes": entry.to and _shown(entry.to),
                "package": entry.package,
                "note": entry.reason,
                "place": entry.origin,
            }


def _shown(text: str) -> str:
    for name, shown in STANDS.items():
        text = text.replace(name, shown)
    return text
