"""What the headers declare, as the facts that ship tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.catalogue import keep_facts

from hipify_py.catalogue import declared
from hipify_py.catalogue.declared import Declaration, Headers
from hipify_py.model import RuleError

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.catalogue.declared import Side

pytestmark = pytest.mark.usefixtures("small")
ALL = ("11.8", "12.9", "13.0")


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Headers:
    """Give the headers of a side of their own."""
    lines = {
        "10.1 9.2": (
            "a::go|function|a.h|int ()",
            "a::b::go|function|a.h|int (int)",
            "a::Go|type|a.h|struct",
            "a::Go::go|field|a.h|int",
            "Shown|macro|a.h|Other",
            "Other|macro|a.h|Third",
            "Third|function|a.h|int ()",
            "Third|type|a.h|struct",
            "Round|macro|a.h|Trip",
            "Trip|macro|a.h|Round",
            "Four|macro|a.h|4",
        ),
        "10.1": ("a::late|function|a.h|int ()",),
    }
    keep_facts(tmp_path / "facts", "cuda", dict(lines))
    monkeypatch.setattr(declared, "builtin_folder", lambda: tmp_path)
    declared.headers.cache_clear()
    return declared.headers("cuda")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a::go", ["a::go"]),
        ("a::b::go", ["a::b::go"]),
        ("go", ["a::b::go", "a::go"]),
        ("Go", ["a::Go"]),
        ("a::Go::go", []),
        ("b::go", []),
        ("nothing", []),
        ("", []),
    ],
)
def test_a_name_is_found_whole_or_in_any_namespace_but_never_a_field(
    name: str, found: list[str], known: Headers
) -> None:
    assert [full for full, _ in known.full(name)] == found
    assert known.find(name) == [each for full in found for each in known.names[full]]


@pytest.mark.parametrize(
    ("name", "meant", "kind"),
    [
        ("Shown", ["Shown", "Other", "Third", "Third"], "function"),
        ("Third", ["Third", "Third"], "function"),
        ("Round", ["Round", "Trip"], "macro"),
        ("Four", ["Four"], "macro"),
        ("go", ["a::b::go", "a::go"], "function"),
        ("a::Go", ["a::Go"], "type"),
        ("nothing", [], ""),
    ],
)
def test_a_macro_is_seen_through_where_it_only_renames(
    name: str, meant: list[str], kind: str, known: Headers
) -> None:
    assert [full for full, _ in known.meant(name)] == meant
    assert known.kind(name) == kind


def test_releases_are_in_the_order_of_their_numbers(known: Headers) -> None:
    assert known.releases == ("9.2", "10.1")
    assert known.names["a::go"] == [Declaration("function", "a.h", "int ()", ("9.2", "10.1"))]
    assert declared.number("10.1") > declared.number("9.2")


@pytest.mark.parametrize(("name", "since"), [("go", "9.2"), ("a::late", "10.1"), ("nothing", "")])
def test_the_oldest_release_with_a_name(name: str, since: str, known: Headers) -> None:
    assert known.since(name) == since


@pytest.mark.parametrize(
    ("side", "release", "name", "there"),
    [
        ("rocm", "7.2", "hipSync", True),
        ("rocm", "7.1", "hipSync", False),
        ("rocm", "6.4", "hipSync", False),
        ("rocm", "6.0", "hipFree", True),
        ("rocm", "6.0", "hipSync", False),
        ("rocm", "8.0", "hipSync", True),
        ("cuda", "13.0", "cudaFree", True),
    ],
)
def test_the_facts_of_a_release_are_those_of_the_newest_known_one_before_it(
    side: Side, release: str, name: str, *, there: bool
) -> None:
    assert (name in declared.facts(side, release)) is there


def test_the_facts_of_a_release_hold_what_it_declares_alone() -> None:
    found = {release: declared.facts("cuda", release)["cudaGraph"] for release in ALL}
    assert {release: [fact.detail for fact in facts] for release, facts in found.items()} == {
        "11.8": ["int (int)"],
        "12.9": ["int (int)"],
        "13.0": ["int (int, int)"],
    }
    assert {(fact.name, fact.kind, fact.header) for facts in found.values() for fact in facts} == {
        ("cudaGraph", "function", "cuda.h")
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            None,
            r"cuda\.tsv: cannot read the facts about the headers: .*No such file.*; install hipify-py again",
        ),
        (
            "cudaFree\tfunction\n",
            r"cannot read the facts about the headers: .*cuda\.tsv:1: expected name, kind, header",
        ),
    ],
)
def test_facts_that_cannot_be_read_are_a_broken_installation(
    text: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "facts").mkdir()
    if text is not None:
        (tmp_path / "facts" / "cuda.tsv").write_text(text)
    monkeypatch.setattr(declared, "builtin_folder", lambda: tmp_path)
    with pytest.raises(RuleError, match=said):
        declared.headers("cuda")
