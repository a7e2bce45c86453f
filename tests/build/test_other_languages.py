"""Sources of other languages that name CUDA: told once a file, with what they name."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES

from hipify_py.build.other_languages import names_cuda, other_language
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.model import Finding

CYTHON = """\
'''Calls cudaMalloc.'''
cdef extern from "cuda_runtime.h" nogil:  # of CUDA
    int cudaFree(void *)
    int cudaFreeHost(void *)
"""
FORTRAN = """\
! cudaMalloc is called elsewhere
subroutine release(p)
  use iso_c_binding
  interface
    integer(c_int) function free(p) bind(c, name="cudaFree")
    end function
  end interface
  print *, "cudaHostAlloc"
end subroutine
"""


def said(name: str, source: str) -> list[Finding]:
    assert (
        names_cuda(source.encode(), name) or not other_language(source.encode(), RULES, Options(path=name))[1]
    )
    edits, findings = other_language(source.encode(), RULES, Options(path=name))
    assert edits == []
    return findings


@pytest.mark.parametrize(
    ("name", "source", "first", "more"),
    [
        ("a.pyx", CYTHON, 'cdef extern from "cuda_runtime.h', 2),
        ("a.f90", FORTRAN, "cudaFree", 0),
        ("A.F90", "  USE cudafor\n  call f<<<g, b>>>(x)\n  a = cudaMalloc(x)\n", "USE cudafor", 1),
        ("a.cuf", "attributes(global) subroutine k(x)\n!$cuf kernel do\n", "attributes(global", 1),
        ("a.f", "c     cudaMalloc\n      i = cudaFree(p)\n", "cudaFree", 0),
        ("a.rs", "/* cudaMalloc */ // cudaMallocHost\nunsafe { cudaFree(p); cudaFree(q) };\n", "cudaFree", 0),
        ("b.rs", 'let q = \'"\'; let p = r"c:\\"; unsafe { cudaFree(p) };\n', "cudaFree", 0),
        ("B.java", "char q = '\"'; JCuda.cudaFree(p);\n", "cudaFree", 0),
        ("A.java", "import jcuda.runtime.JCuda;\nJCuda.cudaFree(p);\n", "import jcuda", 1),
    ],
)
def test_what_names_cuda_is_told_once(name: str, source: str, first: str, more: int) -> None:
    [one] = said(name, source)
    assert (one.rule, one.severity) == ("F027", "warning")
    assert source.encode()[slice(*one.span)].decode() == first
    assert len(one.related) == more
    assert f"names CUDA by {first}{f' and {more} more' if more else ''}: " in one.message


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.pyx", "# cudaMalloc\n'cudaMalloc'\n"),
        ("a.pxd", "cdef int cudaSolve(int)\n"),
        ("a.f90", "! use cudafor\nprint *, 'cudaMalloc('\ncall cudaSolver(x)\n"),
        ("a.for", "* cudaMalloc\n      call f\n"),
        ("a.rs", 'let s = "cudaMalloc"; // cudaMalloc\n'),
        ("b.rs", 'let s = r#"a "cudaMalloc" b"#;\n'),
        ("B.java", '"""\n a "quoted" cudaMalloc\n""";\n'),
        ("A.java", "class CudaException extends Exception {}\n"),
        ("a.py", "lib.cudaMalloc(p)\n"),
    ],
)
def test_remarks_strings_and_names_of_their_own_are_not(name: str, source: str) -> None:
    assert not names_cuda(source.encode(), name) or said(name, source) == []


def test_what_speaks_of_hip_gets_a_note() -> None:
    [one] = said("a.pyx", CYTHON + "IF HIP_VERSION:\n    pass\n")
    assert one.severity == "note"


@pytest.mark.parametrize("build", ["replace", "keep"])
def test_a_run_reads_them_and_leaves_them(tmp_path: Path, build: str) -> None:
    put(tmp_path / "core" / "a.pyx", CYTHON)
    put(tmp_path / "core" / "b.pyx", "import os\n")
    put(tmp_path / "f.cuf", "use cudafor\n")
    report = convert_tree([str(tmp_path)], Settings(mode="memory", build=build))  # type: ignore[arg-type]
    assert [
        (one.path.rpartition("/")[2], one.status, [c.rule for c in one.concerns]) for one in report.files
    ] == [
        ("a.pyx", "unchanged", ["F027"]),
        ("f.cuf", "unchanged", ["F027"]),
    ]


@pytest.mark.parametrize("name", ["a.pyx", "a.f90", "a.f", "a.rs", "A.java"])
@pytest.mark.parametrize(
    "piece", ['"', "'", "/*", "!", "cdef extern from ", "import ", "c\n", "name='", "cudaFree "]
)
def test_long_ones_are_soon_read(name: str, piece: str) -> None:
    source = (piece * (100_000 // len(piece))).encode()
    start = time.process_time()
    other_language(source, RULES, Options(path=name))
    assert time.process_time() - start < 2


def test_bindings_of_java_are_for_cuda_alone() -> None:
    source = b"import jcuda.driver.*;\nclass A { void f() { cuInit(0); } }\n"
    (said,) = other_language(source, RULES, Options(path="A.java"))[1]
    assert "hipcc --genco" in said.message
