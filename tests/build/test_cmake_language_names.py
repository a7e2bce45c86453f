"""Languages in the arguments of CMake's commands, and the sources that checks try."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("f($<COMPILE_LANGUAGE:CUDA,CXX>)\n", "f($<COMPILE_LANGUAGE:HIP,CXX>)\n"),
        ("f($<COMPILE_LANG_AND_ID:CUDA,NVIDIA,Clang>)\n", "f($<COMPILE_LANG_AND_ID:HIP,Clang>)\n"),
        ("f($<CUDA_COMPILER_ID:NVIDIA>)\n", "f($<HIP_COMPILER_ID:Clang>)\n"),
        ("f($<COMPILE_LANGUAGE:CXX>)\n", "f($<COMPILE_LANGUAGE:CXX>)\n"),
        (
            "set_target_properties(a PROPERTIES LINKER_LANGUAGE CUDA)\n",
            "set_target_properties(a PROPERTIES LINKER_LANGUAGE HIP)\n",
        ),
        ('message("${CUDA_NVCC_FLAGS}")\n', 'message("${CMAKE_HIP_FLAGS}")\n'),
    ],
)
def test_a_language_is_hips(text: str, after: str) -> None:
    assert build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).output.decode() == after


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("#include <cuda_runtime.h>\\nint main() { cudaFree(0); }", ["cuda_runtime.h"]),
        ("int main() { cudaFree(0); }", ["cudaFree"]),
        ("int main() { }", []),
    ],
)
def test_a_source_that_a_check_tries_is_told_of(source: str, names: list[str]) -> None:
    text = f'check_source_compiles(CUDA "{source}" OUT)\n'
    made = build_file(text.encode(), RULES, Options(path="CMakeLists.txt"))
    assert made.output.decode() == text.replace("CUDA", "HIP", 1)
    assert [text[slice(*one.span)] for one in made.findings if "tries" in one.message] == names
