"""Where kernels are launched: `<<<` and `>>>` in the mask of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import SPLICE, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANK = rb"(?:[ \t\f\v\r\n]|" + SPLICE.pattern + rb")*+"  # with line ends that a backslash takes away
OPENING, CLOSING = (sign + BLANK + sign + BLANK + sign for sign in (b"<", b">"))
OPENED = re.compile(OPENING)
BRACKET = re.compile(rb"[()\[\]{};]|" + CLOSING + b"|" + OPENING)
CALLEE_BEFORE = re.compile(rb"[\w)\]>](?<!\boperator)[ \t\r\n]*+\Z")
TOGETHER = re.compile(rb"(?:<(?:" + SPLICE.pattern + rb")*+<|>(?:" + SPLICE.pattern + rb")*+>)")
ARGUMENTS_AFTER = re.compile(rb"[ \t\r\n]*\(")


class Launch(NamedTuple):
    """A kernel launch's configuration: the spans of `<<<` and `>>>`; nvcc takes `<< <` and `>> >`, too.

    A line may be continued anywhere in one, which leaves blanks in a mask. No one takes `< <<` for a launch.
    """

    open: Span
    close: Span


def launches(code: bytes, source: bytes) -> Iterator[Launch]:
    """Find the kernel launches of a mask, and what it masks: `<<<` behind a callee with its own `>>>`."""
    for opened in OPENED.finditer(code):
        at, end = opened.span()
        if not TOGETHER.match(source, at) or not CALLEE_BEFORE.search(code, max(0, at - 256), at):
            continue
        close = _launch_end(code, source, end)
        if close is not None:
            yield Launch(Span(at, end), close)


def _launch_end(code: bytes, source: bytes, at: int) -> Span | None:
    """Give the `>>>` that closes a configuration opened before `at`, if one does.

    It is the first one outside brackets that an argument list follows, else the last one of the statement,
    which another `<<<` ends as well, so that no text is looked at twice. A `>> >` closes templates, too:
    it is taken if an argument list follows, and no such `>>>` comes behind it.
    """
    depth, braces, last, spread = 0, 0, None, None
    for token in BRACKET.finditer(code, at):
        text = token[0]
        if text.startswith(b">"):
            launched = (
                depth == 0
                and TOGETHER.match(source, token.start())
                and ARGUMENTS_AFTER.match(code, token.end())
            )
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
        elif text == b";" or text.startswith(b"<") or depth == 0:
            return spread or last
        else:
            depth -= 1
            braces -= text == b"}"
    return spread or last
