"""Values that only a leader has set, handed to a function of the program's own that passes them on.

HIP's parameters may not be undefined (LLVM's `noundef`), so the optimiser takes every lane for the leader and
drops the condition around what the leader alone does: all lanes then do its atomic. CUDA's intrinsics and the
functions of `hipify_warp32.h` take such a value. One that is set where it is declared is safe everywhere.
The same holds of a member, or an element of an array, that is handed on: each is a value of its own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.lanes.prefilter import called, has_warp_code, on_device
from hipify_py.lanes.rewrite.copied_values import copied
from hipify_py.lanes.rewrite.first_values import declared_end, given_first
from hipify_py.lanes.warp_names import FUNCTION, HINTS, INTRINSIC, OF_GROUPS, OF_HEADER
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.expression_parser import CASTS
from hipify_py.source.expressions import is_type
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.functions import functions, macros
from hipify_py.source.macro_expansion import Expanded, expanded
from hipify_py.source.search import last_of, places
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unset_names import may_be_unset, on_all_ways, root_of
from hipify_py.source.word_places import standing, words_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.function_model import Condition, Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit
    from hipify_py.source.unset_names import Unset

PASSES_ON = re.compile(FUNCTION + rb"|[bB]roadcast|[bB]cast")
"""In the name of a function of another file: it may hand on to other lanes what it is given."""
ATOMIC, OWN_INCLUDE, CALLER = b"atomic", b'include "', b"the caller"
RETURNS = re.compile(rb"\breturn\s*+\(?\s*+[A-Za-z_]\w*+\s*+(?:(?:\.\s*+\w++|\[[^\[\];]*+\])\s*+)*+\)?\s*+;")
MOST_ASKED = 64  # calls that a function gives one name
ASK_TYPES = frozenset((b"sizeof", b"decltype", b"alignof"))
BRANCHES = frozenset({"if", "?", "&&", "||", "switch"})
BRANCHING = re.compile(rb"\?|&&|\|\||\b(?:if|switch|do|and|or)\b")  # without which nothing is set by branches
SCOPED = frozenset((b".", b"->", b"::"))
ELSEWHERE = frozenset((b"__shared__", b"static", b"extern", b"thread_local"))


def leader_values(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give a value to names that only some lanes set before a function passes them on to others."""
    if options.name in OWN_HEADERS or not (has_warp_code(unit) or _may_hand_on(unit)):
        return
    decided = set[Span]()
    for found, to in _unset(unit, options):
        decided.add(found.declared.at)
        yield given_first(unit, rule, Expanded(unit, ()), found.declared, to)
    speaks = any(ATOMIC in text for text in (unit.code, *options.project.macros.values()))
    if whole := expanded(unit, options.project.macros if speaks else {}):
        for found, to in _unset(whole.unit, options):
            if (at := whole.original(found.declared.at)) not in decided:
                decided.add(at)
                yield given_first(unit, rule, whole, found.declared, to)


def _unset(unit: Unit, options: Options) -> Iterator[tuple[Unset, str]]:
    """Give the names that are to have a value, and what they are handed to."""
    users, own = (
        _users(unit, options),
        set[bytes]() if has_warp_code(unit) else {CALLER, *functions_by_name(unit)},
    )
    away = _away(unit, options)
    homes = dict.fromkeys((*users, *_giving(unit), *_with_atomics(unit)))
    for home in (one for one in homes if BRANCHING.search(unit.code, *one.body)):
        for found, to in _of_function(unit, home, users.get(home, set())):
            if to.encode() not in own and not _is_elsewhere(unit, found.declared, away):
                yield found, to


def _may_hand_on(unit: Unit) -> bool:
    """Say whether a file without warps may have a leader, of which a function of an own header hears.

    So may one that is called after what it does, wherever it is.
    """
    if ATOMIC not in unit.code or not on_device(unit):
        return False
    return OWN_INCLUDE in unit.source or bool(_passing_on(unit))


