"""What a makefile gives to nvcc, by whatever name it calls it."""

from __future__ import annotations

import pytest

from hipify_py.build.make_calls import Calls
from hipify_py.build.make_lexer import makefile

RULE = "a.o: a.cu\n"


def given(text: str) -> set[str]:
    file = makefile(text.encode())
    calls = Calls(file)
    return {line.name.decode() for line in file.lines if calls.gives(line)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"NC = nvcc\nN = -arch=sm_60\n{RULE}\t$(NC) $(N) -c $<\n", {"N"}),
        (f"CXX := $(CUDA_HOME)/bin/nvcc -O3\nN = -G\n{RULE}\t@$(CXX) $(N) -c $<\n", {"N"}),
        (f"A = nvcc\nB = $(A) -v\nN = -G\n{RULE}\t${{B}} ${{N}} -c $<\n", {"N"}),
        (f"C = $(shell which nvcc)\nN = -G\n{RULE}\t$(C) $(N) -c $<\n", {"N"}),
        (f"N = $(M)\nM = -G\nL = -lm\n{RULE}\tnvcc $(N) -c $<\nb:\n\tg++ $(L)\n", {"N", "M"}),
        (f"N = -g\n{RULE}\tnvcc $(N) -c $<\nb.o: b.cc\n\tg++ $(N) -c $<\n", set()),
        (f"M = -g\nN = $(M)\n{RULE}\tnvcc $(M) -c $<\nb.o: b.cc\n\t$(CC) $(N) -c $<\n", set()),
        (f"N = -G\n{RULE}\tnvcc $(N) -c $<\n\t@echo with $(N)\n", {"N"}),
        (f"N = -G\nO = a.o\n{RULE}\tnvcc $(N:%=x%) -c $<\nclean:\n\trm $(O)\n", {"N"}),
        ("CXX = nvcc\nCXXFLAGS = -G\nCFLAGS = -g\nLDFLAGS = -lm\n", {"CXXFLAGS", "LDFLAGS"}),
        (f"ifdef X\nC = g++\nelse\nC = nvcc\nendif\nN = -G\n{RULE}\t$(C) $(N) -c $<\n", set()),
        (f"A = $(B)\nB = $(A)\nN = -G\n{RULE}\t$(A) $(N) -c $<\n", set()),
        ("NVCCFLAGS = -G\nSM = 60\nX = nvcc.o\n", {"NVCCFLAGS", "SM"}),
        (f"X = my-nvcc\nN = -G\n{RULE}\t$(X) $(N) -c $<\n", set()),
    ],
)
def test_variables_of_flags(text: str, names: set[str]) -> None:
    assert given(text) == names
