"""What has one cause in a file is one finding, and the other places stand beside it."""

from __future__ import annotations

from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.match.told_once import told_once
from hipify_py.model import Finding, Span
from hipify_py.settings import Options
from hipify_py.surroundings import Project


def told(source: str) -> list[tuple[str, int, list[str]]]:
    """Give the rule and line of each finding, with the lines and texts of its other places."""
    made = convert(source.encode(), RULES)
    return [(one.rule, _line(source, one.span.start), _others(source, one)) for one in made.findings]


def told_by(source: str, rule: str) -> list[tuple[int, list[tuple[int, str]]]]:
    """Give the line of each finding of a rule, and those of the other places with what is said of them."""
    return [
        (_line(source, one.span.start), [(_line(source, at.span.start), at.message) for at in one.related])
        for one in convert(source.encode(), RULES).findings
        if one.rule == rule
    ]


def _others(source: str, one: Finding) -> list[str]:
    return [f"{_line(source, at.span.start)}: {at.message}" for at in one.related]


def _line(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1


def test_a_header_speaks_for_all_uses_of_its_library() -> None:
    source = """#include <nvbench/nvbench.cuh>
#include <cuda/std/tuple>
#include <cuda/std/array>
void f(nvbench::state &s) { cuda::std::tuple<int> t; }
NVBENCH_BENCH(f);
"""
    assert told(source) == [
        ("N005", 1, ["4: and here, nvbench", "5: and here, NVBENCH_BENCH"]),
        ("N005", 2, ["3: and here, cuda/std/array", "4: and here, cuda::std"]),
    ]


def test_without_the_header_the_first_use_speaks() -> None:
    source = "cuda::std::array<int, 2> a;\ncuda::std::array<int, 2> b;\nnvcuda::wmma::layout_t c;\n"
    assert told(source) == [("N001", 1, ["2: and here"]), ("N001", 3, [])]


def test_what_calls_for_another_act_says_so_beside_the_header() -> None:
    source = (
        "#include <cuda/atomic>\ncuda::atomic<int> a;\ncuda::std::array<int, 2> b;\ncuda::atomic<int> c;\n"
    )
    ((rule, line, (first, *others)),) = told(source)
    assert (rule, line, others) == ("N005", 1, ["3: and here, cuda::std", "4: and here, atomic"])
    assert first.startswith(
        "2: and here, atomic: libcu++ is not a part of ROCm: use the builtins __hip_atomic"
    )


def test_headers_and_calls_with_advice_of_their_own_are_told_one_by_one() -> None:
    source = """#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
void f() { cudaGraphConditionalHandleCreate(&h, g); cuTensorMapEncodeTiled(0); }
"""
    assert told(source) == [("N005", 1, []), ("N005", 2, []), ("N001", 3, []), ("N001", 3, [])]


def test_the_worst_use_speaks_for_a_family() -> None:
    source = "#if NVBENCH_MAJOR\nint a;\n#endif\nNVBENCH_BENCH(f);\nNVBENCH_BENCH(g);\n"
    assert told(source) == [("N023", 4, ["1: and here, NVBENCH_MAJOR", "5: and here"])]
    assert [one.severity for one in convert(source.encode(), RULES).findings] == ["error"]


def test_the_headers_of_a_library_are_told_once_and_with_its_names() -> None:
    source = """#include <optix.h>
#include <optix_stubs.h>
#include <cutil_inline.h>
#include <nppi_filtering_functions.h>
#include <npps.h>
#if OPTIX_VERSION < 70700
#endif
OptixModule m;
void f() { cutilSafeCall(0); CUT_CHECK_ERROR("x"); nppSetStream(0); }
"""
    assert told(source) == [
        ("N005", 1, ["2: and here, optix_stubs.h", "6: and here, OPTIX_VERSION", "8: and here, OptixModule"]),
        ("N005", 3, ["9: and here, cutilSafeCall", "9: and here, CUT_CHECK_ERROR"]),
        ("N005", 4, ["5: and here, npps.h", "9: and here, nppSetStream"]),
    ]


def test_headers_of_which_the_same_is_said_are_told_once() -> None:
    source = """#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cupti.h>
#include <cupti_activity.h>
#include <cutlass/gemm/gemm.h>
#include <cudnn_ops.h>
#include <cudnn_cnn.h>
#include <matx/core.h>
#include <matx.h>
"""
    assert told(source) == [
        ("N005", 1, ["2: and here, cutlass/cutlass.h", "5: and here, cutlass/gemm/gemm.h"]),
        ("N005", 3, ["4: and here, cupti_activity.h"]),
        ("N005", 6, ["7: and here, cudnn_cnn.h"]),
        ("N005", 8, ["9: and here, matx.h"]),
    ]


def test_headers_with_names_of_their_own_are_told_with_their_library() -> None:
    source = """#include <nvcuvid.h>
#include <cuviddec.h>
#include <nvvm.h>
#include <cuda_occupancy.h>
cudaOccDeviceProp p;
void f() { cuvidDestroyDecoder(0); nvvmCreateProgram(0); }
"""
    assert told(source) == [
        (
            "N005",
            1,
            ["2: and here, cuviddec.h", "6: and here, cuvidDestroyDecoder"],
        ),
        ("N005", 3, ["6: and here, nvvmCreateProgram"]),
        ("N005", 4, ["5: and here, cudaOccDeviceProp"]),
    ]
    assert told("int nvvm, nvcuvid, cuviddec, cuda_occupancy;\n") == []


def test_functions_beside_hips_of_the_same_name_are_told_once() -> None:
    overload = "template <class T> __device__ T {0}(const T &v, int i) {{ return T({0}(v.x, i)); }}\n"
    source = overload.format("__shfl") + overload.format("__shfl_up") + overload.format("__shfl_xor")
    (found,) = [one for one in convert(source.encode(), RULES).findings if one.rule == "W031"]
    assert [source[: one.span.start].count("\n") + 1 for one in found.related][-1] == 3
    assert found.message.startswith("__shfl: ")


def test_libraries_whose_names_begin_alike_are_told_apart() -> None:
    source = "#include <cutensor.h>\n#include <cutensornet.h>\n#include <cudaEGL.h>\n#include <cuda/atomic>\n"
    assert told(source) == [("N005", 1, []), ("N005", 2, []), ("N005", 3, []), ("N005", 4, [])]


def test_what_a_comment_turns_off_is_no_place() -> None:
    source = (
        "cuda::std::array<int, 2> a;  // hipify: ignore[N001] kept\n"
        "cuda::std::array<int, 2> b;\ncuda::std::array<int, 2> c;  // hipify: ignore[N001] kept\n"
    )
    assert told(source) == [("N001", 2, [])]


def test_conditions_of_a_file_are_told_once() -> None:
    condition = "#if __CUDA_ARCH__ >= 800\n__device__ int {}() {{ return atomicAdd(&n, 1); }}\n{}#endif\n"
    other = "#else\n__device__ int c() { __trap(); }\n"
    text = condition.format("a", "") + condition.format("b", "") + condition.format("c", other)
    assert told_by(text, "M001") == [
        (1, [(4, "and here, where HIP skips what is behind it"), (7, "and here, where HIP takes the #else")])
    ]


def test_a_condition_that_leads_to_an_error_is_told_by_itself() -> None:
    refuses = "#if CUDART_VERSION < 12000\n#error too old\n#endif\n"
    text = f"#include <cuda_runtime.h>\n{refuses}int n;\n#if CUDART_VERSION >= 12040\nint m;\n#endif\n"
    assert told_by(text, "M003") == [(2, [(3, "this refuses HIP")]), (6, [])]


def test_names_of_which_the_same_is_said_are_told_together() -> None:
    text = "".join(
        f"cudaDeviceGetAttribute(&a, cudaDevAttrComputeCapability{part}, 0);\n" for part in ("Major", "Minor")
    )
    assert told_by(f"int a;\nvoid f() {{\n{text}}}\nint g() {{ return a; }}\n", "N002") == [
        (3, [(4, "and here, cudaDevAttrComputeCapabilityMinor")])
    ]


def test_numbers_that_one_line_asks_for_are_told_together_and_others_not() -> None:
    asks = "static_assert(__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ > 1106);\n"
    assert told_by(asks * 2, "M103") == [
        (1, [(1, "and here, __CUDACC_VER_MINOR__")]),
        (2, [(2, "and here, __CUDACC_VER_MINOR__")]),
    ]


def test_names_of_one_feature_that_hip_lacks_are_told_together() -> None:
    lines = "void f(CUtensorMap *a);\nvoid g(CUtensorMap *a);\nint h = cuTensorMapEncodeTiled(0);\n"
    assert told_by(lines + "CUgreenCtx c;\n", "N001") == [
        (1, [(2, "and here"), (3, "and here, cuTensorMapEncodeTiled")]),
        (4, []),
    ]


def test_names_of_cudnn_are_told_together_whatever_is_nearest() -> None:
    lines = "cudnnTensorDescriptor_t a;\ncudnnHandle_t b;\ncudnnTensorDescriptor_t c;\n"
    assert told_by(lines, "N001") == [(1, [(2, "and here, cudnnHandle_t"), (3, "and here")])]


def test_instructions_that_one_way_helps_are_told_together_and_others_not() -> None:
    carries = (("add.cc.u32", 1), ("addc.u32", 2), ("sub.cc.u32", 3), ("subc.u32", 4))
    lines = "".join(
        f'__device__ void f{n}(int &x) {{ asm volatile("{name} %0, %0, %0;" : "+r"(x)); }}\n'
        for name, n in carries
    )
    assert told_by(lines, "D001") == [(1, [(2, "and here, addc.u32")]), (3, [(4, "and here, subc.u32")])]


def test_instructions_without_a_way_of_their_own_are_told_by_their_names() -> None:
    one = '__device__ void f{}(long &x) {{ asm("{}.f32x2 %0, %0, %0;" : "+l"(x)); }}\n'
    lines = one.format(1, "sub") + one.format(2, "mul") + one.format(3, "sub")
    assert told_by(lines, "D001") == [(1, [(3, "and here")]), (2, [])]


def test_what_is_refused_with_the_same_words_is_told_once_and_with_others_again() -> None:
    lines = "__device__ void f(cudaSurfaceObject_t s, float *x) {\n"
    lines += "".join(f"  {x} = surf3Dread<float>(s, 1, 2, 3);\n" for x in ("x[0]", "x[1]"))
    lines += "  surf3Dwrite(x[2], s, 1, 2, 3, cudaBoundaryModeClamp);\n}\n"
    assert told_by(lines, "N002") == [(2, [(3, "and here")]), (4, [])]


def test_what_two_kernels_do_is_told_of_each() -> None:
    kernel = "__global__ void {}(int *a) {{\n  if (threadIdx.x / 32 == 0) __syncthreads();\n}}\n"
    assert [line for line, _ in told_by(kernel.format("k") + kernel.format("l"), "G016")] == [2, 5]


def test_the_rule_of_a_user_speaks_at_each_place() -> None:
    found = [Finding("X001", "error", Span(at, at + 1), "not here", origin="a.toml:3") for at in (0, 2)]
    assert told_once(b"a a", found) == found


def test_notes_stand_where_they_are() -> None:
    lines = "struct s { int cudaMalloc; };\nint f(s a, s b) {\n return a.cudaMalloc +\n  b.cudaMalloc;\n}\n"
    assert [line for line, _ in told_by(lines, "N004")] == [1, 3, 4]


def test_what_is_turned_off_at_the_first_place_is_told_at_the_next() -> None:
    asks = "#if CUDART_VERSION >= 12000{}\nint {};\n#endif\n"
    text = asks.format("  // hipify: ignore[M003] known", "a") + asks.format("", "b") + asks.format("", "c")
    assert told_by("#include <cuda_runtime.h>\n" + text, "M003") == [
        (5, [(8, "and here, where HIP skips what is behind it")])
    ]


def test_what_a_second_round_finds_is_told_with_what_the_first_did() -> None:
    asks = "#if __CUDA_ARCH__ >= 800\n__device__ int {}() {{ return 1; }}\n#endif\n"
    text = asks.format("a") + "template <class T> void f() { k<<<1, 2>>(; }\n" + asks.format("b")
    found = told_by(text + "void g() { cudaFree(0); }\n", "M001")
    assert [(line, [at for at, _ in others]) for line, others in found] == [(1, [5])]


def test_what_an_error_says_of_a_name_is_not_said_vaguely_beside_it() -> None:
    of_type, deduced = "CUresult (*f)(CUgraphExec, cuuint64_t *) = %s;\n", "auto f = %s;\n"
    assert told(of_type % "&cuGraphExecGetFlags") == [("R504", 1, [])]
    assert told(deduced % "&cuGraphExecGetFlags") == [("N007", 1, [])]


def test_what_a_file_reads_of_textures_is_told_once() -> None:
    source = """__global__ void k(float *p, cudaTextureObject_t t) {
  p[0] = tex2D<float>(t, 1, 2);
  p[1] = tex2D<float>(t, 1, 3) + tex1Dfetch<float>(t, 3);
}
__global__ void j(float *p, cudaTextureObject_t t) { p[0] = tex3D<float>(t, 1, 2, 3); }
#define READ(t) tex2D<float>(t, 0, 0)
#define READ_TOO(t) tex2D<float>(t, 0, 0)
"""
    assert told_by(source, "M069") == [
        (
            2,
            [
                (3, "and here"),
                (3, "and here, tex1Dfetch"),
                (5, "and here, tex3D"),
                (6, "and here"),
                (7, "and here"),
            ],
        )
    ]
    # so that each place is known by itself in a baseline
    assert {one.family for one in convert(source.encode(), RULES).findings} == {""}


def test_the_rules_of_other_places_are_named() -> None:
    source = b"#include <nvbench/nvbench.cuh>\nvoid f(nvbench::state &s) {}\nNVBENCH_BENCH(f);\n"
    (found,) = convert(source, RULES).findings
    assert (found.rule, found.also) == ("N005", ("N001", "N023"))


def test_functions_that_hang_on_one_pointer_are_told_together() -> None:
    kernel = """__global__ void {}(int *a, int (*step)(int)) {{
  a[0] = __shfl_sync(~0u, (*step)(a[threadIdx.x]), 0);
}}
"""
    found = told_by(kernel.format("k") + kernel.format("l"), "W031")
    assert [line for line, _ in found] == [2]
    assert [one for one in found[0][1] if one[1].startswith("and here")] == [(5, "and here, l")]


def test_modules_and_their_files_are_told_together() -> None:
    lines = 'void f(CUmodule m) { cuModuleLoadData(&m, p); }\nconst char *a = "a.cubin";\n'
    assert told_by(lines, "M073") == [(1, [(2, 'and here, "a.cubin"')])]


def test_headers_in_one_skipped_folder_are_told_together() -> None:
    source = b'#include "ext/a.cuh"\n#include "ext/in/b.cuh"\n#include "other/c.cuh"\n'
    names = dict.fromkeys((b"ext/a.cuh", b"ext/in/b.cuh", b"other/c.cuh"), "")
    made = convert(source, RULES, Options(path="x.cu", project=Project(skipped_in=names)))
    found = [one for one in made.findings if one.rule == "N036"]
    assert [(one.span.start, len(one.related)) for one in found] == [(10, 1), (55, 0)]


def test_a_skipped_folder_is_one_by_whatever_path_its_headers_are_named() -> None:
    source = b'#include "../extern/a.cuh"\n#include <in/b.cuh>\n#include "lib/vendor/c.cuh"\n'
    names = {b"../extern/a.cuh": "extern", b"in/b.cuh": "extern", b"lib/vendor/c.cuh": "vendor"}
    made = convert(source, RULES, Options(path="x.cu", project=Project(skipped_in=names)))
    found = [one for one in made.findings if one.rule == "N036"]
    assert [(one.span.start, len(one.related)) for one in found] == [(10, 1), (57, 0)]
    assert [one.message.partition(" lies in ")[2].partition(":")[0] for one in found] == [
        "extern, which is skipped",
        "vendor, which is skipped",
    ]


def test_a_rule_that_says_more_speaks_for_a_name() -> None:
    source = """#include <cublas.h>
void f() { cublasSaxpy(n, a, x, 1, y, 1); cublasSscal(n, a, x, 1); }
"""
    assert told(source) == [("L064", 2, ["1: and here, cublas.h", "2: and here, cublasSscal"])]
    assert told("#include <cublas.h>\n") == [("N002", 1, [])]


def test_parameters_of_a_context_are_told_at_the_call() -> None:
    source = """#include <cuda.h>
CUctxCreateParams p = {};
void f(CUcontext c) { cuCtxCreate(&c, &p, 0, 0); }
"""
    assert told(source) == [("R401", 3, ["2: and here, CUctxCreateParams"])]
    assert told(source.replace("&p", "nullptr"))[0][:2] == ("N001", 2)


def test_of_a_name_without_advice_its_header_speaks() -> None:
    source = """#include <nvml.h>
int f() { char v[NVML_DEVICE_UUID_BUFFER_SIZE]; return nvmlInit() + nvmlSystemGetDriverVersion(v, 1); }
"""
    lines = ["2: and here, NVML_DEVICE_UUID_BUFFER_SIZE", "2: and here, nvmlSystemGetDriverVersion"]
    assert told(source) == [("N005", 1, lines), ("N001", 2, [])]
    assert [one[0] for one in told(source.replace("#include <nvml.h>", ""))] == ["N001", "N001"]


def test_versions_that_are_parted_are_told_once() -> None:
    source = """void f(int d, int r) { cudaDriverGetVersion(&d); cudaRuntimeGetVersion(&r);
  printf("%d", d / 1000, d % 100, r / 1000); }
void g(int v) { cudaDriverGetVersion(&v); printf("%d", v / 1000); }
"""
    lines = [(2, "and here"), (2, "and here, r / 1000"), (3, "and here, v / 1000")]
    assert told_by(source, "M157") == [(2, lines)]


def test_streams_of_launches_from_device_code_go_with_these() -> None:
    source = """__global__ void k(int n) {
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    k<<<1, 1, 0, s>>>(n - 1);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(0);
}
__global__ void l(int n) { cudaStream_t s; cudaStreamDestroy(s); k<<<1, 1>>>(n); }
void host() { cudaStream_t s; cudaStreamDestroy(s); k<<<1, 1, 0, s>>>(9); }
"""
    assert told(source) == [
        (
            "D007",
            4,
            [
                "3: and here, cudaStreamCreateWithFlags",
                "5: and here, cudaStreamDestroy",
                "9: and here, <<<1, 1>>>",
            ],
        ),
        ("D009", 6, ["7: and here, cudaFree"]),
        ("D009", 9, []),
    ]


def test_what_is_put_together_for_one_launch_is_told_once() -> None:
    source = """#define CHECK(call) if (cu##call) return
void f(CUfunction k, int *p) {
    CHECK(ParamSetv(k, 0, &p, 8));
    CHECK(ParamSetSize(k, 8));
    CHECK(FuncSetBlockShape(k, 2, 1, 1));
    CHECK(LaunchGrid(k, 384, 1));
    CHECK(MemHostAlloc(&p, 4, 0));
}
"""
    assert told(source) == [
        (
            "M066",
            3,
            ["4: and here, ParamSetSize", "5: and here, FuncSetBlockShape", "6: and here, LaunchGrid"],
        ),
        ("M066", 7, []),
    ]


def test_a_header_of_libcuxx_speaks_for_names_with_a_remedy_of_their_own() -> None:
    source = """template <cuda::thread_scope S> __global__ void k(int *p) {
    cuda::atomic_ref<int, S> r(*p);
}
void f() { k<cuda::thread_scope_block><<<1, 1>>>(0); }
"""
    assert [rule for rule, *_ in told(source)] == ["N001", "N001"]
    ((rule, line, others),) = told("#include <cuda/atomic>\n" + source)
    assert (rule, line) == ("N005", 1)
    assert [one.partition(": ")[2][:44] for one in others] == [
        "and here, thread_scope: as the argument of a",
        "and here, atomic_ref: libcu++ is not a part ",
        "and here, thread_scope_block",
    ]


def test_a_name_of_which_the_same_is_said_as_of_a_header_is_told_with_it() -> None:
    source = """#include "NvOnnxParser.h"
#include <cudnn.h>
using nvinfer1::ILogger;
nvinfer1::IBuilder *b;
cudnnHandle_t h;
"""
    assert told(source) == [
        ("N005", 1, ["3: and here, nvinfer1", "4: and here, nvinfer1"]),
        ("N005", 2, []),
        ("N001", 5, []),
    ]
    assert told(source.partition("\n")[2])[1:] == [("N001", 2, ["3: and here"]), ("N001", 4, [])]
