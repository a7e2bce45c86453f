"""Run a program that may crash, hang, or never stop talking."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from typing import NamedTuple

MOST = 4_000_000  # bytes of messages that are read of one run; a compiler that says more is ended
CHUNK = 65536


class Ended(NamedTuple):
    """How a program ended: its status, None where its time was up or it said too much, and what it said."""

    status: int | None
    said: bytes
    seconds: float
    too_long: bool = False


def run(command: list[str], folder: str, seconds: float) -> Ended:
    """Run a program for at most `seconds`; raises `OSError` where it cannot be started.

    It runs in a group of its own, so that what it started goes with it.
    """
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        said, over = _listen(process, began + seconds)
        status = (
            None if over or len(said) >= MOST else process.wait(max(0.1, began + seconds - time.monotonic()))
        )
    except subprocess.TimeoutExpired:
        said, over, status = b"", True, None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        if process.stdout:
            process.stdout.close()
        process.wait()
    return Ended(status, said, time.monotonic() - began, over)


def _listen(process: subprocess.Popen[bytes], end: float) -> tuple[bytes, bool]:
    """Read what a program says until it has done, its time is up, or it said too much."""
    assert process.stdout is not None
    parts: list[bytes] = []
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while size < MOST:
            left = end - time.monotonic()
            if left <= 0 or not selector.select(left):
                return b"".join(parts), True
            part = os.read(process.stdout.fileno(), CHUNK)
            if not part:
                break
            parts.append(part)
            size += len(part)
    return b"".join(parts), False
