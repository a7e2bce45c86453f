"""What formats say of a rule beside its findings: its name, and what its documentation says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from hipify_py.model import Severity
    from hipify_py.report.form import Form
    from hipify_py.report.model import Report
    from hipify_py.rules.model import RuleSet

PART = re.compile(r"^(What it does|Why it matters|Example|Use instead|[A-Z][a-z ]{3,20}): *", re.MULTILINE)


FAILING: Final = {
    "compile": "the HIP compiler refuses it",
    "link": "it does not link or build",
    "silent": "a wrong result without a word",
    "run": "an error, an abort or a hang",
    "speed": "right, but slow or less exact",
    "never": "a warning at most",
}
"""How something goes wrong, in words; in the order of what to look at first."""


class RuleText(NamedTuple):
    """A rule for its readers: `docs` are the parts of its documentation by their titles, in their order."""

    id: str
    name: str
    severity: Severity
    docs: dict[str, str]

    @property
    def short(self) -> str:
        """Say in a sentence what the rule is about."""
        first = self.docs.get("What it does", "") or self.name or self.id
        return first[:1].upper() + first[1:]


def rule_text(rule: str, form: Form, severity: Severity = "warning") -> RuleText:
    """Give what is known of a rule; one of another version has its name alone, if that."""
    entry = form.rules.by_id.get(rule) if form.rules else None
    if entry is None:
        return RuleText(rule, (form.names or {}).get(rule, ""), severity, {})
    return RuleText(rule, entry.name, entry.severity, parts(entry.docs))


def rules_of(report: Report) -> RuleSet:
    """Load the rules that a report goes by, as far as they ship; those of now where its release is gone."""
    from hipify_py.choices import DNNS
    from hipify_py.releases import RELEASES
    from hipify_py.rules.load import load

    dnn = next((each for each in DNNS if each == report.dnn), DNNS[0])
    return load(rocm=report.rocm if report.rocm in RELEASES else None, dnn=dnn)


def parts(docs: str) -> dict[str, str]:
    """Take the documentation of a rule apart."""
    found = [*PART.finditer(docs)]
    ends = [*(one.start() for one in found[1:]), len(docs)]
    return {one[1]: docs[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}


def paragraphs(docs: str) -> list[str]:
    """Give the documentation of a rule in paragraphs of one line: its parts, and before them line by line."""
    first = PART.search(docs)
    before = docs[: first.start()] if first else docs
    titled = [f"{title}: {' '.join(words.split())}" for title, words in parts(docs).items()]
    return [*filter(str.strip, before.splitlines()), *titled]
