"""A process that runs cases, so that a case that kills or hangs its process costs nothing else."""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from typing import NamedTuple

from fuzz.checks import REPEATED, SECONDS, Case, Failure, Mode, case, check
from fuzz.minimise import minimise

ADDRESS_SPACE = 4 << 30
"""Bytes a process may have."""
SIMPLEST = Mode(add_include=False)


class Run(NamedTuple):
    """Run the cases `start` to `stop`; `fingerprints` asks for those of their results."""

    start: int
    stop: int
    fingerprints: bool = False


class Shrink(NamedTuple):
    """Make a failing case small."""

    case: Case
    kind: str
    seconds: float


class Found(NamedTuple):
    """A case that failed."""

    number: int
    case: Case
    failure: Failure


class Done(NamedTuple):
    """The end of a task: the fingerprints of a run, or the case that was made small."""

    fingerprints: tuple[bytes, ...] = ()
    case: Case | None = None


Task = Run | Shrink
Answer = Found | Done


def work(
    link: Connection, seed: int, seeds: Sequence[bytes], beat: Synchronized[float], at: Synchronized[int]
) -> None:
    """Do what comes through `link`. `beat` is when the case `at` began, on the monotonic clock."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    while True:
        task: Task = link.recv()
        if isinstance(task, Shrink):
            link.send(Done(case=shrunk(task, beat)))
            continue
        prints: list[bytes] = []
        for number in range(task.start, task.stop):
            at.value, beat.value = number, time.monotonic()
            one = case(seed, number, seeds)
            failure, fingerprint = check(one, twice=number % REPEATED == 0)
            if failure:
                link.send(Found(number, one, failure))
            if task.fingerprints:
                prints.append(fingerprint)
        link.send(Done(tuple(prints)))


def shrunk(task: Shrink, beat: Synchronized[float]) -> Case:
    """Give the simplest mode and the smallest source that fail in the same way."""

    def fails(one: Case) -> bool:
        beat.value = time.monotonic()
        failure, _ = check(one, twice="twice" in task.kind)
        return failure is not None and failure.kind == task.kind

    mode = task.case.mode
    for field in Mode._fields:
        simpler = mode._replace(**{field: getattr(SIMPLEST, field)})
        mode = simpler if simpler != mode and fails(Case(task.case.source, simpler)) else mode
    tries = 60 if "slow" in task.kind or "memory" in task.kind else 3_000
    seconds = task.seconds + (10 * SECONDS if tries == 60 else 0)
    source = minimise(task.case.source, lambda text: fails(Case(text, mode)), seconds=seconds, tries=tries)
    return Case(source, mode)
