"""Names that are plain numbers, and that only assignments change."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.kept_numbers import is_kept_number
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int a = 3; y[a] = (a) + 1;", True),
        ("const unsigned long long a = 3;", True),
        ("for (a = 0; a < 3; ++a) h(a); int a;", True),
        ("int b = 1, a = 2; b = a & 3; b = 3 & a; while (a) --a; return (a);", True),
        ("int a = 3; #pragma unroll\n", True),
        ("int *a = y;", False),
        ("int a[3];", False),
        ("Ctx a;", False),
        ("auto &a = y[0];", False),
        ("auto [a, b] = c();", False),
        ("int a = 3; unseen(a);", False),
        ("int a = 3; unseen(1, a);", False),
        ("int a = 3; unseen(a + 1);", True),
        ("int a = 3; unseen({a});", False),
        ("int a = 3; h(a);", True),
        ("int a = 3; x.h(a);", False),
        ("int a = 3; int *p = &a;", False),
        ("int a = 3; return &a;", False),
        ("int a = 3; cin >> a;", False),
        ("int a = 3; a >> 2;", True),
    ],
)
def test_a_name_is_a_number_by_itself(body: str, expected: bool) -> None:
    source = f"__device__ int h(int a) {{ return 1; }}\n__device__ int f(int *y) {{ {body}\nreturn 0; }}"
    unit = Unit(source.encode())
    (function,) = functions_by_name(unit)[b"f"]
    assert is_kept_number(unit, function, b"a", function.body.end - 1) is expected
