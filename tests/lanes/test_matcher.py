"""The width of a warp: what is found, what is rewritten, what is refused and what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py import HipifyError, Settings, convert_tree
from hipify_py.cli.config import choose
from hipify_py.conversion import convert
from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.flow.constant_folding import ConstantTable, Number, declared_constants
from hipify_py.lanes.flow.lane_values import follow
from hipify_py.lanes.prefilter import has_warp_code
from hipify_py.lanes.project_facts import project_facts
from hipify_py.model import Project, Result, Span
from hipify_py.project.warp_header import text
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.rules.load import load
from hipify_py.settings import WARP_HEADER, Options
from hipify_py.source.functions import functions
from hipify_py.source.statements import written_call
from hipify_py.source.unit import Unit

RULES = load()
CORPUS = Path(__file__).parents[2] / "corpus"
KERNELS = sorted([*(CORPUS / "lanes").glob("*.cu"), *(CORPUS / "lanes-portable").iterdir()])
WAYS = ("32", "native")


def run(source: str, warp: str | None = "32", **options: object) -> Result:
    return convert(source.encode(), RULES, Options(warp=warp, add_include=False, **options))  # type: ignore[arg-type]


def said(result: Result) -> list[str]:
    return [finding.rule for finding in result.findings]


def body(source: str, warp: str = "32") -> str:
    """Convert the body of a device function and give it without the include and the function's head."""
    out = run("__device__ void f() {" + source + "}", warp).text
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
        ("x = __shfl_xor_sync(/*all*/ ~0u, v, /*d*/ d);", "x = __shfl_xor(v, /*d*/ d, 32);"),
        ("x = __shfl_down_sync(m, v,\n  1 // one\n  );", "x = __shfl_down(v,\n  1 // one\n, 32\n  );"),
        ("x = __shfl_down(v, 1);", "x = __shfl_down(v, 1, 32);"),
        ("x = __shfl(v, 1, warpSize);", "x = __shfl(v, 1, 32);"),
        ("x = __shfl_down_sync(~0u, v, 32);", "x = hipify_warp32::shfl_down_sync(~0u, v, 32);"),
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


def test_bfloat_pairs_go_through_the_header() -> None:
    source = "template <typename T> __device__ T f(T v) { return __shfl_xor_sync(~0u, v, 1); }\n"
    assert "__shfl_xor(v, 1, 32)" in run(source).text
    with_pairs = source + "__global__ void k(__nv_bfloat162 *p) { *p = f(*p); }\n"
    assert "hipify_warp32::shfl_xor_sync(~0u, v, 1)" in run(with_pairs).text


@pytest.mark.parametrize(
    ("parameter", "value", "plain"),
    [
        ("float v", "v", True),
        ("const unsigned int &v", "v", True),
        ("float2 v", "v.x", True),
        ("float v[4]", "v[1]", True),
        ("std::uint64_t v", "v", True),
        ("T v", "v", False),
        ("T v", "v.x", False),
        ("float2 v", "v", False),
        ("int n", "other", False),
        ("float v", "f(v)", False),
        ("float w) { T v = w; return g(v); } __device__ float g(T v", "v", False),
    ],
)
def test_a_number_by_its_own_declaration_needs_no_header(parameter: str, value: str, *, plain: bool) -> None:
    head = "void other(__nv_bfloat162);\ntemplate <int width, class T> __device__ float f(" + parameter
    result = run(head + ") { return __shfl_xor_sync(~0u, " + value + ", 1, width); }")
    called = "__shfl_xor(" if plain else "hipify_warp32::shfl_xor_sync(~0u, "
    assert f"return {called}{value}, 1, width);" in result.text


def test_a_number_that_another_name_hides_goes_through_the_header() -> None:
    source = """
void other(__nv_bfloat162);
template <class T> __device__ T f(float v, T w) { { T v = w; w = __shfl_xor_sync(~0u, v, 1); } return w; }
"""
    assert "hipify_warp32::shfl_xor_sync(~0u, v, 1)" in run(source).text


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
        ("x = __shfl_sync(0xffffffffffffffffull, v, 0);", None),
        ('asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));', "x = __lane_id();"),
    ],
)
def test_wavefronts(before: str, after: str | None) -> None:
    assert body(before, warp="native") == (after or before)


