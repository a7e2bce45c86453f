"""What one file tells others: the names it makes, whether it brings the runtime, whether it holds CUDA."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.model import Project
from hipify_py.project.discover import Entry
from hipify_py.project.include_graph import project_of
from hipify_py.project.survey import Facts, facts, looks_like_cuda, survey_files
from hipify_py.project.workers import Job
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

RULES = load()


def survey(files: dict[str, str], renamed: dict[str, str] | None = None) -> Project:
    found = {path: facts(text.encode(), RULES, Options(path=path)) for path, text in files.items()}
    return project_of(found, RULES, renamed or {})


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x;\n", Facts((), frozenset(), brings=False, has_cuda=False)),
        (
            '#include <cuda_runtime.h>\n#include "a.h"\n',
            Facts(((b"cuda_runtime.h", False), (b"a.h", True)), frozenset(), brings=True, has_cuda=True),
        ),
        ("void f() { cudaFree(p); }\n", Facts((), frozenset(), brings=True, has_cuda=True)),
        ("#include <cudnn.h>\n", Facts(((b"cudnn.h", False),), frozenset(), brings=False, has_cuda=True)),
        (
            "#define WARP_SIZE 32\n",
            Facts((), frozenset(), False, False, ((b"WARP_SIZE", b"32"),), frozenset({b"WARP_SIZE"})),
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
