"""Names that decide on a warp: widths chosen for HIP, `warpSize` of one's own, stand-ins, unknown sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py import Settings, convert_tree
from hipify_py.conversion import convert
from hipify_py.lanes.flow.constant_folding import CHOSEN
from hipify_py.lanes.flow.hip_constants import chosen
from hipify_py.lanes.project_facts import agreed
from hipify_py.model import Project, Result
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()


def run(source: str, **options: object) -> Result:
    return convert(source.encode(), RULES, Options(warp="32", add_include=False, **options))  # type: ignore[arg-type]


def said(result: Result) -> list[str]:
    return [finding.rule for finding in result.findings]


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


@pytest.mark.parametrize(
    ("made", "names"),
    [
        ("#define FULL_MASK ~0ull\n#else\n#define FULL_MASK ~0u\n", {b"FULL_MASK"}),
        ("#define SHFL(v) __shfl(v, 0)\n#else\n#define SHFL(v) __shfl_sync(~0u, v, 0)\n", {b"SHFL"}),
        ("constexpr int kWarp = 64;\n#else\nconstexpr int kWarp = 32;\n", {b"kWarp"}),
        ("using mask_t = unsigned long long;\n#else\nusing mask_t = unsigned;\n", {b"mask_t"}),
        ("typedef uint64_t lane_mask;\n#else\ntypedef uint32_t lane_mask;\n", {b"lane_mask"}),
        ("int warp_sum(int v) { return v; }\n#else\nint warp_sum(int v) { return 2; }\n", {b"warp_sum"}),
        ("#define WARP_SIZE 32\n#else\n#define WARP_SIZE 32\n", set()),
        ("#define BLOCK 256\n#else\n#define BLOCK 128\n", set()),
    ],
)
def test_names_that_a_condition_chooses(made: str, names: set[bytes]) -> None:
    unit = Unit(("#if defined(__HIP_PLATFORM_AMD__)\n" + made + "#endif\n").encode())
    assert chosen(unit) == dict.fromkeys(names, CHOSEN)


def test_a_choice_holds_in_all_files(tmp_path: Path) -> None:
    assert agreed([((b"W", b"32"),), ((b"W", CHOSEN),)]) == {b"W": CHOSEN}
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


BUILTIN = "__global__ void k(int *p) { p[threadIdx.x / warpSize] = __any_sync(~0u, p[0]); }\n"
OWN = "p[threadIdx.x / warpSize]"


@pytest.mark.parametrize(
    "own",
    [
        "int main() { int warpSize = prop(); return 2 * warpSize; }\n",
        "__device__ int g(int v, int warpSize) { return v % warpSize; }\n",
        "int g(int v, int warpSize);\n",
        "struct Info { int warpSize; int twice() { return 2 * warpSize; } };\n",
        "struct Info { int warpSize; int twice(); };\nint Info::twice() { return 2 * warpSize; }\n",
        "void f() { auto l = [](int warpSize) { return warpSize; }; l(1); }\n",
    ],
)
def test_a_name_of_ones_own_holds_where_it_is_made(own: str) -> None:
    result = run(own + BUILTIN)
    assert result.text.endswith(BUILTIN.replace("warpSize", "32").replace("__any", "hipify_warp32::any"))
    assert own in result.text


@pytest.mark.parametrize("own", ["const int warpSize = 32;\n", "#define warpSize 32\n"])
def test_a_name_of_the_whole_file(own: str) -> None:
    assert OWN in run(own + BUILTIN).text


def test_the_width_of_a_device_in_a_variable_of_that_name() -> None:
    source = "int f(cudaDeviceProp p) { int warpSize = p.warpSize; return warpSize; }\n"
    assert said(run(source)) == ["W016"]
    assert said(run("struct S { int warpSize; };\nint f(S s) { return s.warpSize; }\n")) == []


def test_the_width_with_its_global_scope() -> None:
    assert run("__device__ int f(int v) { return v % ::warpSize; }\n").text.endswith("return v % 32; }\n")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define S __shfl_down_sync\n", "#define S hipify_warp32::shfl_down_sync\n"),
        (
            "#define S(...) __shfl_xor_sync(~0u, __VA_ARGS__)\n",
            "#define S(...) hipify_warp32::shfl_xor_sync(~0u, __VA_ARGS__)\n",
        ),
        (
            "__device__ int f(int v) { return AP(__any_sync, v); }\n",
            "__device__ int f(int v) { return AP(hipify_warp32::any_sync, v); }\n",
        ),
        ("#define S __activemask\n", "#define S hipify_warp32::activemask\n"),
    ],
)
def test_an_intrinsic_by_its_name_alone(source: str, expected: str) -> None:
    result = run(source)
    assert result.text.endswith(expected)
    assert said(result) == ["W000"]


@pytest.mark.parametrize("source", ["#define S __shfl_down\n", "#ifdef __shfl_sync\nint a;\n#endif\n"])
def test_what_has_no_counterpart_by_name(source: str) -> None:
    result = run(source)
    assert result.text == source
    assert said(result) == ["W031"]


OLD = (
    "#if CUDART_VERSION < 9000\n#define __shfl_xor_sync(m, v, l) __shfl_xor(v, l)\n#define __syncwarp(...)\n"
    "#endif\n__device__ int f(int v) { __syncwarp(); return __shfl_xor_sync(~0u, v, 1); }\n"
)


def test_stand_ins_for_old_compilers_are_passed_over() -> None:
    result = run(OLD)
    assert "hipify_warp32::syncwarp(); return hipify_warp32::shfl_xor_sync(~0u, v, 1);" in result.text
    assert "#define __shfl_xor_sync(m, v, l) __shfl_xor(v, l, 32)\n#define __syncwarp(...)\n" in result.text
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


SIZED = "__global__ void k(int *p) { int i = threadIdx.x %% %s; p[i] = __any_sync(~0u, i); }\n"


@pytest.mark.parametrize(
    ("before", "name", "expected"),
    [
        ("", "C10_WARP_SIZE", ["W031"]),
        ("", "kWarpSize", ["W031"]),
        ("", "Cfg::kWarpSize", []),
        ("#define WARP_SIZE 32\n", "WARP_SIZE", []),
        ("enum { A, WARP_SIZE = 32 };\n", "WARP_SIZE", []),
        ("static constexpr int kWarpSize{32};\n", "kWarpSize", []),
        ("template <int WARP_SIZE>\n", "WARP_SIZE", []),
    ],
)
def test_sizes_that_nobody_tells(before: str, name: str, expected: list[str]) -> None:
    result = run(before + SIZED % name)
    assert sorted(set(said(result)) - {"W000"}) == expected
    assert set(said(run(SIZED % name, project=Project(constants={name.encode(): b"32"})))) == {"W000"}


def test_a_macro_of_attributes_alone_hides_no_line() -> None:
    """The grammar would take in the next line as the macro's value."""
    for macro in ("__device__ __forceinline__", "__host__", "  "):
        unit = Unit(f"#define DEV {macro}\nvoid f() {{}}\nint z;\n".encode())
        assert [node.type for node in unit.tree.root_node.children] == [
            "preproc_def",
            "function_definition",
            "declaration",
        ]


