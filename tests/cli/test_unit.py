"""`hipify-py unit`, as a build runs it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from helpers.command import ERROR, KERNEL, NOTE, ROOT, WARNING, environment, put, run, snapshot
from helpers.toolchain import IN_CI

from hipify_py.project.depfile import depfile, program_files

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "#include <cuda_runtime.h>\nvoid f(void *p) { cudaFree(p); }\n"
MAKEFILE = re.findall(r"```make\n(.*?)```", (ROOT / "docs/build-scripts.md").read_text("utf-8"), re.DOTALL)
HIPCC = """\
#!/bin/sh
while [ "$1" != -o ]; do shift; done
echo compiling "$2"
: > "$2"
"""


def test_it_converts_and_says_nothing_of_notes(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", SOURCE + NOTE)
    done = run("unit", "src/a.cu", "-o", "out", "--depfile", "deps/a.d", cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "out/src/a.cu").read_text().startswith("#include <hip/hip_runtime.h>\n")
    reads = [str(tmp_path.resolve() / "src/a.cu"), *program_files()]
    assert (tmp_path / "deps/a.d").read_bytes() == depfile("out/src/a.cu", reads)


def test_an_error_is_said_as_compilers_do_and_nothing_is_written(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", '#include "h.cuh"\n' + WARNING)
    put(tmp_path / "h.cuh", ERROR)
    before = snapshot(tmp_path)
    done = run("unit", tmp_path / "a.cu", "--root", tmp_path, "-o", "out", "--depfile", "d", cwd=tmp_path)
    assert done.code == 1
    header, source = done.out.splitlines()[-1], done.out.splitlines()[0]
    assert source.startswith(f"{tmp_path}/a.cu:2:5: warning: CUDART_VERSION ")
    assert header.startswith(f"{tmp_path}/h.cuh:1:23: error: ")
    assert header.endswith(" [D001]")
    assert snapshot(tmp_path) == before


def test_another_source_is_not_replaced_and_its_own_output_is(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", SOURCE)
    put(tmp_path / "src/a.cu", SOURCE + "int another;\n")
    before = snapshot(tmp_path)
    done = run("unit", "a.cu", "-o", "src", cwd=tmp_path)
    assert done.code == 2
    assert "a CUDA source stands there" in done.err
    assert snapshot(tmp_path) == before
    for text in (SOURCE, SOURCE + "// of cuda\nint more;\n", SOURCE):
        put(tmp_path / "a.cu", text)
        assert run("unit", "a.cu", "-o", "out", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("more", "code"), [((), 0), (("--fail-on", "warning"), 1), (("--ignore", "M003"), 0)]
)
def test_the_threshold_is_chosen(tmp_path: Path, more: tuple[str, ...], code: int) -> None:
    put(tmp_path / "a.cu", WARNING)
    done = run("unit", "a.cu", "-o", "out", *more, cwd=tmp_path)
    assert (done.code, (tmp_path / "out").exists()) == (code, code == 0)
    assert ("warning" in done.out) == ("--ignore" not in more)


def test_launches_are_written_as_asked_for(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", "__global__ void k(int) {}\nvoid f() { k<<<1, 32>>>(0); }\n")
    assert run("unit", "a.cu", "-o", "out", "--launch", "macro", cwd=tmp_path).code == 0
    assert "hipLaunchKernelGGL(" in (tmp_path / "out/a.cu").read_text()
    put(tmp_path / "hipify.toml", 'launch = "macro"\n')
    assert run("unit", "a.cu", "-o", "again", cwd=tmp_path).code == 0
    assert (tmp_path / "again/a.cu").read_text() == (tmp_path / "out/a.cu").read_text()


def test_what_a_baseline_knows_stops_no_build(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", ERROR)
    put(tmp_path / "hipify.toml", 'baseline = "known.json"\n')
    assert run("baseline", "write", "src", cwd=tmp_path).code == 0
    done = run("unit", "src/a.cu", "-o", "out", "--depfile", "d", cwd=tmp_path)
    assert (done.code, done.out) == (0, "")
    deps = (tmp_path / "d").read_text()
    assert [str(tmp_path.resolve() / name) in deps for name in ("hipify.toml", "known.json")] == [True, True]


def test_rules_of_ones_own_are_what_the_output_hangs_on(tmp_path: Path) -> None:
    put(tmp_path / "a.cpp", "void f() { ourFree(0); }\n")
    put(tmp_path / "rules/own.toml", '[names]\nourFree = "theirFree"\n')
    assert run("unit", "a.cpp", "-o", "out", "--rules", "rules", "--depfile", "d", cwd=tmp_path).code == 0
    assert (tmp_path / "out/a.cpp").read_text() == "void f() { theirFree(0); }\n"
    assert f"\n{tmp_path.resolve()}/rules/own.toml:\n" in (tmp_path / "d").read_text()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("a.cu", "a.cu", "-o", "out"), "give one PATH"),
        (("-", "-o", "out"), "give one PATH"),
        (("a.cu",), "Missing option '-o'"),
        ((".", "-o", "out"), "name a file with source text"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    put(tmp_path / "a.cu", SOURCE)
    done = run("unit", *args, cwd=tmp_path)
    assert done.code == 2
    assert says in done.err


def test_a_depfile_takes_no_sources_place(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", SOURCE)
    done = run("unit", "a.cu", "-o", "out", "--depfile", "a.cu", cwd=tmp_path)
    assert done.code == 3
    assert "name another one with --depfile" in done.err
    assert (tmp_path / "a.cu").read_text() == SOURCE
    assert not (tmp_path / "out").exists()


def test_an_output_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", SOURCE)
    put(tmp_path / "out", "a file")
    done = run("unit", "a.cu", "-o", "out", cwd=tmp_path)
    assert done.code == 2
    assert done.err == (
        "Error: out: the output is not a folder: name a folder with -o DIR, or move the file away\n"
    )


@pytest.mark.skipif(not IN_CI and not shutil.which("make"), reason="needs make")
def test_make_converts_what_changed_and_only_that(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", '#include "h.cuh"\n')
    put(tmp_path / "src/b.cu", SOURCE)
    put(tmp_path / "src/h.cuh", KERNEL.replace('#include "common.cuh"\n', ""))
    (makefile,) = MAKEFILE
    put(tmp_path / "Makefile", makefile)
    (tmp_path / "include").mkdir()
    put(tmp_path / "bin/hipcc", HIPCC).chmod(0o755)
    put(tmp_path / "bin/hipify-py", f'#!/bin/sh\nexec {sys.executable} -m hipify_py "$@"\n').chmod(0o755)
    env = environment(PATH=f"{tmp_path}/bin:{os.environ['PATH']}")

    def make() -> tuple[int, list[str]]:
        done = subprocess.run(
            ["make", "-j2"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        return done.returncode, sorted(re.findall(r"^hipify-py unit (\S+)", done.stdout, re.MULTILINE))

    assert make() == (0, ["src/a.cu", "src/b.cu"])
    assert make() == (0, [])
    os.utime(tmp_path / "src/h.cuh")
    assert make() == (0, ["src/a.cu"])
    assert make() == (0, [])
    put(tmp_path / "src/b.cu", ERROR)
    assert make() == (2, ["src/b.cu"])
    assert make() == (2, ["src/b.cu"])
    (tmp_path / "src/h.cuh").unlink()
    put(tmp_path / "src/b.cu", SOURCE)
    put(tmp_path / "src/a.cu", SOURCE)
    assert make() == (0, ["src/a.cu", "src/b.cu"])


@pytest.mark.parametrize(
    "name", ["out/a.cu", "out/b.h", "out/hipify_warp32.h", "out/../out/a.cu", "link/a.cu"]
)
@pytest.mark.parametrize("again", [False, True])
def test_a_depfile_takes_the_place_of_no_output(tmp_path: Path, name: str, *, again: bool) -> None:
    put(tmp_path / "b.h", "inline void f() { cudaDeviceSynchronize(); }\n")
    put(
        tmp_path / "a.cu",
        '#include "b.h"\n__global__ void k(int *p) { *p = __ballot_sync(0xffffffff, *p); }\n',
    )
    (tmp_path / "out").mkdir()
    (tmp_path / "link").symlink_to("out")
    if again:
        assert run("unit", "a.cu", "-o", "out", cwd=tmp_path).code == 0
    before = snapshot(tmp_path)
    done = run("unit", "a.cu", "-o", "out", "--depfile", name, cwd=tmp_path)
    assert done.code == 3
    assert "cannot write the depfile: it is a file of this run; name another one" in done.err
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("name", ["out/a.cu", "out/h.cuh", "./out/../out/a.cu"])
def test_a_report_takes_the_place_of_no_output(tmp_path: Path, name: str) -> None:
    """It is written before the output, which would take its place."""
    put(tmp_path / "a.cu", '#include "h.cuh"\n' + SOURCE)
    put(tmp_path / "h.cuh", SOURCE)
    done = run("unit", "a.cu", "-o", "out", "--report", f"json:{name}", cwd=tmp_path)
    assert (done.code, (tmp_path / "out").exists()) == (3, False)
    assert (
        done.err
        == f"hipify-py: {name}: cannot write the report: it is a file of this run; name another one\n"
    )
    assert run("unit", "a.cu", "-o", "out", "--report", "json:out/r.json", cwd=tmp_path).code == 0


def test_a_depfile_takes_no_reports_place(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", SOURCE)
    done = run("unit", "a.cu", "-o", "out", "--report", "json:d", "--depfile", "d", cwd=tmp_path)
    assert (done.code, (tmp_path / "out").exists()) == (3, False)
    assert "d: cannot write the depfile" in done.err
    assert (tmp_path / "d").read_text().startswith("{")
