"""A program's own operators on vector types and atomics that HIP's headers have already."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.match.function_heads import MOST_HEAD, head_start, parameters_in, type_of
from hipify_py.match.operator_targets import is_preferred
from hipify_py.match.operator_uses import uses
from hipify_py.match.own_lines import lines_of
from hipify_py.model import Edit, Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.releases import holds
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.resolve.type_aliases import meaning
from hipify_py.source.brackets import BRACE, NOT_BLANK, closing
from hipify_py.source.conditions import inside
from hipify_py.source.search import matches
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

OPERATOR, ATOMIC = re.compile(rb"operator\s*([-+*/]=|[*/])\s*\("), re.compile(rb"(atomic[A-Z][A-Za-z]+)\s*\(")
OPERATORS = b"operator"  # before what files tell of operators that they declare
DECLARED = re.compile(rb"\boperator\s*+(?:[-+*/]=|[*/])\s*+\([^(){};,]*+,[^(){};]*+\)\s*+;")
HEAD = re.compile(rb"(?:[\w:&*\s]|__attribute__\s*\(\([^()]*\)\))*[\w&*\s]\Z")
NO_HEAD = re.compile(rb"\b(?:template|friend|return|else|typedef|using|case)\b")
SINCE = {b"atomicCAS(unsigned short)": "7.2"}
MACRO = b"__HIP_PLATFORM_AMD__"
RATHER = b'__attribute__((enable_if(true, "rather than HIP\'s"))) '
"""By which clang takes a function before one that is as good; the name for the linker has it, too."""
FIELDS = b"xyzw"
COMPLEX = {b"cuComplex": b"float2", b"cuFloatComplex": b"float2", b"cuDoubleComplex": b"double2"}
SCOPES = frozenset({"class_specifier", "struct_specifier", "union_specifier", "function_definition"})


class Overload(NamedTuple):
    """A function: its spans, whole and from the body or semicolon on; its name; its parameters."""

    span: Span
    body: Span
    name: bytes
    types: tuple[bytes, ...]
    names: tuple[bytes, ...]


class Owned(NamedTuple):
    """What a program makes itself: its span, that of its head, its name, and whether HIP's is the same.

    `mark` is what goes, the blanks behind it too, where the rest may stand beside HIP's. `uses` are places at
    which a compiler will refuse it, unless clang is told to take it rather than HIP's, as it can be where
    that is `chosen`.
    """

    span: Span
    head: Span
    name: str
    same: bool
    mark: Span | None = None
    uses: tuple[Span, ...] = ()
    chosen: bool = False


def operators(unit: Unit, rule: Rule, options: Options) -> Iterator[Match]:
    """Leave a program's own operators on vectors to HIP where they are the same; report the others."""
    found, same = judged(unit, rule, options)
    everywhere = not options.project.cxx and not options.name.endswith(CXX)
    yield from left_to_hip(unit, rule, found, same, apart=everywhere)


def judged(
    unit: Unit, rule: Rule, options: Options
) -> tuple[tuple[Overload, ...], Callable[[Overload], bool | None]]:
    """Give the operators of a file, and what tells whether one does what HIP's does; None without a clash.

    One that is declared apart stays: who reads the declaration alone does not see what it does.
    """
    known, meant, by_cxx = re.compile(rule.word.encode()), meaning(unit, options), bool(options.project.cxx)
    found = tuple(overloads(unit, OPERATOR, b"operator"))
    apart = {_key(one) for one in found if _is_declared(unit, one)} | options.project.functions

    def same(one: Overload) -> bool | None:
        if is_preferred(unit, one.span.start, one.body.start, one.types, by_cxx=by_cxx):
            return None
        by_component = _of_vectors(unit, known, one, meant)
        return None if by_component is None else by_component and _key(one) not in apart

    return found, same


def declared_operators(unit: Unit) -> Iterator[Told]:
    """Tell of operators of two that a file declares and does not define."""
    if DECLARED.search(unit.code) is None:
        return
    for one in overloads(unit, OPERATOR, b"operator"):
        if _is_declared(unit, one):
            yield Told("function", _key(one), after=includes_before(unit, one.span.start))


