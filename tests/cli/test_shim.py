"""`hipify-py shim` as a user runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import ROOT, put, report, run, snapshot

from hipify_py.project.marks import is_marked

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '#include <cuda_runtime.h>\n#include "b.cuh"\nvoid f(void *p) { cudaFree(p); }\n'
HEADER = (
    "#pragma once\n#if CUDART_VERSION >= 2000\ninline void g(float *p) { cudaMemset(p, 0, 4); }\n#endif\n"
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Give a folder with the sources `src/a.cu` and `src/b.cuh`."""
    put(tmp_path / "src/a.cu", SOURCE)
    put(tmp_path / "src/b.cuh", HEADER)
    return tmp_path


def test_it_writes_the_shim_and_says_what_is_beyond_it(tree: Path) -> None:
    done = run("shim", "src", "-o", "compat", cwd=tree)
    assert done.code == 0
    assert "src/b.cuh:2:5: warning N024 no header can do what M074 (cuda-release) does here" in done.out
    assert done.out.endswith("compat: 2 names, 1 headers of CUDA; 1 places are beyond it; files: 3 written\n")
    assert sorted(path.name for path in (tree / "compat").iterdir()) == [
        "cuda_runtime.h",
        "cuda_to_hip.cmake",
        "cuda_to_hip.h",
    ]
    assert (tree / "src/a.cu").read_text() == SOURCE


def test_a_second_run_changes_nothing(tree: Path) -> None:
    run("shim", "src", "-o", "compat", cwd=tree)
    before = snapshot(tree)
    assert run("shim", "src", "-o", "compat", cwd=tree).out.endswith("files: none changed\n")
    assert snapshot(tree) == before


def test_a_shim_among_its_sources_is_no_source(tree: Path) -> None:
    run("shim", "src", "-o", "compat", cwd=tree)
    run("shim", "src", "-o", "src/compat", cwd=tree)
    run("shim", "src", "-o", "src/compat", cwd=tree)
    first, second = (snapshot(tree / each) for each in ("compat", "src/compat"))
    assert first == second
    found = report("check", "src", cwd=tree)
    assert not any(file["findings"] for file in found["files"])
    assert {file["status"] for file in found["files"] if "compat" in file["path"]} == {"unchanged"}


def test_check_passes_on_a_current_shim_and_writes_nothing(tree: Path) -> None:
    run("shim", "src", "-o", "compat", cwd=tree)
    before = snapshot(tree)
    assert run("shim", "src", "-o", "compat", "--check", cwd=tree).code == 0
    assert run("shim", "src", "-o", "compat", "--check", "--fail-on", "warning", cwd=tree).code == 1
    assert snapshot(tree) == before


def test_check_names_what_the_shim_lacks_where_it_is_used(tree: Path) -> None:
    run("shim", "src", "-o", "compat", cwd=tree)
    put(tree / "src/c.cu", "#include <cublas_v2.h>\nvoid h(size_t *n) { cudaMemGetInfo(n, n); }\n")
    done = run("shim", "src", "-o", "compat", "--check", cwd=tree)
    assert done.code == 1
    assert "src/c.cu:1:11: error F023 the shim lacks cublas_v2.h: run `hipify-py shim`" in done.out
    assert "src/c.cu:2:21: error F023 the shim lacks cudaMemGetInfo: run `hipify-py shim`" in done.out
    assert not (tree / "compat/cublas_v2.h").exists()


def test_check_names_files_that_are_out_of_date(tree: Path) -> None:
    run("shim", "src", "-o", "compat", cwd=tree)
    (tree / "src/b.cuh").write_text("#pragma once\n")
    (tree / "compat/cuda_to_hip.cmake").unlink()
    done = run("shim", "src", "-o", "compat", "--check", cwd=tree)
    assert done.code == 1
    assert "compat/cuda_to_hip.h:1:1: error F023 cuda_to_hip.h of the shim is out of date" in done.out
    assert "compat/cuda_to_hip.cmake:1:1: error F023 cuda_to_hip.cmake of the shim is missing" in done.out


