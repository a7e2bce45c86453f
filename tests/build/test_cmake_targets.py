"""The targets that a CMake file makes itself."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file


@pytest.mark.parametrize("name", ["cutil", "cudpp", "nvjpeg"])
def test_a_library_that_the_file_makes_is_none_of_cuda_s(name: str) -> None:
    link = f"target_link_libraries(a {name})\n"
    assert cmake_file(f"add_library({name} STATIC a.cpp)\nadd_executable(a a.cpp)\n{link}").findings == ()
    told = cmake_file(f"add_library({name} SHARED IMPORTED)\n{link}").findings
    assert [one.rule for one in told] == ["B003"]


def test_a_library_whose_name_begins_as_one_of_cuda_s_is_none() -> None:
    assert cmake_file("target_link_libraries(a cutils cutil_helpers)\n").findings == ()