KERNEL = (
    "__global__ void k(int *p, int n, unsigned m) { int i = threadIdx.x, lane = i & 31, warp = i / 32; %s }"
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (i < n) p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (i < n) p[i] = __shfl_sync(m, p[i], 0);", []),
        ("if (i < n) m = __ballot_sync(~0u, p[i]);", []),
        ("if (i < 64) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (warp == 0) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (__any_sync(~0u, p[i])) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (lane >= n) return; p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (warp >= n) return; p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) break; }", ["W023"]),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) return; }", ["W023"]),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) continue; n++; }", []),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (j == 3) break; }", []),
        ("for (int j = 0; j < n; j++) n += __shfl_sync(~0u, n, 0); if (lane == n) return;", []),
        ("while (n) { n = __shfl_sync(~0u, n, 0); for (int j = 0; j < n; j++) if (lane == j) break; }", []),
        ("if (lane == 0) { p[i] = 1; return; } else n = __shfl_sync(~0u, n, 0);", ["W023"]),
        ("for (int j = lane; j < n; j += 32) n = __shfl_sync(~0u, n, 0);", ["W023"]),
        ("for (int j = warp; j < n; j += 8) n = __shfl_sync(~0u, n, 0);", []),
        ("if (warp == 1) __syncthreads();", ["G016"]),
        ("if (i < n) { for (;;) { __syncthreads(); } }", ["G016"]),
        ("if (i < n) p[i] = 0; __syncthreads();", []),
        ("if (i < n) p[i] = 0; else p[i] = 1; __syncthreads();", []),
        ("if (blockIdx.x == 0) { __syncthreads(); }", []),
        ("while (atomicCAS(p, 0, 1) != 0) ; *p = 0;", ["W026"]),
        ("while (atomicExch(p, 1)) { } *p = 0;", ["W026"]),
        ("if (lane == 0) while (atomicCAS(p, 0, 1)) ;", ["W026"]),
        ("if (threadIdx.x == 0) while (atomicCAS(p, 0, 1)) ;", []),
        ("if (i == 0) { while (atomicCAS(p, FREE, TAKEN) != FREE) ; }", []),
        ("while (atomicCAS(&p[i], -1, n) != -1) i = (i + 1) % n;", []),
        ("volatile int *f = p; while (*f == 0) ; p[i] = 1;", ["W026"]),
        ("volatile int *f = p; if (threadIdx.x == 0) while (*f == 0) ; __syncthreads();", []),
        ("volatile int *f = p; do { n = *f; } while (n == 0);", ["W026"]),
        ("p[i] += p[i + 32]; p[i] += p[i + 16]; p[i] += p[i + 8]; p[i] += p[i + 4];", ["W018"]),
        ("p[i] += p[i + 32]; __syncwarp(); p[i] += p[i + 16]; __syncwarp(); p[i] += p[i + 8];", []),
        ('asm volatile("barrier.sync 2, 64;");', ["G013"]),
        ('asm("mov.u32 %0, %%warpid;" : "=r"(n));', ["W009"]),
        ('asm("mov.u32 %0, %1;" : "=r"(n) : "r"(i));', ["D001"]),
        ("auto t = cg::tiled_partition<2 * 32>(b);", ["G001"]),
        ("auto t = cg::tiled_partition<32>(b);", []),
        ("p[i] = block_warp_sum(p[i]);", ["W031"]),
        ("p[i] = tile.warp_sum(p[i]) + hipcub::ShuffleDown<32>(i, 1, 31, m);", []),
        ("int (*f)(int) = choose(n); p[i] = f(i) + __any_sync(~0u, n);", ["W031"]),
        ("auto f = __shfl;", ["W031"]),
    ],
)
def test_what_remains(code: str, expected: list[str]) -> None:
    result = run(KERNEL % code)
    assert sorted(set(said(result)) - {"W000"}) == expected


