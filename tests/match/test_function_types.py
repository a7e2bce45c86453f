"""Functions of which HIP's have another type."""

from __future__ import annotations

import pytest
from helpers.matches import converted


def said(rule: str, source: str) -> list[str]:
    return [place for one, place in converted(source).said if one == rule]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("CUresult (*set)(CUdeviceptr, unsigned, size_t) = cuMemsetD32_v2;", ["cuMemsetD32_v2"]),
        ("void f() { take(&cuMemsetD32, cuTexRefGetFormat); }", ["cuMemsetD32", "cuTexRefGetFormat"]),
        ("auto a = cuMemsetD32; auto b = &cuMemAllocAsync;", ["cuMemAllocAsync"]),
        ("decltype(&cuMemsetD32) set; decltype(cuMemAllocManaged) *get;", ["cuMemAllocManaged"]),
        ("void f(CUdeviceptr p) { cuMemsetD32(p, 1, 2); cuMemsetD32 (p, 1, 2); }", []),
        ("#define SET cuMemsetD32\nint set = own.cuMemsetD32;", []),
        ("#ifdef __PTX__\nset_t set = cuMemsetD32;\n#endif\n", []),
        ("set_t set = cuMemcpy;", []),
        ("set_t *cuMemsetD32; void f() { LOAD(cuMemsetD32); }", []),  # the program's own pointer
    ],
)
def test_functions_that_are_no_call(source: str, names: list[str]) -> None:
    assert said("R504", source) == names


@pytest.mark.parametrize(
    ("parameter", "given", "places"),
    [
        ("const cudaMemcpy3DPeerParms *p", "p", ["p"]),
        ("cudaMemcpy3DPeerParms const *p", "p", ["p"]),
        ("const cudaMemcpy3DPeerParms &p", "&p", ["&p"]),
        ("cudaMemcpy3DPeerParms *p", "p", []),
        ("const int *q, cudaMemcpy3DPeerParms p", "&p", []),
        ("const cudaMemcpy3DPeerParms *p", "(cudaMemcpy3DPeerParms *)p + 1", []),
    ],
)
def test_pointers_to_const(parameter: str, given: str, places: list[str]) -> None:
    source = f"void f({parameter}) {{ cudaMemcpy3DPeer({given}); }}"
    assert said("R502", source) == places


def test_the_argument_is_the_one_that_hip_may_change() -> None:
    call = "cudaMemcpy3DPeerAsync(p, s)"
    source = f"void f(cudaMemcpy3DPeerParms *p, const cudaStream_t s) {{ {call}; }}"
    assert said("R502", source) == []
