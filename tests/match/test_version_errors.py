"""Conditions on versions by which HIP comes to an `#error`."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options


def said(text: str, path: str = "a.cu") -> list[tuple[str, str, str]]:
    """Give what is said of versions: the rule, how grave it is, and how it fails."""
    result = convert(text.encode(), RULES, Options(path=path))
    return [(one.rule, one.severity, one.fails) for one in result.findings if one.rule in {"M001", "M003"}]


REFUSED = [("M003", "error", "compile")]


@pytest.mark.parametrize(
    "text",
    [
        "#if !defined(CUDART_VERSION)\n#error no CUDA\n#endif\n",
        "#ifndef A_H\n#define A_H\n#if !defined(CUDART_VERSION)\n#error no CUDA\n#endif\n#endif\n",
        "#if CUDA_VERSION < 12000\n#  error too old\n#endif\n",
        "#if CUDA_VERSION >= 12000\nint a;\n#else\n#error too old\n#endif\n",
        "#if CUDA_VERSION >= 13000\nint a;\n#elif CUDA_VERSION >= 12000\nint b;\n#else\n#error\n#endif\n",
        "#if X && CUDA_VERSION >= 12000\n#elif CUDA_VERSION < 12000\nint b;\n#error\n#endif\n",
    ],
)
def test_an_error_to_which_hip_comes_for_certain_is_one_of_the_compiler(text: str) -> None:
    assert said(text) == REFUSED
    result = convert(text.encode(), RULES, Options(path="a.cu"))
    (one,) = [each for each in result.findings if each.rule == "M003"]
    (refused,) = one.related
    assert text[slice(*refused.span)].lstrip("# ").startswith("error")
    assert "come to the #error" in one.message


def test_one_in_another_condition_is_a_warning_of_the_same_kind() -> None:
    inner = "#if CUDA_VERSION < 12000\n#error too old\n#endif\n"
    assert said(f"#if X\n{inner}#endif\n") == [("M003", "warning", "compile")]
    assert said(f"#ifdef __CUDACC__\n{inner}#endif\n") == [("M003", "warning", "compile")]
    assert said(f"#ifndef __HIP_PLATFORM_AMD__\n{inner}#endif\n#include <cuda_runtime.h>\n") in (
        [],
        [("M003", "note", "never")],
    )


@pytest.mark.parametrize(
    "text",
    [
        "#if CUDA_VERSION >= 12000\n#error too new\n#endif\n",
        "#if CUDA_VERSION < 12000\nint a;\n#else\n#error too new\n#endif\n",
        "#if CUDA_VERSION < 12000\n#ifdef X\n#error too old\n#endif\n#endif\n",
        "#if CUDA_VERSION < 12000 && X\n#error too old\n#endif\n",
        "#if CUDA_VERSION < 12000\n#warning old\n#endif\n",
        "#if CUDA_VERSION < 12000\nint a;\n#endif\n#error never\n",
        "#define CUDA_VERSION 12000\n#if CUDA_VERSION < N\n#error too old\n#endif\n",
    ],
)
def test_one_to_which_hip_may_not_come_is_silent(text: str) -> None:
    assert said(text) == [("M003", "warning", "silent")]


def test_the_number_of_the_architecture_is_none_on_cudas_host_either() -> None:
    text = "#if defined(X) || !defined(__CUDA_ARCH__)\n#error for the device\n#endif\n"
    assert all(fails != "compile" for _, _, fails in said(text))