def _of_function(unit: Unit, home: Function, passing: set[bytes]) -> Iterator[tuple[Unset, str]]:
    if not any(_holds_nothing(unit, one) for one in model(unit, home).declarations):
        return
    known = names(unit, home)
    reading = frozenset(passing)
    decided: set[Span] = set()
    asked: Counter[bytes] = Counter()
    for value, to, is_passed in _handed_on(unit, home, passing):
        for part, at in copied(unit, home, value, with_addresses=is_passed):
            name = root_of(part)
            made = known.declaration(name, at)
            asked[name] += 1
            if asked[name] > MOST_ASKED:
                continue
            is_new = made is not None and made.at not in decided
            found = may_be_unset(unit, home, part, at, reading) if is_new else None
            if made is None or found is None or not found.under or not _by_branches(unit, found):
                continue
            if not is_passed and not _guards_atomic(unit, home, found):
                continue
            if not (is_passed and at == value.start) and _is_among_those(unit, home, found, at):
                continue
            decided.add(made.at)
            yield found, to


def _handed_on(unit: Unit, home: Function, passing: set[bytes]) -> Iterator[tuple[Span, str, bool]]:
    """Give what a function gives to others, and what one with an atomic returns.

    It is said of each whether that goes to other lanes by those that are known for it.
    """
    has_atomic = home.of_device and ATOMIC in unit.code[slice(*home.body)]
    for call in model(unit, home).calls:
        name = unit.code[slice(*call.name)].strip(b"() ")
        is_passed = name in passing and not _is_of_header(unit, name, call.name.start)
        if is_passed or (has_atomic and not _takes_unset(unit, name, call.name.start)):
            yield from ((argument, name.decode(), is_passed) for argument in call.arguments)
    if home.kind == "device" and has_atomic:
        for jump in model(unit, home).jumps:
            if jump.kind == "return" and jump.value and jump.home == home.body:
                yield jump.value, CALLER.decode(), True


def _takes_unset(unit: Unit, name: bytes, at: int) -> bool:
    """Say whether what is called takes an undefined value: HIP's shuffles, those of groups, and casts."""
    shuffles = INTRINSIC.fullmatch(name) or _is_of_header(unit, name, at)
    return bool(shuffles) or is_type(name) or name in CASTS | ASK_TYPES


def _is_of_header(unit: Unit, name: bytes, at: int) -> bool:
    """Say whether a name at a place is that of a function of hipify_warp32.h, or of a group's.

    One that stands there alone, `shfl(v, 0)`, is the program's own.
    """
    named = name.rpartition(b"::")[2]
    is_known = named in OF_HEADER or named.startswith(b"shfl")
    return is_known and (b"::" in name or token_before(unit.code, at).text in SCOPED)


def _guards_atomic(unit: Unit, home: Function, found: Unset) -> bool:
    """Say whether one of the branches that set a name holds an atomic, which only some lanes are to do."""
    under = {path[-1] for path in found.under if path}
    parts = (one.span for one in model(unit, home).regions.listed if one.condition in under)
    return any(ATOMIC in unit.code[slice(*one)] for one in parts)


def _is_among_those(unit: Unit, home: Function, found: Unset, at: int) -> bool:
    """Say whether only those lanes come to a place that set a name, by the same question."""
    path = model(unit, home).path(at)
    asked = {unit.code[slice(*one.span)].strip(b"() ") for one in path if not one.otherwise}
    return any(unit.code[slice(*path[-1].span)].strip(b"() ") in asked for path in found.under if path)


def _with_atomics(unit: Unit) -> list[Function]:
    """Give the functions of the device that hold an atomic."""
    apart = sides(unit).own
    ats = [at for at in places(unit.code, ATOMIC) if not inside(apart, at)]
    found = functions(unit, ats).values() if ats else ()
    return [one for one in dict.fromkeys(found) if one.of_device]


def _giving(unit: Unit) -> list[Function]:
    """Give the functions of the device that return a name and hold an atomic, as those that take turns do."""
    if ATOMIC not in unit.code:
        return []
    apart = sides(unit).own
    ats = [found.start() for found in RETURNS.finditer(unit.code) if not inside(apart, found.start())]
    return [*dict.fromkeys(functions(unit, ats).values())]


