"""Calls of cuBLAS's first interface, without handles."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

HEADER = "#include <cublas.h>\n"


@pytest.mark.parametrize(
    "name", ["cublasSgemm", "cublasZdrotmg", "cublasIsamax", "cublasDznrm2", "cublasScasum"]
)
def test_functions_of_blas_are_reported(name: str) -> None:
    said = matched("L064", f"{HEADER}void f() {{ {name} (n); }}").said
    assert said == [("L064", name)]


@pytest.mark.parametrize(
    "code",
    [
        "cublasSetVector(n);",
        "cublasGetMatrix(n);",
        "cublasCreate(&h);",
        "s.cublasSgemm(1);",
        "my::cublasSgemm(1);",
        "mycublasSgemm(1);",
        "cublasSideMode_t s; cublasDiagType_t d; cublasContext *c; cublasDataType_t t; p = cublasGetError;",
        "int cublasSscal = 1;",
    ],
)
def test_what_both_interfaces_have_and_what_is_none(code: str) -> None:
    assert matched("L064", f"{HEADER}void f() {{ {code} }}").said == []


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("cublasSgemm(m_cublas_handle, CUBLAS_OP_N, CUBLAS_OP_T, 6, 6, n, &a, p, 6, p, 6, &b, c, 6)", False),
        ("cublasSgemm(any, CUBLAS_OP_N, CUBLAS_OP_T, 6, 6, n, &a, p, 6, p, 6, &b, c, 6)", False),
        ("cublasSaxpy(this->blasHandle, n, &a, p, 1, c, 1)", False),
        ("cublasSaxpy(nHandles, a, x, 1, c, 1)", True),
        ("cublasSaxpy(any.handle_, n, &a, p, 1, c, 1)", False),
        ("cublasSaxpy (h, n, &a, p, 1, c, 1)", False),
        ("cublasSaxpy(n, a, handle, 1, c, 1)", True),
        ("cublasSaxpy(nHandles, a, p, 1, c, 1)", True),
        ("cublasSaxpy(handle_, n, &a, p, 1, c, 1)", False),
        ("cublasSgemm('n', 't', 6, 6, n, a, p, 6, p, 6, b, c, 6)", True),
        ("cublasStrsm(CUBLAS_SIDE_LEFT, u, t, d, 6, 6, a, p, 6, p, 6)", False),
        ("cublasSscal()", True),
        ("cublasSscal(n, a, p", True),
    ],
)
def test_a_call_with_a_handle_is_of_the_second_interface(call: str, said: bool) -> None:
    code = f"{HEADER}#include <cusolverDn.h>\nvoid f(cublasHandle_t h, int n, size_t nHandles) {{ {call}; }}"
    assert bool(matched("L064", code).said) == said


@pytest.mark.parametrize(
    "code",
    [
        "#define my_scal cublasSscal\n",
        "#define A(n) f(cublasSscal, n)\n",
        "nrm_t pick() { return cublasSscal; }\n",
    ],
)
def test_a_function_is_reported_without_a_call(code: str) -> None:
    assert matched("L064", HEADER + code).said == [("L064", "cublasSscal")]
    assert matched("L064", "#include <cublas_v2.h>\n" + code).said == []


@pytest.mark.parametrize(
    "code", ["#define cublasSscal mine\n", "#ifdef cublasSscal\n#endif\n", "#undef cublasSscal\n"]
)
def test_a_macro_of_the_programs_own_is_none(code: str) -> None:
    assert matched("L064", HEADER + code).said == []


@pytest.mark.parametrize(
    ("use", "told"),
    [
        ("", True),
        ("float f() { return B(S, nrm2)(n, x, 1); }", True),
        ("void f() { B(SetVector,)(n); B(Sscal,)(n); }", True),
        ("void f() { B(SetVector,)(n); B(Init,)(); }", True),
        ("void f() { B(SetVector,)(n); B(GetMatrix,)(n); }", False),
    ],
)
def test_a_macro_that_puts_names_together(use: str, told: bool) -> None:
    said = matched("L064", f"{HEADER}#define B(t, r) cublas##t##r\n{use}\n").said
    assert said == ([("L064", "cublas")] if told else [])


def test_files_with_the_second_interface_are_left_alone() -> None:
    assert matched("L064", "#include <cublas_v2.h>\n// cublas.h\nvoid f() { cublasSgemm(h); }").said == []


CALL = "void f() { cublasCheck(cublasSscal(n, a, x, 1)); cublasStatusName(1); cublasShutdown(); }\n"


def test_the_header_may_come_through_another() -> None:
    through = Options(project=Project(legacy_blas=True))
    assert matched("L064", CALL, through).said == [("L064", "cublasSscal")]
    assert matched("L064", CALL, Options()).said == []
    assert matched("L064", f"#include <cublas_v2.h>\n{CALL}", through).said == []


def test_who_includes_a_header_with_it_is_told_and_what_such_alone_include(tmp_path: Path) -> None:
    files = {
        "mat.h": HEADER,
        "all.h": '#include "mat.h"\n',
        "a.cu": f'#include "all.h"\n#include "calls.h"\n#include "any.h"\n{CALL}',
        "calls.h": CALL,
        "any.h": CALL,
        "b.cu": CALL,
        "new.h": "#include <cublas_v2.h>\n",
        "c.cu": f'#include "new.h"\n#include "any.h"\n{CALL}',
        "both.h": '#ifdef OLD\n#include "mat.h"\n#else\n#include "new.h"\n#endif\n',
        "d.cu": f'#include "both.h"\n{CALL}',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    report = convert_tree([str(tmp_path)], Settings())
    said = [Path(file.path).name for file in report.files for one in file.concerns if one.rule == "L064"]
    assert said == ["a.cu", "calls.h"]
