"""The golden cases under corpus/: where they are, what each asks for, and running one."""

from __future__ import annotations

import json
import runpy
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hipify_py.conversion import convert
from hipify_py.model import AGAIN, Finding, Lines, Result
from hipify_py.releases import NEWEST
from hipify_py.rules.load import load
from hipify_py.rules.model import RuleSet
from hipify_py.settings import Options

CORPUS = Path(__file__).parents[2] / "corpus"
RULES = load()


@dataclass(frozen=True)
class Case:
    folder: Path

    @property
    def name(self) -> str:
        return self.folder.relative_to(CORPUS).as_posix()

    @cached_property
    def input(self) -> Path:
        return next(path for path in sorted(self.folder.glob("input.*")) if path.is_file())

    @cached_property
    def config(self) -> dict[str, Any]:
        path = self.folder / "case.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    @property
    def options(self) -> Options:
        return Options(path=self.input.name, **self.config.get("options", {}))

    def rules(self, rocm: str = NEWEST) -> RuleSet:
        return load(rocm=rocm, dnn=self.options.dnn or "keep")

    def source(self) -> bytes:
        return self.input.read_bytes()

    def run(self) -> Result:
        return _converted(self)


@cache
def _converted(case: Case) -> Result:
    """Convert a case, once a process: several tests look at what comes of each."""
    return convert(case.source(), case.rules(), case.options)


def cases() -> list[Case]:
    return [
        Case(path.parent) for path in sorted(CORPUS.glob("**/case.toml")) if any(path.parent.glob("input.*"))
    ]


def trees() -> list[Path]:
    """Give the folders of the cases that are projects of several files."""
    return sorted(path.parent for kind in ("project-*", "regress/*") for path in CORPUS.glob(f"{kind}/input"))


def generated() -> list[tuple[str, bytes]]:
    """Give the sources that are made rather than kept, by name."""
    scripts = sorted(CORPUS.glob("**/generate.py"))
    return [(script.parent.name, runpy.run_path(str(script))["generate"]()) for script in scripts]


def _also(finding: Finding, lines: Lines) -> dict[str, list[str]]:
    """Give the other places that a finding is about as it is about its first."""
    more = (one for one in finding.related if one.message.startswith(AGAIN))
    places = ((lines.place(one.span.start), one.message) for one in more)
    also = [f"{at.line}:{at.column} {message}" for at, message in places]
    return {"also": also} if also else {}


def expectation(result: Result) -> str:
    """Write what `expected.json` keeps of a result: counts of edits, and each finding with its place."""
    lines = Lines(result.source)
    findings = [
        {
            "rule": finding.rule,
            "severity": finding.severity,
            "line": lines.place(finding.span.start).line,
            "column": lines.place(finding.span.start).column,
            "message": finding.message,
            **_also(finding, lines),
        }
        for finding in result.findings
    ]
    edits = dict(sorted(Counter(edit.kind for edit in result.edits).items()))
    value = {"edits": edits, "findings": findings, "suppressed": len(result.suppressed)}
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
