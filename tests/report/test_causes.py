"""Findings by their cause: what counts as one, and which comes first."""

from __future__ import annotations

import pytest
from helpers.reports import NOTE, REPORT, SHUFFLE, SYMBOL, concern

from hipify_py.model import Place
from hipify_py.report.causes import causes, foremost
from hipify_py.report.model import Concern, FileReport, Report


def lacks(name: str, why: str = "is not in ROCm") -> Concern:
    """Give a finding about a name, at its place."""
    return concern(f"  {name}(x);\n", name, "error", "N001", f"{name} {why}")


def of(*found: Concern, path: str = "a.cu") -> Report:
    return Report((FileReport(path, "unchanged", concerns=found),))


def test_what_says_the_same_of_several_names_is_one_cause() -> None:
    report = Report(
        (
            FileReport("b.cu", "unchanged", concerns=(lacks("cudaB"), lacks("cudaA"))),
            FileReport("a.cu", "unchanged", concerns=(lacks("cudaB"),)),
        )
    )
    (cause,) = causes(report)
    assert (cause.rule, cause.severity, cause.fails) == ("N001", "error", "compile")
    assert cause.subjects == ("cudaB", "cudaA")  # the frequent one first
    assert cause.message == "cudaB is not in ROCm"
    assert [path for path, _ in cause.sites] == ["a.cu", "b.cu", "b.cu"]


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        (lacks("cudaA"), lacks("cudaA", "comes with ROCm 7.2"), 2),
        (lacks("cudaA"), lacks("cudaA")._replace(severity="warning"), 2),
        (lacks("cudaA"), lacks("cudaA")._replace(rule="N002"), 2),
        (lacks("cudaA"), lacks("cudaA")._replace(fails="silent"), 2),
        (SYMBOL, SYMBOL._replace(message="use something else"), 2),
        (SYMBOL, SYMBOL._replace(start=Place(9, 1, 90)), 1),
        # A function in front of the message; two words are none.
        (SYMBOL._replace(message="f: this is wrong"), SYMBOL._replace(message="g: this is wrong"), 1),
        (SYMBOL._replace(message="in f: this is wrong"), SYMBOL._replace(message="in g: this is wrong"), 2),
        (
            SYMBOL._replace(message="f, g: this is wrong"),
            SYMBOL._replace(message="g and 2 more: this is wrong"),
            1,
        ),
        # What is counted of each.
        (
            SYMBOL._replace(message="f: kept: 1 vote"),
            SYMBOL._replace(message="g: kept: 2 CUB classes, 3 votes"),
            1,
        ),
        (SYMBOL._replace(message="f: kept: 1 vote"), SYMBOL._replace(message="g: left: 1 vote"), 2),
        # A function before the name at the place, which is a cause of its own.
        (lacks("cudaA")._replace(message="f: cudaA is"), lacks("cudaA")._replace(message="g: cudaA is"), 1),
        (lacks("cudaA")._replace(message="f: cudaA is"), lacks("cudaB")._replace(message="f: cudaB is"), 2),
        # A part of a word is no subject.
        (lacks("cudaA"), lacks("cudaA")._replace(message="cudaAB is not in ROCm"), 2),
    ],
)
def test_what_is_one_cause_and_what_is_two(one: Concern, other: Concern, count: int) -> None:
    found = causes(of(one, other))
    assert len(found) == count
    assert sum(len(each.sites) for each in found) == 2


def test_a_name_that_a_message_has_twice_is_one_subject() -> None:
    found = [lacks(name, f"is an address: calculate with (char *){name}") for name in ("pa", "pb")]
    (cause,) = causes(of(*found))
    assert cause.subjects == ("pa", "pb")


def test_what_further_places_name_are_subjects_too() -> None:
    at = Place(9, 1, 90)
    others = (
        (at, "and here, cudaC"),
        (at, "and here"),
        (at, "and here, cudaA: use x"),
        (at, "and here, as in 9"),
    )
    (cause,) = causes(of(lacks("cudaB")._replace(related=others), lacks("cudaB"), lacks("cudaC")))
    assert cause.subjects == ("cudaB", "cudaC", "cudaA")
    (cause,) = causes(of(SYMBOL._replace(related=others)))
    assert cause.subjects == ()


