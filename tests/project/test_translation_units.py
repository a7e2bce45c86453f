"""What the translation units of a file tell about it, and that no neighbour does."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Literal

import pytest
from helpers.command import put

from hipify_py.project.fact_reading import facts
from hipify_py.project.run import convert_tree
from hipify_py.project.translation_units import TranslationUnits
from hipify_py.resolve.linkage import CHOSEN
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()
USES = "__global__ void k(unsigned *p) { p[0] = umin(p[0], WARP_SIZE) + warp_sum(__shfl_sync(~0, 1, 2)); }\n"


def told(files: dict[str, str], path: str = "k.cu", renamed: dict[str, str] | None = None) -> Project:
    """Give what the units of a file tell, of files that are included by their paths from the top."""
    found = {name: facts(text.encode(), RULES, Options(path=name)) for name, text in files.items()}
    gone = renamed or {}

    def place(include: bytes) -> str | None:
        there = posixpath.normpath(include.decode())
        return there if there in found or there in gone else None

    places = {name: [place(include) for include, _ in fact.includes] for name, fact in found.items()}
    return TranslationUnits(found, places, RULES, gone).project(path)


ALONE = Project({"k.cu": "k.cu"}, frozenset({"k.cu"}), in_cuda=True)
UMIN = "static unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }\n"


def test_a_neighbour_tells_nothing() -> None:
    other = UMIN + "#define WARP_SIZE 64\nint warp_sum(int v) { return v; }\n"
    assert told({"k.cu": USES, "main.cpp": other}) == told({"k.cu": USES}) == ALONE


def test_a_header_with_the_guard_of_its_includer_brings_nothing() -> None:
    header = "#ifndef K_H\n#define K_H\n__global__ void k(float *p);\n#endif\n"
    guarded = '#ifndef K_H\n#define K_H\n#include "k.cuh"\n__global__ void k(float *p) {}\n#endif\n'
    assert "k.cuh" not in told({"k.cu": guarded, "k.cuh": header}).runtime
    for other in (guarded.replace("K_H", "K_CU"), "#pragma once\n" + guarded.split("K_H\n")[2]):
        assert "k.cuh" in told({"k.cu": other, "k.cuh": header}).runtime


@pytest.mark.parametrize(
    ("files", "own"),
    [
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": UMIN}, True),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": '#include "b.h"\n', "b.h": UMIN}, True),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": UMIN.replace("{ return a < b ? a : b; }", ";")}, True),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": "#define umin(a, b) 1\n"}, True),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": "namespace {" + UMIN + "}"}, True),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": "namespace n {" + UMIN + "}"}, False),
        ({"k.cu": '#include "a.h"\nusing namespace n;\n' + USES, "a.h": "namespace n {" + UMIN + "}"}, True),
        ({"k.cu": '#include "a.h"\nnamespace n {' + USES + "}", "a.h": "namespace n {" + UMIN + "}"}, True),
        (
            {"k.cu": '#include "a.h"\n' + USES, "a.h": "namespace n {" + UMIN + "} using namespace n;"},
            True,
        ),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": "struct S { int umin(int a, int b); };"}, False),
        ({"k.cu": '#include "a.h"\n' + USES, "a.h": "void f() { int umin = 1; }"}, False),
        ({"k.cu": USES, "u.cu": UMIN + '#include "k.cu"\n'}, True),
        ({"k.cu": USES, "u.cu": '#include "k.cu"\n' + UMIN}, False),
        ({"k.cu": USES, "u.cu": '#include "a.h"\n#include "k.cu"\n', "a.h": UMIN}, True),
        ({"k.cu": USES, "u.cu": UMIN + '#include "k.cu"\n', "v.cu": '#include "k.cu"\n'}, False),
        ({"k.cu": USES, "u.cu": UMIN + '#include "k.cu"\n', "v.cu": UMIN + '#include "k.cu"\n'}, True),
    ],
)
def test_whose_a_name_is(files: dict[str, str], own: bool) -> None:
    assert told(files).names == ({b"umin"} if own else set())


@pytest.mark.parametrize(
    ("source", "beside"),
    [
        ("using T = n::S;" + USES, True),
        ("int n::f(int i)" + USES.partition(")")[2], True),
        ("using namespace n;" + USES, False),
        ("using T = n::S; namespace n {" + USES + "}", False),
        ("struct T : public n { n::U u; };" + USES, False),
    ],
)
def test_a_scope_may_be_only_named(source: str, beside: bool) -> None:
    found = told({"k.cu": '#include "a.h"\n' + source, "a.h": "namespace n {" + UMIN + "}"})
    assert found.names == {b"umin"}
    assert found.beside == ({b"umin"} if beside else set())


@pytest.mark.parametrize(
    ("header", "beside"),
    [
        (UMIN, True),
        ("namespace {" + UMIN + "}", True),
        ("#define umin(a, b) 1\n", False),
        (UMIN + "#define umin(a, b) 1\n", False),
        ("namespace n {" + UMIN + "} using namespace n;", False),
    ],
)
def test_a_function_outside_of_scopes_stands_beside_cudas(header: str, beside: bool) -> None:
    found = told({"k.cu": '#include "a.h"\n' + USES, "a.h": header})
    assert found.names == {b"umin"}
    assert found.beside == ({b"umin"} if beside else set())


def test_a_name_that_cuda_does_not_have_is_made_by_whoever_makes_it() -> None:
    files = {
        "a.h": "CUDA_FROB(1);\n",
        "u.cu": '#define CUDA_FROB(x)\n#include "a.h"\n',
        "v.cu": '#include "a.h"',
    }
    assert told(files, "a.h").names == {b"CUDA_FROB"}


def test_a_name_that_cuda_does_not_have_is_the_programs_own_in_whatever_scope() -> None:
    """Where braces are parted by #if, the scope that is read may not be the one that is meant."""
    begins = "#ifdef CUDA\nnamespace c {\n#else\nnamespace o {\n#endif\n"
    header = begins + "class G { CUcontext cudaThings, *cuFrobs; void f(); };\n}\n"
    source = '#include "a.h"\n' + begins + "void G::f() { g(cudaThings, cuFrobs, cuFree); }\n}\n"
    assert told({"k.cu": source, "a.h": header}).names == {b"cudaThings", b"cuFrobs"}
    assert told({"k.cu": source, "a.h": header.replace("CUcontext", "return")}).names == {b"cuFrobs"}
    assert told({"k.cu": source.replace("#include", "//"), "a.h": header}).names == set()


