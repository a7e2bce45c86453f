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
        "for (int o = 64; o > 1; o /= 2) s[i] += s[i + o / 2];",
        "if (i < 32) for (unsigned o = 64; o > 1; o >>= 1) if (n >= o) s[i] = s[i] + s[i + (o >> 1)];",
        "for (unsigned o = 32; o >= 2; o = o / 2u) s[i] += s[i + o / 2u];",
        "for (int o = 512; o > 1; o /= 2) { s[i] += s[i + o / 2]; if (o > 64) __syncthreads(); }",
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
        "for (int o = 64; o > 1; o /= 2) { s[i] += s[i + o / 2]; __syncwarp(); }",
        "for (int o = 512; o > 64; o /= 2) { if (i < o / 2) s[i] += s[i + o / 2]; __syncthreads(); }",
        "for (int o = 64; o > 1; o /= 2) s[i] += s[i + n / 2];",
        "for (int o = 64; o > 1; o /= 2) s[i] += s[i + o / 4];",
        "for (int o = 8; o > 1; o /= 2) for (int j = 0; j < o; j++) r[j] += r[j + o / 2];",
        "for (int o = n; o > 1; o /= 2) s[i] += s[i + o / 2];",
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


SCANS = "for (int h = 1; h < %s; %s) if (lane >= h) s[i] %s s[i - h];"


@pytest.mark.parametrize(
    "code",
    [
        SCANS % ("32", "h *= 2", "+="),
        SCANS % ("32", "h <<= 1", "+="),
        SCANS % ("32", "h += h", "+="),
        SCANS % ("32", "h = h * 2", "= s[i] +"),
        "for (int h = 1; h <= 16; h *= 2) s[i] = max(s[i], s[i ^ h]);",
        "for (int d = 0; d < 5; ++d) { int h = 1 << d; if (lane >= h) s[i] = s[i - h] + s[i]; }",
        "for (int d = 0; d <= 4; d++) if (lane >= (1 << d)) s[i] += s[i - (1 << d)];",
        "for (int h = 1; h < 32; h *= 2) { if (lane >= h) v += s[i - h]; s[i] = v; }",
        "for (int o = 16; o; o /= 2) { v += s[i + o]; s[i] = v; }",
        "s[i] = max(s[i], s[i ^ 16]); s[i] = max(s[i], s[i ^ 8]); s[i] = max(s[i], s[i ^ 4]);",
        "s[i] += s[i ^ 1]; s[i] += s[i ^ 2]; s[i] += s[i ^ 4]; s[i] += s[i ^ 8]; s[i] += s[i ^ 16];",
        "s[i] = v; v += s[i - 1]; s[i] = v; v += s[i - 2]; s[i] = v; v += s[i - 4]; s[i] = v; v += s[i - 8];",
        "v = s[i]; v += s[i + 16]; s[i] = v; v = v + s[i + 8]; s[i] = v; v += s[i + 4]; s[i] = v;",
        "if (i > 1) s[i] += s[i - 2]; if (lane > 3) s[i] += s[i - 4]; if (lane > 7) s[i] += s[i - 8];",
        "if (i >= 4) s[1 + i] += s[1 + i - 4]; s[1 + i] += s[1+i-8]; s[1 + i] += s[1 + i-16];",
    ],
)
def test_scans_and_other_forms_of_steps(code: str) -> None:
    assert in_kernel("__shared__ volatile int s[1024]; " + code) == ["W018"]


@pytest.mark.parametrize(
    "code",
    [
        "for (int h = 1; h < 32; h *= 2) { v = s[i - h]; __syncwarp(); s[i] += v; __syncwarp(); }",
        "for (int h = 1; h < 32; h *= 2) { if (lane >= h) s[i] += s[i - h]; __syncthreads(); }",
        "for (int h = 1; h < n; h *= 2) if (lane >= h) s[i] += s[i - h];",
        "for (int h = 1; h < 8; h *= 2) if (lane >= h) s[i] += s[i - h];",
        "for (int h = 1; h < 32; h++) if (lane >= h) s[i] += s[i - h];",
        "for (int h = 1; h < 32; h *= 3) if (lane >= h) s[i] += s[i - h];",
        "for (int h = 1; h < 32; h *= 2) v += s[i - h];",
        "for (int h = 1; h < 32; h *= 2) for (int j = h; j < 8; j++) r[j] += r[j - h];",
        "for (int h = 1; h < 32; h *= 2) s[i] += p[i - h];",
        "for (int d = 0; d < 5; ++d) { int h = 1 << d; v += s[i - h]; }",
        "v += s[i + 16]; METs[i] = v; METv += s[i + 8]; METs[i] = v; METv += s[i + 4]; METs[i] = v;",
        "for (int j : t) { r[j * 2] += r[j * 2 + 8]; r[j * 2] += r[j * 2 + 4]; r[j * 2] += r[j * 2 + 2]; }",
        "v += s[i + 16]; v += s[i + 8]; v += s[i + 4]; s[i] = v;",
        "for (int o = 512; o; o >>= 1) { if (o >= 32) { s[i] = v; METv = s[i ^ o]; MET} else v += n; }",
        "v += s[i + 16]; p[i] = v; v += s[i + 8]; p[i] = v; v += s[i + 4]; p[i] = v;",
        "s[i] = max(s[i], s[i ^ 16]); s[i] = max(s[i], s[i ^ 7]); s[i] = max(s[i], s[i ^ 5]);",
    ],
)
def test_other_forms_that_are_none(code: str) -> None:
    code = code.replace("MET", "__syncwarp(); ")
    assert in_kernel("__shared__ volatile int s[1024]; int r[8]; " + code) == []


def test_steps_by_an_operator_that_a_function_is_given() -> None:
    steps = " ".join(f"d[t] = op(d[t], d[t ^ {far}]);" for far in (1, 2, 4, 8, 16))
    source = f"template <class T> __device__ void f(int t, volatile T *d, T (*op)(T, T)) {{ {steps} }}\n"
    assert "W018" in remaining(source)
