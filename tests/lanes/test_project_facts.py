"""What a file tells others about warps, and what all files agree on."""

from __future__ import annotations

import pytest
from helpers.warps import run

from hipify_py.lanes.flow.constant_folding import CHOSEN, RETURNED
from hipify_py.lanes.project_facts import Constants, agreed, project_facts
from hipify_py.model import Project
from hipify_py.source.unit import Unit


def told(source: str) -> tuple[dict[bytes, bytes], frozenset[bytes]]:
    constants, functions = project_facts(Unit(source.encode()))
    return dict(constants), functions


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
        ("__device__ int warp_sum(int v);\nint f() { return warp_sum(1); }\n", set()),
        ("__device__ int sum(int v) { return v; }\n", set()),
    ],
)
def test_functions_and_macros_that_speak_of_warps(source: str, functions: set[bytes]) -> None:
    assert told(source)[1] == functions


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([], {}),
        ([((b"W", b"32"),)], {b"W": b"32"}),
        ([((b"W", b"32"),), ((b"W", b"32"), (b"V", b"1"))], {b"W": b"32", b"V": b"1"}),
        ([((b"W", b"32"),), ((b"W", b"64"), (b"V", b"1"))], {b"V": b"1"}),
        ([((b"W", b"32"),), ((b"W", CHOSEN),)], {b"W": CHOSEN}),
        ([((b"W", RETURNED),), ((b"W", b"32"),)], {b"W": RETURNED}),
        ([((b"W", RETURNED),), ((b"W", CHOSEN),)], {b"W": CHOSEN}),
    ],
)
def test_files_agree_or_say_nothing(files: list[Constants], expected: dict[bytes, bytes]) -> None:
    """What one file chooses for HIP is chosen for all."""
    assert agreed(files) == agreed(files[::-1]) == expected


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
