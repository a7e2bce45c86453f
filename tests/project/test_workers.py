"""Where the work of a run is done: here, in processes of its own, or on an executor that is handed in."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children
from typing import Any

import pytest
from helpers.command import environment
from helpers.processes import gone

from hipify_py.model import HipifyError
from hipify_py.project import workers as module
from hipify_py.project.entries import Entry
from hipify_py.project.workers import BATCH, Job, Loss, Workers, workers
from hipify_py.settings import Settings
from hipify_py.surroundings import Project

JOB = Job(Settings(), Project())


def entries(count: int) -> list[Entry]:
    return [Entry(f"/{n}", "/", str(n), str(n), f"{n}.cu", "source") for n in range(count)]


def names(batch: Sequence[Entry], job: Job) -> list[str]:
    """Give what is shown of each entry; the entry `13.cu` kills a process that is not the test's own."""
    assert job == JOB
    if os.getpid() != int(os.environ.get("HIPIFY_TEST_PID", os.getpid())) and "13.cu" in {
        e.shown for e in batch
    }:
        os._exit(1)
    return [entry.shown for entry in batch]


def lost(entry: Entry, why: Loss) -> str:
    return f"{why}: {entry.shown}"


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "cores", lambda: 2)


class Refusing:
    """Stands for a function of the system that is refused from the n-th call on."""

    def __init__(self, real: Callable[..., Any], allowed: int, error: Exception) -> None:
        self.real, self.allowed, self.error = real, allowed, error

    def __call__(self, *args: Any) -> Any:
        self.allowed -= 1
        if self.allowed < 0:
            raise self.error
        return self.real(*args)


class Counting(Executor):
    """An executor that does the work at once and remembers how large each task was."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sizes.append(len(args[0]))
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Broken(Executor):
    """An executor whose workers die at their second task."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks += 1
        if self.tasks > 1:
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("count", [0, 1, BATCH, 2 * BATCH + 3])
def test_results_come_in_the_order_of_the_entries(count: int) -> None:
    expected = [f"{n}.cu" for n in range(count)]
    executor = Counting()
    assert list(Workers(None).map(names, entries(count), JOB, lost)) == expected
    assert list(Workers(executor).map(names, entries(count), JOB, lost)) == expected
    assert sum(executor.sizes) == count
    assert all(size == BATCH for size in executor.sizes[:-1])
    with ThreadPoolExecutor(3) as threads:
        assert list(Workers(threads).map(names, entries(count), JOB, lost)) == expected


def test_an_executor_that_breaks_is_its_owners_matter() -> None:
    made = Workers(Broken()).map(names, entries(2 * BATCH), JOB, lost)
    assert [next(made) for _ in range(BATCH)] == [f"{n}.cu" for n in range(BATCH)]
    with pytest.raises(
        HipifyError, match="a worker of the executor died: run without the executor to see at which"
    ):
        next(made)


def test_an_entry_that_kills_its_worker_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIPIFY_TEST_PID", str(os.getpid()))
    with workers(None, 2) as crew:
        found = list(crew.map(names, entries(BATCH + 2), JOB, lost))
        assert crew.own
    assert found == [f"{n}.cu" if n != 13 else "died: 13.cu" for n in range(BATCH + 2)]


def test_one_job_needs_no_process() -> None:
    with workers(None, 1) as crew:
        assert len(list(crew.map(names, entries(100), JOB, lost))) == 100
        assert crew.executor is None
    with ThreadPoolExecutor(1) as threads:
        with workers(threads, 4) as crew:
            assert len(list(crew.map(names, entries(100), JOB, lost))) == 100
            assert (crew.executor, crew.own) == (threads, False)
        assert threads.submit(int, "3").result() == 3  # it is the caller's and still works


def test_processes_of_its_own_end_with_the_run() -> None:
    with workers(None, 2) as crew:
        assert crew.executor is None  # nothing to do yet
        assert len(list(crew.map(names, entries(100), JOB, lost))) == 100
        pool = crew.executor
        assert isinstance(pool, ProcessPoolExecutor)
        assert list(crew.map(names, entries(1), JOB, lost)) == ["0.cu"]
        assert crew.executor is pool
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(int)


def test_an_error_of_the_work_is_not_hidden() -> None:
    def broken(batch: Sequence[Entry], _job: Job) -> list[str]:
        raise ValueError(batch[0].shown)

    with ThreadPoolExecutor(1) as threads:
        for crew in (Workers(None), Workers(threads)):
            with pytest.raises(ValueError, match=r"^0\.cu$"):
                list(crew.map(broken, entries(1), JOB, lost))


