"""Where an include goes, and which lines it takes."""

from __future__ import annotations

import pytest
from helpers.sources import marks

from hipify_py.model import Span
from hipify_py.source.includes import HEADERS, include_guard, insertion, is_guarded, is_piece, place
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("head", "rest"),
    [
        ("", "int a;\n"),
        ("", "#include <a>\n"),
        ("// a licence\n", "#include <a>\n"),
        ("// a licence\n\n", "int a;\n"),
        ("/* a\n   licence */\n\n", "// of what follows\nint a;\n"),
        ("// a licence\n\n#pragma once\n", "int a;\n"),
        ("#pragma once\n// more\n\n", "int a;\n"),
        ("#pragma once // more\\\n and more\n", "int a;\n"),
        ("#pragma once /* more\n and more */ // and\\\n more\n", "int a;\n"),
        ("#ifndef H\n#define H 1\n", "int a;\n#endif // H\n"),
        ("// a licence\n#ifndef H\n#define H\n\n", "#include <a>\n#endif\n"),
        ("\ufeff", "int a;\n"),
        ("// a licence\nmodule;\n", "#include <a>\nexport module a;\n"),
        ("module ; // begins\n", "export module a;\n"),
        ("", "module *of_c;\n"),
        ("", ""),
    ],
)
def test_it_goes_behind_leading_comments_and_include_guards(head: str, rest: str) -> None:
    assert place(Unit((head + rest).encode())) == len(head.encode())


@pytest.mark.parametrize(
    "source",
    [
        "#ifdef A\nint a;\n#endif\n",
        "#ifndef H\n#define H\nint a;\n#endif\nint b;\n",  # does not enclose the file
        "#ifndef H\nint b;\n#define H\n#endif\n",
        "#ifndef H\n#define H\nint a;\n",  # never ends
        "#ifndef A\n#define B\nint a;\n#endif\n",
        "#ifndef\n#define\nint a;\n#endif\n",
        "#pragma unroll\nint a;\n",
        "int a;\n#pragma once\n",
        "// of what follows\nint a;\n",
        "/** of what\n\n    follows */\nint a;\n",
        "// one\n// hipify: ignore[N001]\nint a;\n",
    ],
)
def test_what_is_no_guard_and_what_belongs_to_a_declaration_stays_below(source: str) -> None:
    unit = Unit(source.encode())
    assert (place(unit), include_guard(unit)) == (0, b"")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("#pragma once\nint a;\n", True),
        ("#ifndef A_H\n#define A_H\nint a;\n#endif\n", True),
        ("// a\n#ifndef A_H\n#define A_H\n#endif  // A_H\n", True),
        ("#ifndef A_H\n#define A_H\n#endif\nint a;\n", False),
        ("#include <a.h>\n#pragma unroll\n", False),
        ("int a;\n", False),
    ],
)
def test_a_file_that_keeps_from_being_read_twice(source: str, told: bool) -> None:
    assert is_guarded(Unit(source.encode())) is told


def test_a_comment_that_turns_a_rule_off_stays_above_what_it_is_about() -> None:
    head, rest = "// a licence\n\n", "// hipify: ignore[H001]\n#include <a>\n"
    assert place(Unit((head + rest).encode())) == len(head)


def added(source: str, name: str = "a.cu") -> str:
    unit = Unit(source.encode())
    span, lines = insertion(unit, [b'"w.h"'], marks(source.encode()), shared=name.endswith(HEADERS))
    assert span == Span(place(unit), place(unit))
    return lines.decode()


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("#include <a>\nhere();\n", '#include "w.h"\n'),
        ("here();\n", '#include "w.h"\n\n'),
        ("// a licence\r\n\r\nhere();\r\n", '#include "w.h"\r\n\r\n'),
        ("#pragma once\r\n#include <a>\r\nhere();\r\n", '#include "w.h"\r\n'),
        ("module;\nexport module a;\nhere();\n", '#include "w.h"\n\n'),
        ("// of it\nexport module a.b:part;\nhere();\n", 'module;\n#include "w.h"\n\n'),
        ("module a;\nhere();\n", 'module;\n#include "w.h"\n\n'),
    ],
)
def test_the_lines_end_as_those_of_the_file_do(source: str, lines: str) -> None:
    assert added(source) == lines


GUARDED = '#ifdef __HIPCC__\n#include "w.h"\n#endif\n'


@pytest.mark.parametrize("name", ["a.h", "a.hpp", "a.cuh", "a.hh", "a.hxx"])
def test_a_header_that_needs_it_under_a_guard_alone_includes_it_under_one(name: str) -> None:
    source = "#include <a>\n#ifdef __CUDACC__\nhere();\n#endif\n"
    assert added(source, name) == GUARDED
    assert added(source.replace("#include <a>", "int a;"), name) == GUARDED + "\n"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.cu", "#include <a>\n#ifdef __CUDACC__\nhere();\n#endif\n"),
        ("a.cpp", "#include <a>\n#ifdef __CUDACC__\nhere();\n#endif\n"),
        ("a.h", "#include <a>\n#ifdef __CUDACC__\nhere();\n#endif\nhere();\n"),
        ("a.h", "#include <a>\n#ifdef A\nhere();\n#endif\n"),
    ],
)
def test_what_needs_it_elsewhere_includes_it_without_a_guard(name: str, source: str) -> None:
    assert added(source, name) == '#include "w.h"\n'


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("a.cu", False),
        ("a.cppm", False),
        ("a.H", False),
        ("a.cu.in", False),
        ("a.cpp~", False),
        ("stdin.cu", False),
    ]
    + [
        (name, True) for name in ("a.inc", "a.def", "a.cui", "a.impl", "a.txt", "kernels", "a.inl", "a.h.inc")
    ],
)
def test_pieces_of_other_files(name: str, piece: bool) -> None:
    assert is_piece(Unit(b'#include "other.inc"\n'), name) is piece


@pytest.mark.parametrize(
    ("source", "piece"),
    [("#include <cmath>\n", False), ("namespace a {\n#include <cmath>\n}\n", True), ("int a;\n", True)],
)
def test_what_includes_a_header_of_the_system_is_no_piece(source: str, piece: bool) -> None:
    assert is_piece(Unit(source.encode()), "a.inl") is piece


@pytest.mark.parametrize(
    ("name", "source", "piece"),
    [
        ("a.h", "// a body\n#pragma once\n{ int i; }\n", True),
        ("a.cuh", "{ 1, 2 }, { 3, 4 }\n", True),
        ("a.h", "int a[] =\n#if A\n{ 1 };\n#endif\n", False),
        ("a.h", "#define A {\n", False),
        ("a.cu", "{ int i; }\n", False),
    ],
)
def test_what_begins_with_a_brace_is_the_rest_of_something(name: str, source: str, piece: bool) -> None:
    assert is_piece(Unit(source.encode()), name) is piece
