"""The matcher of warp code as a whole: what it looks at, what it silences, and that it settles."""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path

import pytest
from helpers.decisions import WAYS, Way, converted
from helpers.examples import part

from hipify_py.choices import WARP_HEADER
from hipify_py.conversion import convert
from hipify_py.lanes.matcher import superseded
from hipify_py.model import Edit, Finding, Related, Span
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
CORPUS = Path(__file__).parents[2] / "corpus"
KERNELS = sorted([*(CORPUS / "lanes").glob("*.cu"), *(CORPUS / "lanes-portable").iterdir()])
EACH_WAY = [  # the next kernel in the next way: the first part has each kernel once
    pytest.param(path, way, id=f"{path.name}-{way}")
    for first in range(len(WAYS))
    for path, way in zip(KERNELS, cycle(WAYS[first:] + WAYS[:first]), strict=False)
]


def test_the_first_part_has_each_kernel_and_all_parts_have_it_in_each_way() -> None:
    tried = [case.values for case in EACH_WAY]
    assert [path for path, _ in tried[: len(KERNELS)]] == KERNELS
    assert {*tried} == {*product(KERNELS, WAYS)}


@pytest.mark.parametrize(("path", "way"), part(EACH_WAY, len(WAYS)))
def test_converted_code_is_settled(path: Path, way: Way) -> None:
    first = converted(path, way)
    again = convert(first.output, RULES, Options(path=path.name, warp=way))
    assert again.output == first.output
    assert not again.edits


@pytest.mark.stress
@pytest.mark.parametrize("way", WAYS)
def test_broken_text_never_crashes(way: Way) -> None:
    for path in KERNELS[::4]:
        source = path.read_bytes()
        for cut in range(0, len(source), 487):  # each place is in two parts or one
            part = source[cut : cut + 900]
            result = convert(part, RULES, Options(warp=way))
            if result.edits:
                assert convert(result.output, RULES, Options(warp=way)).output == result.output
            else:
                assert result.output == part


def test_the_header_itself_is_not_looked_at() -> None:
    """What it says of 64 lanes is meant so."""
    source = b"__device__ int f(int v) { return __any_sync(~0u, v); }\n"
    for path in (WARP_HEADER, f"deep/{WARP_HEADER}"):
        result = convert(source, RULES, Options(path=path, add_include=False))
        assert (result.output, [one.rule for one in result.findings]) == (source, [])
    assert convert(source, RULES, Options(path=f"my_{WARP_HEADER}", add_include=False)).output != source


def finding(rule: str, start: int, *related: int) -> Finding:
    others = tuple(Related(Span(at, at + 1), "and here") for at in related)
    return Finding(rule, "warning", Span(start, start + 4), "said", related=others)


@pytest.mark.parametrize(
    ("findings", "edits", "left"),
    [
        (["N001 3", "W000 3"], [], ["W000 3"]),
        (["N002 3", "W036 3"], [], ["W036 3"]),
        (["N001 3", "W000 9"], [], ["N001 3", "W000 9"]),
        (["N001 3", "W023 3"], [], ["N001 3", "W023 3"]),
        (["N003 3", "W000 3"], [], ["N003 3", "W000 3"]),
        (["D001 3", "W009 3"], [], ["W009 3"]),
        (["D001 3", "G013 3"], [], ["G013 3"]),
        (["D001 3", "W000 3"], [], ["D001 3", "W000 3"]),
        (["N001 5"], [Edit(Span(3, 9), (), "W000", "warp")], []),
        (["N001 9"], [Edit(Span(3, 9), (), "W000", "warp")], ["N001 9"]),
        (["N001 5"], [Edit(Span(3, 9), (b"x",), "W000", "warp")], ["N001 5"]),
        (["N001 5"], [Edit(Span(3, 9), (), "N000", "rename")], ["N001 5"]),
    ],
)
def test_what_the_analysis_says_more_of_is_said_by_it_alone(
    findings: list[str], edits: list[Edit], left: list[str]
) -> None:
    """So it is of a name in a place that the analysis drops; other rules go on speaking."""
    given = [finding(rule, int(start)) for rule, start in (one.split() for one in findings)]
    assert [f"{one.rule} {one.span.start}" for one in superseded(given, edits)] == left


def test_the_other_places_of_a_finding_count_too() -> None:
    given = [finding("N001", 7), finding("N001", 8), finding("W000", 3, 7)]
    assert superseded(given, []) == given[1:]
