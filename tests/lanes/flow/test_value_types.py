"""Whether what a shuffle passes on is a plain number by its declaration."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.find.warp_ops import WarpOp
from hipify_py.lanes.flow.value_types import numbers, of_enums
from hipify_py.rules.load import load
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

RULES = load()


def passed(unit: Unit, op: WarpOp) -> frozenset[WarpOp]:
    function = function_at(unit)
    assert function is not None
    return numbers(unit, function, [op])


def plain(parameters: str, shuffle: str, before: str = "") -> bool:
    unit = Unit(f"__device__ void f({parameters}) {{ {before} x = {shuffle}; here(); }}".encode())
    (op,) = [op for op in warp_ops(unit, RULES) if op.kind == "shuffle"]
    return op in passed(unit, op)


@pytest.mark.parametrize(
    ("parameters", "shuffle"),
    [
        ("float v", "__shfl_sync(m, v, 0)"),
        ("float v", "__shfl(v, 0)"),
        ("const unsigned long long &v", "__shfl_xor(v, 1)"),
        ("std::int8_t v", "__shfl(v, 0)"),
        ("volatile size_t v", "__shfl(v, 0)"),
        ("bool v", "__shfl(v, 0)"),
        ("int n, double v[4]", "__shfl(v[n], 0)"),
        ("float4 v", "__shfl(v.w, 0)"),
        ("uint2 v[2][2]", "__shfl_sync(m, v[0][1] . x, 0)"),
    ],
)
def test_numbers(parameters: str, shuffle: str) -> None:
    assert plain(parameters, shuffle)


@pytest.mark.parametrize(
    ("parameters", "shuffle"),
    [
        ("T v", "__shfl(v, 0)"),
        ("auto v", "__shfl(v, 0)"),
        ("__half v", "__shfl(v, 0)"),
        ("float4 v", "__shfl(v, 0)"),
        ("Pair v", "__shfl(v.x, 0)"),
        ("float4 v", "__shfl(v.x.y, 0)"),
        ("float4 v", "__shfl(v.first, 0)"),
        ("vector<float> v", "__shfl(v, 0)"),
        ("float *v", "__shfl(v, 0)"),
        ("int v", "__shfl(p.v, 0)"),
        ("float v", "__shfl(v + 1, 0)"),
        ("float v", "__shfl(f(v), 0)"),
        ("int m", "__shfl_sync(m, v, 0)"),
        ("float w", "__shfl(v, 0)"),
        ("float v", "__shfl"),
    ],
)
def test_what_is_no_number_for_certain(parameters: str, shuffle: str) -> None:
    assert not plain(parameters, shuffle)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("float v = 0;", True),
        ("{ float v; }", True),
        ("T v;", False),
        ("return v;", False),
        ("{ T v; }", False),
    ],
)
def test_a_name_is_what_all_its_declarations_make_it(before: str, *, expected: bool) -> None:
    assert plain("int n", "__shfl(v, 0)", before) is expected


def test_another_declaration_of_the_name_hides_it() -> None:
    assert plain("float v", "__shfl(v, 0)", "return v; x.v = v;")
    assert not plain("float v", "__shfl(v, 0)", "{ T v; }")


def test_in_a_macro_nothing_is_declared() -> None:
    unit = Unit(b"#define SUM(v) { float v; here(__shfl(v, 0)); }\n")
    (op,) = warp_ops(unit, RULES)
    assert not passed(unit, op)


@pytest.mark.parametrize(
    ("head", "parameters", "expected"),
    [
        ("enum C : unsigned char { red };", "C *c", True),
        ("enum class C { red };", "C *c", True),
        ("enum C { red };", "const C *c", True),
        ("enum C { red };", "D *c", False),
        ("enum C { red }; template <class C>", "C *c", False),
        ("struct C { int v; };", "C *c", False),
        ("enum C : int;", "C *c", True),
        ("", "__nv_bfloat162 *c", False),
    ],
)
def test_what_is_of_an_enum_of_the_file(head: str, parameters: str, *, expected: bool) -> None:
    unit = Unit(
        f"{head} __device__ void f({parameters}, int i) {{ c[0] = __shfl_sync(~0u, c[i], 0); }}".encode()
    )
    (op,) = [op for op in warp_ops(unit, RULES) if op.kind == "shuffle"]
    function = functions(unit, [op.span.start])[op.span.start]
    assert (of_enums(unit, function, [op]) == {op}) == expected
