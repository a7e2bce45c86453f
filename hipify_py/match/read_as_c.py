"""What C has in CUDA and not in HIP: types that need a tag there, and headers that are C++ alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.ownership import own_here, owner
from hipify_py.source.conditions import in_condition, inside
from hipify_py.source.tokens import token_before
from hipify_py.source.word_places import found_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TAG = b"enum"


def types(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write the tag before names of HIP that C has behind it alone; report those that C lacks.

    `rule.word` tells the names of HIP with a tag.
    """
    if not options.in_c:
        return
    tagged, found = re.compile(rule.word.encode()), found_words(unit, *rule.words)
    is_own = own_here(unit, found)
    for span, name in found:
        known = rules.names.get(name)
        if not known or not known.to or is_own(span, name) or name in options.project.names:
            continue
        if not _is_apis(unit, span, rules):
            continue
        if not tagged.fullmatch(known.to):
            values = {"name": known.to.decode(), "type": name.decode()}
            yield Match(findings=(report(rule, span, values),))
        elif token_before(unit.code, span.start).text != TAG:
            yield Match((Edit(Span(span.start, span.start), (TAG + b" ",), rule.id, "tag"),))


def _is_apis(unit: Unit, span: Span, rules: RuleSet) -> bool:
    """Say whether a name that HIP's compilers read is the API's, and not asked for in a condition."""
    is_read = not inside(dead(unit), span.start) and not in_condition(unit, span.start)
    return is_read and not owner(unit, span, rules) and not makes(unit, span)


def headers(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report headers in whose place C++ is included, as `rule.word` tells, where C alone reads the file."""
    if not options.in_c_alone:
        return
    of_cxx = re.compile(rule.word.encode())
    for include in unit.text.includes:
        known = rules.headers.get(unit.source[slice(*include.path)])
        if known and known.to and of_cxx.fullmatch(known.to) and not inside(dead(unit), include.path.start):
            yield Match(findings=(report(rule, include.path, {"name": known.to.decode()}),))
