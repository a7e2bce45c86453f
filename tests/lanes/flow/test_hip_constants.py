"""Names about warps that a condition chooses for HIP, and those that it does not."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.hip_constants import chosen, made_of_chosen
from hipify_py.resolve.linkage import CHOSEN, RETURNED
from hipify_py.source.unit import Unit


def sided(hip: str, other: str, condition: str = "ifdef __HIP_PLATFORM_AMD__") -> dict[bytes, bytes]:
    return chosen(Unit(f"#{condition}\n{hip}\n#else\n{other}\n#endif\n".encode()))


@pytest.mark.parametrize(
    ("hip", "other", "name"),
    [
        ("#define WARP_SIZE 64", "#define WARP_SIZE 32", b"WARP_SIZE"),
        ("using mask_t = uint64_t;", "using mask_t = uint32_t;", b"mask_t"),
        ("typedef unsigned long lanes_t;", "typedef unsigned lanes_t;", b"lanes_t"),
        ("constexpr int kWarp = 64;", "constexpr int kWarp = 32;", b"kWarp"),
        ("const unsigned long full_mask{~0ul};", "const unsigned full_mask{~0u};", b"full_mask"),
        ("int lane_id() { return __lane_id(); }", "int lane_id() { return i & 31; }", b"lane_id"),
        ("#define WARP_SIZE 64", "", b"WARP_SIZE"),
        ("", "#define WARP_SIZE 32", b"WARP_SIZE"),
    ],
)
@pytest.mark.parametrize("condition", ["ifdef __HIP_PLATFORM_AMD__", "if defined(USE_ROCM)", "ifdef MY_HIP"])
def test_a_name_that_differs_by_the_condition_is_chosen(
    hip: str, other: str, name: bytes, condition: str
) -> None:
    assert sided(hip, other, condition) == {name: CHOSEN}


@pytest.mark.parametrize(
    ("hip", "other"),
    [
        ("#define WARP_SIZE 32", "#define  WARP_SIZE  32"),
        ("#define BLOCK 64", "#define BLOCK 32"),
        ("void f() { const int warp = 64; }", "void f() { const int warp = 32; }"),
        ("#define __shfl_sync(m, v, l) __shfl(v, l)", ""),
        ("// #define WARP_SIZE 64", '/* const int warp = 64; */ auto s = "const int warp = 64;";'),
        ("int x = WARP_SIZE; use(lane_id());", ""),
    ],
)
def test_what_is_the_same_or_not_about_warps_is_not_chosen(hip: str, other: str) -> None:
    assert sided(hip, other) == {}


@pytest.mark.parametrize("condition", ["ifdef X", "ifdef __CUDACC__", "if WARP > 32", "ifdef SHIP"])
def test_another_condition_chooses_nothing_for_hip(condition: str) -> None:
    assert sided("#define WARP_SIZE 64", "#define WARP_SIZE 32", condition) == {}


def test_what_stands_outside_of_the_condition_is_not_chosen() -> None:
    source = b"#define WARP_SIZE 32\n#ifdef USE_ROCM\nint a;\n#endif\nconstexpr int kWarp = 32;\n"
    assert chosen(Unit(source)) == {}


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("int warp_size()", {b"warp_size": RETURNED}),
        ("struct S { static constexpr int warpWidth()", {b"warpWidth": RETURNED}),
        ("int width()", {}),
    ],
)
def test_a_function_that_returns_a_width_by_the_condition(head: str, expected: dict[bytes, bytes]) -> None:
    body = "\n#ifdef USE_ROCM\n  return 64;\n#else\n  return 32;\n#endif\n}"
    assert chosen(Unit(f"{head} {{{body};\n".encode())) == expected


def test_a_function_that_returns_one_width_has_not_two() -> None:
    source = b"int warp_size() {\n#ifdef USE_ROCM\n  init();\n#endif\n  return 64;\n}\n"
    assert chosen(Unit(source)) == {}


@pytest.mark.parametrize(
    ("made", "names"),
    [
        ("#define FULL_MASK ~0ull\n#else\n#define FULL_MASK ~0u\n", {b"FULL_MASK"}),
        ("#define SHFL(v) __shfl(v, 0)\n#else\n#define SHFL(v) __shfl_sync(~0u, v, 0)\n", {b"SHFL"}),
        ("constexpr int kWarp = 64;\n#else\nconstexpr int kWarp = 32;\n", {b"kWarp"}),
        ("using mask_t = unsigned long long;\n#else\nusing mask_t = unsigned;\n", {b"mask_t"}),
        ("typedef uint64_t lane_mask;\n#else\ntypedef uint32_t lane_mask;\n", {b"lane_mask"}),
        ("int warp_sum(int v) { return v; }\n#else\nint warp_sum(int v) { return 2; }\n", {b"warp_sum"}),
        ("#define WARP_SIZE 32\n#else\n#define WARP_SIZE 32\n", set()),
        ("#define BLOCK 256\n#else\n#define BLOCK 128\n", set()),
    ],
)
def test_names_that_a_condition_chooses(made: str, names: set[bytes]) -> None:
    unit = Unit(("#if defined(__HIP_PLATFORM_AMD__)\n" + made + "#endif\n").encode())
    assert chosen(unit) == dict.fromkeys(names, CHOSEN)


@pytest.mark.parametrize(
    ("before", "hip", "other", "behind", "names"),
    [
        ("constexpr unsigned kWarp =", "64;", "32;", "", {b"kWarp"}),
        ("enum {", "WARP = 64", "WARP = 32", "};", {b"WARP"}),
        ("enum class Sizes : int { BLOCK = 256,", "WARP = 64, HALF = 32,", "WARP = 32,", "};", {b"WARP"}),
        ("constexpr unsigned kBlock =", "64;", "32;", "", set()),
        ("enum {", "BLOCK = 64", "BLOCK = 32", "};", set()),
        ("void f() { int warp =", "64;", "32;", "}", set()),
        ("int a[] = {", "64", "32", "};", set()),
    ],
)
def test_a_value_that_a_condition_chooses(
    before: str, hip: str, other: str, behind: str, names: set[bytes]
) -> None:
    unit = Unit(f"{before}\n#ifdef USE_ROCM\n{hip}\n#else\n{other}\n#endif\n{behind}\n".encode())
    assert chosen(unit) == dict.fromkeys(names, CHOSEN)


def test_a_function_that_returns_widths_of_other_types() -> None:
    body = "{\n#ifdef USE_ROCM\n  return 64u;\n#else\n  return 0x20;\n#endif\n}"
    assert chosen(Unit(f"constexpr unsigned per_warp() {body}\n".encode())) == {b"per_warp": RETURNED}


@pytest.mark.parametrize(
    ("head", "member", "widths", "names"),
    [
        ("struct W", "static constexpr unsigned n", ("64u", "32u"), {b"W::n"}),
        ("class Traits : public Base", "public: static const int width", ("32", "64"), {b"Traits::width"}),
        ("struct W", "static constexpr unsigned n", ("64u", "16u"), set()),
        ("struct W", "static constexpr unsigned n", ("32u", "32u"), set()),
        ("struct", "static constexpr unsigned n", ("64u", "32u"), set()),
        ("namespace w", "constexpr unsigned n", ("64u", "32u"), set()),
    ],
)
def test_a_member_that_a_condition_makes_64_or_32(
    head: str, member: str, widths: tuple[str, str], names: set[bytes]
) -> None:
    hip, other = (f"{member} = {one};" for one in widths)
    unit = Unit(f"{head} {{\n#ifdef USE_ROCM\n{hip}\n#else\n{other}\n#endif\n}};\n".encode())
    assert chosen(unit) == dict.fromkeys(names, CHOSEN)


@pytest.mark.parametrize(
    ("text", "name", "is_made"),
    [
        ("1024 / WARP", "parts", True),
        ("(1024 + WARP - 1) / WARP", "parts", True),
        ("WARP", "n", True),
        ("(WARP - 1)", "last", True),
        ("ceil_div(1024, WARP)", "parts", True),
        ("4 * WARP", "max_warp_threads", True),
        ("4 * WARP", "threads", False),
        ("WARP * 8", "threads", False),
        ("1024 / 32", "max_warps", False),
    ],
)
def test_what_is_made_of_a_chosen_width(text: str, name: str, *, is_made: bool) -> None:
    texts = {b"WARP": CHOSEN, name.encode(): text.encode(), b"other": b"7"}
    assert made_of_chosen(texts) == {b"WARP", *({name.encode()} if is_made else ())}


def test_what_is_made_of_that_in_turn() -> None:
    texts = {b"a": b"b + 1", b"b": b"c / 2", b"c": b"1024 / WARP", b"WARP": CHOSEN, b"d": b"d"}
    assert made_of_chosen(texts) == {b"a", b"b", b"c", b"WARP"}
    assert made_of_chosen({b"a": b"b", b"b": b"a"}) == set()
