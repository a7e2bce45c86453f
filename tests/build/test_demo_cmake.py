"""A project of CMake, converted, configured by CMake with the language HIP and compiled to objects.

`helpers.hip_cmake` lets CMake compile the host's side; hipcheck compiles both sides of each source.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.command import put
from helpers.hip_cmake import configure, needs_cmake, rocm

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

DEMO = Path(__file__).parents[2] / "corpus" / "demo-cmake"
Hipcheck = Callable[..., tuple[bool, str]]


@needs_cmake
@pytest.mark.parametrize("mode", ["replace", "dual"])
def test_a_converted_project_is_configured_and_compiled(
    mode: str, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    report = convert_tree([str(DEMO)], Settings(mode="output", output=str(out), build=mode))  # type: ignore[arg-type]
    assert not any(file.status == "failed" for file in report.files)
    again = convert_tree([str(out)], Settings(build=mode))  # type: ignore[arg-type]
    assert not any(file.status == "converted" for file in again.files)
    made = configure(out, tmp_path / "build", rocm(tmp_path / "rocm"), "-DUSE_HIP=ON")
    assert made.returncode == 0, made.stderr
    compiled = subprocess.run(
        ["ninja", "-C", str(tmp_path / "build"), "src/libsolver.a", "src/libproducts.a"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert compiled.returncode == 0, compiled.stdout
    if mode == "replace":
        for source in sorted(out.rglob("*.cu")):
            ok, said = hipcheck(source, f"-I{out / 'include'}")
            assert ok, said


@needs_cmake
def test_with_renamed_sources_no_property_is_needed(hipcheck: Hipcheck, tmp_path: Path) -> None:
    out = tmp_path / "out"
    convert_tree([str(DEMO)], Settings(mode="output", output=str(out), rename=".hip"))
    text = (out / "src" / "CMakeLists.txt").read_text(encoding="utf-8")
    assert "LANGUAGE HIP" not in text
    assert "kernels/*.hip" in text
    made = configure(out, tmp_path / "build", rocm(tmp_path / "rocm"))
    assert made.returncode == 0, made.stderr
    assert hipcheck(out / "src" / "products.hip", f"-I{out / 'include'}")[0]
    compiled = subprocess.run(["ninja", "-C", str(tmp_path / "build"), "src/libsolver.a"], check=False)
    assert compiled.returncode == 0


@needs_cmake
@pytest.mark.parametrize("asks", ["find_package(CUDA REQUIRED)\n", ""])
def test_a_tree_is_configured_where_it_enables_hip_and_says_so_where_not(asks: str, tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out"
    top = f"cmake_minimum_required(VERSION 3.21)\nproject(a CXX)\n{asks}add_subdirectory(src)\n"
    put(tree / "CMakeLists.txt", top)
    put(tree / "src" / "CMakeLists.txt", "set(CMAKE_CUDA_ARCHITECTURES OFF)\nadd_library(k k.cu)\n")
    put(tree / "src" / "k.cu", "__global__ void k() {}\n")
    report = convert_tree([str(tree)], Settings(mode="output", output=str(out)))
    said = {one.rule for file in report.files for one in file.concerns}
    made = configure(out, tmp_path / "build", rocm(tmp_path / "rocm"))
    assert (made.returncode == 0) == ("B025" not in said) == bool(asks), made.stderr
