"""What each kind of edit of a conversion becomes in a shim, and what is left to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.shims import shim_of

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [
    ("void f(void *p) { cudaFree(p); }", {("name", "cudaFree", "hipFree")}),
    (
        "void CUDART_CB f(cudaStream_t s) {}",
        {("name", "CUDART_CB", ""), ("name", "cudaStream_t", "hipStream_t")},
    ),
    ("__device__ float f(float *p) { return __ldcs(p); }", {("name", "__ldcs", "hipify_compat::ldcs")}),
    ("int f(cudaError_t e) { return e == cudaErrorStubLibrary; }", {("name", "cudaError_t", "hipError_t")}),
    ('#include "cublas_v2.h"\nint x;', {("header", "cublas_v2.h", "hipblas/hipblas.h")}),
    ("#include <thrust/sort.h>\nint x;", set()),
    ("#include <cub/cub.cuh>\nusing cub::BlockReduce;", {("namespace", "cub", "hipcub")}),
    ("namespace cub { struct Mine {}; }\nusing cub::BlockReduce;", {("name", "cub", "hipcub")}),
    ("void f() { thrust::sort(thrust::cuda::par, a, b); }", {("namespace", "thrust::cuda", "thrust::hip")}),
    ("void f(float **p) { cudaMallocHost(p, 4); }", {("function", "cudaMallocHost", "")}),
    (
        "void f(int v) { cudaMemcpyToSymbol(t, &v, 4); }",
        {("function", "cudaMemcpyToSymbol", "hipMemcpyToSymbol")},
    ),
    ("#ifdef __CUDACC__\n#define D __device__\n#endif\nD int x;", {("guard", "__CUDACC__", "")}),
    ("void f(register int x) {}", {("flag", "-Wregister", "")}),
    (
        "#include <cuda_fp16.h>\n#ifdef __CUDA_FP16_H__\n__half h;\n#endif",
        {("seen", "__CUDA_FP16_H__", "HIP_INCLUDE_HIP_HIP_FP16_H")},
    ),
]


@pytest.mark.parametrize(("source", "expected"), NAMES)
def test_an_edit_becomes_a_piece(tmp_path: Path, source: str, expected: set[tuple[str, str, str]]) -> None:
    made = shim_of(tmp_path, {"a.cu": source})
    assert expected <= made.pieces
    assert not made.beyond


def test_what_is_the_same_in_hip_needs_no_piece(tmp_path: Path) -> None:
    made = shim_of(tmp_path, {"a.cu": "__global__ void k(half *h, dim3 d) { __syncthreads(); }\n"})
    assert {kind for kind, *_ in made.pieces} <= {"include"}


def test_warp_functions_are_those_of_our_header(tmp_path: Path) -> None:
    source = (
        "__global__ void k(int *p) { p[0] = __shfl_sync(0xffffffff, p[1], 0) + __ballot_sync(~0u, p[2]); }\n"
    )
    made = shim_of(tmp_path, {"a.cu": source})
    assert ("name", "__shfl_sync", "hipify_warp32::shfl_sync") in made.pieces
    assert ("name", "__ballot_sync", "hipify_warp32::ballot_sync") in made.pieces
    assert not made.beyond
    assert "hipify_warp32.h" in made.files


def test_a_shuffle_without_a_mask_is_a_macro(tmp_path: Path) -> None:
    made = shim_of(tmp_path, {"a.cu": "__global__ void k(int *p) { p[0] = __shfl_down(p[1], 4); }\n"})
    assert "#define __shfl_down(...) hipify_warp32::shfl_down_sync(0xffffffffu, __VA_ARGS__)\n" in made.header
    assert not made.beyond


def test_groups_that_hip_lacks_come_into_its_namespace(tmp_path: Path) -> None:
    source = """\
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(float *p) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  p[0] = cg::reduce(tile, p[1], cg::plus<float>());
}
"""
    made = shim_of(tmp_path, {"a.cu": source})
    assert ("group", "reduce", "hipify_warp32::reduce") in made.pieces
    assert ("header", "cooperative_groups/reduce.h", "hip/hip_cooperative_groups.h") in made.pieces
    assert (
        "namespace cooperative_groups {\nusing hipify_warp32::plus;\nusing hipify_warp32::reduce;\n}"
        in made.header
    )
    assert not made.beyond


def test_the_width_of_a_warp_is_no_macro_where_it_is_a_member_too(tmp_path: Path) -> None:
    kernel = "__global__ void k(int *p) { p[threadIdx.x / warpSize] = __shfl_sync(~0u, p[0], 0); }\n"
    alone = shim_of(tmp_path / "alone", {"a.cu": kernel})
    assert ("name", "warpSize", "32") in alone.pieces
    host = 'void f(cudaDeviceProp p) { printf("%d", p.warpSize); }\n'
    beside = shim_of(tmp_path / "beside", {"a.cu": kernel, "b.cu": host})
    assert ("name", "warpSize", "32") not in beside.pieces
    assert [(path, line) for path, line, _ in beside.beyond] == [("a.cu", 1)]


def test_what_no_header_can_do_is_said_at_its_place(tmp_path: Path) -> None:
    source = "#if CUDART_VERSION >= 2000\nint x;\n#endif\nvoid f(void *p) { cudaFree(p); }\n"
    made = shim_of(tmp_path, {"a.cu": source})
    assert [(path, line) for path, line, _ in made.beyond] == [("a.cu", 1)]
    assert "M074 (cuda-release)" in made.beyond[0][2]
    assert ("name", "cudaFree", "hipFree") in made.pieces


def test_a_call_that_no_function_stands_for_is_said(tmp_path: Path) -> None:
    source = "void f(cudaGraph_t g, cudaGraphNode_t *a) { cudaGraphGetEdges(g, a, a, 0, n); }\n"
    made = shim_of(tmp_path, {"a.cu": source})
    assert "R331 (edges-without-edge-data)" in made.beyond[0][2]
    assert "cudaGraphGetEdges" not in made.header


def test_the_compilers_macros_are_left_alone_where_sources_tell_hip_from_cuda(tmp_path: Path) -> None:
    asks = "#ifdef __CUDACC__\n#define D __device__\n#endif\nD int x;\n"
    both = "#if defined(__HIP__)\nint y;\n#elif defined(__CUDACC__)\nint z;\n#endif\n"
    made = shim_of(tmp_path, {"a.cu": asks, "b.cu": both})
    assert not [piece for piece in made.pieces if piece[0] == "guard"]
    assert [(path, line) for path, line, _ in made.beyond] == [("a.cu", 1)]


def test_names_that_a_macro_puts_together_are_looked_up_in_its_calls(tmp_path: Path) -> None:
    source = """\
