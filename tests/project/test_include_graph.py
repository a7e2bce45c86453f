"""Which file includes which, and what the files of a run so tell about one another."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.choices import SIZE_LIMIT
from hipify_py.lanes.flow.constant_folding import CHOSEN
from hipify_py.model import Project
from hipify_py.project.include_graph import neighbours, project_of
from hipify_py.project.survey import Facts, facts
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def read(files: dict[str, str]) -> dict[str, Facts]:
    return {path: facts(text.encode(), RULES, Options(path=path)) for path, text in files.items()}


def survey(files: dict[str, str], renamed: dict[str, str] | None = None) -> Project:
    return project_of(read(files), RULES, renamed or {})


def test_the_runtime_comes_through_includes() -> None:
    found = survey(
        {
            "inc/base.h": "#include <cuda_runtime.h>\n",
            "inc/mid.h": '#include "base.h"\n',
            "src/a.cpp": '#include "mid.h"\n',
            "src/b.cpp": "int x;\n",
        }
    )
    assert found.runtime == {"inc/base.h", "inc/mid.h", "src/a.cpp"}


def test_includes_in_a_circle_end() -> None:
    found = survey({"a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n#include <cuda_runtime.h>\n'})
    assert found.runtime == {"a.h", "b.h"}


def test_paths_and_their_tails() -> None:
    files = survey({"src/a/x.h": "", "src/b/x.h": "", "src/b/y.h": ""}).files
    assert files["src/a/x.h"] == "src/a/x.h"
    assert files["a/x.h"] == "src/a/x.h"
    assert files["y.h"] == files["b/y.h"] == "src/b/y.h"
    assert "x.h" not in files


def test_what_the_files_say_is_put_together() -> None:
    found = survey(
        {
            "a.h": "#define WARP_SIZE 32\n#define CUDA_FROB 1\nint warp_sum(int v) { return v; }\n",
            "b.h": "#define WARP_SIZE 32\n#define LANE_MASK 31\n",
            "c.h": "#define LANE_MASK 63\nstruct cudaFrob { int x; };\n// warp\n",
        },
        {"a.cu": "a.hip"},
    )
    assert found.constants == {b"WARP_SIZE": b"32"}
    assert found.functions == {b"warp_sum", b"WARP_SIZE"}
    assert found.names == {b"CUDA_FROB", b"cudaFrob"}
    assert found.renamed == {"a.cu": "a.hip"}


def test_a_choice_for_hip_holds_for_all() -> None:
    choice = "#ifdef USE_ROCM\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif\n"
    assert survey({"a.h": choice, "b.h": "#define WARP_SIZE 32\n"}).constants == {b"WARP_SIZE": CHOSEN}


def test_only_an_include_of_the_project_brings_the_runtime() -> None:
    files = {"a/x.h": "#include <cuda_runtime.h>\n", "b/x.h": "int x;\n", "b/k.cpp": '#include "x.h"\n'}
    assert survey(files).runtime == {"a/x.h"}
    assert survey({**files, "a/k.cpp": '#include "x.h"\n'}).runtime == {"a/x.h", "a/k.cpp"}


def test_nobody_tells_anything_of_no_files() -> None:
    assert project_of({}, RULES, {}) == Project()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with headers above and beside a source, and one that lies out of reach."""
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    put(tmp_path / "repo" / "include" / "check.h", '#include "deep.h"\n')
    put(tmp_path / "repo" / "include" / "deep.h", "#include <cuda_runtime.h>\n")
    put(tmp_path / "repo" / "src" / "kernels" / "beside.h", "int b;\n")
    put(tmp_path / "repo" / "src" / "common.h", "int c;\n")
    put(tmp_path / "outside.h", "int o;\n")
    return tmp_path / "repo"


def looked_up(tree: Path, text: str, limit: int = SIZE_LIMIT) -> set[str]:
    path = str(tree / "src" / "kernels" / "a.cu")
    found = neighbours(read({path: text}), RULES, limit)
    return {str(Path(place).relative_to(tree)) for place in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('#include "beside.h"\n', {"src/kernels/beside.h"}),
        ('#include "common.h"\n', {"src/common.h"}),
        ('#include "../common.h"\n', {"src/common.h"}),
        ('#include "check.h"\n', {"include/check.h", "include/deep.h"}),
        ('#include "kernels/beside.h"\n', {"src/kernels/beside.h"}),
        ("#include <beside.h>\n", set()),
        ('#include "outside.h"\n#include "nowhere.h"\n', set()),
        ('#include "a.cu"\n', set()),
    ],
)
def test_headers_beside_a_file_and_above_it_up_to_its_repository(
    tree: Path, text: str, expected: set[str]
) -> None:
    assert looked_up(tree, text) == expected


def test_a_header_over_the_limit_is_passed_over(tree: Path) -> None:
    assert looked_up(tree, '#include "beside.h"\n', limit=3) == set()


def test_a_header_that_cannot_be_read_is_passed_over(tree: Path) -> None:
    (tree / "src" / "kernels" / "dir.h").mkdir()
    assert looked_up(tree, '#include "dir.h"\n') == set()
