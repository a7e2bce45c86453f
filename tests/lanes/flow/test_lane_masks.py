"""Masks of lanes, followed through the functions of a file."""

from __future__ import annotations

import pytest
from helpers.masks import HEAD, holds, masks_of
from helpers.sources import texts


def names(source: str) -> dict[str, set[str]]:
    found = masks_of(source)
    return {of.name: {name.decode() for name in given} for of, given in found.names.items()}


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
