"""`--warp native`: the same algorithm on 32 lanes; on 64 the same results, or a finding that says why not."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import needs_gcc
from helpers.units import assert_cuda, together
from simt import proof
from simt.emulator import Emulator

from hipify_py.conversion import convert
from hipify_py.releases import NEWEST
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.toolchain import Hipcheck

    from hipify_py.model import Result

HERE = Path(__file__).parents[1]
NATIVE = sorted((HERE.parent / "corpus" / "lanes-native").glob("*.cu"))
# What says that a person has to write a place: groups' collectives, intrinsics that the file makes itself.
LEFT = {"N001", "N005", "W031"}
LACKS = {"N011", "G017"}  # say what a release of ROCm lacks
# What ROCm 7.2 computes otherwise on any width: reductions of some lanes only.
OTHERWISE = {"bloom-filter", "reduce-intrinsics"}
SYNC = "-DHIP_ENABLE_WARP_SYNC_BUILTINS"  # which ROCm 6.4 asks for, and W002 says


def kernels(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in paths])


@cache
def native(path: Path, rocm: str = NEWEST) -> Result:
    options = Options(path=path.name, warp="native", rocm=rocm)
    return convert(path.read_bytes(), load(rocm=rocm), options)


def said(result: Result) -> set[str]:
    """Give the rules about lanes that a conversion breaks, those apart that only tell what was done."""
    return {f.rule for f in result.findings if f.severity != "note" and f.rule[0] in "WG"}


def rules_of(result: Result) -> set[str]:
    return {f.rule for f in result.findings}


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    return Emulator(tmp_path_factory.mktemp("native"))


def test_there_are_enough() -> None:
    assert len(NATIVE) >= 12


@needs_gcc
@kernels(proof.KERNELS)
def test_the_same_on_32_lanes_and_never_silent_on_64(path: Path, emulator: Emulator) -> None:
    truth, result = emulator.run(path, "cuda", 32), native(path)
    narrow, wide = proof.native(emulator, result.output)
    if path.stem in OTHERWISE:
        assert "W037" in said(result)
    elif narrow.verdict(truth) != "equal":
        assert narrow.verdict(truth) == "no compile"
        assert LEFT & rules_of(result), narrow.error
    elif wide.verdict(truth) != "equal":
        assert said(result), wide


def test_little_is_left() -> None:
    left = {path.stem for path in proof.KERNELS if LEFT & rules_of(native(path))}
    assert {"overloaded-shuffles", "tiles-reduce"} <= left
    assert len(left) * 10 < len(proof.KERNELS)


@needs_gcc
@kernels(NATIVE)
def test_code_for_any_width_is_the_same_on_either(path: Path, emulator: Emulator) -> None:
    truth, result = emulator.run(path, "cuda", 32), native(path)
    assert (truth.status, truth.problems, truth.stderr) == (0, (), "")
    assert [run.verdict(truth) for run in proof.native(emulator, result.output)] == ["equal", "equal"]


@kernels(NATIVE)
def test_code_for_any_width_has_no_findings(path: Path) -> None:
    result = native(path)
    assert rules_of(result) == {"W036"}
    again = convert(result.output, load(), Options(path=path.name, warp="native"))
    assert (again.edits, said(again)) == ((), set())


@needs_gcc
def test_the_measure_itself(emulator: Emulator) -> None:
    """Without care for lanes a kernel that is right on any width is wrong on 64 lanes."""
    path = next(path for path in NATIVE if path.stem == "compact-ballot")
    truth = emulator.run(path, "cuda", 32)
    assert proof.rename(emulator, path).verdict(truth) == "wrong"


def device(body: str, head: str = "") -> Result:
    text = f"{head}__device__ void f(int p, int lane, unsigned *q) {{ {body} }}\n"
    return convert(text.encode(), load(), Options(warp="native", add_include=False))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "unsigned m = __ballot_sync(~0u, p), n = m >> 3;",
            "unsigned long long m = __ballot(p), n = m >> 3;",
        ),
        ("unsigned a = 0, m = __activemask();", "unsigned long long a = 0, m = __ballot(1);"),
        ("unsigned m[2] = {__ballot(p), 0u};", "unsigned long long m[2] = {__ballot(p), 0u};"),
        ("int n = 32 - __clz(__ballot(p));", "int n = 64 - __clzll(__ballot(p));"),
        ("int n = W - __clz(__ballot(p));", "int n = W - (__clzll(__ballot(p)) - 32);"),
        (
            "int n = warpSize - __clz(__ballot(p));",
            "int n = warpSize - (__clzll(__ballot(p)) - (64 - warpSize));",
        ),
        ("int n = __ffs(__brev(__ballot(p)));", "int n = __ffsll(__brevll(__ballot(p)) >> (64 - warpSize));"),
        ("int n = __ffs(__brev(p));", None),
        (
            "unsigned m = __ballot(p); m &= ~0u << lane;",
            "unsigned long long m = __ballot(p); m &= 0xffffffffffffffffull << lane;",
        ),
        (
            "unsigned m = ~0u >> (32 - lane); p = __popc(m & __ballot(p));",
            "unsigned long long m = 0xffffffffffffffffull >> (64 - lane); p = __popcll(m & __ballot(p));",
        ),
        (
            "unsigned m = __ballot(p); p = __popc(m << (31 - lane));",
            "unsigned long long m = __ballot(p); p = __popcll(m << (63 - lane));",
        ),
        (
            "unsigned m = ~0u; m = __ballot_sync(m, p);",
            "unsigned long long m = ~0ull >> (64 - warpSize); m = (__ballot(p) & m);",
        ),
        (
            "unsigned m = __ballot(p); p = m == ~0u;",
            "unsigned long long m = __ballot(p); p = m == (~0ull >> (64 - warpSize));",
        ),
        (
            "unsigned m = __ballot(p), n = ~m;",
            "unsigned long long m = __ballot(p), n = (~m & ~0ull >> (64 - warpSize));",
        ),
        (
            "unsigned m = __ballot(p), n = ~m & (1u << lane);",
            "unsigned long long m = __ballot(p), n = ~m & (1ull << lane);",
        ),
        (
            "unsigned m = __ballot(p); p = __match_all_sync(m, p, &p) != 0;",
            "unsigned long long m = __ballot(p); p = __match_all_sync(m, p, &p) != 0;",
        ),
        (
            'unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));',
            "unsigned long long m; m = (1ull << __lane_id()) - 1;",
        ),
        (
            'unsigned m; asm("mov.u32 %0, %%lanemask_ge;" : "=r"(m));',
            "unsigned long long m; m = ~0ull >> (64 - warpSize) & -(1ull << __lane_id());",
        ),
        (
            "bool b = __ballot(p) != 0; unsigned n = __popcll(__ballot(p)), one = __ballot(p) >> lane & 1u;",
            None,
        ),
        ("unsigned bits = 1u << p, n = bits & ~q[0];", None),
    ],
)
def test_masks_have_64_bits(before: str, after: str | None) -> None:
    result = device(before)
    assert result.text.split("{ ", 1)[1].removesuffix(" }\n") == (after or before)
    assert said(result) <= {"W012"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("q[0] = __ballot(p);", {"W003"}),
        ("int m = __ballot(p); p = m;", {"W003"}),
        ("atomicOr(q, __ballot(p));", {"W003"}),
        ("q[0] = (unsigned)__ballot(p);", {"W003"}),
        ("p = __any_sync(q[0], p);", {"W003"}),
        ("unsigned m = q[0]; p = __any_sync(m, p);", {"W024"}),
        ("unsigned m = __ballot(p); p = __popc(m & 0xffff);", {"W024"}),
        ("unsigned m = __ballot(p); p = __popc(m << p);", {"W012"}),
        ("unsigned m = __ballot(p); p = __reduce_add_sync(m, p);", {"W037"}),
        ("p = __reduce_add_sync(0xffffffff, p);", set()),
        ("lane = threadIdx.x & 0x1f; p = __any(p);", {"W012"}),
        ("lane = threadIdx.x % 32u; p = __any(p);", {"W012"}),
        ("lane = threadIdx.x % FANOUT; p = __any(p);", {"W012"}),
        ("lane = threadIdx.x % warpSize; p = __any(p) + p % 32;", set()),
        ("for (int d = 1; d < 32; d *= 2) p += __shfl_up(p, d);", {"W012"}),
        ("for (int d = 1; d < warpSize; d *= 2) p += __shfl_up(p, d);", set()),
        ("for (int d = 1; d < 32; d *= 2) p += __shfl_up(p, d, 32);", set()),
        ("p += __shfl_xor(p, 16); p += __shfl_xor(p, 8);", {"W011"}),
        ("p = __shfl(p, 31 - lane);", {"W012"}),
        ("__shared__ int s[1024 / FANOUT]; s[lane / warpSize] = __any(p);", {"W014"}),
        ("__shared__ int s[PER]; s[0] = __any(p);", {"W014"}),
        ("p = q[lane / warpSize] + __any(p < warpSize && lane > 2);", set()),
        ('asm("mov.u32 %0, %%lanemask_lt;" : "=r"(q[0]));', {"W009"}),
    ],
)
def test_what_is_said(body: str, expected: set[str]) -> None:
    head = "constexpr int FANOUT = 32;\nconstexpr int PER = 512 / FANOUT;\n"
    assert said(device(body, head)) == expected


HELPERS = """typedef unsigned mask_t;
__device__ unsigned votes(int p) { return __ballot_sync(0xffffffff, p); }
__device__ int count(mask_t m) { return __popc(m); }
__device__ int first(unsigned m) { return __ffs(m) - 1; }
__device__ int through(unsigned m) { return first(m); }
__global__ void k(int *p) { unsigned v = votes(p[0]); p[1] = count(v) + through(v) + through(0xffffffff); }
"""
WIDE_HELPERS = """typedef unsigned long long mask_t;
__device__ unsigned long long votes(int p) { return __ballot(p); }
__device__ int count(mask_t m) { return __popcll(m); }
__device__ int first(unsigned long long m) { return __ffsll(m) - 1; }
__device__ int through(unsigned long long m) { return first(m); }
__global__ void k(int *p) { unsigned long long v = votes(p[0]); p[1] = count(v) + through(v) + through(~0ull >> (64 - warpSize)); }
"""  # noqa: E501  (one line stays one line)


def test_masks_are_followed_from_function_to_function() -> None:
    result = convert(HELPERS.encode(), load(), Options(warp="native", add_include=False))
    assert result.text == WIDE_HELPERS
    assert said(result) == set()


def test_a_function_that_others_may_call_keeps_its_type() -> None:
    """What is declared, or called by no one here, may be called from elsewhere with 32 bits."""
    for more in ("unsigned votes(int p);\n", ""):
        source = more + HELPERS.replace("votes(p[0])", "votes(p[0])" if more else "p[0]")
        result = convert(source.encode(), load(), Options(warp="native", add_include=False))
        assert "__device__ unsigned votes(int p)" in result.text
        assert "W003" in said(result)


def test_a_helper_that_counts_by_32_is_said_and_a_tile_is_not() -> None:
    helper = "__device__ int lane() { return threadIdx.x & 31; }\n"
    tile = "__global__ void t(int *p) { p[threadIdx.x & 31] = 1; }\n"
    vote = "__global__ void k(int *p) { p[0] = __any(p[lane()]); }\n"
    places = [
        finding.span.start
        for finding in convert((helper + tile + vote).encode(), load(), Options(warp="native")).findings
        if finding.rule == "W012"
    ]
    assert places == [helper.index("threadIdx")]


@pytest.mark.parametrize(
    ("launch", "expected"),
    [
        ("k<<<n / 32, 64>>>(p);", {"W038"}),
        ("k<<<n, dim3(32, 4)>>>(p);", {"W038"}),
        ("dim3 b(32, 4); k<<<n, b>>>(p);", {"W038"}),
        ("k<<<n >> 5, 64>>>(p);", {"W038"}),
        ("k<<<(n + 31) / width, 64>>>(p);", {"W038"}),
        ("k<<<n / width, 64>>>(p);", set()),
        ("k<<<5, 128>>>(p);", set()),
        ("other<<<n / 32, 64>>>(p);", set()),
    ],
)
def test_launches_by_32(launch: str, expected: set[str]) -> None:
    source = (
        "__global__ void k(int *p) { p[0] = __any(p[1]); }\n__global__ void other(int *p) { p[0] = 1; }\n"
        f"void run(int *p, int n, int width) {{ {launch} }}\n"
    )
    result = convert(source.encode(), load(), Options(warp="native", add_include=False))
    assert said(result) == expected


def old(source: str) -> Result:
    return convert(source.encode(), load(rocm="6.4"), Options(warp="native", rocm="6.4", add_include=False))


def test_what_an_old_release_lacks_is_said_of_what_stays() -> None:
    """ROCm 6.4 has matches only under a macro, no warp barriers, and no shuffles of bfloat16."""
    body = "__device__ int f(int v) { __syncwarp(); return %s; }\n"
    assert said(old(body.replace("__syncwarp(); ", "") % "__shfl_xor_sync(0xffffffff, v, 1)")) == set()
    assert "W002" in rules_of(old(body % "__match_any_sync(0xffffffff, v) != 0"))
    assert "N011" in rules_of(old(body % "v"))
    pairs = "template <typename T> __device__ T g(T v) { return __shfl_xor_sync(~0u, v, 1); }\n"
    assert said(old(pairs)) == set()
    assert said(old(pairs + "__global__ void k(__nv_bfloat16 *p) { *p = g(*p); }\n")) == {"W031"}


def compile_all(rocm: str, folder: Path, check: Callable[..., tuple[bool, str]], *flags: str) -> set[str]:
    """Compile what is converted for a release; give what was left out, as findings say that ROCm lacks it.

    Of the kernels for 32 lanes an older release gets those that are converted otherwise for it.
    """
    results = {f"any-{path.stem}": native(path, rocm) for path in NATIVE}
    for path in proof.KERNELS:
        result = native(path, rocm)
        if rocm == NEWEST or result.output != native(path).output or LACKS & rules_of(result):
            results[path.stem] = result
    lacks = {name for name, one in results.items() if LACKS & rules_of(one)}
    left = {name for name, one in results.items() if LEFT & rules_of(one)}
    texts = {name: one.text for name, one in results.items() if name not in lacks | left}
    for number, (names, text) in enumerate(together(texts)):
        unit = folder / f"unit{number}.hip"
        unit.write_text(text)
        good, printed = check(unit, *flags)
        assert good, f"{', '.join(names)}:\n{printed}"
    return lacks - left


def test_conversions_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    assert compile_all(NEWEST, tmp_path, hipcheck) == set()


def test_conversions_compile_with_rocm_6(hipcheck64: Hipcheck, tmp_path: Path) -> None:
    """6.4 has neither warp barriers nor reductions, which the findings say."""
    lacks = compile_all("6.4", tmp_path, hipcheck64, SYNC)
    assert "reduce-intrinsics" in lacks
    assert not lacks & {"any-compact-ballot", "any-lanemask-registers"}


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_the_sources_are_cuda(tmp_path: Path) -> None:
    assert_cuda(together({path.stem: path.read_text() for path in NATIVE}), tmp_path)


def run(source: str, rocm: str = NEWEST) -> Result:
    options = Options(warp="native", rocm=rocm, add_include=False)
    return convert(source.encode(), load(rocm=rocm), options)


def test_a_width_that_a_template_is_given_keeps_within_32_lanes() -> None:
    loop = "for (int o = width / 2; o > 0; o /= 2) x += __shfl_xor_sync(~0u, x, o, width); return x; }"
    source = "template <int width = 32>\n__device__ float sum(float x) { " + loop
    assert rules_of(run(source)) == {"W036"}
    other = "__device__ float sum(float x, int width = 32) { " + loop
    assert rules_of(run(other)) == {"W036", "W012"}
    kind = "template <class width>\n__device__ float sum(float x, int n = 32) { return __shfl(x, 0, width); }"
    assert rules_of(run(kind)) == {"W012"}


FULL_MASK = "namespace d { constexpr __device__ std::uint32_t full() noexcept { return 0xffffffffu; } }\n"


def test_a_function_that_gives_a_constant_is_that_constant() -> None:
    full = FULL_MASK
    source = (
        full + "__device__ int f(int v) { return __shfl_sync(d::full(), v, 0) + __any_sync(d::full(), v); }"
    )
    result = run(source)
    assert result.text == full + "__device__ int f(int v) { return __shfl(v, 0) + __any(v); }"
    assert rules_of(result) == {"W036"}
    loop = "constexpr int lanes() { return 32; }\n__device__ int f(int v) {"
    loop += " for (int o = lanes() / 2; o; o /= 2) v += __shfl_xor_sync(~0u, v, o); return v; }"
    assert rules_of(run(loop)) == {"W036", "W011", "W012"}


def test_what_a_mask_is_may_not_be_told() -> None:
    result = run("__device__ int f(int v) { return __shfl_sync(next(v), v, 0); }")
    assert rules_of(result) == {"W031"}
    assert "__shfl_sync takes a mask that cannot be read" in result.findings[0].message


def test_lane_registers_of_libcu_are_those_of_the_wavefront() -> None:
    source = """
__device__ int f(int v) {
    unsigned lower = ::cuda::ptx::get_sreg_lanemask_lt();
    return __popc(__ballot_sync(~0u, v) & lower) + ptx::get_sreg_laneid();
}
"""
    result = run(source)
    assert "unsigned long long lower = ((1ull << __lane_id()) - 1);" in result.text
    assert "return __popcll(__ballot(v) & lower) + __lane_id();" in result.text
    assert rules_of(result) == {"W036"}


def test_a_stand_in_that_is_always_there_is_called_as_it_is() -> None:
    macro = "#define __syncwarp(...)\n"
    source = "__device__ int f(int v) { __syncwarp(); return __any(v); }"
    result = run(macro + source, "6.4")
    assert (result.text, rules_of(result)) == (macro + source, set())
    assert rules_of(run("#if OLD\n" + macro + "#endif\n" + source)) == {"W031"}
