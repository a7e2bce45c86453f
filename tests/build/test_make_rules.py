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


LIPO = b"all: x.o\nu/%.o: i/%.o x/%.o\n\tlipo -create $? -output $@\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LIPO + b"i/%.o: %.cu\n\tnvcc -m32 -c $<\n", ["note"]),
        (LIPO + b"i/%.o y/%.o: %.cu\n\tnvcc -m32 -c $<\n", ["error"]),
        (LIPO + b"%.o: %.cu\n\tnvcc -m32 -c $<\n", ["error"]),
        (b"u: i/a.o\n\tg++ -o $@ $<\ni/a.o: a.cu\n\tnvcc -m32 -c $<\n", ["error"]),
        (b"u: i/a.o\n\tnolipo -o $@ $<\ni/a.o: a.cu\n\tnvcc -m32 -c $<\n", ["error"]),
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
    ],
)
def test_what_is_for_macos_alone_is_told_in_notes(text: bytes, told: list[str]) -> None:
    found = build_file(text, RULES, Options(path="Makefile")).findings
    assert [one.severity for one in found if one.rule == "B007"] == told
