"""Launches of kernels of other files that work on wavefronts."""

from __future__ import annotations

import pytest
from helpers.warps import broken, rules_of, run
from helpers.warps import native as on_wavefronts

from hipify_py.surroundings import Project

HOST = "void start(int *p, int n) { %s }\n"
ROWS = Project(wavefronts=frozenset((b"rows", b"total")))


@pytest.mark.parametrize(
    "launch",
    ["rows<<<n, dim3(32, 8)>>>(p);", "rows<int><<<n / 32, 64>>>(p);", "dim3 b(32, 4); rows<<<n, b>>>(p);"],
)
def test_kernels_of_other_files(launch: str) -> None:
    assert broken(run(HOST % launch, warp="native", project=ROWS)) == {"W038"}
    assert broken(run(HOST % launch, warp="native")) == set()
    assert broken(run(HOST % launch, project=ROWS)) == set()


@pytest.mark.parametrize(
    "launch",
    [
        "rows<<<n / 64, 64>>>(p);",
        "other<<<n / 32, 64>>>(p);",
        "other<<<n / 32, 64>>>(p + total(3));",
        "p[n / 32] = 1; rows(p);",
    ],
)
def test_others(launch: str) -> None:
    assert broken(run(HOST % launch, warp="native", project=ROWS)) == set()


ITEMS = (
    "__device__ int wid() { return threadIdx.x / warpSize; }\n"
    "__global__ void k(int *p, int n) { int w = threadIdx.x / warpSize; ROW; p[row] = __any(n); }\n"
    "void go(int *p, int n) { k<<<n / 4, 128>>>(p, n); HOST }\n"
)


def test_a_row_by_the_numbers_of_the_block_and_of_its_warp() -> None:
    for row in (
        "int row = blockIdx.x * 4 + w",
        "int row = threadIdx.x / warpSize + blockIdx.x * (blockDim.x / warpSize)",
        "int row = wid() + 4 * blockIdx.x",
        "int row = (n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x)) / warpSize",
        "int t = threadIdx.x, u = t, row = (n - (blockIdx.x * blockDim.x + u)) / warpSize",
        "int row = (n - (blockDim.x - blockIdx.x * blockDim.x - threadIdx.x)) / warpSize",
    ):
        code = ITEMS.replace("ROW", row)
        assert "W040" in rules_of(on_wavefronts(code.replace("HOST", "")))
        assert "W040" not in rules_of(on_wavefronts(code.replace("HOST", "int warp = 0;")))
    for row in (
        "int row = blockIdx.x * blockDim.y + threadIdx.y",
        "int row = blockIdx.x * 128 + threadIdx.x",
        "int row = w",
        "int left = (n - blockIdx.x * blockDim.x) / warpSize, row = w < left ? w : 0",
        "int size = 128, left = (n - blockIdx.x * size) / warpSize, row = w < left ? w : 0",
    ):
        assert "W040" not in rules_of(on_wavefronts(ITEMS.replace("ROW", row).replace("HOST", "")))


OFF = """
#if %s
%s
#endif
"""


@pytest.mark.parametrize(("asked", "told"), [("0", False), ("D", True)])
def test_what_no_compiler_reads_takes_no_other_place_with_it(asked: str, *, told: bool) -> None:
    old = OFF % (asked, "int old = n * 32;")
    assert ("W038" in rules_of(on_wavefronts(SUMS + HOST % (old + "k<<<n, 64>>>(p);")))) == told
    assert "W038" in rules_of(on_wavefronts(SUMS + HOST % (old + "k<<<n / 32, 64>>>(p);")))
    row = "int row = blockIdx.x * 4 + w"
    for code in (
        OFF % (asked, "int old = blockIdx.x * 4 + w;"),
        OFF % (asked, "int old = blockIdx.x * 128 / warpSize;"),
    ):
        source = ITEMS.replace("HOST", "")
        assert ("W040" in rules_of(on_wavefronts(source.replace("ROW", code + "int row = w")))) == told
        assert "W040" in rules_of(on_wavefronts(source.replace("ROW", code + row)))
    row = "int row = blockIdx.x * (blockDim.x / warpSize) + w;"
    turns = row + OFF % (asked, "row += gridDim.x * (blockDim.x / warpSize);")
    assert ("W040" in rules_of(on_wavefronts(ITEMS.replace("ROW", turns).replace("HOST", "")))) != told


CUB = (
    "#include <cub/cub.cuh>\n#define WARPS (32)\n"
    "__device__ double sum(double *t, double v) { return cub::WarpReduce<double%s>(*t).Sum(v); }\n"
    "__global__ void k(double *p, double *t) { int row = threadIdx.x / %s; p[row] = sum(t, p[row]); }\n"
    "void start(double *p, int n, int warp) { k<<<(n * WARPS + 127) / 128, 128, 8 * (n / WARPS)>>>(p, p); }\n"
)


@pytest.mark.parametrize(
    ("width", "by", "told"),
    [("", "warpSize", True), (", 32", "warpSize", False), ("", "32", False)],  # of the last W028 speaks
)
def test_rows_by_warps_of_cub(width: str, by: str, told: bool) -> None:
    assert ("W038" in rules_of(run(CUB % (width, by), warp="native"))) == told
    assert "W038" not in rules_of(run(CUB % (width, by)))


SUMS = (
    "__global__ void k(int *p) { int v = *p;"
    " for (int d = warpSize / 2; d; d /= 2) v += __shfl_down_sync(~0u, v, d); *p = v; }\n"
    "__global__ void o(int *p) { *p = 1; }\n"
)
SIZED = "int sized(int n) { if (n > 255) return 64; return %s; }\n"


