"""What a real HIP compiler says of real sources."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import ROOT, put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify.compiler import find, probe
from hipify_py.verify.run import Wish, verify
from hipify_py.verify.sources import look_over

if TYPE_CHECKING:
    from hipify_py.verify.model import Verdict

pytestmark = pytest.mark.usefixtures("hipcheck")
ROOT_OF_TOOLS = os.environ.get("HIP_SYSROOT") or os.path.expanduser("~/.cache/hip-sysroot")


def verdict(root: Path, *, to_object: bool = False) -> Verdict:
    compiler = find(ROOT_OF_TOOLS, os.environ)
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    return verify(sources, Wish(compiler, jobs=2, to_object=to_object))


def test_the_compiler_passes_the_probe_and_an_unknown_gpu_does_not() -> None:
    compiler = find(ROOT_OF_TOOLS, os.environ)
    probe(compiler, ("gfx90a", "gfx1100"), 120)
    with pytest.raises(Exception, match=r"compiles no HIP for gfx0: .*gfx0"):
        probe(compiler, ("gfx0",), 120)


def test_the_demo_compiles_to_object_code() -> None:
    found = verdict(ROOT / "corpus/demo", to_object=True)
    assert found.count("compiles") == len(found.units) > 2


def test_errors_stand_where_a_person_looks_for_them(tmp_path: Path) -> None:
    put(
        tmp_path / "src/a.cu",
        '#define N 32\n#include "inner.h"\n#include <algorithm>\n#include <vector>\n\n'
        "__global__ void k(float *x) { *x = own(N); }\n\n\n\n"
        "void sorted(std::vector<struct S> &v)\n{\n    std::sort(v.begin(), v.end());\n}\n\n\n\n\n"
        "void f(void *p) { cudaFree(p, 1, 2); }\n\n\n\n\n"
        "void g() { cudaNoSuchThing(); }\n",
    )
    put(
        tmp_path / "include/inner.h",
        "#pragma once\n__device__ float own(int x) { return y; }\nstruct S { int a; };\n",
    )
    put(tmp_path / "src/b.cu", '#include "inner.h"\n#include <mpi.h>\n')
    found = verdict(tmp_path)
    by_name = {Path(unit.path).name: unit for unit in found.units}
    # the first unit brings the runtime itself, the second does not use it
    problems = [(Path(one.path).name, one.line, one.cause, one.foretold) for one in by_name["a.cu"].problems]
    assert ("inner.h", 2, "undeclared y", ()) in problems
    assert ("a.cu", 18, "no matching function hipFree", ()) in problems
    assert ("a.cu", 23, "undeclared cudaNoSuchThing", ("N003",)) in problems
    inside = [one for one in by_name["a.cu"].problems if one.inside]
    assert [(Path(one.path).name, one.line) for one in inside] == [("a.cu", 12)]
    assert all(set(one.sides) <= {"gfx90a", "gfx1100", "host"} for one in by_name["a.cu"].problems)
    assert by_name["b.cu"].status in {"needs", "fails"}


def test_what_only_object_code_shows(tmp_path: Path) -> None:
    put(
        tmp_path / "a.cu",
        "#include <cuda_runtime.h>\n__device__ int gone(int);\n"
        "__global__ void k(int *p) { *p = gone(*p); }\n",
    )
    assert verdict(tmp_path).units[0].status == "compiles"
    found = verdict(tmp_path, to_object=True).units[0]
    assert found.status == "fails"
    assert [(one.cause, one.sides) for one in found.problems] == [
        ("undefined symbol gone(int)", ("gfx90a", "gfx1100"))
    ]


def test_the_warp_header_is_there_without_being_written(tmp_path: Path) -> None:
    kernel = "__global__ void k(unsigned *p) { *p = __ballot_sync(0xffffffff, *p); }\n"
    put(tmp_path / "deep/er/a.cu", "#include <cuda_runtime.h>\n" + kernel)
    assert verdict(tmp_path).units[0].status == "compiles"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.cu", "deep", "er"]


def test_a_precompiled_header_changes_no_verdict(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", "#include <cuda_runtime.h>\nvoid f() { memset(0, 0, 1); cudaFoo(); }\n")
    put(tmp_path / "b.cu", "int x;\n#include <cuda_runtime.h>\nvoid f() { memset(0, 0, 1); cudaFoo(); }\n")
    found = verdict(tmp_path)
    said = [[one.text for one in unit.problems] for unit in found.units]
    assert said[0] == said[1]
    assert said[0][-1].startswith("use of undeclared identifier 'cudaFoo'")
