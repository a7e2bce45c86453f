"""The spine: bytes in, `Result` out."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeVar

from hipify_py.compose import compose
from hipify_py.edits import keep_comments, render, settle
from hipify_py.ignore_comments import Commented
from hipify_py.joints import kept_apart
from hipify_py.lanes import matcher
from hipify_py.match.copied_headers import copied
from hipify_py.match.embedded_code import in_literals
from hipify_py.match.find import find
from hipify_py.match.host_libcuxx import on_host
from hipify_py.match.own_includes import own_includes, without_headers
from hipify_py.match.preprocessed import preprocessed
from hipify_py.match.ptx_warp_calls import may_call, warp_calls
from hipify_py.match.sides_taken import as_it_should
from hipify_py.match.told_once import told_once
from hipify_py.match.uncalled_functions import in_notes
from hipify_py.match.unmatched import unmatched
from hipify_py.model import Result, Span
from hipify_py.outcomes import beside, finding, of_release
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead, holds, prepare
from hipify_py.resolve.excerpts import is_excerpt
from hipify_py.resolve.guarded_branches import without_guarded, without_needless
from hipify_py.resolve.like_sides import without_like_sides
from hipify_py.resolve.platform_branches import Known
from hipify_py.resolve.unread_branches import softened
from hipify_py.settings import Options
from hipify_py.source.conditions import inside
from hipify_py.source.errors import errors
from hipify_py.source.merge_conflicts import conflicts
from hipify_py.source.search import places
from hipify_py.source.unit import Unit
from hipify_py.suppress import suppress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Edit, Finding
    from hipify_py.rules.model import RuleSet

Found = TypeVar("Found", "Edit", "Finding")
MOST_PARSE_ERRORS = 4
NOTHING_READ = (
    "the C++ grammar would take too long for this file, and nothing of it was parsed: names are converted "
    "by their tokens, and what hangs on calls, launches and blocks was missed; look through the whole file"
)
READ_ANEW = {  # the parts of an edit that drops a calling convention, parts tokens, or widens a mask's type
    (b"",),
    (b" ",),
    (b"unsigned long long",),
}
FOR_CUDA = (
    "the build files name this file only where they build for CUDA, between which and HIP the project chooses"
    " itself: what is found here is told in notes"
)
UNBUILT = "no build of the project comes to this file: {by}; what is found here is told in notes"
BY_NONE = "nothing in the project includes this header, nor names it: what is found here is told in notes"
# The kinds of edits behind which a function is device code, or a name is not the program's own any more.
KINDS_READ_ANEW = {"attribute", "member", "overload"}
INLINE_PTX = "D001"  # becomes C++ that rules read
MOST_PLACES = 32_768
"""Places of a source that are edited or told of: of one with more nothing is, as a megabyte of nothing else
would take a quarter of a minute. Files by others have up to 3,200 names of CUDA's."""
MOST_ROUNDS, REREAD = 4, 200_000
"""How often a source that the grammar cannot read is converted at most, and up to how many bytes."""


def convert(
    source: bytes,
    rules: RuleSet,
    options: Options = Options(),  # noqa: B008  frozen
    read: Unit | None = None,
) -> Result:
    """Convert one source. Raises nothing for any input: what cannot be understood becomes a finding.

    What has one cause in a file is one finding. A copy of a header of CUDA's stays as it is, and
    so does what a preprocessor made.

    `read` is what was read of this very source before, for the same rules, if it was; what comes out is the
    same.
    """
    if left := copied(source, rules, options) or preprocessed(source, rules):
        return Result(source, source, (), tuple(left))
    called = with_warp_calls(source, rules, options)
    if called is None:
        result = _in_rounds(source, rules, options, read)
    else:
        result = compose(called, _in_rounds(called.output, rules, options, None))
    return result._replace(findings=tuple(told_once(source, result.findings)))


