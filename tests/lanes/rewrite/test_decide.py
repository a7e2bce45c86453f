"""What is done about the warps of one function, and how it is said: one finding of each kind."""

from __future__ import annotations

import pytest
from helpers.warps import KERNEL, RULES, facts_of, remaining, run, said, shown, text_of

from hipify_py.conversion import convert
from hipify_py.edits import render, settle
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.decide import astray, grouped, in_halves, may_be_bfloat
from hipify_py.model import Span
from hipify_py.source.unit import Unit


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


def test_one_finding_for_a_kind_of_place_with_the_others_beside_it() -> None:
    code = "if (i < n) p[i] = __shfl_sync(~0u, p[i], 2); if (i < 2 * n) n = __shfl_sync(~0u, n, 1);"
    result = run(KERNEL % code)
    done, missing = result.findings
    assert (done.rule, done.severity, missing.rule) == ("W000", "note", "W023")
    assert "k: " in done.message
    assert "2 shuffles" in done.message
    assert [result.source[slice(*one.span)] for one in done.related] == [b"i & 31", b"i / 32", b"__shfl_sync"]
    assert [result.source[slice(*one.span)] for one in missing.related] == [b"__shfl_sync"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('asm volatile("barrier.sync 2, 64;");', ["G013"]),
        ('asm("mov.u32 %0, %%warpid;" : "=r"(n));', ["W009"]),
        ('asm("mov.u32 %0, %%smid;" : "=r"(n));', ["D001"]),
        ("auto f = __shfl;", ["W031"]),
    ],
)
def test_what_remains(code: str, expected: list[str]) -> None:
    assert remaining(KERNEL % code) == expected


def test_a_stand_in_of_the_project_for_an_intrinsic_is_reported() -> None:
    source = "#define __shfl_sync(m, v, l) get(v, l)\nint f(int v) { return __shfl_sync(1, v, 0); }\n"
    result = run(source)
    assert result.text == source
    assert set(said(result)) == {"W031"}


OLD = (
    "#if CUDART_VERSION < 9000\n#define __shfl_xor_sync(m, v, l) __shfl_xor(v, l)\n#define __syncwarp(...)\n"
    "#endif\n__device__ int f(int v) { __syncwarp(); return __shfl_xor_sync(~0u, v, 1); }\n"
)


def test_stand_ins_for_old_compilers_are_passed_over() -> None:
    result = run(OLD)
    assert "hipify_warp32::syncwarp(); return hipify_warp32::shfl_xor_sync(~0u, v, 1);" in result.text
    assert (
        "#define __shfl_xor_sync(m, v, l) __shfl_xor(v, (l) & 31, 32)\n#define __syncwarp(...)\n"
        in result.text
    )
    assert "W031" not in said(result)
    assert run(result.text).text == result.text


OVERLOAD = (
    "__device__ float2 __shfl_xor_sync(unsigned m, float2 v, int l) {"
    " return make_float2(__shfl_xor_sync(m, v.x, l), __shfl_xor_sync(m, v.y, l)); }\n"
    "__device__ float2 f(float2 v) { return __shfl_xor_sync(~0u, v, 1); }\n"
)


def test_overloads_are_reported_and_their_calls_take_the_header() -> None:
    result = run(OVERLOAD)
    assert result.text.count("hipify_warp32::shfl_xor_sync(") == 3
    assert "float2 __shfl_xor_sync(unsigned m, float2 v, int l)" in result.text
    assert sorted(said(result)) == ["W000", "W000", "W039"]


def test_a_definition_behind_unsigned_is_one() -> None:
    source = "__device__ unsigned __reduce_add_sync(unsigned m, unsigned v) { return v; }\n"
    assert run(source).text == source


def decided(source: str) -> tuple[str, list[tuple[str, str, str]]]:
    """Give the only function of a source as it comes out, and the findings with their place and words."""
    unit = Unit(source.encode())
    (facts,) = facts_of(unit)
    found = [*in_halves(unit, facts, RULES)]
    kept, lost = settle(edit for match in found for edit in match.edits)
    assert not lost
    said = [(one.rule, text_of(unit, one.span), one.message) for match in found for one in match.findings]
    return render(unit.source, kept).decode(), said


DONE = "f: kept within the lane's own 32 lanes, on wavefronts of 64 and of 32 alike: "


@pytest.mark.parametrize(
    ("code", "place", "what"),
    [
        ("x = __shfl(v, 0);", "__shfl", "1 shuffle"),
        ("x = __shfl(v, 0) + __shfl(v, 1) + __any(v);", "__shfl", "2 shuffles, 1 vote"),
        ("x = __match_any_sync(m, v) & __match_any_sync(m, w);", "__match_any_sync", "2 matches"),
        ("x = warpSize + warpSize;", "warpSize", "2 warpSize"),
        (
            'asm("mov.u32 %0, %%laneid;" : "=r"(x));',
            'asm("mov.u32 %0, %%laneid;" : "=r"(x))',
            "1 lane register",
        ),
    ],
)
def test_what_was_done_is_counted_by_kind(code: str, place: str, what: str) -> None:
    _, found = decided("__device__ void f() { " + code + " }")
    assert found == [("W000", place, DONE + what)]


