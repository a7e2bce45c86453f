"""With which code a run ends: the only place that knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.report.model import Report
    from hipify_py.verify.model import Verdict

EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_FILES = 3
EXIT_BUG = 70
EXIT_INTERRUPTED = 130
EXIT_CODES = """\b
Exit codes, the highest that applies:
  0    nothing left to do; for verify: everything compiles
  1    findings at or above the --fail-on threshold; for verify: something does not compile;
       for shim --check: the shim is not current
  2    wrong usage, a bad rule file, or no HIP compiler; nothing was written
  3    a file could not be read, understood as text, or written; the others are done
  70   a bug in hipify-py itself; the other files are done
  130  interrupted; every file is as it was or converted (129, 131, 143: by SIGHUP, SIGQUIT, SIGTERM)
"""
LEVELS = (*SEVERITIES, "never")
"""What `--fail-on` takes: from which severity on findings give `EXIT_FINDINGS`."""


def exit_code(report: Report, fail_on: str) -> int:
    """Say with which code a run ends; the worst thing that happened decides."""
    if any(file.internal for file in report.files):
        return EXIT_BUG
    if any(file.status == "failed" for file in report.files):
        return EXIT_FILES
    severities = (concern.severity for file in report.files for concern in file.concerns)
    return EXIT_FINDINGS if reaches(severities, fail_on) else 0


def verified_code(report: Report, verdict: Verdict, fail_on: str) -> int:
    """Say with which code a run ends that compiled its outcome."""
    broken = EXIT_FINDINGS if verdict.count("compiles") < len(verdict.units) else 0
    return max(exit_code(report, fail_on), broken)


def reaches(severities: Iterable[str], fail_on: str) -> bool:
    """Say whether one of some severities is as bad as a threshold, one of `LEVELS`, or worse."""
    return any(LEVELS.index(fail_on) <= LEVELS.index(severity) for severity in severities)
