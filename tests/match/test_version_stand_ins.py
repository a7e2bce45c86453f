"""Functions that programs make for old releases of CUDA, and that HIP has."""

from __future__ import annotations

import pytest

from hipify_py import convert
from hipify_py.settings import Options

OLD = "#if !defined(CUDART_VERSION) || CUDART_VERSION < 5000\n{}\n#endif\n"
OWN = "__device__ static inline void sincospif(float x, float *s, float *c) { *s = x; *c = x; }"


def said(source: str) -> list[tuple[str, str, str]]:
    result = convert(source.encode(), options=Options(path="a.cu"))
    return [(one.rule, one.severity, one.fails) for one in result.findings if one.rule in {"M001", "M003"}]


@pytest.mark.parametrize(
    "source",
    [
        OLD.format(OWN),
        f"#ifndef A_H\n#define A_H\n{OLD.format(OWN)}#endif\n",
        OLD.format(f"namespace n {{ int a; }}\n{OWN}"),
        f"#if defined(CUDA_VERSION) && CUDA_VERSION > 9000\nint a;\n#else\n{OWN}\n#endif\n",
    ],
)
def test_hip_refuses_what_it_has(source: str) -> None:
    assert said(source) == [("M003", "error", "compile")]


def test_where_the_condition_is_not_always_read() -> None:
    assert said(f"#if MINE\n{OLD.format(OWN)}#endif\n") == [("M003", "warning", "compile")]


@pytest.mark.parametrize(
    "made",
    [
        OWN.replace("sincospif", "my_sincospif"),
        f"namespace n {{ {OWN} }}",
        f"struct S {{ {OWN} }};",
        OWN.replace("float x", "Half x"),
        OWN.partition("{")[0] + ";",
        f"#if MINE\n{OWN}\n#endif",
        f"#if 0\n{OWN}\n#endif",
    ],
)
def test_what_hip_does_not_refuse(made: str) -> None:
    assert said(OLD.format(made)) == [("M003", "warning", "silent")]


def test_a_side_that_hip_leaves() -> None:
    source = f"#if defined(CUDA_VERSION) && CUDA_VERSION > 9000\n{OWN}\n#endif\n"
    assert said(source) == [("M003", "warning", "silent")]
