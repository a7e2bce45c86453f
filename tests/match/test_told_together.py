"""What one look at a file answers is told once, with the other places; what a compiler refuses at each."""

from __future__ import annotations

from hipify_py.conversion import convert
from hipify_py.rules.load import load


def told(source: str, rule: str) -> list[tuple[int, list[tuple[int, str]]]]:
    """Give the line of each finding of a rule, and those of the other places with what is said of them."""
    made = convert(source.encode(), load())

    def line(at: int) -> int:
        return source.count("\n", 0, at) + 1

    return [
        (line(one.span.start), [(line(each.span.start), each.message) for each in one.related])
        for one in made.findings
        if one.rule == rule
    ]


def test_conditions_of_a_file_are_told_once() -> None:
    condition = "#if __CUDA_ARCH__ >= 800\n__device__ int {}() {{ return atomicAdd(&n, 1); }}\n{}#endif\n"
    other = "#else\n__device__ int c() { __trap(); }\n"
    text = condition.format("a", "") + condition.format("b", "") + condition.format("c", other)
    assert told(text, "M001") == [
        (1, [(4, "and here, where HIP skips what is behind it"), (7, "and here, where HIP takes the #else")])
    ]


def test_a_condition_that_leads_to_an_error_is_told_by_itself() -> None:
    refuses = "#if CUDART_VERSION < 12000\n#error too old\n#endif\n"
    text = f"#include <cuda_runtime.h>\n{refuses}int n;\n#if CUDART_VERSION >= 12040\nint m;\n#endif\n"
    assert told(text, "M003") == [(2, [(3, "this refuses HIP")]), (6, [])]


def test_names_of_which_the_same_is_said_are_told_together() -> None:
    text = "".join(
        f"cudaDeviceGetAttribute(&a, cudaDevAttrComputeCapability{part}, 0);\n" for part in ("Major", "Minor")
    )
    assert told(f"int a;\nvoid f() {{\n{text}}}\nint g() {{ return a; }}\n", "N002") == [
        (3, [(4, "cudaDevAttrComputeCapabilityMinor, too")])
    ]


def test_numbers_that_one_line_asks_for_are_told_together_and_others_not() -> None:
    asks = "static_assert(__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ > 1106);\n"
    assert told(asks * 2, "M103") == [
        (1, [(1, "__CUDACC_VER_MINOR__, too")]),
        (2, [(2, "__CUDACC_VER_MINOR__, too")]),
    ]


def test_what_is_refused_is_told_at_each_place() -> None:
    lines = "void f(CUtensorMap *a);\nvoid g(CUtensorMap *a);\n"
    assert told(lines, "N001") == [(1, []), (2, [])]
