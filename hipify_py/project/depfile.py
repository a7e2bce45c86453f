"""What an output was made of, written as compilers do (`gcc -MD -MP`), for make, Ninja and CMake."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.rules.load import builtin_folder
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SPECIAL = re.compile(r"(\\*)([ \t#])")  # of backslashes only those before a blank or a # mean something


def depfile(target: str, reads: Iterable[str]) -> bytes:
    """Write a rule without a recipe for a target, and one for each file, so that make does without it.

    A path with a line end in it, which no makefile can name, is left out; so is a rule for one with a %,
    which make would take for a pattern.
    """
    paths = [_escaped(path) for path in dict.fromkeys(reads) if not re.search(r"[\n\r]", path)]
    rule = " \\\n  ".join([f"{_escaped(target)}:", *paths])
    return os.fsencode("\n".join([rule, *(f"{path}:" for path in paths if "%" not in path), ""]))


def _escaped(path: str) -> str:
    return SPECIAL.sub(r"\1\1\\\2", path).replace("$", "$$")


def program_files() -> Iterator[str]:
    """Give files that are others, or newer, once hipify-py is: of an installation, or of a checkout all."""
    package = Path(__file__).parent.parent
    rules = builtin_folder()
    yield str(package / "version.py")
    record = package.parent / f"hipify_py-{__version__}.dist-info" / "RECORD"
    if rules.parent == package and record.exists():
        yield str(record)
    elif rules.parent != package:
        yield from sorted(map(str, (*package.rglob("*.py"), *rules.rglob("*.toml"))))
