"""Threads for compilers, and a system that refuses them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.verify.threads import Here, threads

if TYPE_CHECKING:
    from collections.abc import Callable


def test_as_many_threads_as_are_wanted() -> None:
    together = threading.Barrier(3)
    with threads(3) as pool:
        assert isinstance(pool, ThreadPoolExecutor)
        assert len([*pool.map(lambda _: together.wait(10), range(3))]) == 3


@pytest.mark.parametrize("allowed", range(3))
def test_where_the_system_refuses_a_thread_the_work_is_done_here(
    monkeypatch: pytest.MonkeyPatch, allowed: int
) -> None:
    began, left = threading.Thread.start, allowed

    def start(self: threading.Thread) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            message = "can't start new thread"
            raise RuntimeError(message)
        began(self)

    before = threading.active_count()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", start)
        with threads(3) as pool:
            assert isinstance(pool, Here)
            assert [*pool.map(abs, [-1, -2])] == [1, 2]
    assert threading.active_count() == before


@pytest.mark.parametrize("error", [ValueError("bad"), OSError("gone")])
def test_an_error_of_the_work_is_told_by_its_future(error: Exception) -> None:
    def broken(*_: Any) -> None:
        raise error

    assert Here().submit(broken).exception() is error


def test_an_interrupt_ends_the_work_at_once() -> None:
    def stopped() -> None:
        raise KeyboardInterrupt

    call: Callable[[], None] = stopped
    with pytest.raises(KeyboardInterrupt):
        Here().submit(call)
