"""What is called on groups: what the older release lacks, what none has, and what is spelled otherwise."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.group_members import is_old, member, uses
from hipify_py.lanes.find.groups import OF_WARPS, Groups
from hipify_py.lanes.find.passed_types import UNKNOWN
from hipify_py.lanes.find.warp_ops import WarpOp
from hipify_py.rules.load import load
from hipify_py.source.unit import Unit

FUNCTION = """struct Pair { int a, b; };
__device__ void f(cg::thread_block_tile<8> t, cg::coalesced_group c, cg::thread_block b, cg::grid_group g,
                  cg::thread_group any_group, int2 v2, __half h, nv_bfloat162 h2, float x, Pair pair)
{ %s; }
"""
BLOCKS = "dim3(gridDim.x, gridDim.y, gridDim.z)"


def unit_of(code: str) -> Unit:
    return Unit((FUNCTION % code).encode())


def becomes(code: str, *, old: bool) -> WarpOp | None:
    unit = unit_of(code)
    (use,) = uses(unit, Groups(unit))
    return member(unit, use, old=old)


def text(code: str, span: tuple[int, int] | None) -> str:
    return (FUNCTION % code)[slice(*span)] if span else ""


@pytest.mark.parametrize(
    ("code", "name", "brackets", "on", "kind"),
    [
        ("t.any(x)", "any", "(x)", "t", "tile"),
        ("c . ballot ( f(1, 2) )", "ballot", "( f(1, 2) )", "c", "coalesced"),
        ("this->t.match_any(x)", "match_any", "(x)", "this->t", "tile"),
        ("q.t.ballot(x)", "ballot", "(x)", "q.t", "tile"),
        ("cg::this_grid().num_blocks()", "num_blocks", "()", "cg::this_grid()", "grid"),
        ("other->ballot(x)", "ballot", "(x)", "other", ""),
        ("array[0].any(x)", "any", "(x)", "", ""),
    ],
)
def test_a_use_tells_on_what_a_member_is_called(
    code: str, name: str, brackets: str, on: str, kind: str
) -> None:
    unit = unit_of(code)
    (use,) = uses(unit, Groups(unit))
    assert (use.name.decode(), use.on.kind) == (name, kind)
    assert [text(code, span) for span in (use.span, use.brackets, (use.on.start, use.on.end))] == [
        name,
        brackets,
        on,
    ]


@pytest.mark.parametrize(
    "code",
    [
        "any(x); all(x); ballot(x)",
        "S::any(x); t.any; t.any_of(x); t.xany(x)",
        "t.size(); t.sync(); t.thread_rank(); t.meta_group_size()",
        '/* t.any(x) */ g("t.any(x)")',
    ],
)
def test_what_is_no_use_of_a_member_that_hip_may_lack(code: str) -> None:
    unit = unit_of(code)
    assert list(uses(unit, Groups(unit))) == []


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("t.shfl(v2, 0)", b"int2"),
        ("t.shfl_up(make_float4(1, 2, 3, 4), 1)", b"float4"),
        ("t.shfl_down(Pair{1, 2}, 1)", b"Pair"),
        ("t.shfl(v2.x, 0)", b""),
        ("t.shfl(p->v2, 0)", UNKNOWN),
        ("t.shfl(f(1, 2), 0)", UNKNOWN),
        ("t.shfl(all[i].at(2)[3], 0)", UNKNOWN),
        ("t.shfl(v2.x.y, 0)", UNKNOWN),
        ("int q[4]; t.shfl(q[i + 1], 0)", b""),
        ("float2 *q; t.shfl(q[i], 0)", UNKNOWN),
        ("t.shfl(threadIdx.x, 0)", b""),
        ("t.shfl(__popc(n), 0)", b"__popc"),
        ("t.shfl(unsigned(n), 0)", b"unsigned"),
        ("t.shfl(p->n + 1, 0)", b""),
        ("t.shfl((v2), 0)", b"int2"),
        ("t.shfl((p->v2), 0)", UNKNOWN),
        ("int2 *q; t.shfl(*q, 0)", b"int2"),
        ("float *q; t.shfl(q, 0)", UNKNOWN),
        ("Elsewhere * q; t.shfl_down(q, 1)", UNKNOWN),
        ("float *q; t.shfl(*q, 0)", b"float"),
        ("t.shfl(*all[1], 0)", UNKNOWN),
        ("t.shfl(this->held, 0)", UNKNOWN),
        ("t.shfl(held, 0)", UNKNOWN),  # declared elsewhere: a member, perhaps
        ("t.shfl(S::held, 0)", UNKNOWN),
        ("t.shfl(S::made(1), 0)", UNKNOWN),
        ("int q, r; t.shfl(r, 0)", b""),
        ("t.shfl((int)v2.x, 0)", b""),
        ("t.shfl(x > 0 ? v2 : p[3], 0)", b"int2"),
        ("t.shfl(x > 0 ? pair : p[3], 0)", b"Pair"),
        ("t.shfl(x > 0 ? p[3] : x, 0)", b""),
        ("t.shfl(pair + p[3], 0)", b"Pair"),
        ("t.shfl(-v2, 0)", b"int2"),
        ("t.shfl(x * make_int2(1, 2), 0)", b"int2"),
        ("t.shfl(v2.x + v2.y, 0)", b""),
        ("t.shfl(v2 == p[3], 0)", b""),
        ("t.shfl(h + h, 0)", b"__half"),
        ("t.shfl(x * x - 0.5f, 0)", b""),
        ("t.shfl(static_cast<int2>(p[1]), 0)", b"int2"),
        ("t.shfl((const Pair &)p[1], 0)", b"Pair"),
        ("t.shfl((int)p[1], 0)", b""),
        ("t.shfl((void *)p, 0)", UNKNOWN),
        ("t.shfl(reinterpret_cast<int2 *>(p)[3], 0)", b"int2"),
        ("t.shfl(reinterpret_cast<float *>(p)[3], 0)", b""),
        ("t.shfl(*(int2 *)p, 0)", b"int2"),
        ("t.shfl(*(float *)p, 0)", b""),
        ("Pair *q; t.shfl((q + 3)[1], 0)", b"Pair"),
        ("Pair *q; t.shfl(*(q + x), 0)", b"Pair"),
        ("float *q; t.shfl(*(q + x), 0)", b""),
        ("t.shfl(i ? v2 : int2{1, 2}, 0)", b"int2"),
        ("t.shfl(i ? 1 : n, 0)", b""),
        ("int q; t.shfl(q > i ? q : i, 0)", b""),
        ("t.shfl(v2 + v2, 0)", b"int2"),
        ("t.shfl((float2)all[1], 0)", b"float2"),
        ("t.shfl(static_cast<int>(all[1]), 0)", b""),
        ("int *q; t.shfl((q + 3)[1], 0)", b""),
        ("t.any(v2)", b""),  # only what a shuffle passes on matters
    ],
)
def test_a_shuffle_tells_the_type_that_it_passes_on(code: str, value: bytes) -> None:
    unit = unit_of(code)
    assert [use.value for use in uses(unit, Groups(unit))] == [value]


@pytest.mark.parametrize(
    ("code", "is_open"),
    [
        ("t.shfl(p->a + p->b, 0)", True),
        ("t.shfl(x > 0 ? p->a : q[1], 0)", True),
        ("t.shfl((Elsewhere)p[1], 0)", True),
        ("t.shfl(*(Elsewhere *)p, 0)", True),
        ("Elsewhere *q; t.shfl(*(q + 1), 0)", True),
        ("t.shfl(p->a + 1, 0)", False),  # classes are seldom added to whole numbers
        ("unsigned u; t.shfl(p->a + u, 0)", False),
        ("t.shfl(p->a < p->b, 0)", False),
        ("t.shfl(!p->a, 0)", False),
        ("t.shfl(p->a < 0 ? 1 : 0, 0)", False),
        ("using real = float; t.shfl((real)p[1], 0)", False),
        ("t.shfl(x * x, 0)", False),
    ],
)
def test_what_is_calculated_of_unknown_values_may_be_of_a_class(code: str, *, is_open: bool) -> None:
    unit = unit_of(code)
    (use,) = uses(unit, Groups(unit))
    assert (use.value, use.of_any_type) == (b"", is_open)
    made = {kind: member(unit, use._replace(on=use.on._replace(kind=kind)), old=False) for kind in OF_WARPS}
    kinds = {kind: one.kind if one else "" for kind, one in made.items()}
    assert kinds.get("tile") == ("passed" if is_open else "")
    assert kinds.get("coalesced") == ("generic" if is_open else "")


def test_a_long_calculation_is_read_in_one_go() -> None:
    code = "t.shfl(" + " + ".join(["p->a"] * 20000) + ", 0)"
    (use,) = uses(unit_of(code), Groups(unit_of(code)))
    assert use.value == b""


@pytest.mark.parametrize(
    "code", ["t.any(x)", "c.all(x)", "t.ballot(x)", "c.match_any(x)", "t.match_all(x, y)"]
)
@pytest.mark.parametrize("old", [False, True])
def test_votes_came_with_the_newest_release(code: str, *, old: bool) -> None:
    made = becomes(code, old=old)
    assert made is not None
    kind = "member" if old else {"t": "passed", "c": "voted"}[code[0]]
    assert (made.kind, made.name.decode()) == (kind, code[2:].partition("(")[0])
    assert text(code, made.before) == code[0]


@pytest.mark.parametrize(
    ("code", "lacks"),
    [
        ("other.ballot(x)", True),
        ("other.match_all(x, y)", True),
        ("other.any(x)", False),
        ("b.any(x)", False),  # which a block has in no release of CUDA either
        ("b.ballot(x)", False),
    ],
)
def test_of_what_may_be_a_group_a_telling_name_is_said_to_lack(code: str, *, lacks: bool) -> None:
    made = becomes(code, old=True)
    assert (made is not None and made.kind == "lacking") is lacks
    assert becomes(code, old=False) is None


@pytest.mark.parametrize("old", [True, False])
@pytest.mark.parametrize(
    ("code", "lacks"),
    [
        ("b.barrier_arrive()", True),
        ("g.barrier_wait(1)", True),
        ("t.get_type()", True),
        ("any_group.get_type()", True),
        ("t.barrier_arrive()", False),
        ("other.barrier_arrive()", False),
        ("other.get_type()", False),
    ],
)
def test_what_no_release_has_is_lacking_of_the_groups_that_have_it_in_cuda(
    code: str, *, lacks: bool, old: bool
) -> None:
    made = becomes(code, old=old)
    assert (made.kind if made else None) == ("lacking" if lacks else None)


@pytest.mark.parametrize(
    ("code", "replaced", "old", "new"),
    [
        ("t.num_threads()", "num_threads", "size", ""),
        ("any_group.num_threads()", "num_threads", "size", ""),
        ("other.num_threads()", "", "", ""),
        ("b.dim_threads()", "dim_threads", "group_dim", "group_dim"),
        ("t.dim_threads()", "", "", ""),
        ("g.dim_blocks()", "g.dim_blocks()", BLOCKS, BLOCKS),
        ("cg::this_grid().dim_blocks()", "cg::this_grid().dim_blocks()", BLOCKS, BLOCKS),
        ("g.group_dim()", "g.group_dim()", BLOCKS, ""),
        ("b.group_dim()", "", "", ""),
        ("g.num_blocks(1)", "", "", ""),
        ("b.num_blocks()", "", "", ""),
    ],
)
def test_members_of_another_spelling(code: str, replaced: str, old: str, new: str) -> None:
    for expected, made in ((old, becomes(code, old=True)), (new, becomes(code, old=False))):
        assert (made.kind if made else "") == ("spelling" if expected else "")
        assert (made.spelled.decode() if made else "") == expected
        assert text(code, made.span if made else None) == (replaced if expected else "")


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("t.shfl(v2, 0)", True, True),
        ("c.shfl_down(pair, 1)", True, True),
        ("t.shfl(h2, 0)", True, True),
        ("t.shfl_xor(h, 1)", True, False),
        ("t.shfl(x, 0)", False, False),
        ("t.shfl(v2.x, 0)", False, False),
        ("b.shfl(v2, 0)", False, False),
        ("other.shfl(v2, 0)", False, False),
    ],
)
def test_shuffles_of_classes_go_through_the_header(code: str, *, old: bool, new: bool) -> None:
    made = [becomes(code, old=release) for release in (True, False)]
    assert [one is not None and one.kind in {"member", "passed"} for one in made] == [old, new]


@pytest.mark.parametrize(("rocm", "old"), [("6.4", True), ("7.0", True), ("7.1", True), ("7.2", False)])
def test_only_of_the_newest_release_is_all_known(rocm: str, *, old: bool) -> None:
    assert is_old(load(rocm=rocm)) is old


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("int p; if (x > 0) p = 1; p = t.shfl(p, 0)", "passed"),
        ("int p; if (x > 0) p = 1; p = c.shfl(p, 0)", "unset"),
        ("int p; { if (x > 0) { p = 1; } } p = t.shfl_xor(p, 1)", "passed"),
        ("int p; if (x > 0) { p = 1; p = t.shfl(p, 0); }", None),
        ("int p; p = 2; if (x > 0) p = 1; p = t.shfl(p, 0)", None),
        ("int p = 0; if (x > 0) p = 1; p = t.shfl(p, 0)", None),
        ("if (x > 0) x = 1; x = t.shfl(x, 0)", None),
        ("int p; if (x > 0) p = 1; int q = p; q = t.shfl(q, 0)", None),
    ],
)
def test_what_only_a_leader_has_set_goes_through_the_header(code: str, kind: str | None) -> None:
    made = becomes(code, old=False)
    assert (made.kind if made else None) == kind
