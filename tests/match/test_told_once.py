"""What has one cause in a file is one finding, and the other places stand beside it.

What a compiler refuses is told at each place, but for the uses of a library that HIP lacks.
"""

from __future__ import annotations

from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.model import Finding


def told(source: str) -> list[tuple[str, int, list[str]]]:
    """Give the rule and line of each finding, with the lines and texts of its other places."""
    made = convert(source.encode(), RULES)
    return [(one.rule, _line(source, one.span.start), _others(source, one)) for one in made.findings]


def told_by(source: str, rule: str) -> list[tuple[int, list[tuple[int, str]]]]:
    """Give the line of each finding of a rule, and those of the other places with what is said of them."""
    return [
        (_line(source, one.span.start), [(_line(source, at.span.start), at.message) for at in one.related])
        for one in convert(source.encode(), RULES).findings
        if one.rule == rule
    ]


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


def test_conditions_of_a_file_are_told_once() -> None:
    condition = "#if __CUDA_ARCH__ >= 800\n__device__ int {}() {{ return atomicAdd(&n, 1); }}\n{}#endif\n"
    other = "#else\n__device__ int c() { __trap(); }\n"
    text = condition.format("a", "") + condition.format("b", "") + condition.format("c", other)
    assert told_by(text, "M001") == [
        (1, [(4, "and here, where HIP skips what is behind it"), (7, "and here, where HIP takes the #else")])
    ]


def test_a_condition_that_leads_to_an_error_is_told_by_itself() -> None:
    refuses = "#if CUDART_VERSION < 12000\n#error too old\n#endif\n"
    text = f"#include <cuda_runtime.h>\n{refuses}int n;\n#if CUDART_VERSION >= 12040\nint m;\n#endif\n"
    assert told_by(text, "M003") == [(2, [(3, "this refuses HIP")]), (6, [])]


def test_names_of_which_the_same_is_said_are_told_together() -> None:
    text = "".join(
        f"cudaDeviceGetAttribute(&a, cudaDevAttrComputeCapability{part}, 0);\n" for part in ("Major", "Minor")
    )
    assert told_by(f"int a;\nvoid f() {{\n{text}}}\nint g() {{ return a; }}\n", "N002") == [
        (3, [(4, "and here, cudaDevAttrComputeCapabilityMinor")])
    ]


def test_numbers_that_one_line_asks_for_are_told_together_and_others_not() -> None:
    asks = "static_assert(__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ > 1106);\n"
    assert told_by(asks * 2, "M103") == [
        (1, [(1, "and here, __CUDACC_VER_MINOR__")]),
        (2, [(2, "and here, __CUDACC_VER_MINOR__")]),
    ]


def test_what_is_refused_is_told_at_each_place() -> None:
    lines = "void f(CUtensorMap *a);\nvoid g(CUtensorMap *a);\n"
    assert told_by(lines, "N001") == [(1, []), (2, [])]


def test_what_is_turned_off_at_the_first_place_is_told_at_the_next() -> None:
    asks = "#if CUDART_VERSION >= 12000{}\nint {};\n#endif\n"
    text = asks.format("  // hipify: ignore[M003] known", "a") + asks.format("", "b") + asks.format("", "c")
    assert told_by("#include <cuda_runtime.h>\n" + text, "M003") == [
        (5, [(8, "and here, where HIP skips what is behind it")])
    ]


def test_what_a_second_round_finds_is_told_with_what_the_first_did() -> None:
    asks = "#if __CUDA_ARCH__ >= 800\n__device__ int {}() {{ return 1; }}\n#endif\n"
    text = asks.format("a") + "template <class T> void f() { k<<<1, 2>>(; }\n" + asks.format("b")
    found = told_by(text + "void g() { cudaFree(0); }\n", "M001")
    assert [(line, [at for at, _ in others]) for line, others in found] == [(1, [5])]


def test_what_an_error_says_of_a_name_is_not_said_vaguely_beside_it() -> None:
    of_type, deduced = "CUresult (*f)(CUgraphExec, cuuint64_t *) = %s;\n", "auto f = %s;\n"
    assert told(of_type % "&cuGraphExecGetFlags") == [("R504", 1, [])]
    assert told(deduced % "&cuGraphExecGetFlags") == [("N007", 1, [])]


def test_what_a_function_reads_of_textures_is_told_once() -> None:
    source = """__global__ void k(float *p, cudaTextureObject_t t) {
  p[0] = tex2D<float>(t, 1, 2);
  p[1] = tex2D<float>(t, 1, 3) + tex1Dfetch<float>(t, 3);
}
__global__ void j(float *p, cudaTextureObject_t t) { p[0] = tex3D<float>(t, 1, 2, 3); }
#define READ(t) tex2D<float>(t, 0, 0)
#define READ_TOO(t) tex2D<float>(t, 0, 0)
"""
    assert told_by(source, "M069") == [
        (2, [(3, "and here, tex2D"), (3, "and here, tex1Dfetch")]),
        (5, []),
        (6, []),
        (7, []),
    ]


def test_the_rules_of_other_places_are_named() -> None:
    source = b"#include <nvbench/nvbench.cuh>\nvoid f(nvbench::state &s) {}\nNVBENCH_BENCH(f);\n"
    (found,) = convert(source, RULES).findings
    assert (found.rule, found.also) == ("N005", ("N001", "N023"))
