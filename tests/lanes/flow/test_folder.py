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
    ],
)
def test_worth(text: str, value: int) -> None:
    found = FOLDER.value(expression(text.encode()))
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    "text", ["open", "x", "N / 0", "N ? x : 1", "twice(x)", "other(N)", "1.5", "sizeof(T)"]
)
def test_what_is_no_constant(text: str) -> None:
    assert FOLDER.value(expression(text.encode())) is None
