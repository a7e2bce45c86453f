"""The rules that the lines of a makefile belong to, and the sources that they compile."""

from __future__ import annotations

import re

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.build.make_lexer import makefile
from hipify_py.build.make_rules import sources, with_rules
from hipify_py.settings import Options

NAME = re.compile(rb"([\w./%]+\.cc)\b")
SUFFIXES = re.compile(rb"(\.cc)(?:\.\w+)?:")


def compiled(text: bytes) -> list[list[bytes]]:
    """Give for each line that is no rule the sources that it compiles."""
    file = makefile(text)
    return [
        [one[1] for one in sources(file.code, line, rule, NAME, SUFFIXES)]
        for line, rule in with_rules(file)
        if line is not rule
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b"a.o: b.cc\n\tnvcc -c d/a.cc c.cc $<\n", [[b"d/a.cc", b"c.cc"]]),
        (b"a.o: b.cc a.h c.cc\n\tnvcc -c $^\n\techo\n", [[b"b.cc", b"c.cc"], []]),
        (b"b.cc: a.o\n\tnvcc -c $<\n", [[]]),
        (b"%.o: %.cc\n\tnvcc -c $(<D)\n", [[b"%.cc"]]),
        (b".cc.o:\n\tnvcc -c $<\n", [[b".cc"]]),
        (b"a: a.cc\nX = $<\n", [[]]),
    ],
)
def test_a_line_compiles_what_it_or_its_rule_names(text: bytes, names: list[list[bytes]]) -> None:
    assert compiled(text) == names


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"ifeq ($(OS_NAME), Darwin)\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b"ifeq ($(shell uname -s),Darwin)\nNVCCFLAGS = -m32\nelse\nX = 1\nendif\n", ["note"]),
        (b"ifneq ($(TARGET_OS),darwin)\nX = 1\nelse\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b'ifeq "$(OS_NAME)" "Darwin"\nNVCCFLAGS = -m32\nendif\n', ["note"]),
        (b"ifneq ($(DARWIN),)\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b"ifeq ($(DARWIN),)\nX = 1\nelse\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b"ifneq ($(OS_NAME), Darwin)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ($(OS_NAME), Darwin)\nX = 1\nelse\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ($(DARWIN),)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ($(OS_NAME), Linux)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifneq ($(NOT_DARWIN),)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ('$(OS_NAME)', 'Darwin') # here\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b"ifeq (darwin,${OS_NAME})\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b"ifeq ($(X),1)\nX = 1\nelse ifeq ($(OS_NAME),Darwin)\nNVCCFLAGS = -m32\nendif\n", ["note"]),
        (b'ifneq ("$(DARWIN)","")\nNVCCFLAGS = -m32\nendif\n', ["note"]),
        (b"ifeq ($(findstring $(OS_NAME),Darwin),)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifneq ($(filter $(OS_NAME),Darwin),)\nX = 1\nelse\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b'ifeq ("$(findstring "Darwin","$(OS_NAME)")","")\nNVCCFLAGS = -m32\nendif\n', ["error"]),
        (b"ifeq ($(filter-out Darwin,$(OS_NAME)),)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ($(findstring Windows_NT,$(OS)),)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ($(filter $(OS),Windows_NT),)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq ($(OS_NAME),$(DARWIN))\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (b"ifeq (Darwin,Darwin)\nNVCCFLAGS = -m32\nendif\n", ["error"]),
        (
            b"all: a.o\nifeq ($(OS_NAME),Darwin)\n\tlipo -create a.o\nelse\n\tnvcc -m32 a.o\nendif\n",
            ["error"],
        ),
        (b"all: a.o\n\tif [ `uname` = Darwin ]; then lipo a.o; else nvcc -m32 a.o; fi\n", ["error"]),
        (b"all: a.o fat\na.o: a.cu\n\tnvcc -m32 -c $<\nfat: a.o\n\tlipo -create a.o\n", ["error"]),
    ],
)
def test_what_is_for_macos_alone_is_told_in_notes(text: bytes, told: list[str]) -> None:
    found = build_file(text, RULES, Options(path="Makefile")).findings
    assert [one.severity for one in found if one.rule == "B007"] == told
