"""What works on groups and is not HIP's as it stands, each place with its kind, its name and its text."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.collectives import of_groups
from hipify_py.rules.load import load
from hipify_py.source.unit import Unit

OLD, NEW = load(rocm="6.4"), load(rocm="7.2")
FUNCTION = """namespace cg = cooperative_groups;
__device__ void f(cg::thread_block_tile<8> t, cg::coalesced_group c, cg::thread_block b, int v) { %s }
"""


def found(source: str, *, old: bool = False) -> list[tuple[str, str, str]]:
    unit = Unit(source.encode())
    ops = of_groups(unit, OLD if old else NEW)
    assert ops == sorted(ops, key=lambda op: op.span)
    return [(op.kind, op.name.decode(), unit.source[slice(*op.span)].decode()) for op in ops]


@pytest.mark.parametrize("name", ["coalesced_threads()", "cg::coalesced_threads ( )"])
def test_the_group_of_the_active_lanes(name: str) -> None:
    text = name.removeprefix("cg::")
    assert found(FUNCTION % f"auto g = {name};") == [("group", "coalesced_threads", text)]


@pytest.mark.parametrize(
    "code",
    [
        "auto g = hipify_warp32::coalesced_threads();",
        'int coalesced_threads; /* coalesced_threads() */ g("coalesced_threads()");',
        "coalesced_threads(v);",
    ],
)
def test_what_is_no_group_of_the_active_lanes(code: str) -> None:
    assert found(FUNCTION % code) == []


def test_headers_of_what_hip_has_no_functions_for() -> None:
    source = (
        "#include <cooperative_groups/reduce.h>\n#include <cooperative_groups.h>\n"
        '#  include "cooperative_groups/scan.h"\n#include <cooperative_groups/memcpy_async.h>\n'
        "// #include <cooperative_groups/reduce.h>\n"
    )
    assert found(source) == [
        ("header", "cooperative_groups", "cooperative_groups/reduce.h"),
        ("header", "cooperative_groups", "cooperative_groups/scan.h"),
        ("header", "cooperative_groups", "cooperative_groups/memcpy_async.h"),
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("cg::reduce(t, v, cg::plus<int>());", ["reduce", "plus"]),
        ("::cooperative_groups :: inclusive_scan(t, v, cg::less<int>{});", ["inclusive_scan", "less"]),
        (
            "cg::labeled_partition(c, v); cg::binary_partition(c, v);",
            ["labeled_partition", "binary_partition"],
        ),
        ("reduce(t, v, plus<int>()); plus<int>();", ["reduce", "plus"]),
        ("exclusive_scan(cg::tiled_partition<4>(b), v, bit_and<int>());", ["exclusive_scan", "bit_and"]),
        ("reduce(t, v, std::plus<int>());", ["reduce"]),
    ],
)
def test_functions_and_operators_that_hip_lacks(code: str, expected: list[str]) -> None:
    assert found(FUNCTION % code) == [("collective", name, name) for name in expected]


@pytest.mark.parametrize(
    "code",
    [
        "reduce(v, 1); reduce(b, v); plus<int>(); other(t, plus<int>());",
        "std::reduce(t, v); mine::cg::reduce(t, v); x.reduce(t, v); p->reduce(t, v);",
        'cg::reduced(t); cg::sync(t); /* cg::reduce(t, v) */ g("cg::reduce(t, v)");',
    ],
)
def test_what_is_no_collective(code: str) -> None:
    assert found(FUNCTION % code) == []


OWN = """using namespace cooperative_groups;
%s
__device__ int %s(thread_group g, int *x, int v);
__device__ void k(thread_block_tile<8> t, int *x, int v) { %s(t, x, v); }
"""


@pytest.mark.parametrize("name", ["reduce", "inclusive_scan", "exclusive_scan", "binary_partition"])
def test_a_function_of_the_programs_own_is_no_collective(name: str) -> None:
    assert found(OWN % ("", name, name)) == []
    assert found(OWN % ("// #include <cooperative_groups/reduce.h>", name, name)) == []


def test_a_name_of_a_header_that_is_included_stays_one_beside_the_programs_own() -> None:
    made = found(OWN % ("#include <cooperative_groups/reduce.h>", "reduce", "reduce"))
    assert [kind for kind, _, _ in made] == ["header", "collective"]
    other = found(OWN % ("#include <cooperative_groups/scan.h>", "reduce", "reduce"))
    assert [kind for kind, _, _ in other] == ["header"]


@pytest.mark.parametrize("code", ["", "reduce(t, v, plus<int>());"])
def test_a_using_declaration_is_the_place_for_the_names_that_it_brings(code: str) -> None:
    source = "using cooperative_groups::reduce;\nusing cooperative_groups::plus;\n" + FUNCTION % code
    assert found(source) == [("collective", "reduce", "reduce"), ("collective", "plus", "plus")]


@pytest.mark.parametrize(
    ("code", "is_part"),
    [
        ("cg::tiled_partition<4>(t);", True),
        ("cg::tiled_partition<4>(unknown);", True),
        ("cg::tiled_partition<4>(cg::tiled_partition<8>(b));", True),
        ("cg::tiled_partition(c, 4);", True),
        ("cg::tiled_partition<4>(b);", False),
        ("cg::tiled_partition<4>(cg::this_thread_block());", False),
        ("cg::tiled_partition(b, 4);", False),
        ("cg::tiled_partition(unknown, 4);", False),
        ("hipify_warp32::tiled_partition<4>(t); x.tiled_partition<4>(t);", False),
    ],
)
def test_parts_of_what_is_no_block_are_wrong_in_the_older_release(code: str, *, is_part: bool) -> None:
    expected = [("tile", "tiled_partition", "tiled_partition")] if is_part else []
    assert found(FUNCTION % code, old=True) == expected
    assert found(FUNCTION % code) == []


@pytest.mark.parametrize(
    ("code", "nested"),
    [
        ("cg::thread_block_tile<4, cg::thread_block_tile<8>> x;", True),
        ("cg::thread_block_tile<4, cg::thread_block> x;", False),
    ],
)
def test_a_tile_of_a_tile_as_a_type(code: str, *, nested: bool) -> None:
    assert [kind for kind, _, _ in found(FUNCTION % code, old=True)] == (["lacking"] if nested else [])
    assert found(FUNCTION % code) == []


def test_members_stand_among_the_rest_in_order() -> None:
    code = "t.any(v); auto a = cg::coalesced_threads(); a.num_threads(); cg::reduce(a, v);"
    assert [(kind, name) for kind, name, _ in found(FUNCTION % code, old=True)] == [
        ("member", "any"),
        ("group", "coalesced_threads"),
        ("spelling", "num_threads"),
        ("collective", "reduce"),
    ]


@pytest.mark.parametrize(
    ("condition", "inside"),
    [("ifdef __HIP_PLATFORM_AMD__", 0), ("ifdef ENABLE_HIP", 0), ("ifdef X", 1), ("ifndef ENABLE_HIP", 1)],
)
def test_what_is_hips_own_by_a_condition_is_left_out(condition: str, inside: int) -> None:
    source = f"#{condition}\n{FUNCTION % 'cg::reduce(t, v);'}#endif\n"
    assert len(found(source)) == inside


def test_a_source_that_does_not_speak_of_groups_has_none() -> None:
    assert found("__device__ int f(T t, int v) { return cg::reduce(t, v) + t.any(v); }") == []


COPIES = """#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
%s
__global__ void k(int *p, const int *q, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  %s
}
"""


@pytest.mark.parametrize(
    ("before", "code", "names"),
    [
        ("", "cg::memcpy_async(block, p, q, 4 * n); cg::wait(block);", ["memcpy_async", "wait"]),
        ("", "cooperative_groups::memcpy_async(tile, p, 8, q, n);", ["memcpy_async"]),
        ("", "cg::wait_prior<1>(tile); // cg::wait(tile)", ["wait_prior"]),
        (
            "using namespace cooperative_groups;",
            "memcpy_async(block, p, q, n); wait(tile);",
            ["memcpy_async", "wait"],
        ),
        ("using cooperative_groups::wait;", "wait(block);", ["wait"]),
        (
            "void wait(int); struct W { void wait(); };",
            "wait(n); w.wait(); W::wait(); cuda::memcpy_async(p, q);",
            [],
        ),
    ],
)
def test_copies_by_groups(before: str, code: str, names: list[str]) -> None:
    found_ = found(COPIES % (before, code))
    assert [name for kind, name, *_ in found_ if kind == "collective"] == names
    assert ("header", "cooperative_groups", "cooperative_groups/memcpy_async.h") in found_


def test_collectives_are_known_by_the_alias_of_a_file_before_it() -> None:
    unit = Unit(
        b"template <class G> __device__ int f(G g, int v) { return cg::reduce(g, own::reduce(v), x); }"
    )
    assert of_groups(unit, NEW) == []
    unit = Unit(unit.source)
    unit.spaces = b"namespace cg=cooperative_groups;"
    assert [(op.name, op.span.start) for op in of_groups(unit, NEW)] == [(b"reduce", 61)]
