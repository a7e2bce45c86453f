"""Questions that ask one another: which answers are kept."""

from __future__ import annotations

from collections.abc import Callable

from hipify_py.lanes.flow.answers import DEEPEST, MOST_TIMES, answer, answer_or, is_answered, is_kept, is_open
from hipify_py.source.unit import Unit


def asker(unit: Unit, asks: dict[str, list[str]], asked: list[str]) -> Callable[[str], int]:
    """Give what counts the questions that one comes to, an open one as none, and notes what is worked out."""

    def ask(name: str) -> int:
        def work() -> int:
            asked.append(name)
            return 1 + sum(map(ask, asks.get(name, [])))

        return answer_or(unit, name, work, 0)

    return ask


def test_an_answer_is_looked_for_once() -> None:
    unit, asked = Unit(b""), list[str]()
    ask = asker(unit, {"a": ["b", "b"], "c": ["a"]}, asked)
    assert (ask("a"), ask("c"), ask("b")) == (3, 4, 1)
    assert asked == ["a", "b", "c"]


def test_what_hangs_on_an_open_question_is_asked_again() -> None:
    unit, asked = Unit(b""), list[str]()
    ask = asker(unit, {"a": ["b"], "b": ["c", "a"]}, asked)
    assert ask("a") == 3
    assert asked == ["a", "b", "c"]
    assert [is_kept(unit, one) for one in "abc"] == [True, False, True]
    assert [is_answered(unit, one) for one in "abcd"] == [True, True, True, False]
    assert ask("b") == 5  # and not 2, as it was within `a`
    assert asked[3:] == ["b"]
    assert is_kept(unit, "b")


def test_one_that_asks_itself_alone_is_kept() -> None:
    unit, asked = Unit(b""), list[str]()
    ask = asker(unit, {"a": ["a"]}, asked)
    assert [ask("a"), ask("a")] == [1, 1]
    assert asked == ["a"]


def test_what_hangs_on_one_that_is_still_open_is_not_looked_for_again() -> None:
    unit, asked = Unit(b""), list[str]()
    asks = {f"{n}": ["in"] for n in range(5)} | {"in": ["open"], "open": [f"{n}" for n in range(5)]}
    asker(unit, asks, asked)("open")
    assert asked.count("in") == 1


def test_what_hung_on_one_that_is_answered_is_looked_for_again() -> None:
    unit, asked = Unit(b""), list[str]()
    asks = {"out": ["open", "in"], "open": ["in", "in"], "in": ["open"]}
    assert asker(unit, asks, asked)("out") == 1 + (1 + 1 + 1) + (1 + 3)
    assert asked == ["out", "open", "in", "in"]


def test_what_is_asked_too_often_is_kept() -> None:
    unit, asked = Unit(b""), list[str]()
    asks = {"out": [f"{n}" for n in range(5)], "in": [f"{n}" for n in range(5)]}
    asker(unit, asks | {f"{n}": ["in"] for n in range(5)}, asked)("out")
    assert asked.count("in") == MOST_TIMES


def test_what_is_open() -> None:
    unit = Unit(b"")
    assert answer(unit, "a", lambda: (is_open(unit, "a"), is_open(unit, "b"))) == (True, False)
    assert not is_open(unit, "a")


def test_questions_go_so_deep_and_no_deeper() -> None:
    unit, asked = Unit(b""), list[str]()
    ask = asker(unit, {f"{n}": [f"{n + 1}"] for n in range(DEEPEST * 50)}, asked)
    assert ask("0") == DEEPEST
    assert ask("1") == DEEPEST  # what hangs on one that was not gone into was not kept


def test_what_is_known_is_told_however_deep_it_is_asked() -> None:
    unit, asked = Unit(b""), list[str]()
    ask = asker(unit, {f"{n}": [f"{n + 1}"] for n in range(DEEPEST)}, asked)
    assert ask("1") == DEEPEST
    assert ask("0") == 1 + DEEPEST
