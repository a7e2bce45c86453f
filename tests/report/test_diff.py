"""Unified diffs, against what git and patch make of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from helpers.examples import examples
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hipify_py.report.diff import unified_diff


def test_a_diff_reads_like_diff_u() -> None:
    before = b"".join(b"line %d\n" % n for n in range(20))
    after = before.replace(b"line 3\n", b"three\n").replace(b"line 17\n", b"line 17\nmore\n")
    assert unified_diff(before, after, "src/a.cu", "src/a.cu") == (
        b"--- a/src/a.cu\n+++ b/src/a.cu\n"
        b"@@ -1,7 +1,7 @@\n line 0\n line 1\n line 2\n-line 3\n+three\n line 4\n line 5\n line 6\n"
        b"@@ -16,5 +16,6 @@\n line 15\n line 16\n line 17\n+more\n line 18\n line 19\n"
    )


def test_no_difference_no_diff() -> None:
    assert unified_diff(b"a\n", b"a\n", "x", "x") == b""


def test_a_diff_keeps_bytes_and_says_where_a_newline_is_missing() -> None:
    assert unified_diff(b"\xe9\r\nx", b"\xe8\r\nx\n", "a b\n", "a b\n") == (
        b'--- "a/a b\\012"\t\n+++ "b/a b\\012"\t\n@@ -1,2 +1,2 @@\n'
        b"-\xe9\r\n-x\n\\ No newline at end of file\n+\xe8\r\n+x\n"
    )


def test_a_diff_of_a_renamed_file() -> None:
    assert unified_diff(b"a\n", b"b\n", "x.cu", "x.hip") == (
        b"diff --git a/x.cu b/x.hip\nrename from x.cu\nrename to x.hip\n"
        b"--- a/x.cu\n+++ b/x.hip\n@@ -1 +1 @@\n-a\n+b\n"
    )


def test_a_diff_of_a_large_file_takes_no_time() -> None:
    before = b"".join(b"  float x%d = y[%d];\n" % (n % 997, n) if n % 3 else b"}\n" for n in range(60_000))
    after = b"#include <x>\n" + before.replace(b"x7 ", b"xx ").replace(b"x98", b"z\nx98")
    started = time.process_time()
    diff = unified_diff(before, after, "a", "a")
    assert time.process_time() - started < 5  # difflib alone takes minutes
    assert diff.count(b"\n+  float xx") == before.count(b"x7 ")


def test_lines_that_change_everywhere_are_told_apart() -> None:
    before = [b"line %d\n" % n for n in range(1000)]
    after = [line if n % 2 else b"x" + line for n, line in enumerate(before)]
    diff = unified_diff(b"".join(before), b"".join(after), "a", "a").splitlines()[3:]
    assert diff[:4] == [b"-line 0", b"+xline 0", b" line 1", b"-line 2"]
    assert (sum(line[:1] == b"-" for line in diff), sum(line[:1] == b"+" for line in diff)) == (500, 500)


def test_many_lines_that_come_and_go_are_one_change() -> None:
    before = [b"old %d\n" % n for n in range(200)]
    after = [b"new %d\n" % n for n in range(300)]
    diff = unified_diff(b"".join(before), b"".join(after), "a", "a").splitlines(keepends=True)
    assert diff[2:] == [b"@@ -1,200 +1,300 @@\n", *(b"-" + x for x in before), *(b"+" + x for x in after)]


lines = st.lists(
    st.sampled_from([b"a", b"b", b"}", b"", b"c\r", b"\xff", b"-- x", b"++ y", b"\x0bd\x0c"]), max_size=40
)
pieces = st.lists(st.tuples(lines, lines, lines), max_size=6)


@st.composite
def texts(draw: st.DrawFn) -> tuple[bytes, bytes]:
    before: list[bytes] = []
    after: list[bytes] = []
    for kept, old, new in draw(pieces):
        before += kept + old
        after += kept + new
    ends = [draw(st.sampled_from([b"", b"\n"])) for _ in range(2)]
    return b"\n".join(before) + ends[0], b"\n".join(after) + ends[1]


@pytest.mark.parametrize("tool", ["git", "patch"])
@settings(examples(60), suppress_health_check=list(HealthCheck))
@given(texts(), st.sampled_from(["a.cu", "a b.cu", 'q"t.cu', "n\nl.cu", os.fsdecode(b"\xe9.cu"), "é.cu"]))
@example((b"a", b"a\n"), "a.cu")
@example((b"1\n2\n3\n4\n5\n6\n7\n8\n", b"1\nx\n3\n4\n5\n6\n7\ny\n"), "a.cu")
@example(
    (b"".join(b"%d\n" % (n % 7) for n in range(300)), b"".join(b"%d\n" % (n % 9) for n in range(400))), "a.cu"
)
def test_a_diff_can_be_applied(tool: str, both: tuple[bytes, bytes], name: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    before, after = both
    if b"" in both:  # git and patch take an empty side for a file that comes or goes
        return
    diff = unified_diff(before, after, name, name)
    assert (diff == b"") == (before == after)
    command = {"git": ["git", "apply", "-p1", "-"], "patch": ["patch", "-p1", "-s", "--binary"]}[tool]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_bytes(before)
        if diff:
            subprocess.run(command, cwd=folder, input=diff, check=True, capture_output=True)
        assert (Path(folder) / name).read_bytes() == after
        assert os.listdir(folder) == [name]
