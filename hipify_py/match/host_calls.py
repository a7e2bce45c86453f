"""Calls of functions for the host alone, in functions for both sides that device code reaches."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.macros import defined
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import branches_around, conditional, inside
from hipify_py.source.definitions import CLASSES
from hipify_py.source.functions import head, parameters, written_functions
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
NEAR = 100
USE = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+[(<{]")
IF_REACHED = re.compile(rb"\b(?:template|(?:__)?inline(?:__)?|static|constexpr|__forceinline__)\b")
MEMBER = re.compile(rb"::\s*+~?\w++\s*+\(")
AHEAD = re.compile(rb"__device__[^;{}()]*?\b(\w+)\s*+\(")
CONSTANT = re.compile(rb"\bconst(?:expr|eval)\b")
MACRO = re.compile(rb"\b[A-Z][A-Z\d_]+\b")  # it may mark the function
ASKS_SIDE = re.compile(rb"(?i)CUDA_ARCH|DEVICE|CUDACC|HIP|NVCC|HOST|ROCM")
INCLUDED = (*HEADERS, ".inl", ".inc", ".tcc")
# nvcc 13.0 warns of each in such a function (20011-D), clang refuses it: both were asked.
OF_LIBRARY = frozenset(
    b"atoi calloc exit getenv memcmp memmove perror putchar puts qsort rand realloc scanf snprintf sprintf"
    b" srand strcmp strcpy strlen strncpy system terminate time".split()
)


def host_calls(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report each such function once; what nothing in a header reaches by a note."""
    made = {one: head(unit, one) for one in written_functions(unit)}
    for_both = [one for one, words in made.items() if b"__host__" in words and b"__device__" in words]
    if not for_both or any(word in unit.code for word in BY_PRAGMA):
        return
    hosts, others = _by_side(unit, made)
    hosts = (hosts | OF_LIBRARY - others) - options.project.names - defined(unit)
    emitted = _emitted(unit, made, for_both)
    told: set[bytes] = set()
    for one in for_both if options.name.endswith(INCLUDED) else (one for one in for_both if one in emitted):
        calls = [found for found in CALL.finditer(unit.code, *one.body) if found["name"] in hosts]
        own = _locals(unit, one, made[one]) if calls else frozenset()
        for found in calls:
            name, span, scope = found["name"], Span(*found.span("name")), found["scope"]
            if name in told or (not scope and name in own) or _is_declared(unit.code, found.start()):
                continue
            of_library = name in OF_LIBRARY and not owner(unit, span, rules)
            if (scope or b"").startswith(b"std") or name in OF_LIBRARY:
                in_class = not scope and (MEMBER.search(made[one]) or _in_class(unit, one))  # it may have one
                if not of_library or in_class:
                    continue
            if _on_one_side(unit, span.start):
                continue
            told.add(name)
            said = report(rule, span, {"name": name.decode()})
            yield Match(findings=(said if one in emitted else said._replace(severity="note"),))


def _by_side(unit: Unit, made: Mapping[Function, bytes]) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Give the names of a file's functions that are for the host alone, and those of its others."""
    hosts: set[bytes] = set()
    others: set[bytes] = set()
    for one, words in made.items():
        marked = one.kind != "host" or any(mark.search(words) for mark in (CONSTANT, MACRO, MARKED))
        marked = marked or conditional(unit, one.body.start)  # for one compiler, as helper_math.h has rsqrtf
        (others if marked or MEMBER.search(words) or _in_class(unit, one) else hosts).add(one.called)
    others.update(found[1] for found in AHEAD.finditer(unit.code))
    return frozenset(hosts - others), frozenset(others)


def _emitted(unit: Unit, made: Mapping[Function, bytes], for_both: Iterable[Function]) -> set[Function]:
    """Give the functions for both sides that are made for the device: reached, or seen from outside."""
    by_name: dict[bytes, list[Function]] = {}
    for one in for_both:
        by_name.setdefault(one.called, []).append(one)
    emitted = {one for one in for_both if not (IF_REACHED.search(made[one]) or _in_class(unit, one))}
    todo = [*emitted, *(one for one in made if one.kind != "host" and b"__host__" not in made[one])]
    while todo:
        for name in {*USE.findall(unit.code, *todo.pop().body)}:
            fresh = [one for one in by_name.pop(name, ()) if one not in emitted]
            emitted.update(fresh)
            todo += fresh
    return emitted


def _in_class(unit: Unit, one: Function) -> bool:
    at = one.body.start
    return any(node.type in CLASSES for node in unit.around(Span(at, at)))


def _locals(unit: Unit, one: Function, words: bytes) -> frozenset[bytes]:
    """Give the names of parameters, and of local objects that may be called, such as lambdas."""
    pairs = pairwise(A_NAME.findall(unit.code, *one.body))
    made = {second for first, second in pairs if first == b"auto"}
    return frozenset((*parameters(unit.code, one), *POINTER.findall(words), *made))


def _is_declared(code: bytes, at: int) -> bool:
    return DECLARED.search(code, max(0, at - NEAR), at) is not None


def _on_one_side(unit: Unit, at: int) -> bool:
    """Say whether a place stands in a branch that a side of the compilation chooses, or HIP never reads."""
    if inside(dead(unit), at) or inside(sides(unit).own, at):
        return True
    asked = (
        unit.code[slice(*one.body)]
        for branch in branches_around(unit, at)
        for one in (unit.directives[branch.opened], branch.directive)
    )
    return any(ASKS_SIDE.search(one) for one in asked)