def test_one_finding_for_a_kind_of_place_with_the_others_beside_it() -> None:
    code = "if (i < n) p[i] = __shfl_sync(~0u, p[i], 0); if (i < 2 * n) n = __shfl_sync(~0u, n, 1);"
    result = run(KERNEL % code)
    done, missing = result.findings
    assert (done.rule, done.severity, missing.rule) == ("W000", "note", "W023")
    assert "k: " in done.message
    assert "2 shuffles" in done.message
    assert [result.source[slice(*one.span)] for one in done.related] == [b"i & 31", b"i / 32", b"__shfl_sync"]
    assert [result.source[slice(*one.span)] for one in missing.related] == [b"__shfl_sync"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("v = __shfl_down_sync(0xffffffffffffffff, v, 1);", "more than 32 bits"),
        ("v = __shfl_down_sync(~0ull, v, 1) + __any_sync(~0u, v);", "more than 32 bits"),
        ("unsigned long long m = 1; v = __shfl_down_sync(m, v, 1);", "declared with 64 bits"),
        ("v = __shfl_down(v, 32, 64);", "the width 64"),
        ("if (warpSize == 64) v = __shfl_down(v, 32);", "asks for 64 lanes"),
        ("v = __popcll(__ballot(v));", "asks for 64 lanes"),
    ],
)
def test_refused(code: str, why: str) -> None:
    source = "__device__ int f(int v) { " + code + " return v; }\n"
    result = run(source)
    assert result.text == source
    assert said(result) == ["W033"]
    assert why in result.findings[0].message


def test_a_mask_that_is_zero_extended_is_one_of_32_bits() -> None:
    source = "__device__ int f(int v) { return __shfl_down_sync((uint64_t)0xffffffff, v, 1); }\n"
    assert run(source).text == "__device__ int f(int v) { return __shfl_down(v, 1, 32); }\n"


def test_functions_are_decided_one_by_one() -> None:
    wide = "__device__ int a(int v) { return __shfl_down_sync(~0ull, v, 1); }\n"
    narrow = "__device__ int b(int v) { return __shfl_down_sync(~0u, v, 1); }\n"
    result = run(wide + narrow)
    assert result.text == wide + "__device__ int b(int v) { return __shfl_down(v, 1, 32); }\n"
    assert said(result) == ["W033", "W000"]


@pytest.mark.parametrize(
    "code",
    [
        "unsigned long long m = __ballot(v); v = __popcll(m);",
        "v += __shfl_down(v, 32);",
        "v = __shfl_sync(0xffffffffffffffffull, v, 0);",
        "for (int o = warpSize / 2; o; o /= 2) v += __shfl_xor(v, o);",
    ],
)
def test_portable_hip_is_left_alone(code: str) -> None:
    source = "#include <hip/hip_runtime.h>\n__device__ int f(int v) { " + code + " return v; }\n"
    result = run(source)
    assert result.text == source
    assert said(result) == []


def test_hip_source_with_masks_of_32_bits_is_rewritten() -> None:
    source = "#include <hip/hip_runtime.h>\n" + "int f(int v) { return __shfl_xor_sync(0xffffffff, v, 1); }\n"
    assert "return __shfl_xor(v, 1, 32);" in run(source).text


def test_what_a_condition_gave_to_hip_is_left_alone() -> None:
    source = (
        "#if defined(USE_ROCM)\n__device__ int a(int v) { return __shfl(v, 0); }\n"
        "#else\n__device__ int a(int v) { return __shfl_sync(~0u, v, 0); }\n#endif\n"
        "__device__ int b(int v) { return __shfl_sync(~0u, v, 0); }\n"
    )
    result = run(source)
    assert result.text == source.replace(
        "b(int v) { return __shfl_sync(~0u, v, 0)", "b(int v) { return __shfl(v, 0, 32)"
    )


def test_a_guard_for_either_compiler_decides_nothing() -> None:
    unit = Unit(
        b"#ifndef A_HIP_H\n#define A_HIP_H\n"
        b"#if defined(__CUDACC__) || defined(__HIPCC__)\nx\n#endif\n#endif\n"
    )
    assert list(sides(unit).decided) == []
    unit = Unit(b"#ifdef __HIP_PLATFORM_AMD__\nx\n#endif\ny\n")
    assert [unit.source[slice(*span)] for span in list(sides(unit).decided)] == [
        b"#ifdef __HIP_PLATFORM_AMD__\nx\n#endif"
    ]


def test_hip_source_is_known_by_its_includes() -> None:
    assert is_hip(Unit(b"#include <hip/hip_runtime.h>\n"), RULES)
    assert not is_hip(Unit(b"#include <hip/hip_runtime.h>\n#include <cuda_fp16.h>\n"), RULES)
    assert not is_hip(Unit(b"#include <vector>\n"), RULES)


