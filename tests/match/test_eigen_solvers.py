"""Solvers of Eigen on the device."""

from __future__ import annotations

import pytest
from helpers.matches import matched

KERNEL = "template <class T> __device__ T f(M *m) {{ {} }}\n"
SOLVER = "Eigen::SelfAdjointEigenSolver<Eigen::Matrix<T, 3, 3>>"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (SOLVER + " s(m[0]);", "SelfAdjointEigenSolver"),
        (SOLVER + " s{m[0]};", "SelfAdjointEigenSolver"),
        (SOLVER + " s; s.compute(m[0]);", "s.compute"),
        ("return " + SOLVER + "(m[0]).eigenvalues()[0];", "SelfAdjointEigenSolver"),
    ],
)
def test_those_that_call_the_host(text: str, place: str) -> None:
    assert matched("M215", KERNEL.format(text)).said == [("M215", place)]


@pytest.mark.parametrize(
    "text", [SOLVER + " s; s.computeDirect(m[0]);", SOLVER + " s; other.compute(m[0]);", SOLVER + " s{};"]
)
def test_those_that_do_not(text: str) -> None:
    source = KERNEL.format(text)
    assert matched("M215", source).said == []
    given = KERNEL.format(SOLVER + " s(m[0]);")
    assert matched("M215", given.replace("__device__ ", "")).said == []
    assert matched("M215", "namespace Eigen { " + given + "}\n").said == []
