"""Names that a macro of the file makes types of: `WRAP(cublasGdot, f, g)`, whose text has `class name {`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hipify_py.source.macro_meanings import meanings

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

FAR: Final = 256  # bytes before a name in which the macro stands that it is given to
GIVEN: Final = re.compile(rb"\b([A-Za-z_]\w*+)\s*+\(([^()]*,)?\s*\Z")
MAKES: Final = rb"\b(?:class|struct|union|enum|namespace|using)\s+%b\b(?!\s*+(?:::|\#))"


def is_made_by_macro(unit: Unit, span: Span) -> bool:
    """Say whether a macro of the file that a name is given to makes a type or namespace of that name."""
    given = GIVEN.search(unit.code, max(0, span.start - FAR), span.start)
    number = (given[2] or b"").count(b",") if given else 0
    for macro in meanings(unit).get(given[1], ()) if given else ():
        names = macro.parameters or ()
        if number < len(names) and re.search(MAKES % re.escape(names[number]), macro.text.code):
            return True
    return False
