"""Who includes whom, directly and through others."""

from __future__ import annotations

import posixpath

import pytest

from hipify_py.project.fact_reading import facts
from hipify_py.project.inclusion import Inclusion
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
FILES = {
    "a.cu": '#include "x.h"\n#include <vector>\n',
    "b.cu": '#include "y.h"\n',
    "x.h": '#include "z.h"\n',
    "y.h": '#include "x.h"\n',
    "z.h": "int z;\n",
    "c.cu": '#include "w.h"\n',
    "w.h": '#include "w.h"\n',
}


def inclusion(files: dict[str, str], renamed: dict[str, str] | None = None) -> Inclusion:
    found = {path: facts(text.encode(), RULES, Options(path=path)) for path, text in files.items()}
    known = {*found, *(renamed or {})}

    def place(include: bytes) -> str | None:
        there = posixpath.normpath(include.decode())
        return there if there in known else None

    places = {path: [place(include) for include, _ in fact.includes] for path, fact in found.items()}
    return Inclusion(found, places, renamed or {})


def test_what_includes_name() -> None:
    made = inclusion(FILES)
    assert made.targets["a.cu"] == ("x.h", None)
    assert made.includers["x.h"] == ["a.cu", "y.h"]
    assert made.included_by("a.cu") == {"x.h"}
    assert made.included_by("none") == set()


@pytest.mark.parametrize(
    ("files", "above", "below", "alone"),
    [
        ({"a.cu"}, {"a.cu"}, {"a.cu", "x.h", "z.h"}, {"a.cu"}),
        ({"b.cu"}, {"b.cu"}, {"b.cu", "x.h", "y.h", "z.h"}, {"b.cu", "y.h"}),
        ({"a.cu", "b.cu"}, {"a.cu", "b.cu"}, {"a.cu", "b.cu", "x.h", "y.h", "z.h"}, None),
        ({"z.h"}, {"a.cu", "b.cu", "x.h", "y.h", "z.h"}, {"z.h"}, set()),
        ({"c.cu"}, {"c.cu"}, {"c.cu", "w.h"}, {"c.cu"}),
        (set(), set(), set(), set()),
    ],
)
def test_through_others(files: set[str], above: set[str], below: set[str], alone: set[str] | None) -> None:
    made = inclusion(FILES)
    assert made.above(files) == above
    assert made.below(files) == below
    assert made.only_of(files) == (below if alone is None else alone)


def test_a_file_that_is_renamed() -> None:
    made = inclusion({"k.hip": '#include "o.cu"\n', "o.hip": "int o;\n"}, {"o.cu": "o.hip"})
    assert made.targets["k.hip"] == ("o.hip",)
    assert made.above({"o.hip"}) == {"k.hip", "o.hip", "o.cu"}


def test_of_a_file_with_the_same_guard_nothing_is_read() -> None:
    guarded = "#ifndef K_H\n#define K_H\n%s\n#endif\n"
    made = inclusion({"k.cuh": guarded % "int k;", "k.h": guarded % '#include "k.cuh"'})
    assert made.targets["k.h"] == (None,)
    assert not made.is_read("k.h", "k.cuh")
