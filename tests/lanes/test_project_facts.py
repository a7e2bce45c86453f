"""What a file tells others about warps, and what all files agree on."""

from __future__ import annotations

import pytest
from helpers.warps import run

from hipify_py.lanes.project_facts import asked, project_facts
from hipify_py.lanes.warp_names import COLLECTIVES, OF_HEADER, SHUFFLES
from hipify_py.resolve.linkage import CHOSEN
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


def told(source: str) -> tuple[dict[bytes, bytes], frozenset[bytes]]:
    found = project_facts(Unit(source.encode()))
    constants = {one.name: one.value for one in found if one.kind == "constant"}
    return constants, frozenset(one.name for one in found if one.kind == "function")


@pytest.mark.parametrize(
    ("source", "constants"),
    [
        ("#define WARP_SIZE 32\n", {b"WARP_SIZE": b"32"}),
        ("constexpr unsigned kFullMask = 0xffffffffu;\n", {b"kFullMask": b"0xffffffffu"}),
        ("enum { kLanes = 32, OTHER = 2 };\n", {b"kLanes": b"32"}),
        ("#define WARP_SIZE 32\n#define BLOCK 256\n", {b"WARP_SIZE": b"32"}),
        ("constexpr int warpLanes() { return 32; }\n", {b"warpLanes()": b"static_cast<int>(32)"}),
        (
            "#ifdef USE_ROCM\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif\n",
            {b"WARP_SIZE": CHOSEN},
        ),
        ("int lane = 3; int warp(int v);\n", {}),
        ("__global__ void k() { const int lane = 3; enum { kLanes = 2 }; }\n", {}),
        ("int f()\n{\n#define LANES 32\n}\nconst int kWarp = 1;\n", {b"LANES": b"32", b"kWarp": b"1"}),
        ("BEGIN(x) namespace a { const int lane = 3; }\n", {b"lane": b"3"}),
        ("// #define WARP_SIZE 32\n#undef WARP_SIZE\n", {}),
        ("#define BLOCK 256\nint f();\n", {}),
    ],
)
def test_constants_that_speak_of_warps(source: str, constants: dict[bytes, bytes]) -> None:
    assert told(source)[0] == constants


@pytest.mark.parametrize(
    ("source", "functions"),
    [
        ("__device__ int warp_sum(int v) { return v; }\n", {b"warp_sum"}),
        ("#define SHFL(v) v\n", {b"SHFL"}),
        ("struct WarpTile { int v; };\n", {b"WarpTile"}),
        ("__device__ T __shfl_sync(unsigned m, T v, int l) { return v; } // warp\n", {b"__shfl_sync"}),
        ("__device__ float4 __shfl_down(float4 v, int d) { return v; }\n", {b"__shfl_down"}),
        ("__device__ int warp_sum(int v);\nint f() { return warp_sum(1); }\n", set()),
        ("__device__ int sum(int v) { return v; }\n", set()),
    ],
)
def test_functions_and_macros_that_speak_of_warps(source: str, functions: set[bytes]) -> None:
    assert told(source)[1] == functions


MADE = "template <class T, class Op> __device__ T reduce(const G &g, T v, Op op = Op{}) { return v; }\n"


@pytest.mark.parametrize(
    ("source", "functions"),
    [
        (MADE, {b"reduce"}),
        (MADE + MADE.replace("reduce", "inclusive_scan"), {b"reduce", b"inclusive_scan"}),
        (MADE.replace(" { return v; }", ";"), set()),
        (MADE.replace("__device__", "__global__ void k() { __device__(); }\ntemplate <class T>"), set()),
        ("__device__ int f(int v) { return reduce(v, 1); }\n", set()),
    ],
)
def test_functions_with_the_name_of_one_for_groups(source: str, functions: set[bytes]) -> None:
    assert told(source)[1] == functions


def test_a_function_that_another_file_makes_is_none_of_cudas() -> None:
    source = """namespace cg = cooperative_groups;
__device__ int f(cg::thread_block_tile<8> t, int v) { return reduce(t, v, [](int a, int b) { return a; }); }
"""
    assert "hipify_warp32::reduce" in run(source).text
    project = Project(functions=told(MADE)[1])
    assert run(source, project=project).text == source
    assert "hipify_warp32::reduce" in run(source.replace("reduce", "cg::reduce"), project=project).text
    included = "#include <cooperative_groups/reduce.h>\n" + source
    assert "hipify_warp32::reduce" in run(included, project=project).text


def kinds(source: str) -> set[tuple[str, str, int]]:
    return {(one.kind, one.name.decode(), one.after) for one in project_facts(Unit(source.encode()))}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int warp_sum(int v) { return v; }\n", {("function", 0), ("external", 0)}),
        ("static int warp_sum(int v) { return v; }\n", {("function", 0)}),
        ("namespace { int warp_sum(int v) { return v; } }\n", {("function", 0)}),
        ("namespace a { int warp_sum(int v) { return v; } }\n", {("function", 0), ("external", 0)}),
        ("int warp_sum(int v);\n", {("declared", 0)}),
        ("int warp_sum(int v);\nint warp_sum(int v) { return v; }\n", {("function", 0), ("external", 0)}),
        ("int f() { return warp_sum(1); }\n", set()),
        ('#include "a.h"\n#include "b.h"\n#define warp_sum 1\n', {("function", 2)}),
    ],
)
def test_who_can_call_a_function(source: str, expected: set[tuple[str, int]]) -> None:
    told = {(kind, after) for kind, name, after in kinds(source) if name == "warp_sum" and kind != "constant"}
    assert told == expected


