"""Conditions that lanes meet alike by the number of a group as wide as a shuffle, and others."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "template <int TPR> __global__ void k(int rows, const int *p, int *y) {"
    " int lane = threadIdx.x & (TPR - 1), id = blockIdx.x * blockDim.x + threadIdx.x, row = id / TPR,"
    " n = gridDim.x * blockDim.x / TPR, s = 0; %s }\n"
)
SUM = "s += __shfl_down_sync(~0u, s, 1, TPR);"


@pytest.mark.parametrize(
    "code",
    [
        "if (row < rows) { %s }",
        "if (row >= rows) return; %s",
        "for (int r = row; r < rows; r += n) { %s }",
        "int g = (blockIdx.x * blockDim.x + threadIdx.x) / TPR; if (g < rows && p[g] > 0) %s",
        "if ((id / (TPR)) < rows) for (int j = 0; j < p[row]; ++j) { %s }",
        "for (int r = row; r < rows; r += gridDim.x * blockDim.x / TPR) { %s }",
        "int r = blockIdx.x * (blockDim.x / TPR) + threadIdx.x / TPR; if (r < rows) { %s }",
        "if ((blockIdx.x * 4 * TPR + threadIdx.x) / TPR < rows) { %s }",
        "if ((threadIdx.y * blockDim.x + threadIdx.x) / TPR < rows) { %s }",
        "int in = threadIdx.x & 31; if (in / TPR < rows) { %s }",
        "if (cooperative_groups::this_thread_block().thread_rank() / TPR < rows) { %s }",
        # what the name is given behind that is of no matter to who came
        "if (row >= rows) return; row = p[row + lane]; %s",
        "if (row < rows) { row += p[lane]; %s }",
        "int r = row; if (r >= rows) return; r = lane; for (int j = 0; j < n; ++j) { r += p[j]; %s }",
        "for (int i = 0; i < n; ++i) { int r = row + i; if (r >= rows) continue; r = lane; %s }",
        "if (row >= rows) return; if (n) row = id; %s",
    ],
)
def test_groups_that_come_whole(code: str) -> None:
    assert remaining(KERNEL % (code % SUM)) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (id < rows) { %s }",
        "if (id >= rows) return; %s",
        "for (int j = p[row] + lane; j < p[row + 1]; j += TPR) { %s }",
        "if (lane < 2) %s",
        "if (p[id] > 0) %s",
        "int r = row; if (lane == 0) r = rows; if (r < rows) %s",
        "row = p[row + lane]; if (row >= rows) return; %s",
        "if (row >= rows) return; row = p[row + lane]; if (row >= rows) return; %s",
        "while (row < rows) { %s row = p[row + lane]; }",
        "for (int i = 0; i < n; ++i) { if (row >= rows) return; %s row = p[row + lane]; }",
        "int r; if (lane) r = row; if (r >= rows) return; r = 0; %s",
        "again: if (row >= rows) return; %s row = p[row + lane]; if (n) goto again;",
        "int *q = &row; *q = p[lane]; if (row >= rows) return; row = 0; %s",
        "int &q = row; q = p[lane]; if (row >= rows) return; row = 0; %s",
        "auto go = [&] { if (row >= rows) return; %s }; row = p[lane]; go();",
        "if (id / 2 < rows) %s",
        "if (rows / TPR < lane) %s",
        "if (id * 3 / TPR < rows) %s",
        "if ((id + 1) / TPR < rows) %s",
        "if ((id + rows) / TPR < rows) %s",
        "if ((blockIdx.x * blockIdx.x + threadIdx.x) / TPR < rows) %s",
        "if (threadIdx.x %% 24 / TPR < rows) %s",
    ],
)
def test_groups_of_which_lanes_may_be_missing(code: str) -> None:
    assert remaining(KERNEL % (code % SUM)) == ["W023"]


@pytest.mark.parametrize("more", [", 16", ""])
def test_groups_of_another_width(more: str) -> None:
    code = f"if (row < rows) s += __shfl_down_sync(~0u, s, 1{more});"
    assert remaining(KERNEL % code) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        "if (threadIdx.x * 2 / 16 < rows) s += __shfl_down_sync(~0u, s, 1, 16);",
        "if ((threadIdx.x + 5) / 16 < rows) s += __shfl_down_sync(~0u, s, 1, 16);",
        "if (id / 8 < rows) s += __shfl_down_sync(~0u, s, 1, 16);",
        "int w = TPR, r = id / w; w = rows; if (r < rows) s += __shfl_down_sync(~0u, s, 1, w);",
        "int w = 8 << (lane & 1); if (id / w < rows) s += __shfl_down_sync(~0u, s, 1, w);",
    ],
)
def test_groups_that_are_none_of_the_shuffle(code: str) -> None:
    assert remaining(KERNEL % code) == ["W023"]


@pytest.mark.parametrize("groups", ["id / 8", "id / 16", "(id >> 3)", "threadIdx.x / 32"])
def test_groups_of_a_number(groups: str) -> None:
    assert remaining(KERNEL % f"if ({groups} < rows) s += __shfl_down_sync(~0u, s, 1, 8);") == []


@pytest.mark.parametrize(
    "groups",
    [
        "threadIdx.x % 64 / 8",
        "(threadIdx.x & 63) / 8",
        "(id % 24 / 8)",
        "(id % 64 >> 3)",
        "(id / 64 * 8 + id % 64 / 8)",
        "((blockIdx.x * 8 + threadIdx.x / 64) * 8 + threadIdx.x % 64 / 16)",
        "(lane % 128 & 63) / 8",
    ],
)
def test_groups_within_several(groups: str) -> None:
    code = f"if ({groups} >= rows) return; s += __shfl_down_sync(~0u, s, 1, 8);"
    assert remaining(KERNEL.replace("(TPR - 1)", "255") % code) == []


@pytest.mark.parametrize(
    "groups",
    [
        "threadIdx.x % 12 / 8",
        "(threadIdx.x & 61) / 8",
        "(threadIdx.x & 3) / 8 + id % 4",
        "(id % 6 >> 3)",
        "(id % 64 >> 2)",
        "(id / 64 * 8 + id % 64 / 4)",
        "id * 2 % 64 / 8",
        "(id + 1) % 64 / 8",
        "id % rows / 8",
    ],
)
def test_parts_of_groups_within_several(groups: str) -> None:
    code = f"if ({groups} >= rows) return; s += __shfl_down_sync(~0u, s, 1, 8);"
    assert remaining(KERNEL % code) == ["W023"]


def test_a_name_made_of_itself_many_times_is_followed_once() -> None:
    itself = "int g = id / 3, who = " + " + ".join(["who"] * 40) + " + g; if (who < rows) { %s }"
    assert remaining(KERNEL % (itself % SUM)) != []


def test_names_made_of_the_last_one_many_times_are_followed_once() -> None:
    chain = "".join(f" int a{n} = {' | '.join([f'a{n - 1}'] * 40)};" for n in range(1, 9))
    assert remaining(KERNEL % (f"int a0 = id / 3;{chain} if (a8) {{ {SUM} }}")) != []


BOUND = """template <int N, int V> __global__ void k(const float *in, float *out, long rows, int most) {
    constexpr int W = N / V;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / W;
    %s
    float m = in[i];
    for (int d = W / 2; d > 0; d /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    out[i] = m;
}
"""


@pytest.mark.parametrize(
    "code",
    [
        "if (i * V >= rows * N) return;",
        "if (!(i * V < rows * N)) return;",
        "if (rows * N <= V * i) return;",
        "long end = rows * N; if (i * V >= end) return;",
        "if (i >= rows * W) return;",
        "if (i >= most * 3 * W) return;",
        "if (row >= rows) return;",
        "if (in[row] < 0) return;",
    ],
)
def test_groups_of_a_loop_that_halves_their_width(code: str) -> None:
    assert remaining(BOUND % code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (i * V > rows * N) return;",
        "if (i * V >= rows * V) return;",
        "if (i * V >= rows * N + 1) return;",
        "if (i >= rows) return;",
        "if (i * N >= rows * V) return;",
        "if ((i + 1) * V >= rows * N) return;",
        "if (in[i] < 0) return;",
        "if (i / V >= rows) return;",
        "if (i * V >= (long)in[i] * N) return;",
        "if (i >= threadIdx.x * W) return;",
        "int most; if (in[i] > 0) most = 8; if (most > 4) return;",
    ],
)
def test_bounds_within_groups(code: str) -> None:
    assert remaining(BOUND % code) == ["W023"]


@pytest.mark.parametrize("bound", ["i * 8 >= rows * 64", "i >= rows * 8", "i >= 64", "rows * 8 < i + 1"])
def test_bounds_of_numbers(bound: str) -> None:
    code = BOUND.replace("N / V", "8") % f"if ({bound}) return;"
    assert remaining(code) == ([] if "+" not in bound else ["W023"])


@pytest.mark.parametrize(
    ("most", "distance", "rules"),
    [
        ("rows * 4", "16", []),
        ("rows / 4 * 4", "16", []),
        ("rows * 2", "8", []),
        ("rows * 2", "16", ["W023"]),
        ("rows", "8", ["W023"]),
        ("rows", "4", []),
    ],
)
def test_a_bound_of_several_groups(most: str, distance: str, rules: list[str]) -> None:
    code = f"int g = id >> 3; if (g < {most}) s = __shfl_xor_sync(~0u, s, {distance});"
    assert remaining(KERNEL % code) == rules


@pytest.mark.parametrize(("most", "rules"), [("rows * 4", []), ("rows * 2", ["W023"])])
def test_whole_warps_by_a_bound_of_several_groups(most: str, rules: list[str]) -> None:
    code = f"int g = id >> 3; if (g < {most}) s = __shfl_sync(~0u, s, 9) + __shfl_down_sync(~0u, s, 1);"
    assert remaining(KERNEL % code) == rules


@pytest.mark.parametrize(
    "made",
    [
        "int i = threadIdx.x + 3; if (rows > 7) i += 5;",
        "int i = threadIdx.x; i -= 3;",
        "int i = threadIdx.x; i += rows;",
    ],
)
def test_an_index_that_is_moved_by_some_threads_parts_a_group(made: str) -> None:
    code = f"{made} if (i < rows * 32) s += __shfl_xor_sync(~0u, s, 16);"
    assert remaining(KERNEL % code) == ["W023"]


@pytest.mark.parametrize("step", ["blockDim.x", "64"])
def test_an_index_that_is_moved_by_whole_blocks_parts_none(step: str) -> None:
    code = f"int i = threadIdx.x; i += {step}; if (i < rows * 32) s += __shfl_xor_sync(~0u, s, 16);"
    assert remaining(KERNEL % code) == []


HIDING = """constexpr int W = 64;
%s
__global__ void k(int rows, const int *p, int *y%s) {
    int id = blockIdx.x * blockDim.x + threadIdx.x, s = p[id];
    %s
    y[id] = __shfl_down_sync(~0u, s, 1, 8);
}
"""


@pytest.mark.parametrize("group", ["threadIdx.x % W / 8", "threadIdx.x % (W) / 8"])
@pytest.mark.parametrize(
    ("template", "more", "code"),
    [
        ("template <int W>", "", ""),
        ("template <int N>", "", "int W = p[0];"),
        ("", "", "const int W = rows;"),
        ("", "", "int W = 64; W = p[0];"),
        ("", "", "const int W = 12;"),
        ("", ", int W", ""),
    ],
)
def test_a_name_that_hides_a_constant_tells_no_group(group: str, template: str, more: str, code: str) -> None:
    kernel = HIDING % (template, more, f"{code} if ({group} >= rows) return;")
    assert remaining(kernel) == ["W023"]


@pytest.mark.parametrize("group", ["threadIdx.x % W / 8", "threadIdx.x / W"])
@pytest.mark.parametrize(
    ("template", "code"), [("template <int N>", ""), ("", "constexpr int W = 64;"), ("", "int V = p[0];")]
)
def test_a_constant_that_nothing_hides_tells_groups(group: str, template: str, code: str) -> None:
    assert remaining(HIDING % (template, "", f"{code} if ({group} >= rows) return;")) == []


INSTANCES = """template <int W> __global__ void k(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / W, t = i %% W;
    if (row >= n) return;
    float s = x[i];
    for (int o = W / 2; o > 0; o /= 2) s += __shfl_down_sync(~0u, s, o);
    if (t == 0) y[row] = s;
}
void run(float *x, float *y, int n) { %s }
"""


@pytest.mark.parametrize(
    ("calls", "rules"),
    [
        ("k<8><<<n, 256>>>(x, y, n);", []),
        ("k<8><<<n, 256>>>(x, y, n); k<4 * 2><<<n, 64>>>(x, y, n);", []),
        ("k<8><<<n, 256>>>(x, y, n); k<16><<<n, 256>>>(x, y, n);", []),
        ("k<7><<<n, 256>>>(x, y, n);", ["W023"]),
        ("", []),
    ],
)
def test_a_number_that_all_give_a_template(calls: str, rules: list[str]) -> None:
    assert remaining(INSTANCES % calls) == rules
