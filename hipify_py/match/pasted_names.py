"""Names that macros put together: their beginning is renamed, and what HIP needs beyond that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.api_names import only_wraps
from hipify_py.match.calls import apply
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.pasted_names import BEGINNINGS, MARK, REST, pasted, uses, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.resolve.pasted_names import Pasting, Use
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.call_parts import Call
    from hipify_py.source.unit import Unit

UNTYPED = re.compile(rb"\s*+(?:\(\s*+void\s*+\*\s*+\*\s*+\)|\w+_cast\s*+<\s*+void\s*+\*\s*+\*\s*+>)")


def pasted_names(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename the beginning of names in macros that end them; report calls that need more than that."""
    named = {name.removesuffix(MARK) for name in options.project.functions if name.endswith(MARK)}
    macros: dict[bytes, Pasting | None] = dict.fromkeys(named)
    for macro in pasted(unit):
        macros[macro.macro] = macro
        to = BEGINNINGS.get(unit.code[slice(*macro.beginning)])
        if to:
            yield Match((Edit(macro.beginning, (to,), rule.id, "rename"),))
    for use in uses(unit) if macros else ():
        if use.macro in macros:
            yield from _more(unit, rule, rules, use, macros[use.macro])


def _call(unit: Unit, use: Use, macro: Pasting | None) -> Call | None:
    """Give the call of the function that a macro names, where the file tells what the macro hands to it."""
    if call := unit.call(use.end):
        return call
    if macro is None or macro.handed is None:
        return None
    made = unit.call(Span(use.start, use.start + len(use.macro)))
    if made is None:
        return None
    handed: list[Span] = []
    for at in macro.handed:
        handed += made.arguments[macro.parameters - 1 :] if at == REST else made.arguments[at : at + 1]
    return made._replace(name=use.end, arguments=tuple(handed))


def _more(unit: Unit, rule: Rule, rules: RuleSet, use: Use, macro: Pasting | None) -> Iterator[Match]:
    """Report a call for which HIP's name differs by more than the beginning, or the arguments differ."""
    end = use.end
    for name, to in whole(use.macro, unit.code[slice(*end)]):
        known = rules.names.get(name)
        if known is None:
            continue
        call = _call(unit, use, macro)
        speakers = [one for one in rules.for_call(name) if not only_wraps(one, known)]
        edited = apply(unit, name, call, speakers).edit if call else any(one.fix for one in speakers)
        if known.to is None:
            why = known.note
        elif edited and known.to != to and _takes_it_so(unit, rules, to, call):
            return
        elif edited:
            why = _why(rules, to, known.to, sure=call is not None)
        elif known.to != to:
            why = _other_name(rules, to, known.to, unit.code[slice(*end)])
        elif known.note and not (call and len(call.arguments) in known.fits):
            why = known.note
        else:
            return
        said = report(rule, end, {"name": name.decode(), "to": to.decode(), "why": why})
        said = said._replace(cause=why)
        is_gone = known.to not in {None, to} and to not in rules.targets and not edited
        is_sure = macro is not None and name.startswith(unit.code[slice(*macro.beginning)])
        yield Match(findings=(said._replace(severity="error") if is_gone and is_sure else said,))
        return


def _other_name(rules: RuleSet, put_together: bytes, whole_name: bytes, end: bytes) -> str:
    """Say what HIP calls a function, where that is another name: only its end, where that is all to write."""
    beginning = put_together[: -len(end)]
    if put_together in rules.targets:
        return f"in HIP it is {whole_name.decode()}"
    if not whole_name.startswith(beginning) or whole_name == beginning:
        return f"which HIP does not have: there it is {whole_name.decode()}"
    return f"which HIP does not have: write {whole_name.removeprefix(beginning).decode()} for {end.decode()}"


def _why(rules: RuleSet, put_together: bytes, whole_name: bytes, *, sure: bool) -> str:
    """Say why a call has to be written out that a rule changes where it is whole."""
    to = whole_name.decode()
    if whole_name != put_together and put_together in rules.targets:
        made = put_together.decode()
        return (
            f"so it is {made}, which takes a void ** alone; write the call out, and convert again: it becomes"
            f" {to}, which takes any pointer"
        )
    takes = "takes" if sure else "may take"
    return f"{to} {takes} other arguments: write the call out, and convert again"


def _takes_it_so(unit: Unit, rules: RuleSet, to: bytes, call: Call | None) -> bool:
    """Say whether HIP has a function of the name that is put together, for a pointer cast to `void **`.

    As hipMallocHost, which is for such alone: the name that is written out becomes one for any pointer.
    """
    if to not in rules.targets or call is None or not call.arguments:
        return False
    return UNTYPED.match(unit.code, *call.arguments[0]) is not None
