"""Mathematical functions on the host that HIP has on the device alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck


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


@pytest.mark.parametrize(
    ("call", "goes"),
    [
        ("rsqrt(x)", True),
        ("::rsqrt (v.x * v.x)", True),
        ("sinpi(2 * x)", True),
        ("normcdfinv(static_cast<float>(d))", True),
        ("rsqrt(d)", False),
        ("rsqrt(x * d)", False),
        ("erfcx((double)x)", False),
        ("rsqrtf(x)", False),
        ("own::rsqrt(x)", False),
        ("sqrt(x)", False),
    ],
)
def test_floats_on_the_device_are_not_calculated_in_double(call: str, goes: bool) -> None:
    source = f"__global__ void k(float x, double d, V v) {{ use({call}); }}"
    made = matched("L067", source)
    name = call.lstrip(":")
    assert made.text.endswith(source.replace(name, f"hipify_compat::{name}") if goes else source)
    assert matched("L067", source, Options(polyfill=False)).said == (
        [("L067", name.partition("(")[0].strip())] if goes else []
    )


@pytest.mark.parametrize(
    "body",
    [
        "auto y1 = [](float v) { return v; }; return y1(x);",
        "float y1(x); return y1;",
        "return v.y1(x) + own::y1(x);",
    ],
)
def test_names_of_ones_own_get_no_f(body: str) -> None:
    source = f"__device__ float f(float x) {{ {body} }}"
    assert matched("L067", source) == (source, [])


def test_a_function_of_ones_own_gets_no_f() -> None:
    source = "__device__ float j0(float x) { return x; } __device__ float f(float x) { return j0(x); }"
    assert matched("L067", source) == (source, [])


@pytest.mark.parametrize(
    "source",
    ["float f(float x) { return rsqrt(x); }", "__host__ __device__ float f(float x) { return rsqrt(x); }"],
)
def test_calls_on_the_host_are_another_matter(source: str) -> None:
    assert matched("L067", source) == (source, [])


@pytest.mark.compiler
def test_sincos_of_floats_and_printf_of_std_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    head = "#include <cstdio>\n#include <hip/hip_runtime.h>\n"
    source = """__global__ void k(float *p, double *d) {
      float s, c;
      sincos(p[0], &s, &c);
      sincospi(p[0], p, p + 1);
      sincos(d[0], d + 1, d + 2);
      sincospi(d[0], d + 1, d + 2);
      if (s < c) std::printf("%f", s);
    }
    void h(float *p) { sincos(p[0], p, p + 1); }
    """
    file = tmp_path / "a.hip"
    file.write_text(head + source)
    compiles, messages = hipcheck(file, "--arch", "gfx90a")
    assert not compiles
    assert all(one in messages for one in ("to 'sincos'", "to 'sincospi'", "'printf'"))
    file.write_text(head + matched("L071", matched("L070", source).text).text)
    assert hipcheck(file) == (True, "")


def test_sincospi_on_the_host_is_told_once() -> None:
    source = "void h(float x, float *p) { sincospi(x, p, p + 1); }"
    assert matched("L070", source) == (source, [])
    made = convert(source.encode(), RULES, Options(path="a.cu"))
    assert "hipify_compat::sincospi" in made.output.decode() or [one.rule for one in made.findings] == [
        "L062"
    ]


@pytest.mark.parametrize("declared", ["__device__ H rsqrt(H a);", "namespace own { H rsqrt(const H &a); }"])
def test_of_a_class_the_header_finds_what_is_declared_beside_it(declared: str) -> None:
    source = f"struct H {{}}; {declared} template <class T> __global__ void k(T *x) {{ x[0] = rsqrt(x[0]); }}"
    assert matched("L067", source).text == source.replace("= rsqrt", "= hipify_compat::rsqrt")


@pytest.mark.parametrize(
    "source",
    [
        "namespace own { double erfcx(double); __device__ double f(double x) { return erfcx(x); } }",
        "namespace o { namespace i { __device__ float f(float x) { return erfcx(x); } } int erfcx(int); }",
        "struct V { float x; float rcbrt(float) const; __device__ float f(float a) { return rcbrt(a); } };",
    ],
)
def test_in_a_scope_that_declares_one_it_is_ones_own(source: str) -> None:
    assert matched("L067", source) == (source, [])


def test_outside_of_such_a_scope_it_is_cudas() -> None:
    head = "struct V { V rsqrt() const; }; namespace own { double erfcx(double); }\n"
    source = head + "__device__ float f(float a) { return rsqrt(a) + erfcx(a); }"
    made = head + "__device__ float f(float a) { return hipify_compat::rsqrt(a) + hipify_compat::erfcx(a); }"
    assert matched("L067", source).text == made


@pytest.mark.parametrize("source", ["float r = rsqrt(1.0f);", "S s(rsqrt(x));"])
def test_what_looks_like_a_declaration_in_a_function_is_none(source: str) -> None:
    made = matched("L067", f"__device__ void f(float x) {{ {source} use(rsqrt(x)); }}").text
    assert "use(hipify_compat::rsqrt(x))" in made


LIFT = "#define LIFT(T, f) __device__ inline T f(const T &a) { return T{f(a.v)}; }\n"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (f"{LIFT}LIFT(H, rsqrt)\nLIFT(H, sqrt)\n", ["rsqrt"]),
        (
            "#define EACH(f, p) p[i] = f (p[i])\n__global__ void g() { EACH(sinpi, p); }\n",
            ["sinpi"],
        ),
        ("#define A(f) H f(H h) { return {f(h.v)}; }\n#define B(f) A(f)\n__device__ B(rsqrt)\n", ["rsqrt"]),
        ("#define A(f) H f(H h);\n#define B(f) A(f)\n__device__ B(rsqrt)\n", []),
        (f"{LIFT}LIFT(rsqrt, a)\n", []),
        ("#define LIFT(T, f) __device__ T f(T a);\nLIFT(H, rsqrt)\n", []),
        ("#define LIFT(T, f) __device__ T f(T a) { return x.f(a) + my_##f(a); }\nLIFT(H, rsqrt)\n", []),
        ("#define NAME(f) #f\nconst char *a = NAME(rsqrt);\n", []),
        ("LIFT(H, rsqrt)\n", []),
        (f"{LIFT}#define ALL LIFT(H, rsqrt)\n", []),
        (f"#include <hip/hip_runtime.h>\n{LIFT}LIFT(H, rsqrt)\n", []),
    ],
)
def test_macros_that_call_what_they_are_given(source: str, names: list[str]) -> None:
    assert matched("L067", source) == (source, [("L067", name) for name in names])