CALL = "__device__ int %s(int v) { return __shfl_sync(~0u, v, 0); }\n"
HALF, WHOLE = "__shfl(v, 0, 32)", "__shfl(v, 0)"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("// hipify: warp=native\n#include <x>\n" + CALL % "a" + CALL % "b", [WHOLE, WHOLE]),
        (CALL % "a" + "// hipify: warp=native\n" + CALL % "b", [HALF, WHOLE]),
        ("// hipify: warp=native\n" + CALL % "a" + CALL % "b", [WHOLE, HALF]),
        (
            CALL % "a" + "/* hipify: warp=native, it is faster */\ntemplate <int N>\n" + CALL % "b",
            [HALF, WHOLE],
        ),
        (CALL.replace("{", "{ // hipify: warp=native\n") % "a" + CALL % "b", [WHOLE, HALF]),
    ],
)
def test_comments_choose(source: str, expected: list[str]) -> None:
    out = run(source).text
    places = [out.index("return", out.index(name)) for name in ("int a", "int b")]
    assert [out[at:].split(";")[0].removeprefix("return ") for at in places] == expected


GROUPS = """#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int f(Tile t, int v) { return cg::reduce(t, v, cg::plus<int>()) + all::reduce(v); }
"""


def test_reductions_of_groups_come_from_the_header() -> None:
    result = run(GROUPS)
    assert "hipify_warp32::reduce(t, v, hipify_warp32::plus<int>()) + all::reduce(v)" in result.text
    assert "#include <hip/hip_cooperative_groups.h>" in result.text
    assert set(said(result)) == {"W000"}
    assert result.needs_warp_header
    native = run(GROUPS, "native")
    assert "cg::reduce(t, v, cg::plus<int>())" in native.text
    assert "W000" not in said(native)
    assert not native.needs_warp_header


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0xffffffff", Number(2**32 - 1, 32, signed=False)),
        ("-1", Number(2**32 - 1, 32)),
        ("~0ull", Number(2**64 - 1, 64, signed=False)),
        ("static_cast<uint64_t>(-1)", Number(2**64 - 1, 64, signed=False)),
        ("(uint64_t)0xffffffff", Number(2**32 - 1, 64, signed=False)),
        ("WARP - 1", Number(31, 32)),
        ("1 << LOG", Number(32, 32)),
        ("(1u << 31) | 1", Number(2**31 + 1, 32, signed=False)),
        ("1'024 / kWarp", Number(32, 32)),
    ],
)
def test_constants(expression: str, expected: Number) -> None:
    source = b"#define WARP 32 // lanes\n#define LOG 5\nconstexpr int kWarp = WARP;\n"
    assert ConstantTable(declared_constants(Unit(source))).number(expression.encode()) == expected


@pytest.mark.parametrize("expression", ["x", "f(1)", "1 +", "1 << 99", "1 / 0", "LOOP", "(1", "", "1 2"])
def test_what_is_no_constant(expression: str) -> None:
    assert ConstantTable({b"LOOP": b"LOOP + 1"}).number(expression.encode()) is None


def levels(code: str, *asked: str) -> list[str]:
    unit = Unit(("__global__ void k(int n, int warpId) { " + code + " use(n); }").encode())
    at = unit.code.index(b"use(n)")
    held = follow(unit, functions(unit, [at])[at], ConstantTable({b"W": b"32"}))
    return [held.level(each.encode()) for each in asked]


def test_values_are_followed() -> None:
    code = "int t = blockIdx.x * 64 + threadIdx.x, w = t / W, l = t % W; int row = w * 4; int c = row + l;"
    assert levels(code, "t", "w", "l", "row", "c", "n") == ["lane", "warp", "lane", "warp", "lane", "uniform"]
    assert levels(code, "t < 64", "t >= W", "t < 5", "(threadIdx.x >> 5) == 1", "warpId") == [
        "warp",
        "warp",
        "lane",
        "warp",
        "warp",
    ]
    assert levels("int t = threadIdx.x; bool b = __any_sync(~0u, t > n);", "b", "t > n") == ["warp", "lane"]
    assert levels("int a(threadIdx.x % 32); unsigned b{threadIdx.x};", "a", "b") == ["lane", "lane"]
    assert levels("int y = threadIdx.y; p[n] = threadIdx.x;", "y", "p.threadIdx", "n") == [
        "warp",
        "uniform",
        "uniform",
    ]


