"""A source that chooses between HIP and CUDA: what nvcc reads of it is what it was."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hipify_py.conversion import convert
from hipify_py.resolve.condition_truth import of_condition, of_name
from hipify_py.resolve.hip_conditions import chains
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

RULES = load()
NVCC = dict.fromkeys((b"__CUDACC__", b"__NVCC__", b"__CUDA__"), True) | dict.fromkeys(
    (b"__HIP__", b"__HIPCC__", b"__HIP_DEVICE_COMPILE__", b"__HIP_PLATFORM_AMD__", b"USE_ROCM"), False
)
INCLUDES = "#if defined(__HIPCC__)\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
FREES = (
    "#ifdef __HIP__\n#include <hip/hip_runtime.h>\n#define gpuFree hipFree\n"
    "#else\n#include <cuda_runtime.h>\n#define gpuFree cudaFree\n#endif\n"
)
USES = "__global__ void k(int *p) { p[0] = 1; }\nvoid g(void *p) { k<<<1, 1>>>((int *)p); gpuFree(p); }\n"


def read_by_nvcc(text: str) -> bytes:
    """Give the code of a source that nvcc reads, as far as its own macros and HIP's tell."""
    unit = Unit(text.encode())
    left = bytearray(unit.code)
    for indices in chains(unit):
        taken = False
        for one, following in pairwise(unit.directives[index] for index in indices):
            asked = unit.code[slice(*one.body)]
            if one.name.endswith(b"def"):
                holds = of_name(asked, NVCC, negated=b"ndef" in one.name)
            else:
                holds = one.name == b"else" or of_condition(asked, NVCC, frozenset())
            if taken or holds is False:
                left[one.span.end : following.span.start] = b" " * (following.span.start - one.span.end)
            taken = taken or holds is True
    return b" ".join(bytes(left).split())


@pytest.mark.parametrize(
    "behind",
    [
        (
            "#if defined(__HIP_PLATFORM_AMD__)\nint w() { return hipDeviceSynchronize(); }\n"
            "#else\nint w() { return cudaDeviceSynchronize(); }\n#endif\n"
        ),
        "#ifndef __HIP_PLATFORM_AMD__\n#include <nvml.h>\nint w() { return nvmlInit(); }\n#endif\n",
        "#ifdef __NVCC__\nvoid v(void *p) { cudaFree(p); }\n#endif\n",
        "#if defined(__CUDACC__) && !defined(__HIPCC__)\nvoid v(void *p) { cudaFree(p); }\n#endif\n",
        "#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ > 11\nvoid v(void *p) { cudaFree(p); }\n#endif\n",
        '#ifdef __CUDA_ARCH__\n__device__ int w() { return __nvvm_reflect("a"); }\n#endif\n',
        "#ifndef __CUDACC__\nint w();\n#else\nint w() { return cudaDeviceSynchronize(); }\n#endif\n",
    ],
)
@pytest.mark.parametrize("before", [INCLUDES, INCLUDES + FREES, FREES])
def test_what_nvcc_reads_of_a_source_for_both_is_what_it_was(before: str, behind: str) -> None:
    source = before + behind + (USES if FREES in before else "")
    made = convert(source.encode(), RULES, Options())
    assert read_by_nvcc(made.text) == read_by_nvcc(source)
    assert not made.edits
    assert not [one for one in made.findings if one.severity != "note"]


@pytest.mark.parametrize(
    "source",
    [
        "#ifdef __NVCC__\nvoid v(void *p) { cudaFree(p); }\n#endif\n",
        "#ifdef __CUDACC__\n#include <cuda_runtime.h>\nvoid v(void *p) { cudaFree(p); }\n#endif\n",
        "#include <cuda_runtime.h>\n"
        + FREES
        + "#ifdef __CUDACC__\nvoid v(void *p) { cudaFree(p); }\n#endif\n",
    ],
)
def test_without_a_side_for_hip_what_is_for_cudas_compiler_is_converted(source: str) -> None:
    assert "hipFree(p)" in convert(source.encode(), RULES, Options()).text
