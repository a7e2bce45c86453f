"""What a lane's number shifts is as wide as a mask of the wavefront."""

from __future__ import annotations

import pytest
from helpers.warps import device

VOTE = "unsigned m = __ballot_sync(~0u, p); "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m & (1u << lane)", "m & (1ull << lane)"),
        ("m & (1 << lane)", "m & (1ull << lane)"),
        ("m & ((1u << lane) - 1)", "m & ((1ull << lane) - 1)"),
        ("m & (0xffffffffu << lane)", "m & (0xffffffffffffffffull << lane)"),
        ("m & (~0u << lane)", "m & (0xffffffffffffffffull << lane)"),
        ("m & (0xffffffff >> (31 - lane))", "m & (0xffffffffffffffffull >> (63 - lane))"),
        ("m & (0xffffffff >> (32 - lane))", "m & (0xffffffffffffffffull >> (64 - lane))"),
    ],
)
def test_it_is_widened(before: str, after: str) -> None:
    text = device(f"{VOTE}*q = __popc({before});").text
    assert f"__popcll({after})" in text


def test_a_name_is_widened_by_a_cast() -> None:
    text = device(f"{VOTE}const unsigned ONE = 1; *q = __popc(m & (ONE << lane));", "").text
    assert "m & ((unsigned long long)ONE << lane)" in text


@pytest.mark.parametrize("before", ["1u << p", "p & 3u << 2", "m & (1ull << lane)"])
def test_other_shifts_stay(before: str) -> None:
    assert f"= {before};" in device(f"{VOTE}unsigned long long w = {before}; *q = m;").text
