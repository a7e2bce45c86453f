"""Conditions on CUDA's numbers of which HIP takes the side that it should, and what it does at others."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.match.sides_taken import STRONGER
from hipify_py.rules.load import load

ABOUT = {"M001", "M003"}
FAST = 'asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));'


def told(text: str) -> list[tuple[str, str]]:
    """Give severity and last part of what is said of the conditions of a file with a kernel."""
    source = f"#include <cuda_runtime.h>\n__global__ void k(float *p) {{ p[0] = 1; }}\n{text}"
    made = convert(source.encode(), load())
    return [(one.severity, one.message.rpartition("HIP")[2]) for one in made.findings if one.rule in ABOUT]


def side(condition: str, then: str, otherwise: str | None) -> str:
    """Give a function with a condition."""
    other = "" if otherwise is None else f"#else\n{otherwise}\n"
    return f"__device__ float f(float x, float y) {{\n{condition}\n{then}\n{other}#endif\nreturn y;\n}}\n"


@pytest.mark.parametrize(
    "condition",
    [
        "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900",
        "#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 530)",
        "#if __CUDA_ARCH__ == 610",
        "#if __CUDA_ARCH__ >= 100 && __CUDA_ARCH__ < 300",
        "#if defined(CUDART_VERSION) && CUDART_VERSION < 11000",
    ],
)
def test_what_the_newest_gpus_decide_alike_is_a_note(condition: str) -> None:
    assert told(side(condition, "return x;", "y = 2 * x;")) == [
        ("note", ": this decides as for NVIDIA's newest GPUs and releases")
    ]


@pytest.mark.parametrize(
    ("condition", "does"),
    [
        ("#if __CUDA_ARCH__ >= 530", " takes the #else"),
        ("#if __CUDA_ARCH__ < 530", " compiles what is behind it"),
        ("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 1200", " takes the #else"),  # new ones may be older
        ("#if CUDART_VERSION >= 12040", " takes the #else"),
    ],
)
def test_else_it_is_said_which_side_hip_takes(condition: str, does: str) -> None:
    assert told(side(condition, "atomicAdd(&y, x);", "printf(0);")) == [("warning", does)]
    assert told(side("#if __CUDA_ARCH__ >= 530", "atomicAdd(&y, x);", None)) == [
        ("warning", " skips what is behind it")
    ]


RELEASE = 'asm volatile("st.global.release.gpu.b32 [%0], %1;" : : "l"(p), "r"(v));'
WRITTEN = "__hip_atomic_store(p, v, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);"
CACHED = 'asm volatile("st.global.cg.b32 [%0], %1;" : : "l"(p), "r"(v));'


@pytest.mark.parametrize(
    ("then", "otherwise", "less"),
    [
        (RELEASE, CACHED, True),
        (WRITTEN, "__stcg(p, v);", True),
        (CACHED, RELEASE, False),
        (RELEASE, WRITTEN, False),
        (CACHED, "*p = v;", False),
        ("*p = v;  // with __ATOMIC_RELEASE", CACHED, False),
        (RELEASE, None, False),
    ],
)
def test_it_is_said_where_hip_takes_the_side_that_orders_less(
    then: str, otherwise: str | None, *, less: bool
) -> None:
    text = side("#if __CUDA_ARCH__ >= 700", then, otherwise).replace(
        "float x, float y", "int *p, int v, float y"
    )
    source = f"#include <cuda_runtime.h>\n{text}"
    found = [one.message for one in convert(source.encode(), load()).findings if one.rule == "M001"]
    assert len(found) == 1
    assert found[0].endswith(STRONGER) == less


def test_a_condition_that_asks_for_more_says_nothing_of_sides() -> None:
    ((severity, text),) = told(side("#if __CUDA_ARCH__ < 530 && WIDE", "atomicAdd(&y, x);", "y = x;"))
    assert (severity, text) == ("warning", " condition")


@pytest.mark.parametrize(
    ("then", "otherwise", "severity"),
    [
        (FAST, "y = tanhf(x) + p;", "note"),
        (FAST, "return ::tanhf(x);", "note"),
        (FAST, "return 0.0f;", "warning"),
        (FAST, "return x;", "warning"),
        (FAST, 'printf("too old");', "warning"),
        (FAST, "__trap();", "warning"),
        (FAST, None, "warning"),
        ("cuda::atomic_ref<float> a(y); a.store(x);", "Store(&y, x);", "note"),
    ],
)
def test_where_hip_does_without_what_it_lacks_that_is_right(
    then: str, otherwise: str | None, severity: str
) -> None:
    assert [one for one, _ in told(side("#if __CUDA_ARCH__ >= 750", then, otherwise))] == [severity]


def test_an_include_that_hip_lacks_is_well_left_out_alone() -> None:
    lacks, has = "#include <cuda/atomic>", "#include <vector>"
    assert [one for one, _ in told(f"#if __CUDA_ARCH__ >= 700\n{lacks}\n#endif\n")] == ["note"]
    assert [one for one, _ in told(f"#if __CUDA_ARCH__ >= 700\n{lacks}\n{has}\n#endif\n")] == ["warning"]


CASE = 'case CUFFT_PARSE_ERROR:\n return "CUFFT_PARSE_ERROR";'


@pytest.mark.parametrize(
    ("condition", "then", "severity"),
    [
        ("#if CUDART_VERSION < 13000", CASE, "note"),
        ("#if CUDART_VERSION >= 13000", CASE, "note"),
        ("#if CUDART_VERSION < 13000", f"{CASE} case cudaErrorInvalidValue: break;", "note"),
        ("#if CUDART_VERSION < 13000", f"{CASE} x = 1;", "warning"),
        ("#if CUDART_VERSION < 13000", 'case cudaErrorOfNobody: return "x"; f();', "warning"),
    ],
)
def test_a_side_that_only_names_values_is_a_note(condition: str, then: str, severity: str) -> None:
    source = f"const char *f(int x) {{ switch (x) {{\n{condition}\n{then}\n#endif\n}} return 0; }}\n"
    assert [one for one, _ in told(source)] == [severity]


COMMIT = 'asm volatile("cp.async.commit_group;\\n" ::);'
ALL = 'asm volatile("{\\n"\n  "cp.async.wait_all;\\n"\n  "}\\n");'
GROUP = 'asm volatile("cp.async.wait_group %0;\\n" ::"n"(1) : "memory"); // of the last but one'
COPY = 'asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(a), "l"(b));'


@pytest.mark.parametrize(
    ("then", "otherwise", "severity"),
    [
        (COMMIT, None, "note"),
        (ALL, None, "note"),
        (f"{COMMIT}\n{GROUP}", None, "note"),
        (COMMIT, "", "note"),
        (COPY, None, "warning"),
        (COPY, "", "warning"),
        (f"{COPY}\n{COMMIT}", None, "warning"),
        (f"{COMMIT}\n__syncthreads();", None, "warning"),
        (COMMIT, "__trap();", "warning"),
    ],
)
def test_waiting_alone_for_copies_that_hip_does_not_start_is_rightly_skipped(
    then: str, otherwise: str | None, severity: str
) -> None:
    ((found, text),) = told(side("#if __CUDA_ARCH__ >= 800", then, otherwise))
    assert found == severity
    assert (text == ": it skips what waits for asynchronous copies") is (severity == "note")


ONE_STEP = "return __reduce_add_sync(0xffffffff, (int)x);"
STEPS = "for (int m = 16; m > 0; m >>= 1) y += __shfl_xor_sync(0xffffffff, y, m);"


@pytest.mark.parametrize(
    ("then", "otherwise", "severity"),
    [
        (ONE_STEP, STEPS, "note"),
        ("y = __reduce_max_sync(~0u, (int)x);", STEPS, "note"),
        (ONE_STEP, "return x;", "warning"),
        (ONE_STEP, None, "warning"),
        (f"x = 2; {ONE_STEP}", STEPS, "warning"),
        ("return own_reduce(x);", STEPS, "warning"),
    ],
)
def test_a_reduction_step_by_step_is_right_where_there_is_no_instruction_for_it(
    then: str, otherwise: str | None, severity: str
) -> None:
    assert [one for one, _ in told(side("#if __CUDA_ARCH__ >= 800", then, otherwise))] == [severity]


def test_a_side_that_stands_alone_is_no_side_of_another_kind() -> None:
    assert told(side("#if __CUDA_ARCH__ < 800", STEPS, None)) == [("warning", " compiles what is behind it")]
    assert told(side("#if __CUDA_ARCH__ < 800", "", None)) == [("warning", " compiles what is behind it")]


PLACE = "cudaMemLocation at; at.id = d;\n CHECK(cudaMemPrefetchAsync(p, n, at, 0, s));"
NUMBER = "CHECK(cudaMemPrefetchAsync(p, n, d, s));"
ADVISE = "cudaMemAdvise(p, n, cudaMemAdviseSetPreferredLocation, {});"


@pytest.mark.parametrize(
    ("newer", "older", "severity"),
    [
        (PLACE, NUMBER, "note"),
        (PLACE + ADVISE.format("at"), NUMBER + ADVISE.format("d"), "note"),
        ("cudaGraphInstantiate(&e, g, 0);", "cudaGraphInstantiate(&e, g, NULL, NULL, 0);", "note"),
        (PLACE, NUMBER + " d = 1;", "warning"),
        (PLACE + ADVISE.format("at"), NUMBER, "warning"),
        ("cudaFuncSetAttribute(k, a, 1);", "cudaFuncSetAttribute(k, a, 2);", "warning"),
        ("f(1, 2);", "f(1);", "warning"),
    ],
)
def test_calls_that_a_release_has_changed(newer: str, older: str, severity: str) -> None:
    sides = f"#if CUDART_VERSION >= 13000\n{newer}\n#else\n{older}\n#endif\n"
    assert [one for one, _ in told(f"void g(void *p, int n, int d) {{\n{sides}}}\n")] == [severity]
