"""Where the work of a run is done: here, in processes of its own, or on an executor that is handed in."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hipify_py.model import HipifyError, Project
from hipify_py.project.discover import Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor, ProcessPoolExecutor

    from hipify_py.project.discover import Entry
    from hipify_py.settings import Settings

Result = TypeVar("Result")

BATCH = 16  # files a task: enough to pay for the hand-over, few enough for a smooth progress bar


class Workers(NamedTuple):
    """Who does the work: an executor, or nobody else. `own` says that the run started it itself."""

    executor: Executor | None
    own: bool = False

    def map(
        self,
        function: Callable[[Sequence[Entry], Job], list[Result]],
        entries: Sequence[Entry],
        job: Job,
        lost: Callable[[Entry], Result],
    ) -> Iterator[Result]:
        """Give what `function` makes of each entry, in order, and `lost` of one that kills its worker."""
        batches = [entries[at : at + BATCH] for at in range(0, len(entries), BATCH)]
        if self.executor is None:
            for batch in batches:
                yield from function(batch, job)
            return
        from concurrent.futures import BrokenExecutor

        done = 0
        try:
            for future in [self.executor.submit(function, batch, job) for batch in batches]:
                results = future.result()
                done += len(results)
                yield from results
        except BrokenExecutor as error:
            if not self.own:
                text = "a worker of the executor died: run without the executor to see at which file"
                raise HipifyError(text) from error
            yield from _one_by_one(function, entries[done:], job, lost)


@contextmanager
def workers(executor: Executor | None, jobs: int) -> Iterator[Workers]:
    """Give the workers of a run: those of `executor`, or `jobs` processes that end with the block."""
    if executor is not None or jobs <= 1:
        yield Workers(executor)
        return
    pool = _pool(jobs)
    try:
        yield Workers(pool, own=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(jobs, initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Let a worker finish its files on Ctrl-C, which reaches every process: the run itself stops them."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one_by_one(
    function: Callable[[Sequence[Entry], Job], list[Result]],
    entries: Sequence[Entry],
    job: Job,
    lost: Callable[[Entry], Result],
) -> Iterator[Result]:
    """Do what is left after a worker died, so that the file at fault is known and costs no other file."""
    from concurrent.futures import BrokenExecutor

    pool = None
    try:
        for entry in entries:
            pool = pool or _pool(1)
            try:
                yield from pool.submit(function, [entry], job).result()
            except BrokenExecutor:
                pool.shutdown()
                pool = None
                yield lost(entry)
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


class Job(NamedTuple):
    """What a worker needs besides its files."""

    settings: Settings
    project: Project
