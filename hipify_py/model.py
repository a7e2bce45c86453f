"""The values that the whole program passes around: spans, edits, findings, results and errors.

All offsets are byte offsets into the source. Lines and columns count from 1.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal, NamedTuple, get_args

from hipify_py.lazy import re

Severity = Literal["note", "warning", "error"]
Fails = Literal["compile", "link", "run", "silent", "speed", "never"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From what matters least on."""
FAILS: tuple[Fails, ...] = get_args(Fails)
LONG_WORD, LONG_TEXT = 255, 5000
"""The most letters of a word and of a text in an error: those of a file's name, and more than a path has."""
WORD = re.compile(r"[^\s/]{256,}")
LINE_END, NEWLINE = re.compile(rb"\r?\n|\r"), re.compile(rb"\n")
SPLICE = re.compile(rb"\\[ \t\f\v]*+(?:\r\n|[\r\n])")
"""What continues a line. Compilers allow blanks behind the backslash, though the standard does not."""
AGAIN = "and here"
"""How the text begins of a place that a finding is about as it is about its first."""
OWN_HEADER = re.compile(rb"\bhipify_\w+\.h\b")


class Span(NamedTuple):
    """A half-open range of bytes, `start <= i < end`."""

    start: int
    end: int


class Place(NamedTuple):
    """Where a span lies, for people: `line` and `column` from 1, `offset` in bytes from 0.

    A column counts characters, not bytes; a byte that is not UTF-8 counts as one character.
    """

    line: int
    column: int
    offset: int


class Edit(NamedTuple):
    """Replace `span` by `parts`; a part is new bytes or a span of the original that is kept.

    Edits that lie inside a kept span are applied there, so nested constructs convert in one pass. `origin`
    is the `file:line` of the user's own rule that asks for the edit, and empty for a built-in one. Of edits
    in `dropped`, which the rule leaves out on purpose, nothing is said. `why` is the reason of an edit in a
    build file.
    """

    span: Span
    parts: tuple[bytes | Span, ...]
    rule: str
    kind: str
    origin: str = ""
    dropped: tuple[Span, ...] = ()
    why: str = ""


class Related(NamedTuple):
    """A second place that a finding speaks about."""

    span: Span
    message: str


class Finding(NamedTuple):
    """Something that a person has to look at, and how it goes wrong if nobody does.

    `origin` is the `file:line` of the user's own rule that says so, and empty for a built-in one. `line` and
    `column`, from 1, are where it begins, in what `hipify_py.convert` gives; while a source is being
    converted nobody needs them, and both are 0. A column counts characters, as in a `Place`. Those of a file
    with the same `family` are one: it names the library that HIP lacks. The others are `related` places,
    whose text begins with `AGAIN`, and `also` are their rules.
    `cause` is what findings of one rule without a family have in common that are so told together, where that
    is not their whole message.
    """

    rule: str
    severity: Severity
    span: Span
    message: str
    fails: Fails = "compile"
    related: tuple[Related, ...] = ()
    origin: str = ""
    line: int = 0
    column: int = 0
    family: str = ""
    also: tuple[str, ...] = ()
    cause: str = ""


class Suppressed(NamedTuple):
    """A finding or an edit that a `hipify: ignore[ID]` comment in the source turned off."""

    rule: str
    span: Span
    reason: str


class Result(NamedTuple):
    """What one conversion came to. `output` is what `edits` make of `source`."""

    source: bytes
    output: bytes
    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()

    @property
    def needs_headers(self) -> tuple[str, ...]:
        """Name the headers of ours that edits include, such as `hipify_warp32.h`.

        They lie in the package's folder `include`.
        """
        lines = (part for edit in self.edits if edit.kind == "own-include" for part in edit.parts)
        return tuple(name.decode() for line in lines for name in OWN_HEADER.findall(bytes(line)))

    @property
    def text(self) -> str:
        """Give the output as text; bytes that are not UTF-8 become lone surrogates (`surrogateescape`)."""
        return self.output.decode("utf-8", "surrogateescape")


def readable(text: str) -> str:
    """Leave out the middle of each word that is longer than any name of a file, and of a very long text."""
    if len(text) <= LONG_WORD:
        return text
    text = WORD.sub(lambda found: _shortened(found[0], 80), text)
    return text if len(text) <= LONG_TEXT else _shortened(text, LONG_TEXT)


def _shortened(text: str, most: int) -> str:
    kept = most // 2
    return f"{text[:kept]}...{text[-kept:]}"


class HipifyError(Exception):
    """A failure with a remedy that the user can act on; its text names the place, cause and remedy.

    It is one that can be read: a word of a file from elsewhere may have a million letters.
    """

    def __init__(self, text: str = "") -> None:
        """Take a text, of which the middle is left out where it is very long."""
        super().__init__(readable(text))


class RuleError(HipifyError):
    """A rule file is wrong: the text names the file, line, rule and remedy."""


class EditConflictError(HipifyError):
    """Two edits overlap without one lying inside the other: a bug in the rules, never in the input."""


class Lines:
    """Turns byte offsets of one source into places; fastest when asked in ascending order."""

    def __init__(self, source: bytes) -> None:
        """Find where each line begins."""
        self.source = source
        ends = LINE_END if b"\r" in source else NEWLINE
        self.starts = [0, *(found.end() for found in ends.finditer(source))]
        self._last = Place(1, 1, 0)

    def place(self, offset: int) -> Place:
        """Say at which line and column, both from 1, the byte at `offset` stands."""
        line = bisect_right(self.starts, offset)
        last = self._last
        if line != last.line or offset < last.offset:
            last = Place(line, 1, self.starts[line - 1])
        more = len(self.source[last.offset : offset].decode("utf-8", "replace"))
        self._last = Place(line, last.column + more, offset)
        return self._last

    def text(self, line: int) -> str:
        """Give the text of a line (from 1) without its line end; bytes that are not UTF-8 show as U+FFFD."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.source)
        return self.source[start:end].rstrip(b"\r\n").decode("utf-8", "replace")
