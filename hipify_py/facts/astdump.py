"""Read the text of clang's `-ast-dump`: what namespaces hold, a tenth of the size of the same tree as JSON.

A template library's tree is some million lines, so the dump is read as a stream and only what stands
directly in a namespace or a named class is looked at; inline namespaces count as the one around them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hipify_py.facts.headers import below
from hipify_py.facts.table import Fact, Kind
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MANY = 99  # parameters: what stands for "any number more"

BARS = re.compile(r"[|` -]*")
PLACE = re.compile(r"(/[^\s:<>]+|<[a-z ]+>):\d+:\d+")
HEAD = re.compile(
    r"(\w+Decl) (0x\w+)( parent 0x\w+)?(?: prev 0x\w+)? <(?:[^<>]|<[^<>]*>)*> "
    r"(?:\S+:\d+(?::\d+)?|<[a-z ]+>\S*) ?(.*)"
)
WORDS = re.compile(r"(?:(?:implicit|used|referenced|invalid|constexpr|struct|class|union) )*")
NAME = re.compile(r"([A-Za-z_]\w*)(?= |$)")
NUMBER = re.compile(r"[|`]?-?value: Int (-?\d+)")
TARGET = re.compile(r"(\w+) (0x\w+) '([A-Za-z_]\w*)'")
STATIC = re.compile(r"' (?:\w+ )*static\b")
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl"}
TAGGED = {"CXXRecordDecl", "EnumDecl"}
# What is kept of other declarations; those without a kind only hold others.
DETAILS: dict[str, tuple[Kind | None, str]] = {
    "ClassTemplateDecl": ("type", "template"),
    "ConceptDecl": ("variable", "concept"),
    "EnumConstantDecl": (None, ""),
    "FunctionTemplateDecl": (None, ""),
    "NamespaceAliasDecl": (None, ""),
    "TypeAliasDecl": ("type", "alias"),
    "TypeAliasTemplateDecl": ("type", "alias template"),
    "TypedefDecl": ("type", "alias"),
    "VarDecl": ("variable", ""),
    "VarTemplateDecl": ("variable", "template"),
}
# What a using-declaration brings in, where it is no type.
KINDS: dict[str, Kind] = {
    "EnumConstant": "enumerator",
    "Function": "function",
    "FunctionTemplate": "function",
    "Var": "variable",
    "VarTemplate": "variable",
}


@dataclass(slots=True)
class Scope:
    """What stands around the lines that follow: a declaration, and the prefix its members' names have.

    Of a function `counts` holds, for each parameter, 1 where a call must give it, else 0, and MANY for a
    pack; of an enumeration `last` is the value of the enumerator before.
    """

    depth: int
    kind: str
    prefix: str
    file: str = ""
    name: str = ""
    word: str = ""
    public: bool = True
    counts: list[int] = field(default_factory=list)
    last: int | None = None


@dataclass(slots=True)
class Reader:
    """Collects facts from the lines of a dump; `roots` are the folders whose headers count.

    `counts` holds, for each function by name, header and word (`static` for a static member), how many
    arguments each overload takes; `spaces` the namespaces by address; `whole` what `using namespace` joins.
    """

    roots: Sequence[str]
    file: str = ""
    stack: list[Scope] = field(default_factory=list)
    facts: set[Fact] = field(default_factory=set)
    counts: dict[tuple[str, str, str], set[tuple[int, int]]] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    whole: set[tuple[str, str]] = field(default_factory=set)

    def read(self, lines: Iterable[str]) -> None:
        """Take in a whole dump."""
        self.stack = [Scope(0, "TranslationUnitDecl", "")]
        for line in lines:
            head = line.partition("'")[0]
            if ">" in head and (places := PLACE.findall(head)):
                self.file = next((at for at in reversed(places) if at[0] == "/"), self.file)
            depth = BARS.match(line).end() // 2  # type: ignore[union-attr]
            while depth and self.stack[-1].depth >= depth:
                self.close(self.stack.pop())
            if depth and self.stack[-1].depth == depth - 1:
                self.child(depth, line[2 * depth :].rstrip("\n"))
        while self.stack:
            self.close(self.stack.pop())

    def rows(self) -> Iterator[Fact]:
        """Give the facts, functions with the counts of arguments that their overloads take."""
        yield from self.facts
        for (name, header, word), counts in self.counts.items():
            yield Fact(name, "function", header, f"{word} ({spans(counts)})".strip())

    def close(self, scope: Scope) -> None:
        """Finish what is known only at its end: a function's parameters, an enumerator's value."""
        if scope.kind in FUNCTIONS and (header := below(scope.file, self.roots)) is not None:
            most = MANY if MANY in scope.counts else len(scope.counts)
            key = (scope.name, header, scope.word)
            self.counts.setdefault(key, set()).add((scope.counts.count(1), most))
        elif scope.kind == "EnumConstantDecl":
            enum = self.stack[-1]
            enum.last = (-1 if enum.last is None else enum.last) + 1 if scope.last is None else scope.last
            self.add(scope.name, "enumerator", f"{enum.last} {enum.name}".strip(), scope.file)

    def child(self, depth: int, text: str) -> None:
        """Look at one line that stands directly in a scope."""
        scope = self.stack[-1]
        if scope.kind == "ConstantExpr":
            if number := NUMBER.match(text):
                self.stack[-2].last = int(number[1])
        elif scope.kind == "EnumConstantDecl" and text.startswith("ConstantExpr"):
            self.stack.append(Scope(depth, "ConstantExpr", ""))
        elif scope.kind == "NamespaceAliasDecl":
            target = self.spaces.get(text.split(" ")[1], "").removesuffix("::")
            if target and target != scope.name:
                self.add(scope.name, "namespace", target, scope.file)
        elif (found := HEAD.match(text)) and not found[3]:
            self.declared(depth, found[1], found[2], found[4])

    def add(self, name: str, kind: Kind, detail: str, file: str) -> None:
        """Keep a fact if it stands in a header that counts."""
        if (header := below(file, self.roots)) is not None:
            self.facts.add(Fact(name, kind, header, detail))

    def declared(self, depth: int, kind: str, address: str, rest: str) -> None:
        """Look at one declaration, given what its line says behind its place."""
        scope = self.stack[-1]
        flags = WORDS.match(rest).end()  # type: ignore[union-attr]
        made = Scope(depth, kind, scope.prefix, self.file)
        if kind == "AccessSpecDecl":
            scope.public = rest == "public"
        elif kind == "ParmVarDecl":
            scope.counts.append(MANY if rest.endswith(" pack") else int("' cinit" not in rest))
        elif kind == "LinkageSpecDecl":
            self.stack.append(made)
        elif kind == "UsingShadowDecl":
            self.brought(scope, rest)
        elif kind == "UsingDirectiveDecl" and (found := TARGET.search(rest)):
            self.whole.add((scope.prefix, self.spaces.get(found[2], "")))
        elif scope.public and "implicit " not in rest[:flags]:
            if found := NAME.match(rest, flags):
                self.named(made, found[1], address, rest)
            elif kind == "EnumDecl":
                self.stack.append(made)

    def brought(self, scope: Scope, rest: str) -> None:
        """Keep what a using-declaration brings into a namespace."""
        found = TARGET.search(rest)
        if found and scope.kind in {"NamespaceDecl", "LinkageSpecDecl"}:
            self.add(scope.prefix + found[3], KINDS.get(found[1], "type"), "using", self.file)

    def named(self, made: Scope, name: str, address: str, rest: str) -> None:
        """Keep a declaration that has a name, and open its scope."""
        made.name = made.prefix + name
        if made.kind == "NamespaceDecl":
            self.space(made, address, inline=" inline" in rest)
        elif made.kind in TAGGED:
            self.tagged(made, name, rest)
        elif made.kind in FUNCTIONS:
            self.function(made, rest)
        elif made.kind in DETAILS:
            kind, detail = DETAILS[made.kind]
            if kind and "TemplateDecl" not in self.stack[-1].kind:
                self.add(made.name, kind, detail, self.file)
            self.stack.append(made)

    def space(self, made: Scope, address: str, *, inline: bool) -> None:
        """Open a namespace."""
        if not inline:
            self.add(made.name, "namespace", "", self.file)
            made.prefix = f"{made.name}::"
        self.spaces[address] = made.prefix
        self.stack.append(made)

    def tagged(self, made: Scope, name: str, rest: str) -> None:
        """Keep a class or an enumeration; a class template is kept as what holds it."""
        words = rest.partition(f" {name}")[0].split(" ")
        if made.kind == "EnumDecl":
            self.add(made.name, "type", "enum", self.file)
            made.prefix += f"{name}::" if {"class", "struct"} & set(words) else ""
            made.name = name
        else:
            if self.stack[-1].kind != "ClassTemplateDecl":
                self.add(made.name, "type", words[-1], self.file)
            if not rest.endswith(" definition"):
                return
            made.prefix, made.public = f"{made.name}::", words[-1] != "class"
        self.stack.append(made)

    def function(self, made: Scope, rest: str) -> None:
        """Open a function; of a template the first one is the template itself, the rest are made of it."""
        holder = self.stack[-1]
        if holder.kind == "FunctionTemplateDecl":
            if holder.word:
                return
            holder.word = "read"
        made.word = "static" if made.kind == "CXXMethodDecl" and STATIC.search(rest) else ""
        self.stack.append(made)


def spans(counts: Iterable[tuple[int, int]]) -> str:
    """Spell numbers of arguments, each from least to most: `2..4, 6`; `..` alone leaves the most open."""
    taken = sorted({count for least, most in counts for count in range(least, min(most, MANY) + 1)})
    parts: list[list[int]] = []
    for count in taken:
        if parts and count == parts[-1][-1] + 1:
            parts[-1][1:] = [count]
        else:
            parts.append([count])
    return ", ".join("..".join(str(end) if end < MANY else "" for end in part) for part in parts)
