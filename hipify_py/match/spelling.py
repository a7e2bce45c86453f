"""What nvcc takes as it is spelled and HIP compilers do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.headers import of_toolkit
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import SPLICE, Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import any_around, innermost, inside
from hipify_py.source.grammar_text import VECTOR_TAG
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

GLUED = re.compile(rb"operator(?<!\woperator)\s*(<<)<")  # a search for a literal is many times as fast
MARK = re.compile(rb"__(?:global|device|host|shared|constant|managed|forceinline|noinline|launch_bounds)__")
GLUED_NAME = re.compile(rb"(?!(?:u8?|[UL])?R?[\"'])(?:[A-Za-z]|__)\w*")  # not the prefix of a literal
OPERATOR = re.compile(rb"operator\s*\Z")
SUFFIXES = frozenset({b"s", b"sv"})  # of string literals, in the standard library
OF_COMPILER = frozenset(  # what may be text, of the names that the language and compilers reserve
    b"__%b__" % name
    for name in (b"FILE", b"DATE", b"TIME", b"TIMESTAMP", b"BASE_FILE", b"FILE_NAME", b"VERSION", b"VA_ARGS")
) | {b"__VA_OPT__"}
QUOTE = b'"'
OWN_VECTOR = re.compile(rb"\bstruct\s+(\w+[1-4])\s*\{")


def glued_words(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Part `operator<<` from the `<` behind it, and a string from a word that is a macro in HIP.

    HIP compilers read the one as a launch, the other as a literal with a suffix.
    """
    places = [found.end(1) for found in GLUED.finditer(unit.code)]
    strings = (found.start() for found in MARK.finditer(unit.code))
    places += [at for at in strings if unit.source[at - 1 : at] == b'"']
    for at in places:
        yield Match((Edit(Span(at, at), (b" ",), rule.id, "spelling"),))


def glued_macros(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Part strings from macros behind them in code that HIP's compiler reads.

    A name right behind one that begins with no underscore is a macro, or one of the library's suffixes.
    What CUDA reserves is no suffix of a program's, whatever it becomes.
    """
    if not _is_read_by_hip(unit, rules, options):
        return
    behind = ((string.start, GLUED_NAME.match(unit.code, string.end)) for string in unit.text.strings)
    found = [
        (start, name)
        for start, name in behind
        if name and unit.source[name.start() - 1 : name.start()] == QUOTE
    ]
    suffixes = SUFFIXES | {
        name[0] for start, name in found if OPERATOR.search(unit.code, max(0, start - 64), start)
    }
    for _, name in found:
        at = name.start()
        if MARK.match(unit.code, at):  # M024 parts these
            continue
        reserved = name[0].startswith(b"_") and name[0] not in OF_COMPILER and name[0] not in rules.names
        if name[0] not in defined(unit) and (name[0] in suffixes or reserved):
            continue
        directive = unit.directive_at(at)
        if directive is None or directive.name == b"define":
            yield Match((Edit(Span(at, at), (b" ",), rule.id, "spelling"),))


def backslashes(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report includes whose path has a backslash between folders, as compilers on Windows alone take it.

    Who writes one of a file anew writes all.
    """
    if not _is_read_by_hip(unit, rules, options):
        return
    for include in unit.text.includes:
        path = SPLICE.sub(b"", unit.source[slice(*include.path)])
        if b"\\" not in path or of_toolkit(path) or inside(dead(unit), include.path.start):
            continue
        if not any_around(unit, include.path.start, _is_for_windows):
            text = path.decode("utf-8", "replace")
            said = report(rule, include.path, {"path": text, "to": text.replace("\\", "/")})
            yield Match(findings=(said._replace(cause=rule.name),))


def _is_for_windows(unit: Unit, branch: Branch) -> bool:
    return unit.code.find(b"WIN", *branch.directive.body) >= 0


def _is_read_by_hip(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether HIP's compiler may read a file as C++: in a unit for a device, or one that holds CUDA."""
    in_units = options.project.in_cuda or options.project.in_host_units
    if in_units or options.in_c_alone:
        return in_units
    return for_device_compiler(unit, options) or any(one in rules.headers for one in unit.included)


def vector_tags(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Drop the word `struct` before a vector type, which is no structure's tag in HIP; it is no operand."""
    tagged = [*word_matches(unit, VECTOR_TAG, b"struct")]
    made = word_matches(unit, OWN_VECTOR, b"struct") if tagged else ()
    own = {(one[1], innermost(unit, one.start())) for one in made}
    for found in tagged:
        if (found[1], innermost(unit, found.start())) in own:
            continue
        if _is_operand(unit, Span(found.start(), found.end(1))):
            continue
        yield Match((Edit(Span(found.start(), found.start(1)), (), rule.id, "spelling"),))


def _is_operand(unit: Unit, name: Span) -> bool:
    """Say whether a type's name, or what begins with it, is all that stands in the bracket of an operand."""
    before, behind = token_before(unit.code, name.start), token_at(unit.code, name.end)
    while before.text == b"(":
        around = token_before(unit.code, before.start)
        if around.text == b'"':
            return True
        if behind.text != b")":
            return False
        before, behind = around, token_at(unit.code, behind.end)
    return False
