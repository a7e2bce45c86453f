"""CMake as the tests run it, with HIP as a language of it where the compiler of tests/toolchain is there.

That compiler has no bundler for device code and no HIP runtime to link, so CMake compiles the host's side.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import ROOT, environment, put
from helpers.toolchain import IN_CI

RECORDER = ROOT / "tests" / "bench" / "recorder.py"
GXX = shutil.which("g++") or "g++"
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


def defines(root: Path) -> dict[str, object]:
    """Give what CMake is told of HIP's compiler, so that it links no program to ask it."""
    usr = sysroot()
    clang = next(iter(sorted(usr.glob("lib/llvm-*/bin/clang++"))))
    return {
        "CMAKE_HIP_COMPILER": clang,
        "CMAKE_HIP_COMPILER_ID_RUN": 1,  # to tell the compiler's name it would link a program
        "CMAKE_HIP_COMPILER_ID": "Clang",
        "CMAKE_HIP_COMPILER_VERSION": 22,
        "CMAKE_HIP_STANDARD_COMPUTED_DEFAULT": 17,
        "CMAKE_HIP_EXTENSIONS_COMPUTED_DEFAULT": "ON",
        "CMAKE_HIP_COMPILER_ROCM_ROOT": root / "usr",
        "CMAKE_PREFIX_PATH": f"{root};{root}/lib/{TRIPLE}/cmake",
        "CMAKE_TRY_COMPILE_TARGET_TYPE": "STATIC_LIBRARY",
        "CMAKE_HIP_ARCHITECTURES": "gfx90a",  # else it asks the GPU
    }


def configure(source: Path, build: Path, root: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Configure a project for Ninja, with what `rocm` laid out in `root` and HIP as a language."""
    usr = sysroot()
    bitcode = next(iter(sorted(usr.glob("lib/llvm-*/lib/clang/*/amdgcn/bitcode"))))
    flags = f"--cuda-host-only --rocm-path={usr} --rocm-device-lib-path={bitcode} -isystem {usr}/include"
    told = defines(root) | {"CMAKE_HIP_FLAGS": flags}
    command = ["cmake", "-G", "Ninja", "-S", str(source), "-B", str(build)]
    command += [f"-D{name}={value}" for name, value in told.items()] + [*more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def site(root: Path, log: Path) -> dict[str, str]:
    """Lay out a ROCm whose compilers record in `log` what they compile; give the environment of its user.

    Both sides of HIP are compiled to objects; an empty file stands for a program.
    """
    rocm(root)
    usr = sysroot()
    (bitcode,) = usr.glob("lib/llvm-*/lib/clang/*/amdgcn/bitcode")
    paths = [f"--rocm-path={usr}", f"--rocm-device-lib-path={bitcode}", "-isystem", f"{usr}/include"]
    hip = [str(defines(root)["CMAKE_HIP_COMPILER"]), *paths, "-D__HIP_PLATFORM_AMD__=1", "-Wno-unused-value"]
    for name, language, words in (("hipcc", "hip", hip), ("amdclang++", "", hip), ("g++", "", [GXX])):
        line = [sys.executable, str(RECORDER), str(log), language, "--device-objects", *words]
        put(root / "bin" / name, f'#!/bin/sh\nexec {shlex.join(line)} "$@"\n').chmod(0o755)
    told = defines(root) | {
        "CMAKE_HIP_COMPILER": root / "bin" / "amdclang++",
        "CMAKE_CXX_COMPILER": root / "bin" / "g++",
    }
    del told["CMAKE_PREFIX_PATH"]
    lines = (f'set({name} "{value}" CACHE STRING "")\n' for name, value in told.items())
    own = {
        "CMAKE_TOOLCHAIN_FILE": str(put(root / "hip.cmake", "".join(lines))),
        "CMAKE_GENERATOR": "Ninja",
        "CMAKE_PREFIX_PATH": f"{root}/lib/{TRIPLE}/cmake",  # Debian's place; ROCm's is lib/cmake
    }
    return environment(PATH=f"{root / 'bin'}:{os.environ['PATH']}", ROCM_PATH=str(root), **own)