def test_constants() -> None:
    files = {
        "k.cu": '#include "a.h"\n' + USES.replace("~0", "kMask"),
        "a.h": "#define WARP_SIZE kLanes\n#define kLanes 32\n#define kMask ~0u\n#define kWarps 8\n",
    }
    assert told(files).constants == {b"WARP_SIZE": b"kLanes", b"kLanes": b"32", b"kMask": b"~0u"}
    files["a.h"] += '#include "b.h"\n'
    files["b.h"] = "#define kLanes 64\n"
    assert told(files).constants == {b"WARP_SIZE": b"kLanes", b"kMask": b"~0u"}
    files["b.h"] = "#ifdef USE_ROCM\n#define kLanes 64\n#else\n#define kLanes 32\n#endif\n"
    assert told(files).constants[b"kLanes"] == CHOSEN


def test_units_in_two_configurations() -> None:
    files = {"k.h": USES, "a.cu": '#define WARP_SIZE 32\n#include "k.h"\n', "b.cu": '#include "k.h"\n'}
    assert told(files, "k.h").constants == {b"WARP_SIZE": b"32"}
    files["b.cu"] = "#define WARP_SIZE 64\n" + files["b.cu"]
    assert told(files, "k.h").constants == {}
    assert told(files, "k.h").functions == {b"WARP_SIZE"}


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("int warp_sum(int v) { return v; }\n", True),
        ("static int warp_sum(int v) { return v; }\n", False),
        ("namespace { int warp_sum(int v) { return v; } }\n", False),
    ],
)
def test_a_function_of_another_unit_is_seen_by_its_declaration(body: str, seen: bool) -> None:
    files = {
        "k.cu": '#include "w.h"\n' + USES,
        "w.h": "int warp_sum(int v);\n",
        "w.cu": '#include "w.h"\n' + body,
    }
    assert told(files).functions == ({b"warp_sum"} if seen else set())


def test_a_declaration_that_both_do_not_share_binds_nobody() -> None:
    files = {"k.cu": "int warp_sum(int v);\n" + USES, "w.cu": "int warp_sum(int v) { return v; }\n"}
    assert told(files).functions == set()


