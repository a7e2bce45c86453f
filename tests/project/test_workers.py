"""Where the work of a run is done: here, in processes of its own, or on an executor that is handed in."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from hipify_py.model import HipifyError, Project
from hipify_py.project.discover import Entry
from hipify_py.project.workers import BATCH, Job, Workers, workers
from hipify_py.settings import Settings

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


def lost(entry: Entry) -> str:
    return f"lost {entry.shown}"


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
        assert crew.own
        found = list(crew.map(names, entries(BATCH + 2), JOB, lost))
    assert found == [f"{n}.cu" if n != 13 else "lost 13.cu" for n in range(BATCH + 2)]


def test_one_job_needs_no_process() -> None:
    with workers(None, 1) as crew:
        assert crew == Workers(None)
    with ThreadPoolExecutor(1) as threads:
        with workers(threads, 4) as crew:
            assert crew == Workers(threads)
        assert threads.submit(int, "3").result() == 3  # it is the caller's and still works


def test_processes_of_its_own_end_with_the_run() -> None:
    with workers(None, 2) as crew:
        assert isinstance(crew.executor, ProcessPoolExecutor)
        assert list(crew.map(names, entries(1), JOB, lost)) == ["0.cu"]
    with pytest.raises(RuntimeError, match="after shutdown"):
        crew.executor.submit(int)


def test_an_error_of_the_work_is_not_hidden() -> None:
    def broken(batch: Sequence[Entry], _job: Job) -> list[str]:
        raise ValueError(batch[0].shown)

    with ThreadPoolExecutor(1) as threads:
        for crew in (Workers(None), Workers(threads)):
            with pytest.raises(ValueError, match=r"^0\.cu$"):
                list(crew.map(broken, entries(1), JOB, lost))
