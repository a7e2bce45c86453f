"""Threads that wait for compilers; where the system refuses them, the work is done where it is asked for."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Here(Executor):
    """Does what is submitted at once, and needs no thread. What stops the run itself is no result."""

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Call a function; an exception of it is told by the future, as from a thread."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  who asks for the result is told
            future.set_exception(error)
        return future


def threads(wanted: int) -> Executor:
    """Start so many threads, which are shut down by who asked for them; all of them or none."""
    pool, begun = ThreadPoolExecutor(max(1, wanted)), Event()
    try:
        for _ in range(wanted):
            pool.submit(begun.wait)  # one that waits takes no other task: the next one needs a thread
    except RuntimeError:  # "can't start new thread"
        begun.set()
        pool.shutdown()
        return Here()
    begun.set()
    return pool