def test_a_message_about_nothing_that_it_names_has_no_subject() -> None:
    (cause,) = causes(of(SYMBOL, SYMBOL))
    assert cause.subjects == ()


def test_the_worst_come_first_then_what_stops_the_build_then_the_frequent() -> None:
    ways = ["never", "speed", "run", "silent", "link", "compile"]
    errors = [SHUFFLE._replace(fails=fails, rule=f"E{at}") for at, fails in enumerate(ways)]  # type: ignore[arg-type]
    found = (NOTE, *[NOTE._replace(rule="N9")] * 3, SYMBOL, *errors, *[SYMBOL._replace(rule="M9")] * 2)
    assert [each.rule for each in causes(of(*found))] == [
        *(f"E{at}" for at in (5, 4, 3, 2, 1, 0)),
        "M9",
        "M012",
        "N9",
        "N001",
    ]


def test_what_is_in_most_places_comes_first_then_what_is_in_most_files() -> None:
    often = FileReport("a.cu", "unchanged", concerns=(SYMBOL._replace(rule="M9"),) * 3)
    once = tuple(FileReport(path, "unchanged", concerns=(SYMBOL,)) for path in ("b.cu", "c.cu"))
    assert [each.rule for each in causes(Report((often, *once)))] == ["M9", "M012"]
    wide = FileReport("d.cu", "unchanged", concerns=(SYMBOL,))
    assert [each.rule for each in causes(Report((often, *once, wide)))] == ["M012", "M9"]


def test_tests_and_examples_come_behind_the_program() -> None:
    files = [FileReport(path, "unchanged", concerns=(SYMBOL,)) for path in ("examples/a.cu", "src/b.cu")]
    (cause,) = causes(Report(tuple(files)))
    assert [path for path, _ in cause.sites] == ["src/b.cu", "examples/a.cu"]
    many = FileReport("tests/c.cu", "unchanged", concerns=(SYMBOL._replace(rule="M9"),) * 9)
    again = FileReport("tests/d.cu", "unchanged", concerns=(SYMBOL._replace(rule="M9"),))
    assert [each.rule for each in causes(Report((files[1], many, again)))] == ["M012", "M9"]


def test_each_rule_has_its_first_before_the_second_of_any() -> None:
    many = [SYMBOL._replace(message=f"cause {at}") for at in range(5)]
    ranked = causes(of(*many, SYMBOL._replace(rule="M9"), SYMBOL._replace(rule="M8")))
    told, rest = foremost(ranked, 4)
    assert [each.rule for each in told] == ["M012", "M012", "M8", "M9"]
    assert [each.message for each in rest] == ["cause 2", "cause 3", "cause 4"]
    assert foremost(ranked, len(ranked)) == (ranked, [])


def test_a_rule_of_many_causes_is_not_hidden_by_rules_of_one_cause_each() -> None:
    causes_of_one = [SYMBOL._replace(message=f"cause {at}") for at in range(20)]
    others = [SYMBOL._replace(rule=f"M9{at:02}") for at in range(12) for _ in range(4)]
    frequent = [SYMBOL._replace(message="cause 7")] * 2
    ranked = causes(of(*causes_of_one, *others, *frequent))
    told, rest = foremost(ranked, 8)
    assert [each.rule for each in told] == [*(f"M9{at:02}" for at in range(7)), "M012"]
    assert told[-1].message == "cause 7"
    assert len(rest) == len(ranked) - 8
    many = causes(of(*causes_of_one, *others[:4], *[each for each in others if each.rule > "M903"][:20]))
    assert "M012" in {each.rule for each in foremost(many, 4)[0]}


def test_only_errors_of_the_build_stop_it() -> None:
    assert {each.rule: each.stops for each in causes(REPORT)} == {"W010": True, "M012": False, "N001": False}
    assert not causes(of(SHUFFLE._replace(fails="silent")))[0].stops


def test_rules_can_be_left_out() -> None:
    assert [each.rule for each in causes(REPORT, {"M012"})] == ["W010", "N001"]


def test_a_span_over_lines_and_an_empty_excerpt_do_no_harm() -> None:
    found = [
        SHUFFLE,
        SYMBOL._replace(excerpt=""),
        SYMBOL._replace(start=Place(3, 99, 99), end=Place(3, 99, 99)),
    ]
    assert sum(len(each.sites) for each in causes(of(*found))) == 3
