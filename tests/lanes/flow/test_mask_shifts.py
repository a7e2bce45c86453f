"""Which mask a shift of a constant makes."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.mask_shifts import is_narrow_shift, mask_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit

UNIT = Unit(b"template <class T> void f(); using mask = unsigned long long; using word = unsigned;\n")
CONSTANTS = ConstantTable(
    {b"ONE": b"1u", b"ALL": b"0xffffffff", b"WIDE": b"1ull"},
    types={b"mask": b"unsigned long long", b"word": b"unsigned"},
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1u << s", "bit"),
        ("2 << s", "bit"),
        ("0x1u << s", "bit"),
        ("uint32_t{1} << s", "bit"),
        ("word(1) << s", "bit"),
        ("(int)1 << s", "bit"),
        ("ONE << s", "bit"),
        ("true << s", "bit"),
        ("~0u << s", "ones"),
        ("-1 << s", "ones"),
        ("ALL << s", "ones"),
        ("~word{0} << s", "ones"),
        ("0xfffffffeu << s", "ones"),
        ("~0u >> (31 - s)", "below"),
        ("1ull << s", "wide"),
        ("mask{1} << s", "wide"),
        ("(uint64_t)1 << s", "wide"),
        ("3u << s", ""),
        ("1u >> s", ""),
        ("WIDE << s", ""),
        ("T{1} << s", ""),
        ("x << s", ""),
    ],
)
def test_the_mask_of_a_shift(text: str, kind: str) -> None:
    assert mask_of(expression(text.encode()), CONSTANTS) == kind


@pytest.mark.parametrize(
    ("text", "narrow"),
    [
        ("3u << s", True),
        ("T(1) << s", True),
        ("(T)1 << s", True),
        ("~T{0} << s", True),
        ("lanes{1} << s", True),
        ("3ull << s", False),
        ("mask{3} << s", False),
        ("uint64_t(x) << s", False),
        ("load(1) << s", False),
        ("x << s", False),
    ],
)
def test_what_stays_in_32_bits(text: str, *, narrow: bool) -> None:
    assert is_narrow_shift(UNIT, expression(text.encode()), CONSTANTS) is narrow
