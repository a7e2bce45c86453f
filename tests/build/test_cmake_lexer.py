"""CMake's language: commands, arguments and comments, and where it cannot be read."""

from __future__ import annotations

import pytest

from hipify_py.build.cmake_lexer import listfile


def read(text: str) -> list[tuple[str, list[str]]]:
    file = listfile(text.encode())
    assert file.wrong is None
    return [
        (command.name.decode(), [file.text(argument).decode() for argument in command.arguments])
        for command in file.commands
    ]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("", []),
        ("# only a remark", []),
        ("SET (a b  c)\n", [("set", ["a", "b", "c"])]),
        ('set(a "b c\\"d;e" f\\ g)', [("set", ["a", 'b c\\"d;e', "f\\ g"])]),
        ("set(a [==[ ]] ) ]==])", [("set", ["a", " ]] ) "])]),
        ("a(b # c)\n d)#[[ e( ]]f()", [("a", ["b", "d"]), ("f", [])]),
        ("if((A) AND B)", [("if", ["(", "A", ")", "AND", "B"])]),
        ('a(-Db="c d" $(MAKE) e"f")', [("a", ['-Db="c d"', "$(MAKE)", 'e"f"'])]),
        ("\ufeffproject(a)", [("project", ["a"])]),
        ("a($<IF:b,c,d>)", [("a", ["$<IF:b,c,d>"])]),
        ("a(é/ü.cu)", [("a", ["é/ü.cu"])]),
    ],
)
def test_commands_and_arguments(text: str, commands: list[tuple[str, list[str]]]) -> None:
    assert read(text) == commands


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("a(b", 1), ('a("b)', 2), ("a(b))", 4), ("@b@\n", 0), ("a b(c)", 0), ("a(\\", 2), ("a[[b]]", 0)],
)
def test_what_cannot_be_read(text: str, wrong: int) -> None:
    assert listfile(text.encode()).wrong == wrong


def test_brackets_without_end_are_given_up() -> None:
    assert listfile(b"a(" + b"(" * 5000).wrong is not None


def test_remarks_are_blank_and_keep_their_length() -> None:
    file = listfile(b"a(b) # nvcc\r\n#[[ CUDA\n]]c()")
    assert file.code == b"a(b)       \r\n        \n  c()"
