"""What the command line prints, and how: the report in the form that a stream takes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hipify_py import __version__
from hipify_py.project import ruleset_of

if TYPE_CHECKING:
    from typing import Literal, TextIO

    from hipify_py.model import Report
    from hipify_py.project import Settings
    from hipify_py.report.order import Mode


class Form(NamedTuple):
    """How a run is reported: its mode, the style, the code it ends with, whether to leave out counts."""

    mode: Mode
    style: Literal["text", "json"]
    code: int
    quiet: bool


def render(report: Report, form: Form, settings: Settings, stream: TextIO | None) -> bytes:
    """Write a report as `stream` takes it.

    Colour and excerpts are for a terminal. JSON is UTF-8 whatever the locale says.
    """
    names = {key: rule.name for key, rule in ruleset_of(settings).by_id.items()}
    if form.style == "json":
        from hipify_py.report.as_json import render_json

        text = render_json(report, version=__version__, mode=form.mode, exit_code=form.code, names=names)
        return text.encode()
    from hipify_py.report.text import render_text

    terminal = is_terminal(stream)
    colour = terminal and not os.environ.get("NO_COLOR")
    text = render_text(report, colour=colour, excerpt=terminal, width=width(stream))
    if not form.quiet:
        from hipify_py.report.summary import render_summary

        text += ("\n" if text else "") + render_summary(report, mode=form.mode, names=names, colour=colour)
    return text.encode(getattr(stream, "encoding", None) or "utf-8", "backslashreplace")


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether a person reads a stream; it is None where whoever started us had closed it."""
    return stream is not None and stream.isatty()


def width(stream: TextIO | None) -> int:
    """Give the columns of a terminal; one that does not know, and anything else, counts as 100 wide."""
    if stream is None or not stream.isatty():
        return 100
    return os.get_terminal_size(stream.fileno()).columns or 100


def say(stream: TextIO | None, data: bytes) -> bool:
    """Write to a standard stream; False, with a message on standard error, if the system refuses.

    A reader that has seen enough and left, as `head` does, is no failure.
    """
    if stream is None:
        return True
    try:
        stream.buffer.write(data)
        stream.flush()
    except OSError as error:
        # What is still in the buffer would fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            return True
        os.write(2, f"hipify-py: cannot write to {stream.name}: {error.strerror}\n".encode())
        return False
    return True
