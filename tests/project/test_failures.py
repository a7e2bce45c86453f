"""Errors that name the place, the cause and the remedy."""

from __future__ import annotations

import errno
import os

import pytest

from hipify_py.model import HipifyError
from hipify_py.project.failures import failure, printable, reason_of, refusal, remedied, reported


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("src/a b.cu", "src/a b.cu"),
        ("straße.cu", "straße.cu"),
        ("a\nb", "a\\nb"),
        ("a\x1b[31m", "a\\x1b[31m"),
        (os.fsdecode(b"caf\xe9.cu"), "caf\\xe9.cu"),
        ("a\u202eb", "a\\u202eb"),
        ("", ""),
    ],
)
def test_names_fit_on_one_line(name: str, shown: str) -> None:
    assert printable(name) == shown


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOENT, "No such file or directory: check the name"),
        (errno.EACCES, "Permission denied: change the permissions of the file or its folder"),
        (errno.ENOSPC, "No space left on device: free some space; the file is as it was"),
        (errno.EROFS, "Read-only file system: choose a folder that can be written with -o DIR"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_what_the_system_said_and_what_can_be_done(number: int, said: str) -> None:
    error = OSError(number, "any words")
    assert remedied(error) == said
    assert reason_of(error) == os.strerror(number) == said.split(": ", maxsplit=1)[0]
    assert str(failure("a\n.cu", "read", error)) == f"a\\n.cu: cannot read: {said}"


def test_an_error_without_a_number_speaks_for_itself() -> None:
    assert reason_of(OSError("odd")) == remedied(OSError("odd")) == "odd"


def test_a_refusal_has_place_cause_and_remedy() -> None:
    error = refusal("out/\x1b.cu", "not written: it exists", "move it away")
    assert isinstance(error, HipifyError)
    assert str(error) == "out/\\x1b.cu: not written: it exists: move it away"


def test_what_the_system_refuses_is_reported() -> None:
    with (
        pytest.raises(
            HipifyError, match=r"^a\.cu: cannot write: No such file or directory: check the name$"
        ) as caught,
        reported("a.cu", "write"),
    ):
        raise FileNotFoundError(errno.ENOENT, "x")
    assert isinstance(caught.value.__cause__, FileNotFoundError)


def test_nothing_else_is_taken_for_what_the_system_refuses() -> None:
    with reported("a.cu", "write"):
        pass
    for error in (ValueError("mine"), HipifyError("ours"), KeyboardInterrupt()):
        with pytest.raises(type(error)) as caught, reported("a.cu", "write"):
            raise error
        assert caught.value is error
