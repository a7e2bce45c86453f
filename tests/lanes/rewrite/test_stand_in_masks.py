"""Masks of shuffles that a macro for another platform may take the place of, on wavefronts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import Hipcheck, compiled
from helpers.warps import rules_of, run

if TYPE_CHECKING:
    from pathlib import Path

MACRO = "#if defined(OTHER)\n#define __shfl_xor_sync(m, v, l, w) __shfl_xor(v, l, w)\n#endif\n"
NAMES_MASK = MACRO.replace("__shfl_xor(v, l,", "__shfl_xor(v, l + (m & 0),")
KERNEL = "__global__ void k(float *p, unsigned u) { *p += __shfl_xor_sync(%s, *p, 1, 32); }\n"
FULL = "0xffffffffffffffffull"


@pytest.mark.parametrize(
    ("macro", "mask", "after", "is_said"),
    [
        (MACRO, "0xffffffff", FULL, False),
        (MACRO, "~0u", FULL, False),
        (MACRO, FULL, FULL, False),
        (MACRO, "u", "u", True),
        (MACRO, "0xffffu", "0xffffu", True),
        (
            MACRO.replace("__shfl_xor(v, l,", "__shfl_xor(v, l + (m & 0),"),
            "0xffffffff",
            "0xffffffff",
            True,
        ),  # which names it
    ],
)
def test_a_mask_that_the_macro_drops(macro: str, mask: str, after: str, *, is_said: bool) -> None:
    out = run(macro + KERNEL % mask, "native")
    assert out.text == macro + KERNEL % after
    (said,) = [one.message for one in out.findings if one.rule == "W031"]
    assert ("wants a mask of 64 bits" in said) == is_said
    assert run(out.text, "native").text == out.text


def test_a_macro_that_is_always_there() -> None:
    source = MACRO.replace("#if defined(OTHER)\n", "").replace("#endif\n", "") + KERNEL % "0xffffffff"
    assert run(source, "native").text == source
    assert "W031" not in rules_of(run(source, "native"))


@pytest.mark.compiler
@pytest.mark.parametrize("flag", ["", "#define OTHER\n"])
def test_they_compile_with_the_macro_and_without(flag: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    out = run(flag + MACRO + KERNEL % "0xffffffff", "native").text
    assert FULL in out
    works, said = compiled(out, hipcheck, tmp_path)
    assert works, said
