"""Steps through shared memory that count on the lanes of a warp running in lock step."""

from __future__ import annotations

import pytest
from helpers.warps import KERNEL as BARE
from helpers.warps import facts_of, remaining, text_of

from hipify_py.lanes.hazards.lockstep import tails
from hipify_py.source.unit import Unit

KERNEL = (
    "__global__ void k(int *p, int *m, volatile int *f, int n) {"
    " int i = threadIdx.x, lane = i & 31, warp = i / 32, v = 0; bool done = false; %s }\n"
)


def in_kernel(code: str) -> list[str]:
    return remaining(KERNEL % code)


STEPS = "s[i] += s[i + 16]; %s s[i] += s[i + 8]; %s s[i] += s[i + 4]; %s s[i] += s[i + 2];"


@pytest.mark.parametrize(
    "code",
    [
        STEPS % ("", "", ""),
        STEPS % ("x[i] += x[i + 16];", "x[i] += x[i + 8];", "x[i] += x[i + 4];"),
        "s[i] += s[i + WARP_SIZE / 2]; s[i] += s[i + WARP_SIZE / 4]; s[i] += s[i + WARP_SIZE / 8];",
        "s[i] += s[i - 1]; s[i] += s[i - 2]; s[i] += s[i - 4]; s[i] += s[i - 8]; s[i] += s[i - 16];",
        "for (int o = 32; o > 0; o >>= 1) s[i] += s[i + o];",
        "for (int o = 16; o; o /= 2) { if (lane < o) s[lane] = max(s[lane], s[lane + o]); }",
        "for (int o = 512; o > 0; o >>= 1) { if (i < o) s[i] += s[i + o]; if (o > 32) __syncthreads(); }",
        "for (int o = 512; o > 0; o = o / 2u) { s[i] += s[i + o]; if (o >= 64) { v++; __syncthreads(); } }",
        "for (int o = 16, j = 0; o; j++, o = (o >> 1)) s[i] = s[i] + s[ i + o ];",
        "s[i] = v = v + s[i + 16]; s[i] = v = v + s[i + 8]; s[i] = v = v + s[i + 4];",
    ],
)
def test_steps_in_lock_step(code: str) -> None:
    shared = "#define WARP_SIZE 32\n" + KERNEL
    assert remaining(shared % ("__shared__ volatile int s[1024], x[1024]; " + code)) == ["W018"]


@pytest.mark.parametrize(
    "code",
    [
        STEPS % (("__syncthreads();",) * 3),
        STEPS % (("__syncwarp();",) * 3),
        "for (int o = 512; o > 0; o >>= 1) { if (i < o) s[i] += s[i + o]; __syncthreads(); }",
        "for (int o = 16; o > 0; o >>= 1) { s[i] += s[i + o]; __syncwarp(); }",
        "for (int o = 4; o > 0; o >>= 1) for (int j = 0; j < o; j++) r[j] += r[j + o];",
        "for (int o = n / 2; o > 0; o >>= 1) s[i] += s[i + o];",
        "for (int o = 512; o; o >>= 1) { s[i] += s[i + o]; if (o > 32) __syncthreads(); else __syncwarp(); }",
        "for (int o = 16; o > 0; o >>= 1) { s[i] += s[i + o]; block.sync(); }",
        "for (int o = 16; o > 0; o >>= 2) s[i] += s[i + o];",
        "for (int o = 16; o > 0; o = n >> 1) s[i] += s[i + o];",
        "v = s[i + 16] + s[i + 8] + s[i + 4];",
    ],
)
def test_steps_with_a_wait_between_them(code: str) -> None:
    assert in_kernel("__shared__ volatile int s[1024]; int r[8]; " + code) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("p[i] += p[i + 32]; p[i] += p[i + 16]; p[i] += p[i + 8]; p[i] += p[i + 4];", ["W018"]),
        ("p[i] += p[i + 32]; __syncwarp(); p[i] += p[i + 16]; __syncwarp(); p[i] += p[i + 8];", []),
    ],
)
def test_steps_through_any_memory(code: str, expected: list[str]) -> None:
    assert remaining(BARE % code) == expected


def places(code: str) -> list[str]:
    unit = Unit((BARE % code).encode())
    (facts,) = facts_of(unit)
    assert facts.function is not None
    assert facts.values is not None
    found = [*tails(unit, facts.function, facts.values)]
    assert {(one.message, one.said) for one in found} <= {("W018", "")}
    return [text_of(unit, one.span) for one in found]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "p[i] += p[i + 64]; __syncthreads(); p[i] += p[i + 32]; p[i] += p[i + 16]; p[i] += p[i + 8];",
            ["p[i] += p[i + 32]; p[i] += p[i + 16]; p[i] += p[i + 8]"],
        ),
        (
            "p[i] |= p[i + 16u]; p[i] |= p[i + 8u]; p[i] |= p[i + 4u];",
            ["p[i] |= p[i + 16u]; p[i] |= p[i + 8u]; p[i] |= p[i + 4u]"],
        ),
        ("for (int o = 16; o > 0; o >>= 1) { p[i] += p[i + o]; } n++;", ["p[i] += p[i + o]"]),
        (
            "q[0][i] += q[0][i + 8]; q[0][i] += q[0][i + 4]; q[1][i]++; q[0][i] += q[0][i + 2];",
            ["q[0][i] += q[0][i + 8]; q[0][i] += q[0][i + 4]; q[1][i]++; q[0][i] += q[0][i + 2]"],
        ),
        ("p[i] += p[i + n]; p[i] += p[i + n]; p[i] += p[i + n] + p[0 + 8];", []),
        ("p[i] += p[i + 16]; p[i] += p[i + 8];", []),
        ("p[i] += p[i + 16]; p[lane] += p[lane + 8]; p[i] += p[i + 4];", []),
        ("p[i] += p[i + 9]; p[i] += p[i + 8]; p[i] += p[i + 7];", []),
        ("p[i] += p[lane + 16]; p[i] += p[lane + 8]; p[i] += p[lane + 4];", []),
        ("for (int o = 64; o < 256; o *= 2) p[i] += p[i + o];", []),
    ],
)
def test_a_run_of_steps_is_shown_whole(code: str, expected: list[str]) -> None:
    assert places(code) == expected
