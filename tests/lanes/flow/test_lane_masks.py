"""Masks of lanes, followed through the functions of a file."""

from __future__ import annotations

import pytest
from helpers.sources import texts
from helpers.warps import facts_of

from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import Function
from hipify_py.source.unit import Unit

HEAD = "__device__ void f(unsigned m, int v, int lane) { __any_sync(m, v); "


def masks_of(source: str) -> Masks:
    unit = Unit(source.encode())
    return Masks(unit, facts_of(unit))


def holds(found: Masks, text: str, function: Function) -> bool:
    return found.is_mask(expression(text.encode()), function, function.body.end - 1)


def names(source: str) -> dict[str, set[str]]:
    found = masks_of(source)
    return {of.name: {name.decode() for name in given} for of, given in found.names.items()}


@pytest.mark.parametrize(
    "expression",
    [
        "m",
        "~m & 3",
        "(m >> 1) | v",
        "v ? m : 0",
        "static_cast<int>(m)",
        "unsigned(m)",
        "__brev(m)",
        "__ballot(v)",
        "__ballot_sync(m, v) & 1 << v",
        "__activemask()",
        "__match_any_sync(v, v)",
        "__shfl_sync(v, m, 0)",
        "1u << lane",
        "(1ull << threadIdx.x) - 1",
        "1 << getLaneId()",
        "~0u << lane",
        "-1 << lane",
        "0xffffffffu >> (32 - lane)",
        "0xffffffffffffffffull << lane",
    ],
)
def test_expressions_that_hold_a_mask(expression: str) -> None:
    found = masks_of(HEAD + "}")
    (function,) = found.bodies
    assert holds(found, expression, function)


@pytest.mark.parametrize(
    "expression",
    [
        "v",
        "m == 0",
        "m != v",
        "!m",
        "m && v",
        "m || v",
        "m < 3",
        "m >= v",
        "m & 1",
        "m ? 1 : 2",
        "__popc(m)",
        "__ffs(m) - 1",
        "g(m)",
        "__shfl_sync(m, v, 0)",
        "a[m]",
        "p.m + p->m",
        "1 << v",
        "0xffffffff >> (31 - v)",
        "__any(v)",
    ],
)
def test_expressions_that_hold_none(expression: str) -> None:
    found = masks_of(HEAD + "}")
    (function,) = found.bodies
    assert not holds(found, expression, function)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lane", True),
        ("lane + 1", True),
        ("threadIdx.x", True),
        ("threadIdx.x & 31", True),
        ("getLaneId()", True),
        ("leader", True),
        ("last + 1", True),
        ("n", False),
        ("k", False),
        ("__ballot(lane)", False),
        ("p[lane]", False),
        ("laneIdx", True),
        ("v", False),
        ("p.lane", False),
        ("plane", False),
        ("threadIdx.y", False),
    ],
)
def test_expressions_that_name_a_lane(text: str, *, expected: bool) -> None:
    found = masks_of(
        HEAD + "int leader = __ffs(m) - 1, last = 31 - __clz(m), n = __popc(m), k = f(__ffs(m)); }"
    )
    (function,) = found.bodies
    assert found.is_lane(expression(text.encode()), function, function.body.end - 1) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("unsigned a = m & 3, b = v;", "m a"),
        ("unsigned a[2]; a[0] = m; int s[2]; s[0] = m;", "m a"),
        ("unsigned a; a |= m; p.b = m; *q = m;", "m a"),
        ("unsigned a = m, b = a, c = b;", "m a b c"),
        ("bool a = m; int n = __popc(m); auto c = m == 0;", "m"),
        ("g(x & m); y |= m; g(z && m); g(w & N); g(m & N); g(u & v);", "m x y"),
        ("(m >> 1) & a; (v + 1) & b;", "m a"),
        ("/* unsigned a = m; */", "m"),
    ],
)
def test_what_is_given_a_mask_or_picks_bits_of_one_is_one(code: str, expected: str) -> None:
    assert names(f"#define N 3\n{HEAD}{code} }}") == {"f": set(expected.split())}


def test_a_mask_is_followed_into_a_function_and_back() -> None:
    callee = "__device__ void g(unsigned q, int n) { __any(n); }\n"
    assert names(callee + HEAD + "g(m, v); }") == {"g": {"q"}, "f": {"m"}}
    taken = "__device__ void g(unsigned q) { __any_sync(q, 1); }\n"
    assert names(taken + "__device__ void f(unsigned w, unsigned u) { g(w); g(u + 1); __any(1); }") == {
        "g": {"q"},
        "f": {"w"},
    }


