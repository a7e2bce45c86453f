"""The lines around edits and findings, before and after."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.model import Lines
from hipify_py.report.model import Passage
from hipify_py.report.passages import LONGEST, MOST, passages

TEXT = b"".join(b"line %d\n" % n for n in range(1, 41))


def test_lines_that_differ_stand_beside_each_other_with_three_around() -> None:
    after = TEXT.replace(b"line 10\n", b"ten\n").replace(b"line 30\n", b"line 30\nmore\n")
    assert passages(TEXT, after, ()) == (
        (
            Passage(
                7,
                7,
                (" line 7", " line 8", " line 9", "-line 10", "+ten", " line 11", " line 12", " line 13"),
            ),
            Passage(
                28, 28, (" line 28", " line 29", " line 30", "+more", " line 31", " line 32", " line 33")
            ),
        ),
        0,
    )


def test_lines_that_somebody_speaks_about_are_there_and_numbered_on_either_side() -> None:
    after = TEXT.replace(b"line 1\n", b"line 1\nmore\nmore\n")
    made, _ = passages(TEXT, after, [(40, 40), (20, 21), (24, 24)])
    assert [(one.old, one.new, one.lines[0], one.lines[-1]) for one in made] == [
        (1, 1, " line 1", " line 4"),
        (17, 19, " line 17", " line 27"),
        (37, 39, " line 37", " line 40"),
    ]


def test_nothing_said_and_nothing_changed_shows_nothing() -> None:
    assert passages(TEXT, TEXT, ()) == ((), 0)
    assert passages(b"", b"", ()) == ((), 0)
    assert passages(b"", b"", [(1, 1)]) == ((Passage(1, 1, ()),), 0)


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_lines_end_where_findings_count_them(end: bytes) -> None:
    made, _ = passages(b"a%bb%bc" % (end, end), b"a%bB%bc" % (end, end), ())
    assert made == (Passage(1, 1, (" a", "-b", "+B", " c")),)


def test_what_is_too_much_is_counted_and_what_is_too_long_is_cut() -> None:
    before = b"x\n" * (MOST + 10)
    (made,), left_out = passages(before, before.replace(b"x", b"y"), ())
    assert (len(made.lines), left_out) == (MOST, MOST + 20)
    ((line,),) = (one.lines for one in passages(b"z" * 10_000, b"z" * 10_000, [(1, 1)])[0])
    assert line == " " + "z" * LONGEST + "…"
    assert passages(b"\xff\0", b"\xff\0", [(1, 1)])[0][0].lines == (" \ufffd\0",)


@given(
    st.lists(st.sampled_from([b"a", b"b", b"c"])),
    st.lists(st.sampled_from([b"a", b"b", b"d"])),
    st.sets(st.integers(1, 30)),
)
def test_each_side_reads_as_its_text(before: list[bytes], after: list[bytes], about: set[int]) -> None:
    old, new = b"\n".join(before), b"\n".join(after)
    spoken = [line for line in about if line <= len(Lines(old).starts)]
    made, _ = passages(old, new, [(line, line) for line in spoken])
    sides = {" -": (before, set[int]()), " +": (after, set[int]())}
    for one in made:
        for (signs, (lines, shown)), first in zip(sides.items(), (one.old, one.new), strict=True):
            for at, line in enumerate((line for line in one.lines if line[0] in signs), first):
                assert line[1:].encode() == lines[at - 1]
                shown.add(at)
    assert {line for line in spoken if line <= len(before)} <= sides[" -"][1]
    rest = [[line for at, line in enumerate(lines, 1) if at not in shown] for lines, shown in sides.values()]
    assert rest[0] == rest[1]


def test_a_large_file_takes_little_time() -> None:
    before = b"cudaFree(p); // and more of it\n" * 200_000
    started = time.process_time()
    passages(before, before, ((line, line) for line in range(1, 200_000, 100)))
    assert time.process_time() - started < 1
