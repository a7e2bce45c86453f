"""Functions that `USE_ROCM` alone keeps from HIP, called outside of their branch."""

from __future__ import annotations

import pytest
from helpers.warps import native, run

from hipify_py.lanes.hazards.guarded_helpers import used_outside
from hipify_py.source.unit import Unit

FIRST = "__device__ int first(unsigned m, int v) { return __shfl_sync(m, v, 0); }\n"
GUARDED = f"#if !defined(USE_ROCM)\n{FIRST}#endif\n"
OWN = "__device__ int first(unsigned, int v) { return v; }\n"
CALLS = "__global__ void k(int *p) { p[0] = first(~0u, 1); p[1] = first(~0u, 2); }\n"


def test_a_call_outside() -> None:
    unit = Unit((GUARDED + CALLS).encode())
    (use,) = used_outside(unit)
    assert (use.name, len(use.calls)) == (b"first", 2)
    assert {unit.code[slice(*one)] for one in use.calls} == {b"first"}
    for result in (run(GUARDED + CALLS), native(GUARDED + CALLS)):
        severities = {one.rule: one.severity for one in result.findings}
        assert (severities["W044"], severities["W060"]) == ("note", "warning")


@pytest.mark.parametrize(
    "source",
    [
        FIRST + CALLS,
        GUARDED,
        GUARDED.replace("#endif", CALLS + "#endif"),
        GUARDED + "#ifndef USE_ROCM\n" + CALLS + "#endif\n",
        GUARDED.replace("#endif", "#else\n__device__ int first(unsigned, int v) { return v; }\n#endif")
        + CALLS,
        GUARDED.replace("__shfl_sync(m, v, 0)", "v") + CALLS,
        GUARDED + "#ifdef USE_ROCM\n#define first(m, v) (v)\n" + CALLS + "#endif\n",
        GUARDED.replace("USE_ROCM", "MY_ROCM") + CALLS,
        GUARDED.replace("#endif", "#else\n#define first(m, v) (v)\n#endif") + CALLS,
        GUARDED.replace("#endif", '#else\n#include "first_hip.h"\n#endif') + CALLS,
        '#ifdef USE_ROCM\n#include "first_hip.h"\n#endif\n' + GUARDED + CALLS,
        GUARDED + "__global__ void k(A a) { a.first(1, 2); }\n",
    ],
)
def test_no_call_outside(source: str) -> None:
    assert [*used_outside(Unit(source.encode()))] == []
