#!/usr/bin/env python3
"""Convert the pinned projects and print a table of what came out, in Markdown.

usage: report.py [--compile] [NAME...]

One row a project, by one process: source files, their bytes, converted files, edits, seconds, findings by
rule; with --compile, the units that compile for gfx90a and those tried. What is not as projects.toml says
goes to standard error.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent), str(HERE)]

from helpers.toolchain import run_hipcheck  # noqa: E402
from projects import Build, Real, Run, projects, run  # noqa: E402

HEAD = ("project", "files", "bytes", "converted", "edits", "seconds", "units", "findings")


def compiled(real: Real, done: Run) -> str:
    """Compile the listed units of each build; give how many do and how many were tried."""
    return ", ".join(_counted(real, build, done) for build in real.builds) or "-"


def _counted(real: Real, build: Build, done: Run) -> str:
    good = 0
    units = [*((unit, True) for unit in build.ok), *((failure.unit, False) for failure in build.fails)]
    for unit, expected in units:
        check = run_hipcheck(done.out / unit, *build.compiler_flags(done.source, done.out))
        good += check.returncode == 0
        if (check.returncode == 0) is not expected:
            verb = "does not compile" if expected else "compiles now"
            print(f"report.py: {real.name}: {unit} {verb}\n{check.stderr}", file=sys.stderr)
    return f"{build.name} {good} / {len(units)}".strip()


def row(real: Real, *, with_units: bool) -> tuple[str, ...]:
    """Convert one project; give its cells."""
    with tempfile.TemporaryDirectory(prefix="hipify-real-") as made:
        real.fetch()
        start = time.perf_counter()
        done = run(real, Path(made) / "out")
        seconds = time.perf_counter() - start
        units = compiled(real, done) if with_units else "-"
    seen = [file for file in done.report.files if file.status != "skipped"]
    rules = Counter(concern.rule for file in seen for concern in file.concerns)
    for file in seen:
        if file.status == "failed":
            print(f"report.py: {file.path}: {file.reason}", file=sys.stderr)
    return (
        f"{real.name} {real.version}",
        str(len(done.results)),
        str(sum(len(result.source) for _, result in done.results)),
        str(sum(file.status == "converted" for file in seen)),
        str(sum(len(file.changes) for file in seen)),
        f"{seconds:.1f}",
        units,
        ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())),
    )


def main(arguments: list[str]) -> int:
    """Print the table; give the exit status."""
    with_units = "--compile" in arguments
    names = {argument for argument in arguments if argument != "--compile"}
    chosen = [real for real in projects() if real.name in names or not names]
    unknown = names - {real.name for real in chosen}
    if unknown:
        print(f"report.py: not in projects.toml: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for real in chosen:
        print(f"| {' | '.join(row(real, with_units=with_units))} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
