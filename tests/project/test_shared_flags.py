"""Flags for the host alone in variables that other build files set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree
from hipify_py.project.shared_flags import FromIncluded, from_included

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(x CXX CUDA)\n"
READS = 'NVCCFLAGS += -Xcompiler="$(ALL)"\nk.o: k.cu\n\tnvcc -c $< $(NVCCFLAGS)\n'
HOST = "COMMON ?= -march=native -mfpmath=sse\n"
OF_CMAKE = 'set(CMAKE_CUDA_FLAGS "-Xcompiler=${CMAKE_CXX_FLAGS}")\n'
HELD = "is for the host alone"


def told(folder: Path, files: dict[str, str]) -> list[tuple[str, str]]:
    """Give the names of files and what is said of flags in them, B006 and B007."""
    for name, text in {"k.cu": "", **files}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings(mode="memory"))
    return [
        (file.path.rpartition("/")[2], one.message)
        for file in report.files
        for one in file.concerns
        if one.rule in {"B006", "B007"}
    ]


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"Main.mk": "include Settings.mk\nALL += $(COMMON)\n" + READS, "Settings.mk": HOST}, "Main.mk"),
        ({"Makefile": HOST + "include Main.mk\n", "Main.mk": "ALL = $(COMMON)\n" + READS}, "Main.mk"),
        (
            {
                "Makefile": "include Settings.mk\ninclude Main.mk\n",
                "Main.mk": "ALL = $(COMMON)\n" + READS,
                "Settings.mk": HOST,
            },
            "Main.mk",
        ),
        (
            {
                "CMakeLists.txt": TOP + 'set(CMAKE_CXX_FLAGS "-mfpmath=sse")\nadd_subdirectory(a)\n',
                "a/CMakeLists.txt": OF_CMAKE,
            },
            "CMakeLists.txt",
        ),
    ],
)
def test_what_another_file_sets_is_told(tmp_path: Path, files: dict[str, str], place: str) -> None:
    ((name, text),) = told(tmp_path, files)
    assert name == place
    assert f"-mfpmath=sse {HELD}" in text


@pytest.mark.parametrize(
    "files",
    [
        {"Main.mk": "include Settings.mk\nALL = $(COMMON)\n" + READS, "Settings.mk": "COMMON = -Wall\n"},
        {"Main.mk": "ALL = $(COMMON)\n" + READS, "Settings.mk": HOST},
        {"Main.mk": "include Settings.mk\nALL = -Wall\n" + READS, "Settings.mk": HOST},
        {"Main.mk": "include Settings.mk\nALL = $(COMMON)\nNVCCFLAGS = -O2\n", "Settings.mk": HOST},
        {"CMakeLists.txt": 'set(CMAKE_CXX_FLAGS "-mfpmath=sse")\n', "a/CMakeLists.txt": TOP + OF_CMAKE},
    ],
)
def test_else_nothing_is_told(tmp_path: Path, files: dict[str, str]) -> None:
    assert told(tmp_path, files) == []


def test_a_list_with_commas_of_another_file_stays(tmp_path: Path) -> None:
    files = {"Main.mk": "include Settings.mk\n" + READS, "Settings.mk": "ALL = -Wall,-Wextra\n"}
    ((name, text),) = told(tmp_path, files)
    assert (name, "flags with commas between" in text) == ("Main.mk", True)


def unknown(folder: Path, files: dict[str, str]) -> list[tuple[str, str, str]]:
    """Give the names of files, and how it is said of which names in them that nobody knows them."""
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings(mode="memory"))
    return [
        (file.path.rpartition("/")[2], one.severity, one.message.partition(" ")[0])
        for file in report.files
        for one in file.concerns
        if one.rule == "B004"
    ]


USES = "k.o: k.cu\n\tnvcc $(CUDA_OURS) -I$(CUDABASE)/include -c k.cu\n"
SETS = "CUDA_OURS = -O3\nexport CUDABASE ?= /usr/local/cuda\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"Makefile": "include a.mk\n" + USES, "a.mk": SETS}, []),
        ({"Makefile": SETS + "include a.mk\n", "a.mk": USES}, []),
        ({"Makefile": "include a.mk b.mk\n", "a.mk": SETS, "b.mk": USES}, []),
        (
            {"Makefile": USES, "a.mk": SETS, "k.cu": ""},
            [("Makefile", "note", "CUDA_OURS"), ("Makefile", "warning", "CUDABASE")],
        ),
        (
            {"Makefile": "include a.mk\n" + USES, "a.mk": "MY_CUDA_OURS = 1\n"},
            [("Makefile", "note", "CUDA_OURS"), ("Makefile", "note", "CUDABASE")],
        ),
    ],
)
def test_a_variable_of_a_makefile_that_is_read_with_one_is_known(
    files: dict[str, str], said: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    assert unknown(tmp_path, files) == said


HIP_BY_CHOICE = "ifeq '$(HIP)' '1'\nCXX = hipcc\nNVCC := $(ROCM)/bin/hipcc\nelse\nCXX = g++\nendif\n"
READING = "include ../config.mk\nARCH=sm_11   # GPU\n"


def test_what_an_included_file_or_its_template_makes_hips_compiler() -> None:
    texts = {
        "/p/src/Makefile": READING.encode(),
        "/p/config.mk.in": HIP_BY_CHOICE.encode(),
        "/p/other.mk": b"CC = hipcc\n",
        "/p/alone.mk": b"ARCH = sm_70\n",
    }
    told_of = FromIncluded(frozenset({b"CXX", b"NVCC"}), frozenset({b"ARCH"}))
    assert from_included(texts, ["/q/x.mk"], texts.__getitem__) == {"/p/src/Makefile": told_of}
    texts["/p/config.mk.in"] = b"FLAGS = -arch=$(ARCH)\n"
    assert from_included(texts, ["/q/x.mk"], texts.__getitem__) == {"/p/src/Makefile": FromIncluded()}
    del texts["/p/config.mk.in"]
    assert from_included(texts, ["/q/x.mk"], texts.__getitem__) == {}


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (HIP_BY_CHOICE, [("B004", "note")]),
        ("CXX = g++\nGPU = $(ARCH)\n", [("B004", "warning"), ("B021", "warning")]),
    ],
)
def test_of_a_makefile_what_those_it_includes_say_is_known(
    tmp_path: Path, config: str, said: list[tuple[str, str]]
) -> None:
    files = {
        "config.mk.in": config,
        "src/makefile": READING
        + "all: a.o k.o\n%.o: %.cpp\n\t@$(CXX) -c $< -o $@\nk.o: k.cu\n\t$(NVCC) -c k.cu\n",
        "src/a.cpp": "#include <cuda_runtime.h>\nint n() { int c; return cudaGetDeviceCount(&c); }\n",
        "src/k.cu": "__global__ void k() {}\n",
    }
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (made,) = [one for one in report.files if one.path.endswith("makefile")]
    found = {(one.rule, one.severity) for one in made.concerns}
    assert sorted(one for one in found if one[0] in {"B004", "B021"}) == said
