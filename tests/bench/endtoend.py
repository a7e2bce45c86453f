"""Convert projects with their build files, build them, and say what was foretold and what was not.

usage: python tests/bench/endtoend.py FOLDER... [--build-mode dual] [--into DIR] [--seconds N] [--surprises]

A row a project, for docs/real-code.md: build files, how many were converted, objects that the build names,
how many it makes, how many need headers of a third party, and of the rest how many failed where every error
had a finding, and how many did not. Each project is copied and committed to a repository of its own,
converted in place and built with CMake, or with make where it has no CMake. What a project needs to be told
is in endtoend.toml. `recorder.py` stands in for the compilers: both sides of HIP are compiled, nothing is
linked.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from helpers import hip_cmake

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify import compiler
from hipify_py.verify.diagnostics import parse
from hipify_py.verify.model import Diagnostic, Spot, Unit
from hipify_py.verify.sources import look_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.report.model import Report
    from hipify_py.verify.model import Problem
    from hipify_py.verify.sources import Sources

HEAD = (
    "| project | with | build files | converted | objects | built | need headers | foretold | surprises |\n"
    "| --- | --- | --: | --: | --: | --: | --: | --: | --: |"
)
RECORDER = Path(__file__).with_name("recorder.py")
TOLD = Path(__file__).with_name("endtoend.toml")
BUILD_FILE = re.compile(r"CMakeLists\.txt|.*\.cmake|(?:GNU)?[Mm]akefile(?:\..*)?|.*\.mk")
# packages of headers alone, of which the toolchain has no file for CMake
HEADERS_ALONE = {"rocthrust": "roc::rocthrust", "hipcub": "hip::hipcub", "rocprim": "roc::rocprim"}
CHOSEN = {"CMake": ["-DUSE_HIP=ON"], "make": ["USE_HIP=1"]}  # of --build-mode dual
HOSTS = ("g++", "gcc", "c++", "cc", "clang", "clang++")
CMAKE_SAID = re.compile(
    r"(?m)^CMake Error(?: at (?P<file>.+?):(?P<line>\d+)(?: \(.*\))?)?:\s*(?P<text>(?:.+\n?)(?:  .*\n?)*)"
)
MAKE_SAID = re.compile(r"(?m)^(?:(?P<file>[^\s:]+):(?P<line>\d+): |make(?:\[\d+\])?: )\*\*\* (?P<text>.*)")
FOLLOWS = re.compile(r"\] Error \d+|Waiting for unfinished|Keep going|not remade because of errors")
QUOTED = re.compile(r"'([^']+)'")


class Site(NamedTuple):
    """Where a project is built: its copy, what ROCm lays there, and the log of what was compiled."""

    copy: Path
    rocm: Path
    log: Path
    seconds: float


class Built(NamedTuple):
    """What a build came to: units with their errors, how many objects it names, and what it said itself."""

    said: dict[tuple[str, str], tuple[Problem, ...]]
    named: int
    own: tuple[Problem, ...]


class Outcome(NamedTuple):
    """What came of one project."""

    name: str
    system: str
    files: int
    converted: int
    built: Built

    def row(self) -> str:
        """Give the row of the table."""
        failed = [some for some in self.built.said.values() if some]
        needs = sum(all(one.third_party for one in some) for some in failed)
        surprises = sum(any(one.surprise for one in some) for some in failed)
        done = len(self.built.said) - len(failed)
        cells = [self.name, self.system, self.files, self.converted, self.built.named, done]
        return "| " + " | ".join(map(str, [*cells, needs, len(failed) - needs - surprises, surprises])) + " |"


def run(folder: Path, into: Path, mode: str, seconds: float, told: dict[str, list[str]]) -> Outcome:
    """Copy, convert and build one project."""
    site = Site(into / folder.name, into / f"{folder.name}-rocm", into / f"{folder.name}.log", seconds)
    shutil.copytree(folder, site.copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    for words in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-q", "-m", "as it was"]):
        who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
        subprocess.run(["git", *who, *words], cwd=site.copy, check=True)
    settings = Settings(mode="memory", build=mode)  # type: ignore[arg-type]
    report = convert_tree([str(site.copy)], settings)
    sources = look_over(report, [str(site.copy)], settings)
    convert_tree([str(site.copy)], replace(settings, mode="in-place"))
    files = [file for file in report.files if BUILD_FILE.fullmatch(os.path.basename(file.path))]
    converted = sum(file.status == "converted" for file in files)
    lay_out(site)
    tops = list(build_folders(site.copy, told.get("folders", [])))
    system = "CMake" if is_cmake(tops) else "make"
    flags = [*told.get("flags", []), *(CHOSEN[system] if mode == "dual" else [])]
    said = [text for top in tops for text in build(top, site, flags)]
    units = heard(site, sources, report)
    own = tuple(own_words(said, site, sources, report))
    named = len(units) + sum(len(missing(top, units)) for top in tops)
    return Outcome(folder.name, system, len(files), converted, Built(units, named, own))


def is_cmake(tops: list[Path]) -> bool:
    """Say whether the build is one of CMake."""
    return bool(tops) and (tops[0] / "CMakeLists.txt").exists()


def build_folders(copy: Path, named: list[str]) -> Iterator[Path]:
    """Give the folders in which a user would build: those named, or the topmost with a build file."""
    if named:
        found = sorted(folder for name in named for folder in copy.glob(name) if folder.is_dir())
        yield from (one for one in found if any(BUILD_FILE.fullmatch(each) for each in os.listdir(one)))
        return
    for name in ("CMakeLists.txt", "[Mm]akefile"):
        found = sorted({file.parent for file in copy.rglob(name)})
        tops = [one for one in found if not any(other in one.parents for other in found)]
        if tops:
            yield from tops
            return


def lay_out(site: Site) -> None:
    """Lay out ROCm with the recorder as its compilers, and empty libraries."""
    hip_cmake.rocm(site.rocm)
    for name, target in HEADERS_ALONE.items():
        config = site.rocm / "lib" / "cmake" / name / f"{name}-config.cmake"
        config.parent.mkdir(parents=True)
        folder = f"set({name}_INCLUDE_DIR {site.rocm}/include)\n"
        config.write_text(f"{folder}add_library({target} INTERFACE IMPORTED)\n")
    found = compiler.find(None, {})
    hip = [found.program, *found.rocm, "-D__HIP_PLATFORM_AMD__=1", "-fno-caret-diagnostics", "-w"]
    programs = {"bin/hipcc": ("hip", hip), "bin/amdclang++": ("", hip), "bin/launch": ("", [])}
    programs |= {f"hosts/{name}": ("", [shutil.which(name) or found.program]) for name in HOSTS}
    (site.rocm / "hosts").mkdir()
    for name, (language, words) in programs.items():
        line = [sys.executable, str(RECORDER), str(site.log), language, *words]
        file = site.rocm / name
        file.write_text(f'#!/bin/sh\nexec {shlex.join(line)} "$@"\n')
        file.chmod(0o755)


def build(top: Path, site: Site, flags: list[str]) -> Iterator[str]:
    """Build all objects of a folder, and give what the build said itself."""
    if not (top / "CMakeLists.txt").exists():
        path = f"{site.rocm / 'bin'}:{site.rocm / 'hosts'}:{os.environ['PATH']}"
        where = {**os.environ, "ROCM_PATH": str(site.rocm), "PATH": path}
        command = ["make", "-k", f"ROCM_PATH={site.rocm}", *flags]
        yield _run(command, top, where, site.seconds)
        return
    folder = top / "build-hip"
    told = [f"-DCMAKE_{one}_COMPILER_LAUNCHER={site.rocm / 'bin' / 'launch'}" for one in ("C", "CXX")]
    told += [f"-DCMAKE_HIP_COMPILER={site.rocm / 'bin' / 'amdclang++'}", "-DCMAKE_HIP_FLAGS="]
    told += ["-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *flags]
    made = hip_cmake.configure(top, folder, site.rocm, *told)
    yield made.stdout + made.stderr
    site.log.unlink(missing_ok=True)  # what CMake tries is no part of the project
    if made.returncode == 0:
        objects = [name for name, _ in commands(folder)]
        yield _run(["ninja", "-k", "0", "-j", "1", *objects], folder, dict(os.environ), site.seconds)


def commands(folder: Path) -> list[tuple[str, str]]:
    """Give the objects of a build and the sources that they are made of."""
    file = folder / "compile_commands.json"
    entries = json.loads(file.read_text()) if file.exists() else []
    return [(re.search(r" -o (\S+)", one["command"])[1], one["file"]) for one in entries]  # type: ignore[index]


def missing(top: Path, units: Iterable[tuple[str, str]]) -> list[str]:
    """Give the objects that a build names and never came to."""
    seen = {source for source, _ in units}
    return [name for name, source in commands(top / "build-hip") if os.path.realpath(source) not in seen]


def _run(command: list[str], folder: Path, where: dict[str, str], seconds: float) -> str:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=where,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode("utf-8", "replace") + "\nmake: *** no end\n"
    return done.stdout.decode("utf-8", "replace")


def heard(site: Site, sources: Sources, report: Report) -> dict[tuple[str, str], tuple[Problem, ...]]:
    """Give what was compiled, with the errors of each: as often as it was compiled."""
    lines = site.log.read_text("utf-8").splitlines() if site.log.exists() else []
    found = {}
    for number, line in enumerate(lines):
        one = json.loads(line)
        path = os.path.realpath(os.path.join(one["folder"], one["source"]))
        unit = Unit(path, one["folder"], (), "hip" if one["hip"] else "c++")
        errors = {side: parse(text.encode()) for side, text in one["said"].items()}
        errors = {side: some or [Diagnostic("it failed without a word")] for side, some in errors.items()}
        found[path, str(number)] = tuple(
            _by_flags(one, report) for one in sources.tree.problems(unit, errors)
        )
    return found


def _by_flags(problem: Problem, report: Report) -> Problem:
    """Take an error without a place, on a flag say, as foretold where a finding of a build file names it."""
    words = QUOTED.findall(problem.text)
    if problem.line or problem.foretold or not words:
        return problem
    told = {
        finding.rule
        for file in report.files
        for finding in file.concerns
        if finding.rule.startswith("B") and any(word in finding.message for word in words)
    }
    return problem._replace(foretold=tuple(sorted(told)))


def own_words(said: list[str], site: Site, sources: Sources, report: Report) -> Iterator[Problem]:
    """Give the errors of the build systems themselves, by the places of the build files."""
    for text in said:
        for one in (*CMAKE_SAID.finditer(text), *MAKE_SAID.finditer(text)):
            words = " ".join(one["text"].split())
            if FOLLOWS.search(words):
                continue
            spot = Spot(one["file"], int(one["line"]), 1) if one["file"] else None
            unit = Unit(str(site.copy / "CMakeLists.txt"), str(site.copy))
            yield from (
                _by_flags(each, report)
                for each in sources.tree.problems(unit, {"build": [Diagnostic(words, spot)]})
            )


def details(outcome: Outcome, *, surprises: bool) -> Iterator[str]:
    """List what the build said itself, and each cause of failed units with its first place."""
    for one in outcome.built.own:
        yield f"  build: {one.path}:{one.line}: {one.text[:300]} {_told(one)}"
    causes: dict[tuple[str, str], list[Problem]] = {}
    for some in outcome.built.said.values():
        first = next((one for one in some if one.surprise), some[0] if some else None)
        if first and (first.surprise or not surprises):
            causes.setdefault((first.cause, _told(first)), []).append(first)
    for (cause, told), alike in sorted(causes.items(), key=lambda item: -len(item[1])):
        one = alike[0]
        yield f"  {len(alike):4} {cause} {told}: {one.path}:{one.line}: {one.text}"


def _told(one: Problem) -> str:
    return "[third party]" if one.third_party else f"[{' '.join(one.foretold) or 'NOT FORETOLD'}]"


def main() -> None:
    """Print a row a project, and what fails by cause."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--build-mode", choices=("replace", "dual"), default="replace")
    parser.add_argument("--into", type=Path, metavar="DIR", help="keep the copies in this folder")
    parser.add_argument("--seconds", type=float, default=480, metavar="N", help="the time of one build")
    parser.add_argument("--surprises", action="store_true", help="list only what nothing foretold")
    given = parser.parse_args()
    told = tomllib.loads(TOLD.read_text("utf-8"))
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="endtoend-") as made:
        into = given.into or Path(made)
        into.mkdir(parents=True, exist_ok=True)
        print(HEAD, flush=True)
        for folder in given.folders:
            told_it = told.get(folder.name, {})
            outcomes.append(run(folder.resolve(), into.resolve(), given.build_mode, given.seconds, told_it))
            print(outcomes[-1].row(), flush=True)
            print(*details(outcomes[-1], surprises=given.surprises), sep="\n", flush=True)


if __name__ == "__main__":
    main()
