"""Masks of lanes get 64 bits, and what makes and counts them goes along."""

from __future__ import annotations

import pytest
from helpers.warps import HELPERS, broken, device, facts_of, native, text_of

from hipify_py.edits import render, settle
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.def_use import Body
from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
from hipify_py.lanes.rewrite.widen_masks import gives_narrow, is_full, widened
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "unsigned m = __ballot_sync(~0u, p), n = m >> 3;",
            "unsigned long long m = __ballot(p), n = m >> 3;",
        ),
        ("unsigned a = 0, m = __activemask();", "unsigned long long a = 0, m = __ballot(1);"),
        ("unsigned m[2] = {__ballot(p), 0u};", "unsigned long long m[2] = {__ballot(p), 0u};"),
        ("int n = 32 - __clz(__ballot(p));", "int n = 64 - __clzll(__ballot(p));"),
        ("int n = W - __clz(__ballot(p));", "int n = W - (__clzll(__ballot(p)) - 32);"),
        (
            "int n = warpSize - __clz(__ballot(p));",
            "int n = warpSize - (__clzll(__ballot(p)) - (64 - warpSize));",
        ),
        ("int n = __ffs(__brev(__ballot(p)));", "int n = __ffsll(__brevll(__ballot(p)) >> (64 - warpSize));"),
        (
            "unsigned m = __ballot(p), to = ~0u >> __clz(m);",
            "unsigned long long m = __ballot(p), to = 0xffffffffffffffffull >> __clzll(m);",
        ),
        ("int n = __ffs(__brev(p));", None),
        (
            "unsigned m = __ballot(p); m &= ~(-1 << lane);",
            "unsigned long long m = __ballot(p); m &= ~(0xffffffffffffffffull << lane);",
        ),
        (
            "unsigned m = __ballot(p); m &= ~0u << lane;",
            "unsigned long long m = __ballot(p); m &= 0xffffffffffffffffull << lane;",
        ),
        (
            "unsigned m = ~0u >> (32 - lane); p = __popc(m & __ballot(p));",
            "unsigned long long m = 0xffffffffffffffffull >> (64 - lane); p = __popcll(m & __ballot(p));",
        ),
        (
            "unsigned m = __ballot(p); p = __popc(m << (31 - lane));",
            "unsigned long long m = __ballot(p); p = __popcll(m << (63 - lane));",
        ),
        (
            "unsigned m = ~0u; m = __ballot_sync(m, p);",
            "unsigned long long m = ~0ull >> (64 - warpSize); m = (__ballot(p) & m);",
        ),
        (
            "unsigned m = __ballot(p); p = m == ~0u;",
            "unsigned long long m = __ballot(p); p = m == (~0ull >> (64 - warpSize));",
        ),
        (
            "unsigned m = __ballot(p), n = ~m;",
            "unsigned long long m = __ballot(p), n = (~m & ~0ull >> (64 - warpSize));",
        ),
        (
            "unsigned m = __ballot(p); p = m + 1 == 0;",
            "unsigned long long m = __ballot(p); p = (m + 1 & ~0ull >> (64 - warpSize)) == 0;",
        ),
        (
            "unsigned m = __ballot(p); p = !(1u + m);",
            "unsigned long long m = __ballot(p); p = !((1u + m & ~0ull >> (64 - warpSize)));",
        ),
        (
            "unsigned m = __ballot(p); p = 0 != m + 1 && p + 1 == 0;",
            "unsigned long long m = __ballot(p); p = 0 != (m + 1 & ~0ull >> (64 - warpSize)) && p + 1 == 0;",
        ),
        (
            "unsigned m = __ballot(p); m = m & m + 1; p = m + 1 == 4;",
            "unsigned long long m = __ballot(p); m = m & m + 1; p = m + 1 == 4;",
        ),
        (
            "p = ~__ballot_sync(~0u, p) == 0;",
            "p = (~__ballot(p) & ~0ull >> (64 - warpSize)) == 0;",
        ),
        (
            "p = ~__ballot(p) & 1u << lane ? 1 : 2;",
            "p = ~__ballot(p) & 1ull << lane ? 1 : 2;",
        ),
        (
            "unsigned m = __ballot(p), n = ~m & (1u << lane);",
            "unsigned long long m = __ballot(p), n = ~m & (1ull << lane);",
        ),
        (
            "unsigned m = __ballot(p); p = __match_all_sync(m, p, &p) != 0;",
            "unsigned long long m = __ballot(p); p = __match_all_sync(m, p, &p) != 0;",
        ),
        (
            "unsigned m = __ballot(p); m &= m\n                     - 1;",
            "unsigned long long m = __ballot(p); m &= m\n                     - 1;",
        ),
        (
            'unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));',
            "unsigned long long m; m = (1ull << __lane_id()) - 1;",
        ),
        (
            'unsigned m; asm("mov.u32 %0, %%lanemask_ge;" : "=r"(m));',
            "unsigned long long m; m = ~0ull >> (64 - warpSize) & -(1ull << __lane_id());",
        ),
        (
            "bool b = __ballot(p) != 0; unsigned n = __popcll(__ballot(p)), one = __ballot(p) >> lane & 1u;",
            None,
        ),
        ("unsigned bits = 1u << p, n = bits & ~q[0];", None),
    ],
)
def test_masks_have_64_bits(before: str, after: str | None) -> None:
    result = device(before)
    assert result.text.split("{ ", 1)[1].removesuffix(" }\n") == (after or before)
    assert broken(result) <= {"W012", "W053"}


