"""Comments that turn a rule off where they stand: `// hipify: ignore[ID] reason`.

A comment behind code speaks of its own line; one alone on its line speaks of the next line of code.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Edit, Finding, Span, Suppressed
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

COMMENT = re.compile(rb"hipify:[ \t]*ignore\b(?:\[([^\]\n]*)\])?[ \t]*([^\n]*)")
NOT_BLANK = re.compile(rb"\S")


class Ignore(NamedTuple):
    """One id of one comment: the span of the comment, the bytes it speaks of and the reason it gives."""

    comment: Span
    scope: Span
    rule: str
    reason: str


def ignores(unit: Unit) -> Iterator[Ignore]:
    """Give what the comments of a source turn off; `rule` is empty where a comment names none."""
    lines = _Lines(unit.code)
    for comment in unit.text.comments if b"hipify:" in unit.source else ():
        found = COMMENT.search(unit.source, *comment)
        if found is None:
            continue
        span, scope = Span(found.start(), found.end()), lines.of(comment)
        reason = found[2].decode("utf-8", "replace").removesuffix("*/").strip()
        for rule in re.split(r"[,\s]+", (found[1] or b"").decode("utf-8", "replace").strip()):
            yield Ignore(span, scope, rule, reason)


class _Lines:
    """The lines of code that comments speak of, asked for in order: nothing is looked at twice."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        self.seen = self.start = 0  # where the last comment began, and its line
        self.end = self.next = -1  # where the line ends, and where the code from its start on begins
        self.line = Span(0, 0)  # of that code

    def of(self, comment: Span) -> Span:
        """Give the line of code that a comment speaks of."""
        self.start = self.code.rfind(b"\n", self.seen, comment.start) + 1 or self.start
        self.seen = comment.start
        if comment.end > self.end:
            self.end = _line_end(self.code, comment.end)
        if self.start > self.next:
            code = NOT_BLANK.search(self.code, self.start)
            self.next = code.start() if code else len(self.code)
            begins = self.code.rfind(b"\n", 0, self.next) + 1
            self.line = Span(begins, _line_end(self.code, self.next)) if code else Span(-1, -1)
        if self.next < self.end:
            return Span(self.start, self.end)
        return self.line if self.line.end >= 0 else Span(self.end, self.end)


def _line_end(code: bytes, at: int) -> int:
    found = code.find(b"\n", at)
    return found if found >= 0 else len(code)


def suppress(
    unit: Unit, edits: list[Edit], findings: list[Finding], rules: RuleSet
) -> tuple[list[Edit], list[Finding], list[Suppressed]]:
    """Take out what comments turn off; report comments that are unused, unknown or name no rule."""
    hushed: list[Suppressed] = []
    items = _Items([*edits, *findings])
    for ignore in ignores(unit):
        old = rules.by_old_id.get(ignore.rule, ())
        if ignore.rule not in rules.by_id and not old:
            message = "S002" if ignore.rule else "S003"
            items.add(finding(rules, message, ignore.comment, id=ignore.rule))
            continue
        quiet = [each for rule in (ignore.rule, *old) for each in items.without(rule, ignore)]
        hushed += quiet
        hits = {each.rule for each in quiet}
        if not hits:
            items.add(finding(rules, "S001", ignore.comment, id=ignore.rule))
        elif ignore.rule not in hits:
            now = ", ".join(sorted(hits))
            items.add(finding(rules, "S004", ignore.comment, id=ignore.rule, now=now))
    left = items.left()
    return (
        [item for item in left if isinstance(item, Edit)],
        [item for item in left if isinstance(item, Finding)],
        hushed,
    )


class _Items:
    """Edits and findings by their rules, each rule's by where they begin."""

    def __init__(self, items: list[Edit | Finding]) -> None:
        self.items: list[Edit | Finding | None] = [*items]
        self.by_rule: dict[str, list[tuple[int, int]]] = {}
        for index, item in enumerate(items):
            self.by_rule.setdefault(item.rule, []).append((item.span.start, index))
        for listed in self.by_rule.values():
            listed.sort()

    def add(self, item: Finding) -> None:
        """Take in a finding."""
        insort(self.by_rule.setdefault(item.rule, []), (item.span.start, len(self.items)))
        self.items.append(item)

    def without(self, rule: str, ignore: Ignore) -> list[Suppressed]:
        """Take out what a comment speaks of, of one rule."""
        listed = self.by_rule.get(rule, [])
        first = bisect_left(listed, (ignore.scope.start, 0))
        last = bisect_left(listed, (ignore.scope.end + 1, 0))
        gone = sorted(index for _, index in listed[first:last])
        del listed[first:last]
        quiet = [Suppressed(rule, item.span, ignore.reason) for at in gone if (item := self.items[at])]
        for index in gone:
            self.items[index] = None
        return quiet

    def left(self) -> list[Edit | Finding]:
        """Give what is left, in the order in which it came."""
        return [item for item in self.items if item is not None]
