"""The time of a conversion grows with its source: the constructs of the bench that once grew faster."""

from __future__ import annotations

import time

import pytest
from constructs import CONSTRUCTS
from helpers.matches import RULES
from units import SHAPES, measured

from hipify_py.choices import Warp
from hipify_py.conversion import convert
from hipify_py.settings import Options

pytestmark = pytest.mark.stress

SIZE = 6_000
MOST = 9.0  # times as long for four times as much: the square would be sixteen
WERE_BAD = """
    waits for assignments in the condition;
    if unclosed around an include; releases beside changed macros; architectures nested around functions;
    macro pieces;
    attributes in macros; returns; indices in one call; warp functions opened; if nested with shuffles;
    roles in a kernel that many start; else if with barriers; ballots of masks; active masks;
    bits of masks in one; words in an expression; bits of lanes in one; headers of groups;
    errors without counterpart; warp functions declared; architectures nested on the host;
    architectures nested; warpSize asked; locks;
    types named after the one before; types named after the next; releases by the name before;
    objects made of a lane; solutions behind all analyses; waits for words that each warp set;
    waits for words of their own; waits for words of rows; waits for arrivals in branches;
    waits that read by adding nothing; waits for what pointers lead to;
    waits for what is set behind them; waits by loads;
    assignments in brackets; calls in a mask; functions in a kernel; round in a mask; while;
    ballots assigned; ballots counted; ballots nested; ballots used; ballots used as masks;
    bits behind brackets; bits of masks; bounds opened; comments behind #; comments behind
    #, then include; conditions beside shuffles; constants of the one before; constants
    without an end; constexpr functions opened; cub; cub aliases; declarators; define of the
    one before; else behind shuffles, loops in a row; else behind shuffles, loops with
    votes; else if that the grammar loses; lambdas of two of the one before; for ever nested with
    continue and break; for opened; if; if of cuda nested; if of
    hip nested; if on lanes nested with shuffles; ignore above code; ignore many ids; ignore
    that hits; include unclosed; kernels launched by one host; launches in brackets; locals
    of that name; locks in a body; loops in a row with steps over bits; masks declared in
    lists; masks in elements of many; masks made of the one before; masks of before loops;
    masks passed to the next; masks without a declaration; members of others; members with
    brackets; objects in shared memory; operators of one kind; pointer types; pointers;
    scopes of names nested; shuffles behind calls of the next; shuffles of bfloat; shuffles
    of wide masks; splits of nothing; strings over two lines in one macro; tiles copied;
    types of templates; unrolls in a row; versions in one condition; warp chosen for each
    kernel; warpSize in classes; while nested with break; while opened
"""
NAMES = [" ".join(name.split()) for name in WERE_BAD.split(";")]


def seconds(source: bytes) -> float:
    begun = time.process_time()
    convert(source, RULES, Options(warp="native"))
    convert(source, RULES, Options(warp="32", launch="macro"))
    return time.process_time() - begun


@pytest.mark.parametrize("name", SHAPES)
def test_ten_times_as_many_files_take_about_ten_times_as_long(name: str) -> None:
    few, many = measured(SHAPES[name], 1000)
    for _ in range(2):  # what else the machine does must not count
        if many < 16 * few + 0.2:
            break
        again = measured(SHAPES[name], 1000)
        few, many = max(few, again[0]), min(many, again[1])
    assert many < 16 * few + 0.2  # the square would be a hundred


def grown(small: bytes, large: bytes) -> str:
    """Say how the time has grown where it has too much, with the least of what a busy machine adds."""
    least, most = seconds(small), seconds(large)
    for _ in range(4):
        if most < MOST * least:
            return ""
        least, most = max(least, seconds(small)), min(most, seconds(large))
    return f"{len(small)} bytes in {least:.3f} s, {len(large)} in {most:.3f} s"


@pytest.mark.parametrize("name", NAMES)
def test_four_times_as_much_takes_about_four_times_as_long(name: str) -> None:
    """Or four times more do: what is read in another way from a number on is so between two of the sizes."""
    one = CONSTRUCTS[name]
    times = max(1, SIZE * 64 // len(one.text(64)))
    texts = [one.text(more * times) for more in (1, 4, 16)]
    first = grown(*texts[:2])
    then = grown(*texts[1:]) if first else ""
    assert not then, f"{first}; {then}"


CHAIN = "".join(f"#define WARP_{i} WARP_{i - 1}\n" for i in range(1, 2000))
DOUBLED = "".join(f"const int WARP_{i} = WARP_{i - 1} + WARP_{i - 1};\n" for i in range(1, 33))
USED = "__global__ void k(int *p) { p[0] = __shfl_sync(%s, p[1], 1, %s); }\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define WARP_0 32\n" + CHAIN + USED % ("~0u", "WARP_1999"), "__shfl(p[1], 1, WARP_1999)"),
        ("const int WARP_0 = 1;\n" + DOUBLED + USED % ("~0u", "WARP_5"), "__shfl(p[1], 1, WARP_5)"),
        # A mask that is too deep or too long to be read is evaluated where it stands.
        (USED % ("~" * 1200 + "0u", "32"), "hipify_warp32::shfl_sync(~~~~"),
        (USED % ("9" * 5000, "32"), "hipify_warp32::shfl_sync(9999"),
        (USED % ("~0u", "9" * 5000), "__shfl(p[1], 1, " + "9" * 5000 + ")"),
    ],
)
def test_what_is_deep_or_long_is_converted(source: str, expected: str) -> None:
    result = convert(source.encode(), RULES, Options())
    assert expected in result.output.decode()


@pytest.mark.parametrize("name", ["splits of nothing", "cub classes opened", "launches with open brackets"])
def test_what_the_parser_would_take_for_ever_is_given_up_with_a_finding(name: str) -> None:
    result = convert(CONSTRUCTS[name].text(8000), RULES, Options())
    assert "P001" in {finding.rule for finding in result.findings}


@pytest.mark.parametrize("warp", ["32", "native"])
def test_warps_are_not_looked_for_where_no_compiler_reads(warp: Warp) -> None:
    """More brackets than compilers take are told of; what stands around them is converted."""
    deep = "f(" * 600 + "__shfl_sync(~0u, p[1], 1)" + ")" * 600
    source = "__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 1);\n  p[2] = %s;\n"
    whole = source % deep + "  p[3] = __shfl_sync(~0u, p[3], 1); }\n"
    result = convert(whole.encode(), RULES, Options(warp=warp))
    assert {finding.rule for finding in result.findings} >= {"P001"}
    first, middle, last = result.output.decode().splitlines()[-3:]
    kept = "__shfl_sync(~0u"
    assert (kept in first, kept in middle, kept in last) == (False, True, False)


@pytest.mark.parametrize("marks", [b"!", b"do ", b"~!"])
def test_marks_without_end_are_given_up_with_a_finding(marks: bytes) -> None:
    """A query takes the square of the marks that stand in a row in what the grammar cannot read."""
    head = b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 1);\n  v = __ballot_sync("
    begun = time.process_time()
    result = convert(head + marks * (200_000 // len(marks)), RULES, Options())
    assert time.process_time() - begun < 5
    assert "P001" in {finding.rule for finding in result.findings}


def test_a_long_table_with_an_error_is_read() -> None:
    source = b"int a[] = { 1, @, " + b"1," * 20_000 + b"};\nvoid f() { cudaFree(0); }\n"
    assert "P001" not in {finding.rule for finding in convert(source, RULES, Options()).findings}
