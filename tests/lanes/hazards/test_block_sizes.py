"""What numbers of threads a launch may give its blocks."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import text_of

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.hazards.block_sizes import MOST, block_sizes
from hipify_py.lanes.hazards.width_queries import launches
from hipify_py.source.unit import Unit

START = "void start(int *p, int n) { %s }\n"
BY_RETURNS = "int sized(int n) { if (n > 9) return 256; if (n > 5) return 64; return 32; }\n"


def read(source: str) -> list[tuple[str, int]]:
    """Give for each size where it is got from, and the threads of such a block."""
    unit = Unit(source.encode())
    constants = constant_table(unit, declared_constants(unit))
    (launch,) = launches(unit)
    home = function_at(unit, b"k<<<")
    found = block_sizes(unit, home, launch.threads, constants)
    return [(text_of(unit, one.at), one.threads(constants)) for one in found]


@pytest.mark.parametrize(
    ("code", "sizes"),
    [
        ("k<<<n, 96>>>(p);", [("96", 96)]),
        ("k<<<n, n > 9 ? 64 : 32>>>(p);", [("64", 64), ("32", 32)]),
        ("int t = n > 9 ? n > 99 ? 128 : 64 : 32; k<<<n, t>>>(p);", [("128", 128), ("64", 64), ("32", 32)]),
        ("int t = 64; if (n < 9) t = 32; k<<<n, t>>>(p);", [("64", 64), ("32", 32)]),
        ("int t; if (n < 9) t = 32; else t = 64; k<<<n, t>>>(p);", [("32", 32), ("64", 64)]),
        ("int t = 32; t = 64; k<<<n, t>>>(p);", [("64", 64)]),
        ("int t = 32; while (t < n) t *= 2; k<<<n, t>>>(p);", []),
        ("int t = 32; grow(&t); k<<<n, t>>>(p);", []),
        ("{ int t = 32; n += t; } int t = 64; k<<<n, t>>>(p);", [("64", 64)]),
        ("dim3 b(n > 9 ? 64 : 32); k<<<n, b>>>(p);", [("64", 64), ("32", 32)]),
        ("dim3 b(n > 9 ? 64 : 32, 3); k<<<n, b>>>(p);", [("64", 192), ("32", 96)]),
        ("k<<<n, dim3(32, n)>>>(p);", [("32", 0)]),
        ("dim3 b = {32, 1, 1}; k<<<n, b>>>(p);", [("32", 32)]),
        ("dim3 b; b.x = n > 9 ? 64 : 32; k<<<n, b>>>(p);", [("64", 0), ("32", 0)]),
        ("const int s[] = {32, 64}; k<<<n, s[n]>>>(p);", [("32", 32), ("64", 64)]),
        ("k<<<n, min(n, 64)>>>(p);", [("64", 64)]),
        ("k<<<n, std::max(n * 32, 64)>>>(p);", [("n * 32", 0), ("64", 64)]),
        (
            "auto of = [](int m) { return m > 9 ? 64 : 32; }; k<<<n, of(n)>>>(p);",
            [("of(n)", 64), ("of(n)", 32)],
        ),
        ("k<<<n, (unsigned)(n ? 64 : 32)>>>(p);", [("64", 64), ("32", 32)]),
        ("static const int t[] = {32, 64}; k<<<n, t[1]>>>(p);", [("64", 64)]),
        ("static const int t[] = {32, 64}; k<<<n, t[n]>>>(p);", [("32", 32), ("64", 64)]),
    ],
)
def test_by_variables_and_choices(code: str, sizes: list[tuple[str, int]]) -> None:
    assert read(START % code) == sizes


def test_by_functions_and_macros() -> None:
    for code in (
        "k<<<n, sized(n)>>>(p);",
        "const dim3 b(sized(n)); k<<<n, b>>>(p);",
        "int t = sized(n); k<<<n, t>>>(p);",
    ):
        assert read(BY_RETURNS + START % code) == [("sized(n)", 256), ("sized(n)", 64), ("sized(n)", 32)]
    deep = BY_RETURNS + "int more(int n) { return sized(n + 1); }\n" + START % "k<<<n, more(n)>>>(p);"
    assert read(deep) == [("more(n)", 256), ("more(n)", 64), ("more(n)", 32)]
    macro = "#define SIZED(n) ((n) > 9 ? 64 : LEAST)\n#define LEAST 32\n"
    assert read(macro + START % "k<<<n, SIZED(n)>>>(p);") == [("SIZED(n)", 64), ("SIZED(n)", 32)]
    chosen = "int of(bool b, int x, int y) { return b ? x : y; }\n"
    assert read(chosen + START % "k<<<n, of(n, 32, 64)>>>(p);") == [("32", 32), ("64", 64)]
    listed = (
        "int of(int n) { int s[3] = {32, 64, 128};"
        " for (int i = 0; i < 3; i++) if (n <= s[i]) return s[i]; return 256; }\n"
    )
    assert read(listed + START % "k<<<n, of(n)>>>(p);") == [("of(n)", each) for each in (32, 64, 128, 256)]


def test_by_who_calls_the_function_around() -> None:
    starts = "void start(int *p, int t) { %s }\n"
    callers = "void a(int *p) { start(p, 32); }\nvoid b(int *p) { start(p, 64); }\n"
    assert read(starts % "k<<<9, t>>>(p);" + callers) == [("32", 32), ("64", 64)]
    assert read(starts % "t += 32; k<<<9, t>>>(p);" + callers) == []
    assert read(starts % "t = 96; k<<<9, t>>>(p);" + callers) == [("96", 96)]
    assert read(starts % "k<<<9, t>>>(p);" + callers + "auto given = start;\n") == []


def test_what_hangs_on_itself_comes_to_an_end() -> None:
    assert read("int f(int n) { return n ? f(n - 1) : 32; }\n" + START % "k<<<n, f(n)>>>(p);")[-1] == (
        "f(n)",
        32,
    )
    assert read(START % "int a = 32, b = 64; if (n) a = b; if (n > 2) b = a; k<<<n, a>>>(p);") == [
        ("32", 32),
        ("64", 64),
    ]
    many = "n ? 64 : " * (MOST + 9)
    assert 0 < len(read(START % f"k<<<n, {many} 32>>>(p);")) < MOST
