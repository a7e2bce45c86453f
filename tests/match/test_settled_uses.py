"""Uses of names of which what HIP has otherwise does no harm, by what stands around them."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options


def told(source: str, rule: str) -> list[str]:
    """Give how grave is what a rule says."""
    return [one.severity for one in convert(source.encode(), RULES, Options()).findings if one.rule == rule]


MARKED = "#include <cub/cub.cuh>\nstruct A {{ {} bool operator()(int a) const {{ return a; }} }};\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("CUB_RUNTIME_FUNCTION __device__ __forceinline__", []),
        ("__host__ __device__ CUB_RUNTIME_FUNCTION", []),
        ("CUB_RUNTIME_FUNCTION", ["warning"]),
        ("__device__ int b; CUB_RUNTIME_FUNCTION", ["warning"]),
        ("CUB_RUNTIME_FUNCTION void f(); __device__", ["warning"]),
    ],
)
def test_a_mark_of_cubs_beside_one_for_the_device(words: str, said: list[str]) -> None:
    assert told(MARKED.format(words), "N002") == said


CHOOSES = "#include <cublas_v2.h>\nvoid f(cublasHandle_t h, int on) {{\n{}\n}}\n"
CHOICE = "cublasSetMathMode(h, on ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH);"


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        (f"on = 0; {CHOICE}", "note"),
        (f"int on = p.major >= 8; on = false; g(); {CHOICE}", "note"),
        (f"on = 0; if (h) {{ {CHOICE} }}", "note"),
        (f"on = 1; {CHOICE}", "warning"),
        (f"on = 0; on = g(); {CHOICE}", "warning"),
        (f"on = 0; g(&on); {CHOICE}", "warning"),
        (f"if (h) on = 0; {CHOICE}", "warning"),
        (f"if (h) {{ on = 0; }} {CHOICE}", "warning"),
        (f"my.on = 0; {CHOICE}", "warning"),
        (CHOICE, "warning"),
        (f"on = 0; {CHOICE.replace('on ?', '!on ?')}", "warning"),
    ],
)
def test_what_a_variable_chooses_that_was_just_set_to_0(body: str, severity: str) -> None:
    assert told(CHOOSES.format(body), "N002") == [severity]


LOADS = "#define LOAD(name, all) name = dlsym(lib, {}name)\nvoid f(void *lib) {{ {} }}\n"


@pytest.mark.parametrize(
    ("mark", "call", "severity"),
    [
        ("#", "LOAD(cuTexRefSetAddressMode, 1);", "note"),
        ("# ", "LOAD ( cuTexRefSetAddressMode , 1);", "note"),
        ("x##", "LOAD(cuTexRefSetAddressMode, 1);", "warning"),
        ("", "LOAD(cuTexRefSetAddressMode, 1);", "warning"),
        ("#", "LOAD(cuTexRefSetAddressMode(t, 0, m), 1);", "warning"),
        ("#", "LOAD(1, cuTexRefSetAddressMode);", "warning"),
        ("#", "OTHER(cuTexRefSetAddressMode);", "warning"),
    ],
)
def test_a_name_that_is_looked_up_as_a_text_is_no_call(mark: str, call: str, severity: str) -> None:
    assert told(LOADS.format(mark, call), "N002") == [severity]


HANDLE = "static cudnnHandle_t h;\nvoid f() { cudnnCreate(&h); }\n"


def test_the_handle_of_cudnns_frontend_is_told_with_it() -> None:
    source = f"#include <cudnn_frontend.h>\n{HANDLE}"
    (said,) = [one for one in convert(source.encode(), RULES, Options()).findings if one.severity == "error"]
    assert (said.rule, said.also, len(said.related)) == ("N005", ("N001",), 2)
    assert told(f"#include <cudnn.h>\n#include <cudnn_frontend.h>\n{HANDLE}", "N001") == ["error"]
    assert told(HANDLE, "N001") == ["error"]
