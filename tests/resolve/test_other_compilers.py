"""Branches that HIP's compiler does not read once conditions ask for it, too."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.resolve.other_compilers import unread_by_hip
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

RULES = load()
CUDA = "#include <cuda_runtime.h>\n"


def read(source: str) -> list[str]:
    unit = Unit(source.encode())
    return [source[slice(*one)].strip() for one in unread_by_hip(unit)]


@pytest.mark.parametrize(
    ("source", "spans"),
    [
        ("#ifndef __CUDACC__\na\n#endif\n", ["a"]),
        ("#if !defined(__CUDACC__)\na\n#endif\n", ["a"]),
        ("#if ! defined __NVCC__\na\n#else\nb\n#endif\n", ["a"]),
        ("#ifdef __CUDACC__\na\n#else\nb\n#endif\n", ["b"]),
        ("#if defined( __CUDACC__ )\na\n#else\nb\n#endif\n", ["b"]),
        ("#if !defined(__CUDACC__) && !defined(__HIPCC__)\na\n#endif\n", ["a"]),
        ("#if defined(__CUDACC__) || defined(__HIPCC__)\na\n#else\nb\n#endif\n", ["b"]),
    ],
)
def test_branches_of_the_host(source: str, spans: list[str]) -> None:
    assert read(CUDA + source) == spans
    converted = convert((CUDA + source).encode(), RULES, Options()).output.decode()
    assert read(converted) == spans


@pytest.mark.parametrize(
    "source",
    [
        "#ifdef __CUDACC__\na\n#endif\n",
        "#ifndef __CUDA_ARCH__\na\n#endif\n",
        "#ifndef OTHER\na\n#endif\n",
        "#if !defined(__CUDACC__) || X\na\n#endif\n",
        "#if !defined(__CUDACC__) && X\na\n#endif\n",
        "#ifndef __CUDACC__\na\n#elif X\nb\n#endif\n",
        "#ifndef __CUDACC__\na\n#else\n#error no\n#endif\n",
        "#ifndef __CUDACC__  // hipify: ignore\na\n#endif\n",
        "#ifndef __CUDACC__\na\n#endif\n#ifdef __HIPCC__\nint f() { return 1; }\n#endif\n",
        "#if __CUDACC_VER_MAJOR__ < 9\nb\n#endif\n#ifndef __CUDACC__\na\n#endif\n",
    ],
)
def test_others(source: str) -> None:
    assert read(CUDA + source) == []
