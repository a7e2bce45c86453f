"""Names that a macro of the file makes types of: `WRAP(cublasGdot, f, g)`, whose text has `class name {`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hipify_py.resolve.given_names import given
from hipify_py.source.macro_meanings import meanings

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

MAKES: Final = rb"\b(?:class|struct|union|enum|namespace|using)\s+%b\b(?!\s*+(?:::|\#))"


def is_made_by_macro(unit: Unit, span: Span) -> bool:
    """Say whether a macro of the file that a name is given to makes a type or namespace of that name."""
    to = given(unit, span)
    for macro in meanings(unit).get(to.callee.text, ()) if to else ():
        names = macro.parameters or ()
        if to and to.number < len(names) and re.search(MAKES % re.escape(names[to.number]), macro.text.code):
            return True
    return False
