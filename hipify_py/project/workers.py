"""Where the work of a run is done: here, in processes of its own, or on an executor that is handed in."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from hipify_py.model import HipifyError
from hipify_py.project.entries import Entry
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor, ProcessPoolExecutor

    from hipify_py.project.entries import Entry
    from hipify_py.project.read_sources import ReadSources
    from hipify_py.settings import Settings

Result = TypeVar("Result")
NOTHING: Mapping[str, Project] = {}
NO_REASONS: Mapping[str, str] = {}
Loss = Literal["died", "not begun"]

BATCH = 16  # files a task: enough to pay for the hand-over, few enough for a smooth progress bar
PATIENCE = 20  # seconds after which a process that has done nothing counts as one that did not start


class Workers:
    """Who does the work: an `executor`, or nobody else. `own` says that the run started it itself.

    It does so where there is enough to do, for no more than `jobs` processes.
    """

    def __init__(self, executor: Executor | None = None, jobs: int = 1) -> None:
        """Start nothing yet."""
        self.executor = executor
        self.own = False
        self._jobs, self._started = jobs, 1

    def map(
        self,
        function: Callable[[Sequence[Entry], Job], list[Result]],
        entries: Sequence[Entry],
        job: Job,
        lost: Callable[[Entry, Loss], Result],
        known: Callable[[Entry, Job], Result | None] | None = None,
    ) -> Iterator[Result]:
        """Give what `function` makes of each entry, in order, and `lost` of one that no worker finished.

        `lost` is also told why: the worker died of it, or another had died and no new one could be started.
        What is `known` of an entry already is asked here, where `function` would be done elsewhere; it gives
        None of one that has to be done.
        """
        found: dict[int, Result] = {}
        if known is not None and (self.executor is not None or self._needed(len(entries)) > 1):
            for at, entry in enumerate(entries):
                if (result := known(entry, job)) is not None:
                    found[at] = result
        rest = [entry for at, entry in enumerate(entries) if at not in found]
        made = self._map(function, rest, job, lost)
        for at in range(len(entries)):
            yield found[at] if at in found else next(made)

    def _map(
        self,
        function: Callable[[Sequence[Entry], Job], list[Result]],
        entries: Sequence[Entry],
        job: Job,
        lost: Callable[[Entry, Loss], Result],
    ) -> Iterator[Result]:
        batches = [entries[at : at + BATCH] for at in range(0, len(entries), BATCH)]
        if self.executor is None or self.own:
            self._start(self._needed(len(entries)))
        if self.executor is None:
            for batch in batches:
                yield from function(batch, job.part(batch))
            return
        from concurrent.futures import BrokenExecutor

        done = 0
        try:
            for future in [self.executor.submit(function, batch, job.part(batch)) for batch in batches]:
                results = future.result()
                done += len(results)
                yield from results
        except BrokenExecutor as error:
            if not self.own:
                text = "a worker of the executor died: run without the executor to see at which file"
                raise HipifyError(text) from error
            yield from _one_by_one(function, entries[done:], job, lost)

    def _needed(self, entries: int) -> int:
        """Say how many processes there is work for: no more than cores, or batches of the entries."""
        return min(self._jobs, cores(), -(-entries // BATCH))

    def _start(self, needed: int) -> None:
        """See that so many processes are there; where the system refuses them, the work is done here."""
        if needed > self._started:
            self.end()
            self.executor = _pool(needed)
            self.own = self.executor is not None
            self._started = needed if self.own else self._jobs

    def end(self) -> None:
        """End the processes that the run started."""
        if self.own and self.executor is not None:
            self.executor.shutdown(cancel_futures=True)


@contextmanager
def workers(executor: Executor | None, jobs: int) -> Iterator[Workers]:
    """Give the workers of a run: those of `executor`, or up to `jobs` processes that end with the block."""
    crew = Workers(executor, jobs)
    try:
        yield crew
    finally:
        crew.end()


def cores() -> int:
    """Count the cores that this process may use; some systems only tell how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pool(jobs: int) -> ProcessPoolExecutor | None:
    """Start some processes; None, with none left behind, where the system refuses a process or a thread."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, current_process

    import hipify_py.project.fact_reading  # noqa: F401  a process that is forked has it from here

    if current_process().daemon:  # as a worker of multiprocessing.Pool: it may have no processes of its own
        return None
    others = set(active_children())
    try:
        pool = ProcessPoolExecutor(jobs, initializer=_begin)
        pool.submit(int).result(PATIENCE)  # the first task starts them all
    except (OSError, RuntimeError, ImportError):  # a TimeoutError is an OSError
        # What has started waits for ever, for work and for the pool, which is left as it is: without all of
        # its parts it cannot even be shut down.
        for child in set(active_children()) - others:
            child.kill()
            child.join()
        return None
    return pool


def _begin() -> None:
    """Let a worker leave to the run the signals that it handles, and end by itself where the run is killed.

    Ctrl-C reaches every process: the run stops its workers, which finish their files.
    """
    import signal
    from threading import Thread

    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_IGN)
    with suppress(RuntimeError):  # no thread to be had
        Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    """Wait until the process that started this one is gone, and end then."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _one_by_one(
    function: Callable[[Sequence[Entry], Job], list[Result]],
    entries: Sequence[Entry],
    job: Job,
    lost: Callable[[Entry, Loss], Result],
) -> Iterator[Result]:
    """Do what is left after a worker died, so that the file at fault is known and costs no other file."""
    from concurrent.futures import BrokenExecutor

    pool = None
    try:
        for entry in entries:
            pool = pool or _pool(1)
            if pool is None:  # one of these files kills who takes it up: that must not be the run itself
                yield lost(entry, "not begun")
                continue
            try:
                yield from pool.submit(function, [entry], job.part([entry])).result()
            except BrokenExecutor:
                pool.shutdown()
                pool = None
                yield lost(entry, "died")
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


class Job(NamedTuple):
    """What a worker needs besides its files.

    `own` is what is known of each source file; `project` what all of them, and build files, share. `read` are
    sources that were read before in the same process. `unusable` are files that say how a build compiles and
    that cannot be used, with the reasons.
    """

    settings: Settings
    project: Project
    own: Mapping[str, Project] = NOTHING
    read: ReadSources | None = None
    unusable: Mapping[str, str] = NO_REASONS

    def of(self, entry: Entry) -> Project:
        """Give what is known of one file."""
        return self.own.get(entry.path, self.project)

    def part(self, entries: Sequence[Entry]) -> Job:
        """Give the job for some of the files: what is sent to a worker is no more than it needs."""
        own = {entry.path: self.own[entry.path] for entry in entries if entry.path in self.own}
        if any(entry.path not in own for entry in entries):
            return self._replace(own=own)
        renamed = self.project.renamed
        kept = {entry.path: renamed[entry.path] for entry in entries if entry.path in renamed}
        return self._replace(project=Project(renamed=kept), own=own)