SEEN = "struct S {{ unsigned seen_; __device__ int f(bool p) {{ seen_ = {0}; return {1}; }} }};\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__ffs(seen_)", "__ffsll((unsigned long long)seen_)"),
        ("__ffs(seen_ >> 3)", "__ffsll((unsigned long long)(seen_ >> 3))"),
        ("__ffs(seen_ & __ballot(p))", "__ffsll(seen_ & __ballot(p))"),
        ("__popc(seen_)", "__popcll(seen_)"),
    ],
)
def test_what_finds_a_lane_in_a_mask_that_stays_narrow_is_told_of_which_type(before: str, after: str) -> None:
    result = native(SEEN.format("__ballot_sync(~0u, p)", before))
    assert result.text == SEEN.format("__ballot(p)", after)
    assert "W003" in broken(result)
    assert native(result.text).text == result.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int n = __popc(VOTES(p));", "int n = __popcll(VOTES(p));"),
        ("int n = __ffs(VOTES(p));", "int n = __ffsll(VOTES(p));"),
        ("int n = __ffs(ALL);", "int n = __ffsll(ALL);"),
        ("int n = __ffs(BELOW());", "int n = __ffsll(BELOW());"),
        ("unsigned n = VOTES(p) & 1u << lane;", "unsigned long long n = VOTES(p) & 1ull << lane;"),
    ],
)
def test_a_mask_that_a_macro_gives_is_counted_where_it_stands(before: str, after: str) -> None:
    votes = "#define VOTES(p) __ballot_sync(~0u, p)\n#define ALL __activemask()\n"
    below = '#define BELOW() ({ unsigned m_; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m_)); m_; })\n'
    assert after in device(before, votes + below).text


def test_a_macro_casts_what_it_is_given() -> None:
    first = "#define FIRST(m) (__ffs(m) - 1)\n"
    result = device("unsigned m = __ballot(p); p = FIRST(m) + FIRST(p);", first)
    assert "#define FIRST(m) (__ffsll((unsigned long long)(m)) - 1)" in result.text


