"""Calls of functions for the host alone, in functions for both sides that device code reaches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_attributes import declared_words
from hipify_py.match.emitted import IF_REACHED, emitted, for_both, heads, in_class, is_for_both
from hipify_py.match.function_heads import words_before
from hipify_py.match.function_places import ENDS, named, outside
from hipify_py.match.host_library import Around, Use, library_uses, table
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.macros import defined
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import branches_around, conditional, inside
from hipify_py.source.definitions import CLASSES
from hipify_py.source.functions import parameters
from hipify_py.source.includes import HEADERS
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CALL = re.compile(rb"(?<![\w.>:])(?P<scope>std\s*+::\s*+|::\s*+)?+(?P<name>[A-Za-z_]\w*+)(?=\s*+\()")
DECLARED = re.compile(  # an object, by what stands before its name; or what is not worked out
    rb"(?:>|(?<!\w)(?!(?:return|else|case|throw|do|and|or|not)\s)[A-Za-z_]\w*)[\s*&]+\Z"
    rb"|\b(?:decltype|sizeof|alignof|noexcept|typeid)\s*\(\s*\Z"
)
POINTER = re.compile(rb"\(\s*\*\s*(?:const\s+)?(\w+)\s*\)")
MARKED = re.compile(  # by a word of another file, before the type
    rb"\b(?!(?:static|inline|extern|const|unsigned|signed|long|short|struct|class|enum|typename|volatile)\s)"
    rb"[A-Za-z_]\w*\s+[A-Za-z_]\w*[\s*&]+(?:\w+)\s*\("
)
BY_PRAGMA = (b"force_cuda_host_device", b"NV_IF_")  # other ways to part the sides
TYPED = re.compile(rb"\w[\s*&>]*+\Z")  # before a name that is declared
NEAR = 100
MEMBER = re.compile(rb"::\s*+~?\w++\s*+\(")
AHEAD = re.compile(rb"__device__[^;{}()]*?\b(\w+)\s*+\(")
CONSTANT = re.compile(rb"\bconst(?:expr|eval)\b")
MACRO = re.compile(rb"\b[A-Z][A-Z\d_]+\b")  # it may mark the function
ASKS_SIDE = re.compile(rb"(?i)CUDA_ARCH|DEVICE|CUDACC|HIP|NVCC|HOST|ROCM")
INCLUDED = (*HEADERS, ".inl", ".inc", ".tcc")


def host_calls(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report each such function once; what nothing in a header reaches by a note."""
    made, told_elsewhere = heads(unit), _declared_for_both(unit)
    both = tuple(sorted({*for_both(unit), *told_elsewhere}, key=lambda one: one.body))
    if not both or any(word in unit.code for word in BY_PRAGMA):
        return
    hosts, others = _by_side(unit, made, both)
    bare = others | hosts | options.project.names | defined(unit)
    hosts = (hosts | table().c - others) - options.project.names - defined(unit)
    reached = emitted(unit, "device") | told_elsewhere
    told: set[tuple[str, str]] = set()
    for one in both if options.name.endswith(INCLUDED) else (one for one in both if one in reached):
        is_member = MEMBER.search(made[one]) is not None or in_class(unit, one)
        around = Around(bare, callable_names(unit, one, made[one]), is_member, options.project.functions)
        for use in (*_calls(unit, one, hosts, around, rules), *library_uses(unit, one, around)):
            if (use.name, use.until) not in told and not on_one_side(unit, use.span.start):
                told.add((use.name, use.until))
                said = report(rule, use.span, {"name": use.name, "until": use.until})
                yield Match(findings=(said if one in reached else said._replace(severity="note"),))


def _calls(
    unit: Unit, one: Function, hosts: frozenset[bytes], around: Around, rules: RuleSet
) -> Iterator[Use]:
    """Give the calls of functions of the file for the host alone, and of C's library."""
    of_c = table().c
    for found in CALL.finditer(unit.code, *one.body):
        name, span, scope = found["name"], Span(*found.span("name")), found["scope"] or b""
        if name not in hosts or is_declared(unit.code, found.start()):
            continue
        is_std = scope.startswith(b"std")
        if (not scope and name in around.callable) or (is_std and name not in of_c):
            continue
        if name in of_c and not is_std and (owner(unit, span, rules) or (not scope and around.is_member)):
            continue  # the class may have one
        yield Use(name.decode(), span)


def _by_side(
    unit: Unit, made: Mapping[Function, bytes], both: Iterable[Function]
) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Give the names of a file's functions that are for the host alone, and those of its others."""
    hosts: set[bytes] = set()
    others: set[bytes] = set()
    for one, words in made.items():
        marked = one.kind != "host" or any(mark.search(words) for mark in (CONSTANT, MACRO, MARKED))
        marked = marked or conditional(unit, one.body.start)  # for one compiler, as helper_math.h has rsqrtf
        (others if marked or MEMBER.search(words) or in_class(unit, one) else hosts).add(one.called)
    for name, is_host in _declared(unit, both):
        (hosts if is_host else others).add(name)
    others.update(found[1] for found in AHEAD.finditer(unit.code))
    return frozenset(hosts - others), frozenset(others)


def _declared(unit: Unit, both: Iterable[Function]) -> Iterator[tuple[bytes, bool]]:
    """Give what functions for both sides call that the file declares outside of classes; if for the host.

    Where a declaration is all there is, that is what clang goes by: nvcc warns at most.
    """
    called = {found["name"] for one in both for found in CALL.finditer(unit.code, *one.body)}
    for name, at, _ in named(unit, called, ENDS):
        at_name = Span(at, at + len(name))
        if scope_of(unit, at_name) is None or any(node.type in CLASSES for node in unit.around(at_name)):
            continue
        words = words_before(unit, at)
        head = words + b" " + name + b"("
        marks = b"__device__" in words or any(mark.search(head) for mark in (CONSTANT, MACRO, MARKED))
        if TYPED.search(words):
            yield name, not marks and not conditional(unit, at)


def _declared_for_both(unit: Unit) -> frozenset[Function]:
    """Give the members defined outside of their class that only their declarations mark for both sides.

    The definition is given the same words (M098), and other files may call it.
    """
    both = {key for key, (words, _) in declared_words(unit).items() if is_for_both(words)}
    places = {at for key, at in outside(unit) if key in both} if both else set()
    return frozenset(
        one
        for one, words in heads(unit).items()
        if not IF_REACHED.search(words) and any(one.span.start <= at < one.body.start for at in places)
    )


def callable_names(unit: Unit, one: Function, words: bytes) -> frozenset[bytes]:
    """Give the names of parameters, and of local objects that may be called, such as lambdas."""
    pairs = pairwise(A_NAME.findall(unit.code, *one.body))
    made = {second for first, second in pairs if first == b"auto"}
    return frozenset((*parameters(unit.code, one), *POINTER.findall(words), *made))


def is_declared(code: bytes, at: int) -> bool:
    """Say whether what looks like a call at a place declares an object, or is not worked out."""
    return DECLARED.search(code, max(0, at - NEAR), at) is not None


def on_one_side(unit: Unit, at: int) -> bool:
    """Say whether a place stands in a branch that a side of the compilation chooses, or HIP never reads."""
    if inside(dead(unit), at) or inside(sides(unit).own, at):
        return True
    asked = (
        unit.code[slice(*one.body)]
        for branch in branches_around(unit, at)
        for one in (unit.directives[branch.opened], branch.directive)
    )
    return any(ASKS_SIDE.search(one) for one in asked)
