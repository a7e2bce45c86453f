"""Algorithms of Thrust that are called by bare names: for HIP the functions of `std` may be meant as well.

rocThrust's `plus`, `greater` and their like, and its placeholders, are made of types of `std`, so that a
compiler looks there, too, for what is handed one of them. Those of CUDA's Thrust up to 12 are of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

USES = re.compile(rb"\busing\s++namespace\s++(?:::\s*+)?thrust\s*+;")
# Algorithms of both, by the headers of Thrust that have them.
OF_HEADERS = {
    b"adjacent_difference": b"adjacent_difference",
    b"binary_search": b"binary_search lower_bound upper_bound",
    b"copy": b"copy_if",
    b"count": b"count_if",
    b"equal": b"equal",
    b"extrema": b"max_element min_element minmax_element",
    b"find": b"find_if find_if_not",
    b"for_each": b"for_each",
    b"inner_product": b"inner_product",
    b"logical": b"all_of any_of none_of",
    b"merge": b"merge",
    b"mismatch": b"mismatch",
    b"partition": b"partition partition_copy stable_partition",
    b"reduce": b"reduce",
    b"remove": b"remove_copy_if remove_if",
    b"replace": b"replace_copy_if replace_if",
    b"scan": b"exclusive_scan inclusive_scan",
    b"set_operations": b"set_difference set_intersection set_symmetric_difference set_union",
    b"sort": b"is_sorted sort stable_sort",
    b"transform": b"transform",
    b"transform_reduce": b"transform_reduce",
    b"transform_scan": b"transform_exclusive_scan transform_inclusive_scan",
    b"unique": b"unique unique_copy",
}
CALLED = re.compile(rb"([a-z_]++)(?=\s*+\()")
THRUST = b"thrust/"
QUALIFIED = (b":", b".", b">")
# An object for a function that Thrust makes of one of `std`, or a part of such an object.
MADE_OF_STD = re.compile(
    rb"\s*+(?:(?:::\s*+)?thrust\s*+::\s*+)?(?:plus|minus|multiplies|divides|modulus|negate|(?:not_)?equal_to"
    rb"|(?:greater|less)(?:_equal)?|logical_(?:and|or|not)|bit_(?:and|or|xor))\s*+<"
)
PLACEHOLDER = re.compile(rb"(?<![\w.])_[1-9](?!\w)")


def unqualified(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `thrust::` before such calls behind `using namespace thrust`, of what the file includes."""
    first = next(word_matches(unit, USES, b"using"), None)
    names = _included(unit, options) if first else frozenset()
    found = [one for one in CALLED.finditer(unit.code, first.end()) if one[1] in names] if first else []
    own = {one[1] for one in found if makes(unit, Span(*one.span(1)))}
    for one in found:
        span = Span(*one.span(1))
        before = unit.code[max(0, span.start - 16) : span.start].rstrip()[-1:]
        if one[1] in own or before in QUALIFIED or inside(dead(unit), span.start):
            continue
        if _is_handed_std(unit, span):
            yield Match((Edit(Span(span.start, span.start), (b"thrust::",), rule.id, "qualified"),))


def own_headers(unit: Unit) -> Iterator[bytes]:
    """Give the headers of Thrust's with such algorithms that a file includes."""
    return (path for path in unit.included if path.startswith(THRUST) and _header(path) in OF_HEADERS)


def _included(unit: Unit, options: Options) -> frozenset[bytes]:
    """Give the algorithms of which a file includes Thrust's headers, by headers of the project, too."""
    headers = (*own_headers(unit), *options.project.c_headers)
    return frozenset(name for path in headers for name in OF_HEADERS.get(_header(path), b"").split())


def _header(path: bytes) -> bytes:
    return path.removeprefix(THRUST).removesuffix(b".h") if path.startswith(THRUST) else b""


def _is_handed_std(unit: Unit, span: Span) -> bool:
    """Say whether what is called at a span is handed something that is made of types of `std` for HIP."""
    call = unit.call(span)
    texts = [unit.code[slice(*each)] for each in call.arguments] if call else []
    return any(MADE_OF_STD.match(text) or PLACEHOLDER.search(text) for text in texts)
