"""The progress of a run, on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress(label: str = "Converting") -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error; what is given takes the number of steps done and of all."""
    with click.progressbar(length=1, label=label, file=sys.stderr, show_pos=True) as bar:

        def advance(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield advance
