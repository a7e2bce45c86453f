"""No expression of the package may share out a run of blanks among its parts.

A comment is blanks in the text that is searched. Where two parts of an expression that stand beside each
other can each take some of them, the time grows with the square of the comment's length, and a licence of
4,000 bytes takes a second: `defined\\s*\\(?\\s*` did. With four parts it was minutes. A possessive `\\s*+`
gives nothing back.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import string
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

import pytest

import hipify_py
from hipify_py import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANKS = frozenset(b" \t\r\n")
WORD = frozenset((string.ascii_letters + string.digits + "_").encode())
OF_CATEGORY = {
    op.CATEGORY_SPACE: BLANKS,
    op.CATEGORY_NOT_WORD: BLANKS,
    op.CATEGORY_NOT_DIGIT: BLANKS,
    op.CATEGORY_WORD: frozenset(),
    op.CATEGORY_DIGIT: frozenset(),
    op.CATEGORY_NOT_SPACE: frozenset(),
}
GREEDY_OR_LAZY = (op.MAX_REPEAT, op.MIN_REPEAT)
KINDS = (re.Pattern, type(lazy.re.compile("")))  # compiled, and not yet
MANY = 50  # repetitions that count as without a bound

Item = tuple[Any, Any]


def blanks_of(item: Item) -> frozenset[int]:
    """Give the blanks that one item of an expression, a set of characters, takes; none of other items."""
    what, value = item
    if what is op.LITERAL:
        return BLANKS & {value}
    if what is op.NOT_LITERAL:
        return BLANKS - {value}
    if what is op.ANY:
        return BLANKS - {ord("\n")}
    if what is op.IN:
        found = frozenset[int]().union(*(_of_set(one) for one in value if one[0] is not op.NEGATE))
        return BLANKS - found if value[0][0] is op.NEGATE else found
    if what is op.BRANCH:
        return frozenset().union(*(blanks_of(way[0]) for way in value[1] if len(way) == 1))
    return frozenset()


def _of_set(one: Item) -> frozenset[int]:
    what, value = one
    if what is op.CATEGORY:
        return OF_CATEGORY[value]
    return BLANKS & ({value} if what is op.LITERAL else set(range(value[0], value[1] + 1)))


def flat(items: Any) -> Iterator[Item]:
    """Give the items of an expression, those of groups among them."""
    for item in items:
        if item[0] is op.SUBPATTERN:
            yield from flat(item[1][3])
        else:
            yield item


def _may_be_nothing(item: Item) -> bool:
    what, value = item
    if what in {op.AT, op.ASSERT, op.ASSERT_NOT}:
        return True
    return what in {*GREEDY_OR_LAZY, op.POSSESSIVE_REPEAT} and value[0] == 0


def _repeated(item: Item) -> frozenset[int]:
    """Give the blanks that an item takes any number of, and gives back."""
    what, value = item
    if what not in GREEDY_OR_LAZY or value[1] < MANY:
        return frozenset()
    inner = [*flat(value[2])]
    return blanks_of(inner[0]) if len(inner) == 1 else frozenset()


def shared_by(items: Any) -> int:
    """Count the parts of an expression beside each other that can share out one run of blanks."""
    listed, most = [*flat(items)], 0
    for at, item in enumerate(listed):
        common, count = _repeated(item), 1
        for other in listed[at + 1 :] if common else ():
            taken = common & _repeated(other)
            if taken:
                common, count = taken, count + 1
            elif other[0] is op.MAX_REPEAT and other[1][:2] == (0, 1):  # in front of what may be left out
                count += sum(bool(common & _repeated(one)) for one in flat(other[1][2])) if _all(other) else 0
            elif not _may_be_nothing(other) and not common <= blanks_of(other):
                break
        most = max(most, count if common else 0, *map(shared_by, _inner(item)), 0)
    return most


def _all(optional: Item) -> bool:
    """Say whether everything in an optional part may be nothing."""
    return all(map(_may_be_nothing, flat(optional[1][2])))


def _inner(item: Item) -> list[Any]:
    what, value = item
    if what in {*GREEDY_OR_LAZY, op.POSSESSIVE_REPEAT}:
        return [value[2]]
    if what is op.ATOMIC_GROUP:
        return [value]
    if what in {op.ASSERT, op.ASSERT_NOT}:
        return [value[1]]
    return list(value[1]) if what is op.BRANCH else []


def expressions() -> dict[re.Pattern[Any], str]:
    """Give the expressions that the package compiles where it is loaded, each with where it stands."""
    found: dict[re.Pattern[Any], str] = {}
    for module in pkgutil.walk_packages(hipify_py.__path__, "hipify_py."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            several = value if isinstance(value, (tuple, list)) else [value]
            for number, one in enumerate(several):
                if isinstance(one, KINDS):
                    found.setdefault(one, f"{module.name}.{name}{number or ''}")
    return found


def test_no_expression_shares_out_blanks() -> None:
    known = expressions()
    assert len(known) > 500
    wrong = {
        where: one.pattern
        for one, where in known.items()
        if shared_by(parser.parse(one.pattern, one.flags & ~re.UNICODE)) > 1
    }
    assert not wrong


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        (rb"\s*\(?\s*(\w*)\s*\)?\s*\Z", 4),
        (rb"\s*+\(?\s*+(\w*+)\s*+\)?\s*+\Z", 0),
        (rb"a\s*b\s*c\s*", 1),
        (rb"a\s+[^;]{1,200}?\s+b", 3),
        (rb"(?:x|\s*,?\s*)y", 2),
    ],
)
def test_the_count_sees_what_shares(expression: bytes, count: int) -> None:
    assert shared_by(parser.parse(expression)) == count