def test_check_of_nothing_names_all_that_is_used(tree: Path) -> None:
    found = report("shim", "src", "-o", "compat", "--check", cwd=tree)
    said = [
        (file["path"], one["message"])
        for file in found["files"]
        for one in file["findings"]
        if one["rule"] == "F023"
    ]
    assert [(path, text.partition(":")[0]) for path, text in said] == [
        ("compat/cuda_to_hip.cmake", "cuda_to_hip.cmake of the shim is missing"),
        ("src/a.cu", "the shim lacks cuda_runtime.h"),
        ("src/a.cu", "the shim lacks cudaFree"),
        ("src/b.cuh", "the shim lacks cudaMemset"),
    ]
    assert found["exit_code"] == 1


def test_a_file_of_somebody_elses_stops_it_before_anything_is_written(tree: Path) -> None:
    put(tree / "compat/cuda_runtime.h", "int mine;\n")
    done = run("shim", "src", "-o", "compat", cwd=tree)
    assert done.code == 2
    assert "compat/cuda_runtime.h: not written: what has this name was not made by hipify-py shim" in done.err
    assert not (tree / "compat/cuda_to_hip.h").exists()


def test_nothing_is_written_where_a_source_could_not_be_read(tree: Path) -> None:
    put(tree / "src/d.cu", b"\xff\xfeint x;")
    done = run("shim", "src", "-o", "compat", cwd=tree)
    assert done.code == 3
    assert done.out.endswith("compat: not written, for some files failed: the shim would lack their names\n")
    assert not (tree / "compat").exists()


def test_findings_are_chosen_as_in_other_commands(tree: Path) -> None:
    assert "N024" not in run("shim", "src", "-o", "compat", "--ignore", "N024", cwd=tree).out
    assert run("shim", "src", "-o", "compat", "--fail-on", "warning", cwd=tree).code == 1


def test_a_shim_that_is_not_current_fails_whatever_findings_are_chosen(tree: Path) -> None:
    done = run("shim", "src", "-o", "compat", "--check", "--ignore", "F023", cwd=tree)
    assert done.code == 1
    assert "F023" not in done.out


def test_it_takes_the_options_of_a_conversion(tree: Path) -> None:
    put(tree / "mine/mine.toml", '[names]\ncudaFree = "myFree"\n')
    run("shim", "src", "-o", "compat", "--rules", "mine", "--exclude", "b.cuh", cwd=tree)
    text = (tree / "compat/cuda_to_hip.h").read_text()
    assert "#define cudaFree myFree\n" in text
    assert "cudaMemset" not in text
    assert is_marked(text.encode())


def test_a_function_of_the_users_own_rules_stands_for_calls(tree: Path) -> None:
    rules = '[shim]\ncudaFree = """\ninline hipError_t cudaFree(void* p) { return mine(p); }\n"""\n'
    put(tree / "mine/mine.toml", rules)
    put(tree / "src/e.cu", "void f(cudaGraph_t g) { cudaMallocHost(&g, 1); }\n")
    put(tree / "mine/own.toml", '[shim]\ncudaMallocHost = "myMallocHost"\n')
    run("shim", "src", "-o", "compat", "--rules", "mine", cwd=tree)
    text = (tree / "compat/cuda_to_hip.h").read_text()
    assert "#define cudaMallocHost myMallocHost\n" in text
    assert "#define cudaFree hipFree\n" in text  # no rule rewrites its calls


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-", "-o", "compat"), "a shim is for files: give no -"),
        (("src", "-o", "src"), "the sources src lie in it: name a folder of its own for the shim"),
        (("src",), "Missing option '-o'"),
    ],
)
def test_wrong_usage_ends_with_2(tree: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run("shim", *arguments, cwd=tree)
    assert done.code == 2
    assert said in done.err


def test_the_demo_has_nothing_beyond_the_shim(tmp_path: Path) -> None:
    done = run("shim", ROOT / "corpus/demo", "-o", tmp_path / "compat")
    assert done.code == 0
    assert "N024" not in done.out
    assert "; 0 places are beyond it; " in done.out
