"""The analysis of a file: each function by itself, what is said outside of any, and the header's include."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, run, said, text_of

import hipify_py
from hipify_py.choices import WARP_HEADER
from hipify_py.conversion import convert
from hipify_py.lanes.analysis import analysed
from hipify_py.lanes.read_bound import MOST
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

VOTE = "__global__ void k(unsigned *p) { *p = __ballot_sync(~0u, 1); }\n"


def test_functions_are_decided_one_by_one() -> None:
    wide = "__device__ int a(int v) { return __shfl_down_sync(~0ull, v, 1); }\n"
    narrow = "__device__ int b(int v) { return __shfl_down_sync(~0u, v, 1); }\n"
    result = run(wide + narrow)
    assert result.text == wide + "__device__ int b(int v) { return __shfl_down(v, 1, 32); }\n"
    assert said(result) == ["W033", "W000"]


@pytest.mark.parametrize(
    "line",
    ["#ifdef __CUDA_ARCH__{}", "#if __CUDA_ARCH__{}", "#if X\n#elif __CUDA_ARCH__{}", "#ifndef __CUDACC__{}"],
)
def test_conditions_hold_no_code_of_groups(line: str) -> None:
    """As a fuzz found, whose name before the `::` is another rule's."""
    result = hipify_py.convert(line.format("::coalesced_threads().ballot(") + "\n#endif\n", path="a.cu")
    assert "::coalesced_threads().ballot(" in result.text
    assert hipify_py.convert(result.text, path="a.cu").text == result.text


def test_a_header_that_plain_cpp_reads_includes_it_under_a_guard() -> None:
    device = "#ifdef __CUDACC__\n" + VOTE + "#endif\nint host();\n"
    guarded = run(device, path="a.h").text
    assert guarded.startswith(f'#ifdef __HIPCC__\n#include "{WARP_HEADER}"\n#endif\n#if defined(__CUDACC__)')
    assert run(VOTE, path="a.h").text.startswith(f'#include "{WARP_HEADER}"\n\n__global__')


def found(source: str, **options: object) -> list[tuple[str, str]]:
    """Give the rules of the findings with their places, those that say what was done apart."""
    unit = Unit(source.encode())
    matches = analysed(unit, RULES, Options(**options))  # type: ignore[arg-type]
    findings = sorted((one.span, one.rule) for match in matches for one in match.findings)
    return [(rule, text_of(unit, span)) for span, rule in findings if rule not in {"W000", "W036"}]


def added(source: str, **options: object) -> list[str]:
    """Give the includes that are added, with the text of the line that they stand before."""
    result = convert(source.encode(), RULES, Options(add_include=False, **options))  # type: ignore[arg-type]
    return [
        part.decode() + source[edit.span.start :].split("\n", maxsplit=1)[0]
        for edit in result.edits
        if edit.kind == "own-include"
        for part in edit.parts
        if isinstance(part, bytes)
    ]


PLAIN = "__global__ void k(int *p) { *p = __shfl_sync(~0u, *p, 0); }\n"
INCLUDE = f'#include "{WARP_HEADER}"\n'


@pytest.mark.parametrize(
    ("source", "options", "expected"),
    [
        (VOTE, {}, [INCLUDE + "\n" + VOTE.rstrip()]),
        ("#include <vector>\n" + VOTE, {}, [INCLUDE + "#include <vector>"]),
        (VOTE + VOTE.replace("k", "j"), {}, [INCLUDE + "\n" + VOTE.rstrip()]),
        (VOTE, {"headers": "../"}, ['#include "../hipify_warp32.h"\n\n' + VOTE.rstrip()]),
        (PLAIN, {}, []),
        ("int x;\n", {}, []),
        (INCLUDE + VOTE, {}, []),
        (f"#include <inc/{WARP_HEADER}>\n" + VOTE, {}, []),
        (VOTE, {"warp": "native"}, []),
    ],
)
def test_the_header_is_included_where_it_is_called_and_nothing_brings_it(
    source: str, options: dict[str, object], expected: list[str]
) -> None:
    assert added(source, **options) == expected


@pytest.mark.parametrize("name", ["a.inl", "a.tpp", "b/a.inc"])
def test_a_piece_of_a_file_gets_no_include_but_a_finding(name: str) -> None:
    assert added(VOTE, path=name) == []
    assert [f.rule for f in run(VOTE, path=name).findings] == ["W000", "W032"]
    assert said(run(PLAIN, path=name)) == ["W000"]
    assert said(run(VOTE, path="a.cuh")) == ["W000"]


CHOICE = "// hipify: warp=%s\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (CHOICE % "64" + PLAIN, [("W035", "hipify: warp=64")]),
        (CHOICE % "" + PLAIN, [("W035", "hipify: warp=")]),
        (CHOICE % "native" + CHOICE % "32" + PLAIN, []),
        ('const char *s = "hipify: warp=64";\n' + PLAIN, []),
    ],
)
def test_a_choice_that_is_none_is_said(source: str, expected: list[tuple[str, str]]) -> None:
    assert found(source) == expected


