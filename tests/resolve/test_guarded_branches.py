"""A condition of which all that it governs is left to HIP needs no look."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load

RULES = load()
OWN = """__device__ double atomicAdd(double *address, double val)
{
    return *address += val;
}
"""


@pytest.mark.parametrize(
    ("inside", "said", "guarded"),
    [
        (OWN, 0, False),
        (f"// for old GPUs\n{OWN}\n", 0, False),
        (f"{OWN}int more;\n", 1, True),
        (f"{OWN}#else\nint other;\n", 1, True),
        ("int more;\n", 1, False),
    ],
)
def test_what_is_said_of_a_condition(inside: str, said: int, guarded: bool) -> None:
    source = f"#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\n{inside}#endif\n__global__ void k() {{}}\n"
    result = convert(source.encode(), RULES)
    assert [one.rule for one in result.findings].count("M001") == said
    assert (b"#ifndef __HIP_PLATFORM_AMD__" in result.output) is guarded
    again = convert(result.output, RULES)
    assert [one.rule for one in again.findings].count("M001") == said
