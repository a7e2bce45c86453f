"""`--warp 32`: what each operation on a warp becomes, so that it stays in the lane's half of a wavefront."""

from __future__ import annotations

import re

import pytest
from helpers.warps import facts_of, run, said, text_of

from hipify_py.choices import WARP_HEADER
from hipify_py.conversion import convert
from hipify_py.edits import render, settle
from hipify_py.lanes.find.warp_ops import Kind, WarpOp
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.rewrite.warp32 import by_name, dropped, fits, is_plain, rewrite, scoped
from hipify_py.model import Span
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


def body(source: str) -> str:
    """Convert the body of a device function and give it without the include and the function's head."""
    out = run("__device__ void f() {" + source + "}").text
    return (
        out.removeprefix(f'#include "{WARP_HEADER}"\n\n')
        .removeprefix("__device__ void f() {")
        .removesuffix("}")
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = __shfl_sync(FULL, v, 0);", "x = __shfl(v, 0, 32);"),
        ("x = __shfl_up_sync(0xffffffff, v, 1, 16);", "x = __shfl_up(v, 1, 16);"),
        ("x = __shfl_down_sync(m.mask, v, 1);", "x = __shfl_down(v, 1, 32);"),
        ("x = __shfl_xor_sync(/*all*/ ~0u, v, /*d*/ d);", "x = __shfl_xor(/*all*/v, /*d*/ d & 31, 32);"),
        ("x = __shfl_down_sync(m, v,\n  1 // one\n  );", "x = __shfl_down(v,\n  1 // one\n, 32\n  );"),
        ("x = __shfl_down(v, 1);", "x = __shfl_down(v, 1, 32);"),
        ('x = __shfl(v, R"(a)");', 'x = __shfl(v, R"(a)", 32);'),
        ("x = __shfl_down(v, (d), 8);", "x = __shfl_down(v, (d) & 31, 8);"),
        ("x = __shfl_up_sync(~0u, v, d | e);", "x = __shfl_up(v, (d | e) & 31, 32);"),
        ("x = __shfl(v, 1, warpSize);", "x = __shfl(v, 1, 32);"),
        ("x = __shfl_down_sync(~0u, v, 32);", "x = hipify_warp32::shfl_down_sync(~0u, v, 32);"),
        ("x = __shfl_down_sync(~0u, v, (33));", "x = hipify_warp32::shfl_down_sync(~0u, v, (33));"),
        ("x = __shfl_sync(next(), v, 0);", "x = hipify_warp32::shfl_sync(next(), v, 0);"),
        ("x = __shfl_sync(m++, v, 0, 8);", "x = hipify_warp32::shfl_sync(m++, v, 0, 8);"),
        ("x = __shfl_sync(__activemask(), v, 0);", "x = __shfl(v, 0, 32);"),
        ("x = __shfl_sync(unsigned(-1), f(a, b), 0);", "x = __shfl(f(a, b), 0, 32);"),
        ("m = __ballot_sync(mask, p);", "m = hipify_warp32::ballot_sync(mask, p);"),
        ("m = __ballot(p) | __activemask();", "m = hipify_warp32::ballot(p) | hipify_warp32::activemask();"),
        ("x = __any(p) + __all(p);", "x = hipify_warp32::any(p) + hipify_warp32::all(p);"),
        ("m = __match_any_sync(mask, v);", "m = hipify_warp32::match_any_sync(mask, v);"),
        ("m = __match_all_sync(mask, v, &p);", "m = hipify_warp32::match_all_sync(mask, v, &p);"),
        ("x = __reduce_max_sync(mask, v);", "x = hipify_warp32::reduce_max_sync(mask, v);"),
        ("__syncwarp(); __syncwarp(m);", "hipify_warp32::syncwarp(); hipify_warp32::syncwarp(m);"),
        ("i = threadIdx.x % warpSize;", "i = threadIdx.x % 32;"),
        ("i = p->warpSize + q.warpSize + N::warpSize;", "i = p->warpSize + q.warpSize + N::warpSize;"),
        ("hipcub::WarpScan<int> s(t);", "hipcub::WarpScan<int, 32> s(t);"),
        ("hipcub::WarpReduce<P<int, 2>, 16> s(t);", "hipcub::WarpReduce<P<int, 2>, 16> s(t);"),
        ("hipcub::WarpMergeSort<int, 4> s(t);", "hipcub::WarpMergeSort<int, 4, 32> s(t);"),
        ("hipcub::WarpLoad<int, 4> s(t);", "hipcub::WarpLoad<int, 4, hipcub::WARP_LOAD_DIRECT, 32> s(t);"),
        ("auto g = cg::coalesced_threads();", "auto g = hipify_warp32::coalesced_threads();"),
        ("x = __ffs(g.ballot(p)) - 1;", "x = __ffs(static_cast<unsigned>(g.ballot(p))) - 1;"),
        ("auto m = g.ballot(p); x = __ffs(m);", "auto m = g.ballot(p); x = __ffs(static_cast<unsigned>(m));"),
        ('asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));', "m = hipify_warp32::lanemask_lt();"),
        ('asm volatile("{ mov.u32\\t%0, %laneid; }\\n" : "=r" (m[0]) );', "m[0] = hipify_warp32::lane_id();"),
        ('asm volatile("activemask.b32 %0;" : "=r"(m) :: "memory");', "m = hipify_warp32::activemask();"),
        (
            'asm volatile("bar.sync 0;"); asm("barrier.sync 0;" ::: "memory");',
            "__syncthreads(); __syncthreads();",
        ),
        ("x = p[threadIdx.x & 31] + __popc(m) + (1u << lane);", None),
        ("x = __shfl_down(v, 1, 32); hipify_warp32::syncwarp();", None),
    ],
)
def test_halves(before: str, after: str | None) -> None:
    assert body(before) == (after or before)


