"""What a file's constants are worth: macros, `const`, `constexpr`, `__constant__`, enumerators."""

from __future__ import annotations

from bisect import bisect_right
from types import MappingProxyType
from typing import TYPE_CHECKING

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.flow.constant_functions import constant_functions
from hipify_py.lanes.flow.folder import NO_NAMES, Folder, object_of
from hipify_py.lanes.flow.hip_constants import made_of_chosen
from hipify_py.lanes.flow.integers import Number, zero_of
from hipify_py.lanes.flow.listed_constants import copied, listed_constants, part_name, without_hidden
from hipify_py.lazy import cached_property, re
from hipify_py.resolve.linkage import RETURNED
from hipify_py.source.brackets import template_arguments
from hipify_py.source.constants import constant_functions as functions_of_constants
from hipify_py.source.constants import only_return, takes_nothing, values
from hipify_py.source.defined_types import defined_types, enumerators
from hipify_py.source.expression_reading import expression
from hipify_py.source.lexer import DEFINE
from hipify_py.source.template_parameters import parameters_behind
from hipify_py.source.tokens import qualified_start, token_at, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.written_declarations import declaration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.lanes.flow.constant_functions import ConstantFunction
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

CLASSES = (b"struct", b"class")
MEMORY = b"__constant__"  # which the host may write to
OF_NUMBERS = b"integral_constant"
WIDE = re.compile(rb"[\da-fA-F][uU]?[lL]|\blong\b|int64_t|\bsize_t\b")  # in what is calculated with 64 bits
NARROW = 32  # bits
MOST_NAMES = 100  # that are looked for one by one
SPELT_WIDTHS = (
    rb"3[12]",
    rb"0[xXbB]",
    rb"[wW][aA][rR][pP]",
    rb"\bsizeof\b",
    rb"::\s*(?:digits|value)\b",
    rb"integral_constant",
)
NOTHING: Mapping[bytes, bytes] = MappingProxyType({})
NO_FUNCTIONS: Mapping[bytes, ConstantFunction] = MappingProxyType({})
MOST = 200  # bytes of an expression that is looked at
LONGEST = 2000  # bytes of a constant's value
GROWTH = 8  # times the file's length that enumerations, which may stand in one another, are read in all


TOLD = Number(32, 32)  # what names of a warp's size are worth that nothing tells


def declared_constants(unit: Unit) -> dict[bytes, bytes]:
    """Give the text of the value of every constant that a file makes.

    A `constexpr` function that takes nothing is one, by its name with brackets behind it.
    """
    written = {name: text for _, name, text in written_constants(unit)}
    return {**dict(listed_constants(unit)), **written, **given_constants(unit)}


@fact
def written_constants(unit: Unit) -> tuple[tuple[int, bytes, bytes], ...]:
    """Give place, name and the text of the value of each macro, constant and enumerator, in this order."""
    return tuple(_written_constants(unit))


def _written_constants(unit: Unit) -> Iterator[tuple[int, bytes, bytes]]:
    for one in unit.directives:
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        if head and not head[2] and (text := unit.code[head.end() : one.body.end].strip()):
            yield head.start(1), head[1], text
    for made, named, given in values(unit):
        name, text = unit.code[slice(*named.name)], _plain(unit.code[slice(*given)])
        if text and not named.bounds and not (MEMORY in made.specifiers and name in copied(unit)):
            yield named.name.start, name, _of_type(made.type_in(unit.code), text)
    yield from _objects(unit.code)
    room = GROWTH * len(unit.code)
    for listed in defined_types(unit):
        room -= listed.body.end - listed.body.start if listed.keyword == b"enum" else 0
        for name, text in enumerators(unit.code, listed) if room > 0 else ():
            yield listed.at, name, text


def _plain(text: bytes) -> bytes:
    """Give the text of a value that is no list, without the braces around it."""
    bare = text[1:-1].strip() if text.startswith(b"{") else text
    is_list = text.startswith(b"{") and b"," in bare
    return b"" if is_list or b"{" in b"".join(bare.split()).replace(b"{}", b"") else bare


