"""Which findings a report holds, and how severe they are: by rule, by file, and by what somebody chose.

What is chosen concerns what is said, never what is converted: edits are the same whatever is ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import HipifyError
from hipify_py.report.order import OUR_BUG, UNUSABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hipify_py.model import Severity
    from hipify_py.report.model import Concern, FileReport, Report
    from hipify_py.rules.model import RuleSet

ALL = "ALL"


class Layer(NamedTuple):
    """One who chooses among the rules: a settings file, or the command line over it.

    `select` replaces what lower layers chose, `extend_select` adds to it, `ignore` takes away. Each holds ids
    (W031), beginnings of ids (W, W0), names of rules, or ALL; of two that speak of one rule the longer one
    counts, and `ignore` of two alike. `origin` is named in errors.
    """

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    origin: str = ""


class PerFile(NamedTuple):
    """Rules that are ignored in some files; `matches` is asked with the path as a report has it."""

    matches: Callable[[str], bool]
    rules: tuple[str, ...]
    origin: str = ""


class Selection(NamedTuple):
    """The rules that are off, those that are off in some files, and other severities, all by id.

    Of those in `unchosen`, which are off since others were selected, a finding is kept that stands for one of
    another rule, too.
    """

    off: frozenset[str] = frozenset()
    per_file: tuple[tuple[Callable[[str], bool], frozenset[str]], ...] = ()
    severities: Mapping[str, Severity] = {}
    unchosen: frozenset[str] = frozenset()

    @property
    def idle(self) -> bool:
        """Say whether nothing at all was chosen."""
        return not (self.off or self.per_file or self.severities)


def selection(
    rules: RuleSet,
    layers: Iterable[Layer] = (),
    per_file: Iterable[PerFile] = (),
    severities: Iterable[tuple[str, Severity, str]] = (),
) -> Selection:
    """Work out what was chosen; `severities` are rules, what they become, and who says so.

    Raises `HipifyError` for a word that stands for no rule.
    """
    found = _Words(rules)
    on = dict.fromkeys(rules.by_id, True)
    ignored: set[str] = set()
    for layer in layers:
        if layer.select is not None:
            on = dict.fromkeys(on, False)
        words = [*((word, True) for word in (*(layer.select or ()), *layer.extend_select))]
        words += [(word, False) for word in layer.ignore]
        ranked = [(found.rank(word, layer.origin), not state, word) for word, state in words]
        for _, off, word in sorted(ranked):  # `ignore` of two alike comes last
            ids = found.spoken(word, layer.origin) if off else found.of(word, layer.origin)
            on |= dict.fromkeys(ids, not off)
            ignored = ignored | ids if off else ignored - ids
    in_files = [(one.matches, [found.spoken(word, one.origin) for word in one.rules]) for one in per_file]
    weighed: dict[str, Severity] = {}
    for word, severity, origin in sorted(severities, key=lambda one: found.rank(one[0], one[2])):
        weighed |= dict.fromkeys(found.spoken(word, origin), severity)
    off_ones = frozenset(rule for rule, state in on.items() if not state)
    return Selection(
        off_ones,
        tuple((matches, frozenset().union(*several)) for matches, several in in_files),
        weighed,
        off_ones - ignored,
    )


class _Words:
    """What words stand for that name rules."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def of(self, word: str, origin: str) -> frozenset[str]:
        """Give the ids that a word stands for; those of another `--dnn` are known, and stand for nothing."""
        if word == ALL:
            return frozenset(self.rules.by_id)
        found = self.rules.called(word)
        if not found and word[:1].isupper():
            found = tuple(each for each in self.rules.by_id if each.startswith(word))
        if not found and not self._elsewhere(word):
            raise self._unknown(word, origin)
        return frozenset(found)

    def spoken(self, word: str, origin: str) -> frozenset[str]:
        """Give the ids that a word stands for; raises `HipifyError` for one whose rule reports nothing."""
        ids = self.of(word, origin)
        if ids and not any(self.rules.by_id[each].message for each in ids):
            remedy = "a comment in the source, hipify: ignore[...], turns its edits off"
            if ids & {UNUSABLE, OUR_BUG}:
                remedy = "leave the file out with --exclude"
            text = f"{origin}: {word} makes no findings that could be chosen; {remedy}"
            raise HipifyError(text)
        return ids

    def rank(self, word: str, origin: str) -> int:
        """Say how much a word says: more for one that stands for fewer rules."""
        if word == ALL:
            return 0
        self.of(word, origin)  # or it is unknown
        return 100 if self.rules.called(word) else len(word)

    def _elsewhere(self, word: str) -> bool:
        from hipify_py.choices import DNNS
        from hipify_py.rules.load import load

        others = [load(rocm=self.rules.rocm, dnn=dnn) for dnn in DNNS if dnn != self.rules.dnn]
        return any(other.called(word) for other in others)

    def _unknown(self, word: str, origin: str) -> HipifyError:
        from hipify_py.suggestions import did_you_mean

        hint = did_you_mean(word, (*self.rules.by_id, *self.rules.by_name))
        remedy = f"{hint}?" if hint else "use an id such as W031, the beginning of ids, a rule's name, or ALL"
        return HipifyError(f"{origin}: no rule {word!r}; {remedy}")


def chosen(report: Report, by: Selection) -> Report:
    """Give a report with the findings that were chosen, each as severe as was chosen; others are counted."""
    if by.idle:
        return report
    return report._replace(files=tuple(_of_file(file, by) for file in report.files))


def _of_file(file: FileReport, by: Selection) -> FileReport:
    off = by.off.union(*(rules for matches, rules in by.per_file if matches(file.path)))
    kept = tuple(_weighed(file.concerns, off, by))
    return file._replace(concerns=kept, ignored=file.ignored + len(file.concerns) - len(kept))


def _weighed(concerns: Iterable[Concern], off: frozenset[str], by: Selection) -> Iterator[Concern]:
    for one in concerns:
        stands_for = one.rule in by.unchosen and not off.issuperset(one.also)
        if one.rule not in off or stands_for:
            yield one._replace(severity=by.severities.get(one.rule, one.severity))
