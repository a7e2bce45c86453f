"""Which macros a header tells others, and for which names a file may need them."""

from __future__ import annotations

import pytest

from hipify_py.lanes.project_macros import as_told, asked_for, bring_warp_code, told, used
from hipify_py.resolve.told import Told
from hipify_py.source.unit import Unit

KERNEL = b"__global__ void k(int *p) { %b }\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"#define A(x) f[x] // y\n", [(b"A", b"A(x) f[x]", 0)]),
        (b'#include "b.h"\n#define A(x) \\\n  f[x]\n', [(b"A", b"A(x)     f[x]", 1)]),
        (b"#define SYNC __syncthreads\n", [(b"SYNC", b"SYNC __syncthreads", 0)]),
        (b"#define A(x, ...) x##_f(__VA_ARGS__)\n", [(b"A", b"A(x, ...) x##_f(__VA_ARGS__)", 0)]),
        (b"#ifdef M\n#define A(x) f[x]\n#else\n#define A(x) x\n#endif\n", [(b"A", b"", 3)]),
        (b"#define A(x) f[x]\n#undef A\n", [(b"A", b"", 0)]),
        (b"#define A(x) f[x]\n#undef A\n#define A(x) g[x]\n", [(b"A", b"A(x) g[x]", 0)]),
        (
            b"#define WIDTH 32\n#define B_H\n#define AREA (WIDTH * 4) // y\n",
            [(b"WIDTH", b"WIDTH 32", 0), (b"AREA", b"AREA (WIDTH * 4)", 0)],
        ),
        (b"#ifdef M\n#define N 32\n#else\n#define N 64\n#endif\n", []),
        (b"#define N 32\n#undef N\n", []),
        (b'#define N "32"\n#define E\n#define F other\n#define G 1.5f\n', [(b"F", b"F other", 0)]),
        (b"#define A(x) _Pragma(x)\n", [(b"A", b"", 0)]),
        (b"int f(int x);\n", []),
        (
            b"constexpr int kTile = 256;\nstatic const unsigned int all{4 * kTile};\n#define A 3\n",
            [(b"A", b"A 3", 0), (b"kTile<", b"kTile< 256", 0), (b"all<", b"all< 4 * kTile", 0)],
        ),
        (b"constexpr int a = 1;\n#if X\nconst int a = 2;\n#endif\n", []),
        (b"struct S {\n  static constexpr int a = 1;\n};\nvoid f() {\n  const int b = 2;\n}\n", []),
        (b"constexpr float a = 1;\nconst int b = f(3);\nconst int *c = 0;\nextern const int d;\n", []),
    ],
)
def test_what_a_header_tells(source: bytes, expected: list[tuple[bytes, bytes, int]]) -> None:
    assert [(name, text) for name, text, _ in told(Unit(source))] == [one[:2] for one in expected]


def test_macros_stand_behind_includes() -> None:
    source = b'#define A(x) f[x]\n#include "b.h"\n#define B(x) f[x]\n'
    assert [(name, after) for name, _, after in told(Unit(source))] == [(b"A", 0), (b"B", 1)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (KERNEL % b"LOCK(p); wait (p); p[0] = OPEN;", {b"k", b"LOCK", b"wait", b"OPEN", b"__global__"}),
        (b"#define OPEN p[0]\n" + KERNEL % b"p[1] = OPEN + m.x(LOW);", {b"k", b"LOW", b".x"}),
        (b"void host(int *p) { LOCK(p); }\n", set()),
        (KERNEL % b"auto t = cg::tiled_partition<kTile>(b);", {b"k", b"kTile<"}),
        (KERNEL % b"auto t = cg::tiled_partition<32>(b), u = tiled_partition<S::all>(b);", {b"k"}),
        (
            b"template <int n> "
            + KERNEL % b"constexpr int m = 4; tiled_partition<n>(b); tiled_partition<m>(b);",
            {b"k"},
        ),
    ],
)
def test_for_what_a_file_may_need_others(source: bytes, expected: set[bytes]) -> None:
    assert used(Unit(source)) - {b"__global__"} == expected - {b"__global__"}


def test_what_is_asked_for() -> None:
    first = [(b"LOCK", b"LOCK(l) while (!TRY(l)) ;", 0), (b"OTHER", b"OTHER(x) TRY(x)", 0)]
    second = [(b"TRY", b"TRY(l) atomicCAS(l, 0, 1)", 0), (b"LOST", b"LOST(x) x", 0)]
    asked = asked_for([first, second], [frozenset({b"LOCK", b"f"}), frozenset()])
    assert asked == {b"LOCK", b"TRY"}
    assert [*as_told(first, asked)] == [Told("macro", b"LOCK", b"LOCK(l) while (!TRY(l)) ;", 0)]
    assert asked_for([first, second], [frozenset()]) == frozenset()


def test_numbers_are_told_apart() -> None:
    macros = [(b"TILES", b"TILES (4 * WIDTH)", 1), (b"LOCK", b"LOCK(l) f(l)", 0), (b"GONE", b"", 0)]
    assert [*as_told(macros, frozenset({b"TILES", b"LOCK", b"GONE"}))] == [
        Told("number", b"TILES", b"(4 * WIDTH)", 1),
        Told("macro", b"LOCK", b"LOCK(l) f(l)"),
        Told("macro", b"GONE", b""),
    ]
    macros = [(b"ANY", b"ANY __syncthreads_or(1)", 0), (b"BYTES", b"BYTES (sizeof(int) * (8))", 0)]
    assert [*as_told(macros, frozenset({b"ANY", b"BYTES"}))] == [
        Told("macro", b"ANY", b"ANY __syncthreads_or(1)"),
        Told("number", b"BYTES", b"(sizeof(int) * (8))"),
    ]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([b"TRY(l) atomicCAS(l, 0, 1)"], True),
        ([b"MIN(a, b) a", b"SYNC __syncthreads"], True),
        ([b"READ(p) atomicAdd(p, 0)"], True),
        ([b"ADD(p) atomicAdd(p, 1)"], False),
        ([], False),
    ],
)
def test_macros_that_have_to_do_with_warps(texts: list[bytes], *, expected: bool) -> None:
    assert bring_warp_code(dict(enumerate(texts))) is expected  # type: ignore[arg-type]
