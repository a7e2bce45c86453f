"""Functions that a file defines where the grammar lost its way: their tokens tell it all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.declarations import may_declare
from hipify_py.source.bracket_ends import bracket_ends

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

OPENS = re.compile(rb"\s*+\(")
BODY = re.compile(rb"\s*+(?:(?:const|noexcept|override|final)\b\s*+)*+(?:->[^;{}()]{0,200}+)?\{")


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
