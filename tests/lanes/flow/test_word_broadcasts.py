"""Values that a function hands from one lane to all word by word."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.word_broadcasts import word_broadcast
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.unit import Unit

UNION = "union { T t; int w[sizeof(T) / 4]; } u; u.t = v;"
SHARE = "u.w[i] = __shfl_sync(~0u, u.w[i], root);"
OVER = "for (int i = 0; i < sizeof(T) / 4; i++)"
POINTER = "int *w = reinterpret_cast<int *>(&v);"
WORD = "w[i] = __shfl_sync(~0u, w[i], root);"


def found(body: str) -> str:
    unit = Unit(f"template <typename T> __device__ T f(const T v, int root, int n) {{ {body} }}".encode())
    read = model(unit, defined_functions(unit)[b"f"])
    (returned,) = (one.value for one in read.jumps if one.value)
    span = word_broadcast(unit, read, returned)
    return unit.code[slice(*span)].decode() if span else ""


@pytest.mark.parametrize(
    "body",
    [
        f"{UNION} {OVER} {SHARE} return u.t;",
        f"{UNION} for (int i = 0; i < (int)(sizeof(T) / sizeof(int)); ++i) {{ {SHARE} }} return u.t;",
        f"union U {{ T t; int w[sizeof(T) / 4]; }}; U u; u.t = v; {OVER} {SHARE} return u.t;",
        f"{UNION}\n#if A\n{OVER} {{ {SHARE} }}\n#else\n{OVER} {{ {SHARE} }}\n#endif\nreturn u.t;",
        f"{UNION} constexpr int c = sizeof(v) / 4; for (int i = 0; i < c; i += 1) {SHARE} return u.t;",
    ],
)
def test_through_a_union(body: str) -> None:
    assert found(body) == "__shfl_sync(~0u, u.w[i], root)"


def test_through_a_pointer() -> None:
    assert found(f"{POINTER} {OVER} {WORD} return v;") == "__shfl_sync(~0u, w[i], root)"


@pytest.mark.parametrize(
    "body",
    [
        f"{UNION} for (int i = 1; i < sizeof(T) / 4; i++) {SHARE} return u.t;",
        f"{UNION} for (int i = 0; i < sizeof(T) / 8; i++) {SHARE} return u.t;",
        f"{UNION} for (int i = 0; i < sizeof(int) / 4; i++) {SHARE} return u.t;",
        f"{UNION} for (int i = 0; i < sizeof(T) / 4; i += 2) {SHARE} return u.t;",
        f"{UNION} for (int i = 0; i < n; i++) {SHARE} return u.t;",
        f"{UNION} if (n) {OVER} {SHARE} return u.t;",
        f"{UNION} {OVER} if (i < n) {SHARE} return u.t;",
        f"{UNION} {OVER} {{ if (i == n) break; {SHARE} }} return u.t;",
        f"{UNION} {OVER} {SHARE} u.w[0] = threadIdx.x; return u.t;",
        f"{UNION} {OVER} {SHARE} set(u); return u.t;",
        f"{UNION} {OVER} u.w[i] = __shfl_sync(~0u, u.w[0], root); return u.t;",
        f"{UNION} {OVER} {SHARE} return v;",
        f"{UNION.replace('int w', 'short w')} {OVER} {SHARE} return u.t;",
        f"struct {{ T t; int w[2]; }} u; u.t = v; {OVER} {SHARE} return u.t;",
        f"{POINTER.replace('int', 'short')} {OVER} {WORD} return v;",
        f"union U {{ T t; short w[9]; }}; U u; u.t = v; {OVER} {SHARE} return u.t;",
        f"union V {{ T t; int w[9]; }}; U u; u.t = v; {OVER} {SHARE} return u.t;",
        f"union U {{ T t; int w[9]; }}; U *u = p; {OVER} {SHARE} return u.t;",
        f"{POINTER} w = q; {OVER} {WORD} return v;",
        f"int *w = q; {OVER} {WORD} return v;",
        f"{POINTER} {OVER} w[i] = w[i] + 1; return v;",
    ],
)
def test_not_all_words_are_of_one_lane(body: str) -> None:
    assert found(body) == ""
