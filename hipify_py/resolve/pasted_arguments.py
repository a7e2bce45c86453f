"""Names that are arguments of macros of the file which paste them to other text: `#define UN(f) k_##f()`.

There a name can be nothing but one word: `UN(our::f)` would make `k_our::f()`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.given_names import given
from hipify_py.resolve.macros import made_by, parameters
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import macro_arguments
from hipify_py.source.macro_meanings import meanings
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

DEEPEST = 4  # macros that hand an argument on, one to the other
MANY = 64  # uses of a macro that is handed another's name
HANDED = re.compile(rb"(?<!\w)([A-Za-z_]\w*)\s*\(([^()]*)\)")


def is_pasted(unit: Unit, span: Span) -> bool:
    """Say whether the name at `span` is an argument of a macro that pastes it to other text."""
    to = given(unit, span) if any_paste(unit) else None
    return to is not None and any(_pastes(unit, name, to.number, DEEPEST) for name in _named(unit, to.callee))


@fact
def any_paste(unit: Unit) -> bool:
    """Say whether a macro of a file pastes anything."""
    return b"##" in unit.code


def _named(unit: Unit, callee: Token) -> set[bytes]:
    """Give the macros that are called: of the parameter of a list of names, what the list is given."""
    name = unit.code[callee.start : callee.end]
    directive = unit.directive_at(callee.start)
    listed = parameters(unit, directive)
    if directive is None or name not in listed:
        return {name}
    at, found = listed.index(name), set[bytes]()
    for use in [*standing(unit, made_by(unit, directive))][:MANY]:
        end = bracket_ends(unit).get(use.end, -1)
        handed = macro_arguments(unit.code, use.end + 1, end - 1) if end > 0 else []
        found |= {unit.code[slice(*one)] for one in handed[at : at + 1]}
    return found


def _pastes(unit: Unit, name: bytes, number: int, depth: int) -> bool:
    """Say whether a macro pastes one of its arguments, or another to which it hands that."""
    for macro in meanings(unit).get(name, ()) if depth else ():
        takes, text = macro.parameters or (), macro.text.code
        if number >= len(takes):
            continue
        word = re.escape(takes[number])
        if re.search(rb"##\s*+%b\b|(?<!\w)%b\s*+##" % (word, word), text):
            return True
        for call in HANDED.finditer(text):
            handed = [one.strip() for one in call[2].split(b",")]
            at = handed.index(takes[number]) if takes[number] in handed else -1
            if at >= 0 and _pastes(unit, call[1], at, depth - 1):
                return True
    return False
