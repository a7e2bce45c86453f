"""Where a mask of lanes stays within 32 bits, and masks that name lanes of the first 32 alone."""

from __future__ import annotations

import pytest
from helpers.warps import HELPERS, broken, device, facts_of, native, shown

from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
from hipify_py.lanes.rewrite.narrow_masks import narrow
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("q[0] = __ballot(p);", {"W003"}),
        ("int m = __ballot(p); p = m;", {"W003"}),
        ("atomicOr(q, __ballot(p));", {"W003"}),
        ("q[0] = (unsigned)__ballot(p);", {"W003"}),
        ("p = __any_sync(q[0], p);", {"W003"}),
        ("unsigned m = q[0]; p = __any_sync(m, p);", {"W024"}),
        ("unsigned m = __ballot(p); p = __popc(m & 0xffff);", {"W024"}),
        ("unsigned m = __ballot(p); p = m == 0xffff;", {"W024"}),
        ("p = __activemask() < 0xffffffff;", {"W024"}),
        ("const unsigned ALL = ~0u; p = __popc(__ballot(p) & ALL);", {"W024"}),
        ("const unsigned ALL = ~0u; unsigned m = __ballot(p) & ALL; p = __popc(m);", set()),
        ("const unsigned LOW[1] = {0xff}; p = __popc(__ballot(p) & LOW[0]);", {"W024"}),
        ("const int ONE = 1; p = __popc(__ballot(p) & ONE);", set()),
        ("p = (__ballot(p) ^ 0xffffffffu) != 0;", {"W024"}),
        ("p = 0xffffffffu > __activemask();", {"W024"}),
        ("unsigned m = __ballot(p); p = m > 0x7fffffffu;", {"W024"}),
        ("unsigned m = __ballot(p); p = 0x10000 <= m;", {"W024"}),
        ("unsigned m = __ballot(p); p = m > 0 && m >= 2;", set()),
        ("p = __ballot(p) != 0 && __ballot(p) > 1 && __ballot(p) == 0xffffffff;", set()),
        ("unsigned m = __ballot(p); p = __popc(m << p);", {"W012"}),
        ("unsigned m = __ballot(p); p = __clz(m << (warpSize - 1 - lane));", set()),
        ("unsigned m = __ballot(p); p = __popc(m << (warpSize - 1 - lane));", set()),
        ("unsigned m = __ballot(p); p = __ffs(m << (warpSize - 1 - lane));", {"W012"}),
        ("unsigned m = __ballot(p); p = __popc(m << (warpSize - lane));", {"W012", "W053"}),
        ("q[__clz(__ballot(p))] = 1;", {"W012"}),
        ("p = __clz(__ballot(p)) ^ 31;", {"W012"}),
        ("p = 31 - __clz(__ballot(p));", set()),
        ("unsigned m = __ballot(p), b = 1; for (; p < warpSize; p++, b <<= 1) q[0] += (m & b) != 0;", set()),
        ("unsigned m = __ballot(p), b = 1; for (; p < 8; p++, b <<= 1) q[0] += (m & b) != 0;", {"W012"}),
        ("unsigned m = __ballot(p), b = 1; for (; p < warpSize; p++) { b <<= 2; m &= b; }", {"W012"}),
        ("unsigned m = __ballot(p); q[0] = (m & ((unsigned)1 << q[1])) != 0;", set()),  # 64 bits
        ("unsigned m = __ballot(p); q[0] = (m & (T{1} << q[1])) != 0;", {"W012"}),
        ("unsigned m = __ballot(p), one = 1; q[0] = (m & (one << q[1])) != 0;", {"W012"}),
        ("unsigned m = __ballot(p), one = 1; q[0] = (m & (one >> q[1])) != 0;", set()),
        ("unsigned m = __ballot(p); unsigned long long o = 1; q[0] = (m & (o << q[1])) != 0;", set()),
        ("unsigned m = __ballot(p); q[0] = (m & (m << q[1])) != 0;", set()),
        ("unsigned m = __ballot(p); q[0] = (m & (static_cast<T>(1) << q[1])) != 0;", {"W012"}),
        ("unsigned m = __ballot(p); q[0] = (m & ((uint64_t)1 << q[1])) != 0;", set()),
        ("unsigned m = __ballot(p); q[0] = (m & (load(1) << q[1])) != 0;", set()),
        ("unsigned m = __ballot(p); q[0] = (m & (15u << q[1])) != 0;", {"W012"}),
        ("unsigned m = __ballot(p); q[0] = (m & (1u << q[1])) != 0;", set()),  # 64 bits
        ('asm("mov.u32 %0, %%lanemask_lt;" : "=r"(q[0]));', {"W009"}),
        ("p = COUNT(__ballot(p));", {"W003"}),
        ("p = COUNT_64(__ballot(p));", set()),
        ("unsigned m = (1ull << 16 << 16) - 1; p = __any_sync(m, p);", {"W024"}),
    ],
)
def test_what_is_said(body: str, expected: set[str]) -> None:
    head = "#define COUNT __popc\n#define COUNT_64 __popcll\n"
    assert broken(device(body, head)) == expected


