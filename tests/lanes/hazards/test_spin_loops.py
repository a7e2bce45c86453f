"""What waits for other lanes, steps in lock step, or takes values from lanes that are not there."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
KERNEL = (
    "__global__ void k(int *p, int *m, volatile int *f, int n) {"
    " int i = threadIdx.x, lane = i & 31, warp = i / 32, v = 0; bool done = false; %s }\n"
)
DONE = {"W000"}


def rules_said(source: str) -> list[str]:
    findings = convert(source.encode(), RULES, Options(warp="32", add_include=False)).findings
    return sorted({finding.rule for finding in findings} - DONE)


def in_kernel(code: str) -> list[str]:
    return rules_said(KERNEL % code)


TAKES = [
    "do { v = atomicCAS(m, 0, 1); } while (v != 0); *p += 1; atomicExch(m, 0);",
    "do {} while (atomicExch(m, 1));",
    "for (; atomicCAS(m, 0, 1) != 0;) ; *p += 1;",
    "while (true) { if (atomicCAS(m, 0, 1) == 0) break; } *p += 1; atomicExch(m, 0);",
    "for (;;) { if (atomicExch(m, 1) == 0) { break; } } *p += 1;",
    "while (!done) { done = atomicCAS(m, 0, 1) == 0; } *p += 1; atomicExch(m, 0);",
    "while (!done) { if (atomicCAS(m, 0, 1) == 0) { done = true; } } *p += 1; atomicExch(m, 0);",
]
RETRIES = [
    "while (!done) { if (atomicCAS(m, 0, 1) == 0) { *p += 1; atomicExch(m, 0); done = true; } }",
    "while (true) { if (atomicCAS(&m[v], 0, 1) == 0) { p[v] = i; } if (++v == n) break; }",
    "while (atomicCAS(&m[v], 0, 1) != 0) v = (v + 1) % n;",
    "do { v = p[0]; } while (atomicCAS(p, v, v + 1) != v);",
    "if (threadIdx.x == 0) { do { v = atomicCAS(m, 0, 1); } while (v != 0); }",
]


@pytest.mark.parametrize("code", TAKES)
def test_locks_that_lanes_take_for_themselves(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize("code", RETRIES)
def test_what_ends_by_its_own_doing_is_no_lock(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (f[warp] != 1) __threadfence();",
        "while (m[warp] == 0) { __threadfence_block(); }",
        "do { v = f[warp]; } while (v == 0);",
        "do { __threadfence(); } while (f[warp] == 0);",
        "while (1) { if (f[warp]) break; }",
        "while (ld_acquire(m + warp) == 0);",
    ],
)
def test_flags_of_other_warps(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "do { v = f[blockIdx.x - i]; } while (__any_sync(0xffffffff, v == 0));",
        "while (p[v++] != 0) ;",
        "while (clock64() < 1000) ;",
        "while (next(m)) { }",
        "do { v = p[v]; } while (v != 0);",
        "if (i == 0) { while (f[0] == 0) ; } __syncthreads();",
        "while (1) { if (v++ > n) break; }",
    ],
)
def test_loops_that_wait_for_nobody(code: str) -> None:
    assert in_kernel(code) == []


def test_device_code_behind_a_macro_is_device_code() -> None:
    lock = "void lock(int *m) { while (atomicCAS(m, 0, 1) != 0) ; }\n"
    assert "W026" in rules_said("#define DEV __device__\n\nint a;\nDEV " + lock)
    assert "W026" in rules_said("__device__ int g;\nDEV " + lock)


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
    ],
)
def test_steps_in_lock_step(code: str) -> None:
    shared = "#define WARP_SIZE 32\n" + KERNEL
    assert rules_said(shared % ("__shared__ volatile int s[1024], x[1024]; " + code)) == ["W018"]


@pytest.mark.parametrize(
    "code",
    [
        STEPS % (("__syncthreads();",) * 3),
        STEPS % (("__syncwarp();",) * 3),
        "for (int o = 512; o > 0; o >>= 1) { if (i < o) s[i] += s[i + o]; __syncthreads(); }",
        "for (int o = 16; o > 0; o >>= 1) { s[i] += s[i + o]; __syncwarp(); }",
        "for (int o = 4; o > 0; o >>= 1) for (int j = 0; j < o; j++) r[j] += r[j + o];",
        "for (int o = n / 2; o > 0; o >>= 1) s[i] += s[i + o];",
        "v = s[i + 16] + s[i + 8] + s[i + 4];",
    ],
)
def test_steps_with_a_wait_between_them(code: str) -> None:
    assert in_kernel("__shared__ volatile int s[1024]; int r[8]; " + code) == []


SHUFFLE = "v = __shfl_sync(~0u, v, 0);"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("v = i < n ? __shfl_xor_sync(~0u, v, 1) : 0;", "not every lane gets here"),
        ("v = lane == 0 ? 0 : __shfl_up_sync(~0u, v, 1);", "not every lane gets here"),
        ("if (n > 2 && (i < n && __shfl_sync(~0u, v, 0) > 2)) p[i] = 1;", "not every lane gets here"),
        ("for (;;) { if (i > n) continue; " + SHUFFLE + " }", "may have left this turn of the loop"),
        ("while (n) { if (i > n) { break; } " + SHUFFLE + " }", "may have left this turn of the loop"),
        ("if (lane < 16) { __syncwarp(); } else { v = 1; __syncwarp(); }", "from different branches"),
        ("if (lane < 16) v = __any_sync(~0u, v); else v = __all_sync(~0u, v);", "from different branches"),
    ],
)
def test_lanes_that_are_not_there(code: str, said: str) -> None:
    found = convert((KERNEL % code).encode(), RULES, Options(warp="32", add_include=False)).findings
    assert [finding.rule for finding in found if finding.rule != "W000"] == ["W023"]
    assert said in next(finding.message for finding in found if finding.rule == "W023")


@pytest.mark.parametrize(
    "code",
    [
        "v = max(i < n ? 1 : 2, __shfl_xor_sync(~0u, v, 1));",
        "v = __shfl_sync(~0u, i < n ? v : 0, 0) && i < n;",
        "v = n > 3 ? __shfl_sync(~0u, v, 0) : 2;",
        "for (int j = 0; j < n; j++) { if (i > j) break; } " + SHUFFLE,
        "for (int j = 0; j < n; j++) { switch (i) { case 1: break; } " + SHUFFLE + " }",
        "if (lane < 16) { __syncwarp(0xffff); } else { __syncwarp(0xffff0000); }",
        "if (warp == 0) { __syncwarp(); } else { v = 1; __syncwarp(); }",
        "if (n > 4) { __syncwarp(); } else { v = 1; __syncwarp(); }",
    ],
)
def test_lanes_that_are_all_there(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (warp == 0) { b.sync(); } else { b.sync(); }", ["G016"]),
        ("if (warp == 0) cg::sync(b);", ["G016"]),
        ("if (warp == 0) cg::this_thread_block().sync();", ["G016"]),
        ("b.sync(); if (warp == 0) { t.sync(); }", []),
        ("for (int j = 0; j < n; j++) { if (j % 32 == 0) { __syncthreads(); } }", []),
        ("if (v == LAST) { __syncthreads(); }", []),
    ],
)
def test_barriers_in_branches(code: str, expected: list[str]) -> None:
    groups = "namespace cg = cooperative_groups;\n" + KERNEL
    made = "auto b = cg::this_thread_block(); auto t = cg::tiled_partition<32>(b); auto LAST = p[i];"
    assert rules_said(groups % (made + code)) == expected
