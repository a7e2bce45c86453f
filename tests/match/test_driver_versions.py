"""Versions of the driver and the runtime, compared in the function that asks for them."""

from __future__ import annotations

import pytest
from helpers.matches import matched


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
        ("int v; cudaDriverGetVersion(&v); if (v != CUDART_VERSION) g();", []),
        ("int v; cudaDriverGetVersion(&v); if (CUDA_VERSION > v || v < 9) g();", ["v < 9"]),
        ("int v; hipDriverGetVersion(&v); if (v < 11020) g();", []),
    ],
)
def test_a_version_is_reported_where_it_is_compared(body: str, said: list[str]) -> None:
    text = f"int f() {{ {body} }}\n"
    assert [place for _, place in matched("M203", text).said] == said
    assert matched("M203", body).said == []
