"""On what the ways out of one loop hang, through names that lead from one to the other."""

from __future__ import annotations

import pytest
from helpers.turns import turn
from helpers.warps import remaining

KERNEL = "__global__ void k(volatile int *f, int *p, int n) {{ int w = threadIdx.x / 32; {} p[w] = 1; }}\n"
LONG = 500


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("while (f[n] == 0) {}", "flag"),
        ("while (v < n) { v++; }", "moves"),
        ("while (!v) { v = f[0]; }", "flag"),
        ("while (atomicExch(p, 1)) {}", "lock"),
        ("while (n) { g(); }", "still"),
    ],
)
def test_what_the_head_asks(code: str, kind: str) -> None:
    assert turn(code).kind() == kind


@pytest.mark.parametrize(
    "code",
    [
        "int a[2]; do { a[1] = a[0]; a[0] = atomicCAS(p, a[1], a[1] + n); } while (a[0] != a[1]);",
        "int old, was = *p; do { old = was; was = atomicCAS(p, old, old + n); } while (was != old);",
        "int a[1], b[1]; do { b[0] = a[0]; a[0] = atomicCAS(p, b[0], n); } while (a[0] != b[0]);",
    ],
)
def test_a_swap_of_what_it_gave_in_the_turn_before_is_no_lock(code: str) -> None:
    assert remaining(KERNEL.format(code)) == []


def test_a_long_chain_of_names_comes_to_an_end() -> None:
    names = "".join(f"int v{number} = 0; " for number in range(LONG))
    chain = "".join(f"v{number} = v{number + 1}; " for number in range(LONG - 1))
    code = f"{names} while (!v0) {{ {chain} v{LONG - 1} = f[w]; }}"
    assert remaining(KERNEL.format(code)) == []
    under = "".join(f"if (v{number + 1}) v{number} = 1; " for number in range(LONG - 1))
    assert remaining(KERNEL.format(f"{names} while (!v0) {{ {under} v{LONG - 1} = f[w]; }}")) == []