def test_overloads_of_intrinsics() -> None:
    own = "struct P { int x; };\nP __shfl_sync(unsigned mask, P v, int lane) { return v; }\n"
    assert told({"k.cu": '#include "a.h"\n' + USES, "a.h": own}).functions == {b"__shfl_sync"}


def test_the_runtime_comes_through_includes() -> None:
    files = {
        "inc/base.h": "#include <cuda_runtime.h>\n",
        "inc/mid.h": '#include "inc/base.h"\n',
        "src/a.cpp": '#include "inc/mid.h"\n#include "plain.h"\n',
        "plain.h": "int x;\n",
    }
    found = told(files, "src/a.cpp")
    assert found.runtime == {"src/a.cpp", "inc/mid.h"}
    assert found.files == {name: name for name in ("src/a.cpp", "inc/mid.h", "plain.h")}
    assert told({"a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n'}, "a.h").runtime == set()


def test_macros_that_clash_come_through_includes() -> None:
    files = {
        "t.h": "#define T float\n",
        "mid.h": '#include "t.h"\n',
        "late.h": "#include <cuda_runtime.h>\n#define N 3\n",
        "long.h": "#define LONG_NAME 3\n",
        "both.h": "#define N 3\n#include <cuda_runtime.h>\n",
        "first.h": '#include "late.h"\n#include "t.h"\n',
        "k.cu": "".join(f'#include "{one}.h"\n' for one in ("mid", "late", "long", "both", "first")),
    }
    assert told(files).clashes == {"mid.h", "both.h"}


def test_files_that_are_renamed() -> None:
    files = {"k.cu": '#include "other.cu"\n', "other.cu": "__global__ void k();\n", "x.cu": ""}
    found = told(files, renamed={"other.cu": "other.hip", "x.cu": "x.hip"})
    assert found.renamed == {"other.cu": "other.hip"}
    now = {"k.cu": '#include "other.cu"\n', "other.hip": "#include <hip/hip_runtime.h>\n"}
    found = told(now, renamed={"other.cu": "other.hip"})
    assert found.renamed == {"other.cu": "other.hip"}
    assert found.runtime == {"other.cu", "k.cu"}


def test_of_a_file_without_facts_nothing_is_told() -> None:
    assert told({"k.cu": USES}, "binary.cu") == Project({"binary.cu": "binary.cu"})


def test_a_header_that_a_source_in_c_reads_is_read_as_c() -> None:
    files = {
        "a.c": '#include "a.h"\n',
        "a.h": '#include "b.h"\n',
        "b.h": "int x;\n",
        "k.cu": '#include "c.h"\n',
    }
    files["c.h"] = "int y;\n"
    assert [told(files, path).in_c for path in files] == [True, True, True, False, False]
    made = {path: Options(path, project=told(files, path)) for path in files}
    assert [options.in_c for options in made.values()] == [True, True, True, False, False]
    assert Options("a.c").in_c
    assert not Options("a.h").in_c


def test_no_polyfill_stands_where_c_reads_it(tmp_path: Path) -> None:
    put(tmp_path / "errors.h", "static int gone(int e) { return e == CUDA_ERROR_CONTAINED; }\n")
    put(tmp_path / "a.c", '#include <cuda.h>\n#include "errors.h"\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (header,) = [file for file in report.files if file.path.endswith("errors.h")]
    assert [one.rule for one in header.concerns] == ["N001"]


PIECE = "namespace u { __device__ int f(int v) { return __shfl_xor_sync(~0u, __vadd2(v, v), 1, 16); } }\n"
LACKS = frozenset({"hip/hip_runtime.h", "hipify_compat.h"})


def test_a_piece_calls_for_headers_where_it_is_included() -> None:
    files = {"k.cu": '#include "a.inl"\n', "a.inl": '#include "b.inl"\n', "b.inl": PIECE, "c.inl": PIECE}
    assert told(files).pieces == {"a.inl": LACKS}
    assert told(files, "a.inl").pieces == {"b.inl": LACKS}
    assert [told(files, name).included for name in files] == [False, True, True, False]
    done = PIECE.replace("__vadd2", "hipify_compat::vadd2")
    assert told({"k.cu": '#include "a.inl"\n', "a.inl": done}).pieces == {"a.inl": LACKS}
    whole = {"k.cu": '#include "a.inl"\n', "a.inl": "#include <cuda_runtime.h>\n" + PIECE}
    assert told(whole).pieces == {}


@pytest.mark.parametrize("quotes", ['"{}"', "<{}>"])
def test_who_includes_a_piece_gets_its_headers(tmp_path: Path, quotes: str) -> None:
    put(tmp_path / "include/piece.inl", PIECE)
    put(tmp_path / "include/alone.inl", PIECE)
    include = quotes.format("piece.inl")
    put(tmp_path / "src/k.cu", f"namespace n {{\n#include {include}\n}}\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    added = '#include <hip/hip_runtime.h>\n\n#include "../hipify_compat.h"\n\n'
    assert (tmp_path / "src/k.cu").read_text() == f"{added}namespace n {{\n#include {include}\n}}\n"
    said = {posixpath.basename(one.path): [it.rule for it in one.concerns] for one in report.files}
    assert said["piece.inl"].count("N013") == 0
    assert said["alone.inl"].count("N013") == 1


def test_who_includes_the_body_of_a_kernel_gets_its_headers(tmp_path: Path) -> None:
    body = "{ if (__any_sync(~0u, p[threadIdx.x %% 32])) p[0] = %s(~0u, p[1]); }\n"
    put(tmp_path / "body.h", body % "__ballot_sync")
    rest = '__global__ void k(int *p)\n#include "body.h"\nvoid go(int *p) { k<<<1, 64>>>(p); }\n'
    put(tmp_path / "k.cu", rest)
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    made = (tmp_path / "body.h").read_text()
    assert made == (body % "hipify_warp32::ballot_sync").replace("__any_sync", "hipify_warp32::any_sync")
    assert (tmp_path / "k.cu").read_text().endswith(f'#include "hipify_warp32.h"\n\n{rest}')
    assert {it.rule for one in report.files for it in one.concerns} == {"W000", "P001"}


def test_keywords_that_are_made_for_plain_cpp_are_seen_behind_that() -> None:
    files = {"k.cuh": "__device__ int f();\n", "own.h": "#define __device__\n", "k.cu": '#include "k.cuh"\n'}
    assert told(files, "k.cuh").functions == set()
    files["plain.cpp"] = '#include "own.h"\n#include "k.cuh"\n'
    assert told(files, "k.cuh").functions == {b"__device__"}
    files["plain.cpp"] = '#include "k.cuh"\n#include "own.h"\n'
    assert told(files, "k.cuh").functions == set()


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ('#include "a.h"\nint main() {}\n', True),
        ('#include "a.h"\n__global__ void k() {}\n', False),
        ('#include "a.h"\n#include <thrust/sort.h>\n', False),
        ("int main() {}\n", False),
    ],
)
def test_a_source_of_plain_cpp_is_named_to_what_it_includes(source: str, plain: bool) -> None:
    files = {"main.cpp": source, "a.h": '#include "b.h"\n', "b.h": "#include <thrust/sort.h>\n"}
    assert told(files, "b.h").cxx == ("main.cpp" if plain else "")
    assert told(files, "main.cpp").cxx == ""
    assert told({"k.cu": source, **files, "main.cpp": ""}, "b.h").cxx == ""


SUM = """
__device__ inline int summed(int v) {
    for (int o = warpSize / 2; o; o /= 2) v += __shfl_down_sync(~0u, v, o);
    return v;
}
"""
TILES = """
template <int W> __device__ int summed(int v) { return __shfl_down_sync(~0u, v, 1, 16); }
"""
FOR_HIP = """
__device__ int summed(int v) {
#ifdef __HIPCC__
    return __shfl_down(v, 1);
#else
    return __shfl_down_sync(~0u, v, 1);
#endif
}
"""
KERNEL = """
__global__ void top(int *p) {
    int lane = threadIdx.x & 31, sum = summed(p[threadIdx.x]);
    if (lane == 0) p[threadIdx.x / 32] = sum;
}
"""


@pytest.mark.parametrize(
    ("header", "warp", "expected"),
    [
        (SUM, "native", {("k.cu", "W012")}),
        ("struct S {" + SUM + "};", "native", {("k.cu", "W012")}),
        ('#include "b.h"\n', "native", {("k.cu", "W012")}),
        (SUM, "32", set()),
        ("// hipify: warp=32\n" + SUM.lstrip(), "native", set()),
        (TILES, "native", set()),
        (FOR_HIP, "native", set()),
        ("int summed(int v);\n", "native", set()),
    ],
)
def test_functions_on_wavefronts_are_known_in_every_file_that_sees_them(
    tmp_path: Path, header: str, warp: Literal["32", "native"], expected: set[tuple[str, str]]
) -> None:
    for name, text in (("k.cu", '#include "a.h"\n' + KERNEL), ("a.h", header), ("b.h", SUM)):
        put(tmp_path / name, text)
    for paths in ([tmp_path], [tmp_path / "k.cu", tmp_path / "a.h"]):
        report = convert_tree([str(path) for path in paths], Settings(warp=warp))
        said = {(posixpath.basename(one.path), f.rule) for one in report.files for f in one.concerns}
        assert {one for one in said if one[1] in {"W012", "W033"}} == expected


@pytest.mark.parametrize(("step", "is_told"), [("__shfl_down_sync", True), ("__shfl_up_sync", False)])
def test_a_kernel_of_a_header_that_sums_over_wavefronts(tmp_path: Path, step: str, is_told: bool) -> None:
    kernel = SUM.replace("__shfl_down_sync", step) + "__global__ void k(int *p) { p[0] = summed(p[0]); }\n"
    put(tmp_path / "a.h", kernel)
    put(tmp_path / "k.cu", '#include "a.h"\nvoid run(int *p) { k<<<1, 96>>>(p); }\n')
    report = convert_tree([str(tmp_path)], Settings(warp="native"))
    said = {(posixpath.basename(one.path), f.rule) for one in report.files for f in one.concerns}
    assert (("k.cu", "W057") in said) is is_told


OF_MACRO = "#define SHFL(m, v, d) __shfl_down_sync(m, v, d%s)\n"
OF_FUNCTION = "template <class T> __device__ T from(T v, int d) { return __shfl_down_sync(~0u, v, d%s); }\n"


@pytest.mark.parametrize(
    ("header", "body", "expected"),
    [
        (OF_MACRO % "", "v += SHFL(~0u, v, 16); v += SHFL(~0u, v, 8);", {"W011"}),
        (OF_MACRO % "", "for (int o = 16; o; o /= 2) v += SHFL(~0u, v, o);", {"W011"}),
        (OF_MACRO % "", "v += SHFL(~0u, v, 8);", set()),
        (OF_MACRO % "", "unsigned m = __activemask(); v += SHFL(m, v, 1);", set()),
        (OF_MACRO % "", "unsigned m = __activemask(); v += SHFL(m, v, 1) + mine(m);", {"W003"}),
        (OF_MACRO % ", 32", "v += SHFL(~0u, v, 16);", set()),
        (OF_FUNCTION % "", "v += from(v, 16);", {"W011"}),
        (OF_FUNCTION % "", "for (int o = 16; o; o /= 2) v += from(v, o);", {"W011"}),
        (OF_FUNCTION % "", "for (int o = warpSize / 2; o; o /= 2) v += from(v, o);", set()),
        (OF_FUNCTION % ", 32", "v += from(v, 16);", set()),
    ],
)
def test_steps_by_what_a_header_makes(tmp_path: Path, header: str, body: str, expected: set[str]) -> None:
    put(tmp_path / "a.h", header)
    put(tmp_path / "k.cu", f'#include "a.h"\n__device__ int sum(int v) {{ {body} return v; }}\n')
    report = convert_tree([str(tmp_path)], Settings(warp="native"))
    said = {(posixpath.basename(one.path), f.rule) for one in report.files for f in one.concerns}
    assert said - {("k.cu", "W036"), ("a.h", "W036")} == {("k.cu", rule) for rule in expected}


def test_who_does_not_include_a_function_on_wavefronts_is_not_told_of_it(tmp_path: Path) -> None:
    files = (("k.cu", '#include "c.h"\n' + KERNEL), ("a.h", SUM), ("c.h", "int summed(int v);\n"))
    for name, text in files:
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(warp="native"))
    assert "W012" not in {finding.rule for one in report.files for finding in one.concerns}


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("namespace cuda { struct stream; }", {b"cuda"}),
        ("namespace cuda::detail { struct stream; }", {b"cuda"}),
        ("namespace mine { namespace cuda { struct stream; } }", set()),
        ("namespace cudas { struct stream; }", set()),
        ("namespace mine::cuda { struct stream; }", set()),
        ("namespace cuda = mine::cuda;", {b"cuda"}),
        ("namespace mine { namespace cuda = other; }", set()),
        ("namespace mine = cuda; using namespace cuda;", set()),
    ],
)
def test_a_namespace_of_cudas_name_is_told(header: str, names: set[bytes]) -> None:
    assert told({"k.cu": '#include "a.h"\ncuda::stream s;\n', "a.h": header + "\n"}).names == names
    assert told({"k.cu": "cuda::stream s;\n", "a.h": header + "\n"}).names == set()


