"""No CUDA name in code goes without a word."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

RULES = load()


def unknown(text: str, project: Project | None = None) -> list[str]:
    options = Options(path="a.cpp", project=project or Project())
    result = convert(text.encode(), RULES, options)
    told = [one for one in result.findings if one.rule == "N003"]
    spans = [span for one in told for span in (one.span, *(each.span for each in one.related))]
    return [text.encode()[slice(*span)].decode() for span in spans]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cudaFrobnicate(1);", ["cudaFrobnicate"]),
        ("#error cuDNN 6.x is too old, cuFrob_##x\n#  warning cuFrobnicate\n", []),
        ("#pragma cuFrob error\n#error no\nint x = cuFrob; // error\n", ["cuFrob", "cuFrob"]),
        ("CUDA_OK(f()); int x = CUDA_FROB;", ["CUDA_FROB"]),
        ("#define HAS_CUDA @CUDA_FROB@\n#define VERSION @CUDA_VERSION@\n", []),
        ("cuArena::Region r; cuArena a;", ["cuArena"]),
        ("#define INIT(cuThing, n) cuThing = n\n#define OTHER(n) g(cuFrob, n)\n", ["cuFrob"]),
        ("#if CUDNN_FRONTEND_MAJOR_VERSION > 1\n#endif\n", []),
        ("int x = cuFrobnicate + CU_FROB;", ["cuFrobnicate", "CU_FROB"]),
        ("#if NCCL_FROB > 1\n#endif\n", ["NCCL_FROB"]),
        ("#define M() cudaFrobnicate()\n", ["cudaFrobnicate"]),
        ("void f(cudaFrob_t = 0, int = 3);", ["cudaFrob_t"]),
        ("#if 0\ncudaFrobnicate();\n#endif\n", ["cudaFrobnicate"]),
        ("::cudaFrobnicate();", ["cudaFrobnicate"]),
        ("void f(API(Stream_t) cudaFrob, API(Event_t) cudaDone) { g(cudaFrob, cudaDone); }", []),
        ("API(Event_t) cudaFrob, cudaDone, cudaMore; void f() { g(&cudaFrob, cudaDone, cudaMore); }", []),
        ("auto f = [&g](API(Stream_t) cudaFrob) { return g(cudaFrob); };", []),
        ("void f() { if (x) cudaFrob(1); g(API(x), cudaDone); }", ["cudaFrob", "cudaDone"]),
        ("void f() { g(API(x) + cudaFrob, 2); }", ["cudaFrob"]),
        ("x = &cudaFrobnicate;", ["cudaFrobnicate"]),
        ("cudaFrobnicate(cudaFrobnicate(1));", ["cudaFrobnicate", "cudaFrobnicate"]),
        ("cudaFrobnicateType x; void f(cudaFrobnicateType*);", ["cudaFrobnicateType"] * 2),
        ("struct cudaFrobnicateType x;", ["cudaFrobnicateType"]),
        ("LATEST(cudaFrobnicate, 1);", ["cudaFrobnicate"]),
        ("TEST(Free, cudaFrobnicate) { cudaFrobnicate(); }", ["cudaFrobnicate"]),
        (
            "TYPED_TEST(cuFrob_test, cuFrob_ATOMIC) {} TEST_P(X, cuFrob_2) {} LATEST(X, cuFrob_3);",
            ["cuFrob_3"],
        ),
        ("INSTANTIATE_TEST_SUITE_P(cuFrob_all, cuFrob_test, Values(cuFrob));", ["cuFrob"]),
        ("TYPED_TEST_SUITE(cuFrob_test, cuFrobs); INSTANTIATE_TYPED_TEST_CASE_P(cuMy, X, int);", ["cuFrobs"]),
        ("REGISTER_TYPED_TEST_SUITE_P(cuFrob_test, cuFrob_a, cuFrob_b); X(cuFrob_c);", ["cuFrob_c"]),
        (
            "namespace a { template void cuFrob<>(cuIn<int> *); extern template int cuDone<int>(int); }",
            ["cuIn"],
        ),
        ("template class cuFrob<int>; template EXPORT class cuDone<cuArg>; cuFrob<int> x;", ["cuArg"]),
        ("template void cuFrob(cuArg *); bool x = cuFrob2 < 3;", ["cuFrob", "cuArg", "cuFrob2"]),
    ],
)
def test_an_unknown_name_is_told(text: str, names: list[str]) -> None:
    assert unknown(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "my_cudaFrobnicate(1); xcudaFrobnicate(2); cudafrobnicate(3); cuda(4); cu(5); cute(6); custom(7);",
        '// cudaFrobnicate\n/* cudaFrobnicate */ char s[] = "cudaFrobnicate";',
        'char s[] = R"(cudaFrobnicate)";',
        "#define CUDA_FROB 1\nint x = CUDA_FROB;",
        "void f() { CUFFT_FROB(g()); CUBLAS_FROB(g()); CUDA_FROB(g()); }",
        "void cudaFrobnicate(); void f() { cudaFrobnicate(); }",
        "struct cudaFrob { int x; }; cudaFrob f;",
        "enum { CUDA_FROB }; int x = CUDA_FROB;",
        "template <class cudaFrob> void f(cudaFrob x);",
        "namespace cudaFrob { } using namespace cudaFrob;",
        "x.cudaFrobnicate(); x->cudaFrobnicate(); ns::cudaFrobnicate();",
        "hipFree(p);",
        "typedef struct cuFrob_t *cuFrob; struct cuFrob_t *p;",
        "struct cuFrob_t; cuFrob_t *p;",
        "TEST(cuFrob, Setup) {} TEST_F(cuFrobSuite, Stop) {} TYPED_TEST(cuFrobTyped, Go) {}",
        "BOOST_FIXTURE_TEST_SUITE(cudaMath, Args) BOOST_AUTO_TEST_CASE( cudaMathAdds ) {}",
        "#ifdef CUDA_FROB\n#elif defined(NVTX_FROBS) || !defined NVTX_FROB\n#endif\n",
        "#ifndef CUDA_FROB\n#endif\n",
        "cudaFrobs = 1;",
        "struct S { int cudaFrob, *cuFrobs, cuFrob[2]; }; int f() { return cudaFrob + cuFrobs + cuFrob; }",
    ],
)
def test_what_is_not_cudas_is_not_told(text: str) -> None:
    assert unknown(text) == []


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("nppiFilterBox_8u_C1R", "NPP"),
        ("Npp8u", "NPP"),
        ("NppiSize", "NPP"),
        ("NPP_SUCCESS", "NPP"),
        ("cuEGLStreamConsumerConnect", "CUDA's interop with EGL"),
        ("cudaEglFrame", "CUDA's interop with EGL"),
        ("cudaGraphicsResourceGetMappedEglFrame", "CUDA's interop with EGL"),
        ("CU_EGL_FRAME_TYPE_ARRAY", "CUDA's interop with EGL"),
        ("cudaGraphicsEGLRegisterImage", "CUDA's interop with EGL"),
        ("cutensorContract", "cuTENSOR"),
        ("CUTENSOR_R_32F", "cuTENSOR"),
        ("cutensorMpCreate", "cuTENSORMp"),
        ("cutensornetCreate", "cuTensorNet"),
        ("NvSciBufObj", "NvSci"),
        ("NvMediaDeviceCreate", "NvMedia"),
        ("cudlaCreateDevice", "cuDLA"),
        ("NVCL_CTX_SCHED_SPIN", "NVIDIA's OpenCL"),
        ("CIG_DATA_TYPE_NV_BLOB", "CUDA in graphics"),
        ("NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT", "cuFFT's properties of plans"),
        ("nvvmCompileProgram", "libNVVM"),
        ("nvJitLinkCreate", "nvJitLink"),
        ("nvFatbinCreate", "nvFatbin"),
        ("nvPTXCompilerCreate", "the PTX compiler library"),
        ("CUfileDescr_t", "cuFile"),
        ("CU_FILE_SUCCESS", "cuFile"),
        ("cusolverMpCreate", "cuSOLVERMp"),
        ("cudssCreate", "cuDSS"),
        ("CURANDDX_INCLUDE_DIRS", "MathDx"),
        ("nvjpeg2kCreate", "nvJPEG2000"),
        ("nvcompBatchedLZ4Opts_t", "nvCOMP"),
        ("CUvideodecoder", "the Video Codec SDK"),
    ],
)
def test_a_name_of_a_library_that_rocm_does_not_have_is_told_with_what_to_do(name: str, library: str) -> None:
    (found,) = convert(f"f({name});".encode(), RULES, Options(path="a.cpp")).findings
    instead = f"{name} is a name of {library}, which ROCm does not have: {RULES.absent[library]}"
    assert (found.rule, found.message) == ("N023", instead)


@pytest.mark.parametrize("text", ["#define NPP_CHECK(x) x\nNPP_CHECK(1);", "NVM_OK; Nppx; nvcompress(1);"])
def test_what_only_looks_alike_is_not_told(text: str) -> None:
    assert convert(text.encode(), RULES, Options(path="a.cpp")).findings == ()


def test_a_name_that_the_project_defines_is_not_told() -> None:
    assert unknown("CUDA_FROB(1);", Project(names=frozenset({b"CUDA_FROB"}))) == []


def test_the_library_is_named() -> None:
    result = convert(b"cudnnFrobnicate(1); cudaFrobnicate(2);", RULES, Options(path="a.cpp"))
    assert [finding.message.split(" that ")[0] for finding in result.findings] == [
        "cudnnFrobnicate looks like a name of cuDNN",
        "cudaFrobnicate looks like a name of the CUDA runtime API",
    ]


def test_a_condition_fails_unseen_and_what_it_only_asks_for_is_the_programs() -> None:
    source = b"#if defined(CUDA_FROB) && NCCL_FROBS > 1\nint x = NCCL_FROBS;\n#endif\n"
    made = convert(source, RULES, Options(path="a.cpp"))
    assert [(one.rule, one.fails, source[slice(*one.span)]) for one in made.findings] == [
        ("N004", "never", b"CUDA_FROB"),
        ("N003", "silent", b"NCCL_FROBS"),
        ("N003", "compile", b"NCCL_FROBS"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cuGraphicsResourceGetMappedEglFrame(&f, r, 0, 0);", ("N023", "error", "compile")),
        ("#if CUDNN_FRONTEND_MINOR_VERSION >= 5\n#endif\n", ("N023", "warning", "silent")),
    ],
)
def test_a_name_of_a_library_that_rocm_lacks_counts_as_0_in_a_condition(
    text: str, said: tuple[str, str, str]
) -> None:
    found = convert(text.encode(), RULES, Options(path="a.cpp")).findings
    assert [(one.rule, one.severity, one.fails) for one in found if one.rule == "N023"] == [said]


@pytest.mark.parametrize(
    "text",
    [
        "void f() { stop(cudaMine->timer); }",
        "void f() { stop(cudaMine.timer); }",
        "void f() { cudaMine[0] = 1; }",
        "void f() { cudaMine += 1; }",
        "bool f() { return nvtxEnabled_; }",
        "#if CUDA_OURS < 60\nint x = CUDA_OURS / 10;\n#endif",
        "#if defined(X) && (CUDA_OURS) >= 60\n#endif",
    ],
)
def test_what_cudas_interfaces_have_none_of_is_the_programs(text: str) -> None:
    said = convert(text.encode(), load()).findings
    assert {one.rule for one in said} == {"N004"}


@pytest.mark.parametrize(
    "text",
    [
        "void f() { g(cudaMine, cudaMine == 1); }",
        "#if cudaMine < 60\n#endif",
        "void f() { CUDA_OURS / 10; }",
        "template <int... cudaT> void f(A<cudaMine...> x);",
    ],
)
def test_what_they_may_have_is_told(text: str) -> None:
    assert "N003" in {one.rule for one in convert(text.encode(), load()).findings}


def test_the_occupancy_calculator_is_explained_once() -> None:
    source = (
        "void f() { cudaOccDeviceState s; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 1, 1); }\n"
    )
    alone = convert(source.encode(), load(), Options(path="a.cu")).findings
    beside = convert(
        b"#include <cuda_occupancy.h>\n" + source.encode(), load(), Options(path="a.cu")
    ).findings
    assert [(one.rule, one.severity) for one in alone] == [("N023", "error")]
    assert [(one.rule, one.severity, len(one.related)) for one in beside] == [("N005", "error", 1)]


def test_the_text_of_a_header_in_a_program_is_no_name_of_cudas() -> None:
    source = b"auto a = text(cuComplex_h, cuComplex_h_len), b = text(cuFoo_h);\n"
    found = convert(source, load()).findings
    assert [(one.rule, source[slice(*one.span)]) for one in found] == [
        ("N004", b"cuComplex_h"),
        ("N004", b"cuComplex_h_len"),
        ("N003", b"cuFoo_h"),
    ]


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        ("#if defined(__HIP__)\nint a;\n#else\n{}\n#endif\n", "note"),
        ("#ifdef __HIP_PLATFORM_AMD__\nint a;\n#else\n{}\n#endif\n", "note"),
        ("#if defined(MINE)\nint a;\n#else\n{}\n#endif\n", "warning"),
        ("#if defined(__HIP__)\n{}\n#else\nint a;\n#endif\n", "warning"),
        ("#if defined(__HIP__)\nint a;\n#endif\n{}\n", "warning"),
    ],
)
def test_beside_hips_own_side_it_is_a_note(source: str, severity: str) -> None:
    text = source.format("auto path = CUDA_MY_DIRS;").encode()
    said = [one.severity for one in convert(text, load(), Options("a.hpp")).findings if one.rule == "N003"]
    assert said == [severity]


def test_what_is_taken_back_asks_for_nothing() -> None:
    result = convert(b"#undef CUDA_FROB\nint x = cuFrob;\n", RULES, Options(path="config.h.in"))
    assert [(one.rule, one.severity) for one in result.findings] == [("N003", "note"), ("N003", "warning")]


def test_behind_a_linkage_and_a_line_a_template_is_declared() -> None:
    text = 'extern "C++"\ntemplate <class T>\nint cudaCommon_{}(T **, int *);\n'
    source = text.format("a") + text.format("b") + "int x = cudaCommon_a(0, 0) + cudaCommon_c(0, 0);\n"
    assert unknown(source) == ["cudaCommon_c"]
