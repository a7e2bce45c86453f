"""What is shifted gets 64 bits."""

from __future__ import annotations

import pytest
from helpers.warps import device


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1u << q[0]", "1ull << q[0]"),
        ("2U << q[0]", "2ull << q[0]"),
        ("-2 << q[0]", "-2ull << q[0]"),
        ("~1u << q[0]", "~1ull << q[0]"),
        ("ONE << q[0]", "(unsigned long long)ONE << q[0]"),
        ("(int)1 << q[0]", "(unsigned long long)(int)1 << q[0]"),
        ("FULL << q[0]", "0xffffffffffffffffull << q[0]"),
        ("~0u >> (31 - q[0])", "0xffffffffffffffffull >> (63 - q[0])"),
        ("1ull << q[0]", "1ull << q[0]"),
        ("~0u >> q[0]", "~0u >> q[0]"),
    ],
)
def test_a_constant_is_widened_as_it_is_written(before: str, after: str) -> None:
    head = "constexpr unsigned ONE = 1;\n#define FULL 0xffffffffu\n"
    assert (
        f"__popcll(m & ({after}))"
        in device(f"unsigned m = __ballot(p); p = __popc(m & ({before}));", head).text
    )
