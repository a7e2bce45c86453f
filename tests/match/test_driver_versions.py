"""Versions of the driver and the runtime, compared or divided in the function that asks for them."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("int v; cudaDriverGetVersion(&v); if (v < 11020) g();", ["v < 11020"]),
        ("int v; cudaRuntimeGetVersion(&v); return v / 1000 == 12;", ["v / 1000 == 12"]),
        ("int v; cuDriverGetVersion(&v); if (least > v) g();", ["least > v"]),
        ("int v; cudaDriverGetVersion(&v); printf(x, v / 1000); out << v << w;", []),
        ("int v, w; cudaDriverGetVersion(&v); if (w < 11020) g();", []),
        ("int v; if (v < 1) g(); cudaDriverGetVersion(&v);", []),
        ("int v; o.cudaDriverGetVersion(&v); if (v < 11020) g();", []),
        ("int v, w; cudaDriverGetVersion(&v); cudaRuntimeGetVersion(&w); if (v < w) g();", []),
        ("int v, w; cudaDriverGetVersion(&v); cudaRuntimeGetVersion(&w); if (v / 10 < w / 10) g();", []),
        ("int v; cudaDriverGetVersion(&v); if (n / 10 > v || a.n > v) g();", ["n / 10 > v"]),
        ("int v; cudaDriverGetVersion(&v); if (v != CUDART_VERSION) g();", []),
        ("int v; cudaDriverGetVersion(&v); if (CUDA_VERSION > v || v < 9) g();", ["v < 9"]),
        ("int v; hipDriverGetVersion(&v); if (v < 11020) g();", []),
        ("cudaDriverGetVersion(&a.v); if (b.v < 1 || a.v < 2) g();", ["a.v < 2"]),
        ("int v; cudaDriverGetVersion(&v); cudaDriverGetVersion(&v); if (v < 1 || v < 2) g();", ["v < 1"]),
        ("int v; cudaDriverGetVersion(&v); { int v = own(); if (v < 3) g(); }", []),
        ("int v; cudaDriverGetVersion(&v); { int v = own(); if (v < 3) g(); } if (v < 4) g();", ["v < 4"]),
        ("int v; cudaDriverGetVersion(&v); { int w = own(); if (v < 3) g(); }", ["v < 3"]),
        ("int v; { cudaDriverGetVersion(&v); { if (v < 3) g(); } }", ["v < 3"]),
    ],
)
def test_a_version_is_reported_where_it_is_compared(body: str, said: list[str]) -> None:
    text = f"int f() {{ {body} }}\n"
    assert [place for _, place in matched("M203", text).said] == said
    assert matched("M203", body).said == []


@pytest.mark.parametrize(
    ("asked", "severity", "places"),
    [
        ("if (v >= 2010) a |= 1; if (v >= 3000) a |= 2; if (4000 > v) return;", "note", 3),
        ("if (v / 1000 >= 12) g();", "note", 1),
        ("if (v >= 2010) a |= 1; if (v == 3000) a |= 2; if (v > 4000) return;", "warning", 3),
        ("if (v != 12040) g();", "warning", 1),
        ("if (v < least) g();", "warning", 1),
        ("if (v % 1000 > 20) g();", "warning", 1),
    ],
)
def test_hips_version_is_newer_than_any_number_of_cudas(asked: str, severity: str, places: int) -> None:
    source = f"void f() {{ int v; cuDriverGetVersion(&v); {asked} }}"
    (said,) = (one for one in convert(source.encode(), RULES).findings if one.rule == "M203")
    assert (said.severity, len(said.related) + 1) == (severity, places)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('int v; cudaRuntimeGetVersion(&v); printf("%d.%d", v / 1000, v % 1000 / 10);', ["v / 1000"]),
        ("int v; cuDriverGetVersion(&v); a = (v % 100) / 10;", ["v % 100"]),
        ("int v; cuDriverGetVersion(&v); v /= 1000; g(v);", ["v /= 1000"]),
        ("cudaRuntimeGetVersion(&p->v); a = p->v/1000.0;", ["p->v/1000.0"]),
        (
            "int v, w; cudaRuntimeGetVersion(&v); cudaDriverGetVersion(&w); a = v / 10, b = w / 1000;",
            ["v / 10", "w / 1000"],
        ),
        ("int v; cudaRuntimeGetVersion(&v); if (v / 1000 < 12) g(); a = v % 1000;", ["v % 1000"]),
        ("int v; cudaRuntimeGetVersion(&v); return v / 1000 == 12;", []),
        ("int v; cudaRuntimeGetVersion(&v); a = v / 10000000, b = v / 100000 % 100;", []),
        ("int v; cudaRuntimeGetVersion(&v); a = w.v / 1000, b = n / 1000;", []),
        ("int v; a = v / 1000; cudaRuntimeGetVersion(&v);", []),
        ("int v; hipRuntimeGetVersion(&v); a = v / 1000;", []),
        ("int v; o.cudaRuntimeGetVersion(&v); a = v / 1000;", []),
        ("int v; cudaRuntimeGetVersion(&v); { int v = own(); a = v / 1000; }", []),
        ("int v; cudaRuntimeGetVersion(&v); { int v = own(); b = v / 100; } a = v / 1000;", ["v / 1000"]),
    ],
)
def test_a_version_is_reported_where_it_is_parted(body: str, said: list[str]) -> None:
    text = f"int f() {{ {body} }}\n"
    assert [place for _, place in matched("M157", text).said] == said
    assert matched("M157", body).said == []
