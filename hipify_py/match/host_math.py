"""Mathematical functions that CUDA has on the host and for float, too, and HIP not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.macros import parameters
from hipify_py.resolve.ownership import owner
from hipify_py.source.definitions import CLASSES
from hipify_py.source.functions import functions, head, on_device_alone
from hipify_py.source.lexer import DEFINE
from hipify_py.source.number_types import number_type, types_in
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_before
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# Of crt/math_functions.h of CUDA 12.9, what the host compiles; HIP 7.2 and 6.4 declare them __device__.
CALLED = re.compile(
    rb"\b(?:rsqrt|sinpi|cospi|sincospi|rcbrt|erfinv|erfcinv|erfcx|normcdf|normcdfinv|cyl_bessel_i[01])f?(?=\s*\()"
)
# Of these HIP's device code has a form for double alone under the bare name, CUDA's one for float as well.
FOR_BOTH = re.compile(
    rb"\b(?:rsqrt|sinpi|cospi|rcbrt|erfinv|erfcinv|erfcx|normcdf|normcdfinv|exp10|[jy][01])(?=\s*\()"
)
WITH_RESULTS = re.compile(rb"\bsincos(?:pi)?(?=\s*\()")  # CUDA has a form for float, HIP sincosf
BARE = frozenset({b"exp10", b"j0", b"j1", b"y0", b"y1"})  # which hipify_compat.h has not
HIPS = BARE | {b"sincos", b"sincospi"}
QUALIFIED, MOST_BLANK = re.compile(rb"\b([A-Za-z_]\w*)\s*::\s*\Z"), 256
BEFORE_GLOBAL = frozenset({b"return", b"else", b"case", b"and", b"or", b"not", b"throw", b"co_return"})
# One of them as an argument of a macro, behind others without brackets.
GIVEN = re.compile(
    rb"\b(\w+)\s*+\((?P<before>(?:[^(),;{}]*+,)*?)\s*+"
    rb"(?P<name>rsqrt|sinpi|cospi|rcbrt|erfinv|erfcinv|erfcx|normcdf|normcdfinv)\s*+[,)]"
)
HANDED = re.compile(rb"\b(\w+)\s*+\(\s*+(\w+)\s*+\)")
DECLARING = re.compile(rb"(?<!\breturn)(?<!\belse)[\w&*>]\s+[&*]*\Z")  # a type stands before it
SCOPES = frozenset({*CLASSES, "namespace_definition"})
FIRST = (
    *(b"rsqrt", b"sinpi", b"cospi", b"rcbrt", b"erfinv", b"erfc", b"normcdf", b"cyl_bessel_i"),
    *BARE,
    b"sincos",
)


def on_host(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give calls by bare names in functions of the host, unless the file or the project has its own.

    They go to a header of ours, or are reported where that has no such function or is not wanted.
    """
    for span, name, home in _called(unit, CALLED, rules, options):
        known = rules.names.get(name)
        if known and known.polyfill and options.polyfill and not options.in_c:
            if home.kind == "host" or _on_both(unit, home):
                yield Match((Edit(span, (known.polyfill,), rule.id, "polyfill"),))
        elif home.kind == "host":
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


