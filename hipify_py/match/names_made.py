"""Names that a file makes where they stand, in whatever scope: by a declaration, a macro or a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.made_by_macros import is_made_by_macro
from hipify_py.resolve.declarations import declares
from hipify_py.resolve.lost_definitions import reads_as_definition
from hipify_py.resolve.macros import defines, is_parameter
from hipify_py.source.brackets import opening
from hipify_py.source.search import before

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

MADE = re.compile(  # by a declaration, or by what Google's and Boost's frameworks name tests with
    rb"\b(?:struct|class|union|enum)\s+\Z|\b(?:TYPED_)?TEST(?:_[FP]|_SUITE(?:_P)?)?\s*\(\s*\Z"
    rb"|\bBOOST_\w*TEST_(?:SUITE|CASE)\w*\s*\(\s*\Z"
)
# Where tests and their suites are named, by GoogleTest too: a name there says nothing of others like it.
TEST_NAMED = re.compile(
    rb"\b(?:TYPED_)?TEST(?:_[FP])?\s*\(\s*\w+\s*,\s*\Z"
    rb"|\bTYPED_TEST_(?:SUITE|CASE)(?:_P)?\s*\(\s*\Z"
    rb"|\bINSTANTIATE_(?:TYPED_)?TEST_(?:SUITE|CASE)_P\s*\(\s*(?:\w+\s*,\s*)?\Z"
    rb"|\bREGISTER_TYPED_TEST_(?:SUITE|CASE)_P\s*\(\s*(?:\w+\s*,\s*)*\Z"
)
OPENED = re.compile(rb"\s*+<")
# What the grammar does not know: that a template is made for some types elsewhere.
ELSEWHERE = re.compile(rb"\bextern\s+template\b(?!\s*<)[^;{}()]*\Z")
# What lies between a template that is made for some types and what is no name of it.
GIVEN = frozenset({"parameter_list", "template_argument_list"})
FAR = 512  # bytes before a name in which a list of tests may begin
ENDS_NAME, MACRO = re.compile(rb"\s*+[;,)=({\[]"), re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\s*\Z")
OTHERS = re.compile(rb"(?<=\))\s*(?:\w+\s*,\s*)+\Z")  # names that are declared before one
POINTED = re.compile(rb"\s*[*;{]")  # behind a type that is declared there


def made_here(unit: Unit, found: list[tuple[Span, bytes]]) -> set[bytes]:
    """Give those of the names that the file declares or defines, in whatever scope."""
    own: set[bytes] = set()
    makes = (
        defines,
        is_parameter,
        declares,
        reads_as_definition,
        introduces,
        is_typed_by_macro,
        is_made_by_macro,
        instantiates,
    )
    for span, name in found:
        if name not in own and any(asks(unit, span) for asks in makes):
            own.add(name)
    return own


def is_typed_by_macro(unit: Unit, span: Span) -> bool:
    """Say whether a name is declared with a macro as its type, as in `API(Event_t) begun, done;`.

    What a macro gives stands before a name alone where that is declared.
    """
    if not ENDS_NAME.match(unit.code, span.end):
        return False
    others = OTHERS.search(unit.code, max(0, span.start - 256), span.start)
    closed = before(unit.code, others.start() if others else span.start, b" \t\r\n")
    if unit.code[closed - 1 : closed] != b")":
        return False
    opens = opening(unit.code, closed - 1, max(0, closed - 256))
    return opens > 0 and MACRO.search(unit.code, max(0, opens - 64), opens) is not None


def introduces(unit: Unit, span: Span) -> bool:
    """Say whether a name becomes known where it stands: `struct name *p`, a test of GoogleTest."""
    made = MADE.search(unit.code, max(0, span.start - 64), span.start)
    return made is not None and (b"(" in made[0] or POINTED.match(unit.code, span.end) is not None)


def names_test(unit: Unit, span: Span) -> bool:
    """Say whether a name is given to a test or a suite of tests where it stands.

    A test is often named as the function that it tries: it makes no such name.
    """
    return TEST_NAMED.search(unit.code, max(0, span.start - FAR), span.start) is not None


def instantiates(unit: Unit, span: Span) -> bool:
    """Say whether a name is that of a template which is made for some types where it stands.

    That template is the program's: CUDA's interfaces, being in C, have none but overloads of names they have.
    """
    if not OPENED.match(unit.code, span.end):
        return False
    elsewhere = ELSEWHERE.search(unit.code, max(0, span.start - FAR), span.start)
    if elsewhere is not None and elsewhere[0].count(b"<") == elsewhere[0].count(b">"):
        return True
    around = [node.type for node in unit.around(span)]
    inner = around[around.index("template_instantiation") + 1 :] if "template_instantiation" in around else []
    return bool(inner) and GIVEN.isdisjoint(inner)
