"""Macros of numbers of CUDA's that stand for conditions are told as these."""

from __future__ import annotations

import time

import pytest

from hipify_py.conversion import convert
from hipify_py.match.version_conditions import conditions_by_name
from hipify_py.rules.load import load
from hipify_py.source.unit import Unit

USED = "#if NEW\nint x;\n#endif\n"


def said(source: str) -> list[tuple[str, str, str, int]]:
    """Give what is said of numbers, and at how many more places."""
    found = convert(source.encode(), load()).findings
    return [(one.rule, one.severity, one.fails, len(one.related)) for one in found]


@pytest.mark.parametrize(
    ("source", "rule", "more"),
    [
        (f"#define NEW (defined(CUDART_VERSION) && CUDART_VERSION >= 11000)\n{USED}", "M003", 1),
        ("#define NEW (defined(CUDART_VERSION) && CUDART_VERSION >= 11000)\n", "M003", 1),
        (f"#define NEW (CUDART_VERSION >= 12000)\n{USED}", "M003", 0),
        ("#define NEW __CUDACC_VER_MAJOR__\n#if NEW > 11\n#elif NEW > 9\n#endif\n", "M003", 0),
        (f"#define NEW (__CUDA_ARCH__ >= 700)\n{USED}", "M001", 0),
    ],
)
def test_a_macro_that_conditions_alone_can_ask_for_is_one(source: str, rule: str, more: int) -> None:
    assert said(source) == [(rule, "warning", "silent", more)]


@pytest.mark.parametrize(
    "source",
    [
        "#define NEW (CUDART_VERSION >= 12000)\n#include <mine.h>\n",  # which may use it as a value
        f"#define NEW CUDART_VERSION\n{USED}int y = NEW;\n",
        f"#define NEW CUDART_VERSION\n{USED}#define OTHER NEW + 1\n",
        "#define NEW(x) (CUDART_VERSION >= x)\n#if NEW(3)\n#endif\n",
    ],
)
def test_a_value_is_an_error_as_before(source: str) -> None:
    assert ("M103", "error", "compile", 0) in said(source)


def test_one_that_is_made_only_where_the_number_is_stays_a_note() -> None:
    source = f"#ifdef CUDART_VERSION\n#define NEW (CUDART_VERSION >= 12000)\n{USED}#endif\n"
    assert [severity for rule, severity, *_ in said(source) if rule == "M103"] == ["note"]


def test_many_are_read_in_one_walk() -> None:
    times = []
    for count in (2_000, 8_000):
        made = "".join(f"#define V{at} (CUDART_VERSION >= {at})\n#if V{at}\n#endif\n" for at in range(count))
        unit = Unit(made.encode())
        assert len(unit.directives) == 3 * count
        start = time.process_time()
        assert len(conditions_by_name(unit)) == count
        times.append(time.process_time() - start)
    assert times[1] < 10 * times[0]
