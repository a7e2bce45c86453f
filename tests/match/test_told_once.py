"""What a file uses of a library that HIP lacks: one finding, and the other uses as places of it."""

from __future__ import annotations

from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.model import Finding


def told(source: str) -> list[tuple[str, int, list[str]]]:
    """Give the rule and line of each finding, with the lines and texts of its other places."""
    made = convert(source.encode(), RULES)
    return [(one.rule, _line(source, one.span.start), _others(source, one)) for one in made.findings]


def _others(source: str, one: Finding) -> list[str]:
    return [f"{_line(source, at.span.start)}: {at.message}" for at in one.related]


def _line(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1


def test_a_header_speaks_for_all_uses_of_its_library() -> None:
    source = """#include <nvbench/nvbench.cuh>
#include <cuda/std/tuple>
#include <cuda/std/array>
void f(nvbench::state &s) { cuda::std::tuple<int> t; }
NVBENCH_BENCH(f);
"""
    assert told(source) == [
        ("N005", 1, ["4: and here, nvbench", "5: and here, NVBENCH_BENCH"]),
        ("N005", 2, ["3: and here, cuda/std/array", "4: and here, cuda::std"]),
    ]


def test_without_the_header_the_first_use_speaks() -> None:
    source = "cuda::std::array<int, 2> a;\ncuda::std::array<int, 2> b;\nnvcuda::wmma::layout_t c;\n"
    assert told(source) == [("N001", 1, ["2: and here, cuda::std"]), ("N001", 3, [])]


def test_what_calls_for_another_act_is_a_finding_of_its_own() -> None:
    source = (
        "#include <cuda/atomic>\ncuda::atomic<int> a;\ncuda::std::array<int, 2> b;\ncuda::atomic<int> c;\n"
    )
    assert told(source) == [
        ("N005", 1, ["3: and here, cuda::std"]),
        ("N001", 2, ["4: and here, atomic"]),
    ]


def test_headers_with_advice_of_their_own_and_calls_are_told_one_by_one() -> None:
    source = """#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
void f() { cudaGraphConditionalHandleCreate(&h, g); cudaGraphConditionalHandleCreate(&i, g); }
"""
    assert told(source) == [("N005", 1, []), ("N005", 2, []), ("N001", 3, []), ("N001", 3, [])]


def test_how_a_use_fails_parts_a_family() -> None:
    source = "#if NVBENCH_MAJOR\nint a;\n#endif\nNVBENCH_BENCH(f);\nNVBENCH_BENCH(g);\n"
    assert told(source) == [("N023", 1, []), ("N023", 4, ["5: and here, NVBENCH_BENCH"])]


def test_what_a_comment_turns_off_is_no_place() -> None:
    source = (
        "cuda::std::array<int, 2> a;  // hipify: ignore[N001] kept\n"
        "cuda::std::array<int, 2> b;\ncuda::std::array<int, 2> c;  // hipify: ignore[N001] kept\n"
    )
    assert told(source) == [("N001", 2, [])]
