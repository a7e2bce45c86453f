"""A `dim3` where a `uint3` is wanted, and the other way round."""

from __future__ import annotations

import pytest
from helpers.matches import converted, matched

AROUND = """struct S {{ uint3 at; dim3 size; }};
void takes(const uint3 &a, int n); void takes_size(dim3 a);
void both(uint3 a); void both(dim3 a);
void f(S *s, dim3 grid, uint3 point) {{ {} }}
"""
GRID, POINT = "make_uint3(grid.x, grid.y, grid.z)", "dim3(point.x, point.y, point.z)"
MADE = [
    ("uint3 a = grid;", GRID),
    ("const uint3 &a = grid;", GRID),
    ("uint3 a(grid);", GRID),
    ("uint3 a{grid};", GRID),
    ("uint3 a{/* all */ grid // of them\n};", GRID),
    ("uint3 a; a = (grid);", GRID),
    ("uint3 size; s->at = grid; takes<<<1, 1>>>(grid, 2);", GRID),
    ("uint3 size; s->size = point;", POINT),
    ("s->at = grid;", GRID),
    ("takes(grid, 1);", GRID),
    ("a = (uint3)grid;", GRID),
    ("dim3 a = point;", POINT),
    ("dim3 a(point), b(point);", POINT),
    ("s->size = point;", POINT),
    ("takes_size(point);", POINT),
    ("a = dim3(point);", POINT),
]
STAYS = [
    "dim3 a = grid; uint3 b = point;",
    "dim3 a(grid.x, point.y); uint3 b = {grid.x, 1, point.z};",
    "auto a = grid, b = point;",
    "s->at = point; s->size = grid;",
    "takes(point, 1); takes_size(grid); both(grid); both(point); elsewhere(grid, point);",
    "grid = make(point); point = *make(grid);",
    "n = s->grid; q.point = n;",
    "uint3 *p = &point; dim3 *q = &grid; grid = q[0];",
    "k<<<grid, point>>>(); takes<<<1, grid>>>(point, 1);",
]


@pytest.mark.parametrize(("body", "made"), MADE)
def test_the_values_are_written_out(body: str, made: str) -> None:
    name = "grid" if made is GRID else "point"
    assert matched("M107", AROUND.format(body)) == (AROUND.format(body.replace(name, made)), [])


@pytest.mark.parametrize("body", STAYS)
def test_nothing_to_make(body: str) -> None:
    assert matched("M107", AROUND.format(body)) == (AROUND.format(body), [])


def test_a_function_of_one_type_with_a_parameter_of_the_other() -> None:
    source = "dim3 f(uint3 a, dim3 b); uint3 g(dim3 a) { uint3 b; return b; }"
    assert matched("M107", source) == (source, [])


def test_a_name_of_both_types_stays() -> None:
    source = "void f(dim3 a) { { uint3 a; uint3 b = a; } }"
    assert matched("M107", source) == (source, [])


def test_a_side_for_hip_stays() -> None:
    source = "void f(dim3 a) {\n#ifdef __HIP__\nuint3 b = a;\n#endif\n}\n"
    assert matched("M107", source) == (source, [])


def test_a_name_that_is_converted_is_no_value() -> None:
    source = "dim3 cudaFreeHost{uint3 e=cudaFreeHost;}"
    assert converted(source).text == source.replace("cuda", "hip")


def test_what_only_looks_like_the_compilers_is_the_programs() -> None:
    source = "void f() { dim3 __grid(1, 2, 3); uint3 u = __grid; }\n"
    made = source.replace("= __grid", "= make_uint3(__grid.x, __grid.y, __grid.z)")
    assert matched("M107", source) == (made, [])


def test_a_macro_that_becomes_a_number_is_no_value() -> None:
    source = "dim3 __CUDA_ARCH__{uint3 e=__CUDA_ARCH__;}"
    assert matched("M107", source) == (source, [])