@pytest.mark.parametrize(
    "opened", ["namespace mine { namespace cuda {", "namespace mine::cuda { namespace x {"]
)
def test_a_namespace_of_cudas_name_in_another_is_told_who_opens_that(opened: str) -> None:
    header = opened + " struct stream; } }\n"
    uses = '#include "a.h"\nnamespace mine { cuda::stream *s; }\n'
    assert told({"k.cu": uses, "a.h": header}).names == {b"cuda"}
    assert told(
        {"k.cu": uses.replace("namespace mine", "using namespace mine;\nnamespace x"), "a.h": header}
    ).names
    assert not told({"k.cu": uses.replace("mine", "other"), "a.h": header}).names


def test_a_type_that_a_header_only_names_is_told() -> None:
    uses = '#include "a.h"\nvoid *f(void *p) { return (cuBool_Matrix_t *)p; }\n'
    header = "typedef struct cuBool_Matrix_t* cuBool_Matrix;\n"
    assert told({"k.cu": uses, "a.h": header}).names == {b"cuBool_Matrix_t"}
    assert told({"k.cu": uses, "a.h": "#define F(cuBool_Matrix_t) 1\n"}).names == set()


@pytest.mark.parametrize(
    ("header", "brought"),
    [
        ("#include <cuda/std/atomic>\n", True),
        ("#include <cub/cub.cuh>\n", True),
        ("#include <cuda_runtime.h>\n", False),
        ("#include <opencv2/core/cuda.hpp>\n", False),
    ],
)
def test_libcuxx_comes_through_headers_of_the_program(header: str, brought: bool) -> None:
    files = {"own.h": header, "other.h": '#include "own.h"\n', "k.cu": '#include "other.h"\n', "a.cu": ""}
    assert told(files).libcuxx is brought
    assert told(files, "own.h").libcuxx is brought
    assert not told(files, "a.cu").libcuxx


