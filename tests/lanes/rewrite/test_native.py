"""`--warp native`: what each operation on a warp becomes, so that it works on the whole wavefront."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, native, rules_of, run

from hipify_py.edits import render, settle
from hipify_py.lanes.find.ptx_registers import assemblies
from hipify_py.lanes.rewrite.native import register, rewrite
from hipify_py.source.unit import Unit


def body(source: str) -> str:
    """Convert the body of a device function and give it without the function's head."""
    out = run("__device__ void f() {" + source + "}", "native").text
    return out.removeprefix("__device__ void f() {").removesuffix("}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = __shfl_sync(FULL, v, 0);", "x = __shfl(v, 0);"),
        ("x = __shfl_up_sync(0xffffffff, v, 1, 16);", "x = __shfl_up(v, 1, 16);"),
        ("unsigned m = __ballot_sync(~0u, p);", "unsigned long long m = __ballot(p);"),
        ("uint32_t m = __activemask();", "unsigned long long m = __ballot(1);"),
        ("x = 31 - __clz(__ballot(p));", "x = 63 - __clzll(__ballot(p));"),
        ("x = 31 - __clz(v);", "x = 31 - __clz(v);"),
        ("x = __all_sync(m & 7, p);", "x = ((__ballot(!(p)) & m & 7) == 0);"),
        ("x = __reduce_add_sync(0xffffffff, v);", "x = __reduce_add_sync(0xffffffffffffffffull, v);"),
        ("__syncwarp(0xffffffff);", "__syncwarp();"),
        ("__syncwarp(__activemask());", "__syncwarp();"),
        ("x = __shfl_sync(0xffffffffffffffffull, v, 0);", None),
        ('asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));', "x = __lane_id();"),
        ("x = __any_sync(__activemask(), v);", "x = __any(v);"),
    ],
)
def test_wavefronts(before: str, after: str | None) -> None:
    assert body(before) == (after or before)


def rewritten(code: str, *names: bytes) -> str | None:
    """Give the only place of a body as it becomes, None where a person has to write it."""
    unit = Unit(b"__device__ void f() { " + code.encode() + b" }")
    (facts,) = facts_of(unit)
    made = [
        rewrite(unit, op, facts.constants, lambda span: unit.code[slice(*span)] in names) for op in facts.ops
    ]
    if None in made:
        return None
    kept, lost = settle([edit for edits in made for edit in edits or ()])
    assert not lost
    return render(unit.source, kept).decode().removeprefix("__device__ void f() { ").removesuffix(" }")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = __shfl(v, 1);", "x = __shfl(v, 1);"),
        ("x = __any(v) + __all(v) + warpSize;", "x = __any(v) + __all(v) + warpSize;"),
        ("x = __shfl_down_sync(m, v, 1);", "x = __shfl_down(v, 1);"),
        ("x = __match_any_sync(~0u, v);", "x = __match_any(v);"),
        ("x = __ballot_sync(m, v);", "x = (__ballot(v) & m);"),
        ("x = __any_sync(m, v);", "x = ((__ballot(v) & m) != 0);"),
        ("x = __match_any_sync(m, v);", "x = (__match_any(v) & m);"),
        ("x = __any_sync(~0ull, v);", "x = __any_sync(~0ull, v);"),
        ("x = __reduce_max_sync(m, v);", "x = __reduce_max_sync(m, v);"),
        ("__syncwarp(m & 1); __syncwarp();", "__syncwarp(); __syncwarp();"),
        ("__syncwarp(next());", None),
        ("x = ptx::get_sreg_laneid();", "x = __lane_id();"),
        ("x = ::cuda::ptx::get_sreg_lanemask_le();", "x = ((2ull << __lane_id()) - 1);"),
    ],
)
def test_a_place_without_its_mask(before: str, after: str | None) -> None:
    assert rewritten(before) == after


@pytest.mark.parametrize(
    "code",
    [
        "x = __any_sync(next(), v);",
        "x = __shfl_sync(m++, v, 0);",
        "x = __ballot_sync(v);",
        "x = __match_all_sync(m, v, &p);",
        "x = g(__any_sync);",
    ],
)
def test_what_a_person_has_to_write(code: str) -> None:
    assert rewritten(code) is None


