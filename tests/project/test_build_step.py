"""A source and its headers, converted for a build."""

from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from helpers.command import ERROR, HIPIFY, environment, put

from hipify_py.model import HipifyError
from hipify_py.project.build_step import Place, Step, convert_step, write
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

USER = '#include "h.cuh"\nvoid f(void *p) { cudaFree(p); }\n'
SHUFFLE = "#pragma once\n__device__ float g(float v) { return __shfl_down_sync(~0u, v, 1); }\n"
OLD = 1_000_000_000_000_000_000  # nanoseconds, of 2001


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def step(source: str, *roots: str, **more: object) -> Step:
    return convert_step(source, Place(roots or (".",), "out"), Settings(mode="memory", **more))  # type: ignore[arg-type]


def texts(made: Step) -> dict[str, str]:
    return {target: data.decode() for target, data in made.files.items()}


def test_headers_of_the_project_come_with_the_source(tree: Path) -> None:
    put(tree / "src/a.cu", '#include "h.cuh"\n#include <proj/i.h>\n')
    put(tree / "src/h.cuh", '#pragma once\n#include "../data.inc"\n#include <cuda_runtime.h>\n')
    put(tree / "data.inc", "1, 2\n")
    put(tree / "lib/proj/i.h", "int i;\n")
    put(tree / "src/not_included.cuh", "")
    made = step("src/a.cu", include_dirs=("lib",))
    assert texts(made) == {
        "data.inc": "1, 2\n",
        "lib/proj/i.h": "int i;\n",
        "src/h.cuh": '#pragma once\n#include "../data.inc"\n#include <hip/hip_runtime.h>\n',
        "src/a.cu": '#include "h.cuh"\n#include <proj/i.h>\n',
    }
    assert [*made.files][-1] == "src/a.cu"
    assert {os.path.relpath(path) for path in made.reads} == {
        "src/a.cu",
        "src/h.cuh",
        "data.inc",
        "lib/proj/i.h",
    }
    assert {file.path for file in made.report.files} == {"data.inc", "lib/proj/i.h", "src/h.cuh", "src/a.cu"}


def test_a_header_comes_out_alike_whoever_includes_it(tree: Path) -> None:
    """What one includer defines before it would let CUDA's function be the program's own there."""
    put(tree / "a.cu", "#define __ldcs(p) mine(p)\n" + USER)
    put(tree / "b.cu", USER)
    put(tree / "h.cuh", "#pragma once\n__device__ int h(int *p) { return __ldcs(p); }\n")
    one, other = step("a.cu"), step("b.cu")
    assert "hipify_compat::ldcs(p)" in texts(one)["h.cuh"]
    assert texts(one)["h.cuh"] == texts(other)["h.cuh"]
    assert other.headers == one.headers == {"hipify_compat.h"}


def test_a_header_behind_a_link_comes_by_both_paths(tree: Path) -> None:
    put(tree / "src/a.cu", '#include "h.cuh"\n')
    put(tree / "lib/deep/h.cuh", ERROR + "__device__ int h(int *p) { return __ldcs(p); }\n")
    (tree / "src/h.cuh").symlink_to("../lib/deep/h.cuh")
    made = step("src/a.cu")
    ways = {target: re.findall(r'include "(.*)"', text) for target, text in texts(made).items()}
    assert ways == {
        "lib/deep/h.cuh": ["../../hipify_compat.h"],
        "src/h.cuh": ["../hipify_compat.h"],
        "src/a.cu": ["h.cuh"],
    }
    concerns = [one.rule for file in made.report.files for one in file.concerns if one.severity == "error"]
    assert concerns == ["D001"]


def test_what_lies_outside_keeps_its_whole_path_or_is_only_read(tree: Path) -> None:
    put(tree / "build/gen.cu", '#include "made.h"\n#include "../lib/l.h"\n')
    put(tree / "build/made.h", "void g() { cudaFree(0); }\n")
    put(tree / "lib/l.h", "void l() { cudaFree(0); }\n")
    (tree / "src").mkdir()
    outside = f"_outside{tree.resolve()}/build"
    alone, both = step("build/gen.cu", "src"), step("build/gen.cu", "src", "build")
    assert [*alone.files] == [f"{outside}/gen.cu"]
    assert [*both.files] == [f"{outside}/made.h", f"{outside}/gen.cu"]
    assert len(alone.reads) == len(both.reads) == 3


