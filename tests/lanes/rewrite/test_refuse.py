"""Why warp code is left alone: it speaks of 64 lanes, a condition chose it for HIP, or it is HIP's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.warps import RULES, facts_of, run, said, text_of

from hipify_py import Settings, convert_tree
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.rewrite.refuse import Refusal, for_hip, refused
from hipify_py.resolve.linkage import CHOSEN, RETURNED
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path


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


WIDTHS = "#ifdef USE_ROCM\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif\n"
USES = (
    "__device__ int a(int v) {"
    " for (int o = WARP_SIZE / 2; o; o /= 2) v += __shfl_xor_sync(~0u, v, o); return v; }\n"
)
PLAIN = "__device__ int b(int v) { return __shfl_sync(~0u, v, 0); }\n"


def test_code_by_a_width_that_is_chosen_for_hip_is_left_alone() -> None:
    result = run(WIDTHS + USES + PLAIN)
    assert USES in result.text
    assert "__shfl(v, 0, 32)" in result.text
    assert said(result) == ["W033", "W000"]
    assert "a condition chooses WARP_SIZE for HIP" in result.findings[0].message


def test_a_choice_holds_in_all_files(tmp_path: Path) -> None:
    assert said(run(USES, project=Project(constants={b"WARP_SIZE": CHOSEN}))) == ["W033"]
    (tmp_path / "common.h").write_text(WIDTHS)
    (tmp_path / "a.cu").write_text('#include "common.h"\n' + USES)
    report = convert_tree([str(tmp_path)], Settings(warp="32"))
    assert [one.rule for file in report.files for one in file.concerns] == ["W033"]


def test_a_function_with_a_part_for_hip_is_left_alone() -> None:
    part = "#ifdef __HIP_PLATFORM_AMD__\nv += __shfl_xor(v, 32);\n#endif\n"
    result = run("__device__ int f(int v) {\n" + part + "return __shfl_sync(~0u, v, 0); }\n" + PLAIN)
    assert "__shfl_sync(~0u, v, 0)" in result.text
    assert said(result) == ["W033", "W000"]
    other = run(
        "__device__ int f(int v) {\n" + part.replace("__shfl_xor", "twice") + "return __any_sync(~0u, v); }\n"
    )
    assert said(other) == ["W000"]


WIDTH = """
constexpr __device__ int physicalWarpSize() {
#if defined(USE_HIP) && defined(__GFX9__)
    return 64;
#else
    return 32;
#endif
}
"""


@pytest.mark.parametrize(
    ("work", "rules"),
    [
        ("if (w == physicalWarpSize()) return __all_sync(~0u, x);", ["W033"]),
        ("return __shfl_xor_sync(~0u, x, physicalWarpSize() / 4, 8);", ["W000"]),
        ("return __shfl_xor_sync(~0u, x, physicalWarpSize() / 2);", ["W033"]),
        ("return __shfl_xor_sync(~0u, x, 16);", ["W000"]),
        ("return __all_sync(~0u, x);", ["W000"]),
    ],
)
def test_a_vote_by_the_width_that_a_function_chooses_is_left_alone(work: str, rules: list[str]) -> None:
    """A vote takes in the whole warp; a shuffle with a width of its own does not."""
    assert said(run(WIDTH + "__device__ int f(int x, int w) { " + work + " return 0; }\n")) == rules


@pytest.mark.parametrize(("include", "rules"), [('#include "width.h"\n', ["W033"]), ("", ["W031", "W000"])])
def test_the_width_that_an_included_file_chooses_counts_too(
    tmp_path: Path, include: str, rules: list[str]
) -> None:
    (tmp_path / "width.h").write_text(WIDTH)
    vote = "__device__ int f(int x, int w) { return w == physicalWarpSize() ? __all_sync(~0u, x) : 0; }\n"
    (tmp_path / "a.cu").write_text(include + vote)
    report = convert_tree([str(tmp_path)])
    assert [one.rule for file in report.files for one in file.concerns] == rules


def decision(source: str, *, hip: bool = False, chosen: bool = False) -> Refusal | None:
    """Say what becomes of the only function of a source; its condition may choose WARP_SIZE and width()."""
    unit = Unit(source.encode())
    (facts,) = facts_of(unit)
    texts = {b"WARP_SIZE": CHOSEN, b"width": RETURNED} if chosen else {}
    facts = facts._replace(constants=ConstantTable({**facts.constants.texts, **texts}))
    return refused(unit, facts, hip=hip)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("v = __shfl(v, 1, 64);", "a shuffle has the width 64"),
        ("v = __shfl_sync(~0ull, v, 1);", "a mask has more than 32 bits"),
        ("uint64_t m = 3; v = __any_sync(m, v);", "a mask is declared with 64 bits"),
        ("if (64 == warpSize) v = __any(v);", "it asks for 64 lanes already"),
        ("v = __ffsll(__ballot(v));", "it asks for 64 lanes already"),
        ("v = __any(v);\n#ifdef __GFX9__\n#endif\n", "it asks for 64 lanes already"),
    ],
)
def test_code_that_speaks_of_64_lanes_is_refused(code: str, why: str) -> None:
    """In a file of HIP's, where that is to be expected, nothing is said."""
    source = "__device__ void f(int v) { " + code + " }"
    assert decision(source) == Refusal("W033", why)
    if "width" not in why:
        assert decision(source, hip=True) == Refusal()


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl(v, 1, 32) + __shfl(v, 1, 16) + __shfl(v, 1, n);",
        "v = __shfl_sync(0xffffffff, v, 1);",
        "unsigned m = 3; v = __any_sync(m, v);",
        "if (warpSize == 32) v = __any(v);",
        "v = __popcll(x) + __any(v);",
        "v = __popc(__ballot(v));",
    ],
)
def test_code_for_32_lanes_is_not_refused(code: str) -> None:
    assert decision("__device__ void f(int v) { " + code + " }") is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("v = __shfl_xor(v, 1);", Refusal()),
        ("v = __any(v);", Refusal()),
        ("v = __shfl_xor_sync(0xffffffff, v, 1);", None),
        ("v = __shfl_xor_sync(~0u, v, warpSize / 2);", Refusal("W034")),
        ("v = __shfl_xor_sync(m, v, 1);", Refusal()),
    ],
)
def test_in_a_file_of_hips_only_masks_of_32_bits_tell_cuda(code: str, expected: Refusal | None) -> None:
    assert decision("__device__ void f(int v, M m) { " + code + " }", hip=True) == expected


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("v = __shfl(v, WARP_SIZE - 1);", "WARP_SIZE"),
        ("v = __any(v == width());", "width"),
        ("v = __shfl(v, width() - 1, 8);", ""),
        ("v = __any(v);", ""),
    ],
)
def test_names_that_a_condition_chooses_decide(code: str, name: str) -> None:
    """A shuffle has a width of its own, so a function that returns one decides nothing for it."""
    source = "__device__ void f(int v) { " + code + " }"
    expected = Refusal("W033", f"a condition chooses {name} for HIP") if name else None
    assert decision(source, chosen=True) == expected
    assert decision(source, chosen=False) is None