def test_calls_are_read_from_the_text_where_the_grammar_is_lost() -> None:
    unit = Unit(b"}}} x = __shfl_sync(m, f(a, b[1, 2]), /* , */ 3)")
    call = written_call(unit.code, Span(8, 19))
    assert call is not None
    assert [unit.source[slice(*span)].strip(b" */,") for span in call.arguments] == [
        b"m",
        b"f(a, b[1, 2])",
        b"3",
    ]
    assert written_call(b"__activemask ( )", Span(0, 12)).arguments == ()  # type: ignore[union-attr]
    assert written_call(b"__any(a < b, c)", Span(0, 5)) is None
    assert written_call(b"__any(a", Span(0, 5)) is None


def test_a_stand_in_of_the_project_for_an_intrinsic_is_reported() -> None:
    source = "#define __shfl_sync(m, v, l) get(v, l)\nint f(int v) { return __shfl_sync(1, v, 0); }\n"
    result = run(source)
    assert result.text == source
    assert set(said(result)) == {"W031"}


def test_a_function_that_gives_a_constant_is_that_constant() -> None:
    made = "constexpr std::uint32_t WarpMask() { return 0xffffffffu; }\n"
    source = "__device__ int f(int v) { return __shfl_sync(d::WarpMask(), v, 0); }"
    assert run(made + source).text == made + "__device__ int f(int v) { return __shfl(v, 0, 32); }"
    project = Project(constants=dict(project_facts(Unit(made.encode()))[0]))
    assert run(source, project=project).text == "__device__ int f(int v) { return __shfl(v, 0, 32); }"
    called = "hipify_warp32::shfl_sync(d::WarpMask(), v, 0)"
    assert called in run(source).text
    assert called in run(made.replace("()", "(int)") + source).text
    assert called in run(made.replace("return", "count++; return") + source).text
    other = "struct S { static constexpr std::uint32_t WarpMask() { return 3; } };\n"
    assert called in run(made + other + source).text


def test_constants_of_functions_have_the_type_that_is_returned() -> None:
    made = b"constexpr unsigned a() { return -1; } constexpr uint64_t b() { return -1; } auto constexpr c() "
    made += b"{ return a() >> 4; } static constexpr auto d(void) { return n::a() / 2; } constexpr T e() "
    known = ConstantTable(declared_constants(Unit(made + b"{ return 1; }")))
    assert known.number(b"a()") == Number(0xFFFFFFFF, 32, signed=False)
    assert known.number(b"x::b()") == Number(2**64 - 1, 64, signed=False)
    assert known.number(b"d() + 1") == Number(0x80000000, 32, signed=False)
    assert [known.number(text) for text in (b"a", b"e()", b"a(1)", b"a().b")] == [None] * 4


def test_lane_registers_of_libcu_count_within_32_lanes() -> None:
    source = "__device__ int f() { return ::cuda::ptx::get_sreg_laneid() + ptx::get_sreg_lanemask_gt(); }"
    result = run(source)
    assert "return hipify_warp32::lane_id() + hipify_warp32::lanemask_gt();" in result.text
    assert said(result) == ["W000"]
    assert run(source.replace("ptx", "mine")).text == source.replace("ptx", "mine")


def test_other_files_tell_constants_and_functions() -> None:
    source = "__device__ int f(int v) { return warp_sum(__shfl_sync(ALL, v, 0)); }"
    project = Project(constants={b"ALL": b"0xffffffffffffffffull"}, functions=frozenset({b"warp_sum"}))
    assert said(run(source)) == ["W031", "W000"]
    assert said(run(source, project=project)) == ["W033"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in KERNELS])
def test_converted_code_is_settled(path: Path, way: str) -> None:
    first = convert(path.read_bytes(), RULES, Options(path=path.name, warp=way))  # type: ignore[arg-type]
    again = convert(first.output, RULES, Options(path=path.name, warp=way))  # type: ignore[arg-type]
    assert again.output == first.output
    assert not again.edits


@pytest.mark.parametrize("way", WAYS)
def test_broken_text_never_crashes(way: str) -> None:
    for path in KERNELS[::4]:
        source = path.read_bytes()
        for cut in range(0, len(source), 211):
            part = source[cut : cut + 900]
            result = convert(part, RULES, Options(warp=way))  # type: ignore[arg-type]
            assert convert(result.output, RULES, Options(warp=way)).output == result.output  # type: ignore[arg-type]


def test_files_without_warp_code_cost_a_search() -> None:
    assert not has_warp_code(Unit(b"__global__ void k(int *p) { p[threadIdx.x & 31] = 0; }"))
    assert not has_warp_code(Unit(b"volatile int v; void shuffle() {}"))
    assert has_warp_code(Unit(b"__global__ void k(int *p) { __syncthreads(); }"))
    assert [site.kind for site in warp_ops(Unit(b"int f() { return __any(1) + warpSize; }"), RULES)] == [
        "vote",
        "size",
    ]


