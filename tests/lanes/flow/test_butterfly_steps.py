"""What is a step of a butterfly, and how far it reaches."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.butterfly_steps import Steps
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.unit import Unit

HEAD = """#define OTHER_XOR(a) __shfl_xor_sync(~0u, a, 4)
__device__ int shift(int a, int b) { return a << b; }
__device__ int both(int a, int b) { return max(b, a); }
"""


def distances(body: str) -> list[bytes]:
    unit = Unit(f"{HEAD}__device__ int f(int v, int d) {{ {body} return v; }}".encode())
    (function,) = functions_by_name(unit)[b"f"]
    read = model(unit, function)
    steps = Steps(unit, read, names(unit, function), ConstantTable({}))
    return [step.distance.text for one in read.assignments if (step := steps.of(one))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("v += __shfl_xor_sync(~0u, v, 8);", [b"8"]),
        ("v = (int)__shfl_xor(v, d) + v;", [b"d"]),
        ("v = both(v, __shfl_xor_sync(~0u, v, d));", [b"d"]),
        ("v *= OTHER_XOR(v);", [b"4"]),
        ("int t = OTHER_XOR(v); v = min(v, t);", [b"4"]),
        ("v = shift(v, __shfl_xor_sync(~0u, v, d));", []),
        ("v = both(d, __shfl_xor_sync(~0u, v, d));", []),
        ("v = both(v, v);", []),
        ("v += __shfl_up_sync(~0u, v, 8);", []),
        ("int t = OTHER_XOR(v); v = d; v = min(v, t);", []),
        ("int t = OTHER_XOR(v); if (d) v = min(v, t);", []),
    ],
)
def test_steps(body: str, expected: list[bytes]) -> None:
    assert distances(body) == expected
