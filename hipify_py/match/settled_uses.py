"""Uses of names of which what HIP has otherwise does no harm, by what stands around them in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import head_start
from hipify_py.outcomes import in_passing
from hipify_py.resolve.macros import made_by, parameters
from hipify_py.source.search import last_of
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.outcomes import Match
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

DIFFERS, LACKING = "N002", "N001"
MARKS = frozenset({b"CUB_RUNTIME_FUNCTION"})  # which say where a function runs
FOR_DEVICE = re.compile(rb"\b__device__\b")
CHOSEN = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)(?:\s*+==\s*+(?:1|true))?\s*+\?\s*+\Z")
BEFORE = frozenset({b"=", b"(", b",", b"{", b"return"})  # what begins an expression
OFF = re.compile(rb"\s*+=\s*+(?:0|false)\s*+;")
LOOKS_UP = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*+\(\s*+\Z")  # a macro, and its first argument
AS_TEXT = rb"(?<!#)#[ \t]*+%b(?!\w)"
ENDS = (b")", b",")
NEAR, FAR = 80, 4000  # bytes before a name that are looked through
FRONTEND = b"cudnn_frontend.h"


def settled(unit: Unit, span: Span, name: bytes, rules: RuleSet, match: Match) -> Match:
    """Give a match without what is needless to say of it, or as places of what is said of a header."""
    said = {one.rule for one in match.findings}
    if DIFFERS in said:
        if name in MARKS and _is_for_device(unit, span):
            return match._replace(findings=tuple(one for one in match.findings if one.rule != DIFFERS))
        return in_passing(match) if _is_chosen_off(unit, span) or _is_looked_up(unit, span) else match
    if LACKING in said and name.lower().startswith(b"cudnn") and (library := _frontend(unit, rules)):
        return match._replace(findings=tuple(one._replace(family=library) for one in match.findings))
    return match


def _is_for_device(unit: Unit, span: Span) -> bool:
    """Say whether the head in which a mark stands says by itself that the function is device code."""
    end = unit.code.find(b"(", span.end, span.end + NEAR)
    return FOR_DEVICE.search(unit.code, head_start(unit, span.start), max(end, span.end)) is not None


def _is_chosen_off(unit: Unit, span: Span) -> bool:
    """Say whether a name is what a variable chooses that the statements before have just set to 0."""
    found = CHOSEN.search(unit.code, max(0, span.start - NEAR), span.start)
    if found is None or token_before(unit.code, found.start()).text not in BEFORE:
        return False
    least = max(0, found.start() - FAR)
    block = max(least, last_of(unit.code, b"}", found.start(), least) + 1)
    set_there = [*re.finditer(rb"(?<![\w.>])%b\b" % found[1], unit.code[block : found.start()])]
    last = set_there[-1].end() + block if set_there else -1
    if last < 0 or not OFF.match(unit.code, last, found.start()):
        return False
    return token_before(unit.code, last - len(found[1])).text in {b";", b"{", b"}"}


def _is_looked_up(unit: Unit, span: Span) -> bool:
    """Say whether a name alone is given to a macro of the file that makes a text of it: nothing is called."""
    given = LOOKS_UP.search(unit.code, max(0, span.start - NEAR), span.start)
    ends = unit.code[span.end : span.end + NEAR].lstrip()[:1] in ENDS
    return given is not None and ends and given[1] in _making_texts(unit)


@fact
def _making_texts(unit: Unit) -> frozenset[bytes]:
    """Give the macros of a file that make a text of their first parameter, or parts of names, and no more."""
    found = set[bytes]()
    for one in unit.directives if b"#" in unit.code else ():
        takes, body = parameters(unit, one), unit.code[slice(*one.body)]
        if takes and takes[0] and re.search(AS_TEXT % re.escape(takes[0]), body):
            behind = body[body.index(b")") + 1 :]
            used = re.finditer(rb"(#\s*+)?(?<!\w)%b\b(\s*+(?:##|=(?!=)))?" % re.escape(takes[0]), behind)
            if all(use[1] or use[2] for use in used):
                found.add(made_by(unit, one))
    return frozenset(found)


@fact
def _includes_frontend(unit: Unit) -> bool:
    return any(path.endswith(FRONTEND) for path in unit.included) and b"cudnn.h" not in unit.included


def _frontend(unit: Unit, rules: RuleSet) -> str:
    """Name the library whose handle all of a file's cuDNN is; nothing where it includes cuDNN itself."""
    return rules.libraries.lacking_of(FRONTEND) if _includes_frontend(unit) else ""
