"""Functions of a program's own under the names of CUDA's for textures: told from these as a compiler does."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

RULES = load()
OWN = (
    "struct Reader { const float *p; };\n"
    "template <class S> __device__ S tex2D(const Reader &r, int i, float x, float y, bool *all)\n"
    "{ *all = x < y; return r.p[i]; }\n"
    "template <class S> __device__ S tex2D(const Reader &r, float x, float y) { return r.p[0]; }\n"
)
KERNEL = "__global__ void k(Reader r, Params a, cudaTextureObject_t t, float *o) {{ bool all; {} }}\n"
THEIRS = [
    "o[0] = tex2D<float>(r, 1, 2.f, 3.f, &all);",
    "o[0] = tex2D<float>(r, 2.f, 3.f);",
    "o[0] = tex2D<float>(a.reader, 1, 2.f, 3.f, &all);",
    "o[0] = tex2D<float>(Reader{o}, 2.f, 3.f);",
    "o[0] = tex2D<float>( Reader(o) , 2.f, 3.f);",
]
CUDAS = [
    "o[0] = tex2D<float>(t, 2.f, 3.f);",
    "o[0] = tex2D<float>(a.t, 2.f, 3.f);",
    "o[0] = tex2D<float>(Other{t}, 2.f, 3.f);",
    "o[0] = tex2D<float>(Reader{t}.t, 2.f, 3.f);",
    "o[0] = tex2D<float>(made(t), 2.f, 3.f);",
    "o[0] = tex2D<float>(t, 2.f, 3.f, &all);",
    "tex2D(&o[0], t, 2.f, 3.f);",
    "tex2D(&o[0], t, 2.f, 3.f, &all);",
    "o[0] = ::tex2D<float>(t, 2.f, 3.f);",
    "o[0] = tex2DLod<float>(t, 2.f, 3.f, 1.f);",
    "o[0] = tex2DLayered<float>(t, 2.f, 3.f, 1);",
]


def said(source: str) -> list[int]:
    found = convert(source.encode(), RULES, Options("a.cu")).findings
    return [source.count("\n", 0, one.span.start) for one in found if one.rule == "M069"]


@pytest.mark.parametrize("code", THEIRS)
def test_a_call_of_the_program_s_own(code: str) -> None:
    assert said(OWN + KERNEL.format(code)) == []
    assert said("struct Reader;\n" + KERNEL.format(code)) == [1]  # without its declaration it is CUDA's


@pytest.mark.parametrize("code", CUDAS)
def test_a_call_of_cudas_beside_it(code: str) -> None:
    assert said(OWN + KERNEL.format(code)) == [OWN.count("\n")]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("tex1Dfetch", "t, 1"),
        ("tex1D", "t, 1.f"),
        ("tex3D", "t, 1.f, 2.f, 3.f"),
        ("tex3DGrad", "t, 1.f, 2.f, 3.f, d, d"),
        ("texCubemap", "t, 1.f, 2.f, 3.f"),
        ("texCubemapLayeredLod", "t, 1.f, 2.f, 3.f, 4, 5.f"),
        ("tex2Dgather", "t, 1.f, 2.f"),
        ("tex2Dgather", "t, 1.f, 2.f, 3"),
        ("surf2Dwrite", "1.f, t, 1, 2"),
        ("surf2Dread", "o, t, 1, 2, cudaBoundaryModeZero"),
        ("surf1Dread", "t, 1"),
        ("surfCubemapwrite", "1.f, t, 1, 2, 3"),
    ],
)
def test_the_number_of_arguments_of_cudas(name: str, given: str) -> None:
    own = f"__device__ float {name}(const Reader &r, int a, int b, int c, int d, int e, int f, int g);\n"
    kernel = "__global__ void k(cudaTextureObject_t t, float *o, Reader r) {{ {}({}); }}\n"
    assert said(own + kernel.format(name, given)) == [1]
    assert said(own + kernel.format(name, "r, 1, 2, 3, 4, 5, 6, 7")) == []


def test_a_member_called_in_its_class_and_a_function_in_its_namespace() -> None:
    head = "__device__ float tex2D(float x, float y, float z); __device__ float f()"
    member = f"struct A {{ {head} {{ return %s; }} }};\n"
    assert said(member % "tex2D(1, 2, 3)") == []
    assert said(member % "::tex2D<float>(t, 2, 3)") == [0]
    head = "__device__ float tex2D(T t, float x, float y); __device__ float f(T t)"
    space = f"namespace a {{ {head} {{ return %s; }} }}\n"
    assert said(space % "tex2D(t, 2, 3)") == []
    assert said(space % "::tex2D<float>(t, 2, 3)") == [0]


@pytest.mark.parametrize("header", ["a.h", "a.cuh"])
def test_the_declaration_stands_in_a_header_of_the_unit(header: str, tmp_path: Path) -> None:
    (tmp_path / header).write_text("#pragma once\n" + OWN)
    other = KERNEL.format("".join(THEIRS[:2]))
    (tmp_path / "a.cu").write_text(f'#include "{header}"\n{other}')
    (tmp_path / "b.cu").write_text(f'#include "{header}"\n{KERNEL.format(CUDAS[0])}')
    (tmp_path / "c.cu").write_text(f"struct Reader;\n{other}")
    report = convert_tree([str(tmp_path)], Settings())
    told = {Path(one.path).name for one in report.files if any(f.rule == "M069" for f in one.concerns)}
    assert told == {"b.cu", "c.cu"}