REFUSES = ", which refuses masks of less than 64 bits"


@pytest.mark.parametrize(
    ("code", "refuses"),
    [
        ("v = __shfl_sync(mask(), v, WARP_SIZE - 1);", True),
        ("v = __shfl_sync(0xffffffff, v, WARP_SIZE - 1);", True),
        ("unsigned m = 1; v = __any_sync(m, v == WARP_SIZE);", True),
        ("unsigned long long m = 1; v = __any_sync(m, v == WARP_SIZE);", False),
        ("v = __shfl_sync(~0ull, v, WARP_SIZE - 1);", False),
        ("v = __shfl(v, WARP_SIZE - 1);", False),
    ],
)
def test_masks_that_are_left_to_hip_are_named(code: str, *, refuses: bool) -> None:
    expected = "a condition chooses WARP_SIZE for HIP" + REFUSES * refuses
    assert decision("__device__ void f(int v) { " + code + " }", chosen=True) == Refusal("W033", expected)


def test_masks_that_hip_does_not_read_are_not_named() -> None:
    part = "\n#ifdef USE_ROCM\nv = __shfl(v, 0);\n#else\nv = __shfl_sync(~0u, v, 0);\n#endif\n"
    unit = Unit(f"__device__ void f(int v) {{{part}}}".encode())
    refusal = for_hip(unit, facts_of(unit)[0], hip=False)
    assert refusal is not None
    assert REFUSES not in refusal.why


PART = "\n#ifdef USE_ROCM\n%s;\n#else\n%s;\n#endif\n"


def test_a_part_of_a_function_for_hip_decides_only_with_warp_code_in_it() -> None:
    unit = Unit(b"__device__ void f(int v) {" + (PART % ("v = __shfl(v, 0)", "v = 1")).encode() + b"}")
    (facts,) = facts_of(unit)
    said = "a condition in it gives HIP warp code of its own"
    assert for_hip(unit, facts, hip=False) == Refusal("W033", said)
    assert for_hip(unit, facts, hip=True) == Refusal()
    other = Unit(unit.source.replace(b"__shfl(v, 0)", b"twice(v, 0)"))
    assert for_hip(other, facts_of(other)[0], hip=False) is None


def test_a_refusal_is_said_once_for_all_places_of_a_function() -> None:
    unit = Unit(b"__device__ void f(int v) { v = __any(v) + __shfl(v, 0) + __all(v); }")
    (facts,) = facts_of(unit)
    (finding,) = Refusal("W033", "so it is").match(facts, RULES).findings
    assert (finding.rule, text_of(unit, finding.span)) == ("W033", "__any")
    assert [text_of(unit, one.span) for one in finding.related] == ["__shfl", "__all"]
    assert "f: left as it is, because so it is;" in finding.message
    assert Refusal().match(facts, RULES) == ((), ())


def test_what_stands_outside_of_functions_is_not_refused() -> None:
    unit = Unit(b"int warps = 64 == warpSize;")
    facts = FunctionFacts(None, (), (), (), None, ConstantTable({b"WARP_SIZE": CHOSEN}))
    assert refused(unit, facts, hip=False) is None


