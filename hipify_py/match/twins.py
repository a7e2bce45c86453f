"""Functions for two types of CUDA's, as of runtime and driver, which HIP makes one and the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.function_heads import (
    FRIEND,
    function_scope,
    head_of,
    parameters_in,
    type_of,
    words_before,
)
from hipify_py.match.optional_parts import TYPES, in_vain, without_makers
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import branches_around
from hipify_py.source.functions import SPECIFIERS
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.match.function_heads import Head
    from hipify_py.model import Finding
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAME = rb"\b(?P<name>operator\s*+(?:\(\s*+\)|[^\w\s(]{1,3})|[A-Za-z_]\w*+)\s*+"
SPECIFIED = rb"(?:(?:override|final)\b|noexcept\b\s*+(?:\([^()]*+\))?+)\s*+"
DEFINED = re.compile(  # with what a constructor begins its members with, or what is returned
    NAME + rb"\((?P<taken>[^(){};]{1,500})\)\s*+"
    rb"(?P<for>(?:(?:const|volatile)\b\s*+|&{1,2}\s*+|" + SPECIFIED + rb")*+)"
    rb"(?:try\b\s*+)?+(?:(?::(?!:)|->)[^;{}=]*+|(?P<requires>requires\b[^;{}]*+))?+"
    rb"(?P<given>=\s*+(?:0|default|delete)\s*+)?+(?P<end>[{;])"
)
OF_OBJECT = re.compile(rb"const\b|volatile\b|&{1,2}")  # of a member: for which objects it is
SCOPE = re.compile(rb"(?:\w++\s*+(?:<[^<>;{}()]*+>\s*+)?+::\s*+)++\Z")
MEMBERS = "field_declaration_list"
CONVERTS = re.compile(
    rb"\boperator\s++((?:const\s++)?)(\w+)\s*+([*&]*)\s*+\(\s*+\)\s*+((?:const)?)\s*+(?:noexcept\s*+)?[{;]"
)
ASKED = re.compile(rb"\s*+(defined\s*+)?\(?\s*+([A-Za-z]\w*+)\s*+\)?\s*+")
NO_NAME = frozenset({b"if", b"while", b"for", b"switch", b"catch"})
ADDRESS = b"CUdeviceptr"  # beside which `void *` is the host's
LEAVE = "leave one of the two out for HIP"
RENAME = (
    "if they do not do the same, give one another name, also where it is called; else leave one out for HIP"
)
CHANGES = (
    "{name} for {second} and the one for {first}: for HIP an address of the device is a `void *`, so that"
    " calls with a pointer to what is not const take the one for the device: give one another name, also"
    " where it is called"
)
CONST, POINTS_TO_CONST = b"const ", re.compile(rb"[^*]*\bconst\b")
IN_HIP = {
    b"hipDeviceptr_t": b"void*",
    b"hipDevice_t": b"int",
    b"hipblasHandle_t": b"void*",
    b"hipsolverDnHandle_t": b"void*",
    b"hipsolverHandle_t": b"void*",
    b"hipsolverSpHandle_t": b"void*",
    b"hipsparseHandle_t": b"void*",
}  # driver_types.h, hip_runtime_api.h, and the headers of the libraries, of ROCm 7.2


def twins(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report a function that takes what another of its name takes, once types have HIP's names."""
    if not any(map(TYPES.match, all_words(unit))):
        return
    seen: dict[tuple[bytes, tuple[bytes, ...], bytes], dict[tuple[bytes, ...], int]] = {}
    for name, types, span, form in _functions(unit):
        renamed = tuple(_renamed(kind, rules) for kind in types)
        last = seen.setdefault((name, renamed, form), {})  # of each form
        others = [kinds for kinds, at in last.items() if kinds != types and _together(unit, at, span.start)]
        same = [kinds for kinds in others if not _differ_in_const(kinds, types)]
        for other in (*same, *(kinds for kinds in others if _is_for_address(kinds, types)))[:1]:
            said = _told(rule, span, name, other, types)
            if macro := _unmade(unit, last[other], span.start, options):
                said = in_vain(said, macro)
            elif macro := _asked_for(unit, last[other], span.start, rules):
                when = f"where {macro.decode()} is defined, {said.message}"
                said = said._replace(severity="warning", message=when)
            yield Match(findings=(said,))
        last[types] = span.start


def _told(
    rule: Rule, span: Span, name: bytes, first: tuple[bytes, ...], second: tuple[bytes, ...]
) -> Finding:
    """Say what two functions become: one, or two of which calls take another than they did."""
    given = {"name": name.decode(), "advice": RENAME if _is_for_address(first, second) else LEAVE}
    given["first"], given["second"] = (b", ".join(one).decode("utf-8", "replace") for one in (first, second))
    said = report(rule, span, given)
    if not _differ_in_const(first, second):
        return said
    message = CHANGES.format(**given)
    return said._replace(severity="warning", fails="silent", message=message, cause=CHANGES)


