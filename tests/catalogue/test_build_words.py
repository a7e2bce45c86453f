"""What a word stands for in build files."""

from __future__ import annotations

import pytest

from hipify_py.catalogue.build_words import KINDS, of_build
from hipify_py.rules.load import load

RULES = load()


@pytest.mark.parametrize(
    ("word", "becomes", "package"),
    [
        ("CUDA::cublas", "roc::hipblas", "hipblas"),
        ("CUDAToolkit", "hip", ""),
        ("CUDA_Add_Library", "add_library", ""),
        ("find_cuda_helper_libs", None, ""),
        ("CMAKE_CUDA_ARCHITECTURES", "CMAKE_HIP_ARCHITECTURES", ""),
        ("cudart_static", "amdhip64", ""),
        ("cudadevrt", "", ""),
        ("-gencode", "--offload-arch=GPU", ""),
        ("--std=c++17", "-std=VALUE", ""),
        ("/usr/local/cuda", "/opt/rocm", ""),
    ],
)
def test_what_a_word_becomes(word: str, becomes: str | None, package: str) -> None:
    told = next(of_build(RULES, word))
    assert (told["becomes"], told["package"]) == (becomes, package)
    assert told["note"] or becomes


def test_of_what_is_in_no_table_nothing_is_told() -> None:
    assert [*of_build(RULES, "my_command")] == []
    assert [*of_build(RULES, "--my-flag=1")] == []
    assert [*of_build(RULES, "")] == []
    assert [*of_build(RULES, "nppiFoo")] == []  # libraries are named npp*, too


def test_every_table_of_names_is_looked_up() -> None:
    assert {*KINDS, "ci"} == {*RULES.build}  # what is said of CI files stands by kinds of things there


def test_no_other_placeholder_is_shown() -> None:
    shown = [
        told["becomes"] or ""
        for table in KINDS
        for word in RULES.build[table]
        for told in of_build(RULES, word)
    ]
    assert [each for each in shown if "{" in each and "${" not in each] == []
