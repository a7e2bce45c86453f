"""Shuffles that read lanes which are there, whoever has left."""

from __future__ import annotations

import pytest
from helpers.warps import native, remaining, rules_of, run

KERNEL = (
    "__global__ void k(const int *x, int *y, int n) {"
    " int i = blockIdx.x * blockDim.x + threadIdx.x, g = i / 16, v = 0; %s y[i] = v; }\n"
)
UP, DOWN = "v = __shfl_up_sync(~0u, v, 1);", "v = __shfl_down_sync(~0u, v, 1);"
XOR = "for (int m = %s; m; m /= 2) v += __shfl_xor_sync(~0u, v, m);"


def told(code: str) -> list[bool]:
    source = KERNEL.replace("%s", code)
    return ["W023" in rules_of(result) for result in (run(source), native(source))]


@pytest.mark.parametrize(
    "code",
    [
        f"if (i >= n) return; {UP}",
        f"if (!(i < n)) return; {UP}",
        f"if (n <= i) return; {UP}",
        f"if (i < n) {{ {UP} }}",
        f"if (i < n && n > 3) {{ {UP} }}",
        f"if (i + 1 > n || n < 3) return; for (int j = 1; j < 32; j *= 2) {{ {UP} }}",
        "if (i >= n) return; v = __shfl_sync(~0u, x[i], 0);",
    ],
)
def test_lower_lanes_are_there(code: str) -> None:
    assert told(code) == [False, False]


@pytest.mark.parametrize(
    "code",
    [
        f"if (i >= n) return; {DOWN}",
        f"if (i < n) return; {UP}",
        f"if (x[i] > n) return; {UP}",
        f"if (i >= n || x[i]) return; {UP}",
        f"if (i >= n && x[i]) return; {UP}",
        f"if (n - i < 3) {{ {UP} }}",
        f"if (i >= n) return; if (i & 1) {{ {UP} }}",
        f"for (; i < n; i += threadIdx.x + 1) {{ {UP} }}",
        "if (i >= n) return; v = __shfl_sync(~0u, x[i], 1);",
        "if (i >= x[i]) return; v = __shfl_sync(~0u, x[i], 0);",
    ],
)
def test_lanes_may_be_missing(code: str) -> None:
    assert told(code) == [True, True]


@pytest.mark.parametrize(
    "code",
    [
        f"if (g >= n) return; {XOR % 8}",
        f"if ((i >> 4) >= n) return; {XOR % 8}",
        f"if (g >= n) return; if (x[g] <= 0) return; {XOR % 8}",
        f"if (g < n) {{ {XOR % 4} }}",
        "if (g >= n) return; v = __shfl_down_sync(~0u, v, 1, 16);",
        "if (g >= n) return; v = __shfl_xor_sync(~0u, v, 15);",
    ],
)
def test_groups_that_leave_together(code: str) -> None:
    assert told(code) == [False, False]


@pytest.mark.parametrize(
    "code",
    [
        f"if (g >= n) return; {XOR % 16}",
        f"if (g >= n) return; if (x[i]) return; {XOR % 8}",
        f"if (i / 12 >= n) return; {XOR % 8}",
        f"if (g >= n) return; {DOWN}",
        "if (g >= n) return; v = __shfl_down_sync(~0u, v, 1, 32);",
        f"g += threadIdx.x & 1; if (g >= n) return; {XOR % 8}",
        f"if ((i + threadIdx.x) / 16 >= n) return; {XOR % 8}",
    ],
)
def test_groups_of_which_a_part_may_leave(code: str) -> None:
    assert told(code) == [True, True]


ROWS = """__global__ void k(int *a, int n) {
  int v = a[threadIdx.x], x = threadIdx.x, i = threadIdx.y * blockDim.x + threadIdx.x; %s a[i] = v; }
void run(int *a, int n) { k<<<1, %s>>>(a, n); }
"""
LOWER = "v += __shfl_up_sync(~0u, v, 1);"
OF_16 = "v += __shfl_up_sync(~0u, v, 1, 16);"
CROSSED = "v += __shfl_xor_sync(~0u, v, 8);"


