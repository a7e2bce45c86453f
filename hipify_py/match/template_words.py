"""The word `template` before a member's name: where no arguments follow, and where it is missing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.match.template_arguments import repeats
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.defined_types import defined_types
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import template_parameters, type_parameters
from hipify_py.source.tokens import A_NAME, token_at, token_before, words
from hipify_py.source.type_names import past_template
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

MOST = 64  # members of a class that are templates
LONGEST = 400  # bytes of what stands before the parameters of one
OF_AN_OBJECT = frozenset((b".", b"->", b"::"))


def without_arguments(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Take the word `template` out of calls of members that are given no arguments of a template."""
    for word in standing(unit, b"template"):
        before = token_before(unit.code, word.start)
        if before.text not in OF_AN_OBJECT or not _is_called(unit.code, word.end):
            continue
        if not is_left_alone(unit, word.start):
            name = token_at(unit.code, word.end)
            # A comment between the two, blank in the code, stays; a blank behind the word goes.
            blank = unit.source[word.end : name.start].isspace()
            yield Match((Edit(Span(word.start, name.start if blank else word.end), (), rule.id, "template"),))


def missing(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Put the word before a member template of a class whose arguments a template is given itself."""
    templates = _member_templates(unit)
    for word in all_standing(unit, *templates):
        member = _member(unit.code, word)
        if member is None or member.text not in templates[word.text] or member.end in repeats(unit):
            continue  # the last is the name of a definition
        if _hangs_on_template(unit, word) and not is_left_alone(unit, word.start):
            edit = Edit(Span(member.start, member.start), (b"template ",), rule.id, "template")
            yield Match((edit,))


@fact
def _member_templates(unit: Unit) -> dict[bytes, frozenset[bytes]]:
    """Give the names of the class templates of a file, each with those of its members that are templates."""
    found: dict[bytes, frozenset[bytes]] = {}
    for made in defined_types(unit) if b"template" in unit.code else ():
        heads = islice(words(unit.code, b"template", within=made.body), MOST)
        members = {_named(unit.code, word.end) for word in heads}
        if made.name and made.keyword != b"enum" and members - {b""}:
            found[made.name] = found.get(made.name, frozenset()) | members - {b""}
    return found


def _named(code: bytes, at: int) -> bytes:
    """Give the name of the function that is declared behind a word `template` which ends at a place."""
    end = past_template(code, at)
    opens = code.find(b"(", end, end + LONGEST)
    if end == at or opens < 0 or not {*b";{}"}.isdisjoint(code[end:opens]):
        return b""
    return token_before(code, opens).text


def _member(code: bytes, word: Token) -> Token | None:
    """Give the name of a template that is called behind a class with arguments: `of` in `C<A>::of<n>(x)`."""
    end = past_template(code, word.end)
    scope = token_at(code, end)
    name = token_at(code, scope.end)
    behind = past_template(code, name.end)
    is_call = end > word.end and scope.text == b"::" and behind > name.end
    return name if is_call and token_at(code, behind).text == b"(" else None


def _hangs_on_template(unit: Unit, word: Token) -> bool:
    """Say whether a class has for arguments what the template around is given."""
    home = functions(unit, [word.start]).get(word.start)
    if home is None or home.kind == "macro":
        return False
    taken = {one.name for one in template_parameters(unit, home)} | type_parameters(unit.code)
    return not taken.isdisjoint(A_NAME.findall(unit.code, word.end, past_template(unit.code, word.end)))


def _is_called(code: bytes, at: int) -> bool:
    """Say whether a name and the bracket of a call begin at a place; `operator ()` is a name, too."""
    name = token_at(code, at)
    behind = token_at(code, name.end)
    if name.text == b"operator" and behind.text == b"(":
        closes = token_at(code, behind.end)
        behind = token_at(code, closes.end)
        return closes.text == b")" and behind.text == b"("
    return name.is_word and behind.text == b"("
