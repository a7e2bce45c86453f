"""Cooperative groups and overloads of intrinsics: how they are known, and what stands for what HIP lacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from hipify_py import Settings, convert_tree, include_dir
from hipify_py.conversion import convert
from hipify_py.lanes.find.groups import Groups
from hipify_py.lanes.project_facts import project_facts
from hipify_py.model import Result
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

RULES = {rocm: load(rocm=rocm) for rocm in ("6.4", "7.2")}
HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
KERNEL = """
__global__ void k(int *p, int v)
{
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    cg::coalesced_group active = hipify_warp32::coalesced_threads();
    cg::grid_group grid = cg::this_grid();
    int alike;
    %s
}
"""


def run(source: str, rocm: str, warp: str = "32", **options: object) -> Result:
    chosen = Options(path="a.cu", warp=warp, rocm=rocm, add_include=False, **options)  # type: ignore[arg-type]
    return convert(source.encode(), RULES[rocm], chosen)


def said(result: Result) -> list[str]:
    return [finding.rule for finding in result.findings]


def statement(code: str, rocm: str, warp: str = "32") -> str:
    """Convert one statement of a kernel and give it back."""
    text = run(HEAD + KERNEL % code, rocm, warp).text
    return text[text.index("alike;") :].split("\n    ", 1)[1].removesuffix("\n}\n")


@pytest.mark.parametrize(
    ("before", "old"),
    [
        (
            "v = cg::tiled_partition<4>(warp).size();",
            "v = hipify_warp32::tiled_partition<4>(warp).size();",
        ),
        ("auto q = cg::tiled_partition<4>(warp);", "auto q = hipify_warp32::tiled_partition<4>(warp);"),
        ("auto q = cg::tiled_partition(active, 4);", "auto q = hipify_warp32::tiled_partition(active, 4);"),
        ("auto q = cg::tiled_partition(block, 4);", "auto q = cg::tiled_partition(block, 4);"),
        ("v = warp.num_threads() + block.num_threads();", "v = warp.size() + block.size();"),
        ("v = grid.group_dim().x;", "v = dim3(gridDim.x, gridDim.y, gridDim.z).x;"),
        ("v = block.group_dim().x + other.any(v);", "v = block.group_dim().x + other.any(v);"),
    ],
)
def test_what_the_older_release_lacks(before: str, old: str) -> None:
    assert statement(before, "6.4") == old
    assert statement(before, "7.2") == before


@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("v = warp.ballot(v < 3);", "v = hipify_warp32::ballot(warp, v < 3);"),
        ("v = !warp.any(f(v, 1));", "v = !hipify_warp32::any(warp, f(v, 1));"),
        ("v = active . all( /*p*/ v);", "v = hipify_warp32::all(active,  /*p*/ v);"),
        (
            "v = warp.match_any(warp.ballot(v));",
            "v = hipify_warp32::match_any(warp, hipify_warp32::ballot(warp, v));",
        ),
        ("v = active.match_all(v, alike);", "v = hipify_warp32::match_all(active, v, alike);"),
        ("v = __ffs(warp.ballot(v));", "v = __ffs(hipify_warp32::ballot(warp, v));"),
        ("const auto *t = &warp; v = t->any(v);", "const auto *t = &warp; v = hipify_warp32::any(*t, v);"),
        ("auto &t = warp; v = t.any(v);", "auto &t = warp; v = hipify_warp32::any(t, v);"),
        (
            "v = cg::tiled_partition<4>(block).any(v);",
            "v = hipify_warp32::any(cg::tiled_partition<4>(block), v);",
        ),
        ("v = block.dim_threads().x;", "v = block.group_dim().x;"),
        ("v = grid.num_blocks();", "v = (1ull * gridDim.x * gridDim.y * gridDim.z);"),
        ("v = cg::this_grid().dim_blocks().y;", "v = dim3(gridDim.x, gridDim.y, gridDim.z).y;"),
        (
            "auto o = cg::binary_partition(warp, v); v = o.thread_rank();",
            "auto o = hipify_warp32::binary_partition(warp, v); v = o.thread_rank();",
        ),
        ("int2 w; w = warp.shfl_xor(w, 2);", "int2 w; w = hipify_warp32::shfl_xor(warp, w, 2);"),
        ("v = warp.shfl(make_int2(v, v), 0).x;", "v = hipify_warp32::shfl(warp, make_int2(v, v), 0).x;"),
        ("v = warp.shfl(v, 0);", "v = warp.shfl(v, 0);"),
        ("v = grid.thread_rank() + grid.size();", "v = grid.thread_rank() + grid.size();"),
    ],
)
def test_what_no_release_has(before: str, after: str, rocm: str) -> None:
    assert statement(before, rocm) == after


def test_halves_are_shuffled_by_the_tiles_of_the_newest_release_alone() -> None:
    before = "__half h = p[0]; h = warp.shfl(h, 0);"
    assert statement(before, "6.4") == "__half h = p[0]; h = hipify_warp32::shfl(warp, h, 0);"
    assert statement(before, "7.2") == before


@pytest.mark.parametrize(
    ("head", "goes"), [("typedef int T;", False), ("struct T {};\nstruct S : T {};", True)]
)
def test_what_a_tile_shuffles_is_a_class_where_it_is_declared_as_one(head: str, *, goes: bool) -> None:
    source = f"{head} __device__ void f(cg::thread_block_tile<8> t, T v) {{ v = t.shfl(v, 0); }}\n"
    assert ("hipify_warp32::shfl(t, v, 0)" in run(HEAD + source, "7.2").text) is goes


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ("cg::thread_block_tile<8> g", "tile"),
        ("const cooperative_groups::thread_block_tile<8, cg::thread_block> &g", "tile"),
        ("cg::coalesced_group const& g", "coalesced"),
        ("cg::thread_block g", "block"),
        ("::cooperative_groups::grid_group g", "grid"),
        ("const Warp &g", "tile"),
        ("Some g", "coalesced"),
        ("G &g", "any"),
        ("Other g", ""),
        ("int g", ""),
    ],
)
def test_a_parameter_is_a_group_by_its_type(declared: str, kind: str) -> None:
    types = "typedef cg::thread_block_tile<32> Warp;\nusing Some = cooperative_groups::coalesced_group;\n"
    source = f"{HEAD}{types}template <class G> __device__ int f({declared}) {{ return g.thread_rank(); }}\n"
    assert kind_of("g", source) == kind


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        ("auto g = cg::tiled_partition<8>(b);", "tile"),
        ("const auto& g = tiled_partition<8>(b);", "tile"),
        ("auto g{cg::coalesced_threads()};", "coalesced"),
        ("auto g = ::cooperative_groups::this_thread_block();", "block"),
        ("auto g = labeled_partition(b, 3);", "coalesced"),
        ("auto a = cg::coalesced_threads(); auto g = cg::tiled_partition(a, 4);", "coalesced"),
        ("auto g = cg::tiled_partition(b, 4);", "group"),
        ("cg::coalesced_group a = cg::coalesced_threads(), g = cg::tiled_partition(a, 4);", "coalesced"),
        ("auto g = other(b);", ""),
    ],
)
def test_a_variable_is_a_group_by_what_makes_it(made: str, kind: str) -> None:
    assert kind_of("g", f"{HEAD}__device__ int f(T b) {{ {made} return g.thread_rank(); }}\n") == kind


def kind_of(name: str, source: str) -> str:
    unit = Unit(source.encode())
    at = source.index(f"{name}.thread_rank")
    receiver = Groups(unit).receiver(at + len(name), functions(unit, [at])[at])
    return receiver.kind if receiver else ""


def test_a_member_is_a_group_wherever_it_is_used() -> None:
    source = (
        "struct S { cg::thread_block_tile<16> t_;\n"
        "__device__ int f(int v) { return t_.any(v) + this->t_.all(v); } };"
    )
    out = run(HEAD + source, "6.4").text
    assert "return hipify_warp32::any(t_, v) + hipify_warp32::all(this->t_, v);" in out


def test_a_class_of_the_project_is_no_group() -> None:
    source = (
        "struct Mine { __device__ int ballot(int v) { return v; } };\n"
        "template <class G> __device__ int f(G g, Mine m, int v)\n"
        "{ g.sync(); return g.ballot(v) + m.ballot(v); }\n"
    )
    result = run(HEAD + source, "6.4")
    assert source in result.text
    assert said(result) == ["G017"]  # of what may be a group nothing is known


@pytest.mark.parametrize(
    "named",
    [
        "using namespace cooperative_groups;",
        "namespace cg = cooperative_groups; using namespace cg;",
        "",  # found by the group that they are given
    ],
)
def test_bare_names_are_those_of_the_groups_they_are_given(named: str) -> None:
    source = (
        f"#include <cooperative_groups/reduce.h>\n{named}\n"
        "__device__ int f(cooperative_groups::thread_block_tile<8> t, int v)\n"
        "{ return reduce(t, v, plus<int>()) + reduce(v, 1) + std::plus<int>()(v, 1); }\n"
    )
    result = run(source, "7.2")
    assert (
        "return hipify_warp32::reduce(t, v, hipify_warp32::plus<int>()) + reduce(v, 1) + std::plus"
        in result.text
    )
    assert "W000" in said(result)


def test_using_declarations_bring_the_names_of_the_header() -> None:
    source = (
        "#include <cooperative_groups/reduce.h>\nnamespace groups = cooperative_groups;\n"
        "using groups::reduce;\nusing cooperative_groups::plus;\nusing cooperative_groups::tiled_partition;\n"
        "__device__ int f(int v) { auto t = tiled_partition<8>(groups::this_thread_block());"
        " return reduce(t, v, plus<int>()); }\n"
    )
    result = run(source, "7.2")
    lines = result.text.splitlines()
    assert "using hipify_warp32::reduce;" in lines
    assert "using hipify_warp32::plus;" in lines
    assert "using cooperative_groups::tiled_partition;" in lines
    assert "return reduce(t, v, plus<int>());" in result.text
    assert set(said(result)) == {"W000"}


@pytest.mark.parametrize(
    ("code", "rocm", "warp", "expected"),
    [
        ("block.barrier_arrive();", "7.2", "32", ["barrier_arrive"]),
        ("v = warp.any(v);", "6.4", "native", ["any (ROCm 7.2 has it)"]),
        ("v = warp.any(v);", "7.2", "native", []),
        (
            "auto q = cg::tiled_partition<4>(warp); q.sync();",
            "6.4",
            "native",
            ["tiled_partition (ROCm 7.2 has it)"],
        ),
        ("v = what->ballot(v);", "6.4", "32", ["ballot (ROCm 7.2 has it)"]),
        ("v = what->ballot(v) + q.any(v);", "7.2", "32", []),
        ("int2 w; w = warp.shfl(w, 0);", "7.2", "native", []),
        ("int2 w; w = cg::coalesced_threads().shfl(w, 0);", "7.2", "native", ["shfl"]),
        ("what.barrier_arrive();", "7.2", "32", []),
    ],
)
def test_what_nothing_stands_for_is_reported(code: str, rocm: str, warp: str, expected: list[str]) -> None:
    found = [f.message for f in run(HEAD + KERNEL % code, rocm, warp).findings if f.rule == "G017"]
    assert found == [f"k: HIP's cooperative groups do not have this: {name}" for name in expected]


def test_a_tile_of_a_tile_as_a_type_is_reported() -> None:
    source = f"{HEAD}__device__ void f(cg::thread_block_tile<4, cg::thread_block_tile<8>> t) {{}}\n"
    assert said(run(source, "6.4")) == ["G017"]
    assert said(run(source, "7.2")) == []


def test_members_are_respelled_on_wavefronts_too() -> None:
    assert statement("v = warp.num_threads();", "6.4", "native") == "v = warp.size();"
    passed = statement("int2 w; w = warp.shfl(w, 0);", "7.2", "native")
    assert passed == "int2 w; w = hipify_warp32::shfl(warp, w, 0);"
    assert (
        statement("v = grid.num_blocks();", "7.2", "native")
        == "v = (1ull * gridDim.x * gridDim.y * gridDim.z);"
    )


@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
def test_hip_source_keeps_its_groups(rocm: str) -> None:
    source = (
        "#include <hip/hip_cooperative_groups.h>\n"
        "__device__ int f(cooperative_groups::thread_block_tile<8> t, int v)\n"
        "{ return t.any(v) + t.num_threads(); }\n"
    )
    result = run(source, rocm)
    assert (result.text, said(result)) == (source, [])


def test_what_the_header_does_is_not_said_to_need_a_macro() -> None:
    source = "__device__ int f(int v) { return __shfl_xor_sync(~0u, v, 1) + __ballot_sync(~0u, v); }\n"
    assert said(run(source, "6.4")) == ["W000"]
    assert said(run(source.replace("~0u", "~0ull"), "6.4")) == ["W002", "W033", "W002"]


OVERLOAD = """#pragma once
struct Pair { int a, b; };
__device__ inline Pair __shfl_xor_sync(unsigned mask, Pair v, int lane)
{
    return {__shfl_xor_sync(mask, v.a, lane), __shfl_xor_sync(mask, v.b, lane)};
}
"""
USER = """#include "pair.cuh"
__global__ void k(Pair *p, int *v)
{
    *p = __shfl_xor_sync(0xffffffff, *p, 1);
    *v = __shfl_down_sync(0xffffffff, *v, 1);
}
"""


def test_overloads_are_known_across_the_files_of_a_project(tmp_path: Path) -> None:
    (tmp_path / "pair.cuh").write_text(OVERLOAD)
    (tmp_path / "user.cu").write_text(USER)
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert sorted({f.rule for file in report.files for f in file.concerns}) == ["W000", "W039"]
    user = (tmp_path / "user.cu").read_text()
    assert "*p = hipify_warp32::shfl_xor_sync(0xffffffff, *p, 1);" in user
    assert "*v = __shfl_down(*v, 1, 32);" in user
    assert "Pair __shfl_xor_sync(unsigned mask, Pair v, int lane)" in (tmp_path / "pair.cuh").read_text()
    again = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert {file.status for file in again.files} <= {"unchanged", "copied"}


def test_only_functions_of_the_project_are_overloads() -> None:
    def names(source: str) -> set[bytes]:
        return {told.name for told in project_facts(Unit(source.encode())) if told.kind == "function"}

    assert names(OVERLOAD) == {b"__shfl_xor_sync"}
    assert names(USER) == set()
    assert names("#define __shfl_sync(m, v, l) get(v, l)\n") == set()
    assert names("#ifdef __HIP_PLATFORM_AMD__\n" + OVERLOAD + "#endif\n") == set()


def test_a_call_that_an_overload_may_mean_goes_to_the_header() -> None:
    source = "__device__ int f(int v) { return __shfl_sync(~0u, v, 0) + __shfl_up_sync(~0u, v, 1); }"
    project = Project(functions=frozenset({b"__shfl_sync"}))
    out = run(source, "7.2", project=project).text
    assert "return hipify_warp32::shfl_sync(~0u, v, 0) + __shfl_up(v, 1, 32);" in out


WHOLE = (
    HEAD
    + """#include <cooperative_groups/reduce.h>
