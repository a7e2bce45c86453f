"""What is left to work out, and in which order."""

from __future__ import annotations

from hipify_py.lanes.flow.given_values import Given
from hipify_py.lanes.flow.lattice import NEUTRAL, NOTHING, OF_LANE, UNKNOWN, VARIES, Value
from hipify_py.lanes.flow.worklist import Work, meeting

MEETS = Given(b"c", b"c", sources=frozenset((b"a", b"b")), conditions=frozenset((b"?",)))
SAID = [Given(b"a", b"a"), Given(b"b", b"b"), MEETS]
USERS = {b"a": [2], b"b": [2], b"?": [2]}


def test_all_comes_once_with_all_that_it_is_made_of() -> None:
    work = Work(SAID, USERS)
    assert [work.next() for _ in SAID][:2] == [(0, ()), (1, ())]
    work = Work(SAID, USERS)
    work.todo.append(2)
    number, fresh = work.next() or (0, ())
    assert (number, set(fresh)) == (2, {b"a", b"b", b"?"})


def test_what_uses_a_change_comes_again_and_only_that() -> None:
    work = Work(SAID, USERS)
    while work.todo:
        work.next()
    work.todo += [1, *work.changed(b"a"), *work.changed(b"?")]
    assert work.next() == (2, [b"a", b"?"])
    assert [work.next(), work.next()] == [None, None]  # nothing has changed for it, nor for another
    assert not work.todo


def test_what_is_made_of_itself_alone_is_uniform() -> None:
    work, held = Work(SAID, USERS), {b"a": NEUTRAL, b"b": NOTHING}
    work.todo.clear()
    assert work.settle(held)
    assert held == {b"a": NOTHING, b"b": NOTHING}
    assert work.todo == [2]


def test_versions_meet_with_what_decides_between_them() -> None:
    held = {b"a": OF_LANE, b"b": NOTHING}
    assert meeting(MEETS, NEUTRAL, NEUTRAL, [b"b"], held) == NOTHING
    assert meeting(MEETS, NOTHING, NEUTRAL, [b"a"], held).level == OF_LANE.level
    assert meeting(MEETS, NOTHING, NEUTRAL, [b"?"], {**held, b"?": VARIES}) == Value(VARIES.level, 0, UNKNOWN)
    assert meeting(MEETS, NOTHING, NEUTRAL, [b"elsewhere"], held) == NOTHING


def test_a_sum_is_made_of_what_it_was() -> None:
    adds = Given(b"a", b"a", operator=b"+")
    assert meeting(adds, OF_LANE, OF_LANE, (), {}).slope == UNKNOWN
    assert meeting(adds._replace(operator=b""), OF_LANE, OF_LANE, (), {}) == OF_LANE
