"""Cooperative groups by their declarations: variables, parameters and members, by type or by maker."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.group_declarations import declarations


def found(code: str) -> list[tuple[str, str]]:
    listed = sorted(declarations(code.encode()))
    assert [code[one.at :].startswith(one.name.decode()) for one in listed] == [True] * len(listed)
    return [(one.name.decode(), one.kind) for one in listed]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("cg::thread_block_tile<32> t;", [("t", "tile")]),
        ("::cooperative_groups::thread_block_tile<4, cg::thread_block> const &t = x;", [("t", "tile")]),
        ("cg::thread_block a, b(x), c = f(x, y);", [("a", "block"), ("b", "block"), ("c", "block")]),
        ("cg::thread_block g{cg::this_thread_block()};", [("g", "block")]),
        ("void f(const cg::grid_group &g, coalesced_group c) {}", [("g", "grid"), ("c", "coalesced")]),
        ("cg::multi_grid_group m; cg::thread_group *t;", [("m", "group"), ("t", "group")]),
        ("struct S { cg::thread_block_tile<16> t_; };", [("t_", "tile")]),
        ("for (cg::thread_block b : blocks) ;", [("b", "block")]),
    ],
)
def test_a_group_by_its_type(code: str, expected: list[tuple[str, str]]) -> None:
    assert found(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("using Warp = cg::thread_block_tile<32>; Warp w; void f(const Warp &v);", ["w", "v"]),
        ("typedef cg::thread_block_tile<32> Warp; Warp w;", ["w"]),
        ("typedef typename cg::thread_block_tile<N> Warp; Warp const& w = x;", ["w"]),
        ("template <int N> using Warp = typename cg :: thread_block_tile<N>; f(Warp *w, int x);", ["w"]),
        ("using Warp = cg::thread_block_tile<32>; MyWarp w; Warps v; p->Warp; x.Warp y;", []),
        ("using Warp = Other<32>; Warp w;", []),
    ],
)
def test_a_group_by_another_name_of_its_type(code: str, expected: list[str]) -> None:
    assert found(code) == [(name, "tile") for name in expected]


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        ("auto g = cg::tiled_partition<32>(b);", "tile"),
        ("const auto &g = cooperative_groups::this_grid();", "grid"),
        ("auto g(this_multi_grid());", "group"),
        ("auto g{cg::labeled_partition(c, 1)};", "coalesced"),
        ("auto g = ::cg::coalesced_threads();", "coalesced"),
        ("auto const & g = { cg :: coalesced_threads ( ) };", "coalesced"),
        ("auto g = cg::this_thread_block();", "block"),
        ("auto g = cg::this_thread();", "group"),
        ("auto g = cg::tiled_partition(b, 4);", "group"),
    ],
)
def test_a_group_by_what_makes_it(made: str, kind: str) -> None:
    assert found(made) == [("g", kind)]


@pytest.mark.parametrize(
    ("parent", "kind"),
    [
        ("cg::coalesced_group c;", "coalesced"),
        ("auto c = cg::coalesced_threads();", "coalesced"),
        ("auto c = cg::binary_partition(t, x);", "coalesced"),
        ("auto c = cg::coalesced_threads(); auto c = cg::this_thread_block();", "group"),
        ("cg::thread_block c;", "group"),
        ("auto c = cg::tiled_partition(b, 16);", "group"),
        ("auto b = cg::coalesced_threads(); auto c = cg::tiled_partition(b, 16);", "coalesced"),
    ],
)
def test_a_partition_at_run_time_is_one_of_its_parents_kind(parent: str, kind: str) -> None:
    assert found(parent + " auto g = cg::tiled_partition(c, 4);")[-1] == ("g", kind)
    assert found(parent + " auto g = cg::tiled_partition(*f(c), 4);")[-1] == ("g", "group")


@pytest.mark.parametrize(
    "code",
    [
        "my_thread_block b; thread_blocks c; int grid_group;",
        "f<cg::thread_block_tile<32>>(x); static_cast<cg::thread_block>(x); return cg::thread_block(x);",
        "auto g = f(cg::this_grid());",
        "auto g = x == cg::this_grid(); g = cg::this_grid(); Block g = cg::this_grid();",
        "auto g = other(b); auto h = x;",
        "template <class T = cg::thread_block> struct S;",
        "struct thread_block { int x; };",
        "cg::this_thread_block();",
    ],
)
def test_what_declares_no_group(code: str) -> None:
    assert found(code) == []
