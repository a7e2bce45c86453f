"""What clang says, read."""

from __future__ import annotations

import pytest

from hipify_py.verify.diagnostics import crashed, parse
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
