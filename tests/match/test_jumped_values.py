"""Values that the labels of later cases lead past."""

from __future__ import annotations

import pytest
from helpers.matches import matched

KERNEL = "__global__ void k(int *p) { %s }\n"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("switch (p[0]) { case 0: int x = 1; p[1] = x; break; default: p[1] = 0; }", ["x"]),
        ("switch (p[0]) { case 0: const float x(2.f); p[1] = x; break; case 1: p[1] = 0; }", ["x"]),
        ("for (;;) switch (p[0]) { case 0: int4 x = p4(p), y{1}; case 1: case 2: break; }", ["x"]),
        ("switch (*p) { case 0: switch (p[1]) { case 1: int a = 1; case 2: p[a] = 1; } case 3:; }", ["a"]),
    ],
)
def test_they_are_reported(body: str, names: list[str]) -> None:
    assert matched("M394", KERNEL % body).said == [("M394", name) for name in names]


@pytest.mark.parametrize(
    "body",
    [
        "int x = 1; switch (p[0]) { case 0: p[1] = x; break; default: p[1] = 0; }",
        "int x = 1; switch (p[0]) { " + "".join(f"case {at}: p[{at}] = x; break; " for at in range(99)) + "}",
        "switch (p[0]) { case 0: { int x = 1; p[1] = x; } break; default: p[1] = 0; }",
        "switch (p[0]) { case 0: int x; x = 1; p[1] = x; break; default: p[1] = 0; }",
        "switch (p[0]) { case 0: static const int x = 1; p[1] = x; break; default: p[1] = 0; }",
        "switch (p[0]) { case 0: int x = p[1]; switch (x) { case 1: p[2] = 1; default: p[3] = 0; } }",
        "switch (p[0]) { case 0: if (int x = p[1]) p[1] = x; break; default: p[1] = 0; }",
        "switch (p[0]) { case 0: [&] { int x = 1; p[1] = x; }(); break; default: p[1] = 0; }",
    ],
)
def test_others_are_not(body: str) -> None:
    source = KERNEL % body
    assert matched("M394", source) == (source, [])


def test_the_host_compiler_refuses_it_itself() -> None:
    source = "void k(int *p) { switch (p[0]) { case 0: int x = 1; p[1] = x; break; default: p[1] = 0; } }\n"
    assert matched("M394", source) == (source, [])