WIDE_HELPERS = """typedef unsigned long long mask_t;
__device__ unsigned long long votes(int p) { return __ballot(p); }
__device__ int count(mask_t m) { return __popcll(m); }
__device__ int first(unsigned long long m) { return __ffsll(m) - 1; }
__device__ int through(unsigned long long m) { return first(m); }
__global__ void k(int *p) { unsigned long long v = votes(p[0]); p[1] = count(v) + through(v) + through(~0ull >> (64 - warpSize)); }
"""  # noqa: E501  (one line stays one line)


def test_masks_are_followed_from_function_to_function() -> None:
    result = native(HELPERS)
    assert result.text == WIDE_HELPERS
    assert broken(result) == set()


def followed(source: str, name: str) -> tuple[Unit, Body, Masks]:
    """Give the function of some name with the masks of its file."""
    unit = Unit(source.encode())
    masks = Masks(unit, facts_of(unit))
    return unit, masks.by_name[name.encode()], masks


CODE = "__device__ %s f(int p, int lane) { %s }\n__device__ void g() { f(__activemask() != 0, 2); }"


def widened_body(code: str, kind: str = "void") -> str:
    source = CODE % (kind, code)
    unit, body, masks = followed(source, "f")
    declared = MaskDeclarations(unit, body, masks.names[body.function])
    kept, lost = settle(edit for made in widened(unit, body, masks, declared) for edit in made)
    assert not lost
    return render(unit.source, kept).decode().partition("__device__ ")[2].partition("\n")[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "unsigned m = __ballot(p); use(__brev(m));",
            "unsigned long long m = __ballot(p); use(__brevll(m) >> (64 - warpSize));",
        ),
        (
            "unsigned m = __ballot(p); p = __fns(m, 0, 1);",
            "unsigned long long m = __ballot(p); p = __fns64(m, 0, 1);",
        ),
        ("unsigned const m = __ballot(p);", "unsigned long long const m = __ballot(p);"),
        ("std::uint32_t m; m = __activemask();", "unsigned long long m; m = __activemask();"),
        ("unsigned long long m = __ballot(p);", None),
        ("auto m = __ballot(p);", None),
        ("unsigned n = p, m = 7; p = __popc(n) + __ffs(m);", None),
        ("unsigned m = __ballot(p); p = __popc(p);", "unsigned long long m = __ballot(p); p = __popc(p);"),
        ("unsigned m = __ballot(p); m = 1 << lane;", "unsigned long long m = __ballot(p); m = 1ull << lane;"),
        ("unsigned m = __ballot(p); int b = 1 << p;", "unsigned long long m = __ballot(p); int b = 1 << p;"),
        (
            "unsigned m = __ballot(p); m = 1ull << lane;",
            "unsigned long long m = __ballot(p); m = 1ull << lane;",
        ),
    ],
)
def test_what_counts_and_makes_a_mask_goes_along(before: str, after: str | None) -> None:
    assert widened_body(before) == f"void f(int p, int lane) {{ {after or before} }}"


def test_a_function_gives_a_mask_as_wide_as_it_is() -> None:
    assert widened_body("return __ballot(p);", "unsigned") == (
        "unsigned long long f(int p, int lane) { return __ballot(p); }"
    )
    same = "int f(int p, int lane) { return __popcll(__ballot(p)); }"
    assert widened_body("return __popcll(__ballot(p));", "int") == same


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("unsigned", "unsigned"), ("uint32_t", "uint32_t"), ("int", None), ("unsigned long long", None)],
)
def test_the_type_that_a_function_returns(kind: str, expected: str | None) -> None:
    unit, body, _ = followed(CODE % (kind, "return __ballot(p);"), "f")
    span = gives_narrow(unit, body)
    assert (text_of(unit, span) if span else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"0xffffffff", True),
        (b"~0u", True),
        (b"-1", True),
        (b"FULL", True),
        (b"d::FULL", True),
        (b"0xffffffffffffffffull", False),
        (b"0xffff", False),
        (b"m", False),
    ],
)
def test_the_mask_of_all_of_32_lanes(text: bytes, *, expected: bool) -> None:
    assert is_full(expression(text), ConstantTable({b"FULL": b"UINT32_MAX"})) is expected


