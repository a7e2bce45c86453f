"""Pointers to const of which hipCUB's iterators are made."""

from __future__ import annotations

import pytest
from helpers.matches import matched

LOAD = "x = hipcub::ThreadLoad<hipcub::LOAD_CG>(%s); }"


@pytest.mark.parametrize(
    ("declared", "given", "kind"),
    [
        ("const float *p", "p", "float"),
        ("unsigned char const *const p", "p + 1", "unsigned char"),
        ("const unsigned long long *p", "p", "unsigned long long"),
        ("const unsigned char *p", "p", "unsigned char"),
        ("const n::V *__restrict__ p", "p", "n::V"),
        ("float *p, const int *q", "p", None),
        ("const float *p", "p(1)", None),
        ("const float *p", "&p[1]", None),
        ("const float *p", "q", None),
        ("const float *p", "p, 1", None),
        ("const float p", "p", None),
        ("const float *pp, float *p", "p", None),
        ("const float *q, int const *p", "p", "int"),
    ],
)
def test_what_is_cast(declared: str, given: str, kind: str | None) -> None:
    source = f"__device__ void f({declared}) {{ " + LOAD
    made = matched("R511", source % given)
    assert made == (source % (f"const_cast<{kind} *>({given})" if kind else given), [])


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("void f(const float *v) { cub::DeviceSpmv::CsrMV(v, w); }", "CsrMV(const_cast<float *>(v), w)"),
        ("void f(const float *v) { cub::DeviceSpmv::CsrMV(v + 1, v[0]); }", "CsrMV(v + 1, v[0])"),
        ("void f(float *v) { cub::DeviceSpmv::CsrMV(v); }", "CsrMV(v)"),
        ("void f(const float *v) { CsrMV(v); }", "CsrMV(v)"),
        (
            "void f(const int *l) { cub::DeviceHistogram::MultiHistogramRange<4, 3>(l); }",
            "MultiHistogramRange<4, 3>(const_cast<int *>(l))",
        ),
    ],
)
def test_what_is_handed_to_functions_that_only_read(source: str, made: str) -> None:
    assert made in matched("R515", source).text


@pytest.mark.parametrize(
    ("declared", "given", "found"),
    [
        ("Values v", "v", 1),
        ("float *v", "v", 0),
        ("const float *v", "v", 0),
        ("Matrix m", "m.values", 1),
        ("Matrix m", "m.sizes", 0),
        ("Matrix *m", "m->fixed", 1),
        ("Matrix m", "m.values()", 0),
        ("float *v", "v + n", 0),
    ],
)
def test_pointers_of_which_the_file_does_not_show_the_type(declared: str, given: str, found: int) -> None:
    source = (
        "struct Matrix { int *sizes; const float *fixed; };\n"
        f"void f({declared}, int *r, float *y)\n"
        f"{{ cub::DeviceSpmv::CsrMV(0, n, {given}, r, r, y, y, 1, 2, 3); }}\n"
    )
    assert matched("R527", source).said == [("R527", given)] * found


def test_a_pointer_by_auto() -> None:
    call = "cub::DeviceHistogram::MultiHistogramEven<4, 3>(0, n, p, h, l, a, a, 9)"
    assert matched("R527", f"void f(int *l) {{ auto a = low(); {call}; }}").said == [("R527", "a")]
