"""Makefiles and compile lines of shell scripts: nvcc, its flags, libraries, paths and variables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hipify_py.build import make_libraries
from hipify_py.build.absent_sources import lines_without_sources, of_absent
from hipify_py.build.c_sources import c_sources
from hipify_py.build.ci_files import ci_file
from hipify_py.build.cmake_arguments import with_arguments
from hipify_py.build.default_side import told_by_default
from hipify_py.build.flags import Context, converted
from hipify_py.build.installers import IN_SHELL, only_installs
from hipify_py.build.macros import macros
from hipify_py.build.make_calls import COMMANDS, SHOWS, Calls
from hipify_py.build.make_device_links import device_links, is_apart, where_linked
from hipify_py.build.make_includes import unread_includes
from hipify_py.build.make_lexer import Line, commands, makefile
from hipify_py.build.make_programs import programs
from hipify_py.build.make_variables import (
    HEADERS,
    below_roots,
    colliding,
    headers_in,
    places,
    reads_unset,
    variables,
)
from hipify_py.build.make_view import View
from hipify_py.build.make_words import asked_programs, out_of_quotes
from hipify_py.build.named_sources import skipped_ones
from hipify_py.build.names import RENAME, Said, apart, decoded, in_passing, left_over
from hipify_py.build.paths import ROCM, paths, roots, unset
from hipify_py.build.script_quotes import with_values
from hipify_py.build.standards import FLAG, raised
from hipify_py.build.statements import Marks, Statement, beside, line_end, replaced
from hipify_py.build.unnamed_gpus import unnamed
from hipify_py.build.unread_gpus import Reading, left_as_it_is, without_reader, without_use
from hipify_py.build.version_queries import version_queries
from hipify_py.choices import ARCHS
from hipify_py.edits import settle
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

PROGRAM = re.compile(rb"(?<![\w.$({-])nvcc(?![\w.-]|[ \t]*(?::|[+?!]?=))")
LEFT_OVER = re.compile(rb"(?:(?<![\w.-])|(?<=:-))(?:(?:sm|compute)_\d\d+[af]?|-cudalib=\w+|-cuda)(?!\w)")
# Where nvcc is called: Libtool has an -Xcompiler of its own.
LEFT_OF_NVCC = re.compile(
    rb"(?:"
    + LEFT_OVER.pattern
    + rb")|(?<![\w.-])-X(?:compiler|ptxas|nvlink|cudafe|fatbinary|archive)(?![\w-])"
)
INCLUDE = re.compile(
    rb"-I[ \t]*(?:" + HEADERS.pattern + rb"|\$[({](\w+)[)}])"
    rb"(?![\w/\"'.-]| -D__HIP_PLATFORM_AMD__)"
)
COMPILER = re.compile(rb"[\s@+-]*+\$[({](\w++)[)}]")
PLATFORM = b" -D__HIP_PLATFORM_AMD__"  # without it HIP's headers refuse a compiler that is not for HIP
MARKS = Marks(b"ifeq ($(USE_HIP),1)", b"else", b"endif", b"")
BESIDE = {"assignment", "recipe"}
# A choice by this name that --build-mode dual did not write: that has one line on each side.
OWN_CHOICE = re.compile(
    rb"(?m)^[ \t]*ifeq[ \t]+\(\$\(USE_HIP\),1\)[ \t]*\r?\n(?!(?:[^\r\n]*\\\r?\n)*[^\r\n]*\r?\nelse\b)"
)
NAMES_NVCC = re.compile(rb"(?i)nvcc|cudacc|cucc|cuda_?(?:cc|cxx|compiler)")
# Behind which stand words for which a text is searched.
SOUGHT = re.compile(rb"(?:\A|[|;&({\s])[efz]?grep\b(?P<words>[^|;&(`\r\n]*+)")
GPUS, CHOICE, LEFT = "B008", "B015", "B018"
LEFT_FOR_CUDA = re.compile(rb"(?<![\w.-])nvcc\b|(?<![\w-])-lcu(?:dart|blas|fft|rand|sparse|solver)\b")


def make(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Give the edits and findings of a makefile."""
    made, findings = _made(source, rules, options, script=False)
    return made, [*findings, *skipped_ones(source, rules, options), *unread_includes(source, rules, options)]


