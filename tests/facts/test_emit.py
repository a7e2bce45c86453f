"""Rule files as they are written: TOML with one name a line."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from hipify_py.facts import emit

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.hints import Value


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("cudaFree", "hipFree", 'cudaFree = "hipFree"'),
        ("a-b_3", "x", 'a-b_3 = "x"'),
        ("a/b.h", "c/d.h", '"a/b.h" = "c/d.h"'),
        ("cuda::std", "x", '"cuda::std" = "x"'),
        ("a", 'say "why" \\ über', 'a = "say \\"why\\" \\\\ über"'),
        ("a", {"review": "none"}, 'a = { review = "none" }'),
        ("a", {"to": "b", "differs": "ü", "fits": [1, 2]}, 'a = { to = "b", differs = "ü", fits = [1, 2] }'),
    ],
)
def test_an_entry_is_a_line_that_toml_reads_back(name: str, value: Value, line: str) -> None:
    assert emit.line(name, value) == f"{line}\n"
    assert tomllib.loads(line) == {name: value}


def test_tables_are_written_sorted_and_empty_ones_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    names: dict[str, Value] = {"b": {"review": 'say "why"'}, "a": "x", "c/d.h": {"to": "e", "differs": "ü"}}
    emit.write(path, "a library", {"names": names, "headers": {}}, source="rules/facts/a.toml")
    head, *rest = path.read_text(encoding="utf-8").split("\n")
    assert head.endswith("from the facts of the headers and rules/facts/a.toml: change that instead.")
    assert rest == [
        'library = "a library"',
        "",
        "[names]",
        'a = "x"',
        'b = { review = "say \\"why\\"" }',
        '"c/d.h" = { to = "e", differs = "ü" }',
        "",
    ]


def test_entries_are_written_so_that_toml_reads_them_back(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    tables: dict[str, dict[str, Value]] = {"names": {"a": "b"}, 'before."7.2"': {"a": {"review": "none"}}}
    emit.write(path, "Acme's", tables, source="x", namespace="acme::inner")
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {
        "library": "Acme's",
        "namespace": "acme::inner",
        "names": {"a": "b"},
        "before": {"7.2": {"a": {"review": "none"}}},
    }
