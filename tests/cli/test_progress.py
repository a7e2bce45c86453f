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
    with progress() as advance:
        for done, total in steps:
            advance(done, total)
    return screen.getvalue()


def test_the_bar_counts_files_done_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(monkeypatch, Screen(), (1, 4), (2, 4), (4, 4))
    assert said.count("Converting") >= 2
    assert said.index("1/4") < said.index("2/4") < said.index("4/4")


def test_a_run_without_files_has_a_bar_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Converting" in shown(monkeypatch, Screen())


def test_elsewhere_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(monkeypatch, io.StringIO(), (1, 2), (2, 2))
    assert "\r" not in said
    assert "\x1b" not in said
    assert "1/2" not in said
