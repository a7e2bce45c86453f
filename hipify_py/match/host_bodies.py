"""Bodies of functions that are certainly the host's alone: no pass for a device compiles what is in them.

CUDA's compiler does not define `__CUDA_ARCH__` for the host either, so HIP decides there as it does. nvcc
gives a function what any of its declarations says: the head of a definition is not all there is to ask.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_attributes import macros, marked
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import any_around
from hipify_py.source.definitions import CLASSES, outermost_function
from hipify_py.source.functions import functions, marking_words
from hipify_py.source.marked_words import words_between
from hipify_py.source.search import last_of
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing, holds_part

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

FORCED = b"force_cuda_host_device"  # a pragma of clang's
OUTLIVE = frozenset({b"define", b"undef", b"include"})  # what other code may see
FUNCTIONS = frozenset({"function_definition", "lambda_expression"})
OTHERS = CLASSES | {"template_declaration"}
BUILT_IN = rb"(?:(?:unsigned|signed|long|short|void|bool|char|int|float|double)\b\s*+)++"
ARGUMENTS = rb"(?:<(?:[^<>;{}()]|<[^<>;{}()]*+>)*+>\s*+)?"
NAME = rb"(?!__)[A-Za-z_]\w*+\s*+"
OWN_TYPE = rb"(?!auto\b|const|template\b)(?:::\s*+)?+(?:%b::\s*+)*+(?!const)(?=\w*[a-z])%b" % (NAME, NAME)
CONST = rb"(?:(?:const|volatile)\b\s*+|[*&]\s*+)*+"
# A type behind words that mark nothing, the class of the function, and what may come behind its parameters.
PLAIN_HEAD = re.compile(
    rb"\s*+(?:(?:static|inline|extern(?:\s*\"[^\"]*\")?)\s++)*+%b(?:%b|%b%b)%b(?:%b::\s*+)*+"
    rb"(?:(?:const|noexcept|override|final)\b\s*+)*+" % (CONST, BUILT_IN, OWN_TYPE, ARGUMENTS, CONST, NAME)
)
OPENED = re.compile(rb"\b(?:class|struct|namespace)\s++(?:\w++\s*+::\s*+)*+(\w++)[^;(){}]*+\{")
CAPITALS = re.compile(rb"(?<!\w)[A-Z][A-Z0-9_]+(?!\w)|__\w+__")
# What programs do on the host: launches, calls of the runtime, exceptions, the library's objects.
OF_HOST = re.compile(
    rb"<\s*+<\s*+<|\b(?:cu(?:da)?|hip)[A-Z]\w*+\s*+\(|\b(?:throw|catch)\b"
    rb"|\bstd\s*+::\s*+(?:vector|string|map|unordered_map|set|cout|cerr|endl|unique_ptr|shared_ptr|thread|mutex"
    rb"|\w*stream|\w+_error|exception)\b"
)


def in_host_body(unit: Unit, at: int, options: Options) -> bool:
    """Say whether a condition at a place, with all of its sides, stands in such a body.

    In doubt it does not: in templates and classes, where something may be a macro, and where nothing in a
    function says that it is for the host.
    """
    function = outermost_function(unit, at)
    home = _home(unit, function) if function else None  # before what is asked for each place
    if home is None or home.kind != "host" or holds_part(unit, FORCED) or not _is_within(unit, at, home.body):
        return False
    around = [node.type for node in unit.around(Span(at, at))]
    if sum(map(around.count, FUNCTIONS)) != 1 or not OTHERS.isdisjoint(around):
        return False
    known = _hosts(unit)
    if home.body.start not in known:
        known[home.body.start] = _has_plain_head(unit, home, options) and _is_of_host(unit, home)
    return known[home.body.start]


@fact_of
def _home(unit: Unit, function: Node) -> Function | None:
    """Give a function whose node the grammar made sense of."""
    body = None if function.has_error else function.child_by_field_name("body")
    return functions(unit, [body.start_byte]).get(body.start_byte) if body else None


@fact
def _hosts(_unit: Unit) -> dict[int, bool]:
    """Keep, by where its body begins, whether a function is certainly the host's alone."""
    return {}


def _is_within(unit: Unit, at: int, body: Span) -> bool:
    """Say whether the chain of a condition stands in a body, and makes nothing that outlives it."""
    directive = unit.directive_at(at)
    chain = _chains(unit).get(directive.span.start) if directive else None
    if chain is None or chain.start < body.start or body.end < chain.end:
        return False
    outliving = _outliving(unit)
    return bisect_left(outliving, chain.start) == bisect_left(outliving, chain.end)


@fact
def _outliving(unit: Unit) -> tuple[int, ...]:
    """Give where the directives of a file begin that make what other code may see."""
    return tuple(one.span.start for one in unit.directives if one.name in OUTLIVE)


@fact
def _chains(unit: Unit) -> dict[int, Span]:
    """Give for where each condition of a chain begins where that begins and ends."""
    spans = ((chain, Span(chain[0].span.start, chain[-1].span.end)) for chain in closed_chains(unit))
    return {one.span.start: span for chain, span in spans for one in chain}


def _has_plain_head(unit: Unit, home: Function, options: Options) -> bool:
    """Say whether nothing marks a function, where it is defined and where it is declared."""
    head = marking_words(unit, home)
    if not PLAIN_HEAD.fullmatch(head) or not (
        {*defined(unit), *macros(unit, options)}.isdisjoint(A_NAME.findall(head))
    ):
        return False
    if b"::" in home.name.encode() and not _has_class(unit, home):  # in which a word may mark it
        return False
    return not marked(unit, home.called, options) and _is_plain(unit, home.called)


def _has_class(unit: Unit, home: Function) -> bool:
    """Say whether a file has the class, or the namespace, of which a function is a member."""
    scope = home.name.rpartition("::")[0].rpartition("::")[2].partition("<")[0].strip()
    return scope.encode() in _scopes(unit)


@fact
def _scopes(unit: Unit) -> frozenset[bytes]:
    return frozenset(OPENED.findall(unit.code))


@fact_of
def _is_plain(unit: Unit, called: bytes) -> bool:
    """Say whether nothing that may mark a function comes before its name anywhere in the file."""
    found = (one for one in all_standing(unit, called) if token_at(unit.code, one.end).text == b"(")
    starts = ((last_of(unit.code, b";{}", one.start) + 1, one.start) for one in found)
    return not any(CAPITALS.search(words_between(unit, *each)) for each in starts)


def _is_of_host(unit: Unit, home: Function) -> bool:
    """Say whether something in a function, whatever the pass is, shows that it is for the host."""
    return any(
        not _hangs_on_pass(unit, found.start())
        for found in OF_HOST.finditer(unit.code, home.span.start, home.body.end)
    )


def _hangs_on_pass(unit: Unit, at: int) -> bool:
    return unit.directive_at(at) is not None or any_around(unit, at, _asks_of_cuda)


def _asks_of_cuda(unit: Unit, branch: Branch) -> bool:
    conditions = (branch.directive, unit.directives[branch.opened])
    return any(unit.code.find(b"__CUDA", *one.body) >= 0 for one in conditions)