def _objects(code: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Give the objects of types that are numbers themselves, of which no word says that they are constant."""
    for word in words(code, OF_NUMBERS):
        made = declaration(code, qualified_start(code, word.start))
        for one in made.declarators if made and code[made.end : made.end + 1] == b";" else ():
            is_bare = not (one.signs or one.pointed or one.bounds or one.taken)
            text = code[slice(*one.value)] if one.value else b"{}"
            if made and is_bare and b"".join(text.split()) == b"{}":
                yield one.name.start, code[slice(*one.name)], made.type_in(code) + b"{}"


def _of_type(kind: bytes, text: bytes) -> bytes:
    """Give the text of a value as the declared type holds it, where it is calculated with more bits."""
    zero = zero_of(kind) if WIDE.search(text) else None
    return b"static_cast<" + kind + b">(" + text + b")" if zero and zero.bits == NARROW else text


def given_constants(unit: Unit) -> dict[bytes, bytes]:
    """Give what the functions of a file give that take nothing, unless two of one name differ."""
    found: dict[bytes, set[bytes]] = {}
    for one in functions_of_constants(unit) if b"constexpr" in unit.code else ():
        value = only_return(unit.code, one) if takes_nothing(unit.code, one) else b""
        if not value:
            continue
        if one.type != b"auto":
            known = zero_of(one.type) is not None
            value = b"static_cast<" + one.type + b">(" + value + b")" if known else b""
        found.setdefault(one.name + b"()", set()).add(value)
    return {name: next(iter(given)) for name, given in found.items() if len(given) == 1 and b"" not in given}


@fact
def by_default(unit: Unit) -> dict[bytes, bytes]:
    """Give the constants of class templates that are a parameter of theirs, with the text of its default."""
    heads = [*_class_templates(unit.code)] if b"template" in unit.code else []
    starts = [at for at, _ in heads]
    found: dict[bytes, bytes] = {}
    for at, name, text in written_constants(unit) if heads else ():
        number = bisect_right(starts, at) - 1
        default = heads[number][1].get(text) if number >= 0 else None
        if default:
            found[name] = unit.code[slice(*default)]
    return found


def _class_templates(code: bytes) -> Iterator[tuple[int, dict[bytes, Span]]]:
    """Give where templates of classes begin, each with the defaults of its parameters."""
    for word in words(code, b"template"):
        listed = template_arguments(code, token_at(code, word.end).end)
        behind = token_at(code, token_at(code, listed[-1].end).end) if listed else word
        if behind.text in CLASSES:
            taken = parameters_behind(code, word.end)
            yield behind.end, {one.name: one.default for one in taken if one.default}


class ConstantTable:
    """The constants that hold in one file, and what expressions come to by them; each is worked out once."""

    def __init__(
        self,
        texts: Mapping[bytes, bytes],
        functions: Mapping[bytes, ConstantFunction] = NO_FUNCTIONS,
        types: Mapping[bytes, bytes] = NOTHING,
        defaults: Mapping[bytes, bytes] = NOTHING,
    ) -> None:
        """Take the text of each constant's value, the functions that give some, and what types are named.

        `defaults` are the texts of those that hang on what a class template is given, if that is nothing.
        """
        self.texts, self.functions, self.types, self.defaults = texts, functions, types, defaults
        self.given: frozenset[bytes] = frozenset()  # what hides others of its name: of the function itself
        self.chosen = made_of_chosen(texts)
        self.returned = frozenset(name for name, text in texts.items() if text == RETURNED)
        self._seen: dict[bytes, Number | None] = {}
        self._named: dict[bytes, Number | None] = {}
        self._told: dict[bytes, Number | None] = {}  # the same where a warp has 32 lanes
        self._read: dict[bytes, Expression] = {}

    def beside(self, more: Mapping[bytes, bytes]) -> ConstantTable:
        """Give these constants with some more, which hide those of their names."""
        made = ConstantTable({**self.texts, **more}, self.functions, self.types, self.defaults)
        made.given = self.given.union(more)
        return made

    def number(self, text: bytes) -> Number | None:
        """Give the value of an integer expression; None where it is no constant, as far as can be told."""
        if text not in self._seen:
            self._seen[text] = self.of(expression(text)) if len(text) <= MOST else None
        return self._seen[text]

    def of(
        self, node: Expression, width: Number | None = None, given: Mapping[bytes, Number] = NO_NAMES
    ) -> Number | None:
        """Give the value of a node; `width` is put for names of a warp's size that nothing tells.

        `given` are names that have a value there, whatever the file says of them.
        """
        if node.span.end - node.span.start > MOST:
            return None
        self._learn(node)
        folder = self._folder(width)._replace(given=given)
        return (folder._replace(defaults=self._by_default) if width else folder).value(node)

    @cached_property
    def _by_default(self) -> dict[bytes, Number]:
        """Give what those of `defaults` are worth that are constants."""
        found = {name: self.of(expression(text)) for name, text in self.defaults.items()}
        return {name: value for name, value in found.items() if value}

    def plain(self, node: Expression) -> int | None:
        """Give the value of a node as a plain number."""
        found = self.of(node)
        return found.value if found else None

    def _folder(self, width: Number | None = None) -> Folder:
        return Folder(self._told if width == TOLD else self._named, self.functions, self.types, width)

    def _learn(self, node: Expression) -> None:
        """Read the constants in an expression and in theirs, each once and however deep."""
        todo, begun = [*self._unread(node)], set[bytes]()
        while todo:
            name = todo[-1]
            if name in self._named:
                todo.pop()
            elif name not in begun:
                begun.add(name)  # one in a circle is met again, and has no value
                todo += (one for one in self._unread(self._read[name]) if one not in begun)
            else:
                todo.pop()
                self._named[name] = found = self._folder().value(self._read[name])
                self._told[name] = found or self._folder(TOLD).value(self._read[name])

    def _unread(self, node: Expression) -> Iterator[bytes]:
        """Give the constants in an expression that have yet to be read, and the calls that stand for one.

        What a function needs that gives a constant is among them.
        """
        for part in self._parts(node):
            name = part_name(part)
            if name in self.texts and name not in self._named:
                self._read[name] = expression(self.texts[name])
                yield name
            if part.kind in {"name", "call"}:
                name = part.name if part.kind == "name" else part.name + b"()"
                name = name if name in self.texts else part.name  # an object may be called
                if name in self.texts and name not in self._named:
                    text = self.texts[name]
                    self._read[name] = expression(text if len(text) <= LONGEST else b"")
                    yield name

    def _parts(self, node: Expression) -> Iterator[Expression]:
        """Give the nodes of an expression, and of the functions and types that it needs, of each once."""
        todo, met = [node], set[bytes]()
        while todo:
            for part in todo.pop().walk():
                yield part
                scope = part.text.rpartition(b"::")[0].rpartition(b"::")[2] if part.kind == "name" else b""
                if (made := object_of(part, self.types)) and part.name not in met:
                    met.add(part.name)
                    todo.append(made)
                elif part.kind == "call" and part.name in self.functions and part.name not in met:
                    met.add(part.name)
                    todo.append(self.functions[part.name].node)
                elif scope in self.types and scope not in met:
                    met.add(scope)
                    todo.append(expression(self.types[scope] + part.text[-len(part.name) - 2 :]))

    def widths_in(self, code: bytes, within: Span) -> Iterator[int]:
        """Give where the width of a warp of 32 lanes, or its last lane, may stand in a part of a text."""
        return (found.start() for found in self._widths.finditer(code, *within))

    @cached_property
    def _widths(self) -> re.Pattern[bytes]:
        """Give what finds these, as a number or by a name.

        Where many names have it, which would all be tried at each place, any name is found.
        """
        named = sorted(
            {name.removesuffix(b"()") for name in self.texts if self.worth(name) in {31, 32}}
            | {*self.functions}
            | {name for name in self.types if self.worth(name + b"{}") in {31, 32}}
            | {name for name, value in self._by_default.items() if value.value in {31, 32}}
        )
        names = map(re.escape, named) if len(named) <= MOST_NAMES else [rb"\b[A-Za-z_]\w*"]
        return re.compile(b"|".join([*SPELT_WIDTHS, *names]))

    def worth(self, text: bytes) -> int | None:
        """Give the same as a plain number, with 32 for names of a warp's size that nothing tells."""
        found = self.number(text)
        if found is None and b"arp" in text.lower() and len(text) <= MOST:
            found = self.of(expression(text), TOLD)
        return found.value if found else None


def constant_table(unit: Unit, texts: Mapping[bytes, bytes]) -> ConstantTable:
    """Give the constants that hold in a file, by the texts of their values."""
    return ConstantTable(
        without_hidden(unit, texts), constant_functions(unit), type_aliases(unit), by_default(unit)
    )
