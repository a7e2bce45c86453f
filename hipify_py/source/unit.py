"""Answer questions about a place in a source, in its file's tree or in that of a macro's body.

Only this and `grammar` import tree_sitter.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source import lexer
from hipify_py.source.brackets import BLANK, trimmed
from hipify_py.source.call_parts import Call, LaunchParts
from hipify_py.source.grammar import compile_query
from hipify_py.source.grammar_text import replaced
from hipify_py.source.parsed_text import ParsedText
from hipify_py.source.search import before, places
from hipify_py.source.tree_path import TreePath
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node, QueryPredicate

    from hipify_py.source.launch_signs import Launch

CLOSES = ord(")")
QUALIFIED = frozenset({"qualified_identifier", "template_function"})
HOLDS = frozenset({"argument_list", "compound_statement"})  # a list, or a lambda's body in one
STATEMENTS = frozenset({"expression_statement", "translation_unit", "ERROR"})


class Unit(ParsedText):
    """One source and everything that is known of it; whatever takes a parse is found when first asked for."""

    def __init__(self, source: bytes) -> None:
        """Mask the source; nothing is parsed yet."""
        super().__init__(source)
        self.facts: dict[Callable[..., Any], Any] = {}  # what `fact` and `fact_of` keep
        self.absent: frozenset[bytes] = frozenset()  # headers that no build for HIP has
        self.replaced: frozenset[bytes] = frozenset()  # those it includes for which one in hip/ comes
        self.for_hip_alone = False  # in a build for HIP no other compiler than HIP's reads the file
        self.needs_cuda = False  # outside of all conditions it has what only CUDA has by that name
        self.read_by_others = False  # it is a header by its name, or another file of the project includes it
        self.named_by_others: frozenset[bytes] = frozenset()  # functions of the device that others may call
        self.spaces = b""  # what files before it say of namespaces: `namespace a = b;` and the like

    @cached_property
    def cut(self) -> frozenset[Span]:
        """Give the arguments of calls, not of launches, that a condition cuts unknown to the tree."""
        around = (reversed(self.around(Span(at, at))) for at in self._read.left_out)
        holding = (next((node for node in nodes if node.type in HOLDS), None) for nodes in around)
        lists = (node for node in holding if node and node.type == "argument_list")
        return frozenset(span_of(node) for node in lists if not self._is_launched(node))

    def _is_launched(self, listed: Node) -> bool:
        return self.code.endswith(b">>>", 0, before(self.code, listed.start_byte, BLANK))

    def captures(
        self, query: str, word: bytes = b"", predicate: QueryPredicate | None = None
    ) -> Iterator[dict[str, list[Span]]]:
        """Run a query on every tree; each match is its captures' spans by name.

        With a `word` that every match holds, only what is around that word is looked at. A `predicate`
        answers those of the query that tree-sitter does not know.
        """
        import tree_sitter

        cursor = tree_sitter.QueryCursor(compile_query(query))
        answers = (predicate,) if predicate else ()
        if not word:
            for tree in self.trees():
                for _, found in cursor.matches(tree.root_node, *answers):
                    yield _spans(found)
            return
        seen = set()
        for at in places(self.code, word):
            if self.too_deep and self._leads_too_deep(at):
                continue
            cursor.set_byte_range(at, at + len(word))
            for _, found in cursor.matches(self.tree_at(at).root_node, *answers):
                spans = _spans(found)
                key = tuple(sorted((name, *one) for name, listed in spans.items() for one in listed))
                if key not in seen:
                    seen.add(key)
                    yield spans

    def nodes(self, query: str, within: Node) -> dict[str, list[Node]]:
        """Run a query on what stands in a node, and give the nodes of each capture."""
        import tree_sitter

        return tree_sitter.QueryCursor(compile_query(query)).captures(within)

    def _leads_too_deep(self, at: int) -> bool:
        """Say whether the statement at a place is too deep for a query, which goes down all of it."""
        behind = bisect_right(self.too_deep, Span(at, at))
        reach = self.too_deep[behind].start if behind < len(self.too_deep) else at
        return self.code.find(b";", at, reach) < 0 < reach - at

    def call(self, name: Span) -> Call | None:
        """Give the call whose callee is the name at a span; None where the tree sees no sound call.

        What a macro stands for without a semicolon is read with one, too: with types among its arguments
        `check(f(k<T>, 1))` by itself is a declaration to the grammar.
        """
        nodes = self.around(name)
        return self._call(name, nodes) or (self._call(name, self._as_statement(name)) if nodes else None)

    @cached_property
    def _statements(self) -> dict[Span, TreePath]:
        return {}

    def _as_statement(self, name: Span) -> list[Node]:
        """Give the nodes around a name in a macro's body as if that ended in a semicolon; elsewhere none."""
        directive = self.directive_at(name.start)
        if directive is None or directive.name != b"define":
            return []
        body = self._body(directive)
        if not self.tree_at(name.start).root_node.has_error:
            return []
        if body not in self._statements:
            self._statements[body] = TreePath(self._parsed(body, ends=b";"))
        return self._statements[body].to(name)

    def errs_in_macro(self, at: int) -> bool:
        """Say whether the grammar loses its way in the macro that a byte stands in, if it stands in one.

        That no semicolon ends it, as after the `while (0)` of most that stand for statements, is no matter.
        """
        directive = self.directive_at(at)
        if directive is None or not self.tree_at(at).root_node.has_error:
            return False
        ended = self._as_statement(Span(at, at))
        return not ended or ended[0].has_error

    def _call(self, name: Span, nodes: list[Node]) -> Call | None:
        at = -1
        while len(nodes) > -at and nodes[at - 1].type in QUALIFIED:
            at -= 1
        call = nodes[at - 1] if len(nodes) > -at else None
        if call is None or call.type != "call_expression" or call.child(0) != nodes[at]:
            return None
        listed = call.child_by_field_name("arguments")
        spans = self.arguments(listed)
        if listed is None or spans is None or self.code[listed.end_byte - 1] != CLOSES:  # or it is a launch
            return None
        return Call(name, span_of(call), listed.start_byte, listed.end_byte, spans)

    @fact_of
    def launch(self, launch: Launch) -> LaunchParts | None:
        """Give the parts of a launch that is a statement; None where the tree sees no sound one."""
        nodes, at = self.around(launch.open), -1
        while len(nodes) > -at and nodes[at].type != "argument_list":
            at -= 1
        if len(nodes) < 3 - at or nodes[at - 3].type not in STATEMENTS:
            return None
        config, inner, outer = nodes[at], nodes[at - 1], nodes[at - 2]
        callee = inner.child_by_field_name("function")
        given = outer.child_by_field_name("arguments")
        spans = self.arguments(config)
        if callee is None or given is None or spans is None or given.start_byte < launch.close.end:
            return None
        if self.code[given.end_byte - 1] != CLOSES:  # which the grammar puts there by itself
            return None
        if b'"' in self.code[callee.start_byte : callee.end_byte]:  # which the grammar read otherwise
            return None
        over = self.directive_at(callee.start_byte) != self.directive_at(given.end_byte - 1)
        left_out = self._read.left_out
        if over or bisect_right(left_out, callee.start_byte) < bisect_right(left_out, given.start_byte):
            return None
        return LaunchParts(span_of(callee), spans, span_of(given))

    def arguments(self, listed: Node | None) -> tuple[Span, ...] | None:
        """Give the spans of the arguments of a call, each with its comments and without outer blanks.

        None where a directive stands among them: nothing may be written on its line. Nor where the grammar
        has lost its way so far that it takes a comment for code.
        """
        if listed is None or listed.type != "argument_list" or listed.has_error:
            return None
        first, last = (bisect_right(self._directive_starts, at) for at in span_of(listed))
        if first < last or span_of(listed) in self.cut:
            return None
        marks = [child for child in listed.children if child.type in {"(", ",", ")"}]
        if any(self.code[mark.start_byte] in BLANK for mark in marks):
            return None
        spans = [self._argument(a.end_byte, b.start_byte) for a, b in pairwise(marks)]
        blank = len(spans) == 1 and not self.code[slice(*spans[0])].strip()
        return () if blank else tuple(spans)

    def _argument(self, start: int, end: int) -> Span:
        found = trimmed(self._masked, start, end)
        comment = lexer.comment_over(self.text, found.end)  # ending in a spliced line, which is blank here
        return Span(found.start, min(comment.end, end)) if comment else found

    @cached_property
    def shallow(self) -> Unit:
        """Give the unit without what is too deep for compilers, which is blank in its code; or itself."""
        deep = self._deep
        if not deep:
            return self
        other = Unit(self.source)  # an edit may copy what is blank in its code
        other.text = self.text._replace(code=replaced(self.code, deep))
        other.code = other.text.code
        other.read_by_grammar = replaced(self.source, self._remarks)
        other.told_as(self)
        return other

    def forget(self) -> None:
        """Drop what was worked out, much of which leads back here: it goes at once, and not as garbage."""
        shallow = self.__dict__.pop("shallow", self)
        if shallow is not self:
            shallow.facts.clear()
        self.facts.clear()

    def told_as(self, other: Unit) -> None:
        """Take over what another unit of the same file was told that its text does not say."""
        self.absent, self.replaced = other.absent, other.replaced
        self.for_hip_alone, self.needs_cuda = other.for_hip_alone, other.needs_cuda
        self.spaces, self.read_by_others = other.spaces, other.read_by_others
        self.named_by_others = other.named_by_others


def _spans(captures: dict[str, list[Node]]) -> dict[str, list[Span]]:
    return {name: [span_of(node) for node in nodes] for name, nodes in captures.items()}


def span_of(node: Node) -> Span:
    """Give the bytes that a node covers."""
    return Span(*node.byte_range)
