"""Run many cases in some processes, tell how it goes, and make small what fails."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from queue import SimpleQueue

from fuzz.checks import MORE, SECONDS, Failure, case
from fuzz.worker import Answer, Done, Found, Pulse, Run, Shrink, Small, Task, work

AT_ONCE = 200
"""Cases that a process is given at a time."""
COMPARED = 50
"""One portion of cases in so many is run again in a process that orders its sets otherwise."""
HANGS = 600.0
"""Seconds by the clock after which a process hangs that its own limit of processor time cannot stop.

Ten minutes, since other work on the machine may hold it back for some of them.
"""


@dataclass(frozen=True)
class Plan:
    """What is run: `cases` from the number `first` on. Of each kind of failure `samples` are made small."""

    cases: int
    first: int = 0
    seed: int = 1
    jobs: int = 1
    samples: int = 3
    seconds: float = 30.0
    limit: float = SECONDS

    def runs(self) -> list[Run]:
        """Give the cases in portions."""
        end = self.first + self.cases
        starts = range(self.first, end, AT_ONCE)
        return [Run(at, min(end, at + AT_ONCE), at // AT_ONCE % COMPARED == 0) for at in starts]


@dataclass
class Outcome:
    """What came of it: how many cases were run, failures by kind, and of some of each kind a small case."""

    done: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    small: list[tuple[Found, Small]] = field(default_factory=list)


class Worker:
    """A process that does one task at a time, and is begun anew where a case ends it or hangs in it."""

    def __init__(self, plan: Plan, seeds: Sequence[bytes], hashes: int) -> None:
        self.plan, self.seeds, self.hashes = plan, seeds, hashes
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, other = context.Pipe()
        self.pulse = Pulse(context.Value("q", -1), context.Value("d", time.monotonic()))
        os.environ["PYTHONHASHSEED"] = str(self.hashes)
        given = (other, self.plan.seed, self.seeds, self.plan.limit, self.pulse)
        self.process: BaseProcess = context.Process(target=work, args=given, daemon=True)
        self.process.start()
        other.close()

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.link.close()

    def do(self, task: Task) -> Iterator[Answer]:
        """Give what comes of a task. A case at which the process ends or hangs is a failure like others."""
        self.pulse.since.value = time.monotonic()
        self.link.send(task)
        while True:
            try:
                if self.link.poll(5):
                    answer = self.link.recv()
                    yield answer
                    if isinstance(answer, Done):
                        return
                    continue
                kind = "hangs" if time.monotonic() - self.pulse.since.value > HANGS else ""
            except (EOFError, ConnectionError):
                kind = "ends the process"
            if kind:
                number = self.pulse.number.value
                self.stop()
                self._start()
                if isinstance(task, Run):
                    yield Found(number, case(self.plan.seed, number, self.seeds), Failure(kind))
                    yield from self.do(task._replace(start=number + 1, fingerprints=False))
                else:
                    yield Done(small=Small(task.case, task.failure))
                return


class Pool:
    """Some workers, each driven by a thread."""

    def __init__(self, plan: Plan, seeds: Sequence[bytes], hashes: int) -> None:
        self.threads = ThreadPoolExecutor(plan.jobs)
        self.workers = [Worker(plan, seeds, hashes) for _ in range(plan.jobs)]
        self.idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self.workers:
            self.idle.put(worker)

    def submit(self, task: Task) -> Future[list[Answer]]:
        return self.threads.submit(self._do, task)

    def _do(self, task: Task) -> list[Answer]:
        worker = self.idle.get()
        try:
            return [*worker.do(task)]
        finally:
            self.idle.put(worker)

    def stop(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        for worker in self.workers:
            worker.stop()


@dataclass
class Campaign:
    """A run in progress. `tell` hears of each failure that was made small, `progress` of the rest."""

    plan: Plan
    seeds: Sequence[bytes]
    tell: Callable[[Found, Small], None]
    progress: Callable[[Outcome], None]
    outcome: Outcome = field(default_factory=Outcome)
    prints: dict[int, bytes] = field(default_factory=dict)

    def run(self) -> Outcome:
        """Run all cases, then some of them again with other hashes."""
        runs = self.plan.runs()
        self._all(runs, hashes=1)
        again = [run for run in runs if run.fingerprints]
        first, self.prints = self.prints, {}
        self._all(again, hashes=2)
        for number in first.keys() & self.prints.keys():
            if first[number] != self.prints[number]:
                one = case(self.plan.seed, number, self.seeds)
                self.outcome.kinds["not the same with other hashes"] += 1
                failure = Failure("not the same with other hashes")
                self.tell(Found(number, one, failure), Small(one, failure))
        return self.outcome

    def _all(self, runs: Sequence[Run], *, hashes: int) -> None:
        pool = Pool(self.plan, self.seeds, hashes)
        todo: deque[Run | Found] = deque(runs)
        waiting: dict[Future[list[Answer]], Run | Found] = {}
        try:
            while todo or waiting:
                while todo and len(waiting) < self.plan.jobs:
                    asked = todo.popleft()
                    waiting[pool.submit(self._task(asked))] = asked
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    todo.extendleft(self._take(waiting.pop(future), future.result(), count=hashes == 1))
                self.progress(self.outcome)
        finally:
            pool.stop()

    def _task(self, asked: Run | Found) -> Task:
        if isinstance(asked, Run):
            return asked
        return Shrink(asked.case, asked.failure, self.plan.seconds, asked.number % MORE == 0)

    def _take(self, asked: Run | Found, answers: list[Answer], *, count: bool) -> Iterator[Found]:
        """Note what came of a task; give failures of which a small case is wanted."""
        for answer in answers:
            if isinstance(answer, Found) and count:
                self.outcome.kinds[answer.failure.kind] += 1
                if self.outcome.kinds[answer.failure.kind] <= self.plan.samples:
                    yield answer
            elif isinstance(answer, Done) and isinstance(asked, Found) and answer.small:
                self.outcome.small.append((asked, answer.small))
                self.tell(asked, answer.small)
            elif isinstance(answer, Done) and isinstance(asked, Run):
                self.outcome.done += asked.stop - asked.start if count else 0
                self.prints |= dict(enumerate(answer.fingerprints, asked.start))
