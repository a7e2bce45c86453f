"""The macros that a file defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.rules.names import Name
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

HIP_GUARD = re.compile(rb"HIP_\w*_H")  # of HIP's headers
ALIAS = re.compile(rb"\s+([A-Za-z_]\w*)\s*")


@fact
def defined(unit: Unit) -> frozenset[bytes]:
    """Give the names of the macros that a file defines."""
    return frozenset(name for one in unit.directives if (name := made_by(unit, one)))


def made_by(unit: Unit, directive: Directive | None) -> bytes:
    """Give the name of the macro that a directive makes; nothing where it makes none."""
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    return head[1] if head else b""


def made_alone(unit: Unit, index: int, after: int) -> Directive | None:
    """Give the directive that makes a macro and is all of a condition's side between two."""
    if after != index + 2 or not made_by(unit, made := unit.directives[index + 1]):
        return None  # which is asked first: what is around it may be much
    before = unit.code[unit.directives[index].span.end : made.span.start]
    behind = unit.code[made.span.end : unit.directives[after].span.start]
    return None if before.strip() or behind.strip() else made


def defines(unit: Unit, span: Span) -> bool:
    """Say whether the name at `span` is that of the macro which a `#define` makes."""
    directive = unit.directive_at(span.start)
    if directive is None or directive.name != b"define":
        return False
    head = DEFINE.match(unit.code, *directive.body)
    return head is not None and head.span(1) == span


def is_parameter(unit: Unit, span: Span) -> bool:
    """Say whether the name at `span` is a parameter in the head of a macro."""
    directive = unit.directive_at(span.start)
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    return head is not None and head.start(2) < span.start < head.end(2)


def parameters(unit: Unit, directive: Directive | None) -> list[bytes]:
    """Give the parameters of the macro that a directive makes, in order."""
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    return [one.strip() for one in head[2].strip(b"() \t").split(b",")] if head and head[2] else []


def around(unit: Unit, at: int) -> bytes:
    """Give the name of the macro whose text holds a place: in it the name means no macro."""
    return made_by(unit, unit.directive_at(at))


def alias(unit: Unit, span: Span) -> bytes | None:
    """Give the one name that the macro defined at `span` stands for; None where it is another text."""
    directive = unit.directive_at(span.start)
    found = directive and ALIAS.fullmatch(unit.code, span.end, directive.span.end)
    return found[1] if found else None


def is_own_guard(unit: Unit, name: bytes, known: Name, options: Options) -> bool:
    """Say whether a name is the guard of a header of CUDA in whose place one of the program's stands."""
    guard = known.to is not None and HIP_GUARD.fullmatch(known.to) is not None
    return guard and (name in defined(unit) or name in options.project.names)
