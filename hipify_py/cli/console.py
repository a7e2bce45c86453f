"""What the command line prints, and how: the report in the form that a stream takes."""

from __future__ import annotations

import math
import os
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.report.formats import FORMATS
from hipify_py.verify.formats import FORMATS as VERDICTS

if TYPE_CHECKING:
    from typing import TextIO

    from hipify_py.report.form import Form
    from hipify_py.report.model import Report
    from hipify_py.verify.model import Verdict


def render(report: Report, style: str, form: Form, stream: TextIO | None) -> bytes:
    """Write a report in a format as `stream` takes it; colour and excerpts are for a terminal."""
    chosen = FORMATS[style]
    shown = form._replace(colour=has_colour(stream), excerpt=is_terminal(stream), width=width(stream))
    text = chosen.render(report, shown)
    encoding = (getattr(stream, "encoding", None) if chosen.for_people else None) or "utf-8"
    return text.encode(encoding, "backslashreplace")


def render_verdict(verdict: Verdict, style: str, form: Form, stream: TextIO | None) -> bytes:
    """Write a verdict in a format as `stream` takes it."""
    chosen = VERDICTS[style]
    text = chosen.render(verdict, form._replace(colour=has_colour(stream), width=width(stream)))
    encoding = (getattr(stream, "encoding", None) if chosen.for_people else None) or "utf-8"
    return text.encode(encoding, "backslashreplace")


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether a person reads a stream; it is None where whoever started us had closed it."""
    return stream is not None and stream.isatty()


def has_colour(stream: TextIO | None) -> bool:
    """Say whether a stream gets colour: a terminal, but one that can do nothing (`TERM=dumb`).

    `NO_COLOR` (no-color.org) takes it from all, and before it `FORCE_COLOR` gives it to all.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal(stream) and not is_dumb())


def is_dumb() -> bool:
    """Say whether the terminal can only write one line after the other."""
    return os.environ.get("TERM") == "dumb"


def width(stream: TextIO | None) -> int:
    """Give the columns of a terminal; one that does not know, and anything else, counts as 100 wide.

    The user's `COLUMNS` wins.
    """
    if wanted := re.fullmatch("0*([1-9][0-9]{0,3})", os.environ.get("COLUMNS", "")):
        return int(wanted[1])
    if stream is None or not stream.isatty():
        return 100
    return os.get_terminal_size(stream.fileno()).columns or 100


def overflows(text: str) -> bool:
    """Say whether a text for standard output is one to page through: longer than the terminal that is there.

    A terminal that says that it can do nothing (`TERM=dumb`) gets the text as it is.
    """
    if is_dumb() or not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return False
    return text.count("\n") >= (os.get_terminal_size(sys.stdout.fileno()).lines or math.inf)


def paged(text: str) -> bool:
    """Page through a text for standard output, if it is one for that; say whether it was."""
    if not overflows(text):
        return False
    import click

    click.echo_via_pager(text)
    return True


def for_eyes(data: bytes, stream: TextIO | None) -> bytes:
    """Give source text for a stream: as it is, and on a terminal with nothing in it that this would obey."""
    if not is_terminal(stream):
        return data
    from hipify_py.report.terminal import harmless

    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    return re.sub(r"[^\n\t]+", lambda found: harmless(found[0]), text).encode()


def say(stream: TextIO | None, data: bytes, *, wanted: bool = False) -> bool:
    """Write to a standard stream; False, with a message on standard error, if the system refuses.

    A reader that has seen enough and left, as `head` does, is no failure. Nor is a stream that was closed
    from the start, unless the text is `wanted`: what is said of a run may go unread, what it made may not.
    """
    if stream is None:
        if wanted and data:
            with suppress(OSError):
                os.write(2, b"hipify-py: cannot write: standard output is closed\n")
        return not (wanted and data)
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