@pytest.mark.parametrize(
    ("jobs", "cores", "count", "started"),
    [(400, 8, 100 * BATCH, 8), (400, 64, 3 * BATCH + 1, 4), (2, 64, 100 * BATCH, 2), (10**30, 2, 999, 2)],
)
def test_no_more_processes_than_cores_and_batches_need(
    monkeypatch: pytest.MonkeyPatch, jobs: int, cores: int, count: int, started: int
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(module, "cores", lambda: cores)
    monkeypatch.setattr(module, "_pool", asked.append)
    with workers(None, jobs) as crew:
        for _ in range(2):  # the second time nobody asks again
            assert len(list(crew.map(names, entries(count), JOB, lost))) == count
        assert (crew.executor, crew.own) == (None, False)
    assert asked == [started]


@pytest.mark.parametrize(("jobs", "cores", "count"), [(400, 1, 1000), (400, 8, BATCH), (400, 8, 0)])
def test_what_one_process_can_do_starts_none(
    monkeypatch: pytest.MonkeyPatch, jobs: int, cores: int, count: int
) -> None:
    monkeypatch.setattr(module, "cores", lambda: cores)
    with workers(None, jobs) as crew:
        assert len(list(crew.map(names, entries(count), JOB, lost))) == count
        assert crew.executor is None


def test_more_work_gets_more_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = module._pool

    def pool(jobs: int) -> ProcessPoolExecutor | None:
        asked.append(jobs)
        return real(jobs)

    monkeypatch.setattr(module, "cores", lambda: 3)
    monkeypatch.setattr(module, "_pool", pool)
    with workers(None, 8) as crew:
        for count in (1, 2 * BATCH, BATCH, 9 * BATCH, 2 * BATCH):
            assert list(crew.map(names, entries(count), JOB, lost)) == [f"{n}.cu" for n in range(count)]
    assert asked == [2, 3]
    assert not active_children()


def test_what_is_known_needs_no_process_and_stays_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(entry: Entry, job: Job) -> str | None:
        assert job == JOB
        return None if entry.shown in {"3.cu", "70.cu"} else f"known {entry.shown}"

    monkeypatch.setattr(module, "_pool", lambda _: pytest.fail("a process was started"))
    expected = [f"{n}.cu" if n in {3, 70} else f"known {n}.cu" for n in range(100)]
    with workers(None, 2) as crew:
        assert list(crew.map(names, entries(100), JOB, lost, known)) == expected
    executor = Counting()
    assert list(Workers(executor).map(names, entries(100), JOB, lost, known)) == expected
    assert executor.sizes == [2]


def test_what_is_done_here_is_not_asked_for_before() -> None:
    made = Workers().map(names, entries(100), JOB, lost, lambda *_: pytest.fail("asked"))
    assert len(list(made)) == 100


REFUSED = {
    "os.fork": BlockingIOError(11, "Resource temporarily unavailable"),
    "threading.Thread.start": RuntimeError("can't start new thread"),
    "os.pipe": OSError(24, "Too many open files"),
}


@pytest.mark.parametrize("allowed", range(4))
@pytest.mark.parametrize("what", sorted(REFUSED))
def test_where_the_system_refuses_a_process_the_run_works_alone(
    monkeypatch: pytest.MonkeyPatch, what: str, allowed: int
) -> None:
    """Each process and thread that a pool needs is refused in turn, the first ones having started."""
    owner = threading.Thread if what.startswith("threading") else os
    name = what.rpartition(".")[2]
    refusing = Refusing(getattr(owner, name), allowed, REFUSED[what])
    monkeypatch.setattr(module, "PATIENCE", 1)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)  # of the pool's own thread
    monkeypatch.setattr(owner, name, lambda *args: refusing(*args))  # noqa: PLW0108  bound as a method is
    with workers(None, 2) as crew:
        found = list(crew.map(names, entries(3 * BATCH), JOB, lost))
    assert found == [f"{n}.cu" for n in range(3 * BATCH)]
    assert not active_children()


def test_files_behind_one_that_kills_are_left_where_no_process_is_to_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HIPIFY_TEST_PID", str(os.getpid()))
    with workers(None, 2) as crew:
        assert list(crew.map(names, entries(13), JOB, lost))
        list(crew.map(names, entries(200)[100:], JOB, lost))
        monkeypatch.setattr(module, "_pool", lambda _: None)
        found = list(crew.map(names, entries(BATCH + 2), JOB, lost))
    assert found == [f"not begun: {n}.cu" for n in range(BATCH + 2)]


KILLED = """\
import os, time
from multiprocessing import active_children
from hipify_py.project import workers as module
from hipify_py.settings import Settings
from hipify_py.surroundings import Project

def lengths(batch, job):
    return [*map(str, batch)]

class Job(module.Job):
    def part(self, entries):
        return self

module.cores = lambda: 4
with module.workers(None, 4) as crew:
    list(crew.map(lengths, range(1000), Job(Settings(), Project()), None))
    busy = crew.executor.submit(time.sleep, BUSY)
    print(*(child.pid for child in active_children()), flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("busy", [0, 60])
def test_workers_end_when_the_run_is_killed(busy: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED.replace("BUSY", str(busy))],
        env=environment(),
        stdout=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == -9
    left = [int(pid) for pid in done.stdout.split()]
    assert len(left) == 4
    assert all(gone(pid) for pid in left)


def test_a_worker_gets_what_concerns_its_files() -> None:
    one, two, build = (
        entry._replace(kind="other" if entry.shown == "2.cu" else "source") for entry in entries(3)
    )
    shared = Project({"/0": "/0", "/1": "/1"}, renamed={"/0": "/0.hip", "/1": "/1.hip"})
    own = {"/0": Project({"/0": "/0"}), "/1": Project({"/1": "/1"})}
    job = Job(Settings(), shared, own)
    assert job.of(one) == own["/0"]
    assert job.of(build) == shared
    assert job.part([one]) == Job(Settings(), Project(renamed={"/0": "/0.hip"}), {"/0": own["/0"]})
    assert job.part([two, build]) == Job(Settings(), shared, {"/1": own["/1"]})