@pytest.mark.parametrize(
    ("size", "code"),
    [
        ("32", "k<<<n, sized(n)>>>(p);"),
        ("32", "int t = sized(n); k<<<n, t>>>(p);"),
        ("32", "dim3 b(sized(n)); k<<<n, b>>>(p);"),
        ("32", "auto t = sized; k<<<n, sized(n)>>>(p);"),
        ("64", "k<<<n, n > 255 ? 64 : 32>>>(p);"),
        ("64", "int t = n > 255 ? 64 : 32; k<<<n, t>>>(p);"),
        ("64", "dim3 b(n > 255 ? 64 : 32); k<<<n, b>>>(p);"),
        ("64", "auto of = [](int m) { return m > 255 ? 64 : 32; }; k<<<n, of(n)>>>(p);"),
        ("32", "auto f = k; f<<<n, sized(n)>>>(p);"),
    ],
)
def test_blocks_of_32_by_choice(size: str, code: str) -> None:
    source = SUMS + SIZED % size + HOST % code
    assert broken(on_wavefronts(source)) >= {"W038"} | ({"W057"} if "k<<<" in code else set())
    assert broken(run(source)) == set()


@pytest.mark.parametrize(
    ("size", "code"),
    [
        ("128", "k<<<n, sized(n)>>>(p);"),
        ("128", "int t = n > 255 ? 64 : 128; k<<<n, t>>>(p);"),
        ("32", "k<<<sized(n), 64>>>(p);"),
        ("32", "k<<<n, 64, sized(n)>>>(p);"),
        ("32", "k<<<n, 64>>>(p); o<<<n, sized(n)>>>(p);"),
        ("32", "o<<<n, n > 255 ? 64 : 32>>>(p);"),
        ("32", "int t = sized(n); p[t] = 1; k<<<n, 64>>>(p);"),
        ("warpSize", "k<<<n, sized(n)>>>(p);"),
        ("n", "k<<<n, sized(n)>>>(p);"),
        ("64", "int t = n > 255 ? 64 : 32; t *= 2; k<<<n, t>>>(p);"),
        ("64", "int t = n > 255 ? 64 : 32; t = 64; k<<<n, t>>>(p);"),
        ("64", "int t = n > 255 ? 64 : 32; size(&t); k<<<n, t>>>(p);"),
    ],
)
def test_no_blocks_of_32(size: str, code: str) -> None:
    assert broken(on_wavefronts(SUMS + SIZED % size + HOST % code)) == set()


ROW = "__global__ void k(int *p) { p[threadIdx.y] = __any_sync(~0u, p[threadIdx.x]); }\n"


@pytest.mark.parametrize(
    ("starts", "told"),
    [
        ("static dim3 s(int n) { return dim3(n / 4, 4); } void go(int *p) { k<<<1, s(128)>>>(p); }", True),
        ("static dim3 s(int n) { return dim3(n / 2, 2); } void go(int *p) { k<<<1, s(128)>>>(p); }", False),
        ("static dim3 s(int n) { return dim3(n, 4); } void go(int *p, int n) { k<<<1, s(n)>>>(p); }", False),
        (
            "dim3 s(int x, int y) { return dim3(x - y, 4); } void go(int *p) { k<<<1, s(36, 4)>>>(p); }",
            True,
        ),
        ("static dim3 s(int n) { return dim3(n / 4, 4); } void go(int *p) { k<<<1, s(p[0])>>>(p); }", False),
    ],
)
def test_blocks_that_a_function_shapes(starts: str, *, told: bool) -> None:
    assert broken(on_wavefronts(ROW + starts + "\n")) == ({"W038"} if told else set())


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ("start<32>(p);", True),
        ("start<16 + 16>(p);", True),
        ("start<64>(p);", False),
        ("if (p) start<32>(p); else start<64>(p);", False),
        ("start<N>(p);", False),
    ],
)
def test_blocks_by_a_template(calls: str, *, told: bool) -> None:
    starts = "template <int X> void start(int *p) { k<<<1, dim3(X, 256 / X)>>>(p); }\n"
    source = f"{ROW}{starts}template <int N> void go(int *p) {{ {calls} }}\n"
    assert broken(on_wavefronts(source)) == ({"W038"} if told else set())


def test_blocks_rounded_to_32_elsewhere() -> None:
    source = SUMS + "int sized(int n) { return (n + 31) / 32 * 32; }\n" + HOST % "k<<<n, sized(n)>>>(p);"
    assert broken(on_wavefronts(source)) == {"W038"}
    assert broken(on_wavefronts(source.replace("31", "63").replace("32", "64"))) == set()


def test_blocks_of_who_calls_the_launcher() -> None:
    source = SUMS + "void start(int *p, int t) { k<<<9, t>>>(p); }\nvoid run(int *p) { start(p, %d); }\n"
    assert broken(on_wavefronts(source % 32)) == {"W038", "W057"}
    assert broken(on_wavefronts(source % 64)) == set()


def test_what_is_told_by_32_already_is_told_once() -> None:
    source = SUMS + HOST % "int t = 64; if (n < 64) t = 32; k<<<n, t>>>(p);"
    told = [one for one in on_wavefronts(source).findings if one.rule == "W038"]
    assert [len(one.related) for one in told] == [0]


def test_one_function_that_starts_several_kernels() -> None:
    more = SUMS + SUMS.replace("void k(", "void l(").replace("void o(", "void q(")
    source = more + HOST % "k<<<n, 96>>>(p); l<<<n, 96>>>(p);"
    told = [one for one in on_wavefronts(source).findings if one.rule == "W057"]
    assert [1 + len(one.related) for one in told] in ([2], [1, 1])
