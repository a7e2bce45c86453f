"""The progress of a run, on a terminal and elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from hipify_py.cli.progress import progress


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, *steps: tuple[int, int]) -> str:
    monkeypatch.setattr(sys, "stderr", screen)
    with progress("Converting") as advance:
        for done, total in steps:
            advance(done, total)
    return screen.getvalue()


def test_the_bar_counts_files_done_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(monkeypatch, Screen(), (1, 4), (2, 4), (4, 4))
    assert said.count("Converting") >= 2
    assert said.index("1/4") < said.index("2/4") < said.index("4/4")


def test_a_bar_begins_with_the_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Screen()) == ""


def test_one_phase_after_the_other_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress("Reading", "converting") as surveyed, progress("Converting") as advance:
        surveyed(1, 2)
        surveyed(2, 2)
        surveyed(3, 3)  # a header that these include
        advance(1, 2)
        advance(2, 2)
    said = screen.getvalue()
    assert said.index("2/2") < said.index("3/3") < said.index("Converting") < said.rindex("2/2")
    assert "Reading" not in said[said.index("Converting") :]


def test_the_time_that_is_left_is_that_of_the_last_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    moments = (float(second) for second in range(1000))
    monkeypatch.setattr("time.time", lambda: next(moments))
    with progress("Reading", "converting") as surveyed, progress("Converting") as advance:
        for at in range(1, 5):
            surveyed(at, 4)
        for at in range(1, 5):
            advance(at, 4)
    said = screen.getvalue()
    converting = said.index("Converting")
    assert "Reading, then converting" in said[:converting]
    assert "3/4" in said[:converting]
    assert "3/4" in said[:converting]
    assert said[:converting].count("00:00:") == said[:converting].count(" for reading") > 0
    assert "00:00:" in said[converting:]
    assert "for reading" not in said[converting:]


def test_no_time_is_said_before_it_can_be_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    moments = (float(second) for second in range(1000))
    monkeypatch.setattr("time.time", lambda: next(moments))
    with progress("Reading", "converting") as surveyed:
        for at in range(1, 101):
            surveyed(at, 100)
    said = screen.getvalue()
    assert "for reading" not in said[: said.index("10/100")]
    assert "for reading" in said[said.index("10/100") : said.index("12/100")]


def test_elsewhere_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(monkeypatch, io.StringIO(), (1, 2), (2, 2))
    assert "\r" not in said
    assert "\x1b" not in said
    assert "1/2" not in said
