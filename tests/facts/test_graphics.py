"""Interoperation with OpenGL and profiler control: the names are HIP's, and take what CUDA's take."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

FILE = Path(__file__).parents[2] / "rules" / "graphics.toml"
NAMES = tomllib.loads(FILE.read_text(encoding="utf-8"))["names"]
# Calls as CUDA's headers declare the functions.
PROGRAM = """
#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_runtime.h>
#include <cuda_gl_interop.h>
#include <cudaGL.h>

cudaError_t runtime(unsigned buffer, unsigned image, unsigned target)
{
    unsigned count;
    int devices[4];
    cudaGLDeviceList lists[] = {cudaGLDeviceListAll, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame};
    cudaGraphicsResource *resource;
    cudaGraphicsResource_t other;
    cudaGLGetDevices(&count, devices, 4, lists[0]);
    cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsWriteDiscard);
    return cudaGraphicsGLRegisterImage(&other, image, target, cudaGraphicsRegisterFlagsReadOnly);
}

CUresult driver(unsigned buffer, unsigned image, unsigned target)
{
    unsigned count;
    CUdevice devices[4];
    CUGLDeviceList all = CU_GL_DEVICE_LIST_ALL, current = CU_GL_DEVICE_LIST_CURRENT_FRAME;
    CUGLDeviceList next = CU_GL_DEVICE_LIST_NEXT_FRAME;
    CUgraphicsResource resource;
    cuGLGetDevices(&count, devices, 4, all == current ? next : all);
    cuProfilerStart();
    cuProfilerStop();
    cuGraphicsGLRegisterBuffer(&resource, buffer, CU_GRAPHICS_REGISTER_FLAGS_NONE);
    return cuGraphicsGLRegisterImage(&resource, image, target, CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY);
}
"""


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
def test_calls_compile(check: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    compiled: Hipcheck = request.getfixturevalue(check)
    path = tmp_path / "a.hip"
    path.write_text(converted(PROGRAM).text)
    good, said = compiled(path, "-fsyntax-only")
    assert good, said


def test_every_new_name_is_in_that_program() -> None:
    renamed = {name for name, value in NAMES.items() if isinstance(value, str)}
    assert renamed == renamed & {*re.findall(r"\w+", PROGRAM)}


def test_old_functions_are_reported() -> None:
    source = "void f() { cudaGLSetGLDevice(0); cuGLInit(); }"
    assert converted(source) == (source, [("N001", "cudaGLSetGLDevice"), ("N001", "cuGLInit")])