CHOSEN_BY = (
    "#ifdef MY_CUDA\n if (__all_sync(~0u, v)) {\n#elif defined(MY_HIP)\n if (__all(v)) {\n#endif\n v = 1; }\n"
)


def test_a_part_for_hip_that_nobody_reads_decides_nothing() -> None:
    source = "__device__ int f(int v) {\n" + CHOSEN_BY + " return v;\n}\n"
    assert "W033" in said(run(source))
    result = run("#define MY_CUDA 1\n" + source)
    assert said(result) == ["W000"]
    assert b"hipify_warp32::all_sync(~0u, v)" in result.output


ASKED_ABOVE = "#if defined(__AMDGCN_WAVEFRONT_SIZE) && __AMDGCN_WAVEFRONT_SIZE == 64\n#define W 64\n#endif\n"


@pytest.mark.parametrize("between", ["", "int a;\n", "#define B\n\n// c\n"])
def test_directives_above_a_function_are_no_part_of_it(between: str) -> None:
    result = run(
        ASKED_ABOVE + between + "inline __device__ int f(int v) { return __shfl_xor_sync(~0, v, 1); }\n"
    )
    assert said(result) == ["M065", "W000"]
    inner = run("__device__ int f(int v) {\n" + ASKED_ABOVE + "return __shfl_xor_sync(~0, v, 1); }\n")
    assert said(inner) == ["M065", "W033"]


VOTES = """#ifdef CROSS_HIP
#define WarpAny(x) __any(x)
#else
#define WarpAny(x) __any_sync(0xFFFFFFFF, x)
#endif
"""
MASKS = (
    "#ifdef CROSS_HIP\n#define WARP_MASK 0xFFFFFFFFFFFFFFFFull\n#else\n#define WARP_MASK 0xFFFFFFFF\n#endif\n"
)
HERE = "__device__ bool a() {{ return {}; }}\n"


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        (VOTES, "note"),
        (MASKS + HERE.format("__activemask() == WARP_MASK"), "note"),
        (MASKS + HERE.format("__activemask( ) != n::WARP_MASK"), "note"),
        (MASKS + HERE.format("__activemask() == WARP_MASK && __any_sync(WARP_MASK, 1)"), "warning"),
        (MASKS + HERE.format("__activemask() == 3 && WARP_MASK"), "warning"),
        (MASKS + HERE.format("__popc(__activemask()) == 32 || WARP_MASK"), "warning"),
        (VOTES + "__device__ int b(int v) { return WarpAny(v) + __any_sync(0xFFFFFFFF, v); }\n", "warning"),
    ],
)
def test_what_a_program_has_settled_for_hip_is_noted(source: str, severity: str) -> None:
    found = [one for one in run(source).findings if one.rule == "W033"]
    assert found[-1].severity == severity


MEMBER = """struct W {
#ifdef __HIP_PLATFORM_AMD__
    static constexpr int n = 64;
#else
    static constexpr int n = 32;
#endif
};
"""


@pytest.mark.parametrize(
    ("work", "rules"),
    [
        ("if (threadIdx.x % W::n == 0) x = __shfl_xor_sync(~0u, x, 1);", ["W033"]),
        ("int w = threadIdx.x / W::n; x += __shfl_xor_sync(~0u, w, 1);", ["W033"]),
        ("for (int i = threadIdx.x; i < W::n; i++) x += __shfl_xor_sync(~0u, x, 1, 32);", ["W000"]),
        ("int n = 32; x += threadIdx.x % n + __shfl_xor_sync(~0u, x, 1, 32);", ["W000"]),
    ],
)
def test_a_member_that_splits_a_threads_index_is_a_width(work: str, rules: list[str]) -> None:
    found = said(run(MEMBER + "__device__ int f(int x) { " + work + " return x; }\n"))
    assert [one for one in found if one != "W023"] == rules


@pytest.mark.parametrize("macro", ["__HIP_PLATFORM_AMD__", "USE_ROCM", "MY_HIP"])
@pytest.mark.parametrize(
    ("between", "behind"),
    [
        ("constexpr int max_warps = 1024 / WARPSIZE;", ""),
        ("", "constexpr int max_warps = 1024 / WARPSIZE;"),
        ("", "#define max_warps (1024 / WARPSIZE)"),
        ("", "enum { max_warps = 1024 / WARPSIZE };"),
    ],
)
def test_what_is_made_of_a_chosen_width_decides_too(macro: str, between: str, behind: str) -> None:
    sides = [f"#define WARPSIZE {width}\n{between}\n" for width in (64, 32)]
    head = f"#ifdef {macro}\n{sides[0]}#else\n{sides[1]}#endif\n{behind}\n"
    kernel = (
        "__global__ void k(int *p) { __shared__ int a[max_warps]; a[0] = __shfl_down_sync(~0u, p[0], %s); }\n"
    )
    assert said(run(head + kernel % "warpSize / 2")) == ["W033"]
    plain = "constexpr int max_warps = 1024 / 32;\n"
    assert said(run(plain + kernel % "1")) == ["W000"]
