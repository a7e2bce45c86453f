"""Words in single quotes of a script: what the shell itself would read stands nowhere among them."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.build.script_quotes import quoted
from hipify_py.model import Span
from hipify_py.settings import Options

REFERENCE, VALUE = "--offload-arch=${HIP_ARCH:-gfx90a,gfx1100}", "--offload-arch=gfx90a,gfx1100"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 'b' \"c 'd'\" 'e'", ["b", "e"]),
        ("a \\' b 'c'", ["c"]),
        ("a # it's\nb 'c # d' 'e'", ["c # d", "e"]),
        ("a#b 'c'", ["c"]),
        ("don't", []),
        ("$'\\t''b'", ["\\t", "b"]),
    ],
)
def test_what_stands_between_single_quotes(text: str, expected: list[str]) -> None:
    found = quoted(text.encode(), Span(0, len(text)))
    assert [text[slice(*span)] for span in found] == expected


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("nvcc -arch=sm_70 a.cu\n", f"hipcc {REFERENCE} a.cu\n"),
        ('bash -c "nvcc -arch=sm_70 a.cu"\n', f'bash -c "hipcc {REFERENCE} a.cu"\n'),
        ("bash -c 'nvcc -arch=sm_70 a.cu'\n", f"bash -c 'hipcc {VALUE} a.cu'\n"),
        (
            "printf '%s' \\\n'N = nvcc # one' \\\n'F = -arch=sm_70 # two' > Makefile\n",
            f"printf '%s' \\\n'N = hipcc # one' \\\n'F = {VALUE} # two' > Makefile\n",
        ),
    ],
)
def test_gpus_are_named_by_value_where_the_shell_reads_no_reference(source: str, made: str) -> None:
    result = build_file(source.encode(), RULES, Options(path="build.sh"))
    assert result.text == made
