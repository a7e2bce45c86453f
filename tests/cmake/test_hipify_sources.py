"""The CMake package, in projects that CMake configures and Ninja or make builds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.command import ERROR, ROOT, environment, put
from helpers.hip_cmake import configure, needs_cmake, rocm

pytestmark = [needs_cmake, pytest.mark.build]
GENERATORS = ["Ninja", "Unix Makefiles"]
PREAMBLE = "cmake_minimum_required(VERSION 3.20)\nproject(t CXX)\nfind_package(HipifyPy REQUIRED)\n"
PROJECT = f"""\
{PREAMBLE}
set(gen "${{CMAKE_CURRENT_BINARY_DIR}}/gen.cu")
add_custom_command(OUTPUT "${{gen}}" DEPENDS gen.cu.in
  COMMAND ${{CMAKE_COMMAND}} -E copy "${{CMAKE_CURRENT_SOURCE_DIR}}/gen.cu.in" "${{gen}}" VERBATIM)
hipify_sources(OUT one INCLUDES_OUT includes INCLUDE_DIRS include OPTIONS ${{OPTIONS}} LANGUAGE CXX
  SOURCES src/a.cu "${{CMAKE_CURRENT_SOURCE_DIR}}/src/b b.cu" gen.cu)
hipify_sources(OUT two INCLUDE_DIRS include OPTIONS ${{OPTIONS}} SOURCES src/a.cu src/c.cu)
hipify_sources(OUT other INCLUDE_DIRS include SOURCES src/c.cu OPTIONS --warp native)
"""
CONVERT = 'add_custom_target(converted ALL DEPENDS ${one} ${two} ${other})\nadd_subdirectory("sub")\n'
COMPILE = """\
add_library(one STATIC ${one})
target_include_directories(one BEFORE PRIVATE ${includes})
target_include_directories(one PRIVATE fake include)
"""
SUB = "hipify_sources(OUT sub SOURCES d.cu)\nadd_custom_target(sub ALL DEPENDS ${sub})\n"
FILES = {
    "sub/CMakeLists.txt": SUB,
    "sub/d.cu": "void d() { cudaFree(0); }\n",
    "include/proj/h.cuh": '#pragma once\n#include "../inner.cuh"\nint h(int *p);\n',
    "include/inner.cuh": "#pragma once\n#include <cuda_runtime.h>\ninline void i(void *p) { cudaFree(p); }\n",
    "src/a.cu": '#include "proj/h.cuh"\n__device__ int a(int *p) { return __ldcs(p); }\n',
    "src/b b.cu": "#include <cuda_runtime.h>\nvoid b() { cudaFree(0); }\n",
    "src/c.cu": "__device__ int c(int v) { return __shfl_down_sync(~0u, v, 1); }\n",
    "gen.cu.in": "#include <proj/h.cuh>\nvoid g() { i(0); }\n",
    "fake/hip/hip_runtime.h": "#pragma once\n#define __device__\n#define __global__\nint hipFree(void *);\n",
}
TWICE = """\
hipify_sources(OUT out SOURCES src/a.cu OUTPUT_DIR hip)
hipify_sources(OUT out SOURCES src/c.cu OUTPUT_DIR hip OPTIONS --warp native)
"""
ALL = ["a.cu", "b b.cu", "c.cu", "c.cu", "d.cu", "gen.cu"]


class Build(NamedTuple):
    """A project, where it is built, and the program that converts for it."""

    source: Path
    folder: Path
    generator: str
    program: Path

    def configure(self, *more: str) -> subprocess.CompletedProcess[str]:
        package = self.program.parent.parent / "hipify_py" / "cmake"
        defines = [f"-DHipifyPy_DIR={package}", f"-DHIPIFY_PY_EXECUTABLE={self.program}", *more]
        command = ["cmake", "-G", self.generator, f"-S{self.source}", f"-B{self.folder}", *defines]
        return subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)

    def run(self, *more: str) -> subprocess.CompletedProcess[str]:
        command = ["cmake", "--build", str(self.folder), "-j4", *more]
        return subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)

    def converted(self) -> list[str]:
        """Build, and give the sources that were converted."""
        done = self.run()
        assert done.returncode == 0, done.stdout + done.stderr
        return sorted(os.path.basename(path) for path in re.findall(r"Converting (.+) to HIP", done.stdout))

    def does_nothing(self) -> bool:
        said = self.run().stdout
        if self.generator == "Ninja":
            return "no work to do" in said
        return "Built target" in said and not re.search(r"\] (?!Built target)", said)


def project(folder: Path, generator: str, last: str = CONVERT, program: Path | None = None) -> Build:
    source = folder / "a project"
    for name, text in FILES.items():
        put(source / name, text)
    put(source / "CMakeLists.txt", PROJECT + last)
    return Build(source, folder / "a build", generator, program or script(folder, ROOT))


def script(folder: Path, checkout: Path) -> Path:
    """Write the program of a checkout, beside a link to its package."""
    text = f'#!/bin/sh\nPYTHONPATH="{checkout}" exec "{sys.executable}" -Pm hipify_py "$@"\n'
    put(folder / "own/bin/hipify-py", text).chmod(0o755)
    (folder / "own/hipify_py").symlink_to(checkout / "hipify_py")
    return folder / "own/bin/hipify-py"


@pytest.mark.parametrize("generator", GENERATORS)
def test_what_changed_is_converted_again_and_only_that(generator: str, tmp_path: Path) -> None:
    build = project(tmp_path, generator)
    assert build.configure().returncode == 0
    assert build.converted() == ALL
    assert build.does_nothing()
    put(build.source / "include/inner.cuh", FILES["include/inner.cuh"] + "// more\n")
    assert build.converted() == ["a.cu", "gen.cu"]
    assert (build.folder / "hipify/include/inner.cuh").read_text().endswith("// more\n")
    put(build.source / "src/b b.cu", FILES["src/b b.cu"] + "// more\n")
    assert build.converted() == ["b b.cu"]
    os.utime(build.source / "gen.cu.in")
    assert build.converted() == ["gen.cu"]
    assert build.does_nothing()


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_header_that_is_gone_stops_nothing(generator: str, tmp_path: Path) -> None:
    build = project(tmp_path, generator)
    build.configure()
    build.converted()
    (build.source / "include/inner.cuh").unlink()
    put(build.source / "include/proj/h.cuh", "void i(int);\n")
    assert build.converted() == ["a.cu", "gen.cu"]
    if generator != "Ninja":  # CMake forgets what a depfile named before, in custom commands, only then
        assert build.run("--target", "depend").returncode == 0
        build.converted()
    assert build.does_nothing()


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_conversion_that_fails_fails_the_build_until_it_is_mended(generator: str, tmp_path: Path) -> None:
    build = project(tmp_path, generator)
    build.configure()
    build.converted()
    put(build.source / "src/b b.cu", ERROR)
    for _ in range(2):
        done = build.run()
        assert done.returncode != 0
        assert f"{build.source}/src/b b.cu:1:23: error: " in done.stdout + done.stderr
    assert "hipFree" in (build.folder / "hipify/src/b b.cu").read_text()
    put(build.source / "src/b b.cu", FILES["src/b b.cu"])
    assert build.converted() == ["b b.cu"]


@pytest.mark.parametrize("generator", GENERATORS)
def test_other_options_convert_all_that_they_are_given_for(generator: str, tmp_path: Path) -> None:
    build = project(tmp_path, generator)
    build.configure()
    build.converted()
    assert build.configure("-DOPTIONS=--no-polyfill").returncode == 0
    assert build.converted() == ["a.cu", "b b.cu", "c.cu", "gen.cu"]
    assert "hipify_compat" not in (build.folder / "hipify/src/a.cu").read_text()
    assert build.configure("-DOPTIONS=--no-polyfill").returncode == 0
    assert build.does_nothing()


@pytest.mark.parametrize("generator", GENERATORS)
def test_another_hipify_py_converts_all(generator: str, tmp_path: Path) -> None:
    for name in ("hipify_py", "rules"):
        shutil.copytree(
            ROOT / name, tmp_path / "checkout" / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    build = project(tmp_path, generator, program=script(tmp_path, tmp_path / "checkout"))
    build.configure()
    everything = build.converted()
    assert build.does_nothing()
    os.utime(tmp_path / "checkout/rules/lanes.toml")
    assert build.converted() == everything


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_build_among_the_sources(generator: str, tmp_path: Path) -> None:
    build = project(tmp_path, generator)._replace(folder=tmp_path / "a project")
    assert build.configure().returncode == 0
    assert build.converted() == ALL
    assert build.does_nothing()
    assert (build.folder / "hipify/gen.cu").read_text() == FILES["gen.cu.in"]
    assert build.run("--target", "clean").returncode == 0
    assert not (build.folder / "hipify").exists()
    assert build.converted() == ALL


@pytest.mark.parametrize("generator", GENERATORS)
def test_what_comes_out_finds_its_headers_and_is_compiled(generator: str, tmp_path: Path) -> None:
    build = project(tmp_path, generator, COMPILE)
    assert build.configure().returncode == 0
    assert build.converted() == ["a.cu", "b b.cu", "gen.cu"]
    assert build.does_nothing()
    put(build.source / "include/inner.cuh", FILES["include/inner.cuh"] + "#error unconverted\n")
    done = build.run()
    assert done.returncode != 0
    said = re.sub("/proj/[.][.]", "", done.stdout + done.stderr)
    assert f"{build.folder}/hipify/include/inner.cuh:4:2: error: #error unconverted" in said


@pytest.mark.parametrize(
    ("generator", "source", "folder", "sign"),
    [
        ("Ninja", "it's", "b", "'"),
        ("Ninja", "a$b", "b", "$"),
        ("Ninja", "a (b) %,", "it's b", ""),
        ("Unix Makefiles", "it's a$b", "b", ""),
    ],
)
def test_a_path_that_ninjas_depfiles_cannot_name_is_told_of(
    generator: str, source: str, folder: str, sign: str, tmp_path: Path
) -> None:
    build = Build(tmp_path / source, tmp_path / folder, generator, script(tmp_path, ROOT))
    sources = "hipify_sources(OUT out SOURCES a.cu b.cu)\nadd_custom_target(all_of_it ALL DEPENDS ${out})\n"
    put(build.source / "CMakeLists.txt", PREAMBLE.replace("CXX", "NONE") + sources)
    for name in ("a.cu", "b.cu"):
        put(build.source / name, FILES["src/b b.cu"])
    said = " ".join(build.configure().stderr.split())
    assert said.count("cannot name") == bool(sign)
    assert f"take a path without {sign} in it, or makefiles" in said if sign else not said
    assert build.converted() == ["a.cu", "b.cu"]
    assert build.does_nothing() == (not sign)


def test_two_ways_of_converting_have_two_outputs(tmp_path: Path) -> None:
    build = project(tmp_path, "Ninja")
    build.configure()
    build.converted()
    (one, other) = ((build.folder / name / "src/c.cu").read_text() for name in ("hipify", "hipify-2"))
    assert ("v, 1, 32)" in one, "v, 1, 32)" in other) == (True, False)


def test_hip_is_the_language_of_the_outputs_where_cmake_has_it(
    hipcheck: Callable[..., tuple[bool, str]], tmp_path: Path
) -> None:
    put(tmp_path / "src/k.cu", "#include <k.cuh>\n__global__ void k(int *p) { *p = __ldcs(p + two()); }\n")
    put(
        tmp_path / "src/k.cuh",
        "#include <cuda_runtime.h>\n__host__ __device__ inline int two() { return 2; }\n",
    )
    text = PREAMBLE.replace("3.20", "3.21").replace("CXX", "CXX HIP") + (
        "hipify_sources(OUT out INCLUDES_OUT includes SOURCES k.cu INCLUDE_DIRS .)\n"
        "add_library(k STATIC ${out})\ntarget_include_directories(k PRIVATE ${includes})\n"
    )
    put(tmp_path / "src/CMakeLists.txt", text)
    own = [f"-DHipifyPy_DIR={ROOT}/hipify_py/cmake", f"-DHIPIFY_PY_EXECUTABLE={script(tmp_path, ROOT)}"]
    made = configure(tmp_path / "src", tmp_path / "build", rocm(tmp_path / "rocm"), *own)
    assert made.returncode == 0, made.stderr
    done = subprocess.run(["ninja", "-C", tmp_path / "build"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "Building HIP object CMakeFiles/k.dir/hipify/k.cu.o" in done.stdout
    assert hipcheck(tmp_path / "build/hipify/k.cu", f"-I{tmp_path}/build/hipify")[0]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("hipify_sources(SOURCES src/a.cu)", "give both"),
        ("hipify_sources(SPEED 3 OUT out SOURCES src/a.cu)", "hipify_sources: unknown: "),
        ("hipify_sources(OUT out SOURCES missing.cu)", "no source missing.cu"),
        (
            TWICE,
            "name another one",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(call: str, says: str, tmp_path: Path) -> None:
    build = project(tmp_path, "Ninja")
    put(build.source / "CMakeLists.txt", PREAMBLE + call)
    done = build.configure()
    assert done.returncode != 0
    assert says in re.sub(r"\s+", " ", done.stderr)


def test_the_program_has_to_be_the_packages_own(tmp_path: Path) -> None:
    build = project(tmp_path, "Ninja")
    done = build.configure("-DHIPIFY_PY_EXECUTABLE=/bin/true")
    assert done.returncode != 0
    assert "/bin/true is another hipify-py than" in re.sub(r"\s+", " ", done.stderr)


def test_the_package_tells_its_version(tmp_path: Path) -> None:
    build = project(tmp_path, "Ninja")
    put(build.source / "CMakeLists.txt", PREAMBLE.replace("REQUIRED", "99 REQUIRED"))
    assert 'requested version "99"' in re.sub(r"\s+", " ", build.configure().stderr)
    from hipify_py.version import __version__

    put(build.source / "CMakeLists.txt", PREAMBLE.replace("REQUIRED", f"{__version__} EXACT REQUIRED"))
    assert build.configure().returncode == 0
