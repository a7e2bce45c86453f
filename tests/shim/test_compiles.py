"""Unchanged CUDA sources and their shim, put before a HIP compiler."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import ROOT, put
from helpers.shims import shim_of, shim_of_tree

from hipify_py.rules.load import load
from hipify_py.settings import Settings
from hipify_py.shim.facts import spoken

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck


EVERY_CALL = Path(__file__).with_name("every_call.cu")
LIBRARIES = (
    "hipblas/hipblas.h",
    "hipblaslt/hipblaslt.h",
    "hipcub/hipcub.hpp",
    "hipfft/hipfft.h",
    "hiprand/hiprand.h",
    "hiprand/hiprand_kernel.h",
    "hipsolver/hipsolver.h",
    "hipsparse/hipsparse.h",
    "hip/hip_bf16.h",
    "hip/hip_cooperative_groups.h",
    "hip/hip_fp16.h",
    "hip/hip_fp8.h",
    "hip/hiprtc.h",
    "rccl/rccl.h",
    "rocprim/rocprim.hpp",
    "thrust/complex.h",
    "thrust/device_vector.h",
    "thrust/sort.h",
)


def flags(folder: Path, files: dict[str, str]) -> tuple[str, ...]:
    """Write a shim and give the flags by which sources are compiled with it."""
    for path, text in files.items():
        put(folder / path, text)
    return "-I", str(folder), "-include", str(folder / "cuda_to_hip.h")


def test_the_demo_compiles_unchanged(hipcheck: Hipcheck, tmp_path: Path) -> None:
    made = shim_of_tree(ROOT / "corpus/demo", Settings(mode="memory"))
    given = flags(tmp_path / "compat", made.files)
    sources = sorted((ROOT / "corpus/demo/src").glob("*.cu"))
    assert len(sources) == 2
    for source in sources:
        assert hipcheck(source, *given, "-I", str(ROOT / "corpus/demo/include")) == (True, ""), source


@pytest.mark.compiler
@pytest.mark.parametrize("rocm", ["7.2", "6.4"])
def test_every_call_that_has_a_function_compiles(
    rocm: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    check: Hipcheck = request.getfixturevalue("hipcheck" if rocm == "7.2" else "hipcheck64")
    shutil.copy(EVERY_CALL, put(tmp_path / "src/a.cu", ""))
    made = shim_of_tree(tmp_path / "src", Settings(mode="memory", rocm=rocm))
    given = flags(tmp_path / "compat", made.files)
    compiles, said = check(tmp_path / "src/a.cu", "-DHIPBLAS_V2", "-Wno-deprecated-declarations", *given)
    assert compiles, said


def test_every_function_is_tried() -> None:
    text = EVERY_CALL.read_text("utf-8")
    assert [name for name in load().shims if f" {name}(" not in text] == []


def test_each_function_stands_for_calls_that_a_rule_rewrites() -> None:
    rules = load()
    assert [name for name in rules.shims if not any(rule.fix for rule in rules.for_call(name.encode()))] == []


def test_a_source_in_c_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    source = """\
#include <cuda_runtime.h>
int f(cudaStream_t stream) {
  void *p;
  cudaEvent_t event;
  if (cudaMallocHost(&p, 64) != cudaSuccess || cudaEventCreate(&event) != cudaSuccess) return 1;
  if (cudaMemcpyAsync(p, p, 64, cudaMemcpyDefault, stream) != cudaSuccess) return 2;
  return cudaFreeHost(p) != cudaSuccess;
}
"""
    kernel = "cudaEvent_t e;\nvoid g() { cudaEventCreate(&e, cudaEventDisableTiming); }\n"
    made = shim_of(tmp_path / "src", {"a.c": source, "b.cu": kernel})
    given = flags(tmp_path / "compat", made.files)
    assert hipcheck(tmp_path / "src/a.c", *given) == (True, "")
    assert hipcheck(tmp_path / "src/b.cu", *given) == (True, "")


def test_headers_of_rocm_read_behind_all_names_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    names = load().names.items()
    plain = [
        f"#define {name.decode()} {known.to.decode()}\n"
        for name, known in sorted(names)
        if known.to and known.to != name and name.decode() not in spoken()
    ]
    assert len(plain) > 4500
    includes = "".join(f"#include <{path}>\n" for path in LIBRARIES)
    source = put(tmp_path / "a.hip", "#include <hip/hip_runtime.h>\n" + "".join(plain) + includes)
    compiles, said = hipcheck(source, "--arch", "gfx90a", "-fsyntax-only")
    assert compiles, said


def test_headers_of_rocm_are_read_without_the_macros_that_they_use(
    hipcheck: Hipcheck, tmp_path: Path
) -> None:
    source = """\
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#ifdef __CUDACC__
__global__ void k(int *p, float *q) {
  typedef cub::WarpReduce<int, 32> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  p[0] = __shfl_sync(0xffffffff, p[1], 0) + __any_sync(0xffffffff, p[2]) + __shfl_down(p[3], 4);
  p[1] = Reduce(storage).Sum(p[threadIdx.x]) + warpSize;
  q[0] = __ldcs(q) + __half2float(__float2half(q[1]));
}
#else
#error "the condition does not see CUDA's compiler"
#endif
void sort(thrust::device_vector<int> &v) { thrust::sort(thrust::cuda::par, v.begin(), v.end()); }
"""
    made = shim_of(tmp_path / "src", {"a.cu": source})
    assert not made.beyond
    given = flags(tmp_path / "compat", made.files)
    assert hipcheck(tmp_path / "src/a.cu", *given, "-fsyntax-only") == (True, "")
