"""What formats say of a rule beside its findings: its name, and what its documentation says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.rules.docs import capital, first_sentence, parts, sentence

if TYPE_CHECKING:
    from hipify_py.model import Severity
    from hipify_py.report.form import Form
    from hipify_py.report.model import Report
    from hipify_py.rules.model import RuleSet

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
    """A rule for its readers: `docs` are the parts of its documentation by their titles, in their order.

    It is for ROCm `since` and newer, and for releases older than `until`; empty is without that limit.
    """

    id: str
    name: str
    severity: Severity
    docs: dict[str, str]
    since: str = ""
    until: str = ""

    @property
    def short(self) -> str:
        """Say in a sentence what the rule is about."""
        return first_sentence(sentence(self.docs)) or capital(self.name or self.id)


def rule_text(rule: str, form: Form, severity: Severity = "warning") -> RuleText:
    """Give what is known of a rule; one of another version has its name alone, if that."""
    entry = form.rules.by_id.get(rule) if form.rules else None
    if entry is None:
        return RuleText(rule, (form.names or {}).get(rule, ""), severity, {})
    return RuleText(rule, entry.name, entry.severity, parts(entry.docs), entry.since, entry.until)


def rules_of(report: Report) -> RuleSet:
    """Load the rules that a report goes by, as far as they ship; those of now where its release is gone."""
    from hipify_py.choices import DNNS
    from hipify_py.releases import RELEASES
    from hipify_py.rules.load import load

    dnn = next((each for each in DNNS if each == report.dnn), DNNS[0])
    return load(rocm=report.rocm if report.rocm in RELEASES else None, dnn=dnn)


def explained(rule: str) -> str:
    """Give the command that prints what is known of a rule: its page has no address of its own."""
    return f"hipify-py explain {rule}"
