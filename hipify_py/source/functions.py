"""Put places into the functions and macros they stand in."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.assembly import is_ptx
from hipify_py.source.brackets import BLOCK, NOT_BLANK, closing, parameter_spans, without_templates
from hipify_py.source.definitions import inner_declarator, outermost_function
from hipify_py.source.includes import begins_with_block
from hipify_py.source.lexer import DEFINE
from hipify_py.source.marked_words import with_marks, words_between
from hipify_py.source.search import last_of, places
from hipify_py.source.tokens import A_NAME, token_before, words
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

Kind = Literal["kernel", "device", "host", "macro"]

DEVICE = re.compile(rb"\b__(?:global|device)__\b")
ONLY_DEVICE = re.compile(
    rb"\b(?:threadIdx|__syncthreads|__syncwarp|hipify_warp32::syncwarp|__threadfence|atomic(?:CAS|Exch))\b"
)
MARK = re.compile(rb"[{};]|#[^\r\n]*")
SCOPE = re.compile(rb"\b(?:namespace|struct|class|union|enum)\b")
MEMBER = re.compile(  # is initialised by the brace behind it
    rb"(?:\)\s*(?:noexcept\s*)?:|[})]\s*,)\s*(?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*(?:<[^<>{};]*>)?\s*\Z"
)
PARAMETER = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+(?:\[[^\]]*\]\s*)?(?s:=.*)?\Z")
OPENS = re.compile(rb"\s*\(")
MACRO_OPENS = re.compile(rb"\(")  # behind a blank the bracket belongs to what the macro stands for
SPECIFIERS = frozenset(b"static inline extern virtual explicit constexpr friend".split())  # are no type
ASKING = frozenset((b"if", b"for", b"while", b"switch"))  # have a bracket and a block, and are no function
BODY = "the body of a function"  # without its head, which another file has
NAME = re.compile(rb"(~?[A-Za-z_]\w*|operator\s*(?:\(\s*\)|[^\s(]+))\s*\Z")


class Function(NamedTuple):
    """A function or a macro: the spans of the whole with its head, and of its body; `name` is for people.

    `kind` is "kernel", "device", "host" or "macro"; a function without a mark of its own, such as a lambda
    or one marked by a macro, is "device" where a place that works on a warp stands in it.
    """

    name: str
    span: Span
    body: Span
    kind: Kind

    @property
    def called(self) -> bytes:
        """Give the name by which it is called, without what it stands in."""
        return self.name.rpartition("::")[2].encode()

    @property
    def of_device(self) -> bool:
        """Say whether it is a kernel or a function of the device, be it one of the host as well."""
        return self.kind in {"kernel", "device"}


def functions(unit: Unit, offsets: Iterable[int]) -> dict[int, Function]:
    """Give, for each offset that stands in a function or a macro, that function."""
    found: dict[int, Function] = {}
    last: Function | None = None
    for offset in sorted(set(offsets)):
        if directive := unit.directive_at(offset):  # in a function it is no part of it
            made = _macro(unit, directive)
        elif last and last.body.start <= offset < last.body.end:
            made = last
        else:
            made = _function(unit, offset)
            # Where members of a class are initialised the whole counts as the body, but not behind that.
            last = made if made and unit.code.startswith(b"{", made.body.start) else None
        if made is not None:
            found[offset] = made
    return found


def head(unit: Unit, function: Function) -> bytes:
    """Give the code of a function before its body, as `words_between` does."""
    return words_between(unit, function.span.start, function.body.start)


def marking_words(unit: Unit, function: Function) -> bytes:
    """Give what may mark a function: its head without its name and its parameters.

    All of it for a lambda, and where no type comes before the name, which may be a macro's.
    """
    start, end = function.span.start, function.body.start
    named = head_of(unit.code, function)
    before = words_between(unit, start, named.start) if named else b""
    if named is None or SPECIFIERS.issuperset(A_NAME.findall(before)):
        return head(unit, function)
    return before + b" " + words_between(unit, min(closing(unit.code, named.end - 1, end), end), end)


def on_device_alone(unit: Unit, function: Function) -> bool:
    """Say whether a function is marked as one of the device, and not as one of the host as well."""
    said = head(unit, function)
    return function.kind != "macro" and DEVICE.search(said) is not None and b"__host__" not in said


@fact
def macros(unit: Unit) -> dict[bytes, Function]:
    """Give the macros of a file by their names: of several of a name none."""
    found: dict[bytes, list[Function]] = {}
    for one in unit.directives:
        if macro := _macro(unit, one):
            found.setdefault(macro.called, []).append(macro)
    return {name: made[0] for name, made in found.items() if len(made) == 1}


def _macro(unit: Unit, directive: Directive) -> Function | None:
    found = DEFINE.match(unit.code, *directive.body) if directive.name == b"define" else None
    return Function(found[1].decode(), directive.span, directive.span, "macro") if found else None


def _function(unit: Unit, offset: int) -> Function | None:
    outermost = outermost_function(unit, offset)
    if outermost is None:
        lost = unit.tree_at(offset).root_node.has_error or unit.given_up
        made = _lexical(unit, offset) if lost else None
        body = None if made else _included_body(unit)
        return body if body and body.body.start <= offset < body.body.end else made
    made, given = _of_node(unit, outermost)
    if given is not None and given.start <= offset < given.end:
        return _with_body(unit, outermost, outermost)  # what members begin with is worked out as in a body
    return made


@fact
def _included_body(unit: Unit) -> Function | None:
    """Give the function of the device whose body a file begins with: others include it behind its head."""
    start = begins_with_block(unit)
    if start is None:
        return None
    body = Span(start, closing(unit.code, start, len(unit.code), BLOCK))
    return Function(BODY, body, body, "device") if _works_on_device(unit, body) else None


@fact_of
def _of_node(unit: Unit, whole: Node) -> tuple[Function, Span | None]:
    """Make the function of a node, and tell where it gives members what they begin with."""
    body = whole.child_by_field_name("body")
    given = next((one for one in whole.children if one.type == "field_initializer_list"), None)
    return _with_body(unit, whole, body or whole), span_of(given) if given else None


@fact_of
def _with_body(unit: Unit, whole: Node, body: Node) -> Function:
    """Make the function of a node once: a head may hold many of the places that are asked for."""
    return _made(unit, _name(unit, whole), span_of(whole), span_of(body))


def _made(unit: Unit, name: str, whole: Span, body: Span) -> Function:
    start = _behind_included_bodies(unit, last_of(unit.code, b";{}", whole.start) + 1, whole.start)
    blank = len(unit.code[start : whole.start]) - len(unit.code[start : whole.start].lstrip())
    span = Span(_behind_directives(unit, min(start + blank, whole.start), body.start), whole.end)
    in_head = body.start <= whole.start  # of which the body is not told
    said = words_between(unit, span.start, min(whole.start + 400, whole.end) if in_head else body.start)
    on_device = DEVICE.search(said) or (  # or marked by a macro of another file
        _works_on_device(unit, body) and not DEVICE.search(unit.code, *body)
    )
    kind: Kind = "kernel" if b"__global__" in said else "device" if on_device else "host"
    return Function(name, span, body, kind)


def _behind_included_bodies(unit: Unit, start: int, end: int) -> int:
    """Give where a head begins behind includes that hold the bodies of functions: `void f()` before one."""
    for word in words(unit.code, b"include", within=Span(start, end)):
        directive = unit.directive_at(word.start)
        is_body = directive and token_before(unit.code, directive.span.start).text == b")"
        start = directive.span.end if directive and is_body else start
    return start


def _behind_directives(unit: Unit, start: int, end: int) -> int:
    """Give where a head begins behind the directives above it, which speak of other things."""
    found = start
    while (word := NOT_BLANK.search(unit.code, start, end)) and (
        directive := unit.directive_at(word.start())
    ):
        start = directive.span.end
        behind = NOT_BLANK.search(unit.code, start, end)
        found = behind.start() if behind else min(start, end)
    return found


def makes_kernel(unit: Unit, macro: Function) -> bool:
    """Say whether what a macro stands for is marked as a kernel, be it by another macro of the file."""
    return b"__global__" in with_marks(unit, unit.code[slice(*macro.body)])


def _works_on_device(unit: Unit, body: Span) -> bool:
    if ONLY_DEVICE.search(unit.code, *body):
        return True
    return b"asm" in unit.code[slice(*body)] and is_ptx(unit.uncommented[slice(*body)])


def _name(unit: Unit, node: Node) -> str:
    """Give the name in a function's innermost declarator."""
    inner: Node | None = node
    while inner is not None and (deeper := inner_declarator(inner)) is not None:
        inner = deeper
        if inner.type == "operator_cast":
            return unit.source[inner.start_byte : inner.end_byte].decode("utf-8", "replace").partition("(")[0]
    if inner is None or inner.type in {"lambda_expression", "function_definition"}:
        return "a lambda"
    name = unit.source[inner.start_byte : inner.end_byte].decode("utf-8", "replace")
    words = name.split()  # behind a macro the type may stand with it, and there may be none
    return name if "operator" in name else words[-1] if words else "a function"


