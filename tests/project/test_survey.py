"""What one file tells others: the names it makes, whether it brings the runtime, whether it holds CUDA."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.project.entries import Entry
from hipify_py.project.fact_reading import facts
from hipify_py.project.facts import Facts
from hipify_py.project.run import convert_tree
from hipify_py.project.survey import is_recipe, looks_like_cuda, survey_files
from hipify_py.project.workers import Job
from hipify_py.resolve.told import Told
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

RULES = load()


def read(text: str, path: str = "a.cu") -> Facts:
    return facts(text.encode(), RULES, Options(path=path))


def named(text: str, path: str = "a.h") -> dict[str, str]:
    found = read(text, path).told
    return {told.name.decode(): told.value.decode() for told in found if told.kind == "name"}


def test_a_file_that_needs_the_runtime_brings_it() -> None:
    assert read("__device__ int f();\n", "a.cuh").brings
    assert not read("int f();\n", "a.cuh").brings


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#define CUDA_FROB(x) x\n", {"CUDA_FROB": "#"}),
        ("struct cudaFrob { int x; };\n", {"cudaFrob": ""}),
        ("void cudaFrob(int);\n", {"cudaFrob": ""}),
        ("static int umin(int a, int b) { return a; }\n", {"umin": ""}),
        ("namespace { int umin(int a, int b); }\n", {"umin": ""}),
        ("namespace a { namespace b { int umin(int a, int b); } }\n", {"umin": "a::b"}),
        ("namespace a::b { class C { int umin(int a, int b); }; }\n", {"umin": "a::b::C"}),
        ('extern "C" { int umin(int a, int b); }\n', {"umin": ""}),
        ("template <class T> T umin(T a, T b) { return a; }\n", {"umin": ""}),
        ("void f() { int umin = 1; }\n", {}),
        ("void f(int umin);\n", {}),
        ("void f() {\n#define CUDA_FROB 1\n}\n", {"CUDA_FROB": "#"}),
        ("void f() { cudaFrob(1); }\n", {}),
        ("// #define CUDA_FROB\n", {}),
        ("#ifdef CUDA_FROB\n#endif\n", {}),
    ],
)
def test_names_that_a_file_makes(text: str, names: dict[str, str]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    ("include", "names"),
    [("hip/hip_runtime.h", {"__vsub4"}), ("cuda_runtime.h", {"__trap", "__vsub4"})],
)
def test_a_stand_in_for_hip_keeps_no_call_from_its_fix(include: str, names: set[str]) -> None:
    text = f"#include <{include}>\n#define __trap() abort()\n__device__ int __vsub4(int a, int b);\n"
    assert set(named(text)) == names


@pytest.mark.parametrize(
    ("text", "cuda"),
    [
        ("#include <cuda_runtime.h>\n", True),
        ('int x;\n  #  include "cuda.h"\n', True),
        ("#include <cub/cub.cuh>\n", True),
        ("%:import <cooperative_groups.h>\n", True),
        ("module;\n  export import <cuda_runtime.h>;\n", True),
        ('import "cuda/index.js";\n', False),
        ("import cuda\n", False),
        ("static __global__ void k();\n", True),
        ("__global__ void k();\n", True),
        ("int x;\n", False),
        ("// __global__ void k();\n", False),
        ('"__global__ void k();"\n', False),
        ('#include "my/cuda.h"\n', False),
        ("cuda, cub/, cooperative_groups and __global__\n", False),
        ("#! /bin/sh\ncat <<END\n#include <cuda.h>\nEND\n", False),
        ("", False),
    ],
)
def test_looks_like_cuda(text: str, cuda: bool) -> None:
    assert looks_like_cuda(text.encode()) is cuda


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x;\n", Facts()),
        (
            '#include <cuda_runtime.h>\n#include "a.h"\n',
            Facts(((b"cuda_runtime.h", False), (b"a.h", True)), brings=True, has_cuda=True),
        ),
        ("void f() { cudaFree(p); }\n", Facts(brings=True, has_cuda=True, asks=frozenset({b"f<"}))),
        ("#include <cudnn.h>\n", Facts(((b"cudnn.h", False),), has_cuda=True)),
        (
            '#include "a.h"\n#define WARP_SIZE 32\n',
            Facts(
                ((b"a.h", True),),
                told=(Told("constant", b"WARP_SIZE", b"32", 1), Told("function", b"WARP_SIZE", b"", 1)),
                macros=frozenset({b"WARP_SIZE"}),
            ),
        ),
        (
            "using namespace a::b;\nint f() { return c::umin(1, 2); }\n",
            Facts(
                told=(Told("using", b"a"), Told("using", b"b"), Told("space", b"using namespace a::b;")),
                asks=frozenset({b"umin", b"f<"}),
                scopes=frozenset({b"a", b"b", b"c"}),
                entered=frozenset({b"a", b"b"}),
            ),
        ),
    ],
)
def test_the_facts_of_a_file(text: str, expected: Facts) -> None:
    assert facts(text.encode(), RULES, Options(path="a.cu")) == expected


def test_a_file_without_facts_holds_up_no_other(tmp_path: Path) -> None:
    """What is wrong with it is said when it is converted."""
    put(tmp_path / "good.cu", "#include <cuda_runtime.h>\n")
    put(tmp_path / "binary.cu", b"\0")
    put(tmp_path / "large.cu", "int x;\n" * 20)
    names = (("good.cu", "source"), ("gone.cu", "source"), ("binary.cu", "source"), ("large.cu", "source"))
    entries = [
        Entry(str(tmp_path / name), str(tmp_path), name, name, name, kind)  # type: ignore[arg-type]
        for name, kind in (*names, ("good.cu", "other"))
    ]
    found = survey_files(entries, Job(Settings(max_size=100), Project()))
    assert [fact is not None and fact.brings for fact in found] == [True, False, False, False, False]
    assert found[1:] == [None] * 4


@pytest.mark.parametrize(
    ("name", "text", "recipe"),
    [
        ("a.def", "Bootstrap: docker\nFrom: debian:12\n%post\nCUDA_VERSION=12-3\n", True),
        ("a.def", "# of a cluster\n\nBOOTSTRAP : docker\n", True),
        ("a.def", "X(cudaMalloc)\nBootstrap: docker\n", False),
        ("a.inc", "Bootstrap: docker\n", False),
    ],
)
def test_a_recipe_of_a_container_is_no_source(name: str, text: str, recipe: bool, tmp_path: Path) -> None:
    assert is_recipe(name, text.encode()) is recipe
    put(tmp_path / name, text + "CUDA_VERSION\n")
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    assert not (recipe and report.files[0].concerns)
