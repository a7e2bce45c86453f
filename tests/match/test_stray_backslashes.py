"""Backslashes that comments keep from the ends of their lines."""

from __future__ import annotations

import pytest
from helpers.matches import matched

KERNEL = "__global__ void k(int *p) {{ *p = 1 + {}\n 2; }}\n"


@pytest.mark.parametrize("behind", [" // one", "//", "\t/* one */", " /* ** */ \t", " // one \\"])
def test_they_go(behind: str) -> None:
    source = KERNEL.format("\\" + behind)
    made = source.replace("+ \\", "+ ", 1)
    assert matched("M209", source) == (made, [])
    assert matched("M209", made) == (made, [])


@pytest.mark.parametrize(
    "text",
    [
        "\\",
        "\\ ",
        "'\\\\' // one",
        '"\\" // one" + ',
        "/* \\ // */",
        "// \\ // one",
        "\\ /* on\n */",
        "\\\\// one",
        "/\\// one",
    ],
)
def test_others_stay(text: str) -> None:
    source = KERNEL.format(text)
    assert matched("M209", source) == (source, [])


def test_of_macros_and_of_other_compilers_they_stay() -> None:
    for source in (
        "#define A 1 + \\ // one\n" + KERNEL.format(""),
        "#ifndef __HIP__\n" + KERNEL.format("\\ // one") + "#endif\n",
    ):
        assert matched("M209", source) == (source, [])
