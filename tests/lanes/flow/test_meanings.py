"""How far one goes into what names stand for."""

from __future__ import annotations

import pytest
from helpers.matches import RULES
from helpers.sources import function_at

from hipify_py.conversion import convert
from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.meanings import DEEPEST, MOST, Meanings
from hipify_py.settings import Options
from hipify_py.source.unit import Unit


def chain(first: str, of: str, many: int) -> str:
    """Give a row of declarations, each made of the one before, whose number is `%e`."""
    return first + "".join(of.replace("%d", str(i)).replace("%e", str(i - 1)) for i in range(1, many + 1))


def macros(of: str, many: int) -> tuple[str, str, str]:
    return chain("#define M0(x) (x)\n", f"#define M%d(x) {of}\n", many), "", f"M{many}(threadIdx.x / 32)"


def words(of: str, many: int) -> tuple[str, str, str]:
    return chain("#define M0 (threadIdx.x / 32)\n", f"#define M%d {of}\n", many), "", f"M{many}"


def lambdas(of: str, many: int) -> tuple[str, str, str]:
    first = "auto f0 = [](int x) { return x; };\n"
    made = chain(first, f"auto f%d = [](int x) {{ return {of}; }};\n", many)
    return "", made, f"f{many}(threadIdx.x / 32)"


@pytest.mark.parametrize(
    ("source", "level"),
    [
        (macros("(M%e(x) + 1)", 4), "warp"),
        (macros("(M%e(x) + M%e(x + 1))", 3), "warp"),
        (macros("(M%e(x) + M%e(x + 1))", 60), "lane"),
        (macros("M%e(M%e(x))", 60), "lane"),
        (macros("(M%e(x) + 1)", 500), "lane"),
        (macros("(" + 40 * "~" + "M%e(x))", 500), "lane"),
        (words("(M%e + 1)", 4), "warp"),
        (words("(M%e + M%e)", 60), "lane"),
        (words("(M%e + 1)", 500), "lane"),
        (lambdas("f%e(x) + 1", 4), "warp"),
        (lambdas("f%e(x) + f%e(x + 1)", 60), "lane"),
        (lambdas("f%e(f%e(x))", 60), "lane"),
        (lambdas("f%e(x)", 500), "lane"),
    ],
)
def test_what_is_made_of_the_one_before_ends(source: tuple[str, str, str], level: str) -> None:
    """In a moment, within the interpreter's limit, and as what may differ by lane."""
    head, before, expression = source
    code = f"{head}__global__ void k(int v) {{ {before} here(); v = __shfl_sync(~0u, {expression}, 1); }}"
    unit = Unit(code.encode())
    values = LazyValues(unit, function_at(unit), ConstantTable(declared_constants(unit)))
    assert values.at(unit.code.index(b"here")).level(expression.encode()) == level
    assert convert(code.encode(), RULES, Options(warp="native")).edits


def test_meanings_are_counted_from_the_outermost() -> None:
    meanings = Meanings()
    for _ in range(2 * MOST):
        with meanings.of(b"a") as goes_on:
            assert goes_on
    with meanings.of(b"a"):
        told = []
        for _ in range(MOST):
            with meanings.of(b"b") as goes_on:
                told.append(goes_on)
        assert told == [True] * (MOST - 1) + [False]
    assert not meanings.open


def test_meanings_in_one_another_end() -> None:
    meanings = Meanings()

    def depth(at: int) -> int:
        with meanings.of(b"%d" % at) as goes_on:
            return depth(at + 1) if goes_on else at

    assert depth(0) == DEEPEST


def test_what_is_asked_twice_in_a_meaning_is_worked_out_once() -> None:
    meanings, asked = Meanings(), list[bytes]()

    def worked_out(name: bytes) -> None:
        asked.append(name)

    once = meanings.once(worked_out)
    for _ in range(2):
        once(b"outside")
        with meanings.of(b"a"):
            once(b"x")
            once(b"x")
            with meanings.of(b"b"):  # one that stands deeper may be given up
                once(b"x")
    assert asked == [b"outside", b"x", b"x"] * 2


def test_what_hangs_on_a_name_that_is_open_is_worked_out_each_time() -> None:
    meanings, asked = Meanings(), list[bool]()
    once = meanings.once(lambda name: asked.append(meanings.is_open(name)))
    with meanings.of(b"a"):
        for name in (b"a", b"a", b"b", b"b"):
            once(name)
    assert asked == [True, True, False]
