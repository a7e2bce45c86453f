"""The pinned projects: fetching, converting with every result kept, and compiling units of the output."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fetch import fetch

from hipify_py.conversion import convert
from hipify_py.model import Result
from hipify_py.project.run import convert_tree
from hipify_py.report.model import Report
from hipify_py.rules.model import RuleSet
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit

PINNED = Path(__file__).parent / "projects.toml"
ARCH = "gfx90a"


@dataclass(frozen=True)
class Failure:
    """A unit that does not compile: the cause for people, and words of the compiler's message."""

    unit: str
    cause: str
    says: str


@dataclass(frozen=True)
class Build:
    """One way to compile a project's output; `name` tells it from others of the project."""

    name: str = ""
    flags: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    ok: tuple[str, ...] = ()
    fails: tuple[Failure, ...] = ()

    def compiler_flags(self, source: Path, out: Path) -> list[str]:
        """Give the flags of a unit, after hipcheck's own."""
        named = [flag.format(source=source, out=out) for flag in self.flags]
        return ["--arch", ARCH, "-w", "-ferror-limit=0", "-DNDEBUG", *named]


@dataclass(frozen=True)
class Real:
    """One project as projects.toml describes it."""

    name: str
    version: str
    sha256: str
    convert: tuple[str, ...]
    exclude: tuple[str, ...] = ()
    small: bool = False
    builds: tuple[Build, ...] = ()

    def fetch(self) -> Path:
        """Give the folder of the unpacked archive."""
        return fetch(self.name, self.version, self.sha256)


@dataclass(frozen=True)
class Run:
    """What one conversion of a project came to; `results` holds each file's options and result."""

    source: Path
    out: Path
    report: Report
    results: list[tuple[Options, Result]] = field(default_factory=list)


def projects() -> list[Real]:
    """Read the pinned list."""
    return [_project(table) for table in tomllib.loads(PINNED.read_text(encoding="utf-8"))["project"]]


def _project(table: dict[str, Any]) -> Real:
    builds = tuple(_build(build) for build in table.pop("compile", ()))
    return Real(**_tuples(table), builds=builds)


def _build(table: dict[str, Any]) -> Build:
    fails = tuple(
        Failure(unit, group["cause"], group["says"])
        for group in table.pop("fails", ())
        for unit in group["units"]
    )
    return Build(**_tuples(table), fails=fails)


def _tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}


def run(real: Real, out: Path, jobs: int = 1) -> Run:
    """Convert a project into `out`, keeping each file's result where one process does it all."""
    source = real.fetch()
    results: list[tuple[Options, Result]] = []

    def recorded(data: bytes, rules: RuleSet, options: Options, read: Unit | None = None) -> Result:
        result = convert(data, rules, options, read)
        results.append((options, result))
        return result

    settings = Settings(mode="output", output=str(out), exclude=real.exclude)
    paths = [str(source / folder) for folder in real.convert]
    if len(paths) == 1:  # one folder goes straight into the output folder, several keep their names
        settings = Settings(mode="output", output=str(out / Path(paths[0]).name), exclude=real.exclude)
    with pytest.MonkeyPatch.context() as patch:
        if jobs == 1:
            patch.setattr("hipify_py.conversion.convert", recorded)
        report = convert_tree(paths, settings, jobs=jobs)
    return Run(source, out, report, results)
