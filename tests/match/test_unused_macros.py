"""Numbers of CUDA's versions in macros that nothing of a source uses, and in those that something does."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options
from hipify_py.surroundings import Project

MADE = "#define MAJOR (CUDART_VERSION / 1000)\n"


def told(source: str, name: str = "a.cu", *, included: bool = False) -> list[tuple[str, str]]:
    options = Options(name, project=Project(included=included))
    found = convert(source.encode(), RULES, options).findings
    return [(one.rule, one.severity) for one in found if one.rule == "M103"]


@pytest.mark.parametrize(
    "source",
    [
        MADE,
        MADE + "#undef MAJOR\nint f();\n",
        MADE + "#define SHOWN MAJOR\n",
        "#define MAJOR(x) (CUDART_VERSION / x)\n// MAJOR(10)\n",
        "#include <stdio.h>\n" + MADE,
    ],
)
def test_no_compiler_reads_what_nothing_uses(source: str) -> None:
    assert told(source) == [("M103", "note")]


@pytest.mark.parametrize(
    "source",
    [
        MADE + "int f() { return MAJOR; }\n",
        MADE + "#define SHOWN MAJOR\nint v = SHOWN;\n",
        MADE + "#if MAJOR > 9 && X\nint v = MAJOR;\n#endif\n",
        MADE + '#include "shows_it.h"\n',
    ],
)
def test_what_something_uses_does_not_compile(source: str) -> None:
    assert told(source) == [("M103", "error")]


def test_others_may_use_what_a_file_makes_that_they_include() -> None:
    assert told(MADE, "a.h") == told(MADE, "a.inl") == told(MADE, included=True) == [("M103", "error")]
