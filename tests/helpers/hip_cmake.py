"""CMake as the tests run it, with HIP as a language of it where the compiler of tests/toolchain is there.

That compiler has no bundler for device code and no HIP runtime to link, so CMake compiles the host's side.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from helpers.toolchain import IN_CI

TRIPLE = "x86_64-linux-gnu"
IMPORTED = re.compile(r"\$\{_IMPORT_PREFIX\}(/lib/[^\"]*\.so[^\"]*)")
needs_cmake = pytest.mark.skipif(
    not IN_CI and not (shutil.which("cmake") and shutil.which("ninja") and shutil.which("make")),
    reason="needs cmake, ninja and make",
)


def sysroot() -> Path:
    """Give the folder with the compiler and the headers of ROCm."""
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
    """Configure a project for Ninja, with what `rocm` laid out in `root` and HIP as a language."""
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
