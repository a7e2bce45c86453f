"""Functions that become one because HIP has one type for two of CUDA's."""

from __future__ import annotations

import pytest
from helpers.matches import converted

from hipify_py.conversion import convert
from hipify_py.rules.load import load

RULES = load()
RUNTIME, DRIVER = "int f(cudaError_t e) { return 1; }", "int f(const CUresult e)\n{ return 2; }"


@pytest.mark.parametrize(
    "source",
    [
        f"{RUNTIME}\n{DRIVER}",
        f"{DRIVER}\n{RUNTIME}",
        f"#ifdef A\n{RUNTIME}\n#endif\n#ifdef B\n{DRIVER}\n#endif",
        f"struct S {{ {RUNTIME} {DRIVER} }};",
        "void f(CUstream s, int n) {} void f(cudaStream_t s, int n) {}",
        "void f(CUdeviceptr p) {} void f(void *p) {}",
        "void f(CUdevice d) {} void f(int d) {}",
        "void f(CUevent *e) {} void f(cudaEvent_t *e) {}",
        "struct f { f(cudaError_t x) : e(x) {} explicit f(CUresult x) : r{x} {} };",
        "struct f { f(cudaError_t e); f(CUresult r) noexcept; };",
        "struct S { void f(cudaError_t e) const; void f(CUresult r) const {} };",
        "struct S { void f(CUevent e) override; void f(cudaEvent_t e) final; };",
        "auto f(cudaError_t e) -> int { return 1; } auto f(CUresult e) -> int { return 2; }",
    ],
)
def test_twins_are_reported(source: str) -> None:
    assert ("M064", "f") in converted(source).said


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("void f(cublasHandle_t h) {} void f(cusparseHandle_t h) {}", "f"),
        ("void f(cusolverDnHandle_t *h) {} void f(cublasHandle_t *h) {}", "f"),
        (
            "struct H { operator cublasHandle_t() const; operator cusolverDnHandle_t() const; };",
            "operator cusolverDnHandle_t",
        ),
        (
            "struct H { operator cublasHandle_t&(); operator cusparseHandle_t & (); };",
            "operator cusparseHandle_t &",
        ),
    ],
)
def test_handles_of_two_libraries(source: str, said: str) -> None:
    assert ("M064", said) in converted(source).said


@pytest.mark.parametrize(
    "source",
    [
        RUNTIME,
        "void f(cudaError_t e); void f(CUresult e);",
        "struct S { void f(cudaError_t e); void g(CUresult e); };",
        "struct S { void f(cudaError_t e); }; struct T { void f(CUresult e); };",
        "struct S { void g() { S f(cudaError_t()); S h(CUresult()); } };",
        "struct H { operator cublasHandle_t&() { return b; } operator const cublasHandle_t&() const; };",
        "struct H { operator cublasHandle_t(); }; struct I { operator cusparseHandle_t(); };",
        "struct H { operator cublasHandle_t(); operator cudaStream_t(); };",
        f"#ifdef A\n{RUNTIME}\n#else\n{DRIVER}\n#endif",
        f"struct S {{ {RUNTIME} }};\n{DRIVER}",
        f"namespace own {{ {RUNTIME} }}\n{DRIVER}",
        "int f(cudaError_t e); int f(CUresult e);",
        "void f(CUevent *e) {} void f(cudaEvent_t e) {}",
        "void f(CUstream s) {} void f(int s) {}",
        "void k(CUstream f) { if (a(f)) {} if (b(f)) {} }",
    ],
)
def test_what_stays_apart(source: str) -> None:
    assert "M064" not in dict(converted(source).said)


@pytest.mark.parametrize(
    ("before", "severity"),
    [
        ("#ifdef DRIVER_API", "warning"),
        ("#if defined(DRIVER_API)", "warning"),
        ("#ifndef DRIVER_API", "error"),
        ("#ifdef __DRIVER_TYPES_H__", "error"),
        ("#define DRIVER_API\n#ifdef DRIVER_API", "error"),
    ],
)
def test_where_a_macro_opens_one_of_them_it_is_told(before: str, severity: str) -> None:
    text = f"#include <cuda_runtime.h>\n{RUNTIME}\n{before}\n{DRIVER}\n#endif\n"
    (said,) = (one for one in convert(text.encode(), load()).findings if one.rule == "M064")
    assert said.severity == severity
    assert said.message.startswith("where DRIVER_API is defined, f for") == (severity == "warning")


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        (
            "void f(CUdeviceptr p) {} void f(void *p) { g(p); }",
            "if they do not do the same, give one another name",
        ),
        ("void f(const void *p, int n) {} void f(CUdeviceptr p, int n) {}", "take the one for the device"),
        ("void f(const CUevent *p) {} void f(cudaEvent_t *p) {}", ""),
        ("void f(const void *p) {} void f(void *p) {}", ""),
        (f"{RUNTIME}\n{DRIVER}", "leave one of the two out for HIP"),
        (
            "void f(CUdeviceptr a, CUdevice d) {} void f(CUdeviceptr a, int d) {}",
            "leave one of the two out for HIP",
        ),
    ],
)
def test_of_pointers_of_the_host_and_of_the_device_one_gets_another_name(source: str, advice: str) -> None:
    found = [one for one in convert(source.encode(), RULES).findings if one.rule == "M064"]
    assert [advice in one.message for one in found] == ([True] if advice else [])
    compiles = "const void" in source
    assert [(one.severity, one.fails) for one in found] == [
        ("warning", "silent") if compiles else ("error", "compile") for _ in found
    ]
