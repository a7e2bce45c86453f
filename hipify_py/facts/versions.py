"""The numbers of versions that headers of ROCm define under the names of CUDA's libraries.

A condition on one of them is decided for HIP by that number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.facts import emit
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hipify_py.facts.hints import Value
    from hipify_py.facts.table import Facts

NAME = re.compile(r"[A-Z]+_(?:\w+_)?(?:VERSION(?:_CODE)?|MAJOR|MINOR|PATCH)")
NUMBER = re.compile(r"\d+")


def derive(cuda: Facts, rocm: Mapping[str, Facts]) -> dict[str, Value]:
    """Give for each macro with a version that both sides have its numbers by the release of ROCm."""
    names = sorted(name for name in cuda if NAME.fullmatch(name))
    numbers = {
        name: {_key(release): number(rocm[release], name) for release in sorted(rocm)} for name in names
    }
    known = {name: {key: text for key, text in by.items() if text} for name, by in numbers.items()}
    return {name: by for name, by in known.items() if by}


def number(facts: Facts, name: str) -> str:
    """Give the number that a macro stands for, as text; "" where it is none."""
    found = (fact.detail for fact in facts.get(name, ()) if fact.kind == "macro")
    return next((text for text in found if NUMBER.fullmatch(text)), "")


def _key(release: str) -> str:
    return f'"{release}"'  # as TOML has a key with a dot


def write(folder: Path, found: Mapping[str, Value]) -> None:
    """Write the rule file of them."""
    emit.write(
        folder / "versions.toml", "versions of libraries", {"versions": found}, source="rules/facts/rocm.tsv"
    )