@pytest.mark.parametrize(
    ("code", "block", "is_said"),
    [
        ("if (x >= n) return; " + LOWER, "dim3(16, 16)", True),
        ("if (x >= n) return; " + OF_16, "dim3(16, 16)", False),
        ("if (x >= n) return; " + LOWER, "dim3(32, 4)", False),
        ("if (x >= n) return; " + LOWER, "48", False),
        ("if (x >= n) return; " + LOWER, "dim3(n, 4)", False),
        ("if (i >= n) return; " + LOWER, "dim3(16, 16)", False),
        ("if (x < n * 16) " + CROSSED, "dim3(24, 8)", True),
        ("if (x / 16 == n) " + CROSSED, "dim3(24, 8)", True),
        ("if (x / 16 == n) " + CROSSED, "dim3(16, 8)", False),
        ("if (x < n * 16) " + CROSSED, "24", False),
        ("if (i / 16 == n) " + CROSSED, "dim3(24, 8)", False),
        ("if (x < blockDim.x - 32) " + CROSSED, "80", False),
        ("if (x < blockDim.x - 32) " + CROSSED, "72", True),
        ("if (x < blockDim.x / 2) " + CROSSED, "48", True),
        ("if (x < blockDim.x / 2) " + CROSSED, "64", False),
    ],
)
def test_rows_of_a_block_that_begin_within_a_warp(code: str, block: str, is_said: bool) -> None:
    assert ("W023" in remaining(ROWS % (code, block))) == is_said


@pytest.mark.parametrize(
    ("kind", "is_said"),
    [("signed char", True), ("char", True), ("int8_t", True), ("unsigned char", False), ("short", False)],
)
def test_an_index_in_a_byte_with_a_sign(kind: str, is_said: bool) -> None:
    for code in (f"{kind} b = x; if (b / 16 < n) {CROSSED}", f"if (({kind})x / 16 < n) {CROSSED}"):
        assert ("W023" in remaining(ROWS % (code, "256"))) == is_said


CHOSEN = "#ifdef MANY\n#define TO 24\n#else\n#define TO 32\n#endif\n"
DEFAULT = "#ifndef TO\n#define TO 32\n#endif\n"


@pytest.mark.parametrize(
    ("head", "is_said"),
    [
        (CHOSEN, True),
        (DEFAULT, True),
        ("#define TO 32\n", False),
        (DEFAULT.replace("TO", "WARP_SIZE"), False),
    ],
)
def test_a_bound_that_another_build_may_change(head: str, is_said: bool) -> None:
    name = "WARP_SIZE" if "WARP" in head else "TO"
    assert ("W023" in remaining(head + ROWS % (f"if (x < n * {name}) {CROSSED}", "256"))) == is_said


BITS = """#ifndef MASK
#define MASK 3
#endif
constexpr int THREE = 3;
__device__ int own(int v, int m) { return __shfl_xor(v, m); }
template <class T> __device__ T now(T v, int m) { return __shfl_xor_sync(__activemask(), v, m); }
template <class T> __device__ T all(T v, int m) { return __shfl_xor_sync(~0u, v, m); }
template <class T> __device__ T fourth(T v, int m) { return __shfl_xor_sync(0x11111111, v, m); }
__device__ int twice(int v, int m) { v += own(v, 1); return own(v, m); }
__global__ void k(int *p, int n) {
    int t = threadIdx.x, lane = t & 31, x = p[t];
    %s
    p[t] = x;
}
"""
BY_FOUR = (
    "__shfl_xor(x, 4)",
    "__shfl_xor_sync(__activemask(), x, 4)",
    "own(x, 4)",
)


