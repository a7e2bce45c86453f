"""What stays in 32 bits beside a mask is told, and what is no mask's is not."""

from __future__ import annotations

import pytest
from helpers.warps import device, native

VOTES = "unsigned m = __ballot(p); "
HEAD = "struct Part { unsigned mask; unsigned long long wide; };\n"


def told(code: str, head: str = HEAD) -> list[tuple[str, str]]:
    result = device(code, head)
    return [
        (one.rule, result.source[slice(*one.span)].decode())
        for one in result.findings
        if one.severity != "note"
    ]


@pytest.mark.parametrize(
    ("code", "rule", "place"),
    [
        ("p = __popc(m & q[p]);", "W003", "q[p]"),
        ("p = __popc(m & *q);", "W003", "*q"),
        ("p = (m & ~(1u << lane) & q[0]) != 0;", "W003", "q[0]"),
        ("p = m == q[0];", "W003", "q[0]"),
        ("Part *s; p = __popc(m & s[p].mask);", "W003", "s[p].mask"),
        ("p = __popc(__ballot(p) & q[0]);", "W003", "q[0]"),
        ("p = __popc(m & (0xffffffffu >> p));", "W012", "0xffffffffu >> p"),
        ("p = (m & (0x80000000u >> lane)) != 0;", "W012", "0x80000000u >> lane"),
        ("p = (m & (1u << (q[0] & 31))) != 0;", "W012", "1u << (q[0] & 31)"),
        ("p = (m & (1 << q[0] % 32)) != 0;", "W012", "1 << q[0] % 32"),
        ("p = __popc(m & (p ? ~0u : 1u << lane));", "W024", "~0u"),
        ("p = __popc(m & ~(p ? 1u << p : 0xffffffff));", "W024", "0xffffffff"),
        ("p = __popc(m & (0xffffffff - (1u << p) + 1));", "W024", "0xffffffff"),
    ],
)
def test_what_has_32_bits_beside_a_mask(code: str, rule: str, place: str) -> None:
    assert (rule, place) in told(VOTES + code)


@pytest.mark.parametrize(
    "code",
    [
        "unsigned long long *w; p = __popc(m & w[p]);",
        "Part *s; p = __popcll(m & s[p].wide);",
        "unsigned w[2] = {m, m}; p = __popc(m & w[p]);",
        "p = (q[p >> 5] & (1u << (p & 31))) + (m != 0);",
        "p = (q[p >> 5] >> (p & 31) & 1) + (m != 0);",
        "p = (m >> (q[0] & 31) & 1) + (q[0] == 3);",
        "p = (m & (1u << (q[0] & 15))) != 0;",
        "p = (m & (1u << p)) != 0;",
        "p = __popc(m & (p ? 0u : 1u << p));",
        "m = p ? ~0u : 1u << p;",
        "unsigned h = q[0] ^ (1u << p); q[1] = h >> 3 ^ 0x80000000u >> p; p = m != 0;",
    ],
)
def test_what_is_told_nothing_of(code: str) -> None:
    assert told(VOTES + code) == []


def test_bits_by_lanes_may_be_those_of_any_words() -> None:
    assert told("unsigned b = 1u << lane; p = (q[p] & b) != 0;") == []


def test_a_function_that_loads_what_meets_a_mask() -> None:
    load = "__device__ unsigned load(unsigned *q) { return q[0]; }\n"
    assert ("W003", "q[0]") in told(VOTES + "p = __popc(m & load(q));", load)
    assert told("p = load(q) & 3;", load) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__popc(m & ((1 << lane) - (1 << p)))", "__popcll((unsigned)m & ((1ull << lane) - (1ull << p)))"),
        ("__popc(m | (1 << p))", "__popcll((unsigned)m | (1ull << p))"),
        ("(m ^ (1 << p)) == 0", "((unsigned)m ^ (1ull << p)) == 0"),
        ("m == (1 << p)", "(unsigned)m == (1ull << p)"),
        ("__popc(m & ((1 << lane) - 1))", "__popcll(m & ((1ull << lane) - 1))"),
        ("(m & (1 << p)) != 0", "(m & (1ull << p)) != 0"),
    ],
)
def test_the_sign_of_a_mask_in_an_int_is_none_of_64_bits(before: str, after: str) -> None:
    source = (
        "__global__ void k(int *q, int p) { int lane = threadIdx.x %% 64, m = __ballot(p); q[0] = %s; }\n"
    )
    result = native(source % before)
    assert f"q[0] = {after};" in result.text
    assert native(result.text).edits == ()
    assert "W003" in {one.rule for one in result.findings}


def test_an_int_that_is_given_the_bits_takes_those_of_32_alone() -> None:
    assert "m |= 1ull << p;" in device("int m = __ballot(p); m |= 1 << p;").text
