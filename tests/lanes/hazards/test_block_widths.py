"""How many threads the blocks have that come to a function."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.hazards.block_widths import ALL, DEEPEST, MOST, most_threads, whole_lanes, widest
from hipify_py.source.unit import Unit

KERNEL = "__global__ void k(int *p) { here(p); }\n"
START = "void start(int *p, int n) { %s }\n"


def read(source: str) -> tuple[int, tuple[int, int], int]:
    """Give what is told of the function in which `here` stands, and of the kernel `k`."""
    unit = Unit(source.encode())
    constants = constant_table(unit, declared_constants(unit))
    function = function_at(unit, b"here")
    return (
        widest(unit, function, constants),
        whole_lanes(unit, function, constants, DEEPEST),
        most_threads(unit, b"k", constants),
    )


@pytest.mark.parametrize(
    ("launches", "along_x", "steps", "most"),
    [
        ("k<<<n, 256>>>(p);", 256, (64, 64), 256),
        ("k<<<n, 96>>>(p);", 96, (32, 64), 96),
        ("k<<<n, 96>>>(p); k<<<n, 128>>>(p);", 128, (32, 64), 128),
        ("k<<<n, dim3(16, 4)>>>(p);", 16, (16, 16), 64),
        ("k<<<n, dim3(16, 1, 1)>>>(p);", 16, (16, 64), 16),
        ("dim3 b(48, 2); k<<<n, b>>>(p);", 48, (16, 16), 96),
        ("dim3 b(48, 2); b.x = n; k<<<n, b>>>(p);", 0, ALL, 0),
        ("k<<<n, n>>>(p);", 0, ALL, 0),
        ("k<<<n, 64>>>(p); k<<<n, n>>>(p);", 64, (64, 64), 0),
        ("k<<<n, 64>>>(p); give(k);", 64, (64, 64), 0),
        ("", 0, ALL, 0),
    ],
)
def test_the_blocks_of_a_kernel(launches: str, along_x: int, steps: tuple[int, int], most: int) -> None:
    assert read(KERNEL + START % launches) == (along_x, steps, most)


def test_constants_count_but_such_as_another_build_may_give() -> None:
    assert read("const int W = 96;\n" + KERNEL + START % "k<<<n, W>>>(p);") == (96, (32, 64), 96)
    given = "#ifndef W\n#define W 96\n#endif\n" + KERNEL + START % "k<<<n, W>>>(p);"
    assert read(given)[2] == 0


def test_a_function_has_the_blocks_of_who_calls_it() -> None:
    helper = "__device__ void f(int *p) { here(p); }\n"
    kernels = "__global__ void k(int *p) { f(p); }\n__global__ void j(int *p) { f(p); }\n"
    assert read(helper + kernels + START % "k<<<n, 96>>>(p); j<<<n, 256>>>(p);")[:2] == (256, (32, 64))
    deep = "".join(f"__device__ void f{i}(int *p) {{ f{i - 1}(p); }}\n" for i in range(1, DEEPEST + 2))
    deep = helper.replace("f(", "f0(") + deep
    calls = f"__global__ void k(int *p) {{ f{DEEPEST + 1}(p); }}\n" + START % "k<<<n, 96>>>(p);"
    assert read(deep + calls)[:2] == (0, ALL)


def test_so_many_launches_are_looked_at() -> None:
    assert read(KERNEL + START % ("k<<<n, 64>>>(p);" * MOST))[2] == 64
    assert read(KERNEL + START % ("k<<<n, 64>>>(p);" * (MOST + 1)))[2] == 0
