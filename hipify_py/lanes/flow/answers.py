"""Answers to questions about a file that ask one another: what a function returns, what a member holds.

One that asks itself again is open and gets what is told of nothing. What hangs on such an answer would be
another one by itself, and so holds only as long as those are open on which it hangs; but what was looked for
a few times is kept, for that takes long.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar, cast

from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from hipify_py.source.unit import Unit

Answer = TypeVar("Answer")
MOST_TIMES = 2  # that one answer is looked for
DEEPEST = 60  # questions in one another
HEAVY = 10  # times that one counts as deep which goes through a whole function
# An interpreter has a thousand frames. The questions in one another take so many of them, however many each
# takes, and leave so many for what the last one works out itself: of an expression, some for each bracket.
FRAMES, LEFT = 500, 400


class _Answers:
    def __init__(self) -> None:
        self.kept: dict[Hashable, object] = {}
        self.open: dict[Hashable, set[object]] = {}  # with those open ones that each has asked, in order
        self.times: dict[Hashable, int] = {}
        self.passing: dict[Hashable, tuple[object, set[object]]] = {}  # answers, and what they hang on
        self.heavy = 0  # the open ones that go through a whole function, once more
        self.frames = sys.maxsize  # where the stack is too deep for another question, while some are open


def is_open(unit: Unit, question: Hashable) -> bool:
    """Say whether a question is being answered, on which then hangs what is asked just now."""
    known = _answers(unit)
    if question in known.open:
        known.open[next(reversed(known.open))].add(question)
    return question in known.open


def is_kept(unit: Unit, question: Hashable) -> bool:
    """Say whether the answer to a question is known and stays."""
    return question in _answers(unit).kept


def is_answered(unit: Unit, question: Hashable) -> bool:
    """Say whether the answer to a question is known, be it one that hangs on those that are open."""
    known = _answers(unit)
    return question in known.kept or question in known.passing


def answer(unit: Unit, question: Hashable, work: Callable[[], Answer]) -> Answer:
    """Give the answer to a question that is not open."""
    known = _answers(unit)
    if question in known.kept:
        return cast("Answer", known.kept[question])
    around = next(reversed(known.open), None)
    found, asked = known.passing.pop(question, (None, set[object]()))
    if not asked or not asked <= known.open.keys():
        if around is None:
            known.frames = min(_frames() + FRAMES, sys.getrecursionlimit() - LEFT)
        known.open[question] = set()
        found = work()
        asked = known.open.pop(question) - {question}
        known.times[question] = known.times.get(question, 0) + 1
    if not asked or known.times[question] >= MOST_TIMES:
        known.kept[question] = found
    else:
        known.passing[question] = found, asked
    if around is not None:
        known.open[around].update(asked)
    return cast("Answer", found)


def answer_or(unit: Unit, question: Hashable, work: Callable[[], Answer], unknown: Answer) -> Answer:
    """Give the answer to a question; `unknown` while it is open, and where too many are around it.

    What hangs on one that is not gone into is not kept, as what hangs on an open one.
    """
    known = _answers(unit)
    if is_open(unit, question):
        return unknown
    if known.open and question not in known.kept and _is_deep(known):
        known.open[next(reversed(known.open))].add(question)
        return unknown
    return answer(unit, question, work)


def heavy(unit: Unit, work: Callable[[], Answer]) -> Answer:
    """Give what comes of work within an open question that goes through a whole function once more."""
    known = _answers(unit)
    known.heavy += 1
    try:
        return work()
    finally:
        known.heavy -= 1


def leaves_little() -> bool:
    """Say whether so many frames are on the stack that nothing further should be gone into."""
    return _has_frames(sys.getrecursionlimit() - LEFT)


def _has_frames(many: int) -> bool:
    try:
        sys._getframe(max(many, 0))  # noqa: SLF001 - documented
    except ValueError:
        return False
    return True


def _frames() -> int:
    """Give how many frames the stack has."""
    frame, found = sys._getframe(1), 1  # noqa: SLF001 - documented
    while frame.f_back is not None:
        frame, found = frame.f_back, found + 1
    return found


def _is_deep(known: _Answers) -> bool:
    """Say whether too many questions are open, or so many frames are that another may be one too many."""
    return len(known.open) + HEAVY * known.heavy >= DEEPEST or _has_frames(known.frames)


@fact
def _answers(_unit: Unit) -> _Answers:
    return _Answers()