@pytest.mark.parametrize("name", ["operator[]", "operator()", "operator+", "operator*", "operator^="])
def test_operators_give_masks_too(name: str) -> None:
    result = native(
        f"struct S {{ __device__ unsigned {name}(int i) {{ return __ballot_sync(~0u, i); }} }};\n"
    )
    assert f"unsigned {name}(int i) {{ return __ballot(i); }}" in result.text
    assert "W003" in broken(result)


def kernel(statements: str) -> str:
    return f"__device__ void f(int p, int lane, unsigned *q) {{ {statements} }}\n"


@pytest.mark.parametrize("full", ["0xffffffff", "0xFFFFFFFFu", "~0u"])
@pytest.mark.parametrize(
    ("mask", "wide"),
    [
        ("__ballot_sync(~0u, p)", "__ballot(p)"),
        ("__activemask()", "__ballot(1)"),
        ("(m & __activemask())", "(m & __ballot(1))"),
        ("m", "m"),
    ],
)
def test_a_comparison_with_all_lanes_is_one_with_all_of_the_wavefront(
    mask: str, wide: str, full: str
) -> None:
    before = "unsigned m = __activemask(); "
    after = "unsigned long long m = __ballot(1); "
    every = "(~0ull >> (64 - warpSize))"
    assert after + f"p = {wide} == {every};" in native(kernel(before + f"p = {mask} == {full};")).text
    assert after + f"p = {every} != {wide};" in native(kernel(before + f"p = {full} != {mask};")).text


@pytest.mark.parametrize(
    "text", ["__popc(__activemask()) == ~0u", "(unsigned)__activemask() == ~0u", "p == ~0u"]
)
def test_what_is_no_mask_of_a_wavefront_is_compared_as_it_was(text: str) -> None:
    assert "~0u" in native(kernel(f"bool b = {text}; p = __activemask() != 0;")).text


@pytest.mark.parametrize("value", ["__activemask()", "__ballot_sync(~0u, threadIdx.x)", "(__activemask())"])
def test_a_macro_without_parameters_stands_for_a_mask(value: str) -> None:
    source = f"#define ACTIVE {value}\n" + kernel("unsigned m = ACTIVE; p = __popc(m) + __popc(ACTIVE);")
    text = native(source).text
    assert "unsigned long long m = ACTIVE; p = __popcll(m) + __popcll(ACTIVE);" in text


def test_a_macro_without_parameters_that_is_no_mask_stays() -> None:
    source = "#define COUNT __popc(__activemask())\n" + kernel("unsigned m = COUNT; p = m;")
    assert "unsigned m = COUNT; p = m;" in native(source).text


@pytest.mark.parametrize("narrow", ["unsigned", "unsigned int", "uint32_t"])
def test_a_trailing_type_is_widened(narrow: str) -> None:
    made = f"__device__ auto votes(int p) -> {narrow} {{ return __ballot_sync(~0u, p); }}\n"
    text = native(made + kernel("unsigned m = votes(p); p = __popc(m);")).text
    assert "auto votes(int p) -> unsigned long long {" in text
    assert "unsigned long long m = votes(p);" in text


@pytest.mark.parametrize(
    ("type_", "said"), [("unsigned", True), ("int", True), ("unsigned long long", False), ("bool", False)]
)
def test_a_trailing_type_that_is_not_widened_is_reported(type_: str, said: bool) -> None:
    result = native(f"__device__ auto votes(int p) -> {type_} {{ return __ballot_sync(~0u, p); }}\n")
    assert f"-> {type_} {{" in result.text
    assert ("W003" in broken(result)) == said