def test_who_reads_on_behind_libcuxx_has_the_limits_of_floating_numbers() -> None:
    files = {
        "own.h": "#include <thrust/sort.h>\n",
        "k.cu": '#include "own.h"\n#include "late.h"\n',
        "late.h": "",
        "early.h": "",
        "b.cu": '#include "early.h"\n#include <cub/cub.cuh>\n',
        "c.cu": '#include "own.h"\n#include "f.h"\n',
        "f.h": "#include <cfloat>\n",
    }
    by_cuda = {name for name in files if told(files, name).floats_by_cuda}
    assert by_cuda == {"k.cu", "late.h", "b.cu", "c.cu", "f.h", "own.h"}
    assert {name for name in files if told(files, name).floats} == {"c.cu", "f.h"}


def test_who_reads_on_behind_a_library_of_cuda_has_what_that_brings() -> None:
    files = {
        "own.h": "#include <cublas_v2.h>\n",
        "k.cu": '#include "own.h"\n#include "late.h"\n',
        "late.h": "",
        "early.h": "",
        "b.cu": '#include "early.h"\n#include "late.h"\n#include <cuda_bf16.h>\n',
        "c.cu": '#include "used.h"\n#include "own.h"\n#include "late.h"\n',
        "used.h": "#include <nccl.h>\n__half *h;\n",
    }
    brought = {name: told(files, name).brought for name in files}
    blas = {b"cublas_v2.h", b"hipblas/hipblas.h"}
    assert brought["k.cu"] == blas
    assert brought["late.h"] == {b"cublas_v2.h", b"nccl.h"}
    assert not brought["early.h"]
    assert brought["c.cu"] == blas | {b"nccl.h", b"hip/hip_fp16.h"}


