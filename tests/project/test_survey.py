"""What the files of a project_of tell about one another."""

from __future__ import annotations

import pytest

from hipify_py.model import Project
from hipify_py.project.include_graph import project_of
from hipify_py.project.survey import facts, looks_like_cuda
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def survey(files: dict[str, str], renamed: dict[str, str] | None = None) -> Project:
    found = {path: facts(text.encode(), RULES, Options(path=path)) for path, text in files.items()}
    return project_of(found, RULES, renamed or {})


def test_the_runtime_comes_through_includes() -> None:
    found = survey(
        {
            "inc/base.h": "#include <cuda_runtime.h>\n",
            "inc/mid.h": '#include "base.h"\n',
            "src/a.cpp": '#include "mid.h"\n',
            "src/b.cpp": "int x;\n",
        }
    )
    assert found.runtime == {"inc/base.h", "inc/mid.h", "src/a.cpp"}


def test_includes_in_a_circle_end() -> None:
    found = survey({"a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n#include <cuda_runtime.h>\n'})
    assert found.runtime == {"a.h", "b.h"}


def test_a_file_that_needs_the_runtime_brings_it() -> None:
    assert survey({"a.cuh": "__device__ int f();\n"}).runtime == {"a.cuh"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#define CUDA_FROB(x) x\n", {b"CUDA_FROB"}),
        ("struct cudaFrob { int x; };\n", {b"cudaFrob"}),
        ("void cudaFrob(int);\n", {b"cudaFrob"}),
        ("void f() { cudaFrob(1); }\n", set()),
        ("// #define CUDA_FROB\n", set()),
        ("#ifdef CUDA_FROB\n#endif\n", set()),
    ],
)
def test_names_that_a_file_makes(text: str, names: set[bytes]) -> None:
    assert survey({"a.h": text}).names == names


@pytest.mark.parametrize(
    ("include", "names"),
    [("hip/hip_runtime.h", {b"__vsub4"}), ("cuda_runtime.h", {b"__trap", b"__vsub4"})],
)
def test_a_stand_in_for_hip_keeps_no_call_from_its_fix(include: str, names: set[bytes]) -> None:
    text = f"#include <{include}>\n#define __trap() abort()\n__device__ int __vsub4(int a, int b);\n"
    assert survey({"vendors/x.h": text, "k.cu": "__device__ void f() { __trap(); }\n"}).names == names


def test_paths_and_their_tails() -> None:
    files = survey({"src/a/x.h": "", "src/b/x.h": "", "src/b/y.h": ""}).files
    assert files["src/a/x.h"] == "src/a/x.h"
    assert files["a/x.h"] == "src/a/x.h"
    assert files["y.h"] == files["b/y.h"] == "src/b/y.h"
    assert "x.h" not in files


@pytest.mark.parametrize(
    ("text", "cuda"),
    [
        ("#include <cuda_runtime.h>\n", True),
        ('int x;\n  #  include "cuda.h"\n', True),
        ("#include <cub/cub.cuh>\n", True),
        ("static __global__ void k();\n", True),
        ("__global__ void k();\n", True),
        ("int x;\n", False),
        ("// __global__ void k();\n", False),
        ('"__global__ void k();"\n', False),
        ('#include "my/cuda.h"\n', False),
        ("", False),
    ],
)
def test_looks_like_cuda(text: str, cuda: bool) -> None:
    assert looks_like_cuda(text.encode()) is cuda
