"""CMake: from the commands of a file to edits and findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import FLOW, OF_CUDA, unbalanced
from hipify_py.build.cmake_choices import choices
from hipify_py.build.cmake_emptied import Turned, in_vain, without_empty
from hipify_py.build.cmake_gpu_questions import questions
from hipify_py.build.cmake_host_flags import host_flags
from hipify_py.build.cmake_language_lists import listed
from hipify_py.build.cmake_languages import found_cuda, language, minimum, package, packages_before
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_names import names
from hipify_py.build.cmake_old_releases import never_run
from hipify_py.build.cmake_platform import platform
from hipify_py.build.cmake_program_texts import headers_by_path, program_texts
from hipify_py.build.cmake_programs import programs
from hipify_py.build.cmake_projects import project
from hipify_py.build.cmake_properties import adds, values
from hipify_py.build.cmake_reads import filled_for_cuda, skipped_reads
from hipify_py.build.cmake_skipped_sources import skipped_sources
from hipify_py.build.cmake_sources import Sources, templates
from hipify_py.build.cmake_tried_sources import tried_sources
from hipify_py.build.cmake_view import FINDING, Made, View, view
from hipify_py.build.names import apart, in_passing
from hipify_py.build.statements import Marks, Statement, beside, replaced
from hipify_py.edits import settle
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command, Listfile
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

MARKS = Marks(b"if(USE_HIP)", b"else()", b"endif()", b"  ")
LANGUAGES = {b"project", b"enable_language", b"check_language"}

MOST_COMMANDS = 8192
"""Commands of a CMake file that are read: a megabyte of conditions would take ten seconds. Files by others
have up to 2,214."""
FILLED = re.compile(rb"@\w++@[ \t]*+\r?$", re.MULTILINE)
TEMPLATE = (
    "this is a template that configure_file fills in, and cannot be read as CMake from here on, so nothing"
    " in the file is converted: write by hand what it has of CUDA, or drop what it is for"
)


def cmake(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Give the edits and findings of a CMake file. One that cannot be read is left, and that is said."""
    file = listfile(source)
    wrong = _wrong(file)
    if wrong is not None:
        return [], [_unread(source, rules, wrong)] if OF_CUDA.search(source) else []
    if len(file.commands) > MOST_COMMANDS:
        beyond = file.commands[MOST_COMMANDS].span
        return [], [finding(rules, "F024", beyond)] if OF_CUDA.search(source) else []
    whole = view(file, rules, options)
    if options.project.hip_own_way:  # both sides are whole, and no language HIP is there for an edit to name
        return [], [*choices(whole)]
    found = [*in_vain(whole, [*_statements(whole)])]
    statements = [one.statement for one in found]
    findings = [
        *(said for one in found for said in one.findings),
        *choices(whole),
        *skipped_reads(whole),
        *filled_for_cuda(whole),
        *skipped_sources(whole),
        *program_texts(whole),
        *headers_by_path(whole),
        *tried_sources(whole),
        *_not_enabled(whole, statements),
    ]
    if whole.dual:
        return [*beside(source, file.code, statements, MARKS)], findings
    return [*replaced(source, file.code, statements)], findings


def _unread(source: bytes, rules: RuleSet, wrong: Span) -> Finding:
    """Say that a file cannot be read from a place on; of a template there is nothing to mend."""
    said = finding(rules, "B014", wrong)
    is_template = FILLED.match(source, source.rfind(b"\n", 0, wrong.start) + 1)
    return said._replace(severity="warning", message=TEMPLATE) if is_template else said


def _not_enabled(whole: View, statements: list[Statement]) -> Iterator[Finding]:
    """Say, once, that sources or targets of a file are HIP's, a language that nothing around it enables."""
    project = whole.options.project
    if project.without_hip and not whole.own_findcuda:
        asking = (one for one in statements if any(b"LANGUAGE HIP" in line for line in one.after))
        if (first := next(asking, None)) is not None:
            yield finding(whole.rules, "B025", first.span)


def _wrong(file: Listfile) -> Span | None:
    """Give the place from which on a file is no CMake; None where all of it is."""
    if file.wrong is not None:
        return Span(file.wrong, file.wrong + 1)
    number = unbalanced(file)
    return None if number is None else file.commands[number].place


def _statements(whole: View) -> Iterator[Turned]:
    sources = Sources(whole)
    before, idle = packages_before(whole), never_run(whole)
    for number, command in whole.commands():
        made = _made(whole, number, command, sources)
        taken = tuple(span for each in made for span in each.taken)
        value = max((each.value for each in made), default=0)
        edits, findings = apart(names(whole, number, command, taken, value))
        edits += [edit for each in made for edit in each.edits]
        findings += [said for each in made for said in each.findings]
        findings = [*map(in_passing, findings)] if number in idle else findings
        lines = (*before.get(number, ()), *(line for each in made for line in each.before))
        edits, _ = settle(_without_overlaps(edits))
        if whole.dual and edits and command.name in FLOW:
            findings = [finding(whole.rules, "B016", command.span)]
            edits = []
        one = Statement(
            command.span,
            tuple(edits),
            lines,
            tuple(line for each in made for line in each.after),
            next((each.rule for each in made if each.rule), "B001"),
            any(each.once for each in made),
            tuple(line for each in made for line in each.always),
        )
        if one.edits or one.before or one.after or one.always or findings:
            yield Turned(number, without_empty(whole.file.source, one, whole_line=not whole.dual), findings)


def _made(whole: View, number: int, command: Command, sources: Sources) -> list[Made]:
    """Give what each of those that know a command makes of it."""
    made: list[Made | None] = []
    if command.name == b"cmake_minimum_required":
        made.append(minimum(whole, command))
    elif command.name in LANGUAGES:
        made.append(language(whole, command))
    elif command.name in FINDING or found_cuda(whole, command):
        made.append(package(whole, number, command))
    else:
        made += [
            values(whole, command),
            listed(whole, command),
            adds(whole, command),
            platform(whole, command),
            templates(whole, command),
            host_flags(whole, command),
            project(whole, command),
            questions(whole, command),
            programs(whole, command),
        ]
        made.append(sources.made(number, command))
    return [each for each in made if each is not None]


def _without_overlaps(edits: list[Edit]) -> list[Edit]:
    """Leave out edits that cross another one's borders or want the same bytes: the first in order stays."""
    kept: list[Edit] = []
    around: list[Span] = []
    for edit in sorted(edits, key=lambda one: (one.span.start, -one.span.end)):
        while around and around[-1].end <= edit.span.start:
            around.pop()
        if around and (edit.span.end > around[-1].end or edit.span == around[-1]):
            continue
        kept.append(edit)
        around.append(edit.span)
    return kept