def test_one_function_may_choose_another_way() -> None:
    source = PLAIN + CHOICE % "native" + VOTE.replace("k(", "j(")
    result = run(source)
    assert said(result) == ["W000", "W036", "W003"]
    assert "__shfl(*p, 0, 32)" in result.text
    assert "*p = __ballot(1);" in result.text
    assert result.needs_headers == ()


def test_what_hides_in_the_code_of_the_host_works_on_no_warp() -> None:
    call = "int %s(int v) { return warp_sum(v); }\n"
    assert found("__device__ " + call % "f") == [("W031", "warp_sum")]
    assert found("__global__ void k() { __syncthreads(); }\n" + call % "f") == []


def test_what_a_condition_gives_to_hip_is_not_looked_at() -> None:
    wait = "__device__ void f(int *m) { while (atomicCAS(m, 0, 1)) ; }\n"
    asked = 'asm("mov.u32 %0, %%warpid;" : "=r"(n));'
    sides = "#ifdef __HIP_PLATFORM_AMD__\n%s#else\n%s#endif\n"
    assert [rule for rule, _ in found(wait)] == ["W026"]
    read = "__device__ int g() { int n; %s return n; }\n" % asked  # noqa: UP031
    assert [rule for rule, _ in found(read)] == ["W009"]
    assert found(sides % (read, "int n;\n")) == []


@pytest.mark.parametrize(
    ("source", "half", "whole"),
    [
        ("int f(cudaDeviceProp p) { return p.warpSize; }\n", ["W016"], []),
        ("bool f(cudaDeviceProp p) { return p.warpSize == 32; }\n", ["W017"], ["W017"]),
        (VOTE + "void h(unsigned *p) { k<<<1, 32>>>(p); }\n", [], ["W030"]),
        (VOTE + "void h(unsigned *p) { k<<<1, 64>>>(p); }\n", [], ["W003"]),
        ("__global__ void k(int *p);\nvoid h(int *p) { k<<<1, 32>>>(p); }\n", [], []),
    ],
)
def test_some_things_are_said_only_of_one_way(source: str, half: list[str], whole: list[str]) -> None:
    """On wavefronts the host does well to ask for the width, and blocks of 32 waste half of one."""
    assert sorted(rule for rule, _ in found(source)) == half
    assert sorted(rule for rule, _ in found(source, warp="native")) == whole


def test_work_outside_of_functions_is_done_and_said_of_the_file() -> None:
    device = "__device__ int x;\n"
    result = run(device + "constexpr int lanes = warpSize;\n")
    assert result.text == device + "constexpr int lanes = 32;\n"
    (done,) = result.findings
    assert done.message.startswith("this file: kept within the lane's own 32 lanes")


@pytest.mark.parametrize("warp", ["32", "native"])
def test_a_file_is_read_for_warps_up_to_a_number_of_statements(warp: str) -> None:
    one = "__device__ int f(int v) { return __shfl_down_sync(~0u, v, 1); }\n"
    host = "int h() { %s return 0; }\n" % (";" * MOST)
    large = "__device__ int g(int v) { %s return __shfl_down_sync(~0u, v, 1); }\n"
    assert found(host + one + large % (";" * (MOST - 6)), warp=warp) == []
    beyond = one + large % (";" * (MOST - 5))  # two functions, a place in each, two statements
    assert found(beyond, warp=warp) == [("W055", one.strip())]
    assert convert(beyond.encode(), RULES, Options(warp=warp, add_include=False)).output == beyond.encode()  # type: ignore[arg-type]


def test_what_is_turned_off_is_no_hazard() -> None:
    asked = "#if {}\nif (threadIdx.x < n) v = __shfl_xor_sync(~0u, v, 1);\n#endif\n"
    source = "__global__ void k(int *p, int n) {{ int v = p[0];\n" + asked + "p[0] = v; }}\n"
    assert "W023" in said(run(source.format("D")))
    result = run(source.format("0"))
    assert "W023" not in said(result)
    assert "v = __shfl_xor(v, 1, 32);" in result.text


@pytest.mark.parametrize(
    "asked",
    [
        "p[0] = threadIdx.x % 32;",
        "p[1] = __ballot_sync(~0u, n);",
        "for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);",
    ],
)
def test_what_is_turned_off_counts_no_lanes_natively(asked: str) -> None:
    source = "__global__ void k(int *p, int n) {{ int v = __shfl_xor_sync(~0u, p[threadIdx.x], 1);\n"
    source += "#if {}\n" + asked + "\n#endif\np[0] = v; }}\n"
    assert {*said(run(source.format("D"), "native"))} & {"W003", "W011", "W012"}
    assert said(run(source.format("0"), "native")) == ["W036"]