def test_a_mask_that_assembly_may_leave_is_read_whole() -> None:
    votes = "{ .reg .pred v; setp.gt.s32 v, %1, 2; @v vote.sync.ballot.b32 %0, v, 0xffffffff; }"
    asm = f'asm volatile("{votes}" : "+r"(m) : "r"(p));'
    result = native(kernel(f"unsigned m = __ballot_sync(~0u, p); {asm} p = __popc(m);"))
    assert "unsigned long long ptx_0 = (m);" in result.text
    assert "unsigned long long m = __ballot(p);" in result.text
    assert not broken(result)


HASH = "m *= 2654435761u; q[1] = m >> 16;"


@pytest.mark.parametrize(
    "other",
    [
        "{ unsigned m = p; " + HASH + " }",
        "{ unsigned m; m = p; m ^= 7; m |= 1u; " + HASH + " }",
        "for (unsigned m = 7; m < 100; m *= 3) q[m] = ~m;",
        "if (unsigned m = p) q[1] = m + 0xffu;",
        "{ unsigned m = 3; q[2] += m; }",
        "{ int m = 4; q[2] = m; }",
        "{ unsigned m[2] = {1, 2}; q[2] = m[1]; }",
        "{ unsigned a = 5, m = 0xffffffff; q[2] = m == 0xffffffff ? __popc(m) : __ffs(m) + a; }",
        "{ unsigned m = p; q[2] = __brev(m) + (m << 3) + (31 - __clz(m)) + (m << (31 - lane)); }",
        "{ unsigned m = p; q[2] = uint16_t(m); q[3] = ~m & 3; switch (m) { case 2: q[4] = 1; } }",
        "auto f = [&](unsigned m) { m = ~m; return m * 3; }; q[2] = f(p);",
        "auto f = [&] { unsigned m = p; m = ~m; return m; }; q[2] = f();",
        "{ const unsigned m = p; auto f = [=] { return m; }; q[2] = f(); }",
        "{ unsigned n = threadIdx.x & 31; } { unsigned n = p, b = 1u << n; q[2] = b * 3; }",
        "{ unsigned n = __ffs(__activemask()) - 1; } { unsigned n = p, b = 1u << n; q[2] = b * 3; }",
    ],
)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "{ unsigned m = __ballot_sync(~0u, p); q[0] = __popc(m); }",
            "{ unsigned long long m = __ballot(p); q[0] = __popcll(m); }",
        ),
        (
            "for (unsigned m = __ballot_sync(~0u, p); m; m &= m - 1) q[0]++;",
            "for (unsigned long long m = __ballot(p); m; m &= m - 1) q[0]++;",
        ),
    ],
)
def test_a_name_of_another_scope_is_no_mask(before: str, after: str, other: str) -> None:
    """Neither when it is declared behind the mask, nor before it, and nothing is said of it."""
    kept = other.replace("__ffs(__activemask())", "__ffsll(__ballot(1))")
    for code, expected in ((before + other, after + kept), (other + before, kept + after)):
        result = native(kernel(code))
        assert result.text == kernel(expected)
        assert broken(result).isdisjoint({"W003", "W024"})


def test_a_mask_of_the_function_is_hidden_in_a_block() -> None:
    hidden = "{ unsigned m = p; " + HASH + " }"
    before = "unsigned m = __activemask(); " + hidden + " m = ~m; q[0] = __popc(m);"
    text = native(kernel(before)).text
    assert "unsigned long long m = __ballot(1); " + hidden + " m = (~m & ~0ull" in text
    assert "q[0] = __popcll(m);" in text


@pytest.mark.parametrize("call", ["votes(m, p)", "__ballot_sync(m, p)"])
def test_what_is_passed_for_a_mask_is_that_of_its_scope(call: str) -> None:
    helper = (
        "__device__ int votes(unsigned m, int v) { { int m = v; v = m << 2; } return __any_sync(m, v); }\n"
    )
    other = "{ unsigned m = p; " + HASH + " }"
    result = native(helper + kernel("{ unsigned m = __activemask(); q[0] = " + call + " != 0; } " + other))
    assert other in result.text
    assert "unsigned long long m = __ballot(1);" in result.text
    assert "votes(unsigned long long m, int v) { { int m = v; v = m << 2; }" in result.text.replace(
        "unsigned m, int v", "unsigned long long m, int v"
    )