def shell(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Give the edits and findings of a shell script that builds with nvcc; of others what they name."""
    file = makefile(source)
    if not IN_SHELL.search(file.code) or only_installs(source, file):
        return ci_file(source, rules, options)
    made, findings = _made(source, rules, options, script=True)
    return made, [*findings, *skipped_ones(source, rules, options)]


def _made(
    source: bytes, rules: RuleSet, options: Options, *, script: bool
) -> tuple[list[Edit], list[Finding]]:
    file = makefile(source, script=script)
    read = Reading(file)
    archs = ",".join(options.archs or ARCHS).encode()
    named = b"${HIP_ARCH:-" + archs + b"}" if script else b"$(HIP_ARCH)"
    own = frozenset(line.name for line in file.lines if line.name)
    held = roots(file, rules)
    view = View(
        file,
        Calls(file, script=script),
        rules,
        options,
        own,
        held,
        headers_in(file, rules, held),
        unset(file, rules) - options.project.set_beside,
        colliding(file, rules),
        b"--offload-arch=" + named,
        script,
        make_libraries.lists(file),
        is_apart(file.code),
    )
    dual = options.build == "dual"
    statements: list[Statement] = []
    findings: list[Finding] = []
    for line in file.lines:
        if line.left or line.kind == "blank":
            continue
        words = [*with_arguments(view, line, _line(view, line))]
        edits, said = apart(without_reader(read, line, words, options))
        if unread := left_as_it_is(read, line, said, options):
            edits, said = [], unread
        said = [*map(in_passing, said)] if line.windows or line.off else said
        if dual and edits and (script or line.kind not in BESIDE):
            edits, said = [], [finding(rules, "B016", line.span)]
        findings += said
        if edits:
            statements.append(Statement(line.span, tuple(settle(edits)[0])))
    made = (
        [*beside(source, file.code, statements, MARKS)]
        if dual
        else [*replaced(source, file.code, statements)]
    )
    findings = findings if dual else without_use(read, findings, statements, options)
    findings = where_linked(findings, made)
    absent = [*lines_without_sources(file, options.project.absent)]
    made += _heading(view, made, archs, dual=dual)
    findings += [
        *_without_platform(view, made),
        *_choice(view),
        *unnamed(file, view.nvcc, rules),
        *c_sources(file, view.nvcc, rules),
    ]
    return made, [*map(partial(of_absent, absent), findings)]


def _heading(view: View, made: list[Edit], archs: bytes, *, dual: bool) -> Iterator[Edit]:
    """Give the lines with defaults of variables that edits bring in, before the first line."""
    file = view.file
    text = b"".join(bytes(part) for edit in made for part in edit.parts if isinstance(part, bytes))
    lines = []
    if dual and b"$(USE_HIP)" in text and not re.search(rb"(?m)^USE_HIP[ \t]*[?:]*=", file.code):
        lines.append(b"USE_HIP ?= 0")
    if b"$(HIP_ARCH)" in text and not re.search(rb"(?m)^HIP_ARCH[ \t]*[?:]*=", file.code):
        lines.append(b"HIP_ARCH ?= " + archs)
    if reads_unset(view):
        lines.append(ROCM.encode() + b" ?= /opt/rocm")
    if lines:
        newline = line_end(file.source)
        at = next((line.span.start for line in file.lines if line.kind != "blank"), 0)
        text = b"".join(line + newline for line in lines)
        yield Edit(Span(at, at), (text,), CHOICE if dual else GPUS, "build lines")


def _choice(view: View) -> Iterator[Finding]:
    """Say, once, where CUDA is asked for in a branch beside one for HIP, which the project itself chooses."""
    for line in view.file.lines:
        if line.left and (found := LEFT_FOR_CUDA.search(view.file.code, *line.span)):
            if b"$(USE_HIP)" not in view.file.code or OWN_CHOICE.search(view.file.code):
                text = decoded(found[0])
                said = finding(view.rules, LEFT, Span(*found.span()), text=text)
                yield told_by_default(said, view.file.code, text)
            return


def _without_platform(view: View, made: list[Edit]) -> Iterator[Finding]:
    """Say, once, that plain C++ which reads HIP's headers is compiled without the macro that they ask for."""
    host = view.options.project.host_cxx
    if not host or PLATFORM.split()[0] in view.file.source or b"HIP_PLATFORM" in view.file.source:
        return
    if any(PLATFORM in part for edit in made for part in edit.parts if isinstance(part, bytes)):
        return
    line = next((line for line in view.file.lines if not line.left and view.nvcc.compiles(line)), None)
    if line is not None and not _is_hipcc(view, line):
        start = len(view.file.code[: line.span.end]) - len(
            view.file.code[line.span.start : line.span.end].lstrip()
        )
        yield finding(view.rules, "B021", Span(start, line.span.end), source=host)


def _is_hipcc(view: View, line: Line) -> bool:
    """Say whether a command begins with a compiler that a file which is included makes HIP's."""
    first = COMPILER.match(view.file.code, *line.span)
    return first is not None and first[1] in view.options.project.included_hipcc


def _line(view: View, line: Line) -> Iterator[Said]:
    """Give what becomes of the words of a line."""
    code, rules = view.file.code, view.rules
    calls = view.nvcc.calls(line)
    yield from _compiler(view, line)
    yield from device_links(view, line)
    yield from variables(view, line)
    yield from paths(code, line.value, rules)
    yield from below_roots(view, line)
    yield from places(view, line)
    yield from make_libraries.listed(code, line, view.libraries, rules)
    for found in INCLUDE.finditer(code, *line.span):
        known_ones = rules.build["environment"].keys() - view.stays
        held = found[2] in view.headers if found[2] else not found[1]
        if held or (found[1] and (decoded(found[1]) in known_ones or found[1] in view.roots)):
            yield Edit(Span(found.end(), found.end()), (PLATFORM,), RENAME, "build name")
    named = [*programs(view, line)]
    yield from named
    for_host = not calls and view.nvcc.is_for_host(line)
    short = calls or (view.nvcc.gives(line) and not for_host)
    paired = short and line.kind != "directive"  # all words are flags, their values and files
    context = Context(rules, short, view.archs, assigned=view.options.project.assigned, paired=paired)
    is_read = calls or (not for_host and (not view.script or view.nvcc.reaches(line)))
    said = (
        [*out_of_quotes(code, _flags_of_nvcc(view, line, context))]
        if is_read
        else [*make_libraries.linked(code, line, rules)]
    )
    if view.script:
        gpus = b"--offload-arch=" + ",".join(view.options.archs or ARCHS).encode()
        said = [*with_values(view.file.source, line.span, said, view.archs, gpus)]
    yield from said
    if calls or view.nvcc.reaches(line):
        yield from raised(code, line.value, FLAG, rules, view.options)
    covered = merged(each.span for each in said)
    told = any(isinstance(one, Finding) and one.severity != "note" for one in named)
    yield from macros(code, line.span, rules, covered)
    for found in (LEFT_OF_NVCC if paired else LEFT_OVER).finditer(code, *line.span):
        if not inside(covered, found.start()):
            said_of = left_over(rules, Span(*found.span()), decoded(found[0]))
            yield in_passing(said_of) if line.kind == "directive" or told else said_of


def _flags_of_nvcc(view: View, line: Line, context: Context) -> Iterator[Said]:
    """Give what becomes of the flags of a line, but for those of programs that it asks, as in `sort -V`."""
    code = view.file.code
    others = merged(asked_programs(code, line.value, NAMES_NVCC, script=view.script)) if context.short else ()
    if not others:
        yield from _flags(code, line, context)
        return
    sure = {one.span.start for one in _flags(code, line, context._replace(short=False, paired=False))}
    for one in _flags(code, line, context):
        if one.span.start in sure or not inside(others, one.span.start):
            yield one


def _flags(code: bytes, line: Line, context: Context) -> Iterator[Said]:
    """Give what becomes of the flags of a line; each command of several names its GPUs itself.

    What is said of those that a command only shows is a note: another one of the line or the file has them.
    """
    if line.kind not in COMMANDS:
        yield from converted(code, line.value, context)
        return
    with_nvcc = NAMES_NVCC.search(code, *line.span) is not None
    for region in commands(code, line.value):
        if with_nvcc and _is_piped_beside(code, region):
            continue
        said = converted(code, region, context)
        shown = SHOWS.match(code, *region) is not None
        yield from (in_passing(one) if shown and not isinstance(one, Edit) else one for one in said)


def _is_piped_beside(code: bytes, region: Span) -> bool:
    """Say whether a command without nvcc hands to another one, or is handed what that one prints.

    Its flags are those of another program.
    """
    piped = code[region.end : region.end + 1] == b"|" or code[region.start - 1 : region.start] == b"|"
    return piped and not NAMES_NVCC.search(code, *region)


def _compiler(view: View, line: Line) -> Iterator[Said]:
    """Give the edits of nvcc by name, but for where what it prints is read."""
    asked = [*version_queries(view.file.code, line, view.rules)]
    yield from asked
    stays = {one.span.start for one in asked}
    named = [*(IN_SHELL if view.script else PROGRAM).finditer(view.file.code, *line.span)]
    sought = (
        [Span(*one.span("words")) for one in SOUGHT.finditer(view.file.code, *line.span)] if named else []
    )
    for found in named:
        if found.start() not in stays and not inside(sought, found.start()):
            yield Edit(Span(*found.span()), (b"hipcc",), RENAME, "build name")