#define CHECK(call) if ((cuda##call) != cudaSuccess) abort()
void f(float *p) { CHECK(Free(p)); CHECK(MallocHost(&p, 4)); CHECK(NoSuchThing(p)); }
"""
    made = shim_of(tmp_path, {"a.cu": source})
    assert ("name", "cudaFree", "hipFree") in made.pieces
    assert ("function", "cudaMallocHost", "") in made.pieces
    assert "NoSuchThing" not in made.header


def test_a_name_that_the_call_of_a_rule_swallows_is_still_needed(tmp_path: Path) -> None:
    arguments = "h, t, t, 1, 1, 1, p, p, a, 1, p, a, 1, p, p, a, 1, CUDA_R_32F, g"
    made = shim_of(tmp_path, {"a.cu": f"void f() {{ cublasGemmEx({arguments}); }}\n"})
    assert ("name", "CUDA_R_32F", "HIP_R_32F") in made.pieces


def test_functions_stand_for_every_call_of_their_name(tmp_path: Path) -> None:
    source = "void f(cudaEvent_t *e) { cudaEventCreate(e); cudaEventCreate(e, cudaEventDisableTiming); }\n"
    made = shim_of(tmp_path, {"a.cu": source})
    assert {kind for kind, name, _ in made.pieces if name == "cudaEventCreate"} == {"function"}


def test_c_gets_macros_and_nothing_of_a_namespace(tmp_path: Path) -> None:
    source = "void f(void **p, cudaEvent_t *e) { cudaMallocHost(p, 4); cudaFree(*p); cudaEventCreate(e); }\n"
    made = shim_of(
        tmp_path,
        {
            "a.c": f"#include <cuda_runtime.h>\n{source}",
            "b.cu": "cudaEvent_t e;\nvoid g() { cudaEventCreate(&e, 1); }\n",
        },
    )
    assert (
        "c",
        "cudaMallocHost",
        "(pointer_, size_) hipHostMalloc(pointer_, size_, hipHostMallocDefault)",
    ) in made.pieces
    assert ("c", "cudaEventCreate", " hipEventCreate") in made.pieces
    assert ("function", "cudaEventCreate", "") in made.pieces
    assert (
        "#ifndef __cplusplus\n#define cudaEventCreate hipEventCreate\n#define cudaMallocHost(pointer_"
        in made.header
    )


def test_headers_of_thrust_are_guarded_from_the_compilers_macros(tmp_path: Path) -> None:
    asks = "#include <thrust/sort.h>\n#ifdef __CUDACC__\nint x;\n#endif\n"
    made = shim_of(tmp_path, {"a.cu": asks})
    assert "#include_next <thrust/sort.h>\n" in made.files["thrust/sort.h"]
    assert '#include "../cuda_to_hip_aside.h"\n' in made.files["thrust/sort.h"]
    assert '#pragma push_macro("__CUDACC__")\n#undef __CUDACC__\n' in made.files["cuda_to_hip_aside.h"]


def test_an_include_that_is_no_plain_path_gets_no_header(tmp_path: Path) -> None:
    asks = "#include <thrust/*/x.h>\n#include <thrust/../../out.h>\n#ifdef __CUDACC__\nint x;\n#endif\n"
    made = shim_of(tmp_path, {"a.cu": asks})
    assert ("guard", "__CUDACC__", "") in made.pieces
    assert not [path for path in made.files if path.startswith("thrust")]


def test_a_file_that_a_comment_keeps_out_calls_for_nothing(tmp_path: Path) -> None:
    made = shim_of(
        tmp_path,
        {"a.cu": "// hipify: ignore-file[N000] for NVIDIA's GPUs\nvoid f(void *p) { cudaFree(p); }\n"},
    )
    assert "cudaFree" not in made.header
