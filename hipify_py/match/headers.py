"""Rename and report the paths of CUDA headers, in includes, in `__has_include` and in macros."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import TYPE_CHECKING

from hipify_py.choices import SAMPLES_HEADER
from hipify_py.lazy import re
from hipify_py.match.copied_headers import ALL_OF_CUB, of_copy
from hipify_py.match.runtime_bringers import SAMPLES
from hipify_py.match.unused_headers import OF_VECTORS, unless_used
from hipify_py.model import SPLICE, Edit, Span
from hipify_py.outcomes import Match, finding, rename
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.project_files import included_file
from hipify_py.source import lexer
from hipify_py.source.conditions import innermost, inside
from hipify_py.source.includes import nested
from hipify_py.source.lexer import line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.rules.names import Name
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit


# What the header of ours in the place of CUDA's samples' has not.
OF_SAMPLES = re.compile(
    rb"\b(?:sdk(?:Load|Save|Read|Write|Compare|Dump|Find)\w+|compareData\w*|checkCudaCapabilities|findIntegratedGPU"
    rb"|_ConvertSMVer2\w+|getCmdLineArgumentValue)(?=\s*(?:<|\())"
)


SKIPPED = "a folder that is skipped, or outside of what is converted"
ABSOLUTE = re.compile(rb"/|[A-Za-z]:/|\Z")  # or nothing before /include/
OF_TOOLKIT = re.compile(rb"(?i)(?:.*/)?cuda(?:[-_/]?v?\d[\d.]*)?(?:/targets/[\w-]+)?")
NAMED_CUDA = re.compile(rb"cu|nv")  # how a header's name begins that nobody else takes
MISSING = (
    "{text} is missing in the project, which has others of its folder: no build, for CUDA either, finds it"
)
ALONE = re.compile(rb"[ \t]*+#[ \t]*+include[ \t]*+[<\"]([^<>\"\r\n]*+)[>\"][ \t]*+(?:\r?\n|\r)")
WRITTEN = re.compile(rb"(?<![\w./+-])[\w+-][\w./+-]*+(?<=\.h|pp|uh)")  # a header given to a macro

OF_NAMESPACE = re.compile(r"HIP has no (\w+)::")
"""What is said first of a header that has a namespace alone, all of which HIP lacks."""


def headers(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename and report included headers; a path is looked up whole, and a file of the project is its own."""
    helped, again = False, _repeated(unit, rules, options)
    shipped = _shipped(unit, rules, options)
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        own = included_file(unit, include, options, rules)
        if splice := SPLICE.search(path):
            if looked_up(rules, SPLICE.sub(b"", path)):
                first = Span(include.path.start, include.path.start + splice.start())
                begun = path[: splice.start()].decode("utf-8", "replace")
                yield Match((), (finding(rules, "N006", first, name=begun),))
        elif own is not None:
            if own in options.project.renamed:
                new = posixpath.basename(options.project.renamed[own]).encode("utf-8", "surrogateescape")
                span = Span(include.path.end - len(posixpath.basename(path)), include.path.end)
                yield Match((Edit(span, (new,), "F020", "renamed file"),))
        elif posixpath.basename(path) in SAMPLES and options.polyfill:
            helped = True
            span = Span(include.path.start - 1, include.path.end + 1)
            line = again.get(include.path.start)
            header = b'"' + (options.headers + SAMPLES_HEADER).encode() + b'"'
            yield Match((Edit(line or span, () if line else (header,), "N025", "header"),))
        else:
            helped = helped or posixpath.basename(path) == SAMPLES_HEADER.encode()
            told = _foreign(include.path, path, rules, again.get(include.path.start), options.archs)
            known_by = options.project.copied.get(path)
            told = _of_copied(include.path, path, known_by, rules, options.archs) if known_by else told
            told = map(_of_no_build, told) if path.partition(b"/")[0] in shipped else told
            yield from map(partial(unless_used, unit, rules, options, known_by or path), told)
    if helped:
        yield from _of_samples(unit, rules)
    yield from _skipped(unit, rules, options)
    for include in lexer.asked(unit.text):
        known = looked_up(rules, unit.source[slice(*include.path)])
        if known is not None and known.to:
            yield Match((Edit(include.path, (known.to,), "N008", "header", known.origin),))


def _shipped(unit: Unit, rules: RuleSet, options: Options) -> frozenset[bytes]:
    """Give the folders of libraries without a counterpart that the project has, as a file includes them.

    Of a copy that is all there is, what is missing is so in each build.
    """
    found = set[bytes]()
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        folder = path.partition(b"/")[0]
        known = rules.headers.get(folder + b"/") if include.quote != b'"' and b"/" in path else None
        if (
            known is not None
            and known.to is None
            and included_file(unit, include, options, rules) is not None
        ):
            found.add(folder)
    return frozenset(found)


def _of_no_build(told: Match) -> Match:
    """Give what is said of a header that a project's copy of a library lacks."""
    notes = (
        one._replace(severity="note", message=MISSING.format(text=one.message.partition(" has no ")[0]))
        for one in told.findings
    )
    return told._replace(findings=tuple(notes))


