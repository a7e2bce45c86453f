"""What macros make of the beginning of a name that they end with an argument: `make_##T`, `__##name`."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.macros import defined
from hipify_py.source.brackets import closing, parts
from hipify_py.source.includes import HEADERS
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# All that is put behind the beginning: no name is made of more pieces, and each is read with those behind it.
PASTED = re.compile(rb"(?:[ \t]*+##[ \t]*+\w++){1,16}+(?![ \t]*+##)")
USED = re.compile(rb"\b([A-Za-z_]\w*+)[ \t]*+\(")
OF_CUDA = re.compile(rb"(?i)_*(?:cu|nv)")  # how a name begins that is CUDA's by its look
MOST = 2000  # bytes of the arguments of a use


def is_own(unit: Unit, span: Span, name: bytes, rules: RuleSet, options: Options) -> bool:
    """Say whether the uses of a macro in a file make names of the program's own, or of HIP's too, alone.

    That is the end of it where no other file can use the macro, or the beginning is none of CUDA's.
    """
    directive = unit.directive_at(span.start)
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    if head is None:
        return False
    made = _made(unit, span, name, head)
    if not made and not name.strip(b"_"):  # anyone's names begin so
        return not _may_end(unit, span, name, rules, parameters(head))
    if not made or any(is_cudas(rules, one) for one in made):
        return False
    is_seen = not options.name.endswith(HEADERS) or head[1] in _undefined(unit)
    return is_seen or OF_CUDA.match(name) is None


def is_cudas(rules: RuleSet, name: bytes) -> bool:
    """Say whether a name is CUDA's and not just the same in HIP, as an intrinsic may not be."""
    known = rules.names.get(name)
    if known is None:
        return rules.is_unknown.fullmatch(name) is not None
    return known.acts(name) or name.startswith(b"__") or bool(rules.for_call(name))


def _made(unit: Unit, span: Span, name: bytes, head: re.Match[bytes]) -> frozenset[bytes]:
    """Give the names that uses of a macro, by its head, make with a beginning; none where one is not seen."""
    names, rest = parameters(head), _pieces(unit, span)
    handed = {one for one in rest if one in names}
    if not rest or not handed:
        return frozenset({name + b"".join(rest)} if rest else ())
    made: set[bytes] = set()
    for use in _uses(unit).get(head[1], ()):
        given = {one: _given(unit, use, names.index(one)) for one in handed}
        ends = [given.get(one, one) for one in rest]
        if None in ends:
            return frozenset()
        made.add(name + b"".join(end for end in ends if end is not None))
    return frozenset(made)


def _pieces(unit: Unit, span: Span) -> list[bytes]:
    """Give the words that are put behind a beginning, one behind the other."""
    rest = PASTED.match(unit.code, span.end)
    return [one.strip() for one in rest[0].split(b"##")[1:]] if rest else []


def _may_end(unit: Unit, span: Span, name: bytes, rules: RuleSet, names: list[bytes]) -> bool:
    """Say whether a name of CUDA's begins so, and ends as what is put together does."""
    last = (_pieces(unit, span) or [b""])[-1]
    begins = bisect_left(rules.in_order, name)
    like = takewhile(lambda one: one.startswith(name), islice(rules.in_order, begins, None))
    return last in names or any(one.endswith(last) for one in like)


def _given(unit: Unit, opening: int, at: int) -> bytes | None:
    """Give the word that is one of the arguments of a use; None for anything else, or an outer parameter."""
    end = closing(unit.code, opening, min(len(unit.code), opening + MOST))
    given = parts(unit.code, opening + 1, end - 1)
    word = unit.code[slice(*given[at])].strip() if at < len(given) else b" "
    around = unit.directive_at(opening)
    outer = DEFINE.match(unit.code, *around.body) if around and around.name == b"define" else None
    is_closed = unit.code[end - 1 : end] == b")"
    is_outer = outer is not None and word in parameters(outer)
    return word if is_closed and not is_outer and re.fullmatch(rb"\w*", word) else None


def parameters(head: re.Match[bytes]) -> list[bytes]:
    """Give the parameters in the head of a macro."""
    return [one.strip() for one in (head[2] or b"").strip(b"()").split(b",")]


@fact
def _uses(unit: Unit) -> dict[bytes, list[int]]:
    """Give the brackets that open behind the names of macros of the file, but for their definitions."""
    found: dict[bytes, list[int]] = defaultdict(list)
    for one in USED.finditer(unit.code):
        if one[1] in defined(unit) and not _is_head(unit.directive_at(one.start()), one.start(1), unit):
            found[one[1]].append(one.end() - 1)
    return found


def _is_head(directive: Directive | None, at: int, unit: Unit) -> bool:
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    return head is not None and head.start(1) == at


@fact
def _undefined(unit: Unit) -> frozenset[bytes]:
    """Give the macros that a file takes back."""
    return frozenset(unit.code[slice(*one.body)].strip() for one in unit.directives if one.name == b"undef")