def test_a_function_that_others_may_call_keeps_its_type() -> None:
    """What is declared, or called by no one here, may be called from elsewhere with 32 bits."""
    for more in ("unsigned votes(int p);\n", ""):
        source = more + HELPERS.replace("votes(p[0])", "votes(p[0])" if more else "p[0]")
        result = native(source)
        assert "__device__ unsigned votes(int p)" in result.text
        assert "W003" in broken(result)


def hazards(source: str, name: str = "f") -> list[tuple[str, str, str]]:
    unit = Unit(source.encode())
    masks = Masks(unit, facts_of(unit))
    body = masks.by_name[name.encode()]
    declared = MaskDeclarations(unit, body, masks.names[body.function])
    return shown(unit, [*narrow(unit, body, masks, declared)])


CODE = (
    "struct Wide { unsigned long long wide_; };\n"
    "__device__ %s f(int p, int lane, unsigned *q, S s) { %s }\n"
    "__device__ void g() { f(__activemask() != 0, 2, 0, s()); }"
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("q[p] = __ballot(p);", [("W003", "__ballot(p)", "keeps")]),
        ("s.mask = __activemask();", [("W003", "__activemask()", "keeps")]),
        ("int m = __ballot(p);", [("W003", "int m", "keeps")]),
        (
            "{ unsigned m = __ballot(p); } { int m = __ballot(p); } { long long m = __ballot(p); }",
            [("W003", "int m", "keeps")],
        ),
        (
            "{ auto m = __ballot(p); } { int const m = __ballot(p); }",
            [("W003", "int const m", "keeps")],
        ),
        ("log(1, __ballot(p));", [("W003", "__ballot(p)", "passes on")]),
        ("if ((int)__ballot(p) > 3) p = 1;", [("W003", "(int)__ballot(p)", "passes on")]),
        ("p = __any_sync(q[1], p);", [("W003", "q[1]", "takes")]),
        ("unsigned m = __ballot(p); p = __popc(m & 0xff);", [("W024", "m & 0xff", "")]),
        ("unsigned m = __ballot(p); m = 0xff;", [("W024", "0xff", "")]),
        ("unsigned m = __ballot(p); m <<= p;", [("W012", "m <<= p", "the bits of a mask")]),
        ("shared_ = __ballot(p);", [("W003", "shared_", "keeps")]),
    ],
)
def test_each_place_says_what_becomes_of_the_mask(code: str, expected: list[tuple[str, str, str]]) -> None:
    assert hazards(CODE % ("void", code)) == expected


@pytest.mark.parametrize(
    "code",
    [
        "unsigned m = __ballot(p); p = __popc(m) + __ffs(m);",
        "unsigned m = __ballot(p); m &= 0; m |= 1u << lane; m = ~0u;",
        "unsigned m = __ballot(p); p = __any_sync(m, p); m = __shfl(m, 0);",
        "auto m = __ballot(p); unsigned long long n = __ballot(p);",
        "wide_ = __ballot(p);",
        "if (static_cast<unsigned long long>(__ballot(p)) > 3) p = 1;",
        "bool b = __ballot(p) != 0; if (__ballot(p) == 0) p = 1;",
        "p = __popc(__ballot(p)); log(__popc(__ballot(p)));",
        "unsigned m = __ballot(p); p = (m >> lane) & 1;",
        "q[0] = p; log(p); p = (int)lane; unsigned n = q[0] & 0xff;",
    ],
)
def test_what_is_wide_enough_is_not_said(code: str) -> None:
    assert hazards(CODE % ("void", code)) == []


def test_a_mask_that_a_function_gives_back() -> None:
    assert hazards(CODE % ("int", "return __ballot(p);")) == [("W003", "__ballot(p)", "gives back")]
    assert hazards(CODE % ("unsigned long long", "return __ballot(p);")) == []
    assert hazards(CODE % ("bool", "return __ballot(p);")) == []


def test_a_mask_of_some_lanes_that_is_passed_to_a_mask() -> None:
    callee = "__device__ int f(unsigned m, int p) { return __any_sync(m, p); }\n"
    caller = "__device__ int g(int p) { return f(%s, p); }\n"
    assert hazards(callee + caller % "0xff", "g") == [("W024", "0xff", "")]
    for fine in ("0xffffffff", "__ballot(p)", "0xffffffffffffffffull"):
        assert hazards(callee + caller % fine, "g") == []


def test_an_alias_that_is_widened_keeps_no_mask_in_32_bits() -> None:
    head = "using mask = unsigned;\n"
    result = device("mask m = __ballot(p); p = __popc(m);", head)
    assert "using mask = unsigned long long;" in result.text
    assert "W003" not in broken(result)
