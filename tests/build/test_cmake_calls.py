"""Calls of nvcc in commands that run programs."""

from __future__ import annotations

import pytest

from hipify_py.build.cmake_calls import calls
from hipify_py.build.cmake_lexer import listfile


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("add_custom_command(OUTPUT a COMMAND nvcc -c a.cu DEPENDS a.cu)", ["nvcc -c a.cu"]),
        (
            "execute_process(COMMAND nvcc -V COMMAND ${CMAKE_CUDA_COMPILER})",
            ["nvcc -V", "${CMAKE_CUDA_COMPILER}"],
        ),
        ("add_custom_target(a ccache nvcc -c a.cu)", ["nvcc -c a.cu"]),
        ("exec_program(nvcc ARGS -V)", ["nvcc ARGS -V"]),
        ('execute_process(COMMAND /opt/bin/nvcc "NAME")', ["/opt/bin/nvcc NAME"]),
        ("execute_process(COMMAND echo DEPENDS nvcc)", []),
        ("message(COMMAND nvcc)", []),
    ],
)
def test_calls_are_found_where_programs_are_run(text: str, found: list[str]) -> None:
    (command,) = listfile(text.encode()).commands
    words = [[text[slice(*one.inner)] for one in call] for call in calls(command)]
    assert [" ".join(one) for one in words] == found