def test_a_mask_that_is_zero_extended_is_one_of_32_bits() -> None:
    source = "__device__ int f(int v) { return __shfl_down_sync((uint64_t)0xffffffff, v, 1); }\n"
    assert run(source).text == "__device__ int f(int v) { return __shfl_down(v, 1, 32); }\n"


def test_hip_source_with_masks_of_32_bits_is_rewritten() -> None:
    source = "#include <hip/hip_runtime.h>\n" + "int f(int v) { return __shfl_xor_sync(0xffffffff, v, 1); }\n"
    assert "return __shfl_xor(v, 1, 32);" in run(source).text


GROUPS = """#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int f(Tile t, int v) { return cg::reduce(t, v, cg::plus<int>()) + all::reduce(v); }
"""


def test_reductions_of_groups_come_from_the_header() -> None:
    result = run(GROUPS)
    assert "hipify_warp32::reduce(t, v, hipify_warp32::plus<int>()) + all::reduce(v)" in result.text
    assert "#include <hip/hip_cooperative_groups.h>" in result.text
    assert set(said(result)) == {"W000"}
    assert result.needs_headers == (WARP_HEADER,)
    native = run(GROUPS, "native")
    assert "cg::reduce(t, v, hipify_warp32::plus<int>())" in native.text  # what `Tile` is cannot be told
    assert set(said(native)) == {"N001", "W000"}


@pytest.mark.parametrize(
    ("group", "call", "says"),
    [
        ("auto t = cg::tiled_partition<32>(cg::this_thread_block())", "cg::reduce(t, v, {})", ["W000"]),
        ("auto t = cg::tiled_partition<4>(cg::this_thread_block())", "cg::reduce((t), v, {})", ["W000"]),
        ("cg::thread_block_tile<8> t = mine()", "inclusive_scan(t, v, {})", ["W000"]),
        ("cg::thread_block_tile<8> t = mine(), &u = t", "exclusive_scan(u, v, {})", ["W000"]),
        ("auto t = cg::coalesced_threads()", "cg::reduce(t, v, {})", ["N001", "W000"]),
        ("auto t = mine()", "cg::reduce(t, v, {})", ["N001", "W000"]),
        ("auto t = cg::coalesced_threads()", "cg::exclusive_scan(t, v, {})", ["N001", "W000"]),
        ("auto t = cg::tiled_partition<32>(b)", "cg::labeled_partition(t, v) + f({})", ["W000"]),
    ],
)
def test_on_wavefronts_only_tiles_are_joined_by_the_header(group: str, call: str, says: list[str]) -> None:
    call = call.format("cg::plus<int>()")
    source = f"{GROUPS.partition('__device__')[0]}__device__ int f(int v) {{ {group}; return {call}; }}\n"
    result = run(source, "native")
    assert sorted(set(said(result))) == says
    assert "hipify_warp32::plus<int>()" in result.text
    assert re.search(r"cooperative_groups/\w", result.text) is None
    kept = call.replace("cg::plus", "hipify_warp32::plus")
    assert (f" {kept}" in result.text) is ("N001" in says)