def _users(unit: Unit, options: Options) -> dict[Function, set[bytes]]:
    """Give the functions of the device that call what passes a value on, and the names by which they do.

    These are functions of the file with an intrinsic or a group's shuffle, those that call them, and those
    of other files that are called after what they do.
    """
    apart = sides(unit).own
    marks = (*unit.find(INTRINSIC), *unit.find(OF_GROUPS))
    starts = [span.start for span, _ in marks if not inside(apart, span.start)]
    found: dict[Function, set[bytes]] = {}
    left = {home.called for home in functions(unit, starts).values() if home.kind in {"device", "macro"}}
    left |= called(unit, options.project.functions)
    left |= _passing_on(unit)
    known: set[bytes] = set()
    while left:
        name = left.pop()
        known.add(name)
        words = (word for word in standing(unit, name) if _is_called(unit, word))
        calls = (word for word in words if not _is_of_header(unit, name, word.start))
        ats = [word.start for word in calls if not inside(apart, word.start)]
        for home in functions(unit, ats).values():
            if home.of_device and home.called != name:
                found.setdefault(home, set()).add(name)
                if home.kind == "device" and home.called not in known:
                    left.add(home.called)
    return found


def _passing_on(unit: Unit) -> set[bytes]:
    """Give the names in a file that say of functions of other files that they may pass values on."""
    named = (one for one in words_with(unit, *HINTS, b"roadcast", b"cast") if not one.startswith(b"__"))
    return {name for name in named if A_NAME.match(name) and PASSES_ON.search(name)}


def _is_called(unit: Unit, word: Token) -> bool:
    return token_at(unit.code, word.end).text in {b"(", b"<"}


def _by_branches(unit: Unit, found: Unset) -> bool:
    """Say whether a variable of a function is set by branches alone, and not on all their ways."""
    under = tuple(tuple(one for one in path if not _is_once(unit, one)) for path in found.under)
    conditions = {condition.keyword for path in under for condition in path}
    if conditions - BRANCHES or on_all_ways(under):
        return False  # what a loop sets is set by its turns
    labels = Counter(condition for path in under for condition in path if condition.keyword == "switch")
    if any(times > 1 for times in labels.values()):
        return False  # what several labels set
    return _holds_nothing(unit, found.declared)


def _holds_nothing(unit: Unit, made: Declaration) -> bool:
    """Say whether a variable of a function has no value by its declaration."""
    if made.value or made.kind != "local":
        return False
    return token_at(unit.code, declared_end(unit, made)).text in {b";", b","}  # else a value that is not read


def _away(unit: Unit, options: Options) -> frozenset[bytes]:
    """Give the words that put what is declared elsewhere than in a lane's own memory, macros among them."""
    own = ((name, unit.code[slice(*one.body)]) for name, one in macros(unit).items())
    named = (*own, *options.project.macros.items())
    return frozenset(
        (*ELSEWHERE, *(name for name, text in named if not ELSEWHERE.isdisjoint(A_NAME.findall(text))))
    )


def _is_elsewhere(unit: Unit, made: Declaration, away: frozenset[bytes]) -> bool:
    """Say whether what is declared is in no lane's own memory, by a word before or behind its type."""
    code, end = unit.code, made.at.start
    start = last_of(code, b";{}", made.statement.start) + 1  # CUDA's words are not part of the statement
    opens = code.find(b"{", start, end)
    closes = code.rfind(b"}", start, end)
    parts = [Span(start, end)] if opens < 0 else [Span(start, opens), Span(max(opens, closes), end)]
    return any(not away.isdisjoint(A_NAME.findall(code, *part)) for part in parts)


def _is_once(unit: Unit, condition: Condition) -> bool:
    """Say whether a condition is that of a loop of one turn: `do { ... } while (0)`."""
    return condition.keyword == "do" and unit.code[slice(*condition.span)].strip(b"() ") in {b"0", b"false"}
