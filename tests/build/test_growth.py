"""The time of a build file's conversion grows with its length."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable

FEW, MOST = 400, 9.0  # times as long for four times as much: the square would be sixteen
STREAM = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM "
LONG: dict[str, tuple[str, Callable[[int], str]]] = {
    "definitions in a call": ("Makefile", lambda many: f"a:\n\tnvcc {STREAM * many} a.cu\n"),
    "definitions in a variable": ("Makefile", lambda many: f"X = nvcc {STREAM * many}\n"),
    "GPUs in a line": ("Makefile", lambda many: f"X = nvcc {'sm_70 ' * many}{STREAM * many}\n"),
    "flags in quotes": (
        "CMakeLists.txt",
        lambda many: "target_compile_options(a PRIVATE " + '"-Xcompiler" "-Wall" ' * many + ")\n",
    ),
    "languages in branches": (
        "CMakeLists.txt",
        lambda many: (
            "if(A)\n"
            + "elseif(B)\nenable_language(CUDA)\nelseif(C)\nfind_package(CUDA)\n" * many
            + "endif()\n"
        ),
    ),
    "what is said of the platform": (
        "CMakeLists.txt",
        lambda many: "".join(f"set(A{n} cudart)\n" for n in range(many)),
    ),
    "comments in brackets opened": ("CMakeLists.txt", lambda many: "#[[ cuda\n" * 9 * many),
    "texts in brackets opened": ("CMakeLists.txt", lambda many: f"set(A {'[[ ' * 9 * many} cuda)\n"),
    "flags that go in branches": (
        "CMakeLists.txt",
        lambda many: "".join(f"if(A)\nset(X{n} -lineinfo)\nendif()\n" for n in range(many)),
    ),
    "targets in conditions": (
        "CMakeLists.txt",
        lambda many: "if(TARGET CUDA::nvrtc)\nset(X CUDA::nvrtc_builtins)\nendif()\n" * many,
    ),
    "GPUs of variables": (
        "CMakeLists.txt",
        lambda many: (
            "if(A)\nset(CMAKE_CUDA_ARCHITECTURES ${GPUS})\nendif()\n" * many + "enable_language(CUDA)\n"
        ),
    ),
    "versions in conditions": (
        "CMakeLists.txt",
        lambda many: "if(CUDA_VERSION VERSION_LESS 12.0)\nmessage(FATAL_ERROR x)\nendif()\n" * 4 * many,
    ),
    "programs in a command": (
        "CMakeLists.txt",
        lambda many: f"add_custom_target(a {'COMMAND nvcc -lineinfo a.cu ' * many})\n",
    ),
    "flags for C++": (
        "CMakeLists.txt",
        lambda many: (
            "cuda_add_library(a a.cu)\n"
            + "".join(f'set(CMAKE_CXX_FLAGS "${{CMAKE_CXX_FLAGS}} -DA{n}")\n' for n in range(many))
        ),
    ),
    "commands on a line": ("build.sh", lambda many: "nvcc -arch=sm_70 a.cu; " * many),
    "commands over many lines": ("build.sh", lambda many: "nvcc \\\n" * 2 * many),
    "versions asked on a line": ("build.sh", lambda many: "A=$(nvcc --version | tail -1); " * many),
    "a word of slashes": ("Makefile", lambda many: f"A = {'//' * 20 * many}\na:\n\tnvcc $(A)\n"),
    "a word of flags": ("Makefile", lambda many: "[--default-stream=null--" * 3 * many),
    "names that go on with a value": (
        "Makefile",
        lambda many: "".join(f"A{n} = $(A$(B)) nvcc\n" for n in range(many)),
    ),
    "comments opened": ("Jenkinsfile", lambda many: "/* nvcc " * 9 * many),
    "containers on a line": ("build.sh", lambda many: "docke" + " --gpus" * 9 * many),
}


def seconds(path: str, source: str) -> float:
    begun = time.process_time()
    build_file(source.encode(), RULES, Options(path=path))
    return time.process_time() - begun


@pytest.mark.stress
@pytest.mark.parametrize("name", LONG)
def test_four_times_as_much_takes_about_four_times_as_long(name: str) -> None:
    path, source = LONG[name]
    few, many = seconds(path, source(FEW)), seconds(path, source(4 * FEW))
    for _ in range(2):  # what else the machine does must not count
        if many < MOST * few:
            break
        few, many = max(few, seconds(path, source(FEW))), min(many, seconds(path, source(4 * FEW)))
    assert many < MOST * few
