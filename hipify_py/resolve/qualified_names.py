"""Find the qualified names of a source and say what they mean: through aliases and `using` too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Path = tuple[bytes, ...]

BLANK = rb"\s*"
WHAT = rb"\s*(?:::\s*)?(?P<path>\w+(?:\s*::\s*\w+)*)\s*;"
# Each begins with a word of its own: a search for a literal is several times as fast as one for either.
ALIAS = re.compile(rb"namespace\s+(?P<alias>\w+)\s*=" + WHAT)
USING = re.compile(rb"using\s++(?:(?P<whole>namespace)\s|(?P<alias>\w+)\s*+=)?" + WHAT)
PART = re.compile(rb"\w+")
# What before a name makes it another one: a scope, a member access, the rest of a word.
OTHERS = re.compile(rb"(?:[\w>]::\s*|\.\s*|->\s*|\w)\Z")
ANY = re.compile(rb"(\w++)(?:\s*+::\s*+\w++)++")
FEW = 16  # heads that are looked for by an expression of their own, and meanings that one may have
SHADOWS = 64  # bytes before a name that are looked at


class Place(NamedTuple):
    """A qualified name in code: what it means from the root namespace on, and the spans of what is written.

    `spans` are those of the last parts of `path`; an alias at the head stands for what it means.
    """

    path: Path
    spans: tuple[Span, ...]


@dataclass(slots=True)
class Scopes:
    """What the words at the head of qualified names mean in one source.

    `heads` gives the paths a word may stand for, `whole` the namespaces that are used whole, and `brought`
    the names that using-declarations bring in. `around` are those that files before it use whole.
    """

    heads: dict[bytes, list[Path]] = field(default_factory=dict)
    whole: list[Path] = field(default_factory=list)
    brought: dict[bytes, Path] = field(default_factory=dict)
    around: list[Path] = field(default_factory=list)

    def add(self, head: bytes, path: Path) -> None:
        """Let a word stand for a path too."""
        known = self.heads.setdefault(head, [])
        if len(known) < FEW and path not in known:
            known.append(path)


class Said(NamedTuple):
    """What an alias or a `using` says: the path that it names, the name that it makes, and where it stands.

    The name is empty for a `using namespace`.
    """

    path: Path
    name: bytes
    at: int
    kind: Literal["alias", "type", "whole", "brought"]

    @property
    def text(self) -> bytes:
        """The statement without what does not matter."""
        path = b"::".join(self.path)
        if self.kind in {"alias", "type"}:
            return b"%b %b=%b;" % (b"namespace" if self.kind == "alias" else b"using", self.name, path)
        return b"using namespace %b;" % path if self.kind == "whole" else b"using %b;" % path


def statements(code: bytes) -> list[Said]:
    """Read the aliases of a text, and what `using` says there, in order."""
    found = [Said(_path(one), one["alias"], one.start(), "alias") for one in ALIAS.finditer(code)]
    return sorted((*found, *map(_used, USING.finditer(code))), key=lambda said: said.at)


def _used(using: re.Match[bytes]) -> Said:
    path, at = _path(using), using.start()
    if using["whole"]:
        return Said(path, b"", at, "whole")
    return Said(path, using["alias"], at, "type") if using["alias"] else Said(path, path[-1], at, "brought")


def _path(said: re.Match[bytes]) -> Path:
    return tuple(PART.findall(said["path"]))


def scopes(
    code: bytes, roots: Iterable[bytes], inner: Mapping[Path, set[bytes]], before: bytes = b""
) -> Scopes:
    """Read what a source says about the namespaces below some roots.

    `inner` gives for each scope the scopes in it that hold names of their own, `before` what is said of
    namespaces before the source is read.
    """
    found = Scopes()
    for root in roots:
        if root in code or root in before:
            found.add(root, (root,))
    if found.heads:
        for one in statements(before):
            _take(found, one, inner, found.around)
        for one in statements(code):
            _take(found, one, inner, found.whole)
    return found


def _take(found: Scopes, said: Said, inner: Mapping[Path, set[bytes]], whole: list[Path]) -> None:
    """Take in what one alias or `using` says."""
    for base in found.heads.get(said.path[0], [])[:1]:
        path = (*base, *said.path[1:])
        if said.kind == "whole":
            whole.append(path)
            for name in inner.get(path, ()):
                found.add(name, (*path, name))
        elif said.kind in {"alias", "type"}:
            found.add(said.name, path)
        elif len(path) > 1:
            found.brought[path[-1]] = path
            if path[-1] in inner.get(path[:-1], ()):
                found.add(path[-1], path)


class Standing(NamedTuple):
    """What stands for some namespaces in a source: their names and aliases, and the names brought in.

    `whole` says that a `using namespace` brings in all of their names.
    """

    heads: frozenset[bytes]
    brought: frozenset[bytes]
    whole: bool


def standing_for(code: bytes, *roots: bytes, before: bytes = b"") -> Standing:
    """Give what stands for some outermost namespaces, through aliases of aliases too.

    `before` is what is said of namespaces before the source is read.
    """
    found, meant = scopes(code, roots, {}, before), {(root,) for root in roots}
    heads = frozenset(head for head, paths in found.heads.items() if not meant.isdisjoint(paths))
    brought = frozenset(name for name, path in found.brought.items() if path[:-1] in meant)
    return Standing(heads, brought, not meant.isdisjoint((*found.whole, *found.around)))


def qualified(code: bytes, found: Scopes) -> Iterator[list[Place]]:
    """Give every qualified name whose head is known, with all that it may mean."""
    if not found.heads:
        return
    heads = b"|".join(map(re.escape, sorted(found.heads)))
    # No \b in front: a search for literals is several times as fast.
    pattern = (
        rb"(" + heads + rb")\b" + BLANK + rb"::" + BLANK + rb"\w+(?:" + BLANK + rb"::" + BLANK + rb"\w+)*"
    )
    looked = re.finditer(pattern, code) if len(found.heads) <= FEW else ANY.finditer(code)
    for match in looked:
        if match[1] in found.heads and not is_other(code, match.start()):
            spans = tuple(Span(*part.span()) for part in PART.finditer(code, *match.span()))
            parts = tuple(code[slice(*span)] for span in spans)
            yield [Place((*base, *parts[1:]), spans) for base in found.heads[match[1]]]


def alone(code: bytes, root: bytes) -> Iterator[Span]:
    """Give the places at which a namespace is aliased, opened or used whole."""
    for match in re.finditer(root + rb"\b" + BLANK + rb"[;{]", code):
        before = code[max(0, match.start() - SHADOWS) : match.start()].rstrip(b" \t\r\n:")
        if before.endswith((b"namespace", b"=")) and not is_other(code, match.start()):
            yield Span(match.start(), match.start() + len(root))


def is_other(code: bytes, start: int) -> bool:
    """Say whether what stands before a word makes it another name than it looks."""
    return OTHERS.search(code, max(0, start - SHADOWS), start) is not None
