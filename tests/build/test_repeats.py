"""What a build file is told once, and what of it is only a note."""

from __future__ import annotations

import pytest

from hipify_py.build.conversion import build_file
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

RULES = load()


def _said(path: str, text: str) -> list[tuple[str, str, int]]:
    """Give rule, severity and line of what is said of a build file."""
    options = Options(path=path, project=Project(rocprim=True))
    found = build_file(text.encode(), RULES, options).findings
    return [(one.rule, one.severity, text.encode().count(b"\n", 0, one.span.start) + 1) for one in found]


FAST = "set(CMAKE_CUDA_FLAGS -maxrregcount=64)\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"if(MSVC)\n{FAST}endif()\n", [("B006", "note", 2)]),
        (f"if(A)\nelseif(WIN32 AND B)\n{FAST}endif()\n", [("B006", "note", 3)]),
        (f'if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")\n{FAST}endif()\n', [("B006", "note", 2)]),
        (f"if(UNIX)\nelse()\n{FAST}endif()\n", [("B006", "note", 3)]),
        (f"if(NOT WIN32)\nif(A)\n{FAST}endif()\nelse()\nendif()\n", [("B006", "warning", 3)]),
        (f"if(MSVC)\nelse()\n{FAST}endif()\n", [("B006", "warning", 3)]),
        (f"if(WIN32 OR A)\n{FAST}endif()\n", [("B006", "warning", 2)]),
        (f"if(NOT A)\nelse()\n{FAST}endif()\n", [("B006", "warning", 3)]),
        (f"if(MSVC)\nendif()\n{FAST}", [("B006", "warning", 3)]),
        (f"if(A)\n{FAST}else()\n{FAST}endif()\n", [("B006", "warning", 2)]),
    ],
)
def test_branches_of_cmake_for_windows_are_told_of_in_notes(
    text: str, said: list[tuple[str, str, int]]
) -> None:
    assert _said("CMakeLists.txt", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ifeq ($(OS),Windows_NT)\nNVCCFLAGS += -maxrregcount=64\nendif\n", [("B006", "note", 2)]),
        ("ifneq ($(OS), Windows_NT)\nelse\nNVCCFLAGS += -maxrregcount=64\nendif\n", [("B006", "note", 3)]),
        (
            "ifeq ($(A),1)\nelse ifeq ($(OS),Windows_NT)\nNVCCFLAGS += -maxrregcount=64\nendif\n",
            [("B006", "note", 3)],
        ),
        ("ifeq ($(OS),Windows_NT)\nelse\nNVCCFLAGS += -maxrregcount=64\nendif\n", [("B006", "warning", 3)]),
        ("ifneq ($(OS),Windows_NT)\nNVCCFLAGS += -maxrregcount=64\nendif\n", [("B006", "warning", 2)]),
        ("ifeq ($(OS),Windows_NT)\nendif\nNVCCFLAGS += -maxrregcount=64\n", [("B006", "warning", 3)]),
    ],
)
def test_branches_of_makefiles_for_windows_are_told_of_in_notes(
    text: str, said: list[tuple[str, str, int]]
) -> None:
    assert _said("Makefile", text) == said


def test_gpus_and_the_standard_are_told_once_a_file_at_the_first_place() -> None:
    text = "A = -gencode arch=compute_35,code=sm_35\nB = -gencode arch=compute_50,code=sm_50 -std=c++11\n"
    text += "a.o: a.cu\n\tnvcc $(A) -std=c++14 $(B) -c $<\n"
    assert _said("Makefile", text) == [("B008", "warning", 1), ("B020", "warning", 2)]


def test_flags_that_come_to_the_same_are_told_once() -> None:
    text = "NVCCFLAGS = -prec-div=false -prec-sqrt=false\n"
    text += "a.o: a.cu\n\tnvcc $(NVCCFLAGS) -maxrregcount=$(A) a\nb.o: b.cu\n\tnvcc -maxrregcount=$(B) b\n"
    told = [one for one in _said("Makefile", text) if one[0] == "B006" and one[1] == "warning"]
    assert [line for _, _, line in told] == [1, 3]


def test_what_conditions_ask_of_versions_is_told_once() -> None:
    text = "if(CUDA_VERSION LESS 11)\nendif()\nif(CUDA_VERSION LESS 12)\nendif()\n"
    assert _said("CMakeLists.txt", text) == [("B002", "warning", 1)]


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("${CUDA_OF_THE_PROJECT}", "note"),
        ("${CUDA_foreign_LIBRARY}", "warning"),
        ("CUDA::foreign", "warning"),
        ("${CMAKE_CUDA_FOREIGN}", "warning"),
    ],
)
def test_an_unknown_name_is_a_note_where_no_module_of_cmake_makes_it(name: str, severity: str) -> None:
    assert _said("CMakeLists.txt", f"set(x {name})\n") == [("B004", severity, 1)]
    assert _said("Makefile", "X = $(CUDA_FOREIGN)\n") == [("B004", "note", 1)]


@pytest.mark.parametrize("build", ["replace", "dual", "keep"])
def test_a_copy_of_a_module_of_cmake_stays_with_one_note(build: str) -> None:
    text = b"function(CUDA_SELECT_NVCC_ARCH_FLAGS out)\nset(x ${CUDA_VERSION} sm_70)\nendfunction()\n"
    options = Options(path="cmake/select_compute_arch.cmake", build=build)  # type: ignore[arg-type]
    result = build_file(text, RULES, options)
    assert (result.output, [(one.rule, one.severity) for one in result.findings]) == (
        text,
        [("B024", "note")],
    )
    other = build_file(text, RULES, options._replace(path="cmake/archs.cmake"))
    assert "B024" not in {one.rule for one in other.findings}


@pytest.mark.parametrize(
    ("path", "text", "severity"),
    [
        ("Makefile", "ifeq ($(ARCH),sm_50)\nendif\n", "note"),
        ("Makefile", "ARCH = sm_50\n", "warning"),
        ("CMakeLists.txt", "if(ARCH STREQUAL sm_50)\nendif()\n", "note"),
        ("CMakeLists.txt", "set(ARCH sm_50)\n", "warning"),
    ],
)
def test_a_gpu_that_is_asked_for_is_a_note(path: str, text: str, severity: str) -> None:
    (found,) = build_file(text.encode(), RULES, Options(path=path)).findings
    assert (found.rule, found.severity) == ("B004", severity)
    assert found.message == "sm_50 is for NVIDIA's GPUs, and stays: write what is AMD's, or take it out"


def test_a_property_that_cmake_passes_over_is_a_note() -> None:
    text = "set_target_properties(a PROPERTIES CUDA_RUNTIME_LIBRARY Static CUDA_FATBIN_COMPILATION ON)\n"
    assert _said("CMakeLists.txt", text) == [("B003", "note", 1), ("B003", "error", 1)]


def test_places_with_one_cause_name_what_they_are_about() -> None:
    text = "find_package(CUDAToolkit)\ntarget_link_libraries(a CUDA::nppc\n CUDA::nppig CUDA::nppc)\n"
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    (said,) = [one for one in found if one.rule == "B003"]
    assert [each.message for each in said.related] == ["and here, CUDA::nppig", "and here"]
