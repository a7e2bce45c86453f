"""A project of CMake, converted, configured by CMake with the language HIP and compiled to objects.

The compiler of tests/toolchain has no bundler for device code and no HIP runtime to link, so CMake compiles
the host's side; hipcheck compiles both sides of each source.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.toolchain import IN_CI

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

DEMO = Path(__file__).parents[2] / "corpus" / "demo-cmake"
TRIPLE = "x86_64-linux-gnu"
IMPORTED = re.compile(r"\$\{_IMPORT_PREFIX\}(/lib/[^\"]*\.so[^\"]*)")
needs_cmake = pytest.mark.skipif(
    not IN_CI and not (shutil.which("cmake") and shutil.which("ninja")), reason="needs cmake and ninja"
)
Hipcheck = Callable[..., tuple[bool, str]]


def sysroot() -> Path:
    return Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache" / "hip-sysroot") / "usr"


def rocm(folder: Path) -> Path:
    """Lay out ROCm's package files as CMake looks for them, with empty files for the libraries."""
    usr = sysroot()
    packages = folder / "lib" / TRIPLE / "cmake"
    shutil.copytree(usr / "lib" / TRIPLE / "cmake", packages)
    shutil.copytree(packages / "hip-lang", folder / "usr" / "lib" / "cmake" / "hip-lang")
    (folder / "include").symlink_to(usr / "include")
    (folder / "bin").mkdir()
    for file in packages.rglob("*.cmake"):
        for library in IMPORTED.findall(file.read_text(encoding="utf-8")):
            (folder / library.lstrip("/")).touch()
    return folder


def configure(source: Path, build: Path, root: Path, *more: str) -> subprocess.CompletedProcess[str]:
    usr = sysroot()
    clang = next(iter(sorted(usr.glob("lib/llvm-*/bin/clang++"))))
    bitcode = next(iter(sorted(usr.glob("lib/llvm-*/lib/clang/*/amdgcn/bitcode"))))
    flags = f"--cuda-host-only --rocm-path={usr} --rocm-device-lib-path={bitcode} -isystem {usr}/include"
    defines = {
        "CMAKE_HIP_COMPILER": clang,
        "CMAKE_HIP_COMPILER_ID_RUN": 1,  # to tell the compiler's name it would link a program
        "CMAKE_HIP_COMPILER_ID": "Clang",
        "CMAKE_HIP_COMPILER_VERSION": 22,
        "CMAKE_HIP_STANDARD_COMPUTED_DEFAULT": 17,
        "CMAKE_HIP_EXTENSIONS_COMPUTED_DEFAULT": "ON",
        "CMAKE_HIP_COMPILER_ROCM_ROOT": root / "usr",
        "CMAKE_PREFIX_PATH": f"{root};{root}/lib/{TRIPLE}/cmake",
        "CMAKE_TRY_COMPILE_TARGET_TYPE": "STATIC_LIBRARY",
        "CMAKE_HIP_FLAGS": flags,
        "CMAKE_HIP_ARCHITECTURES": "gfx90a",  # else it asks the GPU
    }
    command = ["cmake", "-G", "Ninja", "-S", str(source), "-B", str(build)]
    command += [f"-D{name}={value}" for name, value in defines.items()] + [*more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


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
