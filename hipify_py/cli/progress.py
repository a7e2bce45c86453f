"""The progress of a run, on a terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click._termui_impl import ProgressBar


BELIEVED = 10  # the part of the steps, one in so many, behind which the time that is left is believed


def _left(bar: ProgressBar[int], what: str, _: object) -> str | None:
    """Say how long a phase takes yet, once a part of it has shown how long a step takes."""
    if not bar.length or not bar.eta_known or bar.finished or bar.pos * BELIEVED < bar.length:
        return None
    return f"{bar.format_eta()} for {what}"


@contextmanager
def progress(label: str, then: str = "") -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error; what is given takes the number of steps done and of all.

    The bar begins with the first step, so that the time that it says is left goes by its own steps alone, and
    ends with the last that is known: a further one that comes after it begins another. Before what is done
    `then` it says that, and of its own time what it is, or it would pass for that of the run, most of which
    comes yet.
    """
    with ExitStack() as stack:
        bar = None

        def advance(done: int, total: int) -> None:
            nonlocal bar
            if bar is None:
                text = f"{label}, then {then}" if then else label
                bar = stack.enter_context(
                    click.progressbar(
                        length=total, label=text, file=sys.stderr, show_pos=True, show_eta=not then
                    )
                )
                if then:
                    bar.item_show_func = partial(_left, bar, label.lower())
            bar.length = total
            bar.update(done - bar.pos)
            if done >= total:
                stack.close()
                bar = None

        yield advance