def test_lane_registers_of_libcu_count_within_32_lanes() -> None:
    source = "__device__ int f() { return ::cuda::ptx::get_sreg_laneid() + ptx::get_sreg_lanemask_gt(); }"
    result = run(source)
    assert "return hipify_warp32::lane_id() + hipify_warp32::lanemask_gt();" in result.text
    assert said(result) == ["W000"]
    assert run(source.replace("ptx", "mine")).text == source.replace("ptx", "mine")


def test_the_width_with_its_global_scope() -> None:
    assert run("__device__ int f(int v) { return v % ::warpSize; }\n").text.endswith("return v % 32; }\n")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define S __shfl_down_sync\n", "#define S hipify_warp32::shfl_down_sync\n"),
        (
            "#define S(...) __shfl_xor_sync(~0u, __VA_ARGS__)\n",
            "#define S(...) hipify_warp32::shfl_xor_sync(~0u, __VA_ARGS__)\n",
        ),
        (
            "__device__ int f(int v) { return AP(__any_sync, v); }\n",
            "__device__ int f(int v) { return AP(hipify_warp32::any_sync, v); }\n",
        ),
        ("#define S __activemask\n", "#define S hipify_warp32::activemask\n"),
        (
            "int f(int v) { return __any_sync(BOTH); }\n",
            "int f(int v) { return hipify_warp32::any_sync(BOTH); }\n",
        ),
        ("int f() { return __any_sync(a...); }\n", "int f() { return hipify_warp32::any_sync(a...); }\n"),
    ],
)
def test_an_intrinsic_by_its_name_alone(source: str, expected: str) -> None:
    result = run(source)
    assert result.text.endswith(expected)
    assert said(result) == ["W000"]


@pytest.mark.parametrize(
    "source",
    [
        "#define S __shfl_down\n",
        "#ifdef __shfl_sync\nint a;\n#endif\n",
        "#pragma run __any_sync(0xffffffffu, p)\n",
        "__device__ int f(int v) { return __shfl_down_sync(0xffffffff, v); }\n",
        "__device__ int f(int v) { return __shfl_sync(~0u, v, 1, 32, v); }\n",
    ],
)
def test_what_has_no_counterpart_by_name(source: str) -> None:
    result = run(source)
    assert result.text == source
    assert said(result) == ["W031"]


def test_a_stand_in_without_a_mask_for_one_with_a_mask_is_called_as_it_is() -> None:
    macro = "#define __shfl_down(x, y) __shfl_down_sync(0xffffffff, x, y)\n"
    source = "__device__ int f(int v) { return __shfl_down(v, 1); }"
    result = run(macro + source)
    headers = "#include <hip/hip_fp16.h>\n#include <hip/hip_bf16.h>\n"  # call HIP's own
    assert result.text == headers + "#define __shfl_down(x, y) __shfl_down(x, (y) & 31, 32)\n" + source
    assert said(result) == ["W000"]
    chosen = run("#if OLD\n" + macro + "#endif\n" + source)
    assert chosen.text.endswith("{ return (__shfl_down)(v, 1, 32); }")  # whichever of them it is
    assert said(chosen) == ["W000", "W000"]


def test_a_stand_in_needs_no_later_release() -> None:
    source = "__device__ void f() { __syncwarp(); }"
    old = load(rocm="6.4")
    options = Options(warp="32", add_include=False, rocm="6.4")
    result = convert(b"#define __syncwarp(...)\n" + source.encode(), old, options)
    assert said(result) == ["W000"]


CUB = (
    "__global__ void k(int *p) {"
    " __shared__ %sWarpReduce<int>::TempStorage t; p[0] = %sWarpReduce<int>(t).Sum(p[1]); }\n"
)


@pytest.mark.parametrize(
    ("before", "scope"),
    [("using namespace cub;\n", ""), ("using cub::WarpReduce;\n", ""), ("namespace c = cub;\n", "c::")],
)
def test_classes_of_cub_without_their_namespace(before: str, scope: str) -> None:
    result = run(before + CUB % (scope, scope))
    assert result.text == (before + CUB % (scope, scope)).replace("cub", "hipcub").replace(
        "<int>", "<int, 32>"
    )
    assert "W031" not in said(result)
    assert run(result.text).text == result.text


def test_a_class_of_that_name_of_ones_own() -> None:
    source = "#include <cub/x>\nusing namespace cub;\ntemplate <class T> struct WarpReduce {};\n" + CUB % (
        "",
        "",
    )
    assert "<int, 32>" not in run(source).text


