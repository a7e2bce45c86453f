"""Types that only a template's user or a header decides: a tile may be given a class of them."""

from __future__ import annotations

import pytest

from hipify_py.choices import Warp
from hipify_py.conversion import convert
from hipify_py.lanes.find.open_types import open_types
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
TILE = (
    "template <class It, class M> __device__ "
    "void f(cg::thread_block_tile<8> t, It in, M map, int n) {{ {} }}\n"
)


def converted(source: str, warp: Warp = "32") -> tuple[str, set[str]]:
    made = convert(source.encode(), load(), Options(path="a.cu", warp=warp))
    return made.output.decode(), {one.rule for one in made.findings if one.severity != "note"}


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("template <typename T, class U = int> void f();", {"T", "U"}),
        ("template <class> struct S {}; class C; struct D {};", set()),
        ("typename M::value_type v; typename A<int>::template B<T>::type w;", {"value_type", "type"}),
        ("using V = typename M::v; using W = V; using N = int;", {"v", "V", "W"}),
        (
            "template <class T> struct S { typedef typename T::a first; typedef unsigned n; };",
            {"T", "a", "first"},
        ),
        ("using Early = T; template <class T> struct S { using P = T[2]; };", {"Early", "T", "P"}),
    ],
)
def test_names_that_a_template_leaves_open(code: str, names: set[str]) -> None:
    assert {one.decode() for one in open_types(Unit(code.encode()))} == names


@pytest.mark.parametrize("warp", ["32", "native"])
@pytest.mark.parametrize(
    "body",
    [
        "typename M::value_type p{}; p = in[n]; p = t.shfl(p, n);",
        "M p = map; p = t.shfl(p, n);",
        "auto p = in[n]; p = t.shfl(p, n);",
        "auto p = *in; p = t.shfl(p, n);",
        "auto const p = map.front(n); auto q = t.shfl(p, n);",
        "auto p = map.held.first; p = t.shfl(p, n);",
        "auto p = made<2>(n); p = t.shfl(p, n);",
    ],
)
def test_a_tile_that_may_be_given_a_class_goes_through_the_header(body: str, warp: Warp) -> None:
    text, said = converted(HEAD + TILE.format(body), warp)
    assert "hipify_warp32::shfl(t, p, n)" in text
    assert not said


@pytest.mark.parametrize(
    "body",
    [
        "int p = n; p = t.shfl(p, n);",
        "auto p = n; p = t.shfl(p, n);",
        "auto p = n + 1; p = t.shfl(p, n);",
        "auto p = threadIdx.x; p = t.shfl(p, n);",
        "auto p = t.thread_rank(); p = t.shfl(p, n);",
        "auto p = __popc(n); p = t.shfl(p, n);",
        "auto p = static_cast<int>(map.first); p = t.shfl(p, n);",
        "auto p = int(map.first); p = t.shfl(p, n);",
    ],
)
def test_a_tile_that_is_given_a_number_keeps_its_own(body: str) -> None:
    text, _ = converted(HEAD + TILE.format(body))
    assert "p = t.shfl(p, n)" in text


def test_a_coalesced_group_is_told_of_no_class_where_nobody_knows_of_one() -> None:
    source = HEAD + "template <class T> __device__ T f(cg::coalesced_group g, T v) { return g.shfl(v, 0); }\n"
    text, said = converted(source)
    assert "hipify_warp32::shfl(g, v, 0)" in text
    assert not said
    text, said = converted(source, "native")
    assert "g.shfl(v, 0)" in text
    assert "G017" not in said


def test_a_group_of_a_type_left_open_may_be_no_group_of_cuda() -> None:
    text, _ = converted(
        HEAD + "template <class G, class T> __device__ T f(G g, T v) { return g.shfl(v, 0); }\n"
    )
    assert "return g.shfl(v, 0)" in text