@pytest.mark.parametrize("shuffle", [*BY_FOUR, "now(x, 2 * 2)", "now<int>(x, 4)"])
@pytest.mark.parametrize(
    "code",
    [
        "if ((lane & 3) == 0) x += @;",
        "if ((lane & 1) == 0) { x += 1; if ((lane & 3) == 0) x += @; }",
        "if (!(lane & 3)) x += @;",
        "if (lane & 8) x += 1; else x += @;",
        "if ((t & 3) < 2) x += @;",
        "if (lane % 4 == n) x += @;",
        "if (n > 3 && (lane % 2 != 0 || !(lane & 8))) x += @;",
        "int first = lane; if ((first & 3) == 0) x += @;",
        "if (((t + 32) & 3) == 0) x += @;",
        "if ((lane & THREE) == 0) x += @;",
    ],
)
def test_lanes_with_the_same_bits_come_together(code: str, shuffle: str) -> None:
    assert "W023" not in remaining(BITS % code.replace("@", shuffle))


@pytest.mark.parametrize("shuffle", BY_FOUR)
@pytest.mark.parametrize(
    "code",
    [
        "if ((lane & 7) == 0) x += @;",
        "if ((lane & 4) == 0) x += @;",
        "if (lane % 6 == 0) x += @;",
        "if ((lane & 3) == p[t]) x += @;",
        "if ((lane & n) == 0) x += @;",
        "if ((lane & 3) == 0 && x) x += @;",
        "if (((lane + 1) & 3) == 0) x += @;",
        "if ((lane & MASK) == 0) x += @;",
        "int THREE = n; if ((lane & THREE) == 0) x += @;",
        "lane += n; if ((lane & 3) == 0) x += @;",
        "if (((t + n) & 3) == 0) x += @;",
        "if ((lane >> 1 & 1) == 0) x += @;",
        "if (lane < 4) x += @;",
        "if (x & 3) x += @;",
        "if ((lane & 3) == 0) { if (p[t] > n) return; x += @; }",
        "for (int i = 0; (lane & 3) == 0 && i < p[t]; i++) x += @;",
    ],
)
def test_lanes_of_which_others_may_be_missing(code: str, shuffle: str) -> None:
    assert "W023" in remaining(BITS % code.replace("@", shuffle))


@pytest.mark.parametrize(
    "shuffle",
    [
        "__shfl_down_sync(~0u, x, 4)",
        "__shfl_xor_sync(~0u, x, 4)",
        "__shfl_xor_sync(0xffffffff, x, 4)",
        "all(x, 4)",
        "__shfl_xor(x, n)",
        "__shfl(x, 4)",
        "twice(x, 4)",
        "own(x, n)",
        "own(x, MASK + 1)",
        "__shfl_xor(x, MASK + 1)",
    ],
)
def test_bits_tell_of_what_is_crossed_by_a_number_alone(shuffle: str) -> None:
    assert "W023" in remaining(BITS % f"if ((lane & 3) == 0) x += {shuffle};")


@pytest.mark.parametrize("shuffle", ["__shfl_xor_sync(0x11111111u, x, 4)", "fourth(x, 4)"])
def test_a_mask_may_name_lanes_with_the_same_bits_alone(shuffle: str) -> None:
    assert "W023" not in remaining(BITS % f"if ((lane & 3) == 0) x += {shuffle};")


LEADS = "if ((lane & 3) == 0) x += __shfl_xor(x, 4);"


@pytest.mark.parametrize(
    "code",
    [
        f"auto go = [&] {{ {LEADS} }}; if (x > 3) go();",
        f'if (x > 3) asm volatile("exit;"); {LEADS}',
    ],
)
def test_bits_do_not_tell_who_comes_where_others_may_stay_away(code: str) -> None:
    assert "W023" in remaining(BITS % code)


def test_other_assembly_leaves_all_there() -> None:
    assert "W023" not in remaining(BITS % f'asm volatile("membar.gl;"); {LEADS}')


def test_rows_of_a_block_part_the_bits_of_a_warp() -> None:
    launch = "void run(int *p) { k<<<1, dim3(6, 32)>>>(p, 3); }"
    code = BITS % "if ((t & 1) == 0) x += __shfl_xor(x, 4);"
    assert "W023" in remaining(code + launch)
    assert "W023" not in remaining(code + launch.replace("6", "32"))
