"""What kernels' launch bounds are given."""

from __future__ import annotations

from hipify_py.source.launch_bounds import launch_bounds
from hipify_py.source.unit import Unit


def read(source: bytes) -> list[tuple[bytes, list[bytes]]]:
    """Give each as it is written, and its arguments."""
    unit = Unit(source)
    found = launch_bounds(unit)
    return [(unit.code[slice(*one.place)], [unit.code[slice(*each)] for each in one.given]) for one in found]


def test_what_is_given() -> None:
    code = b"__global__ void __launch_bounds__(f<1>(2), 4) k(); __global__ __launch_bounds__ (N) void l() {}"
    assert read(code) == [
        (b"__launch_bounds__(f<1>(2), 4)", [b"f<1>(2)", b"4"]),
        (b"__launch_bounds__ (N)", [b"N"]),
    ]


def test_bounds_within_bounds_and_what_is_not_closed() -> None:
    assert len(read(b"void __launch_bounds__(__launch_bounds__(2)) k();")) == 1
    assert read(b"void __launch_bounds__(2; k();") == []
