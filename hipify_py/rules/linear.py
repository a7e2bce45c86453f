"""Expressions from outside: those of a user's own rules, and globs of a tree. None of them can hang a run.

They are matched by RE2, whose time grows with the text alone; what it lacks (a look ahead or behind, a
reference to a group) is refused. It is loaded where such an expression is met, and where many words are
looked for in a large text.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Literal, cast

from hipify_py.lazy import re

if TYPE_CHECKING:
    import re2  # type: ignore[import-untyped]
    from tree_sitter import Node

MATCH = re.compile(r'(?<=#)((?:not-|any-)*match\?)(\s*@[\w.-]+\s*"((?:[^"\\]|\\.)*)")')
"""A predicate of a query with its expression, which tree-sitter would have Python match."""
LINEAR = "linear-"
"""Before the name of a predicate of a query: RE2 matches it."""
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
SMALL = 8_000  # bytes of a text for which alone RE2 is not loaded: words are looked for one by one
FEW = 100  # of such texts, behind which it is: from then on it would have cost less
_small_ones = count()  # counts them; what is found is the same either way
REPEATS = re.compile(r"(?<!\\)(?:[*+]|\{)")


@lru_cache(maxsize=256)
def compiled(text: bytes) -> re.Pattern[bytes]:
    """Compile an expression; raises `ValueError` with the reason where RE2 cannot match it."""
    import re2

    try:
        return cast("re.Pattern[bytes]", re2.compile(text, _options()))
    except re2.error as error:
        reason = error.args[0]
        raise ValueError(reason.decode("latin-1") if isinstance(reason, bytes) else str(error)) from error


def _options() -> re2.Options:
    import re2

    options = re2.Options()
    options.encoding, options.log_errors = re2.Options.Encoding.LATIN1, False
    return options


def standing(text: bytes, words: tuple[bytes, ...]) -> set[bytes]:
    """Give those of some words that stand in a text, whatever is around them."""
    # Made for another text, it is at hand; of many small ones it is made for all that come behind.
    at_once = len(text) > SMALL or _together.cache_info().currsize or next(_small_ones) > FEW
    found = _together(words).Match(text) if at_once else None
    if found is None:  # none of them, or RE2 gave up
        return {word for word in words if word in text}
    return {words[index] for index in found}


@lru_cache(maxsize=8)
def _together(words: tuple[bytes, ...]) -> re2.Set:
    """Compile some words to be looked for at once, which takes a fraction of the time."""
    import re2

    made = re2.Set.SearchSet(_options())
    for word in words:
        made.Add(re2.escape(word))
    made.Compile()
    return made


@lru_cache(maxsize=1024)  # of those of rules, which are asked at every call
def expression(text: str, *, own: bool) -> re.Pattern[bytes]:
    """Compile an expression of a rule, which is a user's `own` or ships with the program.

    What RE2 lacks is in a user's rule, once it is loaded, only where a rule that ships has it too.
    """
    with suppress(ValueError):
        return compiled(text.encode()) if own else re.compile(text.encode())
    return re.compile(text.encode())


def repeats(text: str) -> int:
    """Say how often an expression repeats something: one that does so once at most cannot take long."""
    return len(REPEATS.findall(text))


def query_expressions(text: str) -> list[str]:
    """Give the expressions that the predicates of a query match."""
    return [_unescaped(found[3]) for found in MATCH.finditer(text)]


def _unescaped(text: str) -> str:
    return ESCAPED.sub(lambda found: LETTERS.get(found[1], found[1]), text)


def linear_query(text: str) -> str:
    """Give a user's query with predicates that `holds` answers."""
    return MATCH.sub(rf"{LINEAR}\1\2", text)


def holds(
    predicate: str,
    args: list[tuple[str, Literal["capture", "string"]]],
    pattern_index: int,  # noqa: ARG001  tree-sitter gives it
    captures: dict[str, list[Node]],
) -> bool:
    """Answer a predicate of `linear_query`; any other that tree-sitter does not know holds."""
    kind = predicate.removeprefix(LINEAR)
    if kind == predicate:
        return True
    (capture, _), (text, _) = args
    wanted = "not-" not in kind
    one = expression(text, own=True)
    hits = [(one.search(node.text or b"") is not None) == wanted for node in captures.get(capture, ())]
    return any(hits) if "any-" in kind else all(hits)