@pytest.mark.parametrize(("path", "more"), [("vendor/v.h", {}), ("gen/v.h", {"exclude": ("gen/",)})])
def test_what_is_vendored_or_excluded_comes_as_it_is(tree: Path, path: str, more: dict[str, object]) -> None:
    put(tree / "a.cu", f'#include "{path}"\nvoid f() {{ cudaFree(0); }}\n')
    put(tree / path, "void v() { cudaFree(0); }\n")
    made = step("a.cu", **more)
    assert texts(made)[path] == "void v() { cudaFree(0); }\n"
    assert "hipFree(0)" in texts(made)["a.cu"]
    assert [file.path for file in made.report.files] == ["a.cu"]


def test_files_that_are_not_on_the_way_have_no_say(tree: Path) -> None:
    """Neither a header found by the tail of its path anywhere, nor by a compile_commands.json."""
    put(tree / "src/a.cu", '#include "h.cuh"\n')
    put(tree / "deep/down/h.cuh", "")
    (tree / ".git").mkdir()
    command = f'[{{"directory": "{tree}", "file": "src/a.cu", "command": "nvcc -Ideep/down src/a.cu"}}]'
    put(tree / "compile_commands.json", command)
    assert [*step("src/a.cu").files] == ["src/a.cu"]


def test_an_included_header_that_fails_is_told(tree: Path) -> None:
    put(tree / "a.cu", USER)
    put(tree / "h.cuh", b"\xff\xfe\x00\x00")
    failed = {file.path: file.status for file in step("a.cu").report.files}
    assert failed == {"a.cu": "converted", "h.cuh": "failed"}


@pytest.mark.parametrize("name", ["missing.cu", "folder"])
def test_what_is_no_source_is_refused(tree: Path, name: str) -> None:
    put(tree / "folder/a.cu", USER)
    with pytest.raises(HipifyError, match=name):
        step(name)


def test_the_source_is_new_and_headers_only_where_they_changed(tree: Path) -> None:
    put(tree / "a.cu", USER)
    put(tree / "h.cuh", "#pragma once\n__device__ int h(int *p) { return __ldcs(p); }\n")
    write(step("a.cu"), "out")
    made = ["a.cu", "h.cuh", "hipify_compat.h"]
    assert sorted(os.listdir("out")) == made
    for name in made:
        os.utime(f"out/{name}", ns=(OLD, OLD))
    write(step("a.cu"), "out")
    assert [os.stat(f"out/{name}").st_mtime_ns == OLD for name in made] == [False, True, True]
    put(tree / "h.cuh", SHUFFLE)
    write(step("a.cu"), "out")
    assert [os.stat(f"out/{name}").st_mtime_ns == OLD for name in made] == [False, False, True]


@pytest.mark.stress
def test_many_at_once_write_a_shared_header_once(tree: Path) -> None:
    names = [f"s{number}.cu" for number in range(6)]
    for name in names:
        put(tree / name, USER)
    put(tree / "h.cuh", "#pragma once\n__device__ int h(int *p) { return __ldcs(p); }\n")

    def run(name: str) -> int:
        command = [*HIPIFY, "unit", name, "-o", "out"]
        return subprocess.run(command, cwd=tree, env=environment(), check=False).returncode

    with ThreadPoolExecutor(6) as pool:
        assert [*pool.map(run, names)] == [0] * 6
    assert sorted(os.listdir("out")) == sorted(["h.cuh", "hipify_compat.h", *names])


def test_what_git_tracks_is_no_output_of_a_build(tree: Path) -> None:
    """Such as another source of the name, in the folder that somebody took for that of the outputs."""
    put(tree / "main.cu", USER)
    put(tree / "h.cuh", "")
    put(tree / "out/main.cu", SHUFFLE)
    put(tree / "out/h.cuh", SHUFFLE)
    for command in (("init", "-q"), ("add", "out/main.cu")):
        subprocess.run(("git", *command), check=True)
    made = step("main.cu")
    cause = "out/main.cu: not written: git tracks this file, and no output of a build"
    with pytest.raises(HipifyError, match=re.escape(cause)):
        write(made, "out")
    assert [(tree / "out" / name).read_text() for name in ("main.cu", "h.cuh")] == [SHUFFLE, SHUFFLE]
    subprocess.run(("git", "rm", "-q", "--cached", "out/main.cu"), check=True)
    write(made, "out")
    assert (tree / "out/main.cu").read_bytes() == made.files["main.cu"]
    subprocess.run(("git", "add", "-f", "out/main.cu"), check=True)
    write(made, "out")  # the same bytes
