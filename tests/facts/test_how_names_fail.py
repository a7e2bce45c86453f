"""How a use of a renamed name fails that differs (N002): the compiler takes what is said to fail later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.api import convert

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <nvrtc.h>\n#include <cufft.h>\n"
LATER = f"""{HEAD}#include <cub/cub.cuh>
texture<float, 2> image;
__global__ void fence(int *p) {{
    *p = cub::WarpId();
    __threadfence_system();
}}
void driver(CUfunction f, CUdevice device, int *version, size_t *bytes) {{
    cuDriverGetVersion(version);
    cudaRuntimeGetVersion(version);
    cuDeviceComputeCapability(version, version, device);
    cuFuncSetCacheConfig(f, CU_FUNC_CACHE_PREFER_L1);
    cuOccupancyAvailableDynamicSMemPerBlock(bytes, f, 1, 64);
    cufftGetVersion(version);
}}
void texture_reference(cudaArray_t array) {{
    cudaBindTextureToArray(image, array);
    cudaUnbindTexture(image);
}}
void compiled(nvrtcProgram program, char *code, size_t *bytes, const char **options) {{
    nvrtcCompileProgram(program, 1, options);
    nvrtcGetPTXSize(program, bytes);
    nvrtcGetPTX(program, code);
}}
"""
SOON = {
    "CUDA_KERNEL_NODE_PARAMS": "CUDA_KERNEL_NODE_PARAMS k; k.gridDimX = 1;",
    "CUDA_MEMCPY3D_PEER": "CUDA_MEMCPY3D_PEER m; m.srcXInBytes = 0;",
    "cudaRoundMode": "cudaRoundMode mode;",
}


def said(source: str) -> list[tuple[str, str]]:
    """Give how what is said of names that differ fails, in the order of the source.

    Of names that differ alike there is one finding, with the others as its places.
    """
    found = (one for one in convert(source).findings if one.rule == "N002")
    return [
        (name, one.fails)
        for one in found
        for name in (one.message.split()[0], *(each.message.rpartition(", ")[2] for each in one.related))
    ]


def test_each_name_has_a_failure_of_its_own() -> None:
    assert said(LATER) == [
        *(("cub::WarpId", "silent"), ("__threadfence_system", "silent")),
        *(("cuDriverGetVersion", "never"), ("cudaRuntimeGetVersion", "never")),
        *(("cuDeviceComputeCapability", "silent"), ("cuFuncSetCacheConfig", "run")),
        *(("cuOccupancyAvailableDynamicSMemPerBlock", "run"), ("cufftGetVersion", "silent")),
        *(("cudaBindTextureToArray", "run"), ("cudaUnbindTexture", "run"), ("nvrtcCompileProgram", "run")),
        *(("nvrtcGetPTXSize", "silent"), ("nvrtcGetPTX", "silent")),
    ]


def test_what_the_compiler_takes_without_a_word_is_not_spoken_of() -> None:
    source = "void f(CUgraphNode n) { CUdeviceptr p; cuGraphMemFreeNodeGetParams(n, &p); }"
    assert said(source) == []


@pytest.mark.compiler
def test_what_fails_later_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    path = tmp_path / "later.hip"
    path.write_text(convert(LATER).text)
    good, messages = hipcheck(path, "--arch", "gfx90a", "-Wno-deprecated-declarations")
    assert good, messages


@pytest.mark.compiler
@pytest.mark.parametrize("name", SOON)
def test_what_the_compiler_refuses_does_not_compile(name: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    source = f"{HEAD}void f() {{ {SOON[name]} }}\n"
    assert said(source) == [(name, "compile")]
    path = tmp_path / "soon.hip"
    path.write_text(convert(source).text)
    assert not hipcheck(path, "--arch", "gfx90a", "-fsyntax-only")[0]
