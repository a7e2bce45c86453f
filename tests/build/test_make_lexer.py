"""Makefiles and scripts as logical lines."""

from __future__ import annotations

import pytest

from hipify_py.build.make_lexer import commands, makefile
from hipify_py.model import Span


def lines(text: str, *, script: bool = False) -> list[tuple[str, str, str]]:
    file = makefile(text.encode(), script=script)
    assert len(file.code) == len(file.source)
    return [
        (line.kind, line.name.decode(), file.code[slice(*line.value)].decode())
        for line in file.lines
        if line.kind != "blank"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A = b c\n", [("assignment", "A", "b c")]),
        ("A:=b\r\nB ?= c\r\n", [("assignment", "A", "b"), ("assignment", "B", "c")]),
        ("A += b \\\n  c\n", [("assignment", "A", "b \\\n  c")]),
        ("export A := b # c\n", [("assignment", "A", "b    ")]),
        ("A := -O2#-v -w\nB = c\n", [("assignment", "A", "-O2      "), ("assignment", "B", "c")]),
        ("A = b\\#c $(shell sed s#(x)#y#)$@\n", [("assignment", "A", "b\\#c $(shell sed s#(x)#y#)$@")]),
        ("t: b\n\techo a#b\n", [("rule", "", "t: b"), ("recipe", "", "\techo a#b")]),
        ("t: A = b\n", [("assignment", "A", "b")]),
        ("t:A+= b\n", [("assignment", "A", "b")]),
        ("t: a b\n\tc = d\n", [("rule", "", "t: a b"), ("recipe", "", "\tc = d")]),
        (
            "ifdef A\n\tA = b\nendif\nt: a\n\tA = c\nifdef B\n\tB = d\nendif\n",
            [
                ("directive", "", "ifdef A"),
                ("assignment", "A", "b"),
                ("directive", "", "endif"),
                ("rule", "", "t: a"),
                ("recipe", "", "\tA = c"),
                ("directive", "", "ifdef B"),
                ("recipe", "", "\tB = d"),
                ("directive", "", "endif"),
            ],
        ),
        ("%.o: %.cu | dir\n", [("rule", "", "%.o: %.cu | dir")]),
        (
            "ifeq (a,b)\nA = 1\nendif\n",
            [("directive", "", "ifeq (a,b)"), ("assignment", "A", "1"), ("directive", "", "endif")],
        ),
        (
            "define f\n\ta\nendef\n",
            [("directive", "", "define f"), ("definition", "", "\ta"), ("definition", "", "endef")],
        ),
        ("# A = b\n", []),
        ("A = b\\", [("assignment", "A", "b\\")]),
        ("include a.mk", [("directive", "", "include a.mk")]),
    ],
)
def test_lines_of_a_makefile(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert lines(text) == expected


def test_lines_of_a_script() -> None:
    assert lines("a=b\nnvcc \\\n c # d\n", script=True) == [
        ("assignment", "a", "b"),
        ("command", "", "nvcc \\\n c    "),
    ]


def test_a_script_has_no_remark_within_a_word() -> None:
    assert lines("A=b#c\n", script=True) == [("assignment", "A", "b#c")]


def test_a_choice_with_hip_is_left() -> None:
    file = makefile(b"A = 1\nifdef USE_HIP\nB = 2\nelse\nifdef X\nC = 3\nendif\nendif\nD = 4\n")
    assert [line.name for line in file.lines if not line.left and line.name] == [b"A", b"D"]


def test_commands_of_a_recipe() -> None:
    code = b'\t@a \'b;c\' "d;\\"e" ; f $(shell g ; h) && i\\;j | k || l'
    parts = [code[slice(*one)].strip() for one in commands(code, Span(0, len(code)))]
    assert parts == [b'@a \'b;c\' "d;\\"e"', b"f $(shell g ; h)", b"i\\;j", b"k", b"l"]


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("USE_JPEG=0\nifeq ($(USE_JPEG),1)\nA=x\nelse\nB=y\nendif\nC=z\n", ["A=x"]),
        ("USE_JPEG ?= no # yes\nifneq ($(USE_JPEG),no)\nA=x\nifdef D\nB=y\nendif\nendif\n", ["A=x", "B=y"]),
        ('J := 1\nifeq "$(J)" "1"\nA=x\nelse ifeq ($(J),2)\nB=y\nelse\nC=z\nendif\n', ["B=y", "C=z"]),
        ("J=0\nifeq ($(J),1)\nA=x\nelse ifeq ($(K),2)\nB=y\nelse\nC=z\nendif\n", ["A=x"]),
        ("J=\nifeq ($(J),1)\nA=x\nendif\n", ["A=x"]),
        ("USE_CUDA=0\nifeq ($(USE_CUDA),1)\nA=x\nendif\n", []),
        ("J=0\nJ=1\nifeq ($(J),1)\nA=x\nendif\n", []),
        ("J=0\nJ+=1\nifeq ($(J),1)\nA=x\nendif\n", []),
        ("J=$(K)\nifeq ($(J),1)\nA=x\nendif\nifdef J\nB=y\nendif\n", []),
        ("J=0\nifeq ($(K),1)\nJ=1\nendif\nifeq ($(J),1)\nA=x\nendif\n", []),
        ("J=0\nendif\nelse\nA=x\n", []),
        ("J=0\ninclude x.mk\nifeq ($(J),1)\nA=x\nendif\n", []),
        ("J=0\n-include config\nifeq ($(J),1)\nA=x\nendif\n", []),
        ("J=0\n-include $(O:.o=.d)\nifeq ($(J),1)\nA=x\nendif\n", ["A=x"]),
    ],
)
def test_what_a_switch_of_the_file_has_off_is_known(text: str, off: list[str]) -> None:
    file = makefile(text.encode())
    assert [text[slice(*one.span)] for one in file.lines if one.off] == off