struct Pair { int a; float b; };
template <class Group> __device__ int of_any(const Group &g, int v) { return g.any(v) + g.num_threads(); }
struct Kept { cg::thread_block_tile<16> t_; __device__ int f(int v) { return this->t_.match_any(v); } };
"""
    + KERNEL.replace("hipify_warp32", "cg")
    % """
    auto quad = cg::tiled_partition<4>(cg::tiled_partition<16>(warp));
    cg::coalesced_group some = cg::tiled_partition(active, 4), odd = cg::binary_partition(quad, v & 1);
    Pair pair = {v, 1.0f};
    pair = odd.shfl_down(pair, 1);
    p[0] = quad.ballot(v < 3) + some.match_all(v, alike) + of_any(quad, pair.a) + warp.num_threads();
    p[1] = grid.num_blocks() + grid.block_rank() + grid.group_dim().x + block.dim_threads().y;
    p[2] = cg::reduce(some, v, cg::plus<int>()) + __ffs(active.ballot(v)) + grid.thread_index().x;
"""
)


def test_it_compiles_with_either_release(hipcheck: Hipcheck, hipcheck64: Hipcheck, tmp_path: Path) -> None:
    for rocm, check in (("6.4", hipcheck64), ("7.2", hipcheck)):
        source = tmp_path / f"a{rocm}.hip"
        options = Options(path="a.cu", warp="32", rocm=rocm)
        source.write_bytes(convert(WHOLE.encode(), RULES[rocm], options).output)
        assert check(source, f"-I{include_dir()}", "--arch", "gfx90a") == (True, ""), rocm
    assert re.search(r"\bballot\(quad, v < 3\)", (tmp_path / "a6.4.hip").read_text())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nint x;\n", "\nint x;\n"),
        (
            "<cooperative_groups.h>\n#if X\n#include <cooperative_groups/scan.h>\n#endif\n",
            "\n#if X\n#endif\n",
        ),
    ],
)
def test_headers_of_collectives_are_not_included_twice(before: str, after: str) -> None:
    result = run(
        "#include " + before + "__device__ int f(int v) { return __any_sync(~0u, v); }\n", "7.2"
    ).text
    assert result.startswith("#include")
    assert result.count("<hip/hip_cooperative_groups.h>") == 1
    assert "cooperative_groups/" not in result
    assert "<hip/hip_cooperative_groups.h>" + after in result


def test_a_header_of_collectives_stays_where_only_a_condition_includes_groups() -> None:
    source = "#if X\n#include <cooperative_groups.h>\n#endif\n#include <cooperative_groups/reduce.h>\n"
    result = run(source + "__device__ int f(int v) { return __any_sync(~0u, v); }\n", "7.2").text
    assert result.count("<hip/hip_cooperative_groups.h>") == 2


OPEN_MEMBER = """
template <typename Tile, int n = 16> struct node {
  FORCE_INLINE explicit node(const Tile &of) : tile(of) {}
  FORCE_INLINE int find(int key) const { auto found = tile.ballot(key == n); return __ffs(found) - 1; }
  %s tile;
};
"""


@pytest.mark.parametrize("declared", ["Tile", "const Tile", "const Tile &", "Tile const *const"])
@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
def test_a_member_of_any_type_is_a_group_where_it_is_used_as_one(declared: str, rocm: str) -> None:
    source = OPEN_MEMBER % declared
    voted = "hipify_warp32::ballot(tile, key == n)"
    assert voted in run(source, rocm).text
    assert "__ffsll(found)" in run(source, "7.2", "native").text


@pytest.mark.parametrize(
    "source",
    [
        OPEN_MEMBER % "Other",
        OPEN_MEMBER % "Tile" + "struct own { int ballot(bool p) const { return p; } };",
        "struct node { int find(int key) { return tile.ballot(key); } votes tile; };",
    ],
)
def test_a_member_of_another_type_stays(source: str) -> None:
    assert "hipify_warp32" not in run(source, "7.2").text
