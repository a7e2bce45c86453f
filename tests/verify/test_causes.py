"""Which errors are one, and what to do about them."""

from __future__ import annotations

import pytest

from hipify_py.rules.load import load
from hipify_py.verify.causes import Named, cause_of, grouped
from hipify_py.verify.model import Problem, UnitReport


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("'cub/cub.cuh' file not found", Named("missing header cub/cub.cuh", "cub/cub.cuh", "header")),
        ("use of undeclared identifier 'cudaFoo'; did you mean 'x'?", Named("undeclared cudaFoo", "cudaFoo")),
        ("unknown type name 'half3'", Named("undeclared half3", "half3")),
        ("no member named 'major' in 'hipDeviceProp_t'", Named("undeclared major", "major")),
        ("no type named 'x' in namespace 'y'", Named("undeclared x", "x")),
        ("module 'm' not found", Named("missing module m: none is built here before what imports it", "m")),
        ("call to 'min' is ambiguous", Named("ambiguous call of min", "min")),
        ("use of overloaded operator '+' is ambiguous (with operand types 'float2' and 'int')",
         Named("ambiguous operator +", "+")),
        ("no matching function for call to 'f'", Named("no matching function f", "f")),
        ("no matching constructor for initialization of 'A'", Named("no matching constructor of A", "A")),
        ("redefinition of 'attributes'", Named("redefinition of attributes", "attributes")),
        ("reference to __device__ function 'f' in __host__ function",
         Named("__device__ f used in a __host__ function", "f")),
        ("too many arguments to function call, expected 2, have 3", Named("too many arguments")),
        (
            "static assertion failed due to requirement 'n == 8': give 64 bits",
            Named("static assertion failed: give 64 bits", "give 64 bits"),
        ),
        ("static assertion failed", Named("static assertion failed")),
        ("cannot initialize a variable of type 'int *' with an rvalue of type 'void *'",
         Named("cannot initialize a variable")),
        ("undefined hidden symbol: f(int)", Named("undefined symbol f(int)", "f(int)")),
        ("unknown argument: '-fgone'", Named("compiler options")),
        ("expected ';' after expression", Named("syntax")),
        ("ordered comparison between pointer and zero ('int *' and 'int') 17",
         Named("ordered comparison between pointer and zero ('...' and '...') N")),
        ("{0} {name}", Named("{N} {name}")),
    ],
)  # fmt: skip
def test_a_message_has_a_cause(message: str, named: Named) -> None:
    assert cause_of(message) == named


def problem(text: str, path: str = "a.cu", line: int = 1, advice: str = "") -> Problem:
    return Problem(path, line, 1, line, text, cause_of(text).title, ("host",), advice=advice)


def test_what_breaks_most_units_comes_first() -> None:
    one, two = problem("call to 'f' is ambiguous"), problem("redefinition of 'x'", "h.h")
    more = problem("redefinition of 'x'", "h.h", 9)
    units = (
        UnitReport("a.cu", "fails", (one, two)),
        UnitReport("b.cu", "fails", (two, more)),
        UnitReport("c.cu", "compiles"),
    )
    found = grouped(units, load())
    assert [(cause.title, cause.units, cause.problems) for cause in found] == [
        ("redefinition of x", ("a.cu", "b.cu"), (two, more)),
        ("ambiguous call of f", ("a.cu",), (one,)),
    ]


def test_one_error_of_several_units_is_one() -> None:
    here, there = problem("call to 'f' is ambiguous"), problem("call to 'f' is ambiguous")
    units = (
        UnitReport("a.cu", "fails", (here._replace(sides=("gfx90a", "host")),)),
        UnitReport("b.cpp", "fails", (there._replace(sides=("host", "gfx1100")),)),
        UnitReport("c.cpp", "needs", (problem("'mpi.h' file not found"),)),
    )
    (cause,) = grouped(units, load())
    assert cause.units == ("a.cu", "b.cpp")
    assert cause.problems == (here._replace(sides=("gfx90a", "host", "gfx1100")),)


def test_the_fix_is_what_the_rules_say_of_the_name_else_what_a_finding_said() -> None:
    units = (
        UnitReport(
            "a.cu",
            "fails",
            (
                problem("use of undeclared identifier 'cublasAlloc'", advice="x"),
                problem("no matching function for call to 'own'"),
                problem("no matching function for call to 'own'", line=2, advice="pass a handle"),
                problem("call to 'g' is ambiguous"),
            ),
        ),
    )
    fixes = {cause.title: cause.fix for cause in grouped(units, load())}
    assert fixes["undeclared cublasAlloc"].startswith("hipBLAS allocates no memory: call hipMalloc")
    assert fixes["no matching function own"] == "pass a handle"
    assert fixes["ambiguous call of g"] == ""
