"""Comparisons with the versions of libraries that ROCm's headers define."""

from __future__ import annotations

import pytest

from hipify_py.resolve.condition_truth import KNOWN
from hipify_py.resolve.library_versions import compared

YES, NO = KNOWN[True].decode(), KNOWN[False].decode()
NCCL = {b"NCCL_VERSION_CODE": (22707, 22707), b"NCCL_MINOR": (27, 27)}


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("NCCL_VERSION_CODE >= NCCL_VERSION(2,28,0)", NO),
        ("NCCL_VERSION_CODE >= NCCL_VERSION( 2, 27 ,7 )", YES),
        ("NCCL_VERSION_CODE > NCCL_VERSION(2,27,7)", NO),
        ("NCCL_VERSION_CODE >= NCCL_VERSION(2,7,0)", YES),
        ("NCCL_VERSION_CODE < 2800", NO),
        ("NCCL_VERSION_CODE == 22707", YES),
        ("NCCL_VERSION_CODE != 22707UL", NO),
        ("NCCL_VERSION(2,28,0) <= NCCL_VERSION_CODE", NO),
        ("22800 > NCCL_VERSION_CODE", YES),
        ("X && (NCCL_MINOR <= 27)", f"X && ({YES})"),
        ("defined(X) || NCCL_MINOR < 27", f"defined(X) || {NO}"),
        ("!NCCL_MINOR < 27", "!NCCL_MINOR < 27"),
        ("NCCL_MINOR + 1 < 27", "NCCL_MINOR + 1 < 27"),
        ("1 + NCCL_MINOR < 27", "1 + NCCL_MINOR < 27"),
        ("MY_MINOR < 27", "MY_MINOR < 27"),
        ("NCCL_MINOR < OTHER", "NCCL_MINOR < OTHER"),
    ],
)
def test_one_release_decides(text: str, answered: str) -> None:
    assert compared(text.encode(), NCCL, ()).decode() == answered
    assert compared(text.encode(), NCCL, NCCL) == text.encode()


@pytest.mark.parametrize(
    ("least", "most", "sign", "holds"),
    [
        (5, None, "> 4", True),
        (5, None, ">= 5", True),
        (5, None, "> 5", None),
        (5, None, "< 5", False),
        (5, None, "<= 5", None),
        (5, None, "== 4", False),
        (5, None, "== 5", None),
        (None, 5, "< 6", True),
        (None, 5, "<= 5", True),
        (None, 5, "<= 4", None),
        (None, 5, ">= 6", False),
        (None, 5, "> 5", False),
        (None, 5, "!= 6", True),
        (5, 9, "> 7", None),
        (None, None, "> 7", None),
    ],
)
def test_a_range_decides_where_all_of_it_agrees(
    least: int | None, most: int | None, sign: str, holds: bool | None
) -> None:
    text = f"A_VERSION {sign}".encode()
    answered = compared(text, {b"A_VERSION": (least, most)}, ())
    assert answered == (text if holds is None else KNOWN[holds])
