"""Functions that become one because HIP has one type for two of CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted

from hipify_py.conversion import convert
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

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


ONE = [  # that clang refuses with one type for both
    "struct S { virtual void f(cudaError_t e) = 0; virtual void f(CUresult r) = 0; };",
    "struct S { void f(cudaError_t e); void f(CUresult r) = delete; };",
    "void f(cudaError_t e) {} void f(CUresult r) = delete;",
    "void f(cudaError_t e) noexcept(true) {} void f(CUresult r) noexcept(true) {}",
    "struct S { auto f(cudaError_t e) const -> int; auto f(CUresult r) const -> int; };",
    "struct S { void f(cudaError_t e) & {} void f(CUresult r) & {} };",
    "struct S { void f(cudaError_t e) const volatile {} void f(CUresult r) const volatile {} };",
    "template <class T> inline void f(cudaError_t e, T t) {} template <class T> void f(CUresult r, T t) {}",
    "void f(cudaError_t e) try {} catch (...) {} void f(CUresult r) try {} catch (...) {}",
    "struct O {}; O operator<<(O o, cudaError_t e) { return o; } O operator<<(O o, CUresult e) { return o; }",
    "struct S { bool operator()(cudaError_t e) const; bool operator () (CUresult e) const; };",
    "void f(const cudaError_t &e) {} void f(CUresult const &r) {}",
    "struct S { friend void f(cudaError_t e) {} friend void f(CUresult r) {} };",
    "struct S { void f(cudaError_t e); }; void S::f(cudaError_t e) {} void S::f(CUresult r) {}",
]
TWO = [
    "struct S { void f(cudaError_t e) {} void f(CUresult r) const {} };",
    "struct S { void f(cudaError_t e); void f(CUresult r) volatile; };",
    "struct S { void f(cudaError_t e) & {} void f(CUresult r) && {} };",
    "struct S { void f(cudaError_t e) & {} void f(CUresult r) const & {} };",
    "struct S { void f(cudaError_t e) {} friend void f(CUresult r) {} };",
    "struct S { void f(cudaError_t e); friend void f(CUresult r); };",
    "void f(cudaError_t &e) {} void f(const CUresult &r) {}",
    "template <class T> void f(cudaError_t e) {} void f(CUresult r) {}",
    "template <class T, int = 0> void f(cudaError_t e, T) {} template <class T> void f(CUresult r, T) {}",
    "struct A { void f(cudaError_t); }; void A::f(cudaError_t e) {} struct B { void f(CUresult r); };",
]
OUTSIDE = "void A::f(cudaError_t e) {} void B::f(CUresult r) {}"
REQUIRED = (
    "template <class T> void f(cudaError_t e, T t) requires A<T> {}"
    " template <class T> void f(CUresult r, T t) requires %s<T> {}"
)


@pytest.mark.parametrize("source", [*ONE, REQUIRED % "A"])
def test_however_they_are_written(source: str) -> None:
    assert [rule for rule, _ in converted(source).said if rule == "M064"] == ["M064"]


@pytest.mark.parametrize("source", [*TWO, OUTSIDE, REQUIRED % "B"])
def test_what_tells_functions_apart_beside_their_types(source: str) -> None:
    assert "M064" not in dict(converted(source).said)


@pytest.mark.compiler
def test_the_compiler_agrees(hipcheck: Hipcheck, tmp_path: Path) -> None:
    def made(sources: list[str]) -> str:
        whole = "".join(f"namespace n{at} {{ {one} }}\n" for at, one in enumerate(sources))
        return "#include <hip/hip_runtime.h>\n" + converted(whole).text

    (tmp_path / "a.hip").write_text(made(TWO))
    good, said = hipcheck(tmp_path / "a.hip", "--arch", "gfx90a")
    assert good, said
    (tmp_path / "a.hip").write_text(made(ONE))
    _, said = hipcheck(tmp_path / "a.hip", "--arch", "gfx90a", "-ferror-limit=0")
    assert [one for at, one in enumerate(ONE, 2) if f"a.hip:{at}:" not in said] == []


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
