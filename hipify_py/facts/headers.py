"""Read the declarations of C++ headers with clang: its AST as JSON, and its list of macros."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hipify_py.facts.table import Fact
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Node = dict[str, Any]

FUNCTIONS = {"FunctionDecl", "FunctionTemplateDecl"}
TYPES = {
    "ClassTemplateDecl",
    "CXXRecordDecl",
    "EnumDecl",
    "RecordDecl",
    "TypeAliasDecl",
    "TypeAliasTemplateDecl",
    "TypedefDecl",
}
LITERAL = re.compile(r"\(*\s*+(-?\s*+(?:0[xX][0-9a-fA-F]+|[0-9]+))[uUlL]*\s*+\)*")
ALIAS = re.compile(r"(?:\w+\()?([A-Za-z_]\w*)\)?")
DEFINE = re.compile(r"#define (\w+)(\([^)]*\))?(.*)")
ABI = re.compile(r"__v\d+")  # a namespace that only versions the one around it
MARKER = re.compile(r'# \d+ "([^"]+)"')
UNNAMED = re.compile(r"\((unnamed|anonymous)(?: \w+)? at [^)]*\)")


@dataclass(frozen=True, slots=True)
class Unit:
    """A translation unit to read: clang's path and arguments, and the text of the unit.

    `roots` are the directories whose headers count; a header is named by its path below its root.
    """

    clang: Path
    args: tuple[str, ...]
    text: str
    roots: tuple[Path, ...]


@dataclass(slots=True)
class Reader:
    """Walks an AST in the order in which clang wrote it, because clang names a file only when it changes."""

    roots: tuple[str, ...]
    file: str = ""
    last: int = -1
    facts: list[Fact] = field(default_factory=list)

    def place(self, where: Node) -> None:
        """Follow one source location; of a macro's use, the place where the name was expanded counts."""
        for part in (where.get("spellingLoc"), where.get("expansionLoc"), where):
            if part and "file" in part:
                self.file = part["file"]

    def walk(self, node: Node, scope: str, holder: Node) -> None:
        """Collect the facts of one declaration and of what stands in it; `holder` is what it stands in."""
        self.place(node.get("loc", {}))
        header = below(self.file, self.roots)
        for edge in ("begin", "end"):
            self.place(node.get("range", {}).get(edge, {}))
        if node.get("kind") == "EnumDecl":
            self.last = -1
        elif node.get("kind") == "EnumConstantDecl":
            own = value(node)
            self.last = int(own) if own else self.last + 1
        for child in node.get("inner", ()):
            self.walk(child, inside(node, scope), node)
        hidden = node.get("isImplicit") or "Template" in holder.get("kind", "")
        if header is not None and not hidden and node.get("name"):
            self.facts += declared(node, holder, scope, header, self.last)


def inside(node: Node, scope: str) -> str:
    """Give the scope of what stands in a declaration: plain enumerations and templates open none."""
    kind, name = node.get("kind", ""), node.get("name", "")
    opens = kind in {"NamespaceDecl", "CXXRecordDecl", "RecordDecl"} or "scopedEnumTag" in node
    return f"{scope}{name}::" if name and opens and not ABI.fullmatch(name) else scope


def below(file: str, roots: Sequence[str]) -> str | None:
    """Give the path of `file` below the first root that holds it."""
    for root in roots:
        if file.startswith(root + "/"):
            return file[len(root) + 1 :]
    return None


def declared(node: Node, holder: Node, scope: str, header: str, last: int) -> Iterator[Fact]:
    """Turn one node of the AST into a fact, where it declares something that users can name."""
    kind, name = node["kind"], scope + node["name"]
    if kind in FUNCTIONS:
        yield Fact(name, "function", header, signature(node))
    elif kind in TYPES:
        detail = node.get("type", {}).get("qualType", "") if kind.startswith("Type") else tag(node)
        yield Fact(name, "type", header, detail)
    elif kind == "EnumConstantDecl":
        yield Fact(name, "enumerator", header, f"{last} {holder.get('name', '')}".strip())
    elif kind == "FieldDecl":
        yield Fact(name, "field", header, spelled(node))
    elif kind == "VarDecl":
        yield Fact(name, "variable", header, spelled(node))
    elif kind == "NamespaceDecl":
        yield Fact(name, "namespace", header, "")