def _is_declared(unit: Unit, one: Overload) -> bool:
    """Say whether an operator is declared, and not defined, in one place."""
    return unit.code.startswith(b";", one.body.start)


def _key(one: Overload) -> bytes:
    """Give by what files tell of an operator."""
    return OPERATORS + b"%b(%b)" % (one.name, b",".join(kind.removesuffix(b"&") for kind in one.types))


def atomics(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave a program's own forms of atomics to HIP where it has them: both would be one function."""
    known = re.compile(rule.word.encode())

    def same(one: Overload) -> bool | None:
        pointer, *values = one.types
        signature = b"%b(%b)" % (one.name, pointer.removesuffix(b"*"))
        is_of_one = pointer.endswith(b"*") and {pointer} == {value + b"*" for value in values}
        there = known.fullmatch(signature) and holds(rules.rocm, SINCE.get(signature, ""), "")
        return True if is_of_one and there and redefines(unit, one) else None

    yield from left_to_hip(unit, rule, overloads(unit, ATOMIC, b"atomic"), same)


def redefines(unit: Unit, one: Overload) -> bool:
    """Say whether a function is defined here, and in no namespace."""
    around = unit.around(Span(one.body.start, one.body.start))
    nested = any(node.type == "namespace_definition" for node in around)
    return unit.code[one.body.start : one.body.start + 1] == b"{" and not nested


def _of_vectors(
    unit: Unit, known: re.Pattern[bytes], one: Overload, meant: Callable[[bytes], bytes]
) -> bool | None:
    """Say whether an operator does what HIP's does; None where HIP has none that is as good a match."""
    kinds = (meant(kind.removesuffix(b"&")) or kind for kind in one.types)
    first, *others = (COMPLEX.get(kind, kind) for kind in kinds)
    if others != [first] or not known.fullmatch(b"%b(%b)" % (one.name, first)):
        return None
    return _by_component(unit, one, first)


def _by_component(unit: Unit, one: Overload, vector: bytes) -> bool:
    """Say whether the body of an operator on a vector goes component by component, as HIP's does."""
    text = b"".join(unit.code[one.body.start + 1 : one.body.end - 1].split())
    sign = one.name.removesuffix(b"=")
    (a, b), fields = one.names, [FIELDS[at : at + 1] for at in range(int(vector[-1:]))]
    values = [b"%b.%b%b%b.%b" % (a, field, sign, b, field) for field in fields]
    if one.name == sign:
        kind = one.types[0].removesuffix(b"&")
        made = b"(%b)" % b",".join(values), b"{%b}" % b",".join(values)
        heads = b"make_" + kind, b"make_" + vector, kind, b""
        result = text.removesuffix(b";").rpartition(b"return")[2]  # of its own name: `float2 r; r.x = ...`
        filled = b"".join(b"%b.%b=%b;" % (result, *one) for one in zip(fields, values, strict=True))
        stepped = {b"%b%b;%breturn%b;" % (each, result, filled, result) for each in (kind, vector)}
        return text in stepped | {b"return%b%b;" % (head, each) for head in heads for each in made}
    long = b"".join(b"%b.%b=%b;" % (a, field, value) for field, value in zip(fields, values, strict=True))
    short = b"".join(b"%b.%b%b%b.%b;" % (a, field, one.name, b, field) for field in fields)
    return text.removesuffix(b"return%b;" % a) in {long, short, b"%b=%b%b%b;" % (a, a, sign, b)}


def left_to_hip(
    unit: Unit,
    rule: Rule,
    found: Iterable[Overload],
    same: Callable[[Overload], bool | None],
    *,
    apart: bool = False,
) -> Iterator[Match]:
    """Put a guard around the definitions that HIP has as well, and report those that only look like it.

    `same` says whether a definition does what HIP's does, and None where the two do not clash; `apart` that
    an operator may be defined in another file than it is declared in.
    """
    judged_ones = [(one, same(one)) for one in found]
    bodies = {(one.name, one.types) for one, _ in judged_ones if unit.code.startswith(b"{", one.body.start)}
    owned = (
        Owned(
            one.span,
            Span(one.span.start, one.body.start),
            _shown(one),
            verdict,
            uses=_uses(unit, one, verdict),
            chosen=_is_operator(one.name) and (apart or (one.name, one.types) in bodies),
        )
        for one, verdict in judged_ones
        if verdict is not None
    )
    yield from left_out(unit, rule, owned)


def _uses(unit: Unit, one: Overload, same: bool) -> tuple[Span, ...]:  # noqa: FBT001
    """Give where a file uses an operator that HIP has too, and that does something else."""
    kind = one.types[0].removesuffix(b"&")
    return () if same or not _is_operator(one.name) else tuple(uses(unit, one.name, kind, one.span.end))


def left_out(unit: Unit, rule: Rule, found: Iterable[Owned]) -> Iterator[Match]:
    """Keep what HIP has as well from HIP, and report what cannot be, but for what conditions decide already.

    What stands on lines of its own is kept from it; lines that follow each other have one guard.
    """
    guarded: list[Span] = []
    decided = merged(sides(unit).decided)
    for one in found:
        if inside(decided, one.head.end):
            continue
        lines = lines_of(unit, one.span) if one.same else None
        if one.same and one.mark:
            yield Match((Edit(one.mark, (), rule.id, "overload"),))
        elif lines is None and one.chosen:
            yield Match((Edit(Span(one.head.start, one.head.start), (RATHER,), rule.id, "overload"),))
        elif lines is None:
            related = tuple(Related(span, "used here") for span in one.uses)
            yield Match(findings=(report(rule, one.head, {"name": one.name})._replace(related=related),))
        else:
            guarded.append(lines)
    for start, end in _groups(unit, guarded):
        opens, ends = b"#ifndef " + MACRO + unit.newline, b"#endif" + unit.newline
        if unit.code[end - 1 : end] not in {b"\n", b"\r"}:
            ends = unit.newline + b"#endif"
        yield Match(
            (
                Edit(Span(start, start), (opens,), rule.id, "overload"),
                Edit(Span(end, end), (ends,), rule.id, "overload"),
            )
        )


def _groups(unit: Unit, spans: list[Span]) -> Iterator[Span]:
    """Put spans into one between which nothing but blanks and comments stands."""
    for index, span in enumerate(spans):
        if index == 0 or unit.code[spans[index - 1].end : span.start].strip():
            start = span.start
        if index + 1 == len(spans) or unit.code[span.end : spans[index + 1].start].strip():
            yield Span(start, span.end)


def _is_operator(name: bytes) -> bool:
    return A_NAME.match(name) is None


def _shown(one: Overload) -> str:
    name = f"operator{one.name.decode()}" if _is_operator(one.name) else one.name.decode()
    return f"{name}({b', '.join(one.types).decode('utf-8', 'replace')})"


def overloads(unit: Unit, pattern: re.Pattern[bytes], *names: bytes) -> Iterator[Overload]:
    """Give the definitions and declarations of free functions with parameters whose names match."""
    code = unit.code
    for found in matches(code, pattern, *names):
        start = head_start(unit, found.start())
        head = code[start : found.start()]
        if len(head) > MOST_HEAD or not HEAD.match(head) or NO_HEAD.search(head):
            continue  # asked before the bracket's end is looked for: calls may stand in one another
        end = closing(code, found.end() - 1, len(code))
        opening = NOT_BLANK.search(code, end)
        if opening is None or opening[0] not in b"{;" or unit.directive_at(found.start()):
            continue
        parameters = parameters_in(code, found.end() - 1, end)
        nodes = unit.around(Span(opening.start(), opening.start()))
        if parameters and sum(node.type in SCOPES for node in nodes) <= 1:
            types = tuple(type_of(one) for one in parameters)
            end = closing(code, opening.start(), len(code), BRACE) if opening[0] == b"{" else opening.end()
            names = tuple(one[3] or b"" for one in parameters)
            yield Overload(Span(start, end), Span(opening.start(), end), found[1], types, names)