def test_a_function_without_work_on_a_warp_is_left_in_silence() -> None:
    source = "__device__ void f(int *p) { p[threadIdx.x % 32] = 1; }"
    assert decided(source) == (source, [])


def test_a_call_in_the_mask_that_is_left_out_is_not_counted() -> None:
    text, found = decided("__device__ void f() { x = __shfl_sync(__activemask(), v, 0); }")
    assert text == "__device__ void f() { x = __shfl(v, 0, 32); }"
    assert found == [("W000", "__shfl_sync", DONE + "1 shuffle")]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("x = __shfl(v);", "__shfl is not called as CUDA declares it"),
        ("x = __shfl(v, 0, 8, 1);", "__shfl is not called as CUDA declares it"),
        ("auto g = __shfl_up;", "__shfl_up is not called as CUDA declares it"),
    ],
)
def test_a_form_that_cuda_does_not_have_is_left_and_said(code: str, said: str) -> None:
    source = "__device__ void f() { " + code + " }"
    text, found = decided(source)
    name = said.split(maxsplit=1)[0]
    words = f"f: this cannot be followed: {said}; see that it keeps within 32 lanes"
    assert (text, found) == (source, [("W031", name, words)])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("template <class T> __device__ T f(T v) { return __shfl(v, 0) + __any(v); }", ["__shfl"]),
        ("__device__ pair f(pair v) { return __shfl(v, 0); /* bfloat */ }", []),
        ("__device__ __nv_bfloat16 f(X v) { return __shfl(v, 0) + __shfl(v.x, 1); }", ["__shfl", "__shfl"]),
        ("template <class T> __device__ T f(int v) { return __shfl(v, 0); }", []),
        ("__device__ X f(X v) { return __shfl(v, 0); }", []),
    ],
)
def test_shuffles_that_may_be_of_bfloat(source: str, expected: list[str]) -> None:
    """A plain function without the word is of no such type; a template may be of any."""
    unit = Unit(source.encode() + b"\nvoid elsewhere(__nv_bfloat162);")
    facts = facts_of(unit)[0]
    assert [op.name.decode() for op in may_be_bfloat(unit, facts)] == expected
    alone = Unit(source.replace("bfloat", "bfl").encode())
    assert may_be_bfloat(alone, facts_of(alone)[0]) == frozenset()


def test_assembly_that_no_hip_compiler_understands() -> None:
    code = 'asm("mov.u32 %0, %%laneid;" : "=r"(x)); asm("bar.arrive 1, 64;"); asm("vote.all.pred p, q;");'
    unit = Unit(b"__device__ void f() { " + code.encode() + b" }")
    (facts,) = facts_of(unit)
    assert shown(unit, [*astray(facts.ops, facts)]) == [
        ("G013", 'asm("bar.arrive 1, 64;")', "bar.arrive"),
        ("W009", 'asm("vote.all.pred p, q;")', "vote.all"),
    ]


def test_places_of_one_message_make_one_finding() -> None:
    unit = Unit(b"__device__ void f() { a; b; c; d; }")
    (facts,) = facts_of(unit)
    at = {name: Span(place, place + 1) for name in "abcd" for place in [unit.code.index(name.encode(), 22)]}
    hazards = [
        Hazard("W018", at["c"]),
        Hazard("W031", at["b"], "late"),
        Hazard("W018", at["a"]),
        Hazard("W031", at["d"], "early"),
        Hazard("W031", at["a"], "late"),
    ]
    first, second = sorted(grouped(facts, hazards, RULES), key=lambda one: one.rule)
    assert (first.rule, first.span, [one[0] for one in first.related]) == ("W018", at["a"], [at["c"]])
    assert [one.message for one in first.related] == ["and here"]
    assert (second.rule, second.span) == ("W031", at["a"])
    assert second.related == ((at["b"], "late"), (at["d"], "early"))
    assert "f: this cannot be followed: late, early;" in second.message
    assert [*grouped(facts, [], RULES)] == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return __shfl_up(v.operator __half(), d);", 0),
        ("return ::__shfl_up(v.x, d);", 0),
        ("int x = threadIdx.x % 32; return __shfl_up(v.x, x);", 1),
    ],
)
def test_an_overload_that_only_calls_hips_needs_no_look(body: str, said: int) -> None:
    source = f"__device__ Half __shfl_up(const Half v, const unsigned int d) {{\n  {body}\n}}\n"
    result = convert(source.encode(), RULES)
    assert [one.rule for one in result.findings].count("W031") == said