def test_an_alias_in_a_namespace_is_of_libcuxx_where_a_header_of_the_program_brings_it(
    tmp_path: Path,
) -> None:
    put(tmp_path / "own.h", "#include <cuda/std/atomic>\n")
    put(tmp_path / "a.cu", '#include "own.h"\nnamespace x { namespace c = cuda; }\n')
    put(tmp_path / "b.cu", "#include <cuda_runtime.h>\nnamespace cv { namespace c = cuda; }\n")
    files = {one.path.rpartition("/")[2]: one for one in convert_tree([str(tmp_path)], Settings()).files}
    assert [each.rule for each in files["a.cu"].concerns] == ["N001"]
    assert [each.rule for each in files["b.cu"].concerns] == []


def test_whether_a_source_of_plain_cxx_that_holds_cuda_reads_a_file() -> None:
    plain = '#include "a.h"\n'
    files = {"a.h": '#include "b.h"\n', "b.h": "", "c.cpp": plain + "#include <cuda_runtime.h>\n"}
    assert told(files, "b.h").in_host_units
    assert told(files, "c.cpp").in_host_units
    below = {**files, "c.cpp": plain + '#include "d.h"\n', "d.h": "#include <cuda_runtime.h>\n"}
    assert told(below, "b.h").in_host_units
    for other in ({"c.cpp": plain}, {"c.c": files["c.cpp"]}, {"c.cu": files["c.cpp"]}):
        there = {"a.h": files["a.h"], "b.h": "", **other}
        assert not told(there, "b.h").in_host_units