CUB = (
    "__global__ void k(int *p) {"
    " __shared__ %sWarpReduce<int>::TempStorage t; p[0] = %sWarpReduce<int>(t).Sum(p[1]); }\n"
)


@pytest.mark.parametrize(
    ("before", "scope"),
    [("using namespace cub;\n", ""), ("using cub::WarpReduce;\n", ""), ("namespace c = cub;\n", "c::")],
)
def test_classes_of_cub_without_their_namespace(before: str, scope: str) -> None:
    result = run(before + CUB % (scope, scope))
    assert result.text == (before + CUB % (scope, scope)).replace("cub", "hipcub").replace(
        "<int>", "<int, 32>"
    )
    assert "W031" not in said(result)
    assert run(result.text).text == result.text


def test_a_class_of_that_name_of_ones_own() -> None:
    source = "#include <cub/x>\nusing namespace cub;\ntemplate <class T> struct WarpReduce {};\n" + CUB % (
        "",
        "",
    )
    assert "<int, 32>" not in run(source).text


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
        ("return __all_sync(~0u, x);", ["W000"]),
    ],
)
def test_a_vote_by_the_width_that_a_function_chooses_is_left_alone(work: str, rules: list[str]) -> None:
    """A vote takes in the whole warp; a shuffle with a width of its own does not."""
    assert said(run(WIDTH + "__device__ int f(int x, int w) { " + work + " return 0; }\n")) == rules


def test_the_width_that_another_file_chooses_counts_too(tmp_path: Path) -> None:
    (tmp_path / "width.h").write_text(WIDTH)
    vote = "__device__ int f(int x, int w) { return w == physicalWarpSize() ? __all_sync(~0u, x) : 0; }\n"
    (tmp_path / "a.cu").write_text(vote)
    report = convert_tree([str(tmp_path)])
    assert [one.rule for file in report.files for one in file.concerns] == ["W033"]


@pytest.mark.parametrize(
    "source",
    [
        "DEVICE_INLINE\nGradientPairInt64 sum(GradientPairInt64 v) { auto h = __shfl_sync(d::F(), v.G(), 0);",
        "struct S { int a; DEV sum(int l) : a{l}, b(1), c{2} { if constexpr (K) { a = __any(a);",
    ],
)
def test_functions_are_named_by_their_names_alone(source: str) -> None:
    at = source.index("__any") if "__any" in source else source.index("__shfl")
    assert functions(Unit(source.encode()), [at])[at].name == "sum"


def test_an_attribute_that_no_device_is_asked_for_is_no_width() -> None:
    name = "CU_DEVICE_ATTRIBUTE_WARP_SIZE"
    assert said(run(f'void f(E e) {{ e.value("A", A).value("WARP_SIZE", {name}); }}')) == []
    assert said(run(f"bool f(int a) {{ switch (a) {{ case {name}: return true; }} return false; }}")) == []
    assert said(run(f"int f(D d) {{ int w; CHECK(cuDeviceGetAttribute(&w, {name}, d)); return w; }}")) == [
        "W016"
    ]
    assert said(run(f"void f(D d) {{ auto which = {name}; }}")) == ["W016"]
    assert said(run(f"int f(D d) {{ return d.attribute({name}); }}")) == ["W016"]


def test_a_stand_in_without_a_mask_for_one_with_a_mask_is_called_as_it_is() -> None:
    macro = "#define __shfl_down(x, y) __shfl_down_sync(0xffffffff, x, y)\n"
    source = "__device__ int f(int v) { return __shfl_down(v, 1); }"
    result = run(macro + source)
    assert result.text == "#define __shfl_down(x, y) __shfl_down(x, y, 32)\n" + source
    assert said(result) == ["W000"]
    chosen = run("#if OLD\n" + macro + "#endif\n" + source)
    assert source in chosen.text
    assert "W031" in said(chosen)


def test_a_stand_in_needs_no_later_release() -> None:
    source = "__device__ void f() { __syncwarp(); }"
    old = load(rocm="6.4")
    options = Options(warp="32", add_include=False, rocm="6.4")
    result = convert(b"#define __syncwarp(...)\n" + source.encode(), old, options)
    assert said(result) == ["W000"]