def _repeated(unit: Unit, rules: RuleSet, options: Options) -> dict[int, Span]:
    """Give the lines of includes that would say again what another header in their branch becomes in HIP.

    By where the path begins. A line on which anything else stands is left, and so is what a program includes
    twice itself.
    """
    found: dict[int, Span] = {}
    said: dict[tuple[bytes, Branch | None], bytes] = {}
    for include in unit.text.includes:
        path, start = unit.source[slice(*include.path)], include.path.start
        known = rules.headers.get(path)
        to = known.to if known else None
        if posixpath.basename(path) in SAMPLES and options.polyfill:
            to = SAMPLES_HEADER.encode()
        if not to or start in nested(unit):
            continue
        if included_file(unit, include, options, rules) is not None:
            continue
        one = to, innermost(unit, start)
        begin = line_start(unit.text, start)
        line = ALONE.match(unit.source, begin)
        if said.setdefault(one, path) != path and line and line.end(1) == include.path.end:
            found[start] = Span(begin, line.end())
    return found


def _skipped(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report includes of headers in folders that the run skips; those in one folder have one cause."""
    for include in unit.text.includes if options.project.skipped_in else ():
        folder = options.project.skipped_in.get(unit.source[slice(*include.path)])
        if folder is not None:
            shown = unit.source[slice(*include.path)].decode("utf-8", "replace")
            where = f"{folder}, which is skipped" if folder else SKIPPED
            said = finding(rules, "N036", include.path, name=shown, where=where)
            yield Match(findings=(said._replace(cause=folder or shown.partition("/")[0]),))


def _foreign(
    span: Span, path: bytes, rules: RuleSet, again: Span | None, archs: tuple[str, ...]
) -> Iterator[Match]:
    """Rename or report the path of a header that is none of the project; `again` is a line to leave out."""
    known = looked_up(rules, path)
    if known is None:
        yield from _of_a_toolkit(span, path, rules)
        return
    edit, said = rename(rules, span, path, known.meant(archs))
    if known.to is None:
        gone = finding(rules, "N005", span, name=path.decode("utf-8", "replace"), why=known.note)
        family = _family(rules, path, known)
        said = [gone._replace(origin=known.origin, family=family, cause="" if family else known.note)]
    if edit and again:
        edit = edit._replace(span=again, parts=())
    yield Match((edit._replace(rule="N008", kind="header"),) if edit else (), tuple(said))


def _of_copied(
    span: Span, written: bytes, path: bytes, rules: RuleSet, archs: tuple[str, ...]
) -> Iterator[Match]:
    """Have an include of a copy of a library name ROCm's header, and report one that ROCm does not have."""
    match = of_copy(span, written, path, rules)
    yield match
    known = looked_up(rules, path)
    if known is not None and known.to is None and not any(ALL_OF_CUB in edit.parts for edit in match.edits):
        yield from _foreign(span, path, rules, None, archs)


def _family(rules: RuleSet, path: bytes, known: Name) -> str:
    """Name the library whose headers all come to the same: HIP lacks it, or its folder. Else nothing.

    Folders of which the same is said are those of one library.
    """
    if path in OF_VECTORS:  # for which there is other advice than for the rest of its library
        return ""
    if library := rules.libraries.lacking_of(path):
        return library
    if space := OF_NAMESPACE.match(known.note):  # all that it has is in there, and reported so
        return space[1]
    word = path.replace(b".", b"/").split(b"/")[0]
    return rules.libraries.folders.get(known.note, "") if rules.headers.get(word + b"/") == known else ""


def _of_a_toolkit(span: Span, path: bytes, rules: RuleSet) -> Iterator[Match]:
    """Report the path of a header of CUDA's by the place where its toolkit lies."""
    header = of_toolkit(path)
    known = looked_up(rules, header) if header else None
    if known is not None:
        name, why = header.decode("utf-8", "replace"), _instead(known)
        said = finding(rules, "N028", span, name=name, why=why)
        yield Match(findings=(said._replace(origin=known.origin),))


def of_toolkit(path: bytes) -> bytes:
    """Give the header of CUDA's that a path names by the place where its toolkit lies, or nothing."""
    folders, include, header = path.replace(b"\\", b"/").rpartition(b"/include/")
    of_cuda = OF_TOOLKIT.fullmatch(folders) or (ABSOLUTE.match(folders) and NAMED_CUDA.match(header))
    return header if include and of_cuda else b""


def _instead(known: Name) -> str:
    return known.note if known.to is None else f"its counterpart is {known.to.decode()}"


def _of_samples(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Report what a file uses of the samples' helpers that the header of ours in their place has not."""
    done = set()
    for found in OF_SAMPLES.finditer(unit.code):
        if found[0] not in done and not inside(dead(unit), found.start()):
            done.add(found[0])
            yield Match(findings=(finding(rules, "N026", Span(*found.span()), name=found[0].decode()),))


def looked_up(rules: RuleSet, path: bytes) -> Name | None:
    """Give what is known of an include path, else of everything below one of its folders (`cutlass/`)."""
    known = rules.headers.get(path)
    while known is None and b"/" in path:
        path = path.rpartition(b"/")[0]
        known = rules.headers.get(path + b"/")
    return known


def header_macros(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Report macros that stand for the path of a CUDA header, or make one for an include."""
    for span in sorted((*unit.macro_paths, *_made_by_macros(unit))):
        name = unit.source[slice(*span)]
        known = looked_up(rules, name)
        if known and known.to != name:
            said = finding(rules, "N010", span, name=name.decode("utf-8", "replace"), why=_instead(known))
            yield Match((), (said._replace(origin=known.origin),))


def _made_by_macros(unit: Unit) -> Iterator[Span]:
    """Give the headers that includes name to a macro: `#include STRING(cuda_runtime.h)`."""
    for name, _, body in unit.directives:
        if name in {b"include", b"include_next", b"import"} and b"(" in unit.code[slice(*body)]:
            yield from (Span(*found.span()) for found in WRITTEN.finditer(unit.code, *body))