def with_warp_calls(source: bytes, rules: RuleSet, options: Options) -> Result | None:
    """Write inline PTX that works on the warp as calls of CUDA's functions; None where there is none."""
    if not may_call(source):
        return None
    unit = Unit(source)
    prepare(unit, rules, options)
    edits = read_by_hip(unit, [*warp_calls(unit, rules)])
    commented = Commented(unit.source, unit.code, unit.text.comments)
    edits, _, _ = suppress(commented, edits, [], rules) if edits else ([], [], [])
    if not edits:
        return None
    made = keep_comments(source, unit.text.comments, settle(edits)[0])
    return Result(source, render(source, made), tuple(made))


def _in_rounds(source: bytes, rules: RuleSet, options: Options, read: Unit | None) -> Result:
    """Convert a source until nothing more is found to do.

    Where the grammar loses its way, or does so in a macro that is edited, a calling convention is dropped
    that stood in the way, tokens are parted, a mask gets a type that other rules read, a function becomes
    device code, one of the program's gives way to HIP's, or a comment keeps a part as it is on which another
    rests, the outcome is converted again until nothing more is found to do; not where brackets stand too deep
    in one another to be looked at all at once.
    """
    unit = read if read and _holds(read, rules, options) else Unit(source)
    excerpt = is_excerpt(unit, options)
    result = _once(source, unit, rules, options)
    edits = result.edits
    for _ in range(MOST_ROUNDS - 1):
        if not edits or len(source) > REREAD or unit.too_deep:
            break
        if not (result.suppressed or any(map(_is_read_anew, edits)) or _among_errors(unit, edits)):
            break
        unit.forget()
        unit = Unit(result.output)
        again = _once(result.output, unit, rules, options)
        if not again.edits:
            break
        edits, result = again.edits, compose(result, again)
    unit.forget()
    if options.project.for_cuda:
        return _in_notes(result, finding(rules, "B018", Span(0, 0), text="")._replace(message=FOR_CUDA))
    if excerpt:
        return _in_notes(result, finding(rules, "M171", Span(0, 0)))
    if options.project.unread_by:
        return _in_notes(result, finding(rules, "M152", Span(0, 0), by=options.project.unread_by))
    if options.project.unbuilt:
        text = UNBUILT.format(by=options.project.unbuilt)
        return _in_notes(result, finding(rules, "M152", Span(0, 0))._replace(message=text))
    if options.project.included_by_none:
        return _in_notes(result, finding(rules, "M152", Span(0, 0))._replace(message=BY_NONE))
    return result


def _is_read_anew(edit: Edit) -> bool:
    """Say whether other rules find more to do behind an edit, in it or around it."""
    return edit.kind in KINDS_READ_ANEW or edit.parts in READ_ANEW or edit.rule == INLINE_PTX


def _in_notes(result: Result, said: Finding) -> Result:
    """Give what is said of a file that no build for HIP reads as notes, with one that says so."""
    if all(one.severity == "note" for one in result.findings):
        return result
    notes = (one._replace(severity="note") for one in result.findings)
    return result._replace(findings=(said, *notes))