def in_double(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give calls in code for the device alone whose argument is not seen to be a double already.

    And names that are given to a macro of the file which calls them: there nothing can be written for them.
    """
    if for_device_compiler(unit, options) and not is_hip(unit, rules):
        for span, name in _called_by_macros(unit):
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))
    for span, name, home in _called(unit, FOR_BOTH, rules, options):
        call = unit.call(span)
        if call is None or len(call.arguments) != 1 or not on_device_alone(unit, home) or is_hip(unit, rules):
            continue
        types = types_in(unit, home.span)
        kind = number_type(unit, call.arguments[0], types)
        if kind == "double" or (name in BARE and (kind != "float" or name in types)):
            continue
        if name in BARE:
            yield Match((Edit(span, (name + b"f",), rule.id, "call"),))
        elif options.polyfill:
            yield Match((Edit(span, (b"hipify_compat::" + name,), rule.id, "polyfill"),))
        else:
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


def of_floats(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give calls of `sincos` and `sincospi` whose first argument, or what they fill, is a float.

    Where the type is not seen, `sincos` of a header of ours has both forms.
    """
    for span, name, home in _called(unit, WITH_RESULTS, rules, options):
        call = unit.call(span)
        of_host = name == b"sincospi" and not on_device_alone(unit, home)  # what on_host does
        if call is None or len(call.arguments) != 3 or of_host or is_hip(unit, rules):
            continue
        types = types_in(unit, home.span)
        filled = (unit.code[slice(*place)].strip(b" \t\r\n&()") for place in call.arguments[1:])
        kinds = {number_type(unit, call.arguments[0], types), *(types.get(one, "") for one in filled)}
        if "double" in kinds or not for_device_compiler(unit, options):
            continue
        if "float" in kinds:
            yield Match((Edit(span, (name + b"f",), rule.id, "call"),))
        elif name == b"sincos" and options.polyfill and not options.in_c:
            yield Match((Edit(_with_scope(unit, span), (b"hipify_compat::sincos",), rule.id, "polyfill"),))


def _with_scope(unit: Unit, span: Span) -> Span:
    """Give the span of a name with the sign of the global scope before it."""
    sign = token_before(unit.code, span.start)
    return Span(sign.start, span.end) if sign.text == b"::" else span


def _called(
    unit: Unit, expression: re.Pattern[bytes], rules: RuleSet, options: Options
) -> Iterator[tuple[Span, bytes, Function]]:
    """Give calls by bare names, each with the function around it, but for what is the program's own."""
    found = [
        span
        for one in word_matches(unit, expression, *FIRST)
        if not owner(unit, span := Span(*one.span()), rules) and one[0] not in options.project.names
        if not _is_qualified(unit, one.start())
    ]
    homes = functions(unit, [span.start for span in found])
    own = {home.called for home in homes.values()}
    own |= {name for span in found if (name := unit.code[slice(*span)]) in HIPS and makes(unit, span)}
    scopes = _scopes(unit, found)
    for span in found:
        home, name = homes.get(span.start), unit.code[slice(*span)]
        inner = any(holds(scope, span) for scope in scopes.get(name, ()))
        if home is not None and name not in own and not inner:
            yield span, name, home


def _scopes(unit: Unit, found: list[Span]) -> dict[bytes, set[Span]]:
    """Give the classes and namespaces in which names are declared: there a bare name is the program's own.

    One that is declared outside of these is found beside its class by hipify_compat.h, too.
    """
    scopes: dict[bytes, set[Span]] = {}
    for span in found:
        around = [node for node in unit.around(span) if node.type in SCOPES]
        if around and makes(unit, span):
            scopes.setdefault(unit.code[slice(*span)], set()).add(span_of(around[-1]))
    return scopes


def _called_by_macros(unit: Unit) -> Iterator[tuple[Span, bytes]]:
    """Give names that are an argument of a macro of the file which calls that parameter."""
    for found in GIVEN.finditer(unit.code) if _calling(unit) else ():
        called = _calling(unit).get(found[1])
        at = found["before"].count(b",")
        if called and at in called and unit.directive_at(found.start()) is None:
            yield Span(*found.span("name")), found["name"]


@fact
def _calling(unit: Unit) -> dict[bytes, frozenset[int]]:
    """Give the macros of a file with parameters that they call, by the places of these.

    Some definition of a macro does so, or hands the parameter alone to a macro above that calls it.
    """
    known: dict[bytes, frozenset[int]] = {}
    for one in unit.directives:
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        if head is None or not head[2]:
            continue
        names = parameters(unit, one)
        text = unit.code[head.end() : one.body.end]
        handed = {found[2] for found in HANDED.finditer(text) if 0 in known.get(found[1], ())}
        places = {at for at, name in enumerate(names) if name and (name in handed or _applies(text, name))}
        known[head[1]] = known.get(head[1], frozenset()) | places
    return known


def _applies(text: bytes, name: bytes) -> bool:
    """Say whether a text calls a name: not where it is only what a declaration declares."""
    calls = re.finditer(rb"(?<![\w.#:>])%b\s*\(" % re.escape(name), text)
    return any(DECLARING.search(text, 0, one.start()) is None for one in calls)


def _is_qualified(unit: Unit, at: int) -> bool:
    """Say whether a name of a scope stands before the one at an offset, with white space between."""
    found = QUALIFIED.search(unit.code, max(0, at - MOST_BLANK), at)
    return found is not None and found[1] not in BEFORE_GLOBAL


def _on_both(unit: Unit, function: Function) -> bool:
    return function.kind == "device" and b"__host__" in head(unit, function)
