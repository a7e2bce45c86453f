"""What a file defines where the grammar lost its way, or never came: its tokens tell it all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.tokens import token_before

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

OPENS = re.compile(rb"\s*+\(")
BODY = re.compile(rb"\s*+(?:(?:const|noexcept|override|final)\b\s*+)*+(?:->[^;{}()]{0,200}+)?\{")

GIVEN = re.compile(rb"\s*+(?:=(?!=)|[;,)\[])")
NO_TYPES = frozenset(b"struct class union enum and or not xor bitand bitor namespace friend".split())


def reads_as_declaration(unit: Unit, span: Span) -> bool:
    """Say whether what stands around a name reads as a declaration, in a file that nothing was parsed of.

    Elsewhere the tree tells it. What is declared is a variable or a parameter behind the word of its type, or
    a function with its body.
    """
    if not unit.is_given_up:
        return False
    if GIVEN.match(unit.code, span.end):
        word = token_before(unit.code, span.start)
        return word.is_word and word.text not in NO_TYPES and may_declare(unit.code, span)
    return reads_as_definition(unit, span)


def reads_as_definition(unit: Unit, span: Span) -> bool:
    """Say whether what stands around a name reads as the definition of a function, `T name(...) {`.

    Only where the tree of the file has errors: elsewhere that tells what is defined.
    """
    opens = OPENS.match(unit.code, span.end)
    if opens is None or not may_declare(unit.code, span) or unit.directive_at(span.start) is not None:
        return False
    if not (unit.tree.root_node.has_error or unit.given_up):
        return False
    end = bracket_ends(unit).get(opens.end() - 1)
    return end is not None and BODY.match(unit.code, end) is not None
