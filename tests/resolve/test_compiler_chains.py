"""Chains of conditions that tell the compilers apart, and the sides that HIP's surely takes."""

from __future__ import annotations

import pytest

from hipify_py.resolve.compiler_chains import taken_by_hip
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "taken"),
    [
        ("#if defined(__HIPCC__)\nint a;\n#else\nint b;\n#endif\n", ["#if defined(__HIPCC__)"]),
        ("#ifndef __HIP__\nint a;\n#else\nint b;\n#endif\n", ["#else"]),
        (
            "#if defined(__CUDACC__)\nint a;\n#elif defined(__HIPCC__)\nint b;\n#endif\n",
            ["#elif defined(__HIPCC__)"],
        ),
        ("#ifdef USE_ROCM\nint a;\n#else\nint b;\n#endif\n", ["#ifdef USE_ROCM"]),
        ("#ifdef USE_HIP\nint a;\n#elif defined(__HIP__)\nint b;\n#endif\n", []),
        ("#ifdef __HIP_PLATFORM_AMD__\nint a;\n#else\nint b;\n#endif\n", []),
        ("#define __HIPCC__\n#ifdef __HIPCC__\nint a;\n#endif\n", []),
        ("#ifdef __CUDACC__\nint a;\n#else\nint b;\n#endif\n", []),
    ],
)
def test_the_side_that_hips_compiler_takes_is_known_where_it_is_asked_for(
    code: str, taken: list[str]
) -> None:
    found = sorted(taken_by_hip(Unit(code.encode())))
    assert [code[at:].split("\n", 1)[0] for at in found] == taken
