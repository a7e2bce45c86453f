"""Where a name that is declared without a value gets its first one, and what that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.source.functions import functions
from hipify_py.source.jumped_declarations import may_be_jumped_over
from hipify_py.source.search import last_of
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import token_at, words
from hipify_py.source.unset_names import is_array

if TYPE_CHECKING:
    from hipify_py.rules.model import Rule
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.macro_expansion import Expanded
    from hipify_py.source.unit import Unit

SET, TO_SET = "set where it is declared", "set it where it is declared"


def given_first(unit: Unit, rule: Rule, whole: Expanded, made: Declaration, to: str) -> Match:
    """Give a value to a name, of which `whole` tells: where it is declared, or behind that.

    It is told alone where that cannot be done without a look at more: a macro sets what it declares.
    """
    at = whole.original(made.at)
    edit = _edit(unit, rule, whole, made)
    said = report(rule, at, {"name": made.name.decode(), "to": to, "how": SET if edit else TO_SET})
    return Match((edit,) if edit else (), (said,))


def _edit(unit: Unit, rule: Rule, whole: Expanded, made: Declaration) -> Edit | None:
    """Give the edit that gives a name its first value.

    C++ lets nobody jump over a declaration with a value, but over an assignment behind one.
    """
    is_written = unit.code[slice(*whole.original(made.at))] == made.name
    if is_written and not _is_jumped_over(whole.unit, made):
        end = whole.original(Span(made.at.start, declared_end(whole.unit, made))).end
        return Edit(Span(end, end), (_nothing(whole.unit, made),), rule.id, "value")
    ends = _end_of_statement(unit, whole, made, is_written=is_written)
    if ends is None or is_array(whole.unit, made):
        return None
    value = _nothing(whole.unit, made)
    given = b" " + made.name + (value if value != b"{}" else b" = {}") + b";"
    return Edit(Span(ends, ends), (given,), rule.id, "value")


def _end_of_statement(unit: Unit, whole: Expanded, made: Declaration, *, is_written: bool) -> int | None:
    """Give where a name can be assigned behind its declaration, or behind a macro that does no more."""
    at = whole.original(made.statement if is_written else made.at)
    use = whole.use_at(made.at.start)
    told = use.becomes if use else made.at
    begins = last_of(unit.code, b";{}()", at.start)  # behind a bracket it is no statement among others
    is_apart = begins >= 0 and unit.code[begins : begins + 1] not in {b"(", b")"}
    if not is_apart or len([*words(whole.unit.code, made.name, within=told)]) > 1:
        return None
    if is_written:
        return at.end
    ends = token_at(unit.code, at.end)
    return ends.end if ends.text == b";" else None


def _is_jumped_over(unit: Unit, made: Declaration) -> bool:
    home = functions(unit, [made.at.start]).get(made.at.start)
    return home is not None and may_be_jumped_over(unit, home, made)


def declared_end(unit: Unit, made: Declaration) -> int:
    """Give where a declared name ends, with the bounds of an array behind it."""
    end, opens = made.at.end, token_at(unit.code, made.at.end)
    while opens.text == b"[":
        closes = token_at(unit.code, expression_end(unit.code, opens.end, len(unit.code)))
        if closes.text != b"]":
            break
        end, opens = closes.end, token_at(unit.code, closes.end)
    return end


def _nothing(unit: Unit, made: Declaration) -> bytes:
    """Give what follows a declared name for it to have a value."""
    if is_array(unit, made):
        return b"{}"
    if made.pointers:
        return b" = nullptr"
    from hipify_py.lanes.flow.value_types import is_number_type  # with what few sources need

    return b" = 0" if is_number_type(made.type_in(unit.code)) else b"{}"