def ops_in(code: str) -> tuple[Unit, tuple[WarpOp, ...], ConstantTable]:
    unit = Unit(b"__device__ void f() { " + code.encode() + b" }")
    (facts,) = facts_of(unit)
    return unit, facts.ops, facts.constants


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("__shfl_sync(m, v, 0)", True),
        ("__shfl_sync(m, v, 0, 8)", True),
        ("__shfl_sync(m, v)", False),
        ("__shfl_sync(m, v, 0, 8, 1)", False),
        ("__shfl(v, 0)", True),
        ("__shfl(v)", False),
        ("__any_sync(m, p)", True),
        ("__any_sync(p)", False),
        ("__any(p)", True),
        ("__any(m, p)", False),
        ("__activemask()", True),
        ("__activemask(1)", False),
        ("__syncwarp()", True),
        ("__syncwarp(m)", True),
        ("__syncwarp(m, m)", False),
        ("__match_all_sync(m, v, &p)", True),
        ("__match_all_sync(m, v)", False),
        ("g(__any)", False),
        ("warpSize", True),
    ],
)
def test_calls_fit_that_have_as_many_arguments_as_cudas(call: str, *, expected: bool) -> None:
    _, (op,), _ = ops_in(f"x = {call};")
    assert fits(op) is expected


def rewritten(code: str, *, generic: bool = False) -> str:
    unit, ops, constants = ops_in(code)
    kept, lost = settle([edit for op in ops for edit in rewrite(unit, op, constants, generic=generic)])
    assert not lost
    assert {(edit.rule, edit.kind) for edit in kept} <= {("W000", "warp")}
    return render(unit.source, kept).decode().removeprefix("__device__ void f() { ").removesuffix(" }")


def test_a_value_of_any_type_goes_through_the_header() -> None:
    """Without a mask nothing in the header would take its type, so only the width is written."""
    assert (
        rewritten("x = __shfl_sync(~0u, v, 0);", generic=True) == "x = hipify_warp32::shfl_sync(~0u, v, 0);"
    )
    assert rewritten("x = __shfl_sync(~0u, v, 0);") == "x = __shfl(v, 0, 32);"
    assert rewritten("x = __shfl_down(v, 1);", generic=True) == "x = __shfl_down(v, 1, 32);"


def test_a_call_in_a_call_is_rewritten_too() -> None:
    before = "x = __shfl_sync(~0u, __shfl_xor(v, 1), __ballot(p));"
    assert rewritten(before) == "x = __shfl(__shfl_xor(v, 1, 32), hipify_warp32::ballot(p), 32);"


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        (b"0xffffffff", True),
        (b"~0u >> (32 - n)", True),
        (b"s.mask[i] | all", True),
        (b"unsigned(-1)", True),
        (b"__activemask()", True),
        (b"full() & m", True),
        (b"next()", False),
        (b"m++", False),
        (b"--m", False),
        (b"m = 3", False),
        (b"m, 3", False),
    ],
)
def test_a_mask_that_is_only_read_can_be_left_out(mask: bytes, *, expected: bool) -> None:
    assert is_plain(mask, ConstantTable({b"full()": b"0xffffffffu"})) is expected


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("__shfl_sync(~0u, v, 0)", "~0u, "),
        ("__shfl_sync( m | 1 ,\n v, 0)", "m | 1 ,\n "),
        ("__shfl_sync(next(), v, 0)", None),
        ("__shfl_sync(~0u, v, 32)", None),
        ("__shfl(v, 0)", None),
        ("__any_sync(~0u, v)", None),
    ],
)
def test_the_mask_that_is_left_out(call: str, text: str | None) -> None:
    unit, (op,), constants = ops_in(f"x = {call};")
    span = dropped(unit, op, constants, generic=False)
    assert (text_of(unit, span) if span else None) == text
    assert dropped(unit, op, constants, generic=True) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int f() { return g(__any_sync); }", "hipify_warp32::any_sync"),
        ("#define S __shfl_sync\n", "hipify_warp32::shfl_sync"),
        ("#define S __shfl\n", None),
        ("#if __shfl_sync\n#endif\n", None),
        ("int f() { return warpSize; }", None),
    ],
)
def test_a_name_without_a_call(source: str, expected: str | None) -> None:
    unit = Unit(source.encode())
    name = next(each for each in ("__any_sync", "__shfl_sync", "__shfl", "warpSize") if each in source)
    at = source.index(name)
    kind = {"warpSize": "size", "__any_sync": "vote"}.get(name, "shuffle")
    edit = by_name(unit, WarpOp(kind, name.encode(), Span(at, at + len(name))))  # type: ignore[arg-type]
    if expected is None:
        assert edit is None
    else:
        assert edit is not None
        assert (text_of(unit, edit.span), edit.parts) == (name, (expected.encode(),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = cub::WarpReduce", "cub::WarpReduce"),
        ("x = ::cuda::ptx :: WarpReduce", "::cuda::ptx :: WarpReduce"),
        ("return ::WarpReduce", "::WarpReduce"),
        ("return cg::WarpReduce", "cg::WarpReduce"),
        ("x = WarpReduce", "WarpReduce"),
        ("case A: WarpReduce", "WarpReduce"),
        ("p.WarpReduce", "WarpReduce"),
    ],
)
def test_a_name_with_the_namespaces_before_it(text: str, expected: str) -> None:
    unit = Unit(text.encode())
    assert text_of(unit, scoped(unit, Span(len(text) - len("WarpReduce"), len(text)))) == expected


