"""Build files as a run meets them: mentions of renamed files, and those that are only reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.project.file_kinds import is_build_file
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("CMakeLists.txt", True),
        ("src/deep/Makefile", True),
        ("GNUmakefile", True),
        ("rules.mk", True),
        ("cmake/cuda.cmake", True),
        ("setup.py", True),
        ("BUILD.bazel", True),
        ("BUILD", True),
        ("a.py", False),
        ("makefile.txt", False),
        ("cuda.cmake.in", False),
        ("inc/config.hpp.cmake", False),
        ("Makefile.cuda", True),
        ("Makefile.in", True),
        ("Makefile_base", True),
        ("makefile-gpu", True),
        ("makefile.linux", True),
        ("GNUmakefile.cuda", True),
        ("make_inc.gpu", True),
        ("gpu.Makefile", True),
        ("Makefile_notes.md", False),
        ("Makefile-gen.py", False),
        ("makefile_writer.cpp", False),
        ("Makefiles", False),
        ("make_plots", False),
        ("CMakeLists.txt/a.cu", False),
        ("README.md", False),
    ],
)
def test_build_files_are_known_by_their_names(path: str, *, expected: bool) -> None:
    assert is_build_file(path) is expected


FILES = {
    "src/k.cu": "src/k.cu",
    "k.cu": "src/k.cu",
    "src/deep/j.cu": "src/deep/j.cu",
    "deep/j.cu": "src/deep/j.cu",
    "j.cu": "src/deep/j.cu",
    "src/plain.cu": "src/plain.cu",
    "plain.cu": "src/plain.cu",
}
RENAMED = {"src/k.cu": "src/k.hip", "src/deep/j.cu": "src/deep/j.hip"}


def carried(source: str, path: str = "src/CMakeLists.txt") -> tuple[str, list[str]]:
    options = Options(path=path, project=Project(files=FILES, renamed=RENAMED), build="keep")
    result = build_file(source.encode(), RULES, options)
    assert {edit.rule for edit in result.edits} <= {"F020"}
    assert {finding.rule for finding in result.findings} <= {"F021"}
    return result.text, [source[slice(*finding.span)] for finding in result.findings]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("add_library(a k.cu deep/j.cu)\n", "add_library(a k.hip deep/j.hip)\n"),
        ("add_library(a ${CMAKE_SOURCE_DIR}/src/k.cu)\n", "add_library(a ${CMAKE_SOURCE_DIR}/src/k.hip)\n"),
        ("a: ./k.cu ../src/k.cu\n", "a: ./k.hip ../src/k.hip\n"),
        ('sources = ["k.cu"] # k.cu\n', 'sources = ["k.hip"] # k.hip\n'),
        ("add_library(a plain.cu)\n", None),
        ("k.cuh k.cu.in k.cubin k.cuda\n", None),
        ("\xe9 k.cpp\n", None),
    ],
)
def test_a_mention_of_a_renamed_file_follows_it(before: str, after: str | None) -> None:
    assert carried(before) == (after or before, [])


@pytest.mark.parametrize("text", ["other.cu", "*.cu", "src/%.cu", "gen/k2.cu"])
def test_a_mention_that_fits_no_file_is_reported_and_stays(text: str) -> None:
    source = f"add_library(a {text} k.cu)\n"
    assert carried(source) == (source.replace("k.cu)", "k.hip)"), [text])


def test_bytes_that_are_no_utf_8_stay() -> None:
    options = Options(path="Makefile", project=Project(files=FILES, renamed=RENAMED))
    assert build_file(b"\xff: k.cu\r\n", RULES, options).output == b"\xff: k.hip\r\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("CMakeLists.txt", "cmake_minimum_required(VERSION 3.8)\nproject(a\n  LANGUAGES CXX CUDA)\n", "CUDA"),
        ("CMakeLists.txt", "find_package(CUDAToolkit REQUIRED)\n", "CUDAToolkit"),
        ("CMakeLists.txt", "target_link_libraries(a PRIVATE CUDA::cufft)\n", "CUDA::cufft"),
        ("lib/flags.cmake", 'set(CMAKE_CUDA_FLAGS "-O3")\n', "CMAKE_CUDA_FLAGS"),
        ("old/CMakeLists.txt", "cuda_add_executable(a a.cu)\n", "cuda_add_executable"),
        ("Makefile", "a: a.cu\n\tnvcc -o a a.cu\n", "nvcc"),
        ("rules.mk", "LIBS = -L/opt/lib -lcublas\n", "-lcublas"),
        ("meson.build", "project('a', 'cpp', 'cuda')\n", "cuda"),
        ("BUILD", 'cuda_library(name = "a")\n', "cuda_library"),
        ("setup.py", "setup(ext_modules=[CUDAExtension('a', ['a.cu'])])\n", "CUDAExtension"),
    ],
)
def test_a_build_file_of_cuda_is_reported_once(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = put(tmp_path / "src" / name, text + text)
    report = convert_tree([str(tmp_path / "src")], Settings(mode="in-place", build="keep"))
    (found,) = [finding for file in report.files for finding in file.concerns]
    line = text[: text.index(said)].count("\n") + 1
    assert (found.rule, found.start.line, found.start.offset) == ("F022", line, text.index(said))
    assert f"asks for {said} and" in found.message
    assert path.read_text() == text + text
    assert (
        not convert_tree([str(tmp_path / "src")], Settings(exclude=(name,), build="keep")).files[0].concerns
    )


@pytest.mark.parametrize(
    "text",
    [
        "project(a CXX)\n",
        "# needs no nvcc\n",
        "if(USE_HIP)\nenable_language(HIP)\nelse()\nenable_language(CUDA)\nendif()\n",
        "find_package(hip)\nfind_package(CUDAToolkit)\n",
        "set(WITH_ROCM OFF)\nset(CMAKE_CUDA_FLAGS)\n",
    ],
)
def test_a_build_file_without_cuda_or_with_hip_is_none_of_our_business(tmp_path: Path, text: str) -> None:
    put(tmp_path / "CMakeLists.txt", text)
    (file,) = convert_tree([str(tmp_path)], Settings(build="keep")).files
    assert (file.status, file.concerns) == ("unchanged", ())


ALL_RENAMED = Project(files={"src/k.cu": "src/k.cu", "k.cu": "src/k.cu"}, renamed={"src/k.cu": "src/k.hip"})


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("src/CMakeLists.txt", "file(GLOB all *.cu)\n", "file(GLOB all *.hip)\n"),
        (
            "src/CMakeLists.txt",
            "add_executable(${name} ${name}.cu)\n",
            "add_executable(${name} ${name}.hip)\n",
        ),
        ("Makefile", "%.o: %.cu\n", "%.o: %.hip\n"),
        ("Makefile", "SOURCES := $(wildcard src/*.cu)\n", "SOURCES := $(wildcard src/*.hip)\n"),
    ],
)
def test_a_pattern_follows_where_all_sources_are_renamed(path: str, before: str, after: str) -> None:
    result = build_file(before.encode(), RULES, Options(path=path, project=ALL_RENAMED))
    assert (result.text, result.findings) == (after, ())
    assert {edit.rule for edit in result.edits} == {"F020"}


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("BUILD", b"cc = nvcc\n", "B017"),
        ("meson.build", b"cc = nvcc\n", "B017"),
        ("setup.py", b"cc = 'nvcc'\n", "B017"),
        ("build.ninja", b"cc = nvcc\n", "F022"),
    ],
)
def test_what_is_not_converted_is_reported(name: str, text: bytes, rule: str) -> None:
    result = build_file(text, RULES, Options(path=name))
    assert [one.rule for one in result.findings] == [rule]
    assert result.output == result.source


@pytest.mark.parametrize(
    ("name", "line", "rules"),
    [
        ("Makefile", "CC = {}\n", ["P002"]),
        ("build.sh", "{} a.cu\n", ["B033", "P002"]),
        ("CMakeLists.txt", "project({} LANGUAGES CUDA)\n", ["B014", "P002"]),
        ("setup.py", "x = CUDAExtension('{}')\n", ["B017", "B017", "P002"]),
        (".github/workflows/a.yml", "run: cmake {}\n", ["B022", "P002"]),
    ],
)
def test_conflicts_that_a_merge_left_are_named(name: str, line: str, rules: list[str]) -> None:
    ours, theirs = line.format("nvcc"), line.format("nvcc2")
    text = f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n"
    result = build_file(text.encode(), RULES, Options(path=name))
    assert sorted(one.rule for one in result.findings) == rules
    assert all(one.span.start == 0 for one in result.findings if one.rule == "P002")


OF_FLAG = "Writes for a flag of nvcc what HIP's compiler takes, or drops it where there is nothing to say."
FAST = (
    "the same is approximated, to other last bits: divisions, roots, sinf, cosf, logf and log2f, and"
    " denormals are 0; expf, powf and tanf stay exact. Nothing is taken for impossible, as -ffast-math takes"
    " NaN and infinity"
)
FLAGS = "-lineinfo -Xptxas -v --expt-relaxed-constexpr -use_fast_math -Xcompiler -Wall -arch=sm_80"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Makefile", "a.o: a.cu\n\tnvcc %s -c $<\n"),
        ("CMakeLists.txt", 'set(CMAKE_CUDA_FLAGS "%s")\n'),
    ],
)
def test_each_flag_that_changes_has_its_reason(path: str, text: str) -> None:
    source = text % FLAGS
    edits = build_file(source.encode(), RULES, Options(path=path)).edits
    assert [(source[slice(*one.span)].strip(), one.why) for one in edits if one.kind == "nvcc flag"] == [
        ("-lineinfo", OF_FLAG),
        ("-Xptxas -v", "there is no ptxas"),
        ("--expt-relaxed-constexpr", "clang++ lets device code call constexpr functions"),
        ("-use_fast_math", FAST),
        ("-Xcompiler -Wall", OF_FLAG),
        ("-arch=sm_80", "the GPUs that it names are NVIDIA's"),
    ]
    assert all(one.why for one in edits)


def test_the_report_has_the_reason_of_what_changes_in_a_build_file_alone(tmp_path: Path) -> None:
    put(tmp_path / "Makefile", "a: a.cu\n\tnvcc -ccbin=g++ -o $@ $< -lcublas\n")
    put(tmp_path / "a.cu", "void f() { cudaFree(0); }\n")
    build, source = convert_tree([str(tmp_path)], Settings(rename=".hip")).files
    of_name = (
        "Writes HIP's name for CUDA's in a build file: a language, package, target, variable, property,"
        " command, library, path or program."
    )
    assert {one.before.strip(): one.why for one in build.changes} == {
        "a.cu": "With `--rename`, follows the new name of a file in includes and build files.",
        "nvcc": of_name,
        "-ccbin=g++": "clang++ compiles the host's code itself",
        "cublas": of_name,
    }
    assert {one.why for one in source.changes} == {""}


IGNORED = "hipify: ignore[B008] who builds names others"
GPUS = "set(CMAKE_CUDA_ARCHITECTURES 80)"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("CMakeLists.txt", f"{GPUS} # {IGNORED}\n"),
        ("CMakeLists.txt", f"# {IGNORED}\n\n{GPUS}\n"),
        (
            "CMakeLists.txt",
            f"# hipify: ignore-begin[build-gpus] x\n{GPUS}\n# hipify: ignore-end[build-gpus]\n",
        ),
        ("CMakeLists.txt", f"{GPUS}\n# hipify: ignore-file[B008] x\n"),
    ],
)
def test_a_remark_turns_a_rule_off(name: str, source: str) -> None:
    result = build_file(source.encode(), RULES, Options(path=name))
    assert result.text == source.replace("CMAKE_CUDA", "CMAKE_HIP")
    assert result.findings == ()
    assert {one.rule for one in result.suppressed} == {"B008"}


@pytest.mark.parametrize(
    ("name", "source", "rule"),
    [
        ("Makefile", "NVFLAGS = -Xptxas=-v # hipify: ignore[B008] x\n", "S001"),
        ("setup.py", "x = 1  # hipify: ignore[B999] x\n", "S002"),
        (".gitlab-ci.yml", "a: b # hipify: ignore\n", "S003"),
        ("Jenkinsfile", "x() // hipify: ignore-begin[B022] x\n", "S006"),
        ("Jenkinsfile", "x() /* hipify: ignore-begin[B022] x */\n", "S006"),
        ("Jenkinsfile", "x() /* // */ y() // hipify: ignore-begin[B022] x\n", "S006"),
        ("Jenkinsfile", "x() # hipify: ignore-begin[B022] x\n", None),
    ],
)
def test_a_remark_that_does_nothing_is_told(name: str, source: str, rule: str | None) -> None:
    found = [one.rule for one in build_file(source.encode(), RULES, Options(path=name)).findings]
    assert [one for one in found if one.startswith("S")] == ([rule] if rule else [])


def test_a_remark_in_each_language() -> None:
    for name, source in {
        "setup.py": "setup(ext_modules=[CUDAExtension('a', ['a.cu'])])  # hipify: ignore[B017] x\n",
        ".gitlab-ci.yml": "image: nvidia/cuda:12.2.0-devel-ubuntu22.04 # hipify: ignore[B022] x\n",
        "Dockerfile": "# hipify: ignore[B022] x\nFROM nvidia/cuda:12.2.0-devel-ubuntu22.04\n",
        "meson.build": "# hipify: ignore-file[B017] x\nproject('a', 'cuda')\n",
    }.items():
        result = build_file(source.encode(), RULES, Options(path=name))
        assert (result.text, result.findings, len(result.suppressed)) == (source, (), 1), name


def test_a_remark_at_the_first_of_several_places_leaves_the_others() -> None:
    source = """steps:
  - run: apt-get install cuda-toolkit-12-0  # hipify: ignore[B022] kept
  - run: nvcc a.cu
  - run: cmake -DCMAKE_CUDA_ARCHITECTURES=70 .
"""
    (one,) = build_file(source.encode(), RULES, Options(path=".gitlab-ci.yml")).findings
    assert (one.rule, source[slice(*one.span)]) == ("B022", "nvcc")
    assert [source[slice(*at.span)] for at in one.related] == ["CMAKE_CUDA_ARCHITECTURES"]
    asked = "if(CUDA_VERSION VERSION_GREATER 12)  # hipify: ignore[B002] kept\nendif()\n"
    other = asked.partition("  #")[0] + "\nendif()\n"
    text = f"{asked}{other}{other}"
    (left,) = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert (left.rule, text[: left.span.start].count("\n"), len(left.related)) == ("B002", 2, 1)