def spelled(node: Node) -> str:
    """Give the type of a node; where an unnamed one stands in which file is left out."""
    return UNNAMED.sub(r"(\1)", node["type"]["qualType"])


def tag(node: Node) -> str:
    """Say with which word a type was declared."""
    words = {"EnumDecl": "enum", "ClassTemplateDecl": "template", "TypeAliasTemplateDecl": "template"}
    return words.get(node["kind"]) or str(node.get("tagUsed", ""))


def value(node: Node) -> str:
    """Give the value of an enumerator that has one of its own, else the empty string."""
    stack = list(node.get("inner", ()))
    while stack:
        child = stack.pop(0)
        if child.get("kind") == "ConstantExpr" and "value" in child:
            return {"true": "1", "false": "0"}.get(text := str(child["value"]), text)
        stack = child.get("inner", []) + stack
    return ""


def signature(node: Node) -> str:
    """Spell a function as `result (types)`; `=` follows a parameter that has a default."""
    if node["kind"] == "FunctionTemplateDecl":
        inner = [child for child in node.get("inner", ()) if child["kind"] == "FunctionDecl"]
        return "template " + signature(inner[0]) if inner else "template"
    result = node["type"]["qualType"].split("(", 1)[0].strip()
    parameters = [child for child in node.get("inner", ()) if child["kind"] == "ParmVarDecl"]
    types = [child["type"]["qualType"] + (" =" if "init" in child else "") for child in parameters]
    return f"{result} ({', '.join([*types, '...'] if node.get('variadic') else types)})"


def macros(text: str, roots: Sequence[str]) -> Iterator[Fact]:
    """Read the output of `-E -dD`: each macro with its header, and its number or its single other name."""
    header: str | None = None
    for line in text.splitlines():
        if marker := MARKER.match(line):
            header = below(marker[1], roots)
        elif header is not None and (found := DEFINE.match(line)):
            yield Fact(found[1], "macro", header, meaning(found[3].strip(), found[2] or ""))


def meaning(body: str, parameters: str) -> str:
    """Reduce the body of a macro to a number, to another name, or to how many parameters it takes."""
    if parameters:
        return f"({parameters.count(',') + 1 if parameters.strip('() ') else 0})"
    if number := LITERAL.fullmatch(body):
        return str(int(number[1].replace(" ", ""), 0))
    other = ALIAS.fullmatch(body)
    return other[1] if other else ""


def read(unit: Unit) -> list[Fact]:
    """Give the facts of a translation unit; raises RuntimeError where clang wrote no AST."""
    roots = tuple(str(root) for root in unit.roots)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "unit.cpp")
        source.write_text(unit.text, encoding="utf-8")
        base = [str(unit.clang), *unit.args, "-w", "-ferror-limit=0"]
        skip = ["-Xclang", "-skip-function-bodies"] if skips_bodies(base[0]) else []
        tree = run([*base, *skip, "-fsyntax-only", "-Xclang", "-ast-dump=json", str(source)])
        defines = run([*base, "-E", "-dD", str(source)])
    reader = Reader(roots)
    reader.walk(json.loads(tree), "", {})
    return reader.facts + list(macros(defines, roots))


@cache
def skips_bodies(clang: str) -> bool:
    """Say whether a clang can leave out the bodies of functions, which only saves time."""
    return "-skip-function-bodies" in run([clang, "-cc1", "-help"])


def run(command: list[str]) -> str:
    """Run a compiler for its standard output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        message = f"{command[0]} wrote nothing; its first lines were:\n{done.stderr[:1000]}"
        raise RuntimeError(message)
    return done.stdout
