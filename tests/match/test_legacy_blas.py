"""Calls of cuBLAS's first interface, without handles."""

from __future__ import annotations

import pytest
from helpers.matches import matched

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
        "p = cublasSgemm;",
    ],
)
def test_what_both_interfaces_have_and_what_is_none(code: str) -> None:
    assert matched("L064", f"{HEADER}void f() {{ {code} }}").said == []


def test_files_with_the_second_interface_are_left_alone() -> None:
    assert matched("L064", "#include <cublas_v2.h>\n// cublas.h\nvoid f() { cublasSgemm(h); }").said == []