def _holds(read: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether what was read of a file before is what its conversion would read.

    The project around it may say now that other headers are absent, or that other compilers read it. And the
    grammar may have given up parts of which nothing is asked now.
    """
    return not read.given_up and holds(read, rules, options)


def _among_errors(unit: Unit, edits: Sequence[Edit]) -> bool:
    """Say whether the grammar cannot read the file, or a macro that is edited.

    An edit of one line can change what another is taken for, behind a bracket that nothing closes.
    """
    if any(errors(unit)):
        return True
    return any(unit.errs_in_macro(edit.span.start) for edit in edits)


def _once(source: bytes, unit: Unit, rules: RuleSet, options: Options) -> Result:
    prepare(unit, rules, options)
    edits: list[Edit] = []
    findings: list[Finding] = []
    groups: list[tuple[Edit, ...]] = []
    for match in find(unit, rules, options):
        edits += match.edits
        groups += [match.edits] if len(match.edits) > 1 else []
        findings += match.findings
        if len(edits) + len(findings) > MOST_PLACES:
            return Result(source, source, (), (finding(rules, "F025", Span(0, 0)),))
    findings = of_release(rules, findings)
    findings += without_headers(unit, read_by_hip(unit, edits), rules, options)
    findings = matcher.superseded(findings, edits)
    findings += unmatched(unit, rules, options, edits, findings)
    findings += parse_errors(unit, rules, bool(edits or findings))
    findings += [finding(rules, "P002", span) for span in conflicts(unit.code)]
    findings, within = in_literals(unit, findings, rules, options, convert)
    edits, findings = read_by_hip(unit, edits), read_by_hip(unit, [*findings, *within])
    commented = Commented(unit.source, unit.code, unit.text.comments)
    edits, findings, hushed = suppress(commented, edits, findings, rules)
    within, findings = _parted(findings, within)
    edits = _unbroken(edits, groups)
    findings = softened(unit, read_by_hip(unit, findings), edits, _known(rules, options))
    findings = on_host(unit, findings, options)
    findings = in_notes(unit, as_it_should(unit, findings, edits), options)
    edits += own_includes(unit, edits, rules, options)  # for what comments left
    edits, lost = settle(edits)
    findings += [finding(rules, "N009", edit.span, id=edit.rule) for edit in lost]
    edits = kept_apart(source, unit.text.strings, keep_comments(source, unit.text.comments, edits))
    findings = without_like_sides(unit, without_guarded(unit, findings, edits), edits)
    findings += within
    edits = without_needless(unit, edits, _known(rules, options))
    findings.sort(key=lambda f: (f.span, f.rule, f.message))
    return Result(source, render(source, edits), tuple(edits), tuple(findings), tuple(hushed))


def _parted(findings: list[Finding], some: list[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Give those of the findings that are among some, and the others."""
    those = {*some}
    return [one for one in findings if one in those], [one for one in findings if one not in those]


def _known(rules: RuleSet, options: Options) -> Known:
    """Give what is known of macros outside of a file."""
    project, of_cuda = options.project, options.name.endswith((".cu", ".cuh", ".hip"))
    alone = (of_cuda or project.in_cuda) and not project.cxx
    return Known(project.constants, project.names, rules.versions, project.switches, alone)


def _unbroken(edits: list[Edit], together: Sequence[tuple[Edit, ...]]) -> list[Edit]:
    """Leave out the edits of a construct of which a rule does not make all; `together` are those of each."""
    stay = {*edits}
    broken = [(made, {edit.rule for edit in made if edit not in stay}) for made in together]
    halves = {edit for made, rules_of in broken for edit in made if edit.rule in rules_of}
    return [edit for edit in edits if edit not in halves] if halves else edits


def parse_errors(unit: Unit, rules: RuleSet, something_found: bool) -> list[Finding]:  # noqa: FBT001
    """Give one finding for all places where the grammar lost its way and a name of CUDA's stands.

    There is none for a file without anything to convert.
    """
    if not something_found:  # a file without CUDA is not even parsed
        return []
    if not (unit.tree.root_node.has_error or unit.cut or unit.too_deep or unit.given_up):
        return []
    names = [span.start for span, _ in candidates(unit, rules)]
    unread = {*unit.too_deep, *unit.given_up}  # in which nothing was looked for
    ends = places(unit.code, b"\n")
    found = sorted(one for one in errors(unit) if one in unread or _holds_one(one, names, ends))
    related = beside(found[1:MOST_PARSE_ERRORS])
    told = [finding(rules, "P001", place)._replace(related=related) for place in found[:1]]
    if unit.is_given_up:
        return [one._replace(severity="warning", message=NOTHING_READ) for one in told]
    return told


def read_by_hip(unit: Unit, found: list[Found]) -> list[Found]:
    """Leave out what concerns branches that no build for HIP takes: they stay as they are."""
    return [one for one in found if not inside(dead(unit), one.span.start)] if dead(unit) else found


def _holds_one(place: Span, starts: list[int], ends: list[int]) -> bool:
    """Say whether one of some offsets lies in the lines of a place, which may be as little as a bracket.

    `ends` are those of all lines.
    """
    line = bisect_left(ends, place.start)
    first = ends[line - 1] + 1 if line else 0
    line = bisect_left(ends, place.end)
    at = bisect_left(starts, first)
    return at < len(starts) and (line == len(ends) or starts[at] < ends[line])
