"""What a conversion came to, as a compiler is to see it: texts by the paths of the original files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import OWN_HEADERS
from hipify_py.model import HipifyError
from hipify_py.project.files import read
from hipify_py.project.own_headers import shipped
from hipify_py.rules.load import ruleset_of
from hipify_py.verify.include_paths import Headers
from hipify_py.verify.problems import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.report.model import FileReport, Report
    from hipify_py.settings import Settings


class Sources(NamedTuple):
    """The outcome of a conversion by absolute paths; `laid` are the texts that do not stand there on disk.

    `roots` are the folders in which headers are looked for; `converted` files were converted in memory alone.
    """

    texts: dict[str, bytes]
    laid: dict[str, bytes]
    roots: tuple[str, ...]
    headers: Headers
    tree: Tree
    converted: int = 0


def look_over(report: Report, paths: Sequence[str], settings: Settings) -> Sources:
    """Find out what the outcome of a conversion holds; `paths` and `settings` are those of the conversion.

    The outcome is in the report where the conversion was done in memory, and else where it was written.
    """
    files: dict[str, FileReport] = {}
    texts: dict[str, bytes] = {}
    laid: dict[str, bytes] = {}
    for file in report.files:
        text = _outcome(file) if file.status in {"converted", "unchanged"} else None
        if text is None or os.path.basename(file.path) in OWN_HEADERS:
            continue
        path = _beside(file)
        files[path], texts[path] = file, text
        if file.status == "converted" and not _stands(file, path):
            laid[path] = text
    converted = sum(file.output is not None and file.status == "converted" for file in files.values())
    roots = tuple(dict.fromkeys(_root(path) for path in paths))
    folders = outermost([*roots, *map(os.path.realpath, settings.include_dirs)])
    for top in {_top(path) for path in paths}:
        for name in OWN_HEADERS:
            header = os.path.join(top, name)
            if not os.path.exists(header):
                laid[header] = shipped(name)
    headers = Headers(folders, lambda path: texts[path] if path in texts else on_disk(path))
    return Sources(texts, laid, roots, headers, Tree(files, roots, headers, ruleset_of(settings)), converted)


def outermost(folders: Sequence[str]) -> tuple[str, ...]:
    """Leave out the folders that lie in others of them, each of which is looked through whole."""
    tops = [os.path.join(folder, "") for folder in dict.fromkeys(folders)]  # with a slash behind
    return tuple(
        one.rstrip("/") or "/" for one in tops if not any(one != top and one.startswith(top) for top in tops)
    )


def _outcome(file: FileReport) -> bytes | None:
    if file.output is not None:
        return file.output
    try:
        return read(file.target or file.path).data
    except HipifyError:  # a folder, say; the conversion has said what is wrong with it
        return None


def _beside(file: FileReport) -> str:
    """Give the absolute path at which the outcome of a file stands, or would in place."""
    folder, _ = os.path.split(os.path.abspath(file.path))
    return os.path.join(os.path.realpath(folder), os.path.basename(file.target or file.path))


def _stands(file: FileReport, path: str) -> bool:
    written = file.target is not None and file.output is None
    return written and os.path.realpath(file.target or "") == os.path.realpath(path)


def _top(path: str) -> str:
    """Give the folder at the top of which files of a PATH find headers of ours."""
    place = os.path.realpath(path)
    return place if os.path.isdir(place) else os.path.dirname(place)


def _root(path: str) -> str:
    """Give the folder in which headers of a PATH are looked for: of a file, that of its repository."""
    place = os.path.realpath(path)
    if os.path.isdir(place):
        return place
    folder = above = os.path.dirname(place)
    while above != os.path.dirname(above):
        if os.path.exists(os.path.join(above, ".git")):
            return above
        above = os.path.dirname(above)
    return folder


def on_disk(path: str) -> bytes:
    """Read a header that takes no part in the conversion; b"" where that is refused."""
    try:
        return read(path).data
    except HipifyError:
        return b""


def as_they_are(report: Report) -> Report:
    """Give a report on files that are not to be converted: what stands on disk, without edits."""
    files = [
        file._replace(output=on_disk(file.path), changes=(), status="unchanged")
        if file.output is not None
        else file
        for file in report.files
    ]
    return report._replace(files=tuple(files))
