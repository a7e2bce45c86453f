"""Tables of facts: how they are kept, and what a name stands for in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.facts import facts

from hipify_py.facts import table
from hipify_py.facts.table import Fact

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = facts(
    "cudaAlloc|macro|h|cudaAlloc_v2",
    "cudaAlloc_v2|macro|h|cudaAlloc_v3",
    "cudaAlloc_v3|function|h|int ()",
    "cudaThing|type|h|struct",
    "cudaThing|function|h|int ()",
    "cudaOwn|macro|h|cudaOwn",
    "cudaFour|macro|h|4",
)


def test_tables_of_facts_come_back_as_they_went_out(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    rows = [Fact("b", "macro", "h", "1"), Fact("a", "function", "h", "int ()")]
    table.write(path, {"2": [*rows, *rows], "1": rows[1:]})
    assert path.read_text() == f"{table.NOTE}a\tfunction\th\tint ()\t1 2\nb\tmacro\th\t1\t2\n"
    assert table.read(path) == {"1": {"a": [rows[1]]}, "2": {"a": [rows[1]], "b": [rows[0]]}}
    assert list(table.rows(path)) == [(rows[1], "1 2"), (rows[0], "2")]


@pytest.mark.parametrize("line", ["b\tnonsense\th\t1\t1", "b\tmacro\th\t1", "b\tmacro\th\t1\t1\t", ""])
def test_a_malformed_table_is_refused_with_its_place(line: str, tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_text(f"a\tfunction\th\tint ()\t1\n{line}\n")
    with pytest.raises(ValueError, match=r"facts\.tsv:2: expected name, kind, header, detail and releases"):
        table.read(path)


@pytest.mark.parametrize(
    ("name", "details", "kinds"),
    [
        ("cudaAlloc", ["int ()"], {"function"}),
        ("cudaThing", ["struct", "int ()"], {"type", "function"}),
        ("cudaOwn", ["cudaOwn"], {"macro"}),
        ("cudaFour", ["4"], {"macro"}),
        ("cudaNone", [], set()),
    ],
)
def test_a_name_is_what_the_macros_of_that_name_lead_to(
    name: str, details: list[str], kinds: set[str]
) -> None:
    assert [fact.detail for fact in table.resolve(KNOWN, name)] == details
    assert table.kinds(KNOWN, name) == kinds
