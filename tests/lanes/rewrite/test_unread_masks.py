"""Masks of lanes under `--warp native` that go where they are not followed: each is reported."""

from __future__ import annotations

import pytest
from helpers.warps import broken, device, native

VOTE = "__ballot_sync(0xffffffff, p)"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"auto f = [&](int v) -> unsigned {{ return {VOTE}; }}; p = f(1) != 0;", {"W003"}),
        (f"auto f = [&](int v) -> unsigned long long {{ return {VOTE}; }}; p = f(1) != 0;", set()),
        (f"auto f = [&] {{ return {VOTE}; }}; unsigned m = f(); p = m != 0;", {"W003"}),
        (f"auto f = [&](int v) {{ return {VOTE} != 0; }}; p = f(1);", set()),
        (f"auto f = [m = {VOTE}](int i) {{ return __popc(m) + i; }}; p = f(1);", {"W003"}),
        (f"auto f = [&p, m = {VOTE}] {{ return m != 0; }}; p = f();", {"W003"}),
        (f"auto f = [n = {VOTE} != 0] {{ return n; }}; p = f();", set()),
        (f"switch ({VOTE}) {{ case 0xffffffff: p = 1; }}", {"W024"}),
        (f"unsigned m; m = {VOTE}; switch (m) {{ case 1: p = 1; }}", {"W024"}),
        (f"switch (__popc({VOTE})) {{ case 1: p = 1; }}", set()),
        (f"take(Pair{{{VOTE}, 1}});", {"W003"}),
        (f"if (p) {{ p = {VOTE} != 0; }} else {{ p = 2; }}", set()),
    ],
)
def test_in_a_function(body: str, expected: set[str]) -> None:
    assert broken(device(body)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("struct C { unsigned m; __device__ C(int p) : m(VOTE) {} };", {"W003"}),
        ("struct C { int a; unsigned m; __device__ C(int p) : a(p), m{VOTE} {} };", {"W003"}),
        ("struct C { unsigned long long m; __device__ C(int p) : m(VOTE) {} };", set()),
        ("struct C { int p; unsigned m = VOTE; };", {"W003"}),
        ("struct C { int p; unsigned long long m = VOTE; };", set()),
        ("struct C { bool m; __device__ C(int p) { m = VOTE != 0; } };", set()),
    ],
)
def test_with_which_a_member_begins(source: str, expected: set[str]) -> None:
    assert broken(native(source.replace("VOTE", VOTE))) == expected
