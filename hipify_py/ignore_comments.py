"""Comments that speak of what hipify-py reports: `hipify: ignore[ID] reason`, and its kin.

- `ignore` behind code speaks of its own line; alone on its line it speaks of the next line of code.
- `ignore-next-line` speaks of the next line of code, wherever it stands itself.
- `ignore-begin` speaks of all lines up to the `ignore-end` of the same rule.
- `ignore-file` speaks of the whole file.

Several may stand behind one another in one comment, each with the reason behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FORMS = ("ignore", "ignore-next-line", "ignore-begin", "ignore-end", "ignore-file")
# What looks like one and is none: a word with a list behind it, or with a hyphen behind `ignore`; and what
# begins otherwise, as `hipify-py: ignore[ID]` and `HIPIFY: IGNORE[ID]` do.
MISSPELT = rb"hipify:[ \t]*(?:(?P<listed>[A-Za-z_-]{3,30})\[|(?P<hyphened>ignore[-_][\w-]{1,20}))"
NEAR = rb"(?P<near>(?i:\bhipify(?:[-_]?py)?[ \t]*+(?:[:;=][ \t]*+)?(?P<word>ignore[\w-]{0,20})))\["
NEXT = rb"(?i:hipify(?:[-_]?py)?[ \t]*+(?:[:;=][ \t]*+)?[a-z_-]{3,30}\[)"  # one more, behind a reason
COMMENT = (
    rb"hipify:[ \t]*+(?P<form>ignore(?:-next-line|-begin|-end|-file)?)(?![\w-])"
    rb"(?:\[(?P<rules>[^\]\n]*)\])?[ \t]*+(?P<reason>(?:(?!" + NEXT + rb")[^\n])*+)"
)
EACH = re.compile(rb"|".join((COMMENT, MISSPELT, NEAR)))
NOT_BLANK = re.compile(rb"\S")


class Commented(NamedTuple):
    """A text with its comments: `code` has blanks for them."""

    source: bytes
    code: bytes
    comments: Sequence[Span]


class Ignore(NamedTuple):
    """One rule of one comment: its form, the comment's span, the bytes it speaks of, the reason it gives.

    `word` is the rule as it is written, empty where none is. Without a `scope` it is half of a pair that
    lacks the other half.
    """

    form: str
    comment: Span
    scope: Span | None
    word: str
    reason: str


class Misspelt(NamedTuple):
    """A comment that is none of `FORMS`, and yet was meant as one: as it stands there, its word for one."""

    comment: Span
    written: str
    word: str


def may_speak(source: bytes) -> bool:
    """Say whether there is any use in looking for these comments."""
    return b"hipify:" in source or (b"hipify" in (low := source.lower()) and b"ignore" in low)


def comments(text: Commented) -> Iterator[Ignore | Misspelt]:
    """Give what the comments of a source say, in their order; an `ignore-end` with its `ignore-begin`."""
    open_ones: dict[str, list[Ignore]] = {}
    for found in _read(text) if may_speak(text.source) else ():
        if isinstance(found, Misspelt):
            yield found
        elif found.form == "ignore-begin" and found.word:
            open_ones.setdefault(found.word, []).append(found)
        elif found.form == "ignore-end" and found.word and open_ones.get(found.word):
            begin = open_ones[found.word].pop()
            assert begin.scope is not None
            assert found.scope is not None
            yield begin._replace(scope=Span(begin.scope.start, found.scope.end))
        elif found.form == "ignore-end" and found.word:
            yield found._replace(scope=None)
        else:
            yield found
    yield from (left._replace(scope=None) for several in open_ones.values() for left in several)


def _read(text: Commented) -> Iterator[Ignore | Misspelt]:
    lines = _Lines(text.code)
    for comment in text.comments:
        for found in _each(text.source, comment):
            if not found["form"]:
                yield _misspelt(found)
                continue
            form = found["form"].decode()
            reason = found["reason"].decode("utf-8", "replace").removesuffix("*/").strip()
            scope = lines.of(form, comment)
            for word in re.split(r"[,\s]+", (found["rules"] or b"").decode("utf-8", "replace").strip()):
                yield Ignore(form, Span(*found.span()), scope, word, reason)


def _each(source: bytes, comment: Span) -> Iterator[re.Match[bytes]]:
    """Give what a comment says: behind the first without a list may stand words about it."""
    for number, found in enumerate(EACH.finditer(source, *comment)):
        if not number or found["rules"] is not None or found["listed"] or found["near"]:
            yield found


def _misspelt(found: re.Match[bytes]) -> Misspelt:
    if found["near"]:
        return Misspelt(Span(*found.span()), found["near"].decode(), found["word"].decode().lower())
    word = (found["listed"] or found["hyphened"]).decode()
    return Misspelt(Span(*found.span()), f"hipify: {word}", word)


class _Lines:
    """The lines of code that comments speak of, asked for in order: nothing is looked at twice."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        self.seen = self.start = 0  # where the last comment began, and its line
        self.end = -1  # where the line of its last byte ends
        self.asked = self.next = -1  # from where on code was looked for last, and where it begins
        self.line = Span(0, 0)  # the line of that code

    def of(self, form: str, comment: Span) -> Span:
        """Give what a comment of some form speaks of; of one half of a pair, its own lines."""
        self.start = self.code.rfind(b"\n", self.seen, comment.start) + 1 or self.start
        self.seen = comment.start
        if comment.end > self.end:
            self.end = _line_end(self.code, comment.end)
        if form == "ignore-file":
            return Span(0, len(self.code))
        if form in {"ignore-begin", "ignore-end"}:
            return Span(self.start, self.end)
        if form == "ignore-next-line":
            self._look_from(self.end)
        else:
            self._look_from(self.start)
            if self.next < self.end:
                return Span(self.start, self.end)
        return self.line if self.line.end >= 0 else Span(self.end, self.end)

    def _look_from(self, at: int) -> None:
        """Find the line of the first code from a place on."""
        if self.asked <= at <= self.next:
            return
        code = NOT_BLANK.search(self.code, at)
        self.asked, self.next = at, code.start() if code else len(self.code)
        begins = self.code.rfind(b"\n", 0, self.next) + 1
        self.line = Span(begins, _line_end(self.code, self.next)) if code else Span(-1, -1)


def _line_end(code: bytes, at: int) -> int:
    found = code.find(b"\n", at)
    return found if found >= 0 else len(code)