def test_a_header_for_groups_takes_the_place_of_cudas_or_is_dropped() -> None:
    """The place of an include under a condition may not be reached."""
    scan = "#include <cooperative_groups/scan.h>\n"
    base = "#include <cooperative_groups.h>\n"
    hip = "#include <hip/hip_cooperative_groups.h>\n"
    code = (
        "namespace cg = cooperative_groups;\n__device__ int f(Tile t) { return cg::inclusive_scan(t, 1); }\n"
    )
    assert hip + "namespace" in run(scan + code).text
    assert run(base + scan + code).text.count(hip) == 1
    assert run("#if A\n" + base + "#endif\n" + scan + code).text.count(hip) == 2


def of_group(source: str, kind: Kind, name: str, *, on: str = "", spelled: str = "") -> str:
    """Rewrite a member that is called on a group, or a partition of one."""
    unit = Unit(source.encode())
    at, start = source.index(name), source.index(on)
    before = Span(start, start + len(on)) if on else None
    op = WarpOp(kind, name.encode(), Span(at, at + len(name)), before=before, spelled=spelled.encode())
    assert fits(op)
    kept, _ = settle(rewrite(unit, op, ConstantTable({}), generic=False))
    return render(unit.source, kept).decode()


def test_a_member_or_a_partition_that_a_release_lacks() -> None:
    assert of_group("x = t.ballot(p);", "member", "ballot", on="t") == "x = hipify_warp32::ballot(t, p);"
    assert of_group("x = t -> any( p );", "member", "any", on="t") == "x = hipify_warp32::any(*t,  p );"
    assert of_group("x = f(t).all(p);", "member", "all", on="f(t)") == "x = hipify_warp32::all(f(t), p);"
    assert of_group("x = t.get_type();", "member", "get_type") == "x = t.get_type();"
    assert (
        of_group("x = t.num_threads();", "spelling", "num_threads", on="t", spelled="size") == "x = t.size();"
    )
    tile = of_group("x = cg::tiled_partition<4>(t);", "tile", "tiled_partition")
    assert tile == "x = hipify_warp32::tiled_partition<4>(t);"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int f(int v) { return __shfl_sync(~0u, v, 3); }", "int f(int v) { return (__shfl)(v, 3, 32); }"),
        ("int f(int v) { return __shfl(v, 3); }", "int f(int v) { return (__shfl)(v, 3, 32); }"),
        ("int f(int v) { return (__shfl)(v, 3); }", "int f(int v) { return (__shfl)(v, 3, 32); }"),
        ("int f(int v) { return __shfl(v, 3, 16); }", "int f(int v) { return __shfl(v, 3, 16); }"),
        ("int f(int v) { return __shfl_xor(v, 3); }", "int f(int v) { return __shfl_xor(v, 3, 32); }"),
    ],
)
def test_a_macro_of_another_file_does_not_take_a_shuffle(source: str, expected: str) -> None:
    """It may have fewer parameters than HIP's function."""
    project = Project(functions=frozenset({b"__shfl#"}))
    made = run("__device__ " + source, project=project).text
    assert made == "__device__ " + expected
    assert run(made, project=project).text == made


def test_a_macro_of_the_file_does_not_take_a_shuffle() -> None:
    macro = "#define __shfl(v, l) __shfl_sync(~0u, v, l)\n"
    made = run(macro + "__device__ int f(int v) { return __shfl_sync(~0u, v, 3) + __shfl(v, 1); }").text
    assert made == (
        "#include <hip/hip_fp16.h>\n#include <hip/hip_bf16.h>\n"
        "#define __shfl(v, l) __shfl(v, l, 32)\n"
        "__device__ int f(int v) { return (__shfl)(v, 3, 32) + __shfl(v, 1); }"
    )
    assert run(made).text == made
