"""Make the shim of some sources, as `hipify-py shim` does, and look at what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helpers.command import put
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Settings
from hipify_py.shim.files import files_of
from hipify_py.shim.uses import uses_of

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.report.model import Report
    from hipify_py.shim.pieces import Uses


class Shim(NamedTuple):
    """What a shim is made of and what it holds: the report of the conversion, the uses, the texts by path."""

    report: Report
    uses: Uses
    files: dict[str, str]

    @property
    def header(self) -> str:
        """Give the text of the header."""
        return self.files["cuda_to_hip.h"]

    @property
    def pieces(self) -> set[tuple[str, str, str]]:
        """Give kind, name and target of the pieces; of functions the text is left out."""
        return {(piece.kind, piece.name, "" if "{" in piece.to else piece.to) for piece in self.uses.pieces}

    @property
    def beyond(self) -> list[tuple[str, int, str]]:
        """Give file, line and message of what the shim cannot do."""
        some = self.uses.uncarried.items()
        return [(path.rpartition("/")[2], one.start.line, one.message) for path, said in some for one in said]


def shim_of(folder: Path, sources: dict[str, str], settings: Settings | None = None) -> Shim:
    """Write sources into a folder and make their shim; nothing else is written."""
    for path, text in sources.items():
        put(folder / path, text)
    return shim_of_tree(folder, settings or Settings(mode="memory"))


def shim_of_tree(folder: Path, settings: Settings) -> Shim:
    """Make the shim of what stands in a folder."""
    report = convert_tree([str(folder)], settings)
    rules = ruleset_of(settings)
    uses = uses_of(report.files, rules)
    files = files_of(uses, rules, [], settings.dnn)
    return Shim(report, uses, {path: data.decode() for path, data in files.items()})
