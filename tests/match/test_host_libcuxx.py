"""libcu++ where host compilers alone read it, of a copy that the project has."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

SOURCE = b"#include <cuda/std/atomic>\ncuda::std::atomic<int> n;\n"
BESIDE = b"cuda::atomic_ref<int> m(n);\n"  # which the standard library has not


def severities(name: str, project: Project, source: bytes = SOURCE) -> list[str]:
    """Give how grave it is what is said of the header, and of the names with it."""
    made = convert(source, load(), Options(path=name, project=project))
    return [one.severity for one in made.findings if one.rule in {"N001", "N005"}]


@pytest.mark.parametrize(
    ("name", "project", "first"),
    [
        ("a.cc", Project(ships_libcuxx=True), "note"),
        ("a.h", Project(ships_libcuxx=True, cxx="a.cc"), "note"),
        ("a.cc", Project(), "error"),
        ("a.cu", Project(ships_libcuxx=True), "error"),
        ("a.h", Project(ships_libcuxx=True), "error"),  # nobody says who reads it
        ("a.h", Project(ships_libcuxx=True, cxx="a.cc", in_cuda=True), "error"),
        ("a.cc", Project(ships_libcuxx=True, as_hip=frozenset(["a.cc"])), "error"),
    ],
)
def test_the_standard_library_stays_on_the_host(name: str, project: Project, first: str) -> None:
    assert severities(name, project) == [first]
    assert severities(name, project, SOURCE + BESIDE) == ["error"]


def test_not_beside_device_code() -> None:
    device = SOURCE + b"__global__ void k() {}\n"
    assert severities("a.cc", Project(ships_libcuxx=True), device) == ["error"]
