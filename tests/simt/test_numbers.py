"""Functions of numbers that the emulator has under CUDA's name, against values that were worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import needs_gcc

from simt.emulator import Emulator, Side

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_gcc

# What is called, and what it gives.
CALLS = {
    "__hadd(2147483647, 2147483645)": 2147483646,
    "__hadd(-3, 0)": -2,
    "__rhadd(-3, 0)": -1,
    "__uhadd(4294967295u, 4294967292u)": 4294967293,
    "__urhadd(4294967295u, 4294967292u)": 4294967294,
    "__usad(3u, 10u, 5u)": 12,
    "__sad(-2147483647 - 1, 2147483647, 0u)": 4294967295,
    "__umul24(0x1000003u, 5u)": 15,
    "__mul64hi(-1ll, 5ll)": -1,
    "__umul64hi(~0ull, 5ull)": 4,
    "4 * __saturatef(2.5f) + __saturatef(-1.0f)": 4,
    "__saturatef(__int_as_float(0x7fc00000))": 0,
    "__float2int_rz(-2.75f)": -2,
    "__float2int_rz(1e20f)": 2147483647,
    "__float2int_ru(2.25f)": 3,
    "__float2uint_rz(-2.75f)": 0,
    "__float2uint_rn(4294967040.0f)": 4294967040,
    "__double2int_rn(2.5)": 2,
    "__double2int_rz(-1e20)": -2147483648,
    "__fmaf_rn(16777217.0f, 3.0f, -50331648.0f)": 0,
    "__ddiv_rn(__dmul_rn(3, 4), __dsub_rn(__dadd_rn(1, 2), __dsqrt_rn(1)))": 6,
    "__fdiv_rn(__fsub_rn(5, 1), __frcp_rn(2))": 8,
    "__ll2double_rn(-5) + __uint2double_rn(7u) + __int2double_rn(-1)": 1,
}


@pytest.mark.parametrize("side", ["cuda", "hip"])
def test_numbers(side: Side, tmp_path: Path) -> None:
    header = {"cuda": "cuda_runtime.h", "hip": "hip/hip_runtime.h"}[side]
    calls = "".join(f"out[{at}] = (long long)({call});\n" for at, call in enumerate(CALLS))
    source = (
        f"#include <{header}>\n#include <cstdio>\n__global__ void k(long long *out) {{ {calls} }}\n"
        f"int main() {{ static long long out[{len(CALLS)}]; k<<<1, 1>>>(out);"
        ' for (long long one : out) printf("%lld\\n", one); }\n'
    )
    outcome = Emulator(tmp_path).run(source, side, 32)
    assert dict(zip(CALLS, map(int, outcome.stdout.split()), strict=True)) == CALLS
    assert outcome.problems == ()
