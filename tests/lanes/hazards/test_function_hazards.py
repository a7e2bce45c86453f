"""All that remains for a person in one function, and nothing of the functions beside it."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, text_of

from hipify_py.lanes.hazards.function_hazards import function_hazards
from hipify_py.source.unit import Unit

BARRIER = "if (i / 32 == n) __syncthreads();"
WAIT = "while (atomicCAS(p, 0, 1) != 0) ;"
MISSING = "if (i < n) v = __shfl_sync(~0u, v, 1);"
STEPS = "s[i] += s[i + 16]; s[i] += s[i + 8]; s[i] += s[i + 4];"
HEAD = "__global__ void %s(int *p, int n) { __shared__ volatile int s[64]; int i = threadIdx.x, v = 0; %s }\n"


def remain(source: str) -> list[list[tuple[str, str]]]:
    """Give for each function the messages with their places, in their order."""
    unit = Unit(source.encode())
    found = []
    for facts in facts_of(unit):
        assert facts.function is not None
        assert facts.values is not None
        hazards = function_hazards(unit, facts.function, facts.ops, facts.values)
        found.append(sorted((one.message, text_of(unit, one.span)) for one in hazards))
    return found


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (BARRIER, [("G016", "__syncthreads")]),
        (WAIT, [("W026", "while (atomicCAS(p, 0, 1) != 0)")]),
        (MISSING, [("W023", "__shfl_sync")]),
        (STEPS, [("W018", "s[i] += s[i + 16]; s[i] += s[i + 8]; s[i] += s[i + 4]")]),
        ("v = __shfl_sync(~0u, v, 0); __syncthreads(); while (n--) v++;", []),
        ("p[i] = v;", []),
    ],
)
def test_each_kind_of_hazard_is_found_by_itself(code: str, expected: list[tuple[str, str]]) -> None:
    assert remain(HEAD % ("k", code)) == [expected]


def test_all_kinds_are_found_together() -> None:
    (found,) = remain(HEAD % ("k", BARRIER + WAIT + MISSING + STEPS))
    assert [message for message, _ in found] == ["G016", "W018", "W023", "W026"]


def test_a_function_has_its_own_hazards_alone() -> None:
    found = remain(HEAD % ("a", BARRIER) + HEAD % ("b", "") + HEAD % ("c", MISSING))
    assert found == [[("G016", "__syncthreads")], [], [("W023", "__shfl_sync")]]
