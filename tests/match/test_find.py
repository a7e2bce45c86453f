"""Everything that the rules speak about in one source."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.matches import RULES, alone, applied

from hipify_py.match import find as module
from hipify_py.match.find import find
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

SOURCE = """\
#include <cuda_runtime.h>
#define HEADER <cub/cub.cuh>
struct float4 tagged;
__global__ void k(int *p) { asm("trap;"); }
void run(cudaPointerAttributes a) { cub::f(); k<<<1, {2, 3}>>>(p); cudaFree(p); use(a.memoryType); }
"""


def test_each_kind_of_match_is_found() -> None:
    unit = Unit(SOURCE.encode())
    made = applied(unit, find(unit, RULES, Options(add_include=False)))
    assert made.said == [("N010", "cub/cub.cuh")]
    assert made.text == (
        SOURCE.replace("cuda_runtime.h", "hip/hip_runtime.h")
        .replace("struct float4", "float4")
        .replace('asm("trap;")', "__builtin_trap()")
        .replace("cudaPointerAttributes", "hipPointerAttribute_t")
        .replace("cub::f", "hipcub::f")
        .replace("{2, 3}", "dim3{2, 3}")
        .replace("cudaFree", "hipFree")
        .replace("a.memoryType", "a.type")
    )


@pytest.mark.parametrize(
    "source", ["", "int x;\n", "hipFree(p);\n", "// cudaFree(p);\n", 'auto s = "cudaFree";\n']
)
def test_where_no_rule_speaks_nothing_is_found(source: str) -> None:
    assert [match for match in find(Unit(source.encode()), RULES, Options(path="a.cpp")) if any(match)] == []


def test_an_edit_names_the_users_own_rule_that_asks_for_it() -> None:
    source = "struct float4 v;"
    rules = alone("M025")
    mine = replace(rules, rules=(rules.rules[0]._replace(origin="mine.toml:7"),))
    for given, origin in ((rules, ""), (mine, "mine.toml:7")):
        (match,) = find(Unit(source.encode()), given, Options())
        assert [edit.origin for edit in match.edits] == [origin]


def test_every_rule_in_python_has_its_matcher() -> None:
    assert len(RULES.coded) > 10
    for rule in RULES.coded:
        assert callable(module.matcher(rule.code)), rule.name


def test_a_rule_in_python_speaks_only_where_one_of_its_words_stands() -> None:
    """So no file pays for a matcher that has nothing to find in it."""
    for rule in RULES.coded:
        assert all(isinstance(word, bytes) and word for word in rule.words), rule.name
    (tags,) = alone("M025").rules
    assert tags.words
    without = replace(alone("M025"), rules=(tags._replace(words=(b"elsewhere",)),))
    assert [*find(Unit(b"struct float4 v;"), without, Options())] == []