def test_macros_that_name_an_index_are_told_to_who_reads_them() -> None:
    files = {"k.cu": '#include "a.h"\n', "a.h": "#define AT(i) (threadIdx.x + i)\n#define TO 1\n", "b.cu": ""}
    assert told(files).functions == {b"AT%"}
    assert not told(files, "b.cu").functions


def test_names_of_headers_outside_the_run_are_told_where_these_are_read() -> None:
    source = {
        "k.cu": '#include "b.h"\ncuArena<int> a; cuOther b; cudaFree_t c;\n',
        "b.h": "#include <x/cuArena.h>\n",
    }
    assert told(source).outside == {b"cuArena": b"cuArena.h"}
    assert told({**source, "x/cuArena.h": "template <class T> class cuArena;\n"}).outside == {}
    assert told({**source, "k.cu": "cuArena<int> a;\n"}).outside == {}
    assert told({"k.cu": '#include "cuda_runtime.h"\n#include <cuComplex.h>\ncuComplex c;\n'}).outside == {}


@pytest.mark.parametrize(
    ("header", "scopes"),
    [
        ("struct V { static int __vadd2(int a, int b) { return a; } };", {b"V"}),
        ("namespace V { int __vadd2(int a, int b); }", {b"V"}),
        ("namespace V { int __vadd2(int a, int b); }\nusing namespace V;", set()),
        ("namespace V { struct H; int __vadd2(H a, H b); }", set()),
        ("struct V {};\nint __vadd2(int a, int b);", set()),
    ],
)
def test_a_name_that_scopes_of_others_hold_is_told_with_these(header: str, scopes: set[bytes]) -> None:
    uses = '#include "v.h"\nint f(V *v) { return V::id(1) + __vadd2(1, 2); }\n'
    made = told({"k.cu": uses, "v.h": header})
    assert made.names == {b"__vadd2"}
    assert made.scopes.get(b"__vadd2", frozenset()) == scopes


def test_outside_of_a_scope_of_another_file_a_name_is_cudas(tmp_path: Path) -> None:
    header = "struct V { static int __vadd2(int a, int b) { return a; } };\n"
    kernel = '#include "v.h"\nstruct W : V { int g() { return __vadd2(1, 2); } };\n'
    call = "__device__ int f() { return V::__vadd2(1, 2) + __vadd2(1, 2); }\n"
    put(tmp_path / "v.h", header)
    source = put(tmp_path / "k.cu", kernel + call)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    text = source.read_text()
    assert text.endswith(kernel.split("\n", 1)[1] + call.replace(" __v", " hipify_compat::v"))
