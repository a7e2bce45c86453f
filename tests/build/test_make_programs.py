"""Programs of the toolkit in makefiles."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ("ptxas -v --gpu-name=sm_20 cuda.ptx", [("B003", "warning", "run"), ("B004", "note", "never")]),
        ("look --gpu-name=sm_20 cuda.ptx", [("B004", "warning", "link")]),
        ("-ptxas -v --gpu-name=sm_20 cuda.ptx", [("B003", "note", "never"), ("B004", "warning", "link")]),
        ("nvidia-smi > gpus.txt", [("B003", "warning", "run")]),
        ("echo ptxas-like", []),
    ],
)
def test_a_line_is_told_once_of_a_program(recipe: str, said: list[tuple[str, str, str]]) -> None:
    found = build_file(f"a:\n\t{recipe}\n".encode(), RULES, Options(path="Makefile")).findings
    assert [(one.rule, one.severity, one.fails) for one in found] == said
