"""The C++ grammar, and the tree-sitter queries that are asked of its trees."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Query


@lru_cache(maxsize=1)
def language() -> Language:
    """Load the grammar, once a process and only when something is parsed."""
    import tree_sitter
    import tree_sitter_cpp

    return tree_sitter.Language(tree_sitter_cpp.language())


@lru_cache(maxsize=256)
def compile_query(text: str) -> Query:
    """Compile a tree-sitter query; raises `tree_sitter.QueryError` where it is wrong."""
    import tree_sitter

    return tree_sitter.Query(language(), text)


def query_error(text: str) -> str:
    """Say what is wrong with a tree-sitter query; empty where it is right."""
    import tree_sitter

    try:
        compile_query(text)
    except tree_sitter.QueryError as error:
        return str(error)
    return ""


def captured(text: str) -> dict[str, bool]:
    """Give the names that a query captures, and whether every match holds one of the name."""
    query = compile_query(text)
    return {
        query.capture_name(capture): query.pattern_count > 0
        and all(_always(query, pattern, capture) for pattern in range(query.pattern_count))
        for capture in range(query.capture_count)
    }


def _always(query: Query, pattern: int, capture: int) -> bool:
    try:
        return query.capture_quantifier(pattern, capture) in {"", "+"}
    except SystemError:  # how the binding says that the pattern has no such capture
        return False
