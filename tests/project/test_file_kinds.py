"""What names tell: the kind of a file, and the folders that hold nothing to convert."""

from __future__ import annotations

import pytest

from hipify_py.project.file_kinds import FOLDERS, MARKERS, OTHER, SOURCE, folder_kind, kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.cu", "source"),
        ("a.CUH", "source"),
        ("a.C", "source"),
        ("a.tar.hpp", "source"),
        ("a.hip", "source"),
        ("a.cppm", "source"),
        ("a.IXX", "source"),
        ("a.cu.in", "source"),
        ("config.hpp.cmake", "source"),
        ("impl.cpp.Cuda", "source"),
        ("a.cu.orig", "maybe"),
        ("a.in", "maybe"),
        ("a.py.in", "maybe"),
        ("config.cmake", "other"),
        ("config.cmake.in", "maybe"),
        ("a.inc", "source"),
        ("a.def", "source"),
        ("a.cui", "source"),
        ("a.impl", "source"),
        ("a.txt", "other"),
        ("a", "maybe"),
        ("a.cu~", "maybe"),
        ("cuda", "maybe"),
        ("a.md", "other"),
        ("configure.ac", "other"),
        ("CMakeLists.txt", "other"),
        ("a.py", "other"),
        ("Makefile", "other"),
        ("Makefile.inc", "other"),
        ("Makefile.bkp", "maybe"),  # put aside
        ("Makefile.OLD", "maybe"),
        ("make.inc~", "maybe"),
        ("make.inc", "other"),
        ("make.host.local", "other"),
        ("Make.Linux", "other"),
        ("rules.make", "other"),
        ("make.cpp", "source"),
        ("makes.inc", "source"),
        ("LICENSE", "other"),
        (".clang-format", "other"),
        (".cu", "other"),
        ("a.so", "other"),
        ("a.so.1", "maybe"),
    ],
)
def test_kind_is_told_by_the_name(name: str, kind: str) -> None:
    assert kind_of(name) == kind


def test_an_ending_tells_one_kind() -> None:
    assert not SOURCE & OTHER
    assert all(kind_of(f"a{ending}") == "source" for ending in SOURCE)
    assert all(kind_of(f"a{ending}") == "other" for ending in OTHER)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in SOURCE | OTHER)


def test_the_case_of_a_name_does_not_matter() -> None:
    assert [kind_of(name) for name in ("A.CU", "readme", "Dockerfile", "a.PNG")] == [
        "source",
        "other",
        "other",
        "other",
    ]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (".git", "version control"),
        ("third_party", "vendored"),
        ("cmake-build-debug", "build"),
        ("hipify_py.egg-info", "build"),
        (".mypy_cache", "cache"),
        (".cache", "cache"),
        ("src", ""),
        ("Build", ""),
        ("cmake-build", ""),
        ("my_cache", ""),
        ("rebuild", ""),
    ],
)
def test_the_kind_of_a_folder(name: str, kind: str) -> None:
    assert folder_kind(name) == kind


def test_a_folder_is_skipped_for_one_reason() -> None:
    every = [name for names in FOLDERS.values() for name in names]
    assert len(every) == len(set(every))
    assert set(MARKERS.values()) <= FOLDERS.keys()
