"""A program's own functions of C under names of CUDA's: which they are, and who sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES

from hipify_py import Settings, convert_tree
from hipify_py.resolve.c_functions import own_c_functions
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "const char *cuGetErrorString(CUresult);\n"
WRAPPED = '#ifdef __cplusplus\nextern "C" {\n#endif\n%s#ifdef __cplusplus\n}\n#endif\n'
BODY = '#include "a.h"\n' + TEXT.replace(";", ' { return r ? "bad" : "ok"; }').replace("result)", "result r)")
USE = '#include "a.h"\nconst char *f(CUresult r) { return cuGetErrorString(r); }\n'


@pytest.mark.parametrize(
    ("source", "in_c", "in_cxx"),
    [
        (TEXT, {b"cuGetErrorString"}, set()),
        (TEXT.replace(";", ' { return "?"; }'), {b"cuGetErrorString"}, set()),
        ("static void cudaFree(struct list *one) {}\n", {b"cudaFree"}, set()),
        (WRAPPED % TEXT, {b"cuGetErrorString"}, {b"cuGetErrorString"}),
        ('extern "C" void cuInit(int);\n' + TEXT, {b"cuInit", b"cuGetErrorString"}, {b"cuInit"}),
        (TEXT + 'extern "C" ' + TEXT, {b"cuGetErrorString"}, {b"cuGetErrorString"}),
    ],
)
def test_functions_that_return_another_type(source: str, in_c: set[bytes], in_cxx: set[bytes]) -> None:
    unit = Unit(source.encode())
    assert own_c_functions(unit, RULES, Options(path="a.c")) == in_c
    assert own_c_functions(unit, RULES, Options(path="a.cu")) == in_cxx


@pytest.mark.parametrize(
    "source",
    [
        "CUresult cuGetErrorString(CUresult, const char **);\n",
        "cudaError_t cudaMalloc(void **p, size_t n) { return cudaSuccess; }\n",  # stands in for CUDA's
        "STATUS cuInit(unsigned flags);\nint cuInit(unsigned flags);\n",  # may be CUDA's type
        "const char *cudaGetErrorString(cudaError_t);\nfloat cuCabsf(cuFloatComplex);\n",
        "const char *(*cuGetErrorString)(CUresult);\nvoid f(char cuInit(void));\n",
        "void f(void) { void cuInit(int); char *s = cuGetErrorString(r); }\n",
        "#if CUDA_VERSION < 6000\n" + TEXT + "#endif\n",
        "#define A const char *cuGetErrorString(CUresult);\n// " + TEXT,
        "void cuMine(int);\nchar *cudaGraphConditionalHandleCreate(void);\n",  # which nothing renames
        "namespace mine { " + TEXT + "}\nstruct S { " + TEXT + "};\n",
    ],
)
def test_other_functions(source: str) -> None:
    for path in ("a.c", "a.cu"):
        assert own_c_functions(Unit(source.encode()), RULES, Options(path=path)) == set()


def test_what_another_file_declares() -> None:
    project = Project(functions=frozenset({b"cuInit!", b"cuGetErrorString!?", b"warp_sum", b"tex2D&T"}))
    unit = Unit(b"")
    assert own_c_functions(unit, RULES, Options(path="a.cu", project=project)) == {b"cuInit"}
    known = own_c_functions(unit, RULES, Options(path="a.c", project=project))
    assert known == {b"cuInit", b"cuGetErrorString"}


def converted(folder: Path, files: dict[str, str]) -> set[str]:
    """Give the files that have HIP's name."""
    for name, text in files.items():
        (folder / name).write_text(text)
    report = convert_tree([str(folder)], Settings(mode="in-place"))
    assert all(one.status == "converted" for one in report.files), report
    return {one for one in files if "hipDrvGetErrorString" in (folder / one).read_text()}


@pytest.mark.parametrize("declared", [TEXT, WRAPPED % TEXT])
def test_every_file_of_c_that_sees_one_keeps_its_name(tmp_path: Path, declared: str) -> None:
    other = "void f(CUresult r, const char **s) { cuGetErrorString(r, s); }\n"
    files = {"a.h": "#include <cuda.h>\n" + declared, "a.c": BODY, "b.c": USE, "other.c": other}
    assert converted(tmp_path, files) == {"other.c"}


def test_a_source_of_cuda_keeps_the_name_of_one_of_c_alone(tmp_path: Path) -> None:
    files = {"a.h": "#include <cuda.h>\n" + WRAPPED % TEXT, "b.cu": USE}
    assert converted(tmp_path, files) == set()


def test_an_overload_in_cxx_is_renamed_with_its_calls(tmp_path: Path) -> None:
    files = {"a.h": "#include <cuda.h>\n" + TEXT, "b.cu": USE}
    assert converted(tmp_path, files) == {"a.h", "b.cu"}
