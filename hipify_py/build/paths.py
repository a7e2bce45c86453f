"""Paths of the CUDA toolkit in build files, and the folders below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import DIFFERS, Said, decoded, reached, renamed
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Makefile
    from hipify_py.rules.model import RuleSet

ROOT = re.compile(rb"(?:(?<=-L)|(?<=-I)|(?<![\w$})]))(/usr/local/cuda|/opt/cuda)(?:[-/]v?\d[\d.]*)?(?![\w-])")
# A folder of the toolkit at another place, by its version, or by what lies below.
ELSEWHERE = re.compile(
    rb"""(?:(?<=-[LI])|(?<![\w$})@.%/+~-]))(~?(?:/[\w.+-]++)*?/(?i:cuda)
    (?:[-_/]?v?\d[\d.]*+(?=/(?:bin|include|lib64|lib|targets|extras|nvvm)(?![\w-]))|(?=/(?:bin/nvcc|lib64)(?![\w-]))))""",
    re.VERBOSE,
)
STAYS = "it is a place of CUDA's: name ROCm's, such as /opt/rocm"
ROCM = "ROCM_PATH"
# A variable, in a shell with a default, and nothing behind it.
FOLDER = re.compile(rb"\$(?:[({](\w+)(?::?[-=][^{}]*)?[)}]|(\w+))/?")
# CUDA's folder at another place, such as /sw/cuda/12.3 or $(HOME)/cuda-11; what is below shows that it is.
PLACE = re.compile(rb"(?i)(?:/|~/|\$[({]HOME[)}]/)(?:[^\s\"';:]*/)?cuda([-_/]?v?\d[\d.]*)?/?")
AT_HOME = re.compile(rb"/home/|~|\$[({]HOME")
USED = re.compile(rb"\$(?:[({](\w+)[)}]|(\w+))/(?:include|lib64|lib|bin)(?![\w-])")
OF_CUDA = re.compile(rb"CUDA(?:_?(?:TOOLKIT|INSTALL|INST|ROOT|BASE|DIR|PATH|HOME|PREFIX|LOCATION))*")
TAIL = re.compile(rb"(?:/[\w.+-]+)+")


def paths(code: bytes, region: Span, rules: RuleSet) -> Iterator[Said]:
    """Give what becomes of paths of the toolkit in a region."""
    table = rules.build["paths"]
    for found in ROOT.finditer(code, *region):
        entry = table.get(decoded(found[1]))
        if entry is not None:
            yield from renamed(rules, Span(*found.span()), decoded(found[0]), entry)
            yield from below(code, found.end(), region.end, rules)
    for found in ELSEWHERE.finditer(code, *region):
        if not ROOT.match(code, found.start(), region.end):
            name = decoded(found[0])
            yield finding(rules, DIFFERS, Span(*found.span()), name=name, becomes="stays", why=STAYS)


def below(code: bytes, at: int, end: int, rules: RuleSet) -> Iterator[Said]:
    """Give what becomes of the folders behind the root of the toolkit."""
    tail = TAIL.match(code, at, end)
    if tail is None:
        return
    table, text = rules.build["paths"], decoded(tail[0])
    fits = [key for key in table if text == key or text.startswith(f"{key}/")]
    if fits and fits[0] not in {"/usr/local/cuda", "/opt/cuda"}:
        key = max(fits, key=len)
        yield from renamed(rules, Span(at, at + len(key)), key, table[key])


def roots(file: Makefile, rules: RuleSet) -> frozenset[bytes]:
    """Give the variables that hold the folder of the toolkit wherever a file sets them.

    So may those that a file only reads. Those are left out that the folder has its own names for, which
    become ROCm's.
    """
    known_ones = {name.encode() for name, entry in rules.build["environment"].items() if entry.to == ROCM}
    values: dict[bytes, list[bytes]] = {}
    for line in file.lines:
        if line.name and not line.left:
            values.setdefault(line.name, []).append(file.code[slice(*line.value)].strip(b" \t\"'"))
    found: set[bytes] = set()
    links: dict[bytes, set[bytes]] = {}
    for name, texts in values.items():
        named = [FOLDER.fullmatch(text) for text in texts]
        fits = (ROOT.fullmatch(text.rstrip(b"/")) or is_place(file, name, text) for text in texts)
        if all(one or fit for one, fit in zip(named, fits, strict=True)):
            others = {one[1] or one[2] for one in named if one} - known_ones
            if not others:
                found.add(name)
            elif len(others) == 1:
                links.setdefault(others.pop(), set()).add(name)
    return frozenset(reached(found | unset(file, rules), links)) - known_ones


def is_place(file: Makefile, name: bytes, value: bytes) -> bool:
    """Say whether a variable holds CUDA's folder elsewhere than usual: by its names, and its use.

    A project's own folder in somebody's home may be called `cuda`: there the variable is, too, or a version
    stands behind it.
    """
    usual, found = ROOT.fullmatch(value.rstrip(b"/")), PLACE.fullmatch(value)
    if usual or found is None or name not in _folders(file.code):
        return False
    return b"cuda" in name.lower() or found[1] is not None or not AT_HOME.match(value)


def unset(file: Makefile, rules: RuleSet) -> frozenset[bytes]:
    """Give the variables that a file reads and never sets, with folders of CUDA's by their names and uses."""
    own = {line.name for line in file.lines}
    return frozenset(
        name
        for name in _folders(file.code) - own
        if OF_CUDA.fullmatch(name) and decoded(name) not in rules.build["environment"]
    )


def _folders(code: bytes) -> set[bytes]:
    """Give the variables behind which folders stand that a toolkit has."""
    return {one[1] or one[2] for one in USED.finditer(code)}
