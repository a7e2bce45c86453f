"""What a format may need to know beside the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from hipify_py.report.order import HUSHED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.choices import GroupBy
    from hipify_py.report.model import Mode
    from hipify_py.rules.model import RuleSet


class Told(Protocol):
    """A finding, or a cause of several."""

    @property
    def rule(self) -> str:
        """The id of what speaks."""

    @property
    def severity(self) -> str:
        """How severe it is."""


class Form(NamedTuple):
    """What a format may need to know beside the report.

    `mode` is what the run did, `code` the one that it ends with, `names` the short name of each rule by its
    id, and `rules` those rules, where they are known; `quiet` leaves out what is counted, `verbose` adds
    notes that few want to read. `colour` and `excerpt` are for a terminal of `width` columns.

    Findings stand by `group_by`, `cause` or `file`; where it is empty, by cause on a terminal that there are
    more than a few for. By cause `notes` shows notes too, and `details` all places; it shows lines of source
    in either order, also elsewhere than on a terminal. `for_hook` ends also a quiet text with what to do next
    before a commit. `in_file` puts what is counted first, as a file is read from its top. `project` names
    what was converted and `date` says when, for a reader of the page; both may be empty.
    """

    mode: Mode
    code: int = 0
    names: Mapping[str, str] | None = None
    quiet: bool = False
    verbose: bool = False
    colour: bool = False
    excerpt: bool = False
    width: int = 100
    rules: RuleSet | None = None
    group_by: GroupBy | Literal[""] = ""
    details: bool = False
    notes: bool = False
    for_hook: bool = False
    in_file: bool = False
    project: str = ""
    date: str = ""

    def shows(self, one: Told) -> bool:
        """Say whether text tells of a finding or a cause: of notes where somebody asks for them."""
        if one.rule in HUSHED:
            return self.verbose
        return one.severity != "note" or self.notes or self.verbose
