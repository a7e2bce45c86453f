"""Which flags a region holds, what their values are, and where they stand."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.known_flags import awaits_value, before_each, flags
from hipify_py.model import Span

TABLES = (RULES.build["flags"], RULES.build["short_flags"])


def found(text: str, *, paired: bool = False) -> list[tuple[str, str, str]]:
    """Give the text, the key and the value of each flag."""
    code = text.encode()
    ones = flags(code, Span(0, len(code)), TABLES, paired=paired)
    return [(code[slice(*one.span)].decode(), one.key, one.value.decode()) for one in ones]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("-O2 -Wall a.cu", []),
        ("-lineinfo", [("-lineinfo", "-lineinfo", "")]),
        ("x-lineinfo", []),
        ("-arch sm_60", [("-arch sm_60", "-arch=sm_60", "sm_60")]),
        ("-arch=sm_60", [("-arch=sm_60", "-arch=sm_60", "sm_60")]),
        ("-arch \\\n  sm_60", [("-arch \\\n  sm_60", "-arch=sm_60", "sm_60")]),
        ("-Xcompiler", []),
        ('-Xcompiler "-Wall -g"', [('-Xcompiler "-Wall -g"', "-Xcompiler=-Wall -g", "-Wall -g")]),
        ("$<$<X>:-lineinfo>", [("-lineinfo", "-lineinfo", "")]),
        ("${FAST:+-lineinfo} ${FAST:--lineinfo}", [("-lineinfo", "-lineinfo", "")] * 2),
        ("${FAST:+-lineinfo -G}", [("-lineinfo", "-lineinfo", "")]),
        ("${FAST-x} ${FAST:+-O2}", []),
        ('-DX=\\"-lineinfo\\" -G', [("-G", "-G", "")]),
        ('-DX="\\"-O2 -lineinfo\\"" -G', [("-G", "-G", "")]),
        ("-D X='\"-lineinfo -O2\"' -G", [("-G", "-G", "")]),
        ('-DFLAGS="-lineinfo"', [("-lineinfo", "-lineinfo", "")]),
        ("-lineinfo -G", [("-lineinfo", "-lineinfo", ""), ("-G", "-G", "")]),
    ],
)
def test_flags(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("escape", ["\\", "\\\\\\", "\\\\\\\\\\\\\\"])
def test_quotes_that_others_read_first_end_with_their_like(escape: str) -> None:
    value = f'arch=compute_80,code={escape}"sm_80,compute_80{escape}"'
    for head in ("-gencode=", "-gencode "):
        assert [one[0] for one in found(f"{head}{value} -O3")] == [f"{head}{value}"]
    assert [one[1] for one in found(f'-Xcompiler={escape}"-fPIC,-Wall{escape}" -O3')] == [
        "-Xcompiler=-fPIC,-Wall"
    ]


def test_a_value_that_is_cut_in_its_quotes_is_no_flag() -> None:
    assert found('-gencode=arch=compute_80,code=\\"sm_80 -O3') == []


def test_a_flag_for_each_word_of_a_variable_is_one() -> None:
    assert [one[0] for one in found("${A:%=-gencode=arch=compute_%,code=sm_%}")] == [
        "${A:%=-gencode=arch=compute_%,code=sm_%}"
    ]
    assert found("${A:%=-Xptxas=%}") == []


def test_a_function_puts_a_flag_before_each_word() -> None:
    code = b"$(addprefix -Xcompiler ,$(WARN) -g) $(addprefix -I,a b) $(addprefix -Xcompiler ,$(OPEN)"
    (words, flag), *others = before_each(code, Span(0, len(code)), TABLES)
    assert (code[slice(*words)], flag.key) == (b"$(WARN) -g", "$(addprefix -Xcompiler ,$(WARN) -g)")
    assert code[slice(*flag.span)] == b"$(addprefix -Xcompiler ,$(WARN) -g)"
    assert others == []


@pytest.mark.parametrize(
    ("word", "awaits"), [("-Xcompiler", True), ("-arch", True), ("-lineinfo", False), ("-O2", False)]
)
def test_awaits_value(word: str, awaits: bool) -> None:
    assert awaits_value(word, RULES) is awaits


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("$(foreach a,$(ARCHS),-gencode=arch=compute_$(a),code=sm_$(a))", 1),
        ("${foreach a, 70 80, -arch=sm_${a} }", 1),
        ("$(foreach a,$(ARCHS),-gencode=arch=compute_$(a),code=sm_$(a) -O2)", 0),
        ("$(foreach a,$(ARCHS),-arch=sm_80)", 0),
        ("$(foreach d,$(DIRS),-I$(d))", 0),
        ("$(foreach a,$(ARCHS),-arch=sm_$(a)", 0),
    ],
)
def test_a_loop_that_names_gpus(text: str, keys: int) -> None:
    code = text.encode()
    assert [one.key for _, one in before_each(code, Span(0, len(code)), TABLES)] == [text] * keys
