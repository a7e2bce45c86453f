"""Show what the warp analysis reads: `python -m hipify_py.lanes.show FILE` prints the model of each function.

It is for whoever looks for the reason of a finding that is missing or wrong, and reads the file alone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.lanes.analysis import by_function
from hipify_py.lanes.flow.given_values import COUNTS, operator_of
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX, WARP_INDEX
from hipify_py.model import Lines
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.function_reading import model, path
from hipify_py.source.unit import Unit
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.function_model import Assignment, Model

SAID = ("is uniform", "is alike in each warp", "varies by lane")
INDICES = {
    THREAD_INDEX: "of the index of a thread",
    LANE_INDEX: "of the index of a lane",
    WARP_INDEX: "of the index of a warp",
}
LONGEST = 60  # characters of a piece of source that is shown


def shown(source: bytes, rules: RuleSet, options: Options) -> Iterator[str]:
    """Give, line by line, the model and the facts of each function that may have to do with warps.

    Lines and columns count from 1.
    """
    unit = Unit(source)
    for facts in by_function(unit, rules, options):
        if facts.function is None:
            continue
        read, start = model(unit, facts.function), _at(unit, facts.function.span.start)
        yield f"{start} {facts.function.kind} {facts.name}, read by {read.read}"
        yield from (f"  {line}" for line in (*_model(unit, read), *_facts(unit, facts, read)))


def _model(unit: Unit, read: Model) -> Iterator[str]:
    for one in read.declarations:
        value = f" = {_text(unit, one.value)}" if one.value else ""
        type_ = _text(unit, one.type) + " " + "*" * one.pointers if one.type else ""
        yield f"{_at(unit, one.at.start)} {one.kind} {type_}{one.name.decode()}{value}"
    for given in read.assignments:
        yield f"{_at(unit, given.value.start)} {_given(unit, given)}"
    for loop in read.loops:
        yield f"{_at(unit, loop.whole.start)} {loop.keyword} ({_text(unit, loop.head)})"
    for jump in read.jumps:
        yield f"{_at(unit, jump.at)} {jump.kind}{_under(unit, read, jump.at)}"
    for call in read.calls:
        arguments = ", ".join(_text(unit, one) for one in call.arguments)
        yield f"{_at(unit, call.name.start)} {_text(unit, call.name)}({arguments})"


def _facts(unit: Unit, facts: FunctionFacts, read: Model) -> Iterator[str]:
    for op in facts.ops:
        under = _under(unit, read, op.span.start)
        yield f"{_at(unit, op.span.start)} {op.kind}: {_text(unit, op.span)}{under}"
    if facts.values:
        lambdas = {one.name for one in read.declarations if one.value and _text(unit, one.value)[:1] == "["}
        for name, value in sorted(facts.values().held.items()):
            if value.level:
                said = [SAID[value.level], *(text for mark, text in INDICES.items() if value.indices & mark)]
                said += ["by a name alone"] if value.by_name else []
                yield f"{name.decode()}{'()' if name in lambdas else ''} {', '.join(said)}"
    for hazard in facts.hazards:
        yield f"{_at(unit, hazard.span.start)} {hazard.message} {hazard.said}".rstrip()


def _given(unit: Unit, given: Assignment) -> str:
    sign = operator_of(unit, given).decode()
    if sign.encode() in COUNTS:
        return f"{given.target.decode()}{sign}"
    return f"{given.target.decode()} {sign}= {_text(unit, given.value)}"


def _under(unit: Unit, read: Model, at: int) -> str:
    conditions = [
        ("not " if one.otherwise else "") + f"{one.keyword} ({_text(unit, one.span)})"
        for one in path(unit, read, at)
    ]
    return f" under {' > '.join(conditions)}" if conditions else ""


def _at(unit: Unit, offset: int) -> str:
    place = _lines(unit).place(offset)
    return f"{place.line}:{place.column}"


@fact
def _lines(unit: Unit) -> Lines:
    return Lines(unit.source)


def _text(unit: Unit, span: Span) -> str:
    text = " ".join(unit.code[slice(*span)].decode("utf-8", "replace").split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def main(names: Sequence[str]) -> int:
    """Show some files; without one say how to call it. Raises `OSError` where a file cannot be read."""
    if not names:
        sys.stderr.write("usage: python -m hipify_py.lanes.show FILE...\n")
        return 2
    rules = load()
    for name in names:
        for line in shown(Path(name).read_bytes(), rules, Options(path=name)):
            sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
