"""The work on an engine that exists: Dask's workers, two of them on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.command import KERNEL, ROOT, environment, put, snapshot

from hipify_py import Settings, convert_tree
from hipify_py.project import workers
from hipify_py.report.model import Report

pytestmark = pytest.mark.stress


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    from distributed import Client, LocalCluster  # takes a while

    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        Client(cluster) as made,  # type: ignore[no-untyped-call]
    ):
        yield made


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    put(tmp_path / "src" / "common.cuh", "#pragma once\n#define WARP_SIZE 32\nstruct cudaOwn { int x; };\n")
    for number in range(120):
        text = KERNEL + f"void f{number}(cudaOwn *p) {{ cudaFoo{number}(p); cudaFree(p); }}\n"
        put(tmp_path / "src" / f"{number:03}.cu", text)
    put(tmp_path / "src" / "Makefile", "all: 000.cu\n\tnvcc -o $@ $<\n")
    return tmp_path / "src"


def converted(tree: Path, out: Path, **more: Any) -> tuple[Report, object]:
    report = convert_tree([str(tree)], Settings(mode="output", output=str(out)), **more)
    files = tuple(file._replace(target=(file.target or "").removeprefix(str(out))) for file in report.files)
    return report._replace(files=files), snapshot(out)


def test_the_same_comes_out(client: Any, tree: Path, tmp_path: Path) -> None:
    here = converted(tree, tmp_path / "here")
    assert converted(tree, tmp_path / "there", executor=client.get_executor()) == here
    assert len(client.scheduler_info()["workers"]) == 2
    for batch in (1, 3):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(workers, "BATCH", batch)
            assert converted(tree, tmp_path / f"by-{batch}", executor=client.get_executor()) == here


def test_a_lost_worker_costs_nothing(
    client: Any, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = converted(tree, tmp_path / "here")
    monkeypatch.setattr(workers, "BATCH", 2)
    first, second = client.run(os.getpid).values()
    at: list[int] = []

    def kill(done: int, of: int) -> None:
        if not at and done >= of // 4:
            at.append(done)
            os.kill(first, signal.SIGKILL)

    there = converted(tree, tmp_path / "there", executor=client.get_executor(), progress=kill)
    assert there == here
    assert at[0] < 121
    os.kill(second, 0)  # is still there


def test_the_program_of_the_page_runs(tree: Path) -> None:
    page = (ROOT / "docs" / "repositories.md").read_text(encoding="utf-8")
    program = page.partition("<!-- cluster -->\n```python\n")[2].partition("```")[0]
    program = program.replace(
        '"tcp://scheduler:8786"', 'n_workers=2, host="127.0.0.1", dashboard_address=None'
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tree.parent,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "121 files converted\n"), done.stderr
    assert "hipFree(x);" in (tree.parent / "hip" / "000.cu").read_text()
