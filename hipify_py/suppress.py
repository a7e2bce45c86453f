"""Turn off what comments in a source turn off, and say which of these comments do nothing."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING

from hipify_py.ignore_comments import FORMS, Misspelt, comments
from hipify_py.model import Edit, Finding, Suppressed
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.ignore_comments import Commented, Ignore
    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet

HINTS = 10  # words of a source for which rules of a similar name are looked for
OTHER_HALF = {"ignore-begin": "ignore-end", "ignore-end": "ignore-begin"}


def suppress(
    text: Commented, edits: list[Edit], findings: list[Finding], rules: RuleSet
) -> tuple[list[Edit], list[Finding], list[Suppressed]]:
    """Take out what comments turn off; report comments that are unused, unknown or name no rule."""
    hushed: list[Suppressed] = []
    items = _Items([*edits, *findings])
    told = _Told(rules)
    last: list[tuple[Ignore, tuple[str, ...]]] = []  # those about what is said of comments
    for comment in comments(text):
        wrong = told.of(comment)
        if wrong is not None:
            items.add(wrong)
        elif not isinstance(comment, Misspelt):
            ids = rules.called(comment.word)
            if any(rule.startswith("S") for rule in ids):
                last.append((comment, ids))
            else:
                hushed += _without(items, comment, ids, rules)
    for comment, ids in last:
        hushed += _without(items, comment, ids, rules)
    left = items.left()
    return (
        [item for item in left if isinstance(item, Edit)],
        [item for item in left if isinstance(item, Finding)],
        hushed,
    )


def _without(items: _Items, ignore: Ignore, ids: tuple[str, ...], rules: RuleSet) -> list[Suppressed]:
    """Take out what a comment turns off, and add what is to be said of the comment."""
    assert ignore.scope is not None
    quiet = [each for rule in ids for each in items.without(rule, ignore.scope, ignore.reason)]
    if not quiet:
        items.add(finding(rules, "S001", ignore.comment, id=ignore.word, form=ignore.form))
    elif ignore.word in rules.by_old_id and ignore.word not in (hits := {each.rule for each in quiet}):
        now = ", ".join(sorted(hits))
        items.add(finding(rules, "S004", ignore.comment, id=ignore.word, form=ignore.form, now=now))
    return quiet


class _Told:
    """What is said of comments that cannot be followed."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.asked = 0

    def of(self, comment: Ignore | Misspelt) -> Finding | None:
        """Say what is wrong with a comment; None where nothing is."""
        if isinstance(comment, Misspelt):
            hint = self.hint(comment.word, FORMS, 1, " hipify: ")
            return finding(self.rules, "S005", comment.comment, written=comment.written, hint=hint)
        if not comment.word:
            return finding(self.rules, "S003", comment.comment, form=comment.form)
        if not self.rules.called(comment.word):
            hint = self.hint(comment.word, (*self.rules.by_id, *self.rules.by_name), 3, " ")
            return finding(self.rules, "S002", comment.comment, id=comment.word, hint=hint)
        if comment.scope is None:
            other = OTHER_HALF[comment.form]
            values = {"id": comment.word, "form": comment.form, "other": other}
            return finding(self.rules, "S006", comment.comment, **values)
        return None

    def hint(self, word: str, known: tuple[str, ...], most: int, before: str) -> str:
        """Ask whether a similar word was meant; only for some words of a source, as that takes a while."""
        self.asked += 1
        if self.asked > HINTS:
            return ""
        from hipify_py.suggestions import near

        found = near(word, known)[:most]
        return f"; did you mean{before}{' or '.join(found)}?" if found else ""


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

    def without(self, rule: str, scope: Span, reason: str) -> list[Suppressed]:
        """Take out what begins in a scope, of one rule."""
        listed = self.by_rule.get(rule, [])
        first = bisect_left(listed, (scope.start, 0))
        last = bisect_left(listed, (scope.end + 1, 0))
        gone = sorted(index for _, index in listed[first:last])
        del listed[first:last]
        quiet = [Suppressed(rule, item.span, reason) for at in gone if (item := self.items[at])]
        for index in gone:
            self.items[index] = None
        return quiet

    def left(self) -> list[Edit | Finding]:
        """Give what is left, in the order in which it came."""
        return [item for item in self.items if item is not None]
