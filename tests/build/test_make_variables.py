"""Variables of makefiles that name CUDA's toolkit: which become others, which stay, what is said of them."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.build.make_lexer import makefile
from hipify_py.build.make_variables import colliding, headers_in
from hipify_py.settings import Options


def converted(source: str) -> tuple[str, list[tuple[str, str]]]:
    """Give what comes of a makefile, and the findings with the text that they stand at."""
    result = build_file(source.encode(), RULES, Options(path="Makefile"))
    return result.output.decode(), [(one.rule, source[slice(*one.span)]) for one in result.findings]


@pytest.mark.parametrize(
    ("source", "output", "said"),
    [
        ("X = $(CUDA_HOME)/lib64\n", "ROCM_PATH ?= /opt/rocm\nX = $(ROCM_PATH)/lib\n", []),
        ("X = ${CUDA_PATH}\n", "ROCM_PATH ?= /opt/rocm\nX = ${ROCM_PATH}\n", []),
        ("CUDA_HOME = /sw/cuda\nX = $(CUDA_HOME)\n", None, [("B002", "CUDA_HOME")]),
        ("X = @CUDA_PATH@\n", "X = @CUDA_PATH@\n", [("B003", "CUDA_PATH")]),
        ("X = MY_CUDA_HOME\n", "X = MY_CUDA_HOME\n", []),
        ("# $(CUDA_HOME)\n", "# $(CUDA_HOME)\n", []),
    ],
)
def test_variables(source: str, output: str | None, said: list[tuple[str, str]]) -> None:
    made, found = converted(source)
    assert found == said
    assert output is None or made == output


def test_names_that_would_become_one() -> None:
    source = b"CUDA_HOME = /a\nX = $(CUDA_PATH) $(CUDA_HOME)\n"
    assert colliding(makefile(source), RULES) == {"CUDA_HOME", "CUDA_PATH"}
    assert colliding(makefile(b"X = $(CUDA_PATH)\n"), RULES) == frozenset()


@pytest.mark.parametrize(
    ("values", "held"),
    [
        (["/usr/local/cuda/include"], True),
        (["$(CUDA_HOME)/include", "/opt/cuda-12.4/include"], True),
        (["/usr/local/cuda/include", "include"], False),
        (["include", "$(CUDA_HOME)/include"], False),
        (["$(MINE)/include"], False),
    ],
)
def test_a_variable_holds_the_headers_where_all_its_values_do(values: list[str], held: bool) -> None:
    source = "ifdef BIG\n" + "else\n".join(f"INC = {one}\n" for one in values) + "endif\n"
    found = headers_in(makefile(source.encode()), RULES, frozenset())
    assert found == (frozenset({b"INC"}) if held else frozenset())


def test_a_compiler_that_may_lack_the_headers_is_told_of() -> None:
    lines = "INC = /usr/local/cuda/include\n{}b.o: b.cpp\n\tg++ -I$(INC) -c b.cpp\n"
    given = " -D__HIP_PLATFORM_AMD__"
    assert given in converted(lines.format(""))[0]
    assert given not in converted(lines.format("INC = include\n"))[0]
