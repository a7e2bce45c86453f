"""Names of the API: what is renamed, what is reported, and what is the program's own."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, Made, applied, converted

from hipify_py.conversion import convert
from hipify_py.match.names import names
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


def found(source: str, options: Options = Options(), rocm: str = RULES.rocm) -> Made:  # noqa: B008  frozen
    unit = Unit(source.encode())
    return applied(unit, names(unit, load(rocm=rocm), options))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cudaFree(p);", "hipFree(p);"),
        ("cudaError_t e = ::cudaSetDevice(0);", "hipError_t e = ::hipSetDevice(0);"),
        ("auto f = &cudaFree;", "auto f = &hipFree;"),
        ("#define FREE(p) cudaFree(p)\n", "#define FREE(p) hipFree(p)\n"),
        ("#ifdef cudaStreamNonBlocking\n#endif\n", "#ifdef hipStreamNonBlocking\n#endif\n"),
        ("check(cudaMalloc(&p, cudaMemcpyDefault));", "check(hipMalloc(&p, hipMemcpyDefault));"),
        ("cudaMemcpyToSymbol(s, p, n);", "hipMemcpyToSymbol(HIP_SYMBOL(s), p, n);"),
        ("void CUDART_CB f();", "void f();"),
        ("xcudaFree(p); cudaFreed(p); hipFree(p);", None),
        ('// cudaFree\nauto s = "cudaFree";', None),
        ("__syncthreads(); float4 v = make_float4(1, 2, 3, 4);", None),
    ],
)
def test_a_name_of_the_api_becomes_that_of_hip(before: str, after: str | None) -> None:
    assert found(before) == (after or before, [])


def test_a_name_without_a_counterpart_is_reported_and_stays() -> None:
    source = "cudaGraphConditionalHandleCreate(&h, g);"
    assert found(source) == (source, [("N001", "cudaGraphConditionalHandleCreate")])
    assert found("#if 0\n" + source + "\n#endif\n").said == [("N001", "cudaGraphConditionalHandleCreate")]


def test_a_use_that_is_no_call_is_renamed_and_said_where_calls_are_rewritten() -> None:
    """A table of names or a condition calls nothing."""
    assert found("auto f = cudaEventCreate;") == (
        "auto f = hipEventCreate;",
        [("N007", "cudaEventCreate")],
    )
    assert found("#ifdef cudaEventCreate\n#endif\n").said == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("&start##label", []),
        ("EVENT(a, b)##label", []),
        ("&start##label, cudaEventDefault", ["cudaEventCreate"]),
        ("&start##label, f(1", ["cudaEventCreate"]),
    ],
)
def test_a_call_that_cannot_be_read_is_said_where_a_rule_takes_so_many_arguments(
    given: str, said: list[str]
) -> None:
    made = found(f"#define START(label) cudaEventCreate({given});\n")
    assert [name for rule, name in made.said if rule == "N007"] == said


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("void f() { CHECK(cudaEventCreate, &e); }", []),
        ("void f() { CHECK(cudaEventCreate, &e, cudaEventDisableTiming); }", ["cudaEventCreate"]),
        ("void f() { CHECK(cudaEventCreate); }", ["cudaEventCreate"]),
        ("void f() { wrap(cudaEventCreate, 3); }", ["cudaEventCreate"]),
        ("void f() { CHECK(x, cudaEventCreate, &e); }", ["cudaEventCreate"]),
        ("#define OP(n) cudaMemcpyFromSymbol(&v, op_##n, sizeof(v))\n", []),
        ("void f(L v) { L restrict = v; cudaMemcpyToSymbol(lim, &restrict, sizeof(restrict)); }", []),
        ("#define OP(n) cudaMemcpyToSymbolAsync(op_##n, v, 4)\n", ["cudaMemcpyToSymbolAsync"]),
    ],
)
def test_a_call_that_cannot_be_read_needs_no_word_where_its_name_is_enough(
    source: str, said: list[str]
) -> None:
    assert [name for rule, name in found(source).said if rule == "N007"] == said


@pytest.mark.parametrize(
    ("source", "own"),
    [
        ("x.cudaFree(p); y->cudaFree(p); n::cudaFree(p);", ["cudaFree"] * 3),
        ("#define CAT(a) a##cudaFree\n", ["cudaFree"]),
        ("void f(int cudaFree) { g(cudaFree); }", ["cudaFree"] * 2),
        ("#define cudaFree hipFree\n", ["cudaFree"]),
        ("#define CUDART_CB\n", ["CUDART_CB"]),
        ("#ifdef CUDART_CB\n#endif\n", ["CUDART_CB"]),
        ("using cudaStream_t = hipStream_t;", ["cudaStream_t"]),
        ("typedef enum own { CU_CTX_FLAGS_MASK = 3 } CUctx_flags;", ["CU_CTX_FLAGS_MASK", "CUctx_flags"]),
        ("typedef struct { int a; } CUdevprop; CUdevprop p;", ["CUdevprop", "CUdevprop"]),
    ],
)
def test_a_name_of_the_programs_own_stays_and_is_said(source: str, own: list[str]) -> None:
    assert found(source) == (source, [("N004", name) for name in own])


def test_a_macro_under_a_name_of_cudas_is_renamed_with_its_uses() -> None:
    before = "#define cudaFree(p) mine(p)\nvoid f() { cudaFree(q); }"
    assert found(before) == (before.replace("cudaFree", "hipFree"), [])


def test_a_name_that_the_project_makes_is_its_own_where_hip_has_none() -> None:
    source = "cudaGraphConditionalHandleCreate(&h, g); cudaFree(p);"
    made = frozenset({b"cudaGraphConditionalHandleCreate", b"cudaFree"})
    text, said = found(source, Options(project=Project(names=made)))
    assert text == source.replace("cudaFree", "hipFree")
    assert said == [("N004", "cudaGraphConditionalHandleCreate")]


def test_a_function_of_c_that_returns_another_type_than_cudas_is_the_programs() -> None:
    source = "const char *cuGetErrorString(int r) { return 0; }\nvoid f() { puts(cuGetErrorString(1)); }\n"
    assert found(source, Options(path="a.c")) == (source, [("N004", "cuGetErrorString")] * 2)
    assert found(source).text == source.replace("cuGetErrorString", "hipDrvGetErrorString")


def test_a_name_that_a_newer_release_brings_is_said() -> None:
    assert found("__hadd_rn(x, y);", rocm="6.4") == ("__hadd_rn(x, y);", [("N011", "__hadd_rn")])
    assert found("__hadd_rn(x, y);") == ("__hadd_rn(x, y);", [])
    own = "#define __hadd_rn(x, y) mine(x, y)\n__hadd_rn(x, y);"
    assert found(own, rocm="6.4").said == []


def test_the_blanks_behind_a_name_go_with_it() -> None:
    assert found("void CUDART_CB   f(); void (CUDART_CB *g)();").text == "void f(); void (*g)();"


def test_a_name_without_counterpart_in_a_condition_stops_no_build() -> None:
    source = b"#if CCCL_MINOR_VERSION > 3\nint v = CCCL_MINOR_VERSION;\n#endif\n"
    found = [(one.rule, one.severity, one.fails) for one in convert(source, RULES).findings]
    assert found == [("N001", "warning", "silent"), ("N001", "error", "compile")]


def test_what_may_be_a_variable_is_not_silent_where_its_name_is_not_renamed() -> None:
    assert found("f __hmin2()").said != []


def test_a_call_that_hips_function_does_not_take_is_an_error() -> None:
    calls = (
        b"surf2Dwrite(1, s, 0, 0, cudaBoundaryModeClamp); surf2Dread<int>(s, 0, 0); surf2Dwrite(1, s, 0, 0);"
    )
    result = convert(b"__global__ void k(cudaSurfaceObject_t s) { %b }" % calls, load())
    assert [one.severity for one in result.findings if one.rule == "N002"] == ["error", "error"]


def test_what_hip_lacks_in_the_arguments_of_a_call_that_it_lacks_is_a_note() -> None:
    call = b"cublasLtMatmulAlgoConfigSetAttribute(&a, CUBLASLT_ALGO_CONFIG_TILE_ID, &t, sizeof(t));"
    source = b"void f() { %b int x = CUBLASLT_ALGO_CONFIG_TILE_ID; }" % call
    inner = b"void f() { cublasLtMatmulAlgoInit(cublasLtMatmulAlgoInit(1)); }"
    assert {one.severity for one in convert(inner, load()).findings if one.rule == "N001"} == {"error"}
    said = [one for one in convert(source, load()).findings if one.rule == "N001"]
    assert [(one.severity, len(one.related)) for one in said] == [("error", 1), ("note", 1)]
    assert [one.span.start for one in said[1].related] == [said[0].span.start]


@pytest.mark.parametrize(
    ("source", "severities"),
    [
        (
            "void f() { g(h, CUBLAS_GEMM_ALGO0_TENSOR_OP); g(h, a, CUBLAS_GEMM_ALGO0_TENSOR_OP); }",
            ["note"],
        ),
        ("void f() { g(h, CUBLAS_GEMM_ALGO0); g(h, CUBLAS_GEMM_ALGO1); }", ["warning"]),
        ("void f() { for (int a = CUBLAS_GEMM_ALGO0; a < n; ++a) g(h, a); }", ["warning"]),
        ("int all[] = {CUBLAS_GEMM_ALGO0};", ["warning"]),
        ("void f() { g(h, CUBLAS_GEMM_ALGO0 + i); }", ["warning"]),
    ],
)
def test_an_algorithm_that_a_program_names_alone_is_no_search(source: str, severities: list[str]) -> None:
    said = [one for one in convert(source.encode(), load()).findings if one.rule == "N002"]
    assert [one.severity for one in said] == severities


def test_what_differs_is_a_note_where_the_program_makes_the_name_itself() -> None:
    use = "void f(cublasHandle_t h) { cublasSetMathMode(h, CUBLAS_PEDANTIC_MATH); }\n"
    made = "#if CUBLAS_VER_MAJOR < 11\n#define CUBLAS_PEDANTIC_MATH CUBLAS_DEFAULT_MATH\n#endif\n"
    of_others = frozenset({b"CUBLAS_PEDANTIC_MATH"})
    for before, own, severity in (("", (), "warning"), (made, (), "note"), ("", of_others, "note")):
        project = Project(names=frozenset(own))
        result = convert((before + use).encode(), load(), Options(path="a.cpp", project=project))
        assert [one.severity for one in result.findings if one.rule == "N002"] == [severity]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("template <typename T> __device__ T __ldg(const T *p) { return *p; }\n", False),
        ("__device__ Pair __ldg(const Pair *p);\n", False),
        ("auto load = &__ldg<float>;\n", True),
        ("cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned f) { return cudaSuccess; }\n", True),
    ],
)
def test_a_declaration_under_a_name_that_stays_is_no_call(source: str, told: bool) -> None:
    assert ("N007" in {rule for rule, _ in found(source).said}) is told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("void __threadfence_system();\n", False),
        ("__device__ void f() { __threadfence_system(); }\n", True),
        ("#define fence() __threadfence_system()\n", True),
    ],
)
def test_how_a_call_differs_is_no_matter_of_a_declaration(source: str, told: bool) -> None:
    assert ("N002" in {rule for rule, _ in found(source).said}) is told


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_bytes_are_swapped_by_the_compiler(bits: int) -> None:
    text = f"__global__ void k(unsigned long long *p) {{ p[0] = __nv_bswap{bits}(p[0]); }}\n"
    assert f"p[0] = __builtin_bswap{bits}(p[0]);" in converted(text, "a.cu").text
