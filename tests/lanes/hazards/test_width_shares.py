"""Hosts that count warps only to say how many of those there may be: the width does not matter."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HOST = "double f(cudaDeviceProp p, cudaDeviceProp *q, int blocks, int n) {{ {} }}\n"
MOST = "p.maxThreadsPerMultiProcessor / p.warpSize"


@pytest.mark.parametrize(
    "code",
    [
        f"int active = blocks * n / p.warpSize; int most = {MOST}; return (double)active / most;",
        f"int active = n / p.warpSize, most = {MOST}; return static_cast<double>(active) / (double)most;",
        f"return (blocks * n / p.warpSize) / (double)({MOST});",
        f'const auto most = {MOST}; printf("%f", 100.0 * (blocks * n / p.warpSize) / most); return 0;',
        "int a = n / q->warpSize; int b = q->most / q->warpSize; return show(1.0, a / b);",
        f"int active; active = n / p.warpSize; return (float)active / ({MOST}) * 100;",
    ],
)
def test_shares(code: str) -> None:
    assert remaining(HOST.format(code)) == []


@pytest.mark.parametrize(
    "code",
    [
        f"return {MOST};",
        "int warps = n / p.warpSize; k<<<warps, 32>>>(n); return 0;",
        f"int active = n / p.warpSize; int most = {MOST}; grid(active); return (double)active / most;",
        f"int active = n / p.warpSize; int most = {MOST}; return (double)active / most * p.warpSize;",
        f"int active = n / p.warpSize; active++; int most = {MOST}; return (double)active / most;",
        f"int active = n / 32; int most = {MOST}; return (double)active / most;",
        f"int active = n / p.warpSize; int most = {MOST}; return (double)active * most;",
        f"int active = n / p.warpSize; int most = {MOST}; return active > 4 ? 0. : (double)active / most;",
        "int active = (n + p.warpSize - 1) / p.warpSize; return active;",
    ],
)
def test_counts(code: str) -> None:
    assert remaining(HOST.format(code)) == ["W016"]
