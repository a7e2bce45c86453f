"""Mangled names in strings: which of them HIP mangles otherwise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import device_code

from hipify_py.conversion import convert
from hipify_py.match.mangled_names import names_in
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

RULES = load()
OTHERWISE = {  # parameters, as nvcc mangles them: by CUDA's types
    "float2 *p, const float2 *q, int n": "P6float2PKS_i",
    "uchar4 v": "6uchar4",
    "__nv_bfloat16 *p": "P13__nv_bfloat16",
    "cudaStream_t s": "P11CUstream_st",
    "cudaMemcpyKind k": "14cudaMemcpyKind",
    "uint3 v": "5uint3",
}
ALIKE = {
    "float *p, const float *q, int n": "PfPKfi",
    "__half *p, __half2 q": "P6__half7__half2",
    "dim3 d": "4dim3",
    "int (*p)[16], long long n": "PA16_ix",
}


def said(name: str) -> list[str]:
    findings = convert(f'const char *n = "{name}";'.encode(), RULES).findings
    return [one.message for one in findings if one.rule == "M166"]


@pytest.mark.parametrize("mangled", OTHERWISE.values())
def test_a_type_of_another_name_is_reported(mangled: str) -> None:
    assert len(said(f"_Z1f{mangled}")) == 1


@pytest.mark.parametrize("mangled", ALIKE.values())
def test_what_is_mangled_alike_is_not(mangled: str) -> None:
    assert said(f"_Z1f{mangled}") == []


@pytest.mark.parametrize(
    ("mangled", "names"),
    [
        ("_Z1fP6float2PKS_i", ["f", "float2"]),
        ("_ZN2ab1fILi16ELb1EEEvPA16_7double2S0_", ["ab", "f", "double2"]),
        ("_Z5shortv", ["short"]),
        ("_Z9longer", ["longer"]),  # cut off
        ("_ZN12_GLOBAL__N_11fEPi", ["_GLOBAL__N_1", "f"]),
    ],
)
def test_the_names_in_a_mangled_name(mangled: str, names: list[str]) -> None:
    assert [one.decode() for one in names_in(mangled.encode())] == names


def test_what_is_told_names_the_types() -> None:
    (message,) = said("_Z1fP6float27double2Pf")
    assert "with double2, float2 in it" in message


@pytest.mark.parametrize(
    ("mangled", "is_for_c"),
    [("_Z1fP6float2", True), ("_ZN2IL1fEP6float2", True), ("_Z1fILi16EEvP6float2", False)],
)
def test_an_instance_of_a_template_has_no_name_of_c(mangled: str, is_for_c: bool) -> None:
    (message,) = said(mangled)
    assert ('extern "C"' in message) is is_for_c
    assert message.endswith("write the name that llvm-nm shows of the code object")


def test_many_names_of_a_file_are_one_finding() -> None:
    source = b'const char *n[] = {"_Z1fP6float2", "_Z1gP6float2", "_Z1hP5char4"};'
    (said,) = convert(source, RULES).findings
    assert len(said.related) == 2


def test_a_long_string_takes_no_longer_by_the_byte() -> None:
    assert said("_Z" + "1f" * 50_000) == []
    assert said("_Z" + "9" * 100_000) == []


def test_hips_compiler_mangles_them_so(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """The converted kernels have the names that were foretold to be others, or the same."""
    kernels = [f"__global__ void k({given}) {{}}\n" for given in (*OTHERWISE, *ALIKE)]
    heads = "".join(f"#include <{one}.h>\n" for one in ("cuda_runtime", "cuda_fp16", "cuda_bf16"))
    made = convert((heads + "".join(kernels)).encode(), RULES).output
    (tmp_path / "a.hip").write_bytes(made)
    assert hipcheck(tmp_path / "a.hip") == (True, "")
    names = set(re.findall(r"@_Z1k(\w+)\(", device_code(tmp_path / "a.hip", "gfx90a", "-emit-llvm")))
    assert names.isdisjoint(OTHERWISE.values())
    assert set(ALIKE.values()) <= names
