"""A source and its trees: of the whole file, and of the bodies of macros.

The parser is given what `grammar_text` makes of the source, in which every offset stays true: slice the
source by offset, never ask a node for its text.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source import lexer
from hipify_py.source.depth import beyond, nested
from hipify_py.source.grammar import parse
from hipify_py.source.grammar_text import for_grammar, replaced
from hipify_py.source.reading import Reading, read
from hipify_py.source.source_text import SourceText
from hipify_py.source.tree_path import TreePath

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree


class ParsedText(SourceText):
    """A source that is parsed when it is first asked for; what is too deep for the grammar is left out."""

    def __init__(self, source: bytes) -> None:
        """Mask the source; nothing is parsed yet."""
        super().__init__(source)
        self.read_by_grammar = self.source
        self.given_up: list[Span] = []  # parts for which the grammar would take too long

    @cached_property
    def _masked(self) -> bytes:
        """Give the text that the grammar understands, without what is too deep, where it is not asked."""
        return replaced(for_grammar(self.read_by_grammar, self.text, self.launches), self._remarks)

    @cached_property
    def _deep(self) -> list[tuple[int, bytes]]:
        """Give what is too deep of single statements: their offsets, and blanks in their place."""
        spans = nested(self.code, self.directives) if self.too_deep else ()
        return [(start, self.code[start:end].translate(lexer.BLANKS)) for start, end in spans]

    @property
    def _remarks(self) -> list[tuple[int, bytes]]:
        """Give comments for what is too deep: blanks the grammar reads for each way behind an error."""
        found = self._deep
        return [(start, b"/*%b*/" % text[2:-2] if len(text) > 3 else text) for start, text in found]

    @cached_property
    def tree(self) -> Tree:
        """Give the tree of the whole file; an empty one where the grammar takes too long for it."""
        return self._read.tree

    @cached_property
    def _read(self) -> Reading:
        with suppress(ValueError):
            return read(self.text, self.directives, self._masked)
        self.given_up.append(Span(0, len(self.code)))
        return Reading(parse(b"", None))

    @property
    def is_given_up(self) -> bool:
        """Say whether the grammar takes too long for the file: the tree knows nothing of it then."""
        return bool(self._read) and Span(0, len(self.code)) in self.given_up

    @property
    def in_a_row(self) -> tuple[Span, ...]:
        """Give the conditions whose sides open or close the same block, which the tree knows as several."""
        return self._read.in_a_row

    @property
    def misread(self) -> Iterator[Node]:
        """Give the nodes of the file's tree that the grammar could not make sense of, outermost only."""
        return (node for node, _ in self._read.errors)

    def _parsed(self, part: Span, ends: bytes | None = None) -> Tree:
        with suppress(ValueError):
            return parse(self._masked, part, code=self.code, ends=ends)
        self.given_up.append(part)
        return parse(b"", None)

    @cached_property
    def _bodies(self) -> dict[int, Tree]:
        return {}

    def tree_at(self, offset: int) -> Tree:
        """Give the tree that understands a byte: the file's, or that of the macro body it stands in."""
        directive = self.directive_at(offset)
        if directive is None or directive.name != b"define":
            return self.tree
        start = directive.span.start
        if start not in self._bodies:
            self._bodies[start] = self._parsed(self._body(directive))
        return self._bodies[start]

    @cached_property
    def _paths(self) -> dict[int, TreePath]:
        return {}

    def path_at(self, offset: int) -> TreePath:
        """Give the path through the tree that understands a byte."""
        directive = self.directive_at(offset)
        start = directive.span.start if directive and directive.name == b"define" else -1
        if start not in self._paths:
            self._paths[start] = TreePath(self.tree_at(offset))
        return self._paths[start]

    def _body(self, directive: lexer.Directive) -> Span:
        """Give the span of a macro's replacement, behind its name and parameters."""
        head = lexer.DEFINE.match(self.code, *directive.body)
        return Span(head.end() if head else directive.body.start, directive.body.end)

    def trees(self) -> Iterator[Tree]:
        """Give the file's tree, then those of the macro bodies that hold more than one token."""
        yield self.tree
        for directive in self.directives:
            if directive.name == b"define" and b"(" in self.code[slice(*self._body(directive))]:
                yield self.tree_at(directive.span.start)

    @cached_property
    def too_deep(self) -> tuple[Span, ...]:
        """Give where more is open than `depth.DEEPEST`: the tree is not asked there."""
        return beyond(self.code, self.directives)

    def around(self, span: Span) -> list[Node]:
        """Give the nodes around a span, the root first and the smallest last; none where it is too deep.

        They stand in the tree that understands the span, and in a list that the next call may change.
        """
        if self.too_deep:
            at = bisect_right(self.too_deep, span) - 1
            if at >= 0 and span.start < self.too_deep[at].end:
                return []
        return self.path_at(span.start).to(span)
