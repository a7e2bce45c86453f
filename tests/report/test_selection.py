"""Which findings a report holds: ids, beginnings, names, layers, files, severities."""

from __future__ import annotations

import re

import pytest
from helpers.reports import NOTE, SHUFFLE, SYMBOL

from hipify_py.model import HipifyError
from hipify_py.report.model import FileReport, Report
from hipify_py.report.selection import ALL, Layer, PerFile, Selection, chosen, selection
from hipify_py.rules.load import load

RULES = load()
FOUND = (
    SYMBOL._replace(rule="N001"),
    SYMBOL._replace(rule="N002"),
    SHUFFLE._replace(rule="W033"),
    NOTE._replace(rule="W031"),
    SYMBOL._replace(rule="M062"),
)
REPORT = Report(
    (
        FileReport("src/a.cu", "converted", concerns=FOUND),
        FileReport("tests/b.cu", "converted", concerns=FOUND),
    )
)


def left(*layers: Layer) -> list[str]:
    """Give the rules of the findings that layers leave in a file."""
    file, _ = chosen(REPORT, selection(RULES, layers)).files
    assert file.ignored == len(FOUND) - len(file.concerns)
    return [one.rule for one in file.concerns]


@pytest.mark.parametrize(
    ("layers", "rules"),
    [
        ([], "N001 N002 W033 W031 M062"),
        ([Layer()], "N001 N002 W033 W031 M062"),
        ([Layer(select=("W",))], "W033 W031"),
        ([Layer(select=("W033", "no-counterpart"))], "N001 W033"),
        ([Layer(select=(ALL,))], "N001 N002 W033 W031 M062"),
        ([Layer(select=())], ""),
        ([Layer(ignore=("W", "N001"))], "N002 M062"),
        ([Layer(ignore=(ALL,))], ""),
        ([Layer(ignore=(ALL,), extend_select=("N001",))], "N001"),
        ([Layer(select=("W033",), ignore=("W",))], "W033"),
        ([Layer(select=("W",), ignore=("W033",))], "W031"),
        ([Layer(select=("W",), ignore=("W",))], ""),
        ([Layer(select=("W033",), extend_select=("N",))], "N001 N002 W033"),
        # over a settings file
        ([Layer(select=("W",)), Layer(extend_select=("N001",))], "N001 W033 W031"),
        ([Layer(select=("W",), ignore=("N",)), Layer(select=("N",))], "N001 N002"),
        ([Layer(select=("W033",)), Layer(ignore=("W",))], ""),
        ([Layer(ignore=("W",)), Layer(extend_select=("W033",))], "N001 N002 W033 M062"),
    ],
)
def test_what_is_chosen(layers: list[Layer], rules: str) -> None:
    assert left(*layers) == rules.split()


def test_an_id_that_a_rule_had_before_stands_for_it() -> None:
    spoken = (old for old, now in RULES.by_old_id.items() if any(RULES.by_id[each].message for each in now))
    old = next(spoken)
    assert selection(RULES, [Layer(ignore=(old,))]).off == {*RULES.called(old)} > {old} & RULES.by_id.keys()


def test_nothing_chosen_leaves_the_report_alone() -> None:
    assert chosen(REPORT, selection(RULES)) is REPORT
    assert Selection().idle


def test_rules_are_ignored_in_files_that_match() -> None:
    in_tests = PerFile(lambda path: path.startswith("tests/"), ("W", "no-counterpart"))
    one, other = chosen(REPORT, selection(RULES, per_file=[in_tests])).files
    assert (one, other.ignored) == (REPORT.files[0], 3)
    assert [each.rule for each in other.concerns] == ["N002", "M062"]


def test_severities_change_and_the_longer_word_counts() -> None:
    given = [
        ("W033", "note", "a"),
        ("W", "error", "b"),
        ("counterpart-differs", "note", "a"),
        ("N001", "note", "a"),
    ]
    file, _ = chosen(REPORT, selection(RULES, severities=[*given, ("N001", "warning", "b")])).files  # type: ignore[list-item]
    assert {one.rule: one.severity for one in file.concerns} == {
        "N001": "warning",
        "N002": "note",
        "W033": "note",
        "W031": "error",
        "M062": "warning",
    }
    assert file.ignored == 0


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("W03l", "the settings: no rule 'W03l'; did you mean W031 or "),
        ("no-counterprt", "the settings: no rule 'no-counterprt'; did you mean no-counterpart"),
        (
            "X",
            "the settings: no rule 'X'; use an id such as W031, the beginning of ids, a rule's name, or ALL",
        ),
        ("n", "the settings: no rule 'n'; use an id"),
        ("", "the settings: no rule ''; use an id"),
    ],
)
def test_an_unknown_word_is_refused(word: str, said: str) -> None:
    layers = (Layer(select=(word,)), Layer(extend_select=(word,)), Layer(ignore=(word,)))
    for layer in layers:
        with pytest.raises(HipifyError, match=re.escape(said)):
            selection(RULES, [layer._replace(origin="the settings")])
    with pytest.raises(HipifyError, match=re.escape(said)):
        selection(RULES, per_file=[PerFile(bool, (word,), "the settings")])
    with pytest.raises(HipifyError, match=re.escape(said)):
        selection(RULES, severities=[(word, "note", "the settings")])


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("N000", "a comment in the source, hipify: ignore[...], turns its edits off"),
        ("cuda-header", "a comment in the source, hipify: ignore[...], turns its edits off"),
        ("F001", "leave the file out with --exclude"),
    ],
)
def test_what_reports_nothing_cannot_be_ignored(word: str, remedy: str) -> None:
    said = f"x: {word} makes no findings that could be chosen; {remedy}"
    with pytest.raises(HipifyError, match=re.escape(said)):
        selection(RULES, [Layer(ignore=(word,), origin="x")])
    selection(RULES, [Layer(ignore=("N", "F"))])  # a beginning means those that do


def test_a_rule_of_another_library_is_known() -> None:
    other = load(dnn="miopen")
    rule = min(each for each in other.by_id.keys() - RULES.by_id.keys() if other.by_id[each].message)
    assert selection(RULES, [Layer(ignore=(rule,))]).off == set()
    assert selection(other, [Layer(ignore=(rule,))]).off == {rule}


@pytest.mark.parametrize(
    ("layers", "kept"),
    [
        ([Layer(select=("N001",))], True),
        ([Layer(select=("N",))], True),
        ([Layer(select=("N005",))], True),
        ([Layer(select=("W",))], False),
        ([Layer(ignore=("N005",))], False),
        ([Layer(select=("N001",), ignore=("N005",))], False),
        ([Layer(ignore=("N001",))], True),
    ],
)
def test_a_finding_that_stands_for_others_is_chosen_with_them(layers: list[Layer], kept: bool) -> None:
    header = SYMBOL._replace(rule="N005", also=("N001", "N023"))
    (file,) = chosen(
        Report((FileReport("a.cu", "converted", concerns=(header,)),)), selection(RULES, layers)
    ).files
    assert file.concerns == ((header,) if kept else ())
