"""Where on disk the file lies that an include names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.command import put

from hipify_py.project import path_tails
from hipify_py.project.include_paths import IncludePaths
from hipify_py.rules.load import load

HEADERS = load().headers
FILES = """
    .git/HEAD include/check.h include/cuda_runtime.h include/mma.h include/string.h src/common.h src/k.cu
    src/kernels/a.cu src/kernels/beside.h src/kernels/cuda_fp16.h inc/i.h common/c.h lib/deep/one.h
    lib/own/odd.cui one/twice.h two/twice.h three/near/four/twice.h three/k.cu build/built.h lib/vec
    lib/string.h notes.txt
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with headers above, beside and far from a source, and one that lies out of reach."""
    for name in FILES.split():
        put(tmp_path / "repo" / name, "")
    put(tmp_path / "outside.h", "")
    return tmp_path / "repo"


def found(tree: Path, include: str, source: str = "src/kernels/a.cu", **options: Any) -> str | None:
    quoted = include.startswith('"')
    paths = IncludePaths(HEADERS, **options)
    place = paths.find(str(tree / source), include.strip('"<>').encode("utf-8", "surrogateescape"), quoted)
    return place and str(Path(place).relative_to(tree.parent)).removeprefix("repo/")


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ('"beside.h"', "src/kernels/beside.h"),
        ("<beside.h>", "src/kernels/beside.h"),
        ('"../common.h"', "src/common.h"),
        ('"./../kernels//beside.h"', "src/kernels/beside.h"),
        ('"common.h"', "src/common.h"),
        ('"kernels/beside.h"', "src/kernels/beside.h"),
        ("<check.h>", "include/check.h"),
        ('"i.h"', "inc/i.h"),
        ('"c.h"', "common/c.h"),
        ('"one.h"', "lib/deep/one.h"),
        ("<deep/one.h>", "lib/deep/one.h"),
        ('"odd.cui"', "lib/own/odd.cui"),
        ('"a.cu"', "src/kernels/a.cu"),
        ('"lib/deep/one.h"', "lib/deep/one.h"),
        ('"else/one.h"', None),
        ('"twice.h"', None),
        ('"two/twice.h"', "two/twice.h"),
        ('"built.h"', None),
        ('"outside.h"', None),
        ('"../../../outside.h"', "outside.h"),
        ('"nowhere.h"', None),
        ('"kernels"', None),
        ("<vec>", None),
        ("<string.h>", None),
        ('"string.h"', None),
        ('""', None),
        ('"\0.h"', None),
        ('"\udcff.h"', None),
    ],
)
def test_where_an_include_leads(tree: Path, include: str, expected: str | None) -> None:
    assert found(tree, include) == expected


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ("<Lib/Dense>", "include/Lib/Dense"),
        ('"Lib/Dense"', "include/Lib/Dense"),
        ("<Whole>", "include/Whole"),
        ("<lib/vec>", "lib/vec"),
        ("<Deep/Dense>", "lib/Deep/Dense"),
        ("<Dense>", None),
        ("<Lib>", None),
        ("<vector>", None),
        ("<experimental/vector>", None),
        ("<cuda/std/atomic>", None),
        ("<nv/target>", None),
    ],
)
def test_headers_without_an_ending(tree: Path, include: str, expected: str | None) -> None:
    for name in ("Lib/Dense", "Whole", "vector", "experimental/vector", "cuda/std/atomic", "nv/target"):
        put(tree / "include" / name, "")
    put(tree / "lib/Deep/Dense", "")
    assert found(tree, include) == expected


def test_the_nearest_folder_that_holds_one_decides(tree: Path) -> None:
    assert found(tree, '"twice.h"', "three/k.cu") == "three/near/four/twice.h"
    assert found(tree, '"twice.h"', "one/twice.h") == "one/twice.h"


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ('"cuda_fp16.h"', "src/kernels/cuda_fp16.h"),
        ("<cuda_fp16.h>", None),
        ('"cuda_runtime.h"', None),  # HIP has its counterpart
        ("<mma.h>", "include/mma.h"),  # HIP has none
        ('"npp.h"', None),
    ],
)
def test_names_of_cudas_headers(tree: Path, include: str, expected: str | None) -> None:
    put(tree / "lib" / "npp.h", "")
    assert found(tree, include) == expected


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ("<shipped.cuh>", "contrib/ship/include/shipped.cuh"),
        ("<shipped/deep.h>", "contrib/ship/include/shipped/deep.h"),
        ("<loose.h>", None),  # no folder of headers
        ("<nvlib.h>", None),  # NVIDIA's own
        ("<nowhere.cuh>", None),
    ],
)
def test_a_library_without_counterpart_may_be_shipped(tree: Path, include: str, expected: str | None) -> None:
    names = (b"shipped.cuh", b"shipped/deep.h", b"loose.h", b"nvlib.h", b"nowhere.cuh")
    paths = IncludePaths({**HEADERS, **dict.fromkeys(names, HEADERS[b"mma.h"])})
    for path in (
        "ship/include/shipped.cuh",
        "ship/include/shipped/deep.h",
        "loose.h",
        "ship/include/nvlib.h",
    ):
        put(tree / "contrib" / path, "")
    place = paths.find(str(tree / "src/k.cu"), include.strip("<>").encode(), False)
    assert (place and str(Path(place).relative_to(tree))) == expected


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ("<cutil_inline.h>", "Far/cutil/inc/cutil_inline.h"),
        ('"cutil.h"', "extern/Cutil/cutil.h"),
        ("<helper_math.h>", "extern/old/helper_math.h"),
        ('"cutil_math.h"', "lib/near/cutil_math.h"),  # of two that differ the nearest
        ("<cutil_gl_error.h>", None),
        ("<cutensor.h>", None),  # a copy of a toolkit's
    ],
)
def test_a_copy_of_the_samples_headers_counts_wherever_it_lies(
    tree: Path, include: str, expected: str | None
) -> None:
    lying = (
        "Far/cutil/inc/cutil_inline.h extern/Cutil/cutil.h extern/old/helper_math.h Far/cutil/cutil_math.h"
    )
    for name in (*lying.split(), "lib/near/cutil_math.h", "Far/cutil/cutensor.h"):
        put(tree / name, f"// {name}\n")
    assert found(tree, include, "lib/deep/use.cu") == expected


def test_folders_that_are_named(tree: Path) -> None:
    outside, one = str(tree.parent / "lib"), str(tree / "one")
    put(tree.parent / "lib" / "api" / "far.h", "")
    assert found(tree, "<api/far.h>") is None
    assert found(tree, "<api/far.h>", folders=[outside]) == "lib/api/far.h"
    assert found(tree, '"twice.h"', folders=[one, str(tree / "two")]) == "one/twice.h"
    assert found(tree, '"beside.h"', folders=[one]) == "src/kernels/beside.h"
    commands = [
        {"directory": str(tree / "build"), "file": "../src/x.cu", "arguments": ["nvcc", "-I", one]},
        {"directory": str(tree), "file": "src/k.cu", "command": "nvcc -I two -c src/k.cu"},
    ]
    put(tree / "build" / "compile_commands.json", json.dumps(commands))
    assert found(tree, '"twice.h"', "src/k.cu") == "two/twice.h"
    assert found(tree, '"twice.h"') == "one/twice.h"
    assert found(tree, '"twice.h"', "src/k.cu", folders=[one]) == "one/twice.h"
    assert found(tree, '"twice.h"', limit=10) is None


def test_cudas_own_folder_holds_nothing_of_the_program(tree: Path) -> None:
    put(tree.parent / "cuda" / "cuda_runtime_api.h", "")
    put(tree.parent / "cuda" / "helpful.h", "")
    assert found(tree, "<helpful.h>", folders=[str(tree.parent / "cuda")]) is None


def test_one_file_has_one_path(tree: Path) -> None:
    (tree / "src" / "kernels" / "link.h").symlink_to("../common.h")
    (tree / "src" / "again").symlink_to("kernels")
    (tree / "src" / "loop.h").symlink_to("loop.h")
    (tree / "src" / "gone.h").symlink_to("nowhere.h")
    assert found(tree, '"link.h"') == "src/common.h"
    assert found(tree, '"../again/beside.h"') == "src/kernels/beside.h"
    assert found(tree, '"../again/../common.h"') == "src/common.h"
    assert found(tree, '"loop.h"') is None
    assert found(tree, '"gone.h"') is None


def test_without_a_repository_the_folder_that_is_named_is_the_tree(tree: Path) -> None:
    (tree / ".git" / "HEAD").unlink()
    (tree / ".git").rmdir()
    assert found(tree, '"one.h"') is None
    assert found(tree, '"one.h"', roots=[str(tree)]) == "lib/deep/one.h"
    assert found(tree, '"one.h"', roots=[str(tree / "one")]) is None
    assert found(tree, '"one.h"', roots=[str(tree)], output=str(tree / "lib")) is None


def test_a_file_that_has_another_name_by_now(tree: Path) -> None:
    gone = [str(tree / "src" / "old.cu")]
    assert found(tree, '"../old.cu"', gone=gone) == "src/old.cu"
    assert found(tree, '"old.cu"', "one/twice.h", gone=gone) == "src/old.cu"
    assert found(tree, '"old.cu"', "one/twice.h") is None


def test_a_tree_beyond_all_measure_is_not_searched(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_tails, "MOST_FILES", 3)
    assert found(tree, '"one.h"') is None
    assert found(tree, '"beside.h"') == "src/kernels/beside.h"


def test_in_sight_is_what_stands_beside_and_above(tree: Path) -> None:
    paths, path = IncludePaths({}), str(tree / "src" / "kernels" / "a.cu")
    assert paths.in_sight(path, b"check.h") == str(tree / "include" / "check.h")
    assert paths.in_sight(path, b"one.h") is None


def test_what_is_brought_along_is_found_by_quotes_where_the_program_has_none(tree: Path) -> None:
    put(tree / "third_party/lib/far.h", "one")
    put(tree / "third_party/lib/twice.h", "one")
    put(tree / "third_party/lib/build/made.h", "one")
    put(tree / "node_modules/x/deep/script.h", "one")
    assert found(tree, '"far.h"') == "third_party/lib/far.h"
    assert found(tree, "<far.h>") is None
    assert found(tree, '"twice.h"') is None  # the program's own, of which nothing tells which
    assert found(tree, '"made.h"') is None
    assert found(tree, '"script.h"') is None


def test_copies_of_what_is_brought_along_are_one(tree: Path) -> None:
    for folder in ("a", "b"):
        put(tree / "vendor" / folder / "same.h", "one")
        put(tree / "vendor" / folder / "other.h", folder)
    assert found(tree, '"same.h"') == "vendor/a/same.h"
    assert found(tree, '"other.h"') is None
    assert found(tree, '"other.h"', "vendor/b/c/k.cu") == "vendor/b/other.h"
