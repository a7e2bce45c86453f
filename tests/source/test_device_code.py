"""Device code is known by the words of a file."""

from __future__ import annotations

import pytest

from hipify_py.source.device_code import DEVICE_CODE, has_device_code
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    "text",
    [
        "__global__ void k();",
        "int a; __launch_bounds__(3)",
        "k<<<1, 2>>>(p);",
        "k< <\n<1, 2>>>(p);",
        "a__global__ b;",
        "__device__x f();",
        "// __device__",
        "a << b < c;",
        "\xe9__device__ x;",
    ],
)
def test_device_code_is_what_its_expression_finds(text: str) -> None:
    unit = Unit(text.encode("latin-1"))
    assert has_device_code(unit) is (DEVICE_CODE.search(unit.code) is not None)
