"""What a conversion decides about each function of a source, and what of it changes with the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from helpers.metamorphic import Rewording, names_of
from helpers.reword.changes import Change, reworded
from hipify_py.conversion import convert
from hipify_py.model import Result
from hipify_py.releases import NEWEST
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

Way = Literal["32", "native"]
WAYS: tuple[Way, ...] = get_args(Way)
CORPUS = Path(__file__).parents[2] / "corpus"
FOLDERS = ("lanes", "lanes/remain", "lanes-native", "lanes-portable", "lanes-unseen")
KERNELS = tuple(
    sorted(
        path for folder in FOLDERS for path in (CORPUS / folder).iterdir() if path.suffix in {".cu", ".hip"}
    )
)
RULES = load()


def name_of(path: Path) -> str:
    """Give a kernel's name below the corpus, without its ending."""
    return path.relative_to(CORPUS).with_suffix("").as_posix() if CORPUS in path.parents else path.stem


@cache
def converted(path: Path, way: Way, rocm: str = NEWEST) -> Result:
    """Convert a kernel, once a process: several tests look at what comes of each."""
    return convert(path.read_bytes(), load(rocm=rocm), Options(path=path.name, warp=way, rocm=rocm))


class Decided(NamedTuple):
    """A conversion; at how many places each rule speaks, and edits, in each function or in none ('')."""

    result: Result
    findings: Counter[tuple[str, str]]
    edits: Counter[tuple[str, str]]


def decided(source: bytes, name: str, way: Way) -> Decided:
    """Convert a source and count what is decided, function by function."""
    return counted(convert(source, RULES, Options(path=name, warp=way)))


def counted(result: Result) -> Decided:
    """Count what a conversion decided, function by function."""
    places = [one.span.start for one in result.findings] + [one.span.start for one in result.edits]
    homes = functions(Unit(result.source), places)

    def at(start: int) -> str:
        return homes[start].name if start in homes else ""

    findings: Counter[tuple[str, str]] = Counter()
    for one in result.findings:
        findings[at(one.span.start), one.rule] += 1 + len(one.related)
    edits = Counter((at(one.span.start), one.rule) for one in result.edits)
    return Decided(result, findings, edits)


def differences(before: Decided, name: str, way: Way, how: Rewording, changes: Sequence[Change]) -> list[str]:
    """Say what is decided otherwise once some changes are made; nothing where all is the same."""
    source = reworded(before.result.source, changes)
    if source is None:
        return []
    after = decided(source, name, way)
    said = [
        *_apart("finding", before.findings, after.findings),
        *_apart("edit", before.edits, after.edits & before.edits if how.adds else after.edits),
    ]
    if how.plain is not None:
        names = names_of(changes)
        if how.plain(before.result.output, names) != how.plain(after.result.output, names):
            said.append("output")
    return said


def _apart(what: str, before: Counter[tuple[str, str]], after: Counter[tuple[str, str]]) -> list[str]:
    return [
        f"{sign} {what} {rule} in {home or 'the file'}{f' x {count}' if count > 1 else ''}"
        for sign, counted in (("-", before - after), ("+", after - before))
        for (home, rule), count in sorted(counted.items())
    ]
