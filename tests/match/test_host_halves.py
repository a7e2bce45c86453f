"""Functions on half that HIP has on the device alone."""

from __future__ import annotations

import pytest
from helpers.matches import matched

TEMPLATE = "template <class T> __host__ __device__ T f(unsigned n) { return __uint2half_rn(n); }\n"


@pytest.mark.parametrize(
    "name",
    ["__uint2half_rn", "__int2half_rz", "__ll2half_ru", "__ushort2half_rd", "__half2int_rz", "__half2ull_rz"],
)
@pytest.mark.parametrize("marks", ["", "static inline ", "__host__ "])
def test_calls_on_the_host_are_reported(name: str, marks: str) -> None:
    assert matched("M156", f"{marks}int f(T n) {{ return ({name} (n)); }}").said == [("M156", name)]


@pytest.mark.parametrize(
    "code",
    [
        "__device__ __half f(unsigned n) { return __uint2half_rn(n); }",
        "__global__ void f(__half *p) { p[0] = __hadd_sat(p[1], p[2]); }",
        "__host__ __device__ inline __half f(unsigned n) { return __uint2half_rn(n); }",
        "__host__ __device__ void f(T n) {\n#ifdef __CUDA_ARCH__\n__uint2half_rn(n);\n#endif\n}",
        TEMPLATE + "__global__ void k(__half *p) { p[0] = f<__half>(1); }",
        "__half f(int n) { return __int2half_rn(n); }",
        "int f(__half h) { return my__half2int_rz(h) + own::__half2int_rz(h) + a.__half2int_rz(h); }",
        "#define CONVERT(x) __half2int_rz(x)",
        "void f(int n) { go(n, [=] __device__ (int i) { return __uint2half_rn(i); }); }",
        "MY_DEVICE __half f(unsigned n) { return __uint2half_rn(n); }",
        "struct S { API_HD __half operator()(unsigned n) const { return __uint2half_rn(n); } };",
        "#define dev __device__ inline\ndev __half f(unsigned n) { return __uint2half_rn(n); }",
        "__half f(unsigned n) {\n#ifdef __CUDA_ARCH__\n return __uint2half_rn(n);\n#endif\n}",
        "int __half2int_rz(float h) { return h; } int f(float h) { return __half2int_rz(h); }",
    ],
)
def test_other_calls_are_none(code: str) -> None:
    assert matched("M156", code).said == []


@pytest.mark.parametrize(
    "code",
    [
        "__host__ __device__ __half f(unsigned n) { return __uint2half_rn(n); }",
        TEMPLATE + "__half g() { return f<__half>(1); }",
    ],
)
def test_calls_in_functions_for_both_that_the_host_has_are_reported(code: str) -> None:
    assert matched("M156", code).said == [("M156", "__uint2half_rn")]
