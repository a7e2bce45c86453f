"""A program's own functions of C under names of CUDA's, which return another type than CUDA's do.

C has no overloads, nor has what is declared `extern "C"`: under HIP's name such a function would meet HIP's.
In C++ it is an overload beside CUDA's, and is renamed as that is. So too of a function that returns what
CUDA's does: it stands in for CUDA's, as in a library that is loaded before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.declarations import declares
from hipify_py.resolve.linkage import includes_before, marked
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import conditional, inside
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

C_LINKAGE, BY_LANGUAGE = b"!", b"!?"
"""Behind the name of one declared `extern "C"`, and of one that its file's language alone makes one of C."""
NAMED = re.compile(rb"cu(?:da)?[A-Z]\w*")
# Those of both APIs that return no status, so that their type tells nothing.
OTHERS = re.compile(
    rb"cuC(?:abs|imag|real)f?|cudaGetError(?:Name|String)|cudaGetParameterBuffer(?:V2)?|"
    rb"cudaGraphSetConditional|cudaGridDependencySynchronize|cudaTriggerProgrammaticLaunchCompletion"
)
OUTSIDE = re.compile(r"translation_unit|linkage_specification|declaration_list|preproc_\w+")
HOMES = frozenset({"declaration", "function_definition"})
PLAIN = frozenset({b"_Bool", b"bool", b"char", b"double", b"float", b"void"})


def own_c_functions(unit: Unit, rules: RuleSet, options: Options) -> frozenset[bytes]:
    """Give the names of such functions that a file declares, or sees declared by another."""
    marks = (C_LINKAGE, BY_LANGUAGE) if options.in_c else (C_LINKAGE,)
    own = (name for name, (mark, _) in _declared(unit, rules).items() if mark in marks)
    others = marked(options.project.functions, C_LINKAGE)
    return frozenset(own).union(name for name, rest in others if C_LINKAGE + rest in marks)


def told(unit: Unit, rules: RuleSet) -> Iterator[Told]:
    """Tell of the functions of this kind that a file declares."""
    for name, (mark, at) in _declared(unit, rules).items():
        yield Told("function", name + mark, after=includes_before(unit, at))


def _declared(unit: Unit, rules: RuleSet) -> dict[bytes, tuple[bytes, int]]:
    """Give for each such name its mark, and where it is declared first; none that a condition decides."""
    found: dict[bytes, tuple[bytes, int]] = {}
    for span, name in candidates(unit, rules):
        if may_declare(unit.code, span) and _is_of_api(rules, name) and not unit.directive_at(span.start):
            decided = inside(dead(unit), span.start) or conditional(unit, span.start)
            mark = b"" if decided or not declares(unit, span) else _mark(unit, unit.around(span))
            if mark and found.get(name, (b"",))[0] != C_LINKAGE:
                found[name] = mark, span.start
    return found


def _is_of_api(rules: RuleSet, name: bytes) -> bool:
    """Say whether a name may be that of a function of CUDA's that returns a status and is renamed."""
    known = rules.names.get(name)
    renamed = known is not None and known.to not in {None, b"", name}
    return renamed and NAMED.fullmatch(name) is not None and not OTHERS.fullmatch(name)


def _mark(unit: Unit, nodes: list[Node]) -> bytes:
    """Give the mark of a declared function, given the nodes around its name; none for one that is not."""
    outer = next((at for at, node in enumerate(nodes) if not OUTSIDE.fullmatch(node.type)), len(nodes))
    if outer == len(nodes) or nodes[outer].type not in HOMES or nodes[-2].type != "function_declarator":
        return b""
    if any(node.type in {"compound_statement", "parameter_list"} for node in nodes[outer:]):
        return b""
    returned = nodes[outer].child_by_field_name("type")
    words = A_NAME.findall(unit.code, returned.start_byte, returned.end_byte) if returned else []
    if not words or not PLAIN.issuperset(words):
        return b""
    in_c = any(node.type == "linkage_specification" for node in nodes[:outer])
    return C_LINKAGE if in_c else BY_LANGUAGE
