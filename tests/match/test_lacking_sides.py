"""Conditions on versions that keep off what HIP lacks anyway: includes, and calls."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

WAIT = "cudaGridDependencySynchronize();"
LACKING = "#include <cuda/pipeline>\n"
HINT = 'asm volatile("prefetch.global.L2::evict_last [%0];" :: "l"(p));'
RAW_HINT = 'asm(R"({prefetchu.L1 [%0];})" :: "l"(p));'
READS = (
    "#if __CUDA_ARCH__ >= 350\ntemplate <class T> struct L<T, true> {\n"
    "  __device__ static T load(T *p) { return __ldg(p); }\n};\n#endif\n"
)
PLAIN = "template <class T, bool b> struct L { __device__ static T load(T *p) { return *p; } };\n"
IN_FUNCTION = "void f(void *p) {{\n#if __CUDA_ARCH__ >= 800\n  {}\n#endif\n}}\n"


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        (f"#if __CUDA_ARCH__ >= 700\n{LACKING}#endif\n", "note"),
        (f"#if __CUDA_ARCH__ >= 700  // why\n\n{LACKING}#include <cuda/barrier> // two\n#endif\n", "note"),
        (f"#if __CUDA_ARCH__ >= 700\n{LACKING}#include PATH\n#endif\n", "warning"),
        (f"#if __CUDA_ARCH__ >= 700\n{LACKING}#define HAS_PIPELINE\n#endif\n", "warning"),
        (f"#if __CUDA_ARCH__ >= 700\n{LACKING}int a;\n#endif\n", "warning"),
        (f"#if __CUDA_ARCH__ >= 700\n{LACKING}#else\nint a;\n#endif\n", "note"),
        (f"#if __CUDA_ARCH__ >= 700\n{LACKING}#include <cuda_fp16.h>\n#endif\n", "warning"),
        (f'#if __CUDA_ARCH__ >= 700\n{LACKING}#include "own.h"\n#endif\n', "warning"),
        ("#if __CUDA_ARCH__ >= 700\n#endif\n", "warning"),
        (f"void f() {{\n#if __CUDA_ARCH__ >= 900\n  {WAIT} // why\n#endif\n}}\n", "note"),
        (f"void f() {{\n#if __CUDA_ARCH__ >= 900\n  {WAIT} {WAIT}\n#endif\n}}\n", "note"),
        (f"#if CUDART_VERSION >= 12040\n{LACKING}#endif\n", "note"),
        (f"void f() {{\n#if __CUDA_ARCH__ >= 900\n  {WAIT} g();\n#endif\n}}\n", "warning"),
        (f"void f() {{\n#if __CUDA_ARCH__ >= 900\n  {WAIT} a = 1;\n#endif\n}}\n", "warning"),
        (f"void f() {{\n#if __CUDA_ARCH__ >= 900\n  if (a) {WAIT}\n#endif\n}}\n", "warning"),
        ("void f() {\n#if __CUDA_ARCH__ >= 900\n  __syncthreads();\n#endif\n}\n", "warning"),
        (READS, "warning"),  # what reads without it is not in sight
        (PLAIN + READS, "note"),
        (PLAIN.replace("*p;", "*p + 1;") + READS, "warning"),
        (PLAIN.replace("return", "if (q) return 0; return") + READS, "warning"),
        (READS.replace("__ldg(p)", "__ldg(p) + 1"), "warning"),
        (READS.replace("__ldg(p)", "__ldcg(p)"), "warning"),
        (READS.replace("static", "static const int n = 2; static"), "warning"),
        (READS.replace("};", "}; int a;"), "warning"),
        (IN_FUNCTION.format(HINT), "note"),
        (IN_FUNCTION.format(f"{RAW_HINT} // why\n\n{HINT}"), "note"),
        (IN_FUNCTION.format(f"{HINT} *p = 1;"), "warning"),
        (IN_FUNCTION.format(f"if (p) {HINT}"), "warning"),
        (IN_FUNCTION.format(f"{HINT}\n#else\n  g(p);"), "warning"),
        (IN_FUNCTION.format('asm("prefetch.global.L2 [%0]; st.u32 [%0], 1;" :: "l"(p));'), "warning"),
    ],
)
def test_a_condition_around_what_hip_lacks_needs_no_act(source: str, severity: str) -> None:
    found = convert(source.encode(), load(), Options(path="a.cu")).findings
    assert [one.severity for one in found if one.rule in {"M001", "M003"}] == [severity]


GENERAL = "template <class T, bool b> struct Load { __device__ T f(const T *p) { return *p; } };\n"
SPECIAL = (
    "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350\ntemplate <class T>\nstruct Load<T, true> {\n"
    "    __host__ __device__ static T f(const T *p) { return BODY; }\n};\n#endif\n"
)
EARLY = "template <class T> T f(const T *p) {\n#if __CUDA_ARCH__ >= 350\n  return BODY;\n#endif\n  REST\n}\n"


def of_arch(text: str) -> list[str]:
    made = convert(text.encode(), load(), Options("a.cu"))
    return [one.severity for one in made.findings if one.rule == "M001"]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (GENERAL + SPECIAL.replace("BODY", "__ldg(p)"), "note"),
        (GENERAL + SPECIAL.replace("BODY", "(T) __ldg((const T *) p)"), "note"),
        (EARLY.replace("BODY", "__ldg(p)").replace("REST", "return *p;"), "note"),
        (SPECIAL.replace("BODY", "__ldg(p)"), "warning"),
        (GENERAL + SPECIAL.replace("BODY", "__ldcg(p)"), "warning"),
        (GENERAL + SPECIAL.replace("BODY", "__ldg(p) + 1"), "warning"),
        (GENERAL + SPECIAL.replace("return BODY", "work(p); return __ldg(p)"), "warning"),
        (GENERAL + SPECIAL.replace("BODY", "__ldg(p)").replace("#endif", "void g();\n#endif"), "warning"),
        (EARLY.replace("BODY", "__ldg(&p[i + 1])").replace("REST", "return p[i + 1];"), "note"),
        (EARLY.replace("BODY", "__ldg(p + i)").replace("REST", "return p[i];"), "note"),
        (EARLY.replace("BODY", "__ldg(p + i)").replace("REST", "return 0;"), "warning"),
        (EARLY.replace("BODY", "__ldg(p)").replace("REST", "return p[1];"), "warning"),
        (EARLY.replace("BODY", "__ldg(p)").replace("REST", "return slow(p);"), "warning"),
        (EARLY.replace("BODY", "__ldg(p)").replace("REST", "p++;"), "warning"),
    ],
)
def test_a_condition_around_nothing_but_reads_by_a_cache(text: str, severity: str) -> None:
    assert of_arch(text) == [severity]
