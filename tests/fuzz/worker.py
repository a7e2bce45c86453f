"""A process that runs cases, so that a case that kills or hangs its process costs nothing else."""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from typing import NamedTuple

from fuzz.checks import MORE, Case, Failure, Mode, case, check
from fuzz.minimise import minimise

ADDRESS_SPACE = 4 << 30
"""Bytes a process may have."""
SIMPLEST = Mode(add_include=False)


class Pulse(NamedTuple):
    """The number of the case that a process runs, and when it began, on the monotonic clock."""

    number: Synchronized[int]
    since: Synchronized[float]


class Run(NamedTuple):
    """Run the cases `start` to `stop`; `fingerprints` asks for those of their results."""

    start: int
    stop: int
    fingerprints: bool = False


class Shrink(NamedTuple):
    """Make a failing case small."""

    case: Case
    failure: Failure
    seconds: float
    more: bool


class Found(NamedTuple):
    """A case that failed."""

    number: int
    case: Case
    failure: Failure


class Small(NamedTuple):
    """A failing case that was made small, and what is said of it."""

    case: Case
    failure: Failure


class Done(NamedTuple):
    """The end of a task: the fingerprints of a run, or the case that was made small."""

    fingerprints: tuple[bytes, ...] = ()
    small: Small | None = None


Task = Run | Shrink
Answer = Found | Done


def work(
    link: Connection,
    seed: int,
    seeds: Sequence[bytes],
    limit: float,
    pulse: Pulse,
) -> None:
    """Do what comes through `link`. `pulse` tells what it is at."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    while True:
        try:
            task: Task = link.recv()
        except EOFError:
            return  # the parent has ended
        if isinstance(task, Shrink):
            link.send(Done(small=shrunk(task, limit, pulse)))
            continue
        prints: list[bytes] = []
        for number in range(task.start, task.stop):
            pulse.number.value, pulse.since.value = number, time.monotonic()
            one = case(seed, number, seeds)
            failure, fingerprint = check(one, more=number % MORE == 0, limit=limit)
            if failure:
                link.send(Found(number, one, failure))
            if task.fingerprints:
                prints.append(fingerprint)
        link.send(Done(tuple(prints)))


def shrunk(task: Shrink, limit: float, pulse: Pulse) -> Small:
    """Give the simplest mode and the smallest source that fail in the same way."""
    kind, small = task.failure.kind, Small(task.case, task.failure)

    def fails(one: Case) -> bool:
        nonlocal small
        pulse.since.value = time.monotonic()
        failure, _ = check(one, more=task.more, limit=limit)
        if failure is None or failure.kind != kind:
            return False
        small = Small(one, failure)
        return True

    mode = task.case.mode
    for field in Mode._fields:
        simpler = mode._replace(**{field: getattr(SIMPLEST, field)})
        mode = simpler if simpler != mode and fails(Case(task.case.source, simpler)) else mode
    tries = 60 if "slow" in kind or "memory" in kind else 3_000
    seconds = task.seconds + (10 * limit if tries == 60 else 0)
    minimise(task.case.source, lambda text: fails(Case(text, mode)), seconds=seconds, tries=tries)
    return small
