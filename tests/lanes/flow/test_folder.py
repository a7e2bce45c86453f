"""What expressions are worth, by constants, types and functions that are told."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_functions import ConstantFunction
from hipify_py.lanes.flow.folder import Folder
from hipify_py.lanes.flow.integers import Number
from hipify_py.source.expression_reading import expression

FOLDER = Folder(
    {b"N": Number(4, 32), b"open": None},
    {b"twice": ConstantFunction((b"a",), expression(b"a * 2"))},
    {b"Word": b"unsigned", b"Row": b"Team<8>"},
    Number(32, 32),
    calls=[],
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("N + 1", 5),
        ("scope::N << 3", 32),
        ("(N > 3) ? 1 : x", 1),
        ("-1 & 0xff", 255),
        ("!N", 0),
        ("twice(N + 1)", 10),
        ("sizeof(Word) * 8", 32),
        ("static_cast<Word>(-1) >> 31", 1),
        ("UINT32_MAX", 0xFFFFFFFF),
        ("kWarpSize / 2", 16),
        ("__popc(7)", 3),
        ("true", 1),
        ("Word{1} << 2", 4),
        ("Word(-1) >> 31", 1),
        ("std::numeric_limits<Word>::max()", 0xFFFFFFFF),
        ("std::numeric_limits<short>::max()", 0x7FFF),
    ],
)
def test_worth(text: str, value: int) -> None:
    found = FOLDER.value(expression(text.encode()))
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    "text",
    ["open", "x", "N / 0", "N ? x : 1", "twice(x)", "other(N)", "1.5", "sizeof(T)", "Row{1}", "Row(1)"],
)
def test_what_is_no_constant(text: str) -> None:
    assert FOLDER.value(expression(text.encode())) is None


HIGH = b" + ".join([b"high(a - 1)"] * 12)
CIRCLES = Folder(
    {},
    {
        b"high": ConstantFunction((b"a",), expression(b"a > 1 ? " + HIGH + b" : 2")),
        b"low": ConstantFunction((b"a",), expression(b"a > 1 ? 1 + low(a / 2) : 0")),
    },
    {b"Own": b"integral_constant<int, Own{} + 1>", b"Same": b"integral_constant<int, Same::value>"},
)


@pytest.mark.parametrize("text", ["Own{}", "Own()", "Own::value", "Same::value", "Same{} + 1", "high(64)"])
@pytest.mark.parametrize(
    "around", ["%s", "(" * 200 + "%s" + ")" * 200, "-~" * 40 + "%s", "low(" * 60 + "%s" + ")" * 60]
)
def test_what_is_made_of_itself_ends(text: str, around: str) -> None:
    assert CIRCLES.value(expression((around % text).encode())) is None


def test_calls_in_each_other_that_are_low_are_followed() -> None:
    found = CIRCLES.value(expression(b"low(1 << 20)"))
    assert found is not None
    assert found.value == 20
