"""Masks that coalesced groups give, kept in 32 bits."""

from __future__ import annotations

import pytest
from helpers.warps import native

HEAD = "#include <cooperative_groups.h>\n__global__ void k(int *o, int p) { "
GROUP = "auto g = cooperative_groups::coalesced_threads(); "


def told(statement: str) -> list[str]:
    return [one.rule for one in native(f"{HEAD}{GROUP}{statement} }}\n").findings if one.rule == "W003"]


@pytest.mark.parametrize(
    "statement",
    [
        "const unsigned odd = g.ballot(p);",
        "unsigned odd; odd = g.match_any(p);",
        "int odd{g.ballot(p)};",
        "uint32_t odd = (g.ballot(p));",
        "o[0] = __popc(g.ballot(p));",
        "o[0] = __ffs((g.match_any(p)));",
    ],
)
def test_they_are_reported(statement: str) -> None:
    assert told(statement) == ["W003"]


@pytest.mark.parametrize(
    "statement",
    [
        "const unsigned long long odd = g.ballot(p);",
        "uint64_t odd = g.match_any(p);",
        "auto odd = g.ballot(p);",
        "o[0] = __popcll(g.ballot(p));",
        "if (g.ballot(p)) o[0] = 1;",
        "bool odd = g.ballot(p);",
        "unsigned odd = g.any(p) + g.size();",
        "unsigned odd = other.ballot(p);",
    ],
)
def test_what_keeps_all_lanes_is_not(statement: str) -> None:
    assert told(statement) == []
