"""What conditions hang on: their own expressions, and the conditions of jumps that leave loops."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.control import Control, of
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.unit import Unit


def decided(body: str, first: str) -> set[str]:
    """Give all that the condition with some text hangs on."""
    code = f"void f(int n, int m, int k) {{ {body} }}".encode()
    unit = Unit(code)
    read = model(unit, defined_functions(unit)[b"f"])
    listed = [one.condition for one in read.regions.listed if one.condition]
    asked = [of(one.span) for one in listed if code[slice(*one.span)].decode() == first]
    return {code[slice(*one.asked)].decode() for one in Control(read, code).decisions(asked) if one.asked}


@pytest.mark.parametrize(
    ("body", "first", "found"),
    [
        ("if (n) a();", "n", {"n"}),
        ("while (n) { a(); }", "n", {"n"}),
        ("while (n) { if (m) break; }", "n", {"n", "m"}),
        ("while (n) { if (m) { if (k) break; } }", "n", {"n", "m", "k"}),
        ("while (n) { while (m) { if (k) break; } }", "n", {"n"}),
        ("while (n) { if (m) continue; a(); }", "n", {"n"}),
        ("for (; m; ) { if (k) break; }", "; m; ", {"m", "k"}),
        ("switch (n) { case 1: if (m) break; a(); }", "n", {"n", "m"}),
        ("while (n) { auto g = [&] { if (m) return; }; }", "n", {"n"}),
    ],
)
def test_what_a_condition_hangs_on(body: str, first: str, found: set[str]) -> None:
    assert decided(body, first) == found


def test_where_jumps_leave_and_what_nobody_comes_to_the_end_of() -> None:
    code = b"void f(int n) { while (n) { if (n > 1) break; if (n > 2) { continue; } } }"
    unit = Unit(code)
    read = model(unit, defined_functions(unit)[b"f"])
    control = Control(read, code)
    loop = next(number for number, one in enumerate(read.regions.listed) if one.parent == -1)
    assert control.left == {
        (loop, "break"): [code.index(b"break")],
        (loop, "continue"): [code.index(b"continue")],
    }
    assert len(control.ended) == 2
    assert loop not in control.ended
