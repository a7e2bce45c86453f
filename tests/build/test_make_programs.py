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
        ("ptxas -arch=x -o a.cubin a.ptx", [("B003", "error", "link")]),
        ("ptxas -o a.cubin a.ptx || true", [("B003", "note", "never")]),
        ("cuobjdump --dump-sass $< > $@", [("B003", "warning", "run")]),
        ("cuobjdump -xelf all $<", [("B003", "error", "link")]),
        ("nvdisasm a.cubin", [("B003", "warning", "run")]),
        (
            "nvcc -c a.cu -arch=native\n\tnvdisasm a.cubin",
            [("B003", "error", "link")],
        ),
        ("bin2c a.ptx > a.c", [("B003", "error", "link")]),
        ("nvidia-smi > gpus.txt", [("B003", "error", "link")]),
        ("apt-get install -y nvidia-cuda-toolkit", [("B003", "warning", "run")]),
        ("nvprune -arch x a.o -o b.o", [("B003", "error", "link")]),
        ("echo ptxas-like", []),
    ],
)
def test_a_line_is_told_once_of_a_program(recipe: str, said: list[tuple[str, str, str]]) -> None:
    found = build_file(f"a:\n\t{recipe}\n".encode(), RULES, Options(path="Makefile")).findings
    assert [(one.rule, one.severity, one.fails) for one in found] == said


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("ifneq ($(call exists, nvidia-smi),)\nendif\n", "note"),
        ("GPU = $(shell nvidia-smi --query-gpu=compute_cap)\n", "warning"),
        ("LOOK := nvidia-smi\nall:\n\t$(LOOK)\n", "warning"),
    ],
)
def test_make_goes_on_where_it_only_asks(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="Makefile")).findings
    assert [one.severity for one in found if one.rule == "B003"] == [severity]


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ("cuobjdump --dump-ptx a", True),
        ("cuobjdump -ptx a", True),
        ("cuobjdump -xptx all a", True),
        ("cuobjdump -sass a", False),
        ("cuobjdump a.ptx-like", False),
        ("nvdisasm --dump-ptx a", False),
    ],
)
def test_no_ptx_is_in_what_hip_builds(recipe: str, *, said: bool) -> None:
    found = build_file(f"a:\n\t{recipe}\n".encode(), RULES, Options(path="Makefile")).findings
    assert any("has PTX in it" in one.message for one in found) == said
