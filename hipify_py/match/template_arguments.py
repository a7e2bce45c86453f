"""Arguments in templates that nvcc reads late, or as numbers, and clang does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.brackets import closing, template_arguments
from hipify_py.source.conditions import inside
from hipify_py.source.template_parameters import parameters_behind
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.type_names import past_template
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

NAME = rb"((?:\w++\s*+::\s*+)*+\w++)"
# A reference to what may be changed, which a value that is made for it is to stand for.
MADE = rb"&\s*\w+(\s*=\s*" + NAME + rb"\s*(?:\(\s*\)|\{\s*\}))\s*(?=[,)])"
TEMPORARY = re.compile(rb"[(,]\s*(?!const\b)" + NAME + rb"\s*" + MADE)
BEGUN = re.compile(MADE)  # by whose sign it is found fast
# What a function's head between its template and its parameters is read by: each but the first three ends it.
STEP = re.compile(
    rb"::|[(<]|->|[;{}=:]"
    rb"|~|\b(?:class|struct|union|enum|using|concept|template|requires|friend|operator)\b"
)
MOST_HEAD = 2000  # bytes of one
NO_DEFINITION = frozenset((b"", b"(", b"[", b";", b",", b"="))  # behind the brackets of parameters
# Of an operator with arguments behind its sign, which no `<` can follow but apart: `operator< <Q>`.
SIGN = re.compile(rb"\s*+(?:\(\s*+\)|\[\s*+\]|<<=|<<|<=>|<=|<|[-+*/%^&|!~=>,]{1,3}+)(?=\s*+<)")
NO_ADDRESS = re.compile(rb"\bCUdeviceptr\s*,\s*(0[uUlL]+)\s*(?=[,>])")


def temporaries(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave out default arguments of function templates that no call can use."""
    may_be = b"template" in unit.code and BEGUN.search(unit.code)
    for found in TEMPORARY.finditer(unit.code) if may_be else ():
        span = Span(*found.span(2))
        if b"".join(found[1].split()) != b"".join(found[3].split()):  # comments may stand in them
            continue
        kinds = [node.type for node in unit.around(span)]
        lists = [node for node in unit.around(span) if node.type == "parameter_list"]
        if "template_declaration" not in kinds or not lists or "compound_statement" in kinds:
            continue
        earlier = unit.code[lists[-1].start_byte : found.start()]
        if b"=" not in earlier and not inside(sides(unit).own, span.start):
            yield Match((Edit(span, (), rule.id, "template"),))


def no_addresses(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `nullptr` for the number that stands for no address, behind `CUdeviceptr` in a list of types."""
    for found in word_matches(unit, NO_ADDRESS, b"CUdeviceptr"):
        span = Span(*found.span(1))
        if any(node.type == "template_argument_list" for node in unit.around(span)):
            yield Match((Edit(span, (b"nullptr",), rule.id, "value"),))


def repeated(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave out the arguments behind the name of a function template's definition that are its parameters."""
    for found in repeats(unit).values():
        if not unit.directive_at(found.start) and not is_left_alone(unit, found.start):
            yield Match((Edit(found, (), rule.id, "template"),))


def partial(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report arguments there that are others than the parameters, which C++ has for classes alone."""
    for word, found in _given_names(unit):
        if unit.directive_at(found.start) or is_left_alone(unit, found.start):
            continue
        taken = _taken(unit.code, word)
        if taken and _given(unit.code, found) != taken:
            name = token_before(unit.code, found.start)
            at = Span(name.start, name.end)
            yield Match(findings=(report(rule, at, {"name": name.text.decode("utf-8", "replace")}),))


@fact
def repeats(unit: Unit) -> dict[int, Span]:
    """Give such arguments by where the name before them ends."""
    return {
        found.start: found
        for word, found in _given_names(unit)
        if _given(unit.code, found) == _taken(unit.code, word)
    }


@fact
def _given_names(unit: Unit) -> tuple[tuple[Token, Span], ...]:
    """Give each `template` before a function's definition with arguments behind its name, and these."""
    made = ((word, _behind_name(unit.code, word)) for word in standing(unit, b"template"))
    return tuple((word, found) for word, found in made if found)


def _behind_name(code: bytes, word: Token) -> Span | None:
    """Give what stands between a function's name and its parameters, in a definition behind `template<>`."""
    at = past_template(code, word.end)
    limit = min(len(code), at + MOST_HEAD)
    sign: re.Match[bytes] | None = None
    while at > word.end and (step := STEP.search(code, at, limit)):
        at = step.end()
        if step[0] == b"operator":
            sign = SIGN.match(code, at, limit)
            at = sign.end() if sign else 0
        elif step[0] == b"(":
            at = closing(code, step.start(), limit)
        elif step[0] == b"<":
            at = _list_end(code, step.start()) if sign else past_template(code, step.start())
            opens, name = token_at(code, at), token_before(code, step.start())
            if at == step.start():
                return None
            if opens.text == b"(":
                end = closing(code, opens.start, limit)
                is_one = end < limit and token_at(code, end).text not in NO_DEFINITION
                return Span(name.end, at) if is_one and (name.is_word or sign) else None
        elif step[0] != b"::":
            return None
    return None


def _list_end(code: bytes, opens: int) -> int:
    """Give the end of the arguments behind an operator's sign; the place where they never end."""
    listed = template_arguments(code, opens + 1)
    return code.index(b">", listed[-1].end) + 1 if listed else opens


def _given(code: bytes, listed: Span) -> list[bytes]:
    """Give the arguments of a list, a pack with its dots."""
    opens = token_at(code, listed.start)
    return [b"".join(code[slice(*one)].split()) for one in template_arguments(code, opens.end)]


def _taken(code: bytes, word: Token) -> list[bytes]:
    """Give the parameters of a template as they are handed on, a pack with dots behind it."""
    listed = template_arguments(code, token_at(code, word.end).end)
    packs = [b"..." in code[slice(*one)].partition(b"=")[0] for one in listed]
    names = [one.name for one in parameters_behind(code, word.end)]
    return [name + b"..." * pack for name, pack in zip(names, packs, strict=True)] if all(names) else []
