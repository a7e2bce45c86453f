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


GIVES = "#include <cooperative_groups.h>\ntemplate <class G> __device__ %s votes(const G &g, int p) { %s }\n"


def test_a_template_that_gives_32_bits_of_a_ballot_back() -> None:
    for kind in ("unsigned", "int", "uint32_t"):
        found = native(GIVES % (kind, "return g.ballot(p);")).findings
        assert [(one.rule, "gives back" in one.message) for one in found if one.rule == "W003"] == [
            ("W003", True)
        ]
    for kind in ("unsigned long long", "bool", "auto", "uint64_t"):
        assert all(one.rule != "W003" for one in native(GIVES % (kind, "return g.ballot(p);")).findings)
    assert all(
        one.rule != "W003" for one in native(GIVES % ("int", "return __popcll(g.ballot(p));")).findings
    )
