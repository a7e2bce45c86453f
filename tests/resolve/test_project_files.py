"""Which file of the project an include names."""

from __future__ import annotations

import pytest

from hipify_py.resolve.project_files import own_file
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

RULES = load()
FILES = {
    "src/a.h": "src/a.h",
    "a.h": "src/a.h",
    "inc/b.h": "inc/b.h",
    "b.h": "inc/b.h",
    "src/cublas.h": "src/cublas.h",
    "cublas.h": "src/cublas.h",
}


def named(path: str, *, quoted: bool = True, beside: str | None = "src/a.cu") -> str | None:
    return own_file(path.encode(), quoted, Options(path=beside, project=Project(files=FILES)), RULES)


@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.h", "src/a.h"),
        ("src/a.h", "src/a.h"),
        ("b.h", "inc/b.h"),
        ("src/../inc/./b.h", "inc/b.h"),
        ("c.h", None),
        ("other/b.h", None),
        ("vector", None),
    ],
)
def test_a_path_names_the_file_that_it_alone_can_mean(
    path: str, expected: str | None, *, quoted: bool
) -> None:
    assert named(path, quoted=quoted) == expected


def test_only_in_quotes_a_path_starts_at_the_including_file() -> None:
    assert named("../inc/b.h") == "inc/b.h"
    assert named("../inc/b.h", quoted=False) is None
    assert named("../inc/b.h", beside="b.cu") is None


def test_a_name_of_cudas_header_is_the_projects_only_in_quotes_and_beside() -> None:
    assert named("cublas.h") == "src/cublas.h"
    assert named("cublas.h", quoted=False) is None
    assert named("cublas.h", beside="inc/b.cu") is None
    assert named("cublas.h", beside=None) is None


def test_a_file_without_a_project_includes_none_of_it() -> None:
    assert own_file(b"a.h", True, Options(path="src/a.cu"), RULES) is None


def test_a_path_in_no_encoding_is_no_file() -> None:
    assert own_file(b"\xff.h", True, Options(path="src/a.cu", project=Project(files=FILES)), RULES) is None
