"""Thrust inside a namespace of the program's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, matched

from hipify_py.match.wrapped_thrust import wrapped_thrust
from hipify_py.rules.model import Rule
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("mine::thrust::sort(a, b);", ["mine::thrust"]),
        ("using mine :: thrust :: sort;", ["mine :: thrust"]),
        ("::a::b::thrust::sort(a);", ["b::thrust"]),
        ("::thrust::sort(a); thrust::sort(b);", []),
        ("a ? b : thrust::min(c, d);", []),
        ("int main() { mine::thrust::pinned<int> a; thrust::device_vector<int> b; }", []),
        ("int main() { mine::thrust::pinned<int> a; ::thrust::device_vector<int> b; }", []),
        ("namespace mine { thrust::pair<int, int> p; }\nmine::thrust::pair<int, int> q;", ["mine::thrust"]),
        (
            "using namespace mine;\nmine::thrust::pair<int, int> q; thrust::pair<int, int> p;",
            ["mine::thrust"],
        ),
        ("namespace thrust = mine::thrust;\nthrust::pair<mine::thrust::a, int> p;", ["mine::thrust"]),
        ("mine::thrust_like::sort(a); mine::thrust t;", []),
        ("namespace thrust { namespace mine {} }", []),
        ("// mine::thrust::sort(a)\n", []),
    ],
)
def test_what_names_thrust_elsewhere(source: str, said: list[str]) -> None:
    made = matched("M085", source)
    assert made.text == source
    assert [text for _, text in made.said] == said


def test_one_finding_for_a_file() -> None:
    unit = Unit(b"a::thrust::sort(p, q); a::thrust::fill(p, q, 0); b::thrust::copy(p, q, r);")
    rule = RULES.by_id["M085"]
    assert isinstance(rule, Rule)
    (match,) = wrapped_thrust(unit, rule, RULES, Options())
    related = [unit.source[slice(*one.span)] for one in match.findings[0].related]
    assert related == [b"a::thrust", b"b::thrust"]


@pytest.mark.compiler
def test_what_is_advised_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """Beside a namespace of the program's own in its Thrust, too."""
    advised = re.search("let `(.*)` stand", str(RULES.by_id["M085"].message))
    assert advised is not None
    path = tmp_path / "a.hip"
    path.write_text(
        "#include <thrust/device_vector.h>\n#include <thrust/host_vector.h>\n#include <thrust/sort.h>\n"
        "namespace mine { namespace thrust { namespace own { using X = int; } } }\n"
        + advised[1].replace("{name}", "mine")
        + "\nvoid f(mine::thrust::device_vector<int> &v) { mine::thrust::sort(v.begin(), v.end()); }\n"
        "namespace mine { void g(thrust::host_vector<int> &v) { thrust::sort(v.begin(), v.end()); } }\n"
    )
    good, messages = hipcheck(path, "--arch", "gfx90a", "-fsyntax-only")
    assert good, messages