VOTE = "__global__ void k(unsigned *p) { *p = __ballot_sync(~0u, 1); }\n"


def tree(folder: Path) -> Path:
    (folder / "src" / "deep").mkdir(parents=True)
    for name in ("a.cu", "src/b.cu", "src/deep/c.cuh"):
        (folder / name).write_text(VOTE)
    (folder / "plain.cu").write_text("#include <cuda_runtime.h>\n__global__ void k() {}\n")
    return folder


def includes(folder: Path) -> dict[str, str]:
    found = {}
    for path in folder.rglob("*.cu*"):
        lines = [line for line in path.read_text().splitlines() if WARP_HEADER in line]
        found[path.relative_to(folder).as_posix()] = lines[0].split('"')[1] if lines else ""
    return found


PATHS = {
    "a.cu": WARP_HEADER,
    "src/b.cu": "../" + WARP_HEADER,
    "src/deep/c.cuh": "../../" + WARP_HEADER,
    "plain.cu": "",
}


def test_the_header_stands_once_in_an_output(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    report = convert_tree([str(source)], Settings(mode="output", output=str(tmp_path / "out"), warp="32"))
    assert includes(tmp_path / "out") == PATHS
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob(WARP_HEADER)] == [
        f"out/{WARP_HEADER}"
    ]
    assert (tmp_path / "out" / WARP_HEADER).read_bytes() == text()
    assert [file.path for file in report.files if file.path.endswith(WARP_HEADER)] == [
        str(tmp_path / "out" / WARP_HEADER)
    ]
    again = convert_tree([str(tmp_path / "out")], Settings(warp="32"))
    assert {file.status for file in again.files} == {"unchanged"}


def test_the_header_stands_atop_a_tree_converted_in_place(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    convert_tree([str(source)], Settings(mode="in-place", warp="32"))
    assert includes(source) == PATHS
    assert [*tmp_path.rglob(WARP_HEADER)] == [source / WARP_HEADER]
    before = (source / WARP_HEADER).stat().st_mtime_ns
    convert_tree([str(source)], Settings(mode="in-place", warp="32"))
    assert (source / WARP_HEADER).stat().st_mtime_ns == before


def test_a_file_by_itself_has_the_header_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(VOTE)
    convert_tree([str(tmp_path / "a.cu")], Settings(mode="in-place", warp="32"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.cu", WARP_HEADER]


def test_a_dry_run_writes_no_header(tmp_path: Path) -> None:
    source = tree(tmp_path / "in")
    convert_tree([str(source)], Settings(warp="32"))
    convert_tree([str(source)], Settings(mode="diff", warp="32"))
    assert not [*tmp_path.rglob(WARP_HEADER)]


def test_a_header_that_plain_cpp_reads_includes_it_under_a_guard() -> None:
    device = "#ifdef __CUDACC__\n" + VOTE + "#endif\nint host();\n"
    guarded = run(device, path="a.h").text
    assert guarded.startswith(f'#ifdef __HIPCC__\n#include "{WARP_HEADER}"\n#endif\n#if defined(__CUDACC__)')
    assert run(VOTE, path="a.h").text.startswith(f'#include "{WARP_HEADER}"\n\n__global__')


def test_code_that_does_without_the_header_gets_none(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(CALL % "a")
    convert_tree([str(tmp_path)], Settings(mode="in-place", warp="32"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.cu"]


def test_another_file_of_the_header_name_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(VOTE)
    (tmp_path / WARP_HEADER).write_text("/* mine */\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place", warp="32"))
    assert (tmp_path / WARP_HEADER).read_text() == "/* mine */\n"
    assert [file.reason for file in report.files if file.status == "failed"] != []


def test_an_unknown_width_is_refused() -> None:
    with pytest.raises(HipifyError, match="use 32 or native"):
        Settings(warp="64")  # type: ignore[arg-type]


def test_a_project_chooses_in_its_config(tmp_path: Path) -> None:
    (tmp_path / "hipify.toml").write_text('warp = "native"\n')
    assert choose(str(tmp_path)).warp == "native"
    (tmp_path / "hipify.toml").write_text('warp = "64"\n')
    with pytest.raises(HipifyError, match="use 32 or native"):
        choose(str(tmp_path))