def test_a_mask_that_two_scopes_declare_is_one_in_both() -> None:
    block = "{ unsigned m = __activemask(); q[0] = __popc(m); }"
    wide = "{ unsigned long long m = __ballot(1); q[0] = __popcll(m); }"
    assert native(kernel(block * 2)).text == kernel(wide * 2)


def test_a_mask_that_a_condition_of_the_preprocessor_declares_twice_is_one() -> None:
    source = (
        "\n#ifdef A\nunsigned m = 0;\n#else\nunsigned m = 1;\n#endif\nm = __activemask(); q[0] = __popc(m);"
    )
    assert native(kernel(source)).text.count("unsigned long long m = ") == 2
    source = "\n#ifdef A\nif (p) { unsigned m = 0;\n#else\n{ unsigned m = 1;\n#endif\nm = __activemask(); }"
    assert native(kernel(source)).text.count("unsigned long long m = ") == 2  # both are that of the block
    source = "\n#ifdef A\nfor (;;) { unsigned m = 0;\n#else\n{ unsigned m = 1;\n#endif\nm = __activemask(); }"
    assert native(kernel(source)).text.count("unsigned long long m = ") == 2


@pytest.mark.parametrize("type_", ["unsigned", "bool"])
def test_a_truth_of_another_scope_makes_a_mask_none(type_: str) -> None:
    """A name that holds a truth in one block holds a mask in the next."""
    source = "{ bool m = __activemask(); q[1] = m; } { unsigned m = __activemask(); q[0] = __popc(m); }"
    text = native(kernel(source.replace("bool", type_))).text
    assert "{ unsigned long long m = __ballot(1); q[0] = __popcll(m); }" in text
    assert ("{ bool m = __ballot(1);" in text) == (type_ == "bool")


@pytest.mark.parametrize("code", ["k({~__ballot_sync(e,{\n})", "k({~__ballot_sync(e,{1})})"])
def test_a_vote_that_the_grammar_cuts_off_is_rewritten_once(code: str) -> None:
    assert native(code).text.startswith("k({~(__ballot(")