def test_a_match_of_all_is_hips_own_where_its_mask_has_64_bits() -> None:
    call = "x = __match_all_sync(m, v, &p);"
    assert rewritten(call, b"m") == call
    assert rewritten(call, b"n") is None


REGISTER = 'asm("mov.u32 %%0, %%%%%s;" : "=r"(%s));'


@pytest.mark.parametrize(
    ("name", "to", "expected"),
    [
        ("laneid", "x", "x = __lane_id();"),
        ("laneid", "m", "m = __lane_id();"),
        ("lanemask_eq", "m", "m = 1ull << __lane_id();"),
        ("lanemask_lt", "m", "m = (1ull << __lane_id()) - 1;"),
        ("lanemask_gt", "m", "m = ~0ull >> (64 - warpSize) & -(2ull << __lane_id());"),
        ("lanemask_lt", "x", None),
        ("lanemask_lt", "m[0]", None),
        ("warpid", "m", None),
    ],
)
def test_a_register_of_ptx(name: str, to: str, expected: str | None) -> None:
    """A mask of 64 bits is given only to what can hold it."""
    unit = Unit(b"__device__ void f() { " + (REGISTER % (name, to)).encode() + b" }")
    (read,) = assemblies(unit)
    edit = register(read, lambda span: unit.code[slice(*span)] == b"m")
    if expected is None:
        assert edit is None
    else:
        assert edit is not None
        assert render(unit.source, [edit]) == b"__device__ void f() { " + expected.encode() + b" }"


FULL_MASK = "namespace d { constexpr __device__ std::uint32_t full() noexcept { return 0xffffffffu; } }\n"


def test_a_function_that_gives_a_constant_is_that_constant() -> None:
    full = FULL_MASK
    source = (
        full + "__device__ int f(int v) { return __shfl_sync(d::full(), v, 0) + __any_sync(d::full(), v); }"
    )
    result = native(source)
    assert result.text == full + "__device__ int f(int v) { return __shfl(v, 0) + __any(v); }"
    assert rules_of(result) == {"W036"}
    loop = "constexpr int lanes() { return 32; }\n__device__ int f(int v) {"
    loop += " for (int o = lanes() / 2; o; o /= 2) v += __shfl_xor_sync(~0u, v, o); return v; }"
    assert rules_of(native(loop)) == {"W036", "W011"}


def test_what_a_mask_is_may_not_be_told() -> None:
    result = native("__device__ int f(int v) { return __shfl_sync(next(v), v, 0); }")
    assert rules_of(result) == {"W031"}
    said = "__shfl_sync takes a mask that cannot be read, and does not compile where that has 32 bits"
    assert said in result.findings[0].message


def test_lane_registers_of_libcu_are_those_of_the_wavefront() -> None:
    source = """
__device__ int f(int v) {
    unsigned lower = ::cuda::ptx::get_sreg_lanemask_lt();
    return __popc(__ballot_sync(~0u, v) & lower) + ptx::get_sreg_laneid();
}
"""
    result = native(source)
    assert "unsigned long long lower = ((1ull << __lane_id()) - 1);" in result.text
    assert "return __popcll(__ballot(v) & lower) + __lane_id();" in result.text
    assert rules_of(result) == {"W036"}


def test_a_stand_in_that_is_always_there_is_called_as_it_is() -> None:
    macro = "#define __syncwarp(...)\n"
    source = "__device__ int f(int v) { __syncwarp(); return __any(v); }"
    result = native(macro + source, "6.4")
    assert (result.text, rules_of(result)) == (macro + source, set())
    assert rules_of(native("#if OLD\n" + macro + "#endif\n" + source)) == {"W031"}


def test_an_enum_is_no_pair_of_bfloat16() -> None:
    source = (
        "enum C { red };\n__device__ void f(C *c, __nv_bfloat162 *b) {"
        " c[0] = (C)__shfl_sync(~0u, c[0], 0); b[0] = __shfl_sync(~0u, b[0], 0); }\n"
    )
    after = native(source).text
    assert "__shfl(c[0], 0)" in after
    assert "__shfl_sync(__ballot(1), b[0], 0)" in after
