"""Files that are named alone are judged as a run over their whole repository judges them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers import cases
from helpers.command import ERROR, KERNEL, loaded, put

from hipify_py import HipifyError, Settings, convert_tree
from hipify_py.report.model import FileReport

OWN = "__device__ __forceinline__ int cudaOwn(int a) { return a; }\n"
PART = "__global__ void k%d(int *p) { p[0] = cudaOwn(p[0]) + __shfl_sync(~0u, p[0], 1, kWarpWidth); }\n"
REDUCED = "__global__ void k(int *p) { p[0] = __reduce_add_sync(0xffffffffu, p[0]); }\n"
DECLARED = "__device__ int warpSum(int a);\n"
CALLS = '#include "warp.h"\n__global__ void k(int *p) { p[0] = warpSum(__shfl_sync(~0u, p[0], 1)); }\n'


def judged(paths: list[Path], *, whole: bool = False) -> dict[str, FileReport]:
    """Give what becomes of each file, of named ones as parts of their repositories."""
    report = convert_tree([str(path) for path in paths], Settings(mode="diff", in_repository=not whole))
    return {file.path: file for file in report.files}


def repository(top: Path, files: dict[str, str]) -> Path:
    for name, text in {".git/HEAD": "", **files}.items():
        put(top / name, text)
    return top


def same(top: Path) -> dict[str, FileReport]:
    """See that each file alone, and all in one call, come to what a run over the repository says of them."""
    whole = {path: file for path, file in judged([top], whole=True).items() if Path(path).is_file()}
    alone = {path: judged([Path(path)]) for path in whole}
    assert {path: file.get(path) for path, file in alone.items()} == whole
    assert {path: file for path, file in judged([*map(Path, whole)]).items() if path in whole} == whole
    return whole


def test_a_piece_sees_what_stands_before_its_include_in_another_file(tmp_path: Path) -> None:
    before = OWN + '#define kWarpWidth 32\n#include "../inc/part.h"\n'
    top = repository(tmp_path, {"inc/part.h": PART % 1, "src/all.cu": before})
    found = same(top)
    assert [one.rule for one in found[str(top / "inc/part.h")].concerns] == ["W000"]
    there = judged([top / "inc/part.h"])
    (top / "src/all.cu").unlink()
    without = judged([top / "inc/part.h"])
    assert there != without
    assert "N003" in {one.rule for one in without[str(top / "inc/part.h")].concerns}


def test_a_file_that_includes_through_others_counts(tmp_path: Path) -> None:
    top = repository(tmp_path, {"a.h": PART % 1, "b.h": '#include "a.h"\n', "c.cu": OWN + '#include "b.h"\n'})
    concerns = same(top)[str(top / "a.h")].concerns
    assert "N003" not in {one.rule for one in concerns}


def test_a_function_that_another_source_defines_is_in_sight(tmp_path: Path) -> None:
    body = '#include "warp.h"\n__device__ int warpSum(int a) { return __shfl_sync(~0u, a, 2); }\n'
    top = repository(tmp_path, {"warp.h": DECLARED, "a.cu": CALLS, "b.cu": body})
    assert "W031" not in {one.rule for one in same(top)[str(top / "a.cu")].concerns}
    (top / "b.cu").unlink()
    assert "W031" in {one.rule for one in judged([top / "a.cu"])[str(top / "a.cu")].concerns}


def test_a_header_of_the_samples_is_found_in_the_repository(tmp_path: Path) -> None:
    top = repository(tmp_path, {"Common/helper_cuda.h": "int f();\n", "a/k.cu": "#include <helper_cuda.h>\n"})
    assert same(top)[str(top / "a/k.cu")].concerns == ()


def test_what_the_repository_leaves_out_is_left_out_and_said(tmp_path: Path) -> None:
    files = dict.fromkeys(("third_party/a.cu", "gen/b.cu", "c.cu", "notes.odd"), ERROR)
    top = repository(tmp_path, {**files, ".gitignore": "gen/\n"})
    same(top)
    found = judged([top / "third_party/a.cu", top / "gen/b.cu", top / "c.cu", top / "notes.odd"])
    said = {Path(path).name: (file.status, file.reason) for path, file in found.items()}
    assert said["third_party"] == ("skipped", "vendored folder")
    assert said["gen"] == ("skipped", f"ignored by {top / '.gitignore'}")
    assert said["notes.odd"] == ("unchanged", "")
    assert [one.rule for one in found[str(top / "c.cu")].concerns] == ["D001"]


def test_exclude_counts_from_the_top_of_the_repository(tmp_path: Path) -> None:
    top = repository(tmp_path, {"src/a.cu": ERROR, "src/b.cu": ERROR})
    settings = Settings(exclude=("src/a.cu",), in_repository=True)
    report = convert_tree([str(top / "src/a.cu"), str(top / "src/b.cu")], settings)
    assert [(Path(one.path).name, one.status) for one in report.files] == [
        ("a.cu", "skipped"),
        ("b.cu", "converted"),
    ]


def test_headers_of_ours_stand_once_a_repository(tmp_path: Path) -> None:
    top = repository(tmp_path, {"a/b/one.cu": REDUCED, "c/two.cu": REDUCED})
    for name in ("a/b/one.cu", "c/two.cu"):
        convert_tree([str(top / name)], Settings(mode="in-place", in_repository=True))
    assert [*top.rglob("hipify_*.h")] == [top / "hipify_warp32.h"]
    assert '#include "../../hipify_warp32.h"' in (top / "a/b/one.cu").read_text()
    assert '#include "../hipify_warp32.h"' in (top / "c/two.cu").read_text()


def test_outside_of_a_repository_a_file_stands_alone(tmp_path: Path) -> None:
    put(tmp_path / "build" / "a.cu", KERNEL)
    path = str(tmp_path / "build" / "a.cu")
    assert judged([Path(path)])[path] == judged([Path(path)], whole=True)[path]


def test_paths_are_shown_as_they_were_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = repository(tmp_path, {"src/a.cu": KERNEL})
    monkeypatch.chdir(top / "src")
    assert [*judged([Path("a.cu")])] == ["../src/a.cu"]
    monkeypatch.chdir(top)
    assert [*judged([Path("src/a.cu"), Path("src/../src/a.cu")])] == ["src/a.cu"]


def test_no_output_folder_goes_with_it() -> None:
    with pytest.raises(HipifyError, match="output folder is for whole trees"):
        Settings(mode="output", output="out", in_repository=True)


@pytest.mark.parametrize("tree", cases.trees(), ids=lambda tree: str(tree.name))
def test_trees_of_the_corpus(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree / "input", tmp_path / "tree")
    put(tmp_path / "tree" / ".git" / "HEAD", "")
    assert same(tmp_path / "tree")


def test_a_file_that_is_known_as_it_is_needs_nothing_that_reads_sources(tmp_path: Path) -> None:
    """A hook runs for every commit, mostly over files that a run has seen: loading what is idle counts."""
    repository(tmp_path, {"a.cu": KERNEL.replace('#include "common.cuh"', ""), "b.cu": "int x;\n"})
    command = ("check", "--in-repository", "--quiet", "a.cu")
    assert "hipify_py.source.unit" in loaded(tmp_path, *command)
    again = loaded(tmp_path, *command)
    assert "hipify_py.project.file_cache" in again
    reading = ("hipify_py.source", "hipify_py.match", "hipify_py.lanes", "hipify_py.conversion")
    assert {name for name in again if name.startswith(reading)} == set()
    assert {name for name in again if name.startswith("hipify_py.resolve.")} == {"hipify_py.resolve.told"}
    assert {name for name in again if name.startswith("hipify_py.build.")} <= {
        "hipify_py.build.ci_names",
        "hipify_py.build.file_names",
    }