def _differ_in_const(first: tuple[bytes, ...], second: tuple[bytes, ...]) -> bool:
    """Say whether one points to what is const where the other does not, so that they are two functions."""
    return any(a.startswith(CONST) != b.startswith(CONST) for a, b in zip(first, second, strict=True))


def _is_for_address(first: tuple[bytes, ...], second: tuple[bytes, ...]) -> bool:
    """Say whether one takes an address of the device where the other takes a pointer."""
    return ADDRESS in {kind.rstrip(b"*&") for kind in {*first} ^ {*second}}


class Taker(NamedTuple):
    """A function: its name, what it takes, its place, and what else tells it from others of its name."""

    name: bytes
    types: tuple[bytes, ...]
    at: Span
    form: bytes


def _functions(unit: Unit) -> Iterator[Taker]:
    """Give the functions that a file defines or a class declares, with their types, and its conversions."""
    found_heads = (one for one in DEFINED.finditer(unit.code) if one["name"] not in NO_NAME)
    heads = [(b"".join(one["name"].split()), _types(unit, one), one) for one in found_heads]
    of_api = {
        name for name, types, _ in heads if any(TYPES.match(each.removeprefix(CONST)) for each in types)
    }
    for name, types, one in heads:
        at = Span(*one.span("name"))
        if types and name in of_api:
            head = head_of(unit, at.start)
            is_made = (
                one["end"] == b"{" or one["given"] or (FRIEND not in head.words and _is_member(unit, at))
            )
            if is_made and (form := _form(unit, one, head)) is not None:
                yield Taker(name, types, at, form)
    for found in CONVERTS.finditer(unit.code):
        name = b" ".join((found[1] + b"operator" + b" " + found[4]).split())
        at = Span(found.start(), found.end(3))
        if (scope := scope_of(unit, at)) is not None:
            yield Taker(name, (found[2] + found[3],), at, scope)


def _form(unit: Unit, found: re.Match[bytes], head: Head) -> bytes | None:
    """Give the scope of a function, for which objects it is, and of a template what that asks and returns."""
    scope = function_scope(unit, found.start("name"), head)
    if scope is None:
        return None
    outside = SCOPE.search(words_before(unit, found.start("name")))
    named = b"".join(outside[0].split()).removesuffix(b"::") if outside else b""
    objects = b" ".join(OF_OBJECT.findall(found["for"]))
    parts = [b"::".join(one for one in (scope, named) if one), objects, *(found["requires"] or b"").split()]
    return b" ".join(
        (*parts, *head.templates, *(one for one in head.words if head.templates and one not in SPECIFIERS))
    )


def _types(unit: Unit, head: re.Match[bytes]) -> tuple[bytes, ...]:
    opening = head.start("taken") - 1
    return tuple(map(_spelt, parameters_in(unit.code, opening, head.end())))


def _is_member(unit: Unit, name: Span) -> bool:
    """Say whether what is declared stands in a class, which can have only one of it."""
    return any(node.type == MEMBERS for node in unit.around(name))


def _spelt(parameter: re.Match[bytes]) -> bytes:
    """Give the type of a parameter, with `const` where it points or refers to what is const."""
    points = parameter[2] and POINTS_TO_CONST.match(parameter[0])
    return (CONST if points else b"") + type_of(parameter)


def _renamed(kind: bytes, rules: RuleSet) -> bytes:
    kind = kind.removeprefix(CONST)
    name = kind.rstrip(b"*&")
    known = rules.names.get(name)
    to = (known.to if known else None) or name
    return IN_HIP.get(to, to) + kind[len(name) :]


def _together(unit: Unit, first: int, second: int) -> bool:
    """Say whether one compiler may read both places: they stand in no two branches of one condition."""
    chains = {branch.opened: branch.directive for branch in branches_around(unit, first)}
    return all(
        chains.get(branch.opened, branch.directive) == branch.directive
        for branch in branches_around(unit, second)
    )


def _unmade(unit: Unit, first: int, second: int, options: Options) -> bytes:
    """Give a macro that nothing of the project makes and without which one of two places is not read."""
    unmade = options.project.unmade
    return without_makers(unit, first, unmade) or without_makers(unit, second, unmade)


def _asked_for(unit: Unit, first: int, second: int, rules: RuleSet) -> bytes:
    """Give the macro without which one of two places is not read, if nothing here is known to make it."""
    both = {branch.directive.span for branch in branches_around(unit, first)}
    both ^= {branch.directive.span for branch in branches_around(unit, second)}
    for span in sorted(both):
        directive = unit.directive_at(span.start)
        asked = ASKED.fullmatch(unit.code, *directive.body) if directive else None
        if directive is None or asked is None or directive.name not in {b"ifdef", b"if"}:
            continue
        is_there = directive.name == b"ifdef" or asked[1]
        if is_there and asked[2] not in rules.names and asked[2] not in defined(unit):
            return asked[2]
    return b""