def test_macros_named_as_functions_of_the_header() -> None:
    source = '#include "a.h"\nint many;\n#define any(p) p\n#include "b.h"\n#define less <\nint all(int);\n'
    found = project_facts(Unit(source.encode()))
    assert [(one.kind, one.name, one.after) for one in found] == [
        ("function", b"any#", 1),
        ("function", b"less#", 2),
    ]


def test_macros_named_as_shuffles_without_a_mask() -> None:
    source = "#if V\n#define __shfl(v, l) __shfl_sync(~0u, v, l)\n#endif\n#define __shfl_sync(m, v, l) v\n"
    found = project_facts(Unit(source.encode()))
    assert [(one.kind, one.name) for one in found if one.name.endswith(b"#")] == [("function", b"__shfl#")]


def test_what_warp_code_asks_others_for() -> None:
    source = "__global__ void k() { f<WARP_SIZE>(lane, __any_sync(kAll, 1), warp_sum(2), other); }\n"
    names = {b"WARP_SIZE", b"lane", b"__any_sync", b"warp_sum"}
    macros = {name + b"#" for name in OF_HEADER | SHUFFLES}
    assert asked(Unit(source.encode())) == names | macros | set(COLLECTIVES)
    assert asked(Unit(b"void f() { g(WARP_SIZE); }\n")) == frozenset()


def test_a_function_that_gives_a_constant_is_that_constant() -> None:
    made = "constexpr std::uint32_t WarpMask() { return 0xffffffffu; }\n"
    source = "__device__ int f(int v) { return __shfl_sync(d::WarpMask(), v, 0); }"
    assert run(made + source).text == made + "__device__ int f(int v) { return __shfl(v, 0, 32); }"
    project = Project(constants=told(made)[0])
    assert run(source, project=project).text == "__device__ int f(int v) { return __shfl(v, 0, 32); }"
    called = "hipify_warp32::shfl_sync(d::WarpMask(), v, 0)"
    assert called in run(source).text
    assert called in run(made.replace("()", "(int)") + source).text
    assert called in run(made.replace("return", "count++; return") + source).text
    other = "struct S { static constexpr std::uint32_t WarpMask() { return 3; } };\n"
    assert called in run(made + other + source).text


TABLES = """typedef void (*Step)(int *);
__device__ inline void one(int *p) { __syncthreads(); p[0] = 1; }
__device__ inline void two(int *p) { p[1] = 2; }
__device__ Step steps[] = {two, one};
__device__ void (*bare[2])(int *) = {one, two};
__device__ Step calm[] = {two, two};
__device__ int sizes[] = {1, 2};
"""
CALLS = "__global__ void k(int *p, int n) { int v = __ballot_sync(~0u, n); %s }\n"


def test_tables_of_functions_that_come_to_a_barrier() -> None:
    assert told(TABLES)[1] == {b"steps[", b"bare["}
    assert told(TABLES.replace("__syncthreads(); ", ""))[1] == frozenset()


@pytest.mark.parametrize(
    ("before", "code", "expected"),
    [
        ("", "Step steps[2] = {0, 0}; steps[threadIdx.x / 32](p);", False),
        ("__device__ Step steps[] = {0, 0};", "steps[threadIdx.x / 32](p);", False),
        ("struct Other { Step steps[2]; };", "steps[threadIdx.x / 32](p);", True),
        ("extern __device__ Step steps[];", "steps[threadIdx.x / 32](p);", True),
    ],
)
@pytest.mark.parametrize("vote", ["__ballot_sync(~0u, n)", "n"])
def test_a_table_of_that_name_in_the_file_itself(before: str, code: str, vote: str, expected: bool) -> None:
    source = f"{before}\n{CALLS % code}".replace("__ballot_sync(~0u, n)", vote)
    assert b"steps[" in asked(Unit(source.encode()))
    found = run(source, project=Project(functions=told(TABLES)[1])).findings
    assert any(one.rule == "G016" for one in found) == expected


def test_a_role_chooses_in_a_table_that_is_taken() -> None:
    source = "__global__ void k(int *p, void (*steps[4])(int *)) { steps[threadIdx.x / 32](p); }\n"
    found = run(source, project=Project(functions=told(TABLES)[1])).findings
    assert not any(one.rule == "G016" for one in found)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("steps[threadIdx.x & 1](p);", True),
        ("bare[threadIdx.x / 32](p);", True),
        ("(*steps[v & threadIdx.x])(p);", True),
        ("steps[n](p);", False),
        ("calm[threadIdx.x & 1](p);", False),
    ],
)
def test_a_role_chooses_in_a_table_of_another_file(code: str, expected: bool) -> None:
    source = CALLS % code
    assert b"steps[" not in source.encode() or b"steps[" in asked(Unit(source.encode()))
    found = run(source, project=Project(functions=told(TABLES)[1])).findings
    assert any(one.rule == "G016" for one in found) == expected


def test_a_shuffle_without_a_mask_that_another_file_makes() -> None:
    source = "__global__ void k(float4 *p) { p[0] = __shfl_down(p[1], 1); p[2].x = __shfl(p[2].x, 0); }\n"
    result = run(source, project=Project(functions=frozenset({b"__shfl_down"})))
    assert "__shfl_down(p[1], 1)" in result.text
    assert "__shfl(p[2].x, 0, 32)" in result.text
    assert [one.rule for one in result.findings if one.severity == "warning"] == ["W031"]