def _lexical(unit: Unit, offset: int) -> Function | None:
    """Find the function around a byte by its braces, where the grammar has lost its way."""
    blocks = _blocks(unit)
    at = bisect_right(blocks, offset, key=lambda block: block[1].start) - 1
    if at < 0 or offset >= blocks[at][1].end:
        return None
    start, body, name = blocks[at]
    return _made(unit, name, Span(start, body.end), body)


def in_body(unit: Unit, offset: int) -> bool:
    """Say by the braces alone, without a parse, whether a byte stands in the body of a function."""
    blocks = _blocks(unit)
    at = bisect_right(blocks, offset, key=lambda block: block[1].start) - 1
    if at < 0 or offset >= blocks[at][1].end:
        return False
    return SCOPE.search(unit.code, blocks[at][0], blocks[at][1].start) is None


@fact
def written_functions(unit: Unit) -> tuple[Function, ...]:
    """Give what looks like functions in a text, without a parse, outermost only and in order."""
    return tuple(_made(unit, name, Span(start, body.end), body) for start, body, name in _blocks(unit))


@fact
def _blocks(unit: Unit) -> list[tuple[int, Span, str]]:
    """Give what looks like functions in a text, outermost only: the head's start, the body and the name."""
    code = unit.code
    found: list[tuple[int, Span, str]] = []
    last = at = 0
    while mark := MARK.search(code, at):
        head = code[max(last, mark.start() - 2000) : mark.start()]
        if mark[0] == b"{" and MEMBER.search(head[-200:]):
            at = closing(code, mark.start(), len(code), BLOCK)
            continue
        last = at = mark.end()
        if mark[0] != b"{" or b"(" not in head:
            continue
        before, bracket, _ = without_templates(head).partition(b"(")
        named = NAME.search(before) if bracket else None
        if named:
            last = at = closing(code, mark.start(), len(code), BLOCK)
        if named and named[1] not in ASKING:
            name = named[1].decode("utf-8", "replace")
            found.append((mark.start() - len(head), Span(mark.start(), last), name))
    return found


def parameters(code: bytes, function: Function) -> tuple[bytes, ...]:
    """Give the names of a function's or a macro's parameters, in order."""
    head = head_of(code, function)
    if head is None:
        return ()
    listed = parameter_spans(code, head.end - 1, function.body.end)
    found = [PARAMETER.search(code[slice(*one)]) for one in listed]
    return tuple(one[1] if one else b"" for one in found)


def head_of(code: bytes, function: Function) -> Span | None:
    """Give the span of a function's or a macro's name in its head, with the bracket of its parameters."""
    name = function.called
    is_macro = function.kind == "macro"
    opens = MACRO_OPENS if is_macro else OPENS
    end = function.body.end if is_macro else function.body.start
    for at in places(code, name, within=Span(function.span.start, end)):
        bracket = opens.match(code, at + len(name), end)
        if bracket and not (code[at - 1 : at].isalnum() or code[at - 1 : at] == b"_"):
            return Span(at, bracket.end())
    return None
