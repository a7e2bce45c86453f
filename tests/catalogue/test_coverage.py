"""What becomes of CUDA's names, counted by library, and which names no rule speaks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.command import put

from hipify_py.catalogue import coverage, entries
from hipify_py.catalogue.coverage import Row

if TYPE_CHECKING:
    from pathlib import Path

HEADERS = Row("headers", 7, 0, 4, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0)
RUNTIME = Row("runtime", 17, 1, 12, 1, 1, 0, 0, 1, 1, 6, 1, 1, 4)
ROWS = [
    Row("cub", 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    Row("groups", 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    HEADERS,
    RUNTIME,
    Row("all", 27, 2, 18, 1, 1, 0, 0, 3, 2, 6, 1, 1, 4),
]


def test_every_public_name_of_cuda_has_a_rule() -> None:
    assert list(coverage.unheld(entries.entries())) == []


@pytest.mark.usefixtures("small")
def test_each_library_is_counted_and_then_all_of_them() -> None:
    assert coverage.rows("7.2") == ROWS


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("rocm", "counts"),
    [
        ("6.4", {"renamed": 10, "later": 1, "review": 2, "reported": 1, "accepted": 4}),
        ("7.0", {"renamed": 10, "later": 1, "review": 2, "reported": 2, "accepted": 3}),
    ],
)
def test_counts_are_those_of_a_release(rocm: str, counts: dict[str, Any]) -> None:
    assert coverage.rows(rocm)[3] == RUNTIME._replace(**counts)


@pytest.mark.usefixtures("small")
def test_rules_of_ones_own_are_counted_too(tmp_path: Path) -> None:
    own = put(
        tmp_path / "own.toml",
        '[names]\ncudaForgotten = "x"\ncudaFree = "hipGraph"\n[headers]\n"lost.h" = { review = "lost" }\n',
    )
    assert coverage.rows("7.2", [own])[2:5] == [
        HEADERS._replace(names=6, unknown=0),
        Row("own", 3, 0, 2, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1),
        RUNTIME._replace(names=15, renamed=11, unknown=0),
    ]


@pytest.mark.usefixtures("small")
def test_a_public_name_without_an_entry_is_told_with_its_library() -> None:
    known = [each for each in entries.entries() if each.name not in {"cudaMalloc", "cuda.h", "dim3"}]
    assert sorted(coverage.unheld(known)) == [
        ("headers", "cuda.h"),
        ("headers", "lost.h"),
        ("runtime", "cudaForgotten"),
        ("runtime", "cudaMalloc"),
        ("runtime", "dim3"),
    ]


@pytest.mark.usefixtures("small")
def test_a_library_may_have_nothing_but_unknown_names(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [each for each in entries.entries() if each.library != "headers"]
    monkeypatch.setattr(coverage, "entries", lambda *_: known)
    found = {row.library: row for row in coverage.rows("7.2")}
    assert found["headers"] == Row("headers", 5, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0)
