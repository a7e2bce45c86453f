"""`min` and `max`: CUDA has them for all numbers, HIP for two of a type, and on the host for `int` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import parameter_types
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.class_members import asked, known_elsewhere
from hipify_py.resolve.declarations import makes, own_scope
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defines
from hipify_py.resolve.ownership import own_scopes, owner
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import closing
from hipify_py.source.conditions import any_around, conditional, inside
from hipify_py.source.functions import functions, on_device_alone
from hipify_py.source.number_types import FLOATING, SMALL, WHOLE, number_type, promoted, spelt
from hipify_py.source.outer_types import types_around
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import found_words, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

OWN = b"@"
"""Behind the name that a file defines for numbers, where it tells others of it."""
WRITTEN = re.compile(rb"\b(?:min|max)(?=\s*\()")
OF_STD = re.compile(rb"\busing\s+(?:namespace\s+std\b|(?:::\s*)?std\s*::\s*(min|max)\b)")
OF_OTHERS = re.compile(rb"\busing\s[\s\w:]*::\s*(min|max)\s*;")
NOT_CUDA = re.compile(
    rb"\s*+#\s*+(?:ifndef\s++|(?:el)?if\s[^\n|]*!\s*+defined\s*+\(?\s*+)__(?:CUDACC|NVCC)__"
)
# Types of two numbers for which CUDA has both functions: a file that defines one itself is none of nvcc's.
OF_CUDA = frozenset((*WHOLE, "float", "double"))
FLOATS = frozenset({"float", "double", FLOATING})
LONGEST = 2_000  # bytes of a call that are looked at for objects
NUMBERS = frozenset((*SMALL, *WHOLE, "float", "double"))


def written(unit: Unit) -> list[tuple[Span, bytes]]:
    """Give where `min` and `max` stand with a bracket behind them, but for what no compiler of CUDA reads."""
    found = [(Span(*one.span()), one[0]) for one in word_matches(unit, WRITTEN, b"min", b"max")]
    of_hip = sides(unit).own if found else ()
    return [one for one in found if not (inside(of_hip, one[0].start) or _for_others(unit, one[0].start))]


def asked_classes(unit: Unit) -> frozenset[bytes]:
    """Give the classes of which a file must know the members, as `resolve.class_members` names them."""
    regions: list[Span] = []
    for span, _ in written(unit):
        if not regions or span.start >= regions[-1].end:
            regions.append(
                Span(span.end, closing(unit.code, span.end, min(span.end + LONGEST, len(unit.code))))
            )
    return asked(unit, regions)


@fact
def replacing(unit: Unit) -> dict[bytes, int]:
    """Give which of the two a file defines for two numbers of a type, outside of all scopes and conditions.

    Each has the offset of the first such definition. nvcc has these already and would refuse them, so that a
    bare name is the program's own for all calls.
    """
    found: dict[bytes, int] = {}
    for span, name in written(unit):
        if name not in found and makes(unit, span) and _is_of_numbers(unit, span):
            found[name] = span.start
    return found


def _is_of_numbers(unit: Unit, span: Span) -> bool:
    """Say whether what is defined under a name is for two numbers of a type for which CUDA has one."""
    if defines(unit, span) or conditional(unit, span.start) or own_scope(unit, span) is not None:
        return False
    end = closing(unit.code, unit.code.index(b"(", span.end), len(unit.code))
    types = [spelt(kind.removesuffix(b"&")) for kind in parameter_types(unit.code, span.end, end)]
    return len(types) == 2 and types[0] == types[1] and types[0] in OF_CUDA


def told(unit: Unit) -> Iterator[Told]:
    """Tell of what a file defines in the place of CUDA's functions, by the name and `OWN`."""
    for name, at in replacing(unit).items():
        yield Told("function", name + OWN, after=includes_before(unit, at))


def on_numbers(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Let calls go to a header of ours, or report them, unless HIP's functions are seen to do the same.

    Macros, what other files of the program make, what a `using` takes from `std` and what is for HIP already
    are no matter. Where the file has functions of these names itself, calls count whose arguments are numbers
    for certain; where it has them for numbers, no call is CUDA's.
    """
    for_cuda = for_device_compiler(unit, options) and not is_hip(unit, rules)
    found = written(unit) if for_cuda else []
    from_std = {each[1] for each in word_matches(unit, OF_STD, b"using")} if found else set()
    project = options.project
    other = (
        from_std | (project.names - project.beside) | {name for span, name in found if defines(unit, span)}
    )
    if found:
        other |= replacing(unit).keys()
        other |= {name for name in (b"min", b"max") if name + OWN in project.functions}
    found = [(span, name) for span, name in found if name not in other]
    scopes = (
        own_scopes(unit, [one for one in found_words(unit, b"min", b"max") if one[1] not in other])
        if found
        else {}
    )
    brought = {each[1] for each in word_matches(unit, OF_OTHERS, b"using")} if found else set()
    overloaded = project.beside.union(brought, (name for span, name in found if makes(unit, span)))
    calls = [
        (span, name)
        for span, name in found
        if not owner(unit, span, rules) and not inside(scopes.get(name, ()), span.start)
    ]
    homes = functions(unit, [span.start for span, _ in calls])
    others = known_elsewhere(unit, options) if calls else {}
    for span, name in calls:
        home, call = homes.get(span.start), unit.call(span)
        in_class = name in project.beside and home is not None and "::" in home.name
        if call is None or len(call.arguments) != 2 or in_class:
            continue
        types = types_around(unit, home, others)
        kinds = [_hip_type(number_type(unit, argument, types), rules) for argument in call.arguments]
        unsure = name in overloaded and not set(kinds) <= NUMBERS
        if unsure or _is_same(unit, home, kinds, std=None in from_std):
            continue
        if options.polyfill:
            yield Match((Edit(span, (b"hipify_compat::" + name,), rule.id, "polyfill"),))
        else:
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


def _hip_type(kind: str, rules: RuleSet) -> str:
    """Give the name that a type has in HIP, as code half ported spells it in either way.

    Two that are `auto` need not be one.
    """
    if kind.partition(".")[0] == "?auto":
        return ""
    known = rules.names.get(kind.removeprefix("?").encode())
    return "?" + known.to.decode() if known and known.to else kind


def _for_others(unit: Unit, at: int) -> bool:
    """Say whether a condition keeps a place from CUDA's compiler."""
    return any_around(unit, at, _is_for_others)


def _is_for_others(unit: Unit, branch: Branch) -> bool:
    return NOT_CUDA.match(unit.code, *branch.directive.span) is not None


def _is_same(unit: Unit, home: Function | None, kinds: list[str], *, std: bool) -> bool:
    """Say whether HIP's function takes two arguments of some types as CUDA's does."""
    alike = kinds[0] == kinds[1] and kinds[0] not in {"", FLOATING}
    if home and on_device_alone(unit, home):
        return alike or not FLOATS.isdisjoint(kinds)
    return (std and alike) or [promoted(kind) for kind in kinds] == ["int", "int"]
