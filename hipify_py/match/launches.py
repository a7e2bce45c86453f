"""Kernel launches, and what a kernel says of its launch bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declared_types import declared_type
from hipify_py.source.brackets import macro_arguments, parts, trimmed
from hipify_py.source.functions import functions, on_device_alone
from hipify_py.source.launch_bounds import launch_bounds as bounds_of
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.launch_signs import Launch
    from hipify_py.source.unit import Unit

BRACES = re.compile(rb"\s*\{")
OF_LAUNCHES = "a launch from device code"
"""The cause of findings about such launches, and about the streams that are there for them alone."""
STREAM = 3  # the place of the stream in the configuration of a launch


def launches(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write launches as `hipLaunchKernelGGL(...)` where that is asked for."""
    for launch in unit.launches if options.launch == "macro" else ():
        edits = tuple(_as_macro(unit, rule, launch))
        span = Span(launch.open.start, launch.close.end)
        yield Match(edits) if edits else Match(findings=(report(rule, span, {}),))


def _as_macro(unit: Unit, rule: Rule, launch: Launch) -> list[Edit]:
    found = unit.launch(launch)
    if found is None or not 2 <= len(found.arguments) <= 4:
        return []
    callee, config, given = found
    texts = [unit.code[slice(*argument)] for argument in config]
    if any(BRACES.match(text) for text in texts[2:]):
        return []  # to the macro they are no value; a grid and a block get their type

    def edit(start: int, end: int, text: bytes) -> Edit:
        return Edit(Span(start, end), (text,), rule.id, "launch")

    before, after = (b"((", b")") if b"<" in unit.code[slice(*callee)] else (b"(", b"")
    edits = [
        edit(callee.start, callee.start, b"hipLaunchKernelGGL" + before),
        edit(callee.end, config[0].start, after + b", "),
    ]
    for argument, text in zip(config, texts, strict=True):
        if len(macro_arguments(text, 0, len(text))) > 1:  # a comma of its own would split a macro's argument
            edits += [edit(argument.start, argument.start, b"("), edit(argument.end, argument.end, b")")]
    has_arguments = bool(unit.code[given.start + 1 : given.end - 1].strip())
    filled = b", 0" * (4 - len(config)) + (b", " if has_arguments else b"")
    return [*edits, edit(config[-1].end, given.start + 1, filled)]


def spread_launches(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Close up the `<< <` and `>> >` of a launch, which nvcc takes and HIP compilers do not."""
    for launch in unit.launches:
        if options.launch == "macro" and _as_macro(unit, rule, launch):
            continue
        edits = tuple(edit for mark in launch for edit in _closed_up(unit, rule, mark))
        if edits:
            yield Match(edits)


def _closed_up(unit: Unit, rule: Rule, mark: Span) -> Iterator[Edit]:
    first = unit.source[mark.start : mark.start + 2]
    if first not in {b"<<", b">>"}:
        return  # parted by a backslash at the end of a line, which compilers do not see
    gap = Span(mark.start + 2, mark.end - 1)
    if not unit.source[slice(*gap)].strip():
        if gap.start < gap.end:
            yield Edit(gap, (), rule.id, "launch")
        return
    last = Span(gap.end, mark.end)  # behind a comment or a backslash at the end of a line, which stay
    yield Edit(Span(gap.start, gap.start), (unit.source[slice(*last)],), rule.id, "launch")
    yield Edit(last, (), rule.id, "launch")


def braced_launches(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Name the type of a grid or block that a launch gives in braces, which HIP compilers do not guess."""
    for launch in unit.launches if b"{" in unit.code else ():
        found = unit.launch(launch)
        braced = (
            [braces for given in found.arguments[:2] if (braces := BRACES.match(unit.code, *given))]
            if found
            else []
        )
        if braced:
            places = (Span(one.end() - 1, one.end() - 1) for one in braced)
            yield Match(tuple(Edit(at, (b"dim3",), rule.id, "launch") for at in places))


def vector_launches(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Make a `dim3` of a grid or block that is a `uint3`, which HIP's does not convert from."""
    for launch in unit.launches if b"uint3" in unit.code else ():
        found = unit.launch(launch)
        for given in found.arguments[:2] if found else ():
            span = trimmed(unit.code, *given)
            name = unit.code[slice(*span)]
            if A_NAME.fullmatch(name) and declared_type(unit, name, b"uint3", span.start):
                text = b"dim3(%b.x, %b.y, %b.z)" % (name, name, name)
                if not declared_type(unit, name, b"dim3", span.start):
                    yield Match((Edit(span, (text,), rule.id, "launch"),))


def device_launches(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report kernel launches in device code."""
    places = {launch.open.start: launch.close.end for launch in unit.launches}
    for start, function in functions(unit, places).items():
        if on_device_alone(unit, function):
            said = report(rule, Span(start, places[start]), {})
            yield Match(findings=(said._replace(cause=OF_LAUNCHES),))


@fact
def launch_streams(unit: Unit) -> dict[int, frozenset[bytes]]:
    """Give by the places of functions' bodies the variables that launches in them have for their streams."""
    names: dict[int, bytes] = {}
    for launch in unit.launches:
        given = parts(unit.code, launch.open.end, launch.close.start)
        name = unit.code[slice(*trimmed(unit.code, *given[STREAM]))] if len(given) > STREAM else b""
        if A_NAME.fullmatch(name):
            names[launch.open.start] = name
    found: dict[int, set[bytes]] = {}
    for start, function in functions(unit, names).items():
        found.setdefault(function.body.start, set()).add(names[start])
    return {at: frozenset(streams) for at, streams in found.items()}


def launch_bounds(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Drop the third argument of `__launch_bounds__`; report the second, which HIP counts differently."""
    wanted = int(rule.word)
    for place, given in bounds_of(unit):
        if len(given) < wanted or (wanted == 3 and b"#" in unit.code[slice(*place)]):
            continue  # a directive in the middle, which stays
        comma = unit.code.find(b",", given[1].end)
        edits = (Edit(Span(comma, place.end - 1), (), rule.id, "call"),) if wanted == 3 else ()
        said = (report(rule, place, {}),) if rule.message else ()
        yield Match(edits, said)


def bracketed_bounds(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Put brackets around what HIP's macro `__launch_bounds__` would take for two arguments: `f<a, b>()`."""
    for place, given in bounds_of(unit):
        for one in given[:2] if b"#" not in unit.code[slice(*place)] else ():
            if len(macro_arguments(unit.code, *one)) > 1:
                brackets = (one.start, b"("), (one.end, b")")
                yield Match(tuple(Edit(Span(at, at), (text,), rule.id, "call") for at, text in brackets))


def second_bounds(unit: Unit) -> list[Span]:
    """Give what each `__launch_bounds__` is given as its second argument."""
    return [given[1] for _, given in bounds_of(unit) if len(given) > 1]
