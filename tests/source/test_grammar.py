"""Queries on trees of the C++ grammar: whether they are right, and what their matches hold."""

from __future__ import annotations

import pytest

from hipify_py.source.grammar import DEEPEST, MOST_CLOSED, captured, parse, query_error
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    "query",
    [
        "(identifier) @a",
        "",
        '((identifier) @a (#match? @a "x"))',
        '((identifier) @a (#not-any-of? @a "#x?" "y")) ; #z?',
    ],
)
def test_a_query_that_is_right(query: str) -> None:
    assert query_error(query) == ""


@pytest.mark.parametrize("query", ["(", "(none) @a", '((identifier) @a (#eq? @b "x"))', "(" * 5000, "x\0"])
def test_a_query_that_is_wrong(query: str) -> None:
    assert query_error(query)


@pytest.mark.parametrize("name", ["frob?", "frob!", "linear-match?"])
def test_a_predicate_that_nobody_answers_is_refused(name: str) -> None:
    """It would hold for everything, without a word."""
    assert (
        query_error(f'((identifier) @a (#eq? @a "b") (#{name} @a "c"))') == f"no predicate is named #{name}"
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("(identifier) @a", {"a": True}),
        ("[(identifier) @a (number_literal) @b] @c", {"a": False, "b": False, "c": True}),
        ("[(identifier) @a (number_literal) @a]", {"a": True}),
        ("(argument_list (identifier)+ @a (_)* @b (_)? @c)", {"a": True, "b": False, "c": False}),
        ("(identifier) @a (number_literal) @a", {"a": True}),
        ("(identifier) @a (number_literal) @b", {"a": False, "b": False}),
        ('((identifier) @a (#eq? @a "@b")) ; @c', {"a": True}),
        ("", {}),
    ],
)
def test_what_a_query_captures_in_every_match(query: str, found: dict[str, bool]) -> None:
    assert captured(query) == found


@pytest.mark.parametrize("piece", [b"a + ", b"1 << ", b"a.", b"a, "])
def test_a_tree_of_more_levels_than_a_query_counts_is_refused(piece: bytes) -> None:
    with pytest.raises(ValueError, match=r"^$"):
        parse(b"int f() { return " + piece * 2 * DEEPEST + b"a; }")
    assert not parse(b"int f() { return " + piece * (DEEPEST // 2) + b"a; }").root_node.has_error


def test_a_long_table_is_not_deep() -> None:
    table = b"int a[] = {" + b"1, " * 2 * DEEPEST + b"1};"
    assert not parse(table).root_node.has_error


def test_dense_statements_are_no_more_than_the_parser_takes() -> None:
    assert not parse(b"void u(G g) {" + b"f(g);\n" * 100_000 + b"}").root_node.has_error


@pytest.mark.parametrize("piece", [b"a)\n", b"ABC\n}"])
def test_brackets_that_close_nothing_are_refused_where_they_are_many(piece: bytes) -> None:
    with pytest.raises(ValueError, match=r"^$"):
        parse(piece * (MOST_CLOSED + 1))
    assert parse(piece * MOST_CLOSED).root_node.has_error
    opened = piece[-2:].translate(bytes.maketrans(b")}", b"({")).strip()
    parse((opened + piece) * (MOST_CLOSED + 1))


def test_brackets_of_literals_and_comments_do_not_count() -> None:
    """What a file embeds as a text costs the parser nothing."""
    closed = b"}" * (MOST_CLOSED + 1)
    for source in (b'char const *a = "%b"; int b;' % closed, b"/* %b */ int b;" % closed):
        unit = Unit(source)
        assert unit.tree.root_node.children[-1].type == "declaration"
        assert not unit.is_given_up
