"""What clang says, read."""

from __future__ import annotations

import time

import pytest

from hipify_py.verify.diagnostics import LONGEST, MOST, crashed, in_lines, parse
from hipify_py.verify.model import Diagnostic, Spot

SAID = b"""\
In file included from a.cu:2:
In file included from ./b.h:7:
c.h:1:18: error: use of undeclared identifier 'zap'
c.h:9:1: error: expected ';'
a.cu:4:27: error: no matching function for call to 'f'
c.h:3:6: note: candidate function not viable: requires 2 arguments
a.cu:5:1: warning: unused
x.h:1:1: note: of the warning
/rocm/t.h:10:3: fatal error: 'cub/cub.cuh' file not found
2 errors generated when compiling for gfx90a.
"""
STACK = (Spot("a.cu", 2, 1), Spot("./b.h", 7, 1))


def test_errors_come_with_their_notes_and_the_includes_that_lead_there() -> None:
    assert parse(SAID) == [
        Diagnostic(
            "use of undeclared identifier 'zap'",
            Spot("c.h", 1, 18, "use of undeclared identifier 'zap'"),
            stack=STACK,
        ),
        Diagnostic("expected ';'", Spot("c.h", 9, 1, "expected ';'"), stack=STACK),
        Diagnostic(
            "no matching function for call to 'f'",
            Spot("a.cu", 4, 27, "no matching function for call to 'f'"),
            notes=(Spot("c.h", 3, 6, "candidate function not viable: requires 2 arguments"),),
        ),
        Diagnostic(
            "'cub/cub.cuh' file not found",
            Spot("/rocm/t.h", 10, 3, "'cub/cub.cuh' file not found"),
            fatal=True,
        ),
    ]


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        (b"", []),
        (b"all is well\n", []),
        (b"clang++: error: unknown argument: '-fgone'\n", ["unknown argument: '-fgone'"]),
        (b"clang: fatal error: no input files\n", ["no input files"]),
        (
            b"ld.lld: error: undefined hidden symbol: f(int)\n>>> referenced by a.cu\n",
            ["undefined hidden symbol: f(int)"],
        ),
        (b"a.cu:1:1: fatal error: too many errors emitted, stopping now [-ferror-limit=]\n", []),
        (b"\xff\xfe.cu:1:1: error: \x80\n", ["\ufffd"]),
        (b"C:/x y/a.cu:3:4: error: e: 1:2: error: f\n", ["e: 1:2: error: f"]),
        (b"clang: error: amdgcn-link command failed with exit code 1 (use -v)\n", []),
        (b"clang: note: diagnostic msg: /tmp/a.sh\n", []),
    ],
)
def test_what_stands_in_no_file(said: bytes, texts: list[str]) -> None:
    assert [error.text for error in parse(said)] == texts


@pytest.mark.parametrize(
    ("status", "said", "reason"),
    [
        (0, b"", ""),
        (1, b"a.cu:1:1: error: x\n", ""),
        (-11, b"", "ended by signal 11"),
        (
            139,
            b"x\nPLEASE submit a bug report to https://x\nStack dump:\n",
            "PLEASE submit a bug report to https://x",
        ),
        (1, b"clang: error: linker command failed due to signal (use -v)\n", "failed due to signal (use -v)"),
        (1, b"fatal: LLVM ERROR: out of memory\n", "LLVM ERROR: out of memory"),
        (None, b"", ""),
    ],
)
def test_a_compiler_that_broke_down_is_told_from_one_that_found_errors(
    status: int | None, said: bytes, reason: str
) -> None:
    assert crashed(status, said) == reason


@pytest.mark.parametrize(
    "said",
    [
        b"Assertion " * 390_000,
        b"clang" * 700_000,
        b"a.cu:1:" * 500_000,
        b"a.cu:1:1: error: " + b"'a' (aka " * 400_000,
        b"a.cu:1:1: error: " + b"'" * 3_900_000,
        b"\xff\x00\x1b" * 1_300_000,
        b"a.cu:1:1: error: x\n" + b"a.cu:1:1: note: y\n" * 200_000,
        b"In file included from a.cu:1:\n" * 130_000 + b"a.cu:1:1: error: x\n" * 1000,
        b"a.cu:" + b"9" * 4_000_000 + b":1: error: x\n",
        b"a.cu:1:" + b"9" * 4_000_000 + b": error: x\n",
    ],
    ids=lambda said: said[:24].decode("ascii", "replace"),
)
def test_whatever_a_compiler_prints_is_read_in_time(said: bytes) -> None:
    began = time.process_time()
    errors = parse(said)
    crashed(1, said)
    assert time.process_time() - began < 10
    assert all(len(one.text) <= LONGEST and len(one.notes) <= MOST >= len(one.stack) for one in errors)


@pytest.mark.parametrize(
    "line",
    [b"a\0b.cu:1:1: error: x", b"a.cu:%b:1: error: x" % (b"9" * 20), "a.cu:\u0661:1: error: x".encode()],
)
def test_what_is_no_place_of_a_file_is_none(line: bytes) -> None:
    assert parse(line + b"\n") == []


def test_lines_end_where_a_compiler_ends_them_and_paths_keep_their_bytes() -> None:
    (one,) = parse("a\fb\u2028.cu:1:2: error: c\x85d\v\r\n".encode() + b"")
    assert one.spot == Spot("a\fb\u2028.cu", 1, 2, "c\x85d\v")
    (one,) = parse(b"\xff.cu:1:2: error: \xff\n")
    assert one.spot == Spot("\udcff.cu", 1, 2, "\ufffd")


@pytest.mark.parametrize("text", ["Segmentation fault", "Assertion 'x' failed", "LLVM ERROR", "Stack dump:"])
def test_what_a_source_says_of_itself_is_no_crash(text: str) -> None:
    assert crashed(1, f"a.cu:1:2: error: {text} of this program\n".encode()) == ""
    assert crashed(1, f"a.cu:1:2: error: x\n{text} of the compiler\n".encode()) == f"{text} of the compiler"


@pytest.mark.parametrize("path", ["/t/a\nb.cu", "/t\n/a\n\nb/c.cu", "/t/\na.cu\n", "/t/a.cu"])
def test_a_path_may_hold_line_ends(path: str) -> None:
    said = f"In file included from {path}:1:\n{path}:3:7: error: c\n{path}:4:1: note: d\n1 error generated.\n"
    (error,) = parse(in_lines(said.encode(), path))
    assert error.spot == Spot(path, 3, 7, "c")
    assert [(note.file, note.line) for note in error.notes] == [(path, 4)]
    assert [(spot.file, spot.line) for spot in error.stack] == [(path, 1)]


def test_a_file_in_a_folder_with_a_line_end_is_named_too() -> None:
    (error,) = parse(in_lines(b"/t/a\nb/h.h:3:7: error: c\n", "/t/a\nb/c.cu"))
    assert error.spot == Spot("/t/a\nb/h.h", 3, 7, "c")
