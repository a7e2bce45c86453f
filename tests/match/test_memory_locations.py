"""Advice about memory whose place may be a structure: what is reported, and what is known."""

from __future__ import annotations

import pytest

from hipify_py.api import convert

HEAD = "#include <cuda_runtime.h>\n"
CALL = "void f(float *p, %s) { cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, %s); }\n"


def found(source: str) -> list[str]:
    return [each.rule for each in convert(HEAD + source).findings if each.rule == "R531"]


@pytest.mark.parametrize("given", ["w->loc", "w[0].loc", "here()", "c ? a : b", "unseen"])
def test_what_may_be_a_structure_is_reported(given: str) -> None:
    assert found("cudaMemLocation l;\n" + CALL % ("W *w", given)) == ["R531"]


@pytest.mark.parametrize(
    ("parameter", "given"),
    [
        ("int d", "d"),
        ("int d", "0"),
        ("int d", "cudaCpuDeviceId"),
        ("int d", "device_id"),
        ("const cudaMemLocation &l", "l"),
        ("cudaMemLocation l", "l"),
        ("int d", "cudaMemLocation{cudaMemLocationTypeDevice, 0}"),
        ("int d", "{cudaMemLocationTypeDevice, 0}"),
    ],
)
def test_what_is_known_is_not(parameter: str, given: str) -> None:
    assert found("cudaMemLocation k;\n" + CALL % (parameter, given)) == []


def test_a_file_that_names_no_structure_has_numbers() -> None:
    assert found(CALL % ("W *w", "w->device()")) == []
    assert found("// cudaMemLocation\n" + CALL % ("W *w", "w->loc")) == []
