"""What docs/warps.md shows is what happens, and every rule about warps is on the page."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import hipify_py

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "warps.md").read_text(encoding="utf-8")
RULES = hipify_py.load_rules()
ID = re.compile(r"\b[A-Z]\d{3}\b")
MODULE = re.compile(r"`((?:\w+/)*\w+(?:\.py|/))`")
ROW = re.compile(r"\| `([^`]+)` \| `([^`]+)` \|")
DONE = {"W000", "W036"}  # notes on what was done
# What the names in the page's tables stand for, around the statement that a row is about.
AROUND = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ void f(int v, int p, int lane, cg::thread_block_tile<32> tile) {
    unsigned b = __ballot_sync(0xffffffff, p);
    /* from */%s/* to */;
}
"""


def blocks(kind: str, language: str) -> list[tuple[str, str]]:
    """Give what the comment before each such block says, and the block's text."""
    return re.findall(rf"<!-- {kind}: ([\w ]+) -->\n```{language}\n(.*?)```", PAGE, re.DOTALL)


def rows() -> list[tuple[str, str, str]]:
    """Give of each row of the tables of rewrites the way, what CUDA has, and what is written."""
    tables = re.findall(r"<!-- rows: (\w+) -->\n((?:\|.*\n)+)", PAGE)
    return [(way, *row) for way, table in tables for row in ROW.findall(table)]


def side(diff: str, other: str) -> str:
    """Give one side of a diff: all but the lines of the other one."""
    return "".join(line[1:] or "\n" for line in diff.splitlines(keepends=True) if line[:1] != other)


def convert(source: str, way: str) -> hipify_py.Result:
    options = hipify_py.Options(warp="native" if way == "native" else "32", add_include=False)
    return hipify_py.convert(source, path="a.cu", rules=RULES, options=options)


def rules_of(result: hipify_py.Result) -> set[str]:
    return {finding.rule for finding in result.findings}


def test_all_examples_are_read() -> None:
    markers = re.findall(r"<!-- (\w+): [\w ]+ -->", PAGE)
    assert len(blocks("converted", "diff")) == markers.count("converted") >= 5
    assert len(blocks("reported", r"c\+\+")) == markers.count("reported") >= 8
    assert PAGE.count("```diff") == markers.count("converted")
    assert len(blocks("silent", r"c\+\+")) == markers.count("silent") >= 1
    assert PAGE.count("```c++") == markers.count("reported") + markers.count("silent")
    assert {way for way, _, _ in rows()} == {"32", "native"}


@pytest.mark.parametrize(("way", "diff"), blocks("converted", "diff"))
def test_a_conversion_is_the_real_one(way: str, diff: str) -> None:
    result = convert(side(diff, "+"), way)
    assert result.text == side(diff, "-")
    assert rules_of(result) - DONE == set(ID.findall(diff))


@pytest.mark.parametrize(("way", "cuda", "written"), rows())
def test_a_row_is_what_is_written(way: str, cuda: str, written: str) -> None:
    text = convert(AROUND % cuda, way).text
    assert text.split("/* from */")[1].split("/* to */")[0] == written


@pytest.mark.parametrize(("ids", "source"), blocks("reported", r"c\+\+"))
def test_an_example_gets_its_finding(ids: str, source: str) -> None:
    assert rules_of(convert(source, "32")) - DONE == set(ids.split())
    assert rules_of(convert(source, "native")) - DONE == set(ids.split()) - {"W016"}  # as the page says


@pytest.mark.parametrize(("ids", "source"), blocks("silent", r"c\+\+"))
def test_a_way_out_gets_no_finding(ids: str, source: str) -> None:
    """It is right for what its comment names, and nothing else is told of it."""
    assert ID.findall(ids)
    assert rules_of(convert(source, "32")) == rules_of(convert(source, "native")) == set()


def test_every_rule_named_exists() -> None:
    assert set(ID.findall(PAGE)) <= RULES.by_id.keys()


@pytest.mark.parametrize("name", ["lanes", "warp"])
def test_every_rule_about_warps_is_named(name: str) -> None:
    file = tomllib.loads((ROOT / "rules" / f"{name}.toml").read_text(encoding="utf-8"))
    made = {entry["id"] for entry in [*file.get("rule", []), *file.get("message", [])]}
    assert made
    assert made <= set(ID.findall(PAGE))


def test_every_module_named_exists() -> None:
    """A name alone is that of a module of the analysis."""
    named = {path for path in MODULE.findall(PAGE) if not path.startswith("hipify_py/")}
    assert len(named) > 10
    places = [ROOT / "hipify_py", *(ROOT / "hipify_py" / "lanes").iterdir()]
    assert [path for path in sorted(named) if not any((place / path).exists() for place in places)] == []
