"""Flags that another one asks for already: only on no condition, and in the same list."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

FLUSH = "-fgpu-flush-denormals-to-zero"


def made(text: str, name: str) -> str:
    return build_file(text.encode(), RULES, Options(path=name)).output.decode()


def command(words: str, name: str) -> str:
    text = f"a.o: a.cu\n\tnvcc {words}\n" if name == "Makefile" else f"nvcc {words}\n"
    return made(text, name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("build.sh", "${FAST:+-use_fast_math} -ftz=true -c a.cu"),
        ("build.sh", "$( [ $F ] && echo -use_fast_math ) -ftz=true -c a.cu"),
        ("build.sh", "`echo -use_fast_math` -ftz=true -c a.cu"),
        ("build.sh", r"-DX=\"-use_fast_math\" -ftz=true -c a.cu"),
        ("Makefile", "$(if $(FAST),-use_fast_math) -ftz=true -c a.cu"),
        ("Makefile", "$(FAST:1=-use_fast_math) -ftz=true -c a.cu"),
        ("Makefile", "$(patsubst 1,-use_fast_math,$(FAST)) -ftz=true -c $<"),
    ],
)
def test_what_fast_math_asks_for_on_a_condition_is_asked_for_again(name: str, words: str) -> None:
    assert f" {FLUSH} -c a" in command(words, name).replace("$<", "a")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("build.sh", "${OPT} -use_fast_math -ftz=true -c a.cu"),
        ("build.sh", '$(cat flags) "-use_fast_math" -ftz=true -c a.cu'),
        ("Makefile", "$(addprefix -I,$(INC)) -ftz=true -use_fast_math -c $<"),
    ],
)
def test_what_it_asks_for_on_none_is_not(name: str, words: str) -> None:
    assert command(words, name).count(FLUSH) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PRIVATE -ftz=true INTERFACE -use_fast_math", 2),
        ("PRIVATE -use_fast_math PUBLIC -ftz=true", 2),
        ("PRIVATE -use_fast_math -ftz=true", 1),
        ("PRIVATE -O2 -ftz=true INTERFACE -DA", 1),
    ],
)
def test_fast_math_counts_in_its_scope(text: str, expected: int) -> None:
    result = cmake_file(f"project(x CUDA)\nadd_library(x a.cu)\ntarget_compile_options(x {text})\n")
    assert result.text.count(FLUSH) == expected


def test_fast_math_in_the_text_of_a_definition_is_none() -> None:
    result = cmake_file(r'set(CMAKE_CUDA_FLAGS_RELEASE "-DX=\"-use_fast_math\" -ftz=true")' + "\n")
    assert result.text.endswith(f' {FLUSH}")\n')


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("${D:+-g} -lineinfo -c a.cu", True),
        ("-lineinfo $(test $D && echo -G) -c a.cu", True),
        ("-g -lineinfo -c a.cu", False),
        ("-g -lineinfo $(cat flags) -c a.cu", False),
    ],
)
def test_lines_go_beside_what_debuggers_read_on_no_condition(words: str, lines: bool) -> None:
    assert ("-gline-tables-only" in command(words, "build.sh")) is lines


def test_a_reference_of_make_to_a_source_is_no_condition() -> None:
    assert "hipcc -g -c $<\n" in command("-g -lineinfo -c $<", "Makefile")