VOTES = "unsigned m = __ballot_sync(~0u, p); int s = q[0]; "
WIDE_VOTES = "unsigned long long m = __ballot(p); int s = q[0]; "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p = (m & (1u << s)) != 0;", "p = (m & (1ull << s)) != 0;"),
        ("p = __popc(m & ~((1 << s) - 1));", "p = __popcll(m & ~((1ull << s) - 1));"),
        ("p = __popc(m & (~0u << s));", "p = __popcll(m & (0xffffffffffffffffull << s));"),
        (
            "p = __popc(m & ((1u << lane) - (1u << q[1])));",
            "p = __popcll(m & ((1ull << lane) - (1ull << q[1])));",
        ),
        ("p = m == (1u << s);", "p = m == (1ull << s);"),
        ("m &= (1u << s) - 1;", "m &= (1ull << s) - 1;"),
        ("m ^= 1 << s;", "m ^= 1ull << s;"),
        ("unsigned b = 1u << s; p = (m & b) != 0;", "unsigned long long b = 1ull << s; p = (m & b) != 0;"),
        ("unsigned b = 1u << s; p = (m & -b) != 0;", "unsigned long long b = 1ull << s; p = (m & -b) != 0;"),
        (
            "for (int i = 0; i < warpSize; i++) if (m & (1u << i)) p += i;",
            "for (int i = 0; i < warpSize; i++) if (m & (1ull << i)) p += i;",
        ),
        (
            "unsigned b = 0; for (int i = 0; i < warpSize; ++i) b |= 1u << i; p = __popc(b);",
            "unsigned long long b = 0; for (int i = 0; i < warpSize; ++i) b |= 1ull << i; p = __popcll(b);",
        ),
        # in other words
        ("p = (m & (uint32_t{1} << s)) != 0;", "p = (m & (1ull << s)) != 0;"),
        ("p = (m & (unsigned(1) << s)) != 0;", "p = (m & (1ull << s)) != 0;"),
        ("p = (m & ((unsigned)1 << s)) != 0;", "p = (m & (1ull << s)) != 0;"),
        ("p = (m & (static_cast<uint32_t>(2) << s)) != 0;", "p = (m & (2ull << s)) != 0;"),
        ("p = (m & (0x1u << s)) != 0;", "p = (m & (0x1ull << s)) != 0;"),
        ("p = (m & (ONE << s)) != 0;", "p = (m & ((unsigned long long)ONE << s)) != 0;"),
        ("p = (m & (word{1} << s)) != 0;", "p = (m & (1ull << s)) != 0;"),
        ("p = (m & (word(1) << s)) != 0;", "p = (m & (1ull << s)) != 0;"),
        ("p = __popc(m & ~(uint32_t{1} << s));", "p = __popcll(m & ~(1ull << s));"),
        ("p = __popc(m & (~uint32_t{0} << s));", "p = __popcll(m & (0xffffffffffffffffull << s));"),
        ("p = __popc(m & ((unsigned)-1 << s));", "p = __popcll(m & (0xffffffffffffffffull << s));"),
        (
            "p = __popc(m & (std::numeric_limits<unsigned>::max() << s));",
            "p = __popcll(m & (0xffffffffffffffffull << s));",
        ),
        (
            "unsigned b = (uint32_t(1) << lane) - 1; p = __popc(m & b);",
            "unsigned long long b = (1ull << lane) - 1; p = __popcll(m & b);",
        ),
        ("m |= word{1} << lane;", "m |= 1ull << lane;"),
        ("p = (m & (wide{1} << s)) != 0;", "p = (m & (wide{1} << s)) != 0;"),
        ("p = (m & (uint64_t(1) << s)) != 0;", "p = (m & (uint64_t(1) << s)) != 0;"),
        ("p = (q[1] & (uint32_t{1} << s)) != 0;", "p = (q[1] & (uint32_t{1} << s)) != 0;"),
        ("p = m < (1u << s);", "p = m < (1ull << s);"),
        ("p = (m & (1u << lane % s)) != 0;", "p = (m & (1ull << lane % s)) != 0;"),
        # what picks no lanes, or none by a number that varies
        ("int c = 1 << (threadIdx.x % p); q[1] = c;", "int c = 1 << (threadIdx.x % p); q[1] = c;"),
        ("p = (m & (1u << 5)) != 0;", "p = (m & (1u << 5)) != 0;"),
        ("p = (q[1] & (1u << s)) != 0;", "p = (q[1] & (1u << s)) != 0;"),
        ("p = (m >> s) & 1;", "p = (m >> s) & 1;"),
        (
            "for (int i = 0; i < warpSize; i++) if (q[i / 8] & (1u << (i % 8))) p++;",
            "for (int i = 0; i < warpSize; i++) if (q[i / 8] & (1u << (i % 8))) p++;",
        ),
        ("p = __popc(m) + (1 << s);", "p = __popcll(m) + (1 << s);"),
    ],
)
def test_shifts_that_pick_lanes_of_a_mask(before: str, after: str) -> None:
    head = "constexpr unsigned ONE = 1;\nusing word = uint32_t; using wide = unsigned long long;\n"
    made = device(VOTES + before, head)
    assert f"{{ {WIDE_VOTES}{after} }}" in made.text
    assert device(made.text.removeprefix(head).partition("{ ")[2].removesuffix(" }\n"), head).edits == ()


