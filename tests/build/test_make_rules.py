"""The rules that the lines of a makefile belong to, and the sources that they compile."""

from __future__ import annotations

import re

import pytest

from hipify_py.build.make_lexer import makefile
from hipify_py.build.make_rules import sources, with_rules

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
