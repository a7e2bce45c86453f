"""Where kernels are launched: `<<<` and `>>>` in the mask of a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import SPLICE, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANK = rb"(?:[ \t\f\v\r\n]|" + SPLICE.pattern + rb")*+"  # with line ends that a backslash takes away
OPENED = re.compile(rb"<<" + BLANK + rb"<")
BRACKET = re.compile(rb"[()\[\]{};]|>>" + BLANK + rb">|<<" + BLANK + rb"<")
CALLEE_BEFORE = re.compile(rb"[\w)\]>](?<!\boperator)[ \t\r\n]*+\Z")
ARGUMENTS_AFTER = re.compile(rb"[ \t\r\n]*\(")


class Launch(NamedTuple):
    """A kernel launch's configuration: the spans of `<<<` and `>>>`; nvcc takes `<< <` and `>> >`, too."""

    open: Span
    close: Span


def launches(code: bytes) -> Iterator[Launch]:
    """Find the kernel launches of a mask: `<<<` behind a callee with its own `>>>`."""
    for opened in OPENED.finditer(code):
        at, end = opened.span()
        close = _launch_end(code, end) if CALLEE_BEFORE.search(code, max(0, at - 256), at) else None
        if close is not None:
            yield Launch(Span(at, end), close)


def _launch_end(code: bytes, at: int) -> Span | None:
    """Give the `>>>` that closes a configuration opened before `at`, if one does.

    It is the first one outside brackets that an argument list follows, else the last one of the statement,
    which another `<<<` ends as well, so that no text is looked at twice. A `>> >` closes templates, too:
    it is taken if an argument list follows, and no such `>>>` comes behind it.
    """
    depth, braces, last, spread = 0, 0, None, None
    for token in BRACKET.finditer(code, at):
        text = token[0]
        if text.startswith(b">>"):
            launched = depth == 0 and ARGUMENTS_AFTER.match(code, token.end())
            if text != b">>>":
                spread = spread or (Span(*token.span()) if launched else None)
            elif depth == 0:
                last = Span(*token.span())
                if launched:
                    return last
        elif text in {b"(", b"[", b"{"}:
            depth += 1
            braces += text == b"{"
        elif text == b";" and braces:
            continue  # of a lambda's body
        elif text == b";" or text.startswith(b"<<") or depth == 0:
            return spread or last
        else:
            depth -= 1
            braces -= text == b"}"
    return spread or last