@pytest.mark.parametrize(("given", "shift"), [("warpSize", "1ull"), ("32", "1ull"), ("v", "1u"), ("8", "1u")])
def test_bits_of_a_group_are_of_lanes_where_it_may_be_a_warp(given: str, shift: str) -> None:
    made = native(
        "__device__ unsigned bits(unsigned v, int n) { int r = threadIdx.x;"
        " return __reduce_or_sync(~0u, v ? 1u << (r % n) : 0u); }\n"
        f"__global__ void k(unsigned *o, int v) {{ o[threadIdx.x] = bits(o[threadIdx.x], {given}); }}\n"
    )
    assert f"v ? {shift} << (r % n)" in made.text


def test_shifts_that_pick_lanes_through_functions() -> None:
    head = (
        "__device__ bool has(unsigned m, int i) { return m & (1u << i); }\n"
        "__device__ unsigned bit(int i) { return 1u << i; }\n"
    )
    made = native(
        head + "__global__ void k(int *p) { unsigned m = __ballot_sync(~0u, p[0]);"
        " p[1] = has(m, p[2]); p[3] = (m & bit(p[2])) != 0; }\n"
    ).text
    assert "bool has(unsigned long long m, int i) { return m & (1ull << i); }" in made
    assert "unsigned long long bit(int i) { return 1ull << i; }" in made


BITS = """#define BIT(n) (1u << (n))
__device__ unsigned bit(int n) { return 1u << n; }
__device__ unsigned mix(unsigned x) { return x ^ x << 13; }
"""


@pytest.mark.parametrize("name", ["BIT", "bit"])
@pytest.mark.parametrize(
    "code",
    [
        "p = (m & NAME(s)) != 0;",
        "p = __popc(m & (NAME(s) - 1)) + __popc(m & ~NAME(q[1]));",
        "m &= ~NAME(s); p = m == NAME(q[2]);",
        "unsigned b = NAME(s); p = __popc(m & b);",
    ],
)
def test_a_helper_that_makes_bits_of_masks_alone_is_widened(name: str, code: str) -> None:
    made = device(VOTES + code.replace("NAME", name), BITS)
    assert (
        "(1ull << (n))" if name == "BIT" else "unsigned long long bit(int n) { return 1ull << n; }"
    ) in made.text
    assert broken(made) == set()


@pytest.mark.parametrize("name", ["BIT", "bit"])
@pytest.mark.parametrize("use", ["q[1] |= NAME(q[2]);", "unsigned h = q[1] ^ NAME(p); q[2] = h >> 3;"])
def test_a_helper_that_makes_other_bits_too_is_told(name: str, use: str) -> None:
    made = device((VOTES + "p = (m & NAME(s)) != 0; " + use).replace("NAME", name), BITS)
    assert BITS in made.text
    found = [made.source[slice(*one.span)].decode() for one in made.findings if one.rule == "W012"]
    assert found == [f"{name}(s)"]


def test_a_helper_that_makes_no_bits_keeps_what_it_gives_to_others() -> None:
    made = device(VOTES + "q[1] = m ^ mix(s); q[2] = mix(p) >> 3;", BITS)
    assert BITS in made.text
    assert "W012" not in broken(made)


def test_a_constant_that_is_passed_for_a_mask_is_no_name_of_one() -> None:
    head = "__device__ int above(unsigned m, int lane) { return __popc(m & ~(ALL << lane)); }\n"
    made = native(
        "#define ALL 0xffffffffu\n"
        + head
        + "__global__ void k(int *p) { int lane = threadIdx.x % warpSize;"
        + " p[0] = above(ALL, lane) + above(__ballot_sync(ALL, p[1]), lane); }\n"
    )
    assert "p[0] = above(~0ull >> (64 - warpSize), lane) + above(__ballot(p[1]), lane);" in made.text
    assert broken(made) == set()
