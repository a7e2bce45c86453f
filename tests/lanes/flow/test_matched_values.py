"""Values of which HIP's matches want another type than CUDA's."""

from __future__ import annotations

import pytest
from helpers.warps import run

ENUM = "enum Level { LOW, HIGH }; enum Wide : unsigned { A, B };\n"


def matched(declared: str, value: str) -> str:
    """Give what the value of a match becomes on wavefronts."""
    call = f"__match_any_sync(0xffffffff, {value})"
    out = run(ENUM + "__global__ void k(int *o, " + declared + ") { *o = " + call + "; }\n", "native").text
    return out.rpartition("__match_any(")[2].rpartition("); }")[0]


@pytest.mark.parametrize(
    ("declared", "value", "after"),
    [
        ("Level v", "v", "+v"),
        ("const Level *v", "v[threadIdx.x]", "+v[threadIdx.x]"),
        ("Wide v", "v", "+v"),
        ("bool v", "v", "+v"),
        ("const char *v", "v[2]", "+v[2]"),
        ("unsigned short v", "v", "+v"),
        ("uint8_t v", "(v)", "+(v)"),
        ("int8_t v", "*v", "+(*v)"),
        ("int v", "v > 3", "+(v > 3)"),
        ("int v", "v && o", "+(v && o)"),
        ("int v", "!v", "+(!v)"),
    ],
)
def test_a_value_that_cuda_promotes_is_promoted(declared: str, value: str, after: str) -> None:
    assert matched(declared, value) == after


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        ("int v", "v"),
        ("unsigned v", "v & 1"),
        ("unsigned long long v", "v"),
        ("float v", "v"),
        ("char v", "v + 1"),
        ("char v", "-v"),
        ("char v", "(int)v"),
        ("Other v", "v"),
        ("Level v", "(int)v"),
        ("Level v", "+v"),
        ("S v", "v.level"),
    ],
)
def test_other_values_stay_as_they_are(declared: str, value: str) -> None:
    assert matched(declared, value) == value


def test_so_it_is_with_other_forms_of_matches_and_nothing_else() -> None:
    head = ENUM + "__global__ void k(unsigned *o, Level v, unsigned m) { int p; "
    out = run(head + "*o = __match_all_sync(0xffffffff, v, &p); }\n", "native").text
    assert "__match_all(+v, &p)" in out
    out = run(head + "*o = __match_any_sync(m & 7, v); }\n", "native").text
    assert "(__match_any(+v) & m & 7)" in out
    out = run(head + "*o = __shfl_sync(0xffffffff, v, 0); }\n", "native").text
    assert "__shfl(v, 0)" in out
    assert "+v" not in run(head + "*o = __match_any_sync(0xffffffff, v); }\n").text
