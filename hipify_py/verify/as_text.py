"""What a compiler said, as a person reads it: causes with their places and what to do, then the units."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from hipify_py.report.terminal import columns, harmless, painter
from hipify_py.verify.model import GUESSED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.report.terminal import Paint
    from hipify_py.verify.model import Cause, Problem, UnitReport, Verdict

CAUSES = 30  # that are told of
PLACES = 5  # of one cause; the JSON report has all
UNITS = 20  # of one kind that are named
FLAGS = 4  # that tell a unit from others of its source
LISTED = 12  # headers that are not there
NARROW, WIDE = 60, 110
ELSE = f", else {GUESSED}"
FAILED = {
    "fails": ("does not compile", "do not compile"),
    "crashed": ("crashes the compiler", "crash the compiler"),
    "timed out": ("takes too long", "take too long"),
}


def render_text(verdict: Verdict, *, colour: bool = False, width: int = 100, quiet: bool = False) -> str:
    """Write causes, units and counts in `width` columns where words allow it; `quiet` is the causes alone."""
    paint, room = painter(colour=colour), min(max(width, NARROW), WIDE)
    blocks = [[*_cause(cause, paint, room, known=not verdict.settled)] for cause in verdict.causes[:CAUSES]]
    if len(verdict.causes) > CAUSES:
        blocks.append([f"... {len(verdict.causes) - CAUSES} more causes, all of them with --format json"])
    blocks += [[*_broken(unit, paint)] for unit in verdict.units if unit.reason]
    if not quiet:
        blocks += [[*_units(verdict, paint, room)], [*_closing(verdict, room)]]
    return "\n".join("\n".join([*block, ""]) for block in blocks if block)


def _cause(cause: Cause, paint: Paint, width: int, *, known: bool) -> Iterator[str]:
    texts = {one.text for one in cause.problems}
    title = cause.problems[0].text if len(texts) == 1 else cause.title
    told = _told(cause, known=known)
    counts = f"{_count(len(cause.units), 'unit')}, {_count(len(cause.problems), 'error')}{told}"
    first, *rest = wrap(harmless(title), width, subsequent_indent="  ")
    yield from (paint(line, "error") for line in [first, *rest])
    yield f"  {counts}"
    if cause.fix:
        fix = harmless(" ".join(cause.fix.split()))
        yield from wrap(fix, width, initial_indent="  = ", subsequent_indent="    ")
    for problem in cause.problems[:PLACES]:
        yield from _problem(problem, paint, width, text="" if len(texts) == 1 else problem.text)
    if len(cause.problems) > PLACES:
        yield f"    ... {len(cause.problems) - PLACES} more"


def _told(cause: Cause, *, known: bool) -> str:
    """Say how many errors of a cause were foretold; "" where it is not known of those that were not."""
    told = sum(bool(one.foretold) for one in cause.problems)
    if all(one.third_party for one in cause.problems):
        return ""
    if told == len(cause.problems):
        return ", foretold"
    otherwise = ", not foretold" if known else ""
    return f", {told} of them foretold" if told else otherwise


def _problem(problem: Problem, paint: Paint, width: int, text: str) -> Iterator[str]:
    at = f":{problem.line}:{problem.column}" if problem.line else ""
    place = f"{harmless(problem.path)}{at}{':' * bool(text)}"
    tags = [f"edited by {' '.join(problem.rules)}"] if problem.rules else []
    tags += [f"foretold by {' '.join(problem.foretold)}"] if problem.foretold else []
    tags += [f"inside {problem.inside}"] if problem.inside else []
    tag = harmless(f"[{'; '.join(tags)}]") if tags else ""
    said = " ".join(filter(None, [harmless(text), tag]))
    if columns(f"    {place} {said}") <= width:
        yield f"    {paint(place, 'path')} {said}".rstrip()
        return
    yield f"    {paint(place, 'path')}"
    yield from wrap(said, width, initial_indent=" " * 8, subsequent_indent=" " * 8)


def _broken(unit: UnitReport, paint: Paint) -> Iterator[str]:
    """Tell of a unit whose compiler did not end as one should."""
    yield f"{paint(_name(unit) + ':', 'path')} {paint(FAILED[unit.status][0], 'error')}"
    yield f"  {harmless(unit.reason)}"


def _units(verdict: Verdict, paint: Paint, width: int) -> Iterator[str]:
    yield paint("Units", "heading")
    good = verdict.count("compiles")
    yield _row(good, f"{_verb(good, 'compiles', 'compile')} for {', '.join(verdict.archs)} and the host")
    yield from _idle([unit for unit in verdict.units if unit.idle], width)
    for status, what in FAILED.items():
        units = [unit for unit in verdict.units if unit.status == status]
        if units:
            yield _row(len(units), _verb(len(units), *what))
            yield from (f"{'':10}{_unit(unit, known=not verdict.settled)}" for unit in units[:UNITS])
            yield from [f"{'':10}... {len(units) - UNITS} more"][: len(units) > UNITS]
    lacking = [unit for unit in verdict.units if unit.status == "needs"]
    if lacking:
        verb = _verb(len(lacking), "lacks", "lack")
        yield _row(len(lacking), f"{verb} headers that are neither here nor HIP's (-I DIR behind --)")
        yield from wrap(_headers(lacking), width, initial_indent=" " * 10, subsequent_indent=" " * 10)


def _idle(units: Sequence[UnitReport], width: int) -> Iterator[str]:
    """Tell of the units of which nothing was compiled, and what has to hold for that."""
    if units:
        yield _row(
            len(units), "of them as if empty: no condition around what they hold is met (-DNAME behind --)"
        )
    for unit in units[:UNITS]:
        text = f"{_name(unit)}: #if {harmless(' || '.join(unit.idle))}"
        yield from wrap(text, width, initial_indent=" " * 10, subsequent_indent=" " * 12)
    yield from [f"{'':10}... {len(units) - UNITS} more"][: len(units) > UNITS]


def _unit(unit: UnitReport, *, known: bool) -> str:
    surprises = sum(one.surprise for one in unit.problems)
    told = f", {surprises} not foretold" if surprises and known else ""
    return _name(unit) + (f" ({_count(len(unit.problems), 'error')}{told})" if unit.problems else "")


def _name(unit: UnitReport) -> str:
    """Give the path of a unit, with the flags that tell it from others of the same source."""
    flags = " ".join(unit.apart[:FLAGS]) + (" ..." if len(unit.apart) > FLAGS else "")
    return harmless(f"{unit.path} with {flags}" if flags else unit.path)


def _headers(lacking: Sequence[UnitReport]) -> str:
    titles = [_header(unit.problems[0]) for unit in lacking]
    names = sorted(set(titles), key=lambda name: (-titles.count(name), name))
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(harmless(name) for name in names[:LISTED]) + more


def _header(problem: Problem) -> str:
    name = problem.cause.removeprefix("missing header ")
    return f"{name} ({problem.advice})" if problem.advice else name


def _closing(verdict: Verdict, width: int) -> Iterator[str]:
    how = "compiled to object code" if verdict.to_object else "read by the compiler, no code made (--object)"
    flags = (
        f"flags from {harmless(verdict.origin)}" if verdict.origin else f"include folders {_from(verdict)}"
    )
    said = [f"{_count(len(verdict.units), 'unit')} {how}; {flags}; {verdict.seconds:.0f} s."]
    said.append(f"Compiler: {harmless(verdict.compiler)}")
    said += map(harmless, verdict.remarks)
    if verdict.converted:
        files = _count(verdict.converted, "file")
        said.append(f"{files} held CUDA: compiled was what `hipify-py convert` makes of them.")
    errors = [one for unit in verdict.units if unit.status != "needs" for one in unit.problems]
    if errors:
        told = sum(bool(one.foretold) for one in errors)
        said.append(f"{_count(len(errors), 'error')}; {told} had a warning within three lines.")
    said += filter(None, [verdict.untold])
    yield from (line for text in said for line in wrap(text, width, subsequent_indent="  "))


def _from(verdict: Verdict) -> str:
    """Say where include folders come from that no build was asked for."""
    told = {unit.origin.removesuffix(ELSE) for unit in verdict.units if unit.origin.endswith(ELSE)}
    names = sorted({name for one in told for name in one.split(" and ")})
    return f"of {' and '.join(names)}{ELSE}" if names else GUESSED


def _row(count: int, text: str) -> str:
    return f"{count:8}  {text}"


def _verb(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
