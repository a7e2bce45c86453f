"""Processes that a test waits for."""

from __future__ import annotations

import time


def gone(pid: int, seconds: float = 20) -> bool:
    """Wait until a process has ended, though nobody may have asked for its end yet; false if it goes on."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].split()[0] == b"Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    return False
