"""Parameters that refer to masks of lanes: they are widened with what all their callers give them."""

from __future__ import annotations

import pytest
from helpers.warps import run

PICK = (
    "__device__ int pick(int f, {} below) {{ unsigned m = __ballot_sync(~0u, f); return __popc(m & {}); }}\n"
)
CALL = (
    "__global__ void k(int *o) {{ unsigned b = (1u << (threadIdx.x % warpSize)) - 1; *o = pick(*o, {}); }}\n"
)
REFERS, WIDE = PICK.format("unsigned &", "below"), "pick(int f, unsigned long long & below)"


def native(source: str) -> tuple[str, list[str]]:
    result = run(source, "native")
    return result.text, [
        source[slice(*one.span)]
        for one in result.findings
        if one.rule == "W003" and one.severity == "warning"
    ]


@pytest.mark.parametrize("type_", ["unsigned &", "const unsigned &", "uint32_t &"])
def test_a_reference_to_a_mask_that_is_widened_is_widened_too(type_: str) -> None:
    text, said = native(PICK.format(type_, "below") + CALL.format("b"))
    plain = type_.replace("uint32_t", "unsigned").replace("unsigned", "unsigned long long")
    assert f"pick(int f, {plain} below)" in text
    assert "unsigned long long b = (1ull <<" in text
    assert said == []
    assert native(text) == (text, [])


@pytest.mark.parametrize(
    ("source", "place"),
    [
        (PICK.format("const unsigned *", "*below") + CALL.format("&b"), "unsigned * below"),
        (REFERS, "unsigned & below"),  # others may call it
        (REFERS + "int pick(int, unsigned &);\n" + CALL.format("b"), "unsigned & below"),
        (REFERS + CALL.format("b") + CALL.format("o[2]"), "unsigned & below"),
        (REFERS + CALL.format("b") + "auto *p = pick;\n", "unsigned & below"),
        (REFERS + CALL.format("b").replace("unsigned b", "int b"), "unsigned & below"),
    ],
)
def test_where_not_all_of_them_are_known_the_parameter_is_reported(source: str, place: str) -> None:
    text, said = native(source)
    assert WIDE not in text
    assert place in said


def test_a_reference_to_what_is_no_mask_stays_as_it_is() -> None:
    source = "__device__ int g(unsigned &v) { return __popc(v); }\n"
    source += "__global__ void k(unsigned *o) { unsigned v = o[1]; o[2] = __ballot_sync(~0u, g(v)); }\n"
    text, said = native(source)
    assert "g(unsigned &v)" in text
    assert "unsigned & v" not in said


def test_what_points_to_64_bits_already_is_not_reported() -> None:
    source = PICK.format("const unsigned long long *", "*below") + CALL.format("&b").replace(
        "unsigned b = (1u", "unsigned long long b = (1ull"
    )
    assert native(source)[1] == []
