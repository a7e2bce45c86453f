"""Mathematical functions on the host that HIP has on the device alone."""

from __future__ import annotations

import pytest
from helpers.matches import matched


@pytest.mark.parametrize(
    "call",
    ["rsqrt(x)", "rsqrtf (x)", "::normcdf(x)", "erfcinvf(x)", "cyl_bessel_i0(x)"],
)
def test_calls_on_the_host_are_reported(call: str) -> None:
    name = call.lstrip(":").partition("(")[0].strip()
    made = matched("L062", f"double f(double x) {{ return {call}; }}")
    assert made.said == [("L062", name)]


@pytest.mark.parametrize(
    "source",
    [
        "__global__ void k(float *p) { p[0] = rsqrtf(p[1]); }",
        "__host__ __device__ float f(float x) { return rsqrtf(x); }",
        "float f(float x) { return std::erfc(x) + erfcf(x) + erfinvert(x); }",
        "float f(V v) { return v.rsqrt() + own::normcdf(1); }",
        "double normcdf(double x) { return normcdf(x); }",
        "#define R(x) rsqrtf(x)\n",
        "float rsqrtf(float x);",
    ],
)
def test_what_hip_has_and_what_is_not_cudas(source: str) -> None:
    assert matched("L062", source).said == []
