"""Run a program that may crash, hang, or never stop talking."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 4_000_000  # bytes of messages that are read of one run; what says more is ended
CHUNK = 65536
PAUSE = 0.5  # seconds of silence after which it is asked whether a program still runs


class Ended(NamedTuple):
    """How a program ended: its status, None where its time was up or it said too much, and what it said."""

    status: int | None
    said: bytes
    seconds: float
    too_long: bool = False


class Group:
    """Programs that run at the same time, so that all of them can be ended."""

    def __init__(self, environ: Mapping[str, str] | None = None, most: int | None = None) -> None:
        """Begin with none; take their environment, else the own, and how many bytes are read of each."""
        self._environ = environ
        self._most = MOST if most is None else most
        self._lock = Lock()
        self._running: set[int] = set()
        self._over = False

    def run(self, command: list[str], folder: str, seconds: float) -> Ended:
        """Run a program for at most `seconds`; raises `OSError` where it cannot be started.

        It runs in a process group of its own, so that what it started goes with it.
        """
        began = time.monotonic()
        process = self._start(command, folder)
        if process is None:
            return Ended(None, b"", 0.0)
        said, over = b"", True
        status = None
        try:
            said, over = _listen(process, began + seconds, self._most)
            if not over and len(said) < self._most:
                status = process.wait(max(0.1, began + seconds - time.monotonic()))
        except subprocess.TimeoutExpired:
            over = True
        finally:
            _end(process.pid)
            with self._lock:
                self._running.discard(process.pid)
            if process.stdout:
                process.stdout.close()
            process.wait()
        return Ended(status, said, time.monotonic() - began, over)

    def end(self) -> None:
        """End what runs, and start nothing more."""
        with self._lock:
            self._over = True
            for number in self._running:
                _end(number)

    def _start(self, command: list[str], folder: str) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._over:
                return None
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(process.pid)
            return process


def run(
    command: list[str],
    folder: str,
    seconds: float,
    environ: Mapping[str, str] | None = None,
    most: int | None = None,
) -> Ended:
    """Run a program by itself, as `Group.run` does."""
    return Group(environ, most).run(command, folder, seconds)


def _end(number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(number, signal.SIGKILL)


def _listen(process: subprocess.Popen[bytes], end: float, most: int) -> tuple[bytes, bool]:
    """Read what a program says until it has done, its time is up, or it said too much."""
    assert process.stdout is not None
    parts: list[bytes] = []
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while size < most:
            left = end - time.monotonic()
            if left <= 0:
                return b"".join(parts), True
            if not selector.select(min(left, PAUSE)):
                if not process.poll():
                    continue  # what one that ended well has left behind may do its work yet
                break  # it failed, and what it left behind only keeps the pipe open
            part = os.read(process.stdout.fileno(), CHUNK)
            if not part:
                break
            parts.append(part)
            size += len(part)
    return b"".join(parts), False
