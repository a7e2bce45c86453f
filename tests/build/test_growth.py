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
