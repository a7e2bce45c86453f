"""What AMD GPUs lack: that the rules say so of those GPUs for which the compiler does, and of no others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

RULES = load()
GPUS = (
    "gfx90a",
    "gfx942",
    "gfx950",
    "gfx1030",
    "gfx1100",
    "gfx1250",
    "gfx1251",
    "gfx9-4-generic",
    "gfx11-generic",
)
KERNELS = {
    "tex1Dfetch": "__global__ void k(float *p, hipTextureObject_t t) { p[0] = tex1Dfetch<float>(t, 1); }",
    "tex2D": "__global__ void k(float *p, hipTextureObject_t t) { p[0] = tex2D<float>(t, 1.f, 2.f); }",
    "tex3D": "__global__ void k(float *p, hipTextureObject_t t) { p[0] = tex3D<float>(t, 1.f, 2.f, 3.f); }",
    "surf2Dwrite": "__global__ void k(hipSurfaceObject_t s) { surf2Dwrite(1.f, s, 0, 0); }",
    "__cluster_dims__": "__global__ void __cluster_dims__(2, 1, 1) k(float *p) { p[0] = 1; }",
}


def said(source: str, *archs: str) -> list[str]:
    made = convert(source.encode(), RULES, Options("a.hip", archs=archs))
    return [one.rule for one in made.findings if one.rule in {"M069", "M070"}]


@pytest.mark.compiler
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("name", KERNELS)
def test_what_is_said_of_a_gpu_the_compiler_says(
    name: str, gpu: str, tmp_path: Path, hipcheck: Hipcheck
) -> None:
    source = f"#include <hip/hip_runtime.h>\n{KERNELS[name]}\n"
    path = tmp_path / "a.hip"
    path.write_text(source)
    good, messages = hipcheck(path, "--arch", gpu)
    assert good == (not said(source, gpu)), messages


@pytest.mark.parametrize("name", KERNELS)
def test_it_is_said_where_one_of_the_gpus_lacks_it(name: str) -> None:
    source = KERNELS[name]
    alone = [said(source, gpu) for gpu in GPUS]
    assert said(source) == said(source, *GPUS) == max(alone)
    assert said(source, *(gpu for gpu, one in zip(GPUS, alone, strict=True) if not one)) == []


def test_the_gpus_are_named() -> None:
    source = KERNELS["tex2D"].encode()
    (finding,) = convert(source, RULES, Options("a.hip", archs=("gfx90a", "gfx942:sramecc+"))).findings
    assert re.findall(r"gfx\w+", finding.message) == ["gfx942"]


def test_a_generic_target_is_named_as_it_was_given() -> None:
    source = KERNELS["tex2D"].encode()
    archs = ("gfx9-generic", "gfx9-4-generic", "gfx942:xnack+", "gfx942:xnack-")
    (finding,) = convert(source, RULES, Options("a.hip", archs=archs)).findings
    assert re.findall(r"gfx[\w-]+", finding.message) == ["gfx9-4-generic", "gfx942"]


def test_numbers_of_any_length_are_read() -> None:
    long = b"9" * 5000
    source = b"#if CUDA_VERSION >= %b\n#endif\nvoid f() { k<<<1, 2, %b>>>(); k<<<1, 2, 1 * %b>>>(); }\n" % (
        long,
        long,
        long,
    )
    assert {one.rule for one in convert(source, RULES, Options("a.cu")).findings} == {"M003"}


@pytest.mark.parametrize(("makes_modules", "severities"), [(False, ["warning"]), (True, ["note", "warning"])])
def test_a_call_is_noted_where_the_build_makes_its_module(makes_modules: bool, severities: list[str]) -> None:
    source = (
        b'#include <cuda.h>\nvoid f(CUmodule *m) { cuModuleLoadData(m, p);\ncuModuleLoad(m, "a.cubin"); }'
    )
    options = Options(project=Project(makes_modules=makes_modules))
    found = [one for one in convert(source, RULES, options).findings if one.rule == "M073"]
    assert [one.severity for one in found] == severities  # those with one cause are one finding


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ('const char *n = "a.cubin"; cuModuleLoad(m, n);', "warning"),
        ('const char *n = "a.cubins"; cuModuleLoad(m, n);', "note"),
        ("cuModuleLoad(m, n); // a.cubin\n", "note"),
    ],
)
def test_a_call_beside_the_name_of_such_a_file_is_none_of_the_builds(code: str, severity: str) -> None:
    source = f"#include <cuda.h>\nvoid f(CUmodule *m, const char *n) {{ {code} }}"
    options = Options(project=Project(makes_modules=True))
    found = [one for one in convert(source.encode(), RULES, options).findings if one.rule == "M073"]
    assert [one.severity for one in found] == [severity]


LIMITED = (
    "__global__ void a(int *p);\n__global__ void b(int *p);\nint f(int *p, int n) {{\n"
    "auto made = cudaFuncSetAttribute(a, cudaFuncAttributeMaxDynamicSharedMemorySize, n);\n{}\nreturn 0; }}\n"
)


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ("if (made == cudaSuccess) a<<<1, 1, n>>>(p); else b<<<1, 1>>>(p);", "note"),
        (
            "cudaGetLastError(); if (cudaSuccess != made) { b<<<1, 1>>>(p); } else { a<<<1, 1, n>>>(p); }",
            "note",
        ),
        (
            "CHECK(cudaGetLastError()); if (made == cudaSuccess) a<<<1, 1, n>>>(p); else b<<<1, 1>>>(p);",
            "warning",
        ),
        ("if (made == cudaSuccess) a<<<1, 1, n>>>(p);", "warning"),
        ("if (made != cudaSuccess) return 1; a<<<1, 1, n>>>(p);", "warning"),
        ("CHECK(made); a<<<1, 1, n>>>(p);", "warning"),
        ("if (other == cudaSuccess) a<<<1, 1, n>>>(p); else b<<<1, 1>>>(p);", "warning"),
        ("if (made == cudaSuccess && n) a<<<1, 1, n>>>(p); else b<<<1, 1>>>(p);", "warning"),
    ],
)
def test_a_program_with_another_way_is_only_slower(code: str, severity: str) -> None:
    found = convert(LIMITED.format(code).encode(), load(), Options()).findings
    assert [one.severity for one in found if one.rule == "M072"] == [severity]
