"""First values of names that are declared without one; tests/lanes/rewrite/test_leader_values.py has more."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert
from hipify_py.settings import Options

HEAD = "__device__ int bcast(int v) { return __shfl(v, 0, 32); }\n"


@pytest.mark.parametrize(
    ("macro", "use", "given"),
    [
        ("MAKE(t, n) t n", "MAKE(int, b);", " b = 0;"),
        ("MAKE(t, n) t n", "MAKE(T, b);", " b = {};"),
        ("MAKE int b; const int q = 3", "MAKE;", " b = 0;"),
        ("MAKE(n) int n; if (lane == 0) n = p[0]", "MAKE(b);", None),
    ],
)
def test_behind_a_macro_that_does_no_more(macro: str, use: str, given: str | None) -> None:
    body = "%s if (lane == 0) b = atomicAdd(p, 1); return bcast(b);"
    source = f"#define {macro}\n{HEAD}__device__ int f(int *p, int lane) {{ {body} }}\n"
    made = matched("W047", source % use)
    assert made.text == source % (use + (given or ""))
    assert [rule for rule, _ in made.said] == ["W047"]


@pytest.mark.parametrize(
    ("rest", "said"), [("if (lane) n = 1", "set it where it is declared"), ("", ": set where it is declared")]
)
def test_it_says_whether_it_was_done(rest: str, said: str) -> None:
    source = f"#define MAKE(n) int n; {rest}\n{HEAD}"
    source += "__device__ int f(int *p, int lane) { MAKE(b); if (lane == 0) b = 1; return bcast(b); }\n"
    findings = convert(source.encode(), RULES, Options()).findings
    assert [one.message.endswith(said) for one in findings if one.rule == "W047"] == [True]
