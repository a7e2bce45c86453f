"""Variables of makefiles and scripts that name the toolkit, and the folders behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import DIFFERS, STAYS, Said, decoded, in_passing, renamed
from hipify_py.build.paths import ROCM, ROOT, below, is_place
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.build.make_view import View
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

REFERENCE = re.compile(rb"(\$[({]|\$|@|(?<![\w$]))(CUDA\w*|LAUNCH_CUDA)([)}@])?")
HEADERS = re.compile(rb"(?:\$[({](\w+)[)}]|(?:/usr/local|/opt)/cuda(?:[-/]v?\d[\d.]*)?)/include")
INCLUDED = re.compile(rb"(?m)^[ \t]*(?:-?include|sinclude|source|\.)[ \t]")
ANY = re.compile(rb"\$(?:[({](\w+)[)}]|(\w+))(?=/)")
ELSEWHERE = "its value is a place of CUDA's: name ROCm's, such as /opt/rocm"
UNSET = "is set elsewhere, and is CUDA's folder by its name: give it ROCm's, such as /opt/rocm"
CONFIGURED = "configure fills it in: let configure.ac look for ROCm"
UNKNOWN = "B004"


def variables(view: View, line: Line) -> Iterator[Said]:
    """Give what becomes of variables that name the toolkit, and of the folders behind them."""
    code, rules = view.file.code, view.rules
    for found in REFERENCE.finditer(code, *line.span):
        name, is_reference = decoded(found[2]), bool(found[1])
        sets = line.name == found[2] and found.start(2) < line.value.start
        if not is_reference and not sets and not _names(code, found, line, script=view.script):
            continue
        entry = rules.build["environment"].get(name)
        if entry is not None and found[1] == b"@":
            said = finding(rules, STAYS, Span(*found.span(2)), name=name, why=CONFIGURED)
            yield in_passing(said) if view.options.project.configured else said
            continue
        if entry is not None and name not in view.stays:
            yield from renamed(rules, Span(*found.span(2)), name, entry)
            if sets and entry.to == ROCM and _is_elsewhere(view, line):
                yield finding(
                    rules,
                    DIFFERS,
                    Span(*found.span(2)),
                    name=name,
                    becomes=f"becomes {entry.to}",
                    why=ELSEWHERE,
                )
        elif entry is not None:
            text = f"{name} keeps its name: this file has several variables that would become {entry.to}: "
            text += "let one name ROCm's folder, and the others follow it"
            yield finding(rules, UNKNOWN, Span(*found.span(2)), name=name)._replace(message=text)
        elif (
            found[2] not in view.own | view.options.project.set_beside
            and name.startswith("CUDA_")
            and not sets
        ):
            yield in_passing(finding(rules, UNKNOWN, Span(*found.span(2)), name=name))
        if is_reference and entry is not None and entry.to == ROCM:
            yield from below(code, found.end(), line.span.end, rules)


def below_roots(view: View, line: Line) -> Iterator[Said]:
    """Give what becomes of folders behind variables of a file's own that hold the toolkit's folder."""
    for found in ANY.finditer(view.file.code, *line.span) if view.roots else ():
        if (found[1] or found[2]) in view.roots:
            yield from below(view.file.code, found.end(), line.span.end, view.rules)


def places(view: View, line: Line) -> Iterator[Finding]:
    """Say where a variable gets a folder of CUDA's that nothing makes ROCm's, and where nothing sets it."""
    value = view.file.code[slice(*line.value)].strip(b" \t\"'")
    if line.name in view.roots and is_place(view.file, line.name, value):
        name = decoded(line.name)
        yield finding(view.rules, DIFFERS, line.value, name=name, becomes="stays", why=ELSEWHERE)
    for found in ANY.finditer(view.file.code, *line.span) if view.unset else ():
        if (found[1] or found[2]) in view.unset:
            name = decoded(found[1] or found[2])
            said = finding(view.rules, UNKNOWN, Span(*found.span()), name=name)
            said = said._replace(message=f"{name} {UNSET}")
            yield in_passing(said) if INCLUDED.search(view.file.code) else said  # which another file may set


def colliding(file: Makefile, rules: RuleSet) -> frozenset[str]:
    """Give the names of variables that would become one where a file uses several of them, and sets one."""
    table = rules.build["environment"]
    used = {decoded(found[2]) for found in REFERENCE.finditer(file.code)} & table.keys()
    by_target: dict[str | None, set[str]] = {}
    for name in used:
        by_target.setdefault(table[name].to, set()).add(name)
    return frozenset(name for names in by_target.values() if len(names) > 1 for name in names)


def headers_in(file: Makefile, rules: RuleSet, held: frozenset[bytes]) -> frozenset[bytes]:
    """Give the variables that hold the path of CUDA's headers alone; `held` hold the toolkit's folder."""
    known = {name.encode() for name in rules.build["environment"]} | held
    values: dict[bytes, list[re.Match[bytes] | None]] = {}
    for line in file.lines:
        if line.name and not (line.left or line.windows):
            path = HEADERS.fullmatch(file.code[slice(*line.value)].strip())
            values.setdefault(line.name, []).append(path)
    return frozenset(
        name
        for name, paths in values.items()
        if all(path and (not path[1] or path[1] in known) for path in paths)
    )


def _is_elsewhere(view: View, line: Line) -> bool:
    """Say whether a value is a place of CUDA's that nothing makes one of ROCm's."""
    value = ROOT.sub(b"", view.file.code[slice(*line.value)])
    known_ones = view.rules.build["environment"].keys()
    rest = REFERENCE.sub(lambda one: b"" if decoded(one[2]) in known_ones else one[0], value)
    return re.search(rb"(?i)cuda", rest) is not None


def _names(code: bytes, found: re.Match[bytes], line: Line, *, script: bool) -> bool:
    """Say whether a bare word names a variable: behind `ifdef` or `export`, or before the = of a shell."""
    before = code[line.span.start : found.start()].split()
    behind = code[found.end() : found.end() + 1] == b"="
    return bool(before and before[-1] in {b"ifdef", b"ifndef", b"export", b"unset"}) or (script and behind)


def reads_unset(view: View) -> bool:
    """Say whether a makefile reads CUDA's folder by a name that becomes ROCM_PATH, and sets neither.

    make takes it from the environment, or from who calls it: there nobody has ROCM_PATH. A file that
    includes others may have it from these, and one that asks whether it is set goes by that.
    """
    table = view.rules.build["environment"]
    names = {name.encode() for name, entry in table.items() if entry.to == ROCM}
    if view.script or INCLUDED.search(view.file.code) or (names | {ROCM.encode()}) & view.own:
        return False
    asks = {
        found[2]
        for line in view.file.lines
        if line.kind == "directive"
        for found in REFERENCE.finditer(view.file.code, *line.span)
    }
    read = {one[2] for one in REFERENCE.finditer(view.file.code) if one[1] and one[1] != b"@"}
    return not asks & names and any(name in names and decoded(name) not in view.stays for name in read)