@pytest.mark.parametrize(
    ("giver", "given"),
    [
        ("__device__ unsigned g(int v) { return __ballot(v); }", True),
        ("__device__ unsigned g(int v) { if (v) return 0; return 1u << threadIdx.x; }", True),
        ("#define g(v) __ballot(v)", True),
        ("__device__ bool g(int v) { return __ballot(v); }", False),
        ("__device__ int g(int v) { return __popc(__ballot(v)); }", False),
        ("#define g(v) { __ballot(v); }", False),
    ],
)
def test_a_function_that_gives_a_mask_is_known_by_its_name(giver: str, *, given: bool) -> None:
    found = masks_of(giver + "\n__device__ void f(int v) { unsigned x = g(v); __any(v); }\n")
    (function,) = [of for of in found.bodies if of.name == "f"]
    assert found.givers == ({b"g"} if given else set())
    assert found.names[function] == ({b"x"} if given else set())
    assert holds(found, "g(1)", function) is given


def test_a_function_that_picks_bits_of_a_mask_gives_one() -> None:
    functions = (
        "__device__ unsigned g(int v) { return h(v); } __device__ unsigned k(int v) { return h(v); }\n"
    )
    assert masks_of(functions + HEAD + "m & g(1); v & k(1); m & other(1); }").givers == {b"g"}


def test_what_is_passed_is_told_with_the_parameter_that_takes_it() -> None:
    found = masks_of("__device__ void g(unsigned q, int n) { }\n" + HEAD + "g(m, v + 1); other(m); }")
    passed = {body.name: list(found.passed(body)) for body in found.bodies.values()}
    assert passed[b"g"] == []
    assert [(callee.name, name) for _, callee, name in passed[b"f"]] == [(b"g", b"q"), (b"g", b"n")]
    assert texts(found.unit.source, (argument for argument, _, _ in passed[b"f"])) == [b"m", b"v + 1"]


@pytest.mark.parametrize(
    ("before", "after", "is_open"),
    [
        ("", "", True),
        ("", HEAD + "g(m); }", False),
        ("__device__ void g(unsigned q);\n", HEAD + "g(m); }", True),
        ("// void g(unsigned q);\n", HEAD + "g(m); }", False),
        ("", HEAD + "G(m); }", True),
    ],
)
def test_a_function_is_open_to_others_that_is_declared_or_not_called(
    before: str, after: str, *, is_open: bool
) -> None:
    found = masks_of(before + "__device__ void g(unsigned q) { __any_sync(q, 1); g(q); }\n" + after)
    (body,) = [one for one in found.bodies.values() if one.name == b"g"]
    assert found.is_open(body) is is_open


def test_a_file_without_masks_is_not_followed() -> None:
    assert masks_of("__device__ int f(int v) { int lane = threadIdx.x; return v + lane; }").bodies == {}


BIT = (
    "__device__ int bit(int v, int at) { return (v >> at) & 1; }\n__device__ int same(int v) { return v; }\n"
)
OTHER = """__device__ int g(int lane) { int a = bit(lane, 1), b = same(lane); return a + b; }
__device__ int h(int v) { unsigned m = __ballot_sync(~0u, v); int c = same(m); return bit(m, 1) + same(c); }
"""


def test_what_one_caller_gives_tells_nothing_of_what_the_others_give() -> None:
    assert names(BIT + OTHER) == {"bit": {"v"}, "same": {"v"}, "g": set(), "h": {"m", "c"}}


def test_what_a_function_uses_as_a_mask_is_one_for_all_who_call_it() -> None:
    used = BIT.replace("return v; }", "return __any_sync(v, 1) ? v : 0; }")
    assert names(used + OTHER)["g"] == {"lane", "b"}
    through = BIT + "__device__ int more(int u) { return __any_sync(u, 1); }\n"
    assert names(through + OTHER.replace("return a + b", "return more(b)"))["g"] == {"b"}


def test_a_function_that_is_given_no_mask_gives_its_own_to_all() -> None:
    makes = BIT.replace("return v; }", "return v & __activemask(); }")
    assert names(makes + OTHER)["g"] == {"b", "lane"}


@pytest.mark.parametrize(
    ("code", "masks"),
    [
        ("unsigned a = 0xffff; unsigned b = a; __any_sync(b, v);", "m a b"),
        ("unsigned a = v, b = a, c = (b); __any_sync(c, 1);", "m a b c v"),
        ("unsigned a = v; unsigned b = a; b = 3; __any_sync(b, v);", "m b"),  # no other name for it alone
        ("unsigned a = v; unsigned b = a + 1; __any_sync(b, v);", "m b"),
        ("unsigned b = elsewhere; __any_sync(b, v);", "m b"),
        ("unsigned a = v; unsigned b = a; use(b);", "m"),
    ],
)
def test_what_is_used_as_a_mask_by_another_name_is_one(code: str, masks: str) -> None:
    found = names(HEAD + code + " }")
    assert found["f"] == set(masks.split())
