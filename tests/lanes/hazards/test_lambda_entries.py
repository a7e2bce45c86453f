"""Where one comes to what stands in a lambda, and the waits in lambdas that are told by that."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.hazards.lambda_entries import entries, led_by
from hipify_py.source.function_reading import model
from hipify_py.source.functions import written_functions
from hipify_py.source.unit import Unit

KERNEL = "__global__ void k(volatile int *f, int *x, int n) { %s }\n"


def come(code: str, mark: str = "HERE") -> list[str]:
    unit = Unit((KERNEL % code).encode())
    of = model(unit, written_functions(unit)[0])
    text = unit.source.decode()
    return [text[at : at + 5] for at in entries(unit, of, text.index(mark))]


@pytest.mark.parametrize(
    ("code", "places"),
    [
        ("HERE(1);", ["HERE("]),
        ("auto w = [&] { HERE(1); }; w(); if (n) w ();", ["w();", "w ();"]),
        ("auto w = [=](int i) { HERE(i); }; auto v = [&] { w(2); }; v(); ", ["v();"]),
        ("auto w = [&] { HERE(1); }; all(w);", []),
        ("auto w = [&] { HERE(1); }; w(); all(w);", []),
        ("auto w = [&] { HERE(1); };", []),
        ("all([&] { HERE(1); });", []),
        ("auto w = [&] { HERE(1); w(); };", []),
    ],
)
def test_the_calls_of_a_lambda(code: str, places: list[str]) -> None:
    assert [one.strip() for one in come(code)] == places


WAIT = "auto wait = [=]() { while (f[0] < n) ; }; "


@pytest.mark.parametrize(
    "code",
    [
        WAIT + "if (threadIdx.x >= 32) { wait(); x[1] = 1; } else f[0] = n;",
        WAIT + "if (threadIdx.x / 32) wait(); f[0] = n;",
        "auto wait = [f](int i) { while (f[i] == 0) ; }; if (threadIdx.x >= 32) wait(0); else f[0] = 1;",
    ],
)
def test_a_lambda_waits_for_the_other_half(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        WAIT + "if (threadIdx.x == 0) wait(); __syncthreads(); x[1] = 1;",
        WAIT + "wait(); x[1] = 1; if (threadIdx.x == 0) *f = n + 1;",
        "auto wait = [=]() { while (f[blockIdx.x - 1] < n) ; }; if (threadIdx.x > 3) wait(); x[1] = 1;",
    ],
)
def test_a_lambda_waits_for_nobody_of_the_wavefront(code: str) -> None:
    assert remaining(KERNEL % code) == []


def test_a_wait_for_the_least_of_the_warp() -> None:
    code = "while (__reduce_min_sync(~0u, (unsigned)f[0]) < threadIdx.x / 32) ; f[0] = threadIdx.x / 32 + 1;"
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    ("code", "places"),
    [
        ("HERE(1);", []),
        ("auto w = [&] { HERE(1); }; w(); if (n) w ();", ["w", "w"]),
        ("auto w = [&] { HERE(1); }; if (n) { auto w = [] {}; w(); }", []),
        ("auto w = [=](int i) { HERE(i); }; auto v = [&] { w(2); }; v();", ["w", "v"]),
        ("auto w = [&] { HERE(1); }; auto all = [&](auto f) { f(); }; all(w);", ["all"]),
        ("auto w = [&] { HERE(1); }; auto all = [&](auto f, int) { f(); }; all(n, w);", []),
        ("x[0] = [&] { return HERE(1); }();", [" "]),
        ("all([&] { HERE(1); });", []),
    ],
)
def test_what_leads_into_a_lambda(code: str, places: list[str]) -> None:
    unit = Unit((KERNEL % code).encode())
    of = model(unit, written_functions(unit)[0])
    found = led_by(unit, of, unit.source.index(b"HERE"))
    assert [unit.source[slice(*one)].decode() for one in found] == places
