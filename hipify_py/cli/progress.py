"""The progress of a run, on a terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress(label: str, then: str = "") -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error; what is given takes the number of steps done and of all.

    The bar begins with the first step, so that the time that it says is left goes by its own steps alone, and
    ends with the last that is known: a further one that comes after it begins another. Before what is done
    `then` it says that instead of a time: its own would pass for that of the run, most of which comes yet.
    """
    with ExitStack() as stack:
        bar = None

        def advance(done: int, total: int) -> None:
            nonlocal bar
            if bar is None:
                text = f"{label}, then {then}" if then else label
                shown = click.progressbar(
                    length=total, label=text, file=sys.stderr, show_pos=True, show_eta=not then
                )
                bar = stack.enter_context(shown)
            bar.length = total
            bar.update(done - bar.pos)
            if done >= total:
                stack.close()
                bar = None

        yield advance
