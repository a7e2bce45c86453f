"""Bounds beyond which a thread stays once it is."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.hazards.lasting_bounds import LastingBounds
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

HEAD = "#define STEP 32\n__global__ void k(int *p, int n, int m) { const int t = threadIdx.x; %s }\n"


def lasts(code: str) -> bool:
    unit = Unit((HEAD % code).encode())
    read = model(unit, function_at(unit, b"continue"))
    condition = read.path(unit.code.index(b"continue"))[-1]
    constants = constant_table(unit, declared_constants(unit))
    return LastingBounds(unit, read, read.loops[0], constants).lasts(condition.span)


@pytest.mark.parametrize(
    "code",
    [
        "for (int j = 0; j < n; j += 32) { if (j + t >= n) continue; }",
        "for (int j = m; j < n; j += STEP) { if (n - 1 < threadIdx.x + j) continue; }",
        "for (int j = 0; j < n; j++) { if (t + j > m * 2) continue; }",
        "int end = n - m; for (int j = 0; j < n; ++j) { if (j > end) continue; }",
        "for (int j = 0; j < n; j += 32) { int i = j + 1; if (m) i = j; if (i + t >= n) continue; }",
    ],
)
def test_bounds_that_last(code: str) -> None:
    assert lasts(code)


@pytest.mark.parametrize(
    "code",
    [
        "for (int j = 0; j < n; j += 32) { if (j + t < n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (t - j >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j * t >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j + t == n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j + t >= n || m) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j + t >= p[j]) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j + p[t] >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (t >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j + j - t >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { if (j + t >= n) continue; n += 64; }",
        "for (int j = 0; j < n; j += 32) { if (j + t >= n) continue; grow(&n); }",
        "for (int j = 0; j < n; j += 32) { if (j + t >= n) continue; j = m; }",
        "for (int j = 0; j < n; j += m) { if (j + t >= n) continue; }",
        "for (int j = n; j > 0; j -= 32) { if (j + t >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { int i = j + 40; if (m) i = j; if (i + t >= n) continue; }",
        "for (int j = 0; j < n; j += 32) { int i = j; i += m; if (i + t >= n) continue; }",
        "int i = 0; for (int j = 0; j < n; j += 32) { if (m) i = j; if (i + t >= n) continue; }",
    ],
)
def test_others(code: str) -> None:
    assert not lasts(code)
