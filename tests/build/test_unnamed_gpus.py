"""Calls of nvcc that name no GPUs."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

RULE = "a.o: a.cu\n\t$(NVCC) $(FLAGS) -c a.cu\n"


def said(text: str, path: str = "Makefile") -> list[str]:
    result = build_file(text.encode(), RULES, Options(path=path))
    again = build_file(result.output, RULES, Options(path=path))
    assert "B033" not in [one.rule for one in again.findings]
    return [text[slice(*one.span)] for one in result.findings if one.rule == "B033"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f"NVCC = nvcc\nFLAGS = $(OPT)\nOPT = -O2\n{RULE}{RULE}", ["$(NVCC) $(FLAGS) -c a.cu"]),
        ("a: a.cu\n\tnvcc -O2 a.cu -o a\n", ["nvcc -O2 a.cu -o a"]),
        ("L = `pkg-config cv --libs`\na: a.cu\n\tnvcc a.cu -o a $(L)\n", ["nvcc a.cu -o a $(L)"]),
        ("a: a.cu\n\tnvcc $(shell sdl2-config --cflags) a.cu\n", ["nvcc $(shell sdl2-config --cflags) a.cu"]),
        ("a: a.cu\n\tnvcc $(shell ./cuda-config) a.cu\n", []),
        ("a: a.cu\n\tnvcc `./gpu.sh` `pkg-config cv` a.cu\n", []),
        ("b: b.cu\n\tnvcc -arch=sm_80 b.cu\na: a.cu\n\tnvcc -dc a.cu\n", ["nvcc -dc a.cu"]),
    ],
)
def test_the_first_command_without_any_is_named(text: str, places: list[str]) -> None:
    assert said(text) == places


def test_dependencies_may_be_made_beside_it() -> None:
    assert said("a.o: a.cu\n\tnvcc -MMD -MF a.d -c a.cu\n") == ["nvcc -MMD -MF a.d -c a.cu"]


@pytest.mark.parametrize("flag", ["-DNO_CUDA=0", "-DCPU", "-DNO_CUDA_GRAPHS", "-DWITH_CPU=1"])
def test_a_flag_that_is_for_the_device_too(flag: str) -> None:
    assert len(said(f"a: a.cu\n\tnvcc {flag} -O2 a.cu -o a\n")) == 1


def test_scripts_too() -> None:
    assert said("nvcc -O2 a.cu -o a\n", "build.sh") == ["nvcc -O2 a.cu -o a"]


@pytest.mark.parametrize(
    "text",
    [
        f"NVCC = nvcc\nFLAGS = -gencode arch=compute_80,code=sm_80\n{RULE}",
        f"NVCC = nvcc\nFLAGS = $(GPU)\nGPU ?= -arch=native\n{RULE}",
        f"NVCC = nvcc\n{RULE}",
        f"NVCC = nvcc\nFLAGS = $(OF_OTHERS)\n{RULE}",
        f"include my.mk\nNVCC = nvcc\nFLAGS = -O2\n{RULE}",
        f"NVCC = hipcc\nFLAGS = -O2\n{RULE}",
        "a: a.o\n\tnvcc a.o -o a\na.ptx: a.cu\n\tnvcc -ptx a.cu\n",
        "a.o: a.cu\n\tnvcc $(shell cat flags.txt) -c a.cu\n",
        "a.o: a.cu\n\tnvcc `cat flags.txt` -c a.cu\n",
        f"NVCC = nvcc\nFLAGS = @NVCCFLAGS@\n{RULE}",
        "a.o: a.cu\n\tnvcc -optf flags.txt -c a.cu\n",
        "a.d: a.cu\n\tnvcc -M a.cu > a.d\na.i: a.cu\n\tnvcc -E a.cu\n",
        "all:\n\t@echo nvcc\n\tnvcc --version\n",
        "cpu: a.cu\n\tnvcc -DMY_CPU_ONLY_MODE -O2 a.cu -o cpu\n",
        "cpu: a.cu\n\tnvcc -D NO_CUDA=1 -O2 a.cu -o cpu\n",
    ],
)
def test_where_they_are_named_or_may_be_nothing_is_said(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("all: t\n\t./t -v\nt: a.cu\n\tnvcc a.cu -o t\n", "note"),
        ("all: t\n\t@cd x && ./t\nt: a.cu\n\tnvcc -o ./t a.cu\n", "note"),
        ("all: t\n\t./t.sh\nt: a.cu\n\tnvcc a.cu -o t\n", "warning"),
        ("all: t\n\t./u\nt: a.cu\n\tnvcc a.cu -o t\n", "warning"),
        ("all: t\n\t./t\nt: a.cu\n\tnvcc a.cu -o $@\n", "warning"),
        ("all: t.o\n\t./t\nt.o: a.cu\n\tnvcc -c a.cu -o t.o\n", "warning"),
    ],
)
def test_what_is_run_where_it_is_built_is_a_note(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="Makefile")).findings
    assert [one.severity for one in found if one.rule == "B033"] == [severity]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a.o: a.cpp a.h\n\tnvcc -c -O3 -o a.o a.cpp\n", []),
        ("NVCC = nvcc\n%.o: %.cpp\n\t$(NVCC) -O3 -c $< -o $@\n", []),
        (".cc.o:\n\tnvcc -O3 -c $< -o $@\n", []),
        ("a.o: a.cpp\n\tnvcc -c a.cpp\nb.o: b.cu\n\tnvcc -c b.cu\n", ["nvcc -c b.cu"]),
        ("a.o: a.cpp\n\tnvcc -x cu -c a.cpp\n", ["nvcc -x cu -c a.cpp"]),
        ("F = -x cu\na.o: a.cpp\n\tnvcc $(F) -c a.cpp\n", ["nvcc $(F) -c a.cpp"]),
        ("a.o: a.cpp b.cu\n\tnvcc -c a.cpp b.cu\n", ["nvcc -c a.cpp b.cu"]),
        ("a.o: a.cpp b.cu\n\tnvcc -c $^\n", ["nvcc -c $^"]),
        ("%.o: src/%\n\tnvcc -c $<\n", ["nvcc -c $<"]),
        ("a: a.cu\n\tnvcc a.cu b.cpp -o a\n", ["nvcc a.cu b.cpp -o a"]),
    ],
)
def test_what_makes_objects_of_plain_cxx_has_no_code_for_gpus(text: str, places: list[str]) -> None:
    assert said(text) == places
