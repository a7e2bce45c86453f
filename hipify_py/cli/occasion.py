"""What a report is about and of when, for its readers: the project's name and the date of the run."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.report.model import Report


def project_name(paths: Sequence[str]) -> str:
    """Name what was converted: the one path that was given, or the folder around several."""
    real = [os.path.realpath(path) for path in paths if path != "-"]
    folder = os.path.realpath(os.curdir)
    return os.path.basename(real[0] if len(real) == 1 else folder)


def project_of(report: Report) -> str:
    """Name what a report that was kept is about, by the folder that all of its files lie in."""
    from hipify_py.report.folders import shared_folder

    name = os.path.basename(shared_folder(file.path for file in report.files).rstrip("/"))
    return "" if name in {os.curdir, os.pardir} else name


def date_of(seconds: float | None = None) -> str:
    """Write a time in UTC, of now where none is given.

    `SOURCE_DATE_EPOCH` in the environment takes its place, so that a page can be made again byte by byte
    (https://reproducible-builds.org/specs/source-date-epoch/); what is no number there is not heeded.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isascii() and epoch.isdigit() and len(epoch) < 12:
        seconds = float(epoch)
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
