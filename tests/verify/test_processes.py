"""Programs that crash, hang, or never stop talking."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.processes import gone

from hipify_py.verify import processes
from hipify_py.verify.processes import run


def python(code: str, folder: Path, seconds: float = 30) -> processes.Ended:
    return run([sys.executable, "-c", code], str(folder), seconds)


def test_what_a_program_says_and_how_it_ends(tmp_path: Path) -> None:
    ended = python("import sys, os; print(os.getcwd()); print('e', file=sys.stderr); sys.exit(7)", tmp_path)
    assert ended[:2] == (7, f"{os.path.realpath(tmp_path)}\ne\n".encode()) or sorted(
        ended.said.split()
    ) == sorted([os.fsencode(os.path.realpath(tmp_path)), b"e"])
    assert ended.status == 7
    assert not ended.too_long


def test_a_program_that_is_killed(tmp_path: Path) -> None:
    assert python("import os; os.kill(os.getpid(), 11)", tmp_path).status == -11


def test_a_program_that_hangs_goes_with_all_that_it_started(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True); time.sleep(600)"
    )
    began = time.monotonic()
    ended = python(code, tmp_path, 2)
    assert time.monotonic() - began < 20
    assert (ended.status, ended.too_long) == (None, True)
    assert gone(int(ended.said))


def test_a_program_that_closes_its_streams_and_hangs(tmp_path: Path) -> None:
    ended = python("import os, time; os.close(1); os.close(2); time.sleep(600)", tmp_path, 1)
    assert (ended.status, ended.too_long) == (None, True)


def test_a_program_that_leaves_a_child_with_its_streams(tmp_path: Path) -> None:
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    assert python(code, tmp_path, 1).too_long


@pytest.mark.parametrize("way", ["sys.exit(3)", "os.kill(os.getpid(), 11)"])
def test_one_that_fails_and_leaves_such_a_child_is_not_waited_for(tmp_path: Path, way: str) -> None:
    code = (
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"print(child.pid, flush=True); {way}"
    )
    ended = python(code, tmp_path, 500)
    assert (ended.status, ended.too_long) == (3 if "exit" in way else -11, False)
    assert gone(int(ended.said))


def test_of_a_program_that_never_stops_talking_some_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "MOST", 100_000)
    began = time.monotonic()
    ended = python("while True: print('x' * 1000)", tmp_path)
    assert time.monotonic() - began < 20
    assert ended.status is None
    assert 100_000 <= len(ended.said) <= 100_000 + processes.CHUNK
    assert not ended.too_long


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run([str(tmp_path / "gone")], str(tmp_path), 1)


def test_all_programs_of_a_group_are_ended_at_once_and_none_is_started_after(tmp_path: Path) -> None:
    group = processes.Group()
    code = "import time; print('up', flush=True); time.sleep(600)"
    with ThreadPoolExecutor(2) as pool:
        began = time.monotonic()
        runs = [pool.submit(group.run, [sys.executable, "-c", code], str(tmp_path), 500) for _ in range(2)]
        time.sleep(2)
        group.end()
        ended = [run.result(30) for run in runs]
    assert time.monotonic() - began < 40
    assert [one.status for one in ended] == [-9, -9]
    assert group.run([sys.executable, "-c", code], str(tmp_path), 500) == (None, b"", 0.0, False)
