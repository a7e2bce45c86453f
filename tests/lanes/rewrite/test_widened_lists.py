"""Masks that are declared beside other names."""

from __future__ import annotations

import pytest
from helpers.warps import device


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "unsigned m = __ballot(p), n = 3; f(n);",
            "unsigned long long m = __ballot(p); unsigned n = 3; f(n);",
        ),
        (
            "unsigned n = 3, m = __ballot(p), k = 4; f(k);",
            "unsigned n = 3; unsigned long long m = __ballot(p); unsigned k = 4; f(k);",
        ),
        (
            "const unsigned m = __ballot(p), n = 3; f(& n);",
            "const unsigned long long m = __ballot(p); const unsigned n = 3; f(& n);",
        ),
        (
            "uint32_t m, last, n, *r = q; while ((m = __ballot(p))) { last = m; f(n); }",
            "unsigned long long m, last; uint32_t n, *r = q; while ((m = __ballot(p))) { last = m; f(n); }",
        ),
        ("unsigned m = __ballot(p), n = 3; p += n;", "unsigned long long m = __ballot(p), n = 3; p += n;"),
        (
            "unsigned m = __ballot(p), n = 3; f(n + 1);",
            "unsigned long long m = __ballot(p), n = 3; f(n + 1);",
        ),
        (
            "unsigned m = __ballot(p), k = __ballot(!p); f(k);",
            "unsigned long long m = __ballot(p), k = __ballot(!p); f(k);",
        ),
        (
            "for (unsigned m = __ballot(p), n = 3; m; m &= m - 1) f(n);",
            "for (unsigned long long m = __ballot(p), n = 3; m; m &= m - 1) f(n);",
        ),
        (
            "unsigned *r = q, m = __ballot(p);",
            "unsigned *r = q; unsigned long long m = __ballot(p);",
        ),
        ("unsigned n,m = __ballot(p);f(n);", "unsigned n; unsigned long long m = __ballot(p);f(n);"),
        ("unsigned n,\nm = __ballot(p);f(n);", "unsigned n; unsigned long long\nm = __ballot(p);f(n);"),
        ("unsigned n,\\\nm = __ballot(p);f(n);", "unsigned n; unsigned long long \\\nm = __ballot(p);f(n);"),
        (
            "{ unsigned n; f(n); } unsigned m = __ballot(p), n = 3;",
            "{ unsigned n; f(n); } unsigned long long m = __ballot(p), n = 3;",
        ),
    ],
)
def test_what_stands_beside_a_mask(before: str, after: str) -> None:
    result = device(before)
    assert result.text.split("{ ", 1)[1].removesuffix(" }\n") == after
