"""The text of a rule file is read as a parser reads it, only faster."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hipify_py.rules import load as rules_module
from hipify_py.rules import toml

ODD = [
    '[names]\na = "b"\nb = "c"',  # no line end
    '[names]\r\na = "b"\r\nb = { review = "x" }\r\n',
    '[names]\na = "b" # why\n# c = "d"\nc-d = "e"\n',
    '[names]\na = "b"\n\n[headers]\n"x.h" = "y.h"\n[before."7.2"]\na = { to = "x", since = "7.2" }\n',
    '[names]\na = "b"\n[names.c]\nto = "d"\ndiffers = "e"\n',
    '[names]\na = { to = "b", differs = "c # \\" } d" }\n',
    '[names]\na = "b\\tc"\n"a b" = "c"\n',
    'library = "x"\nnames = { a = "b" }\n',
    'library = """\n[names]\na = "b"\n"""\n',
    "[[rule]]\ndocs = '''\n[names]\na = \"b\"\n'''\n[names]\na = \"c\"\n",
    '[names]\na = { review = "x", review2 = "y" }\na2 = { review = "x" }\na3 = { review = "x" }\n',
    '[before]\n"7.2" = { a = "b" }\n[before."7.0"]\na = "b"\n',
    '[names]\n"a" = "b"\nb = "ä"\n',
]
WRONG = [
    '[names]\na = "b"\na = "c"\n',
    '[names]\na = "b"\n"a" = "c"\n',
    '[names]\na = "b"\na = { to = "c", fits = 1 }\n',
    '[names]\na = "b"\n[names]\nb = "c"\n',
    '[names]\na = "b"\n[headers]\nb = \n',
    '[names]\na = "b\tc\x01"\n',
    '[names]\na = { review = "x", review = "y" }\n',
    'names = 1\n[names]\na = "b"\n',
    '[[names]]\nb = "c"\n[names]\na = "b"\n',
]


@pytest.mark.parametrize("text", ODD)
def test_regular_lines_are_read_as_a_parser_reads_them(text: str) -> None:
    assert toml.read(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "path", sorted(rules_module.builtin_folder().glob("*.toml")), ids=lambda path: path.name
)
def test_the_rules_that_ship_are_read_as_a_parser_reads_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert toml.read(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", WRONG)
def test_what_a_parser_refuses_is_refused_as_it_does(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as wanted:
        tomllib.loads(text)
    with pytest.raises(tomllib.TOMLDecodeError) as found:
        toml.read(text)
    assert str(found.value) == str(wanted.value)
