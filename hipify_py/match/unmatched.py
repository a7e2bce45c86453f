"""The law that nothing is silent: name every CUDA name in code that no rule spoke about."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.name_pieces import OF_CUDA, is_cudas, is_own
from hipify_py.match.names_made import made_here, names_test
from hipify_py.match.outside_names import outside_names, told_outside
from hipify_py.match.runtime_include import read_for_device
from hipify_py.match.version_macros import VERSIONS
from hipify_py.model import SPLICE
from hipify_py.outcomes import beside, finding
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.for_hip import beside_hips, decided_for_hip
from hipify_py.resolve.macros import parameters
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import in_condition, inside
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.model import Edit, Finding, Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

HELD = re.compile(rb"(\w+)_(h|hpp|cuh)(?:_(?:len|size))?")  # cuComplex_h_len
ASKED = re.compile(rb"#[ \t]*+(?:el)?ifn?def[ \t]++\Z|\bdefined\s*+\(?\s*+\Z")
TAKES = re.compile(rb"\s*+\(")
WITHOUT_ARGUMENTS = re.compile(rb"CU(?:DA_|(?:BLAS|FFT|RAND|SOLVER|SPARSE)_(?!DEPRECATED)[A-Z0-9_]+\Z)")
OPENS = re.compile(rb"\s*+::\s*+\w")
COMPARED = re.compile(rb"\s*+\)?\s*+(?:[<>]=?|[=!]=)\s*+\(?\s*+\d")
USED_AS_OBJECT = re.compile(rb"\s*+(?:->|\.\s*[A-Za-z_]|\[|\+\+|--|[-+*/%&|^]=(?!=))")
ASSIGNED, BEGINS = re.compile(rb"\s*+=(?!=)"), (b";", b"{", b"}", b")", b"")
PIECE = re.compile(rb"\s*##|" + SPLICE.pattern + rb"\w")
WORDS = frozenset({b"error", b"warning"})
MESSAGE = re.compile(rb"\s*+message\s*+\(")  # a pragma that tells people a text
IN_MACRO = re.compile(rb"\w\s*+\(\s*+\Z")
JOINED = re.compile(rb"\s*,\s*(\w+)\s*\)")  # the rest of a name that a macro is given in two


def unmatched(
    unit: Unit, rules: RuleSet, options: Options, edits: list[Edit], findings: list[Finding]
) -> Iterator[Finding]:
    """Report names that look like CUDA's, stand in code, and are neither edited, nor reported, nor known.

    A name that the file or the project itself defines is its own, however it looks.
    """
    spoken = {edit.span.start for edit in edits} | {f.span.start for f in findings}
    found = [
        (span, name)
        for span, name in candidates(unit, rules)
        if span.start not in spoken and not _known(rules, name) and rules.is_unknown.fullmatch(name)
        if not _in_words(unit, span) and not names_test(unit, span)
    ]
    pieces = list(_pieces(unit, rules, options, spoken))
    yield from _once(unit, pieces)
    spoken |= {finding.span.start for finding in pieces}
    own = options.project.names | made_here(unit, found)
    told = {each.span for one in findings for each in one.related}
    switches = {name for span, name in found if _is_number_of_build(unit, span, name)}
    outside = outside_names(unit, rules, options) if found else {}
    theirs: list[tuple[Span, bytes]] = []
    for span, name in found:
        # A condition on versions is spoken of once, at the first that it asks for.
        # So is a number that a function uses several times.
        numbered = VERSIONS.fullmatch(name) is not None
        asked = numbered and (in_condition(unit, span.start) or span in told)
        decided = asked or decided_for_hip(unit, span.start)
        if span.start not in spoken and name not in own and not decided and not owner(unit, span, rules):
            needless = inside(beside_hips(unit), span.start) or _is_taken_back(unit, span)
            if name in outside and not needless:
                theirs.append((span, name))
                continue
            said = _stranger(unit, rules, span, name, switches)
            yield said._replace(severity="note", fails="never") if needless else said
    yield from told_outside(rules, theirs, outside)


def _in_words(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in what `#error` or `#warning` tells, which is text for people.

    So it does in a message by a pragma where a macro is given it there, to make a text of it.
    """
    directive = unit.directive_at(span.start)
    if directive is None or directive.name != b"pragma":
        return directive is not None and directive.name in WORDS
    message = MESSAGE.match(unit.code, *directive.body)
    return message is not None and IN_MACRO.search(unit.code, message.end(), span.start) is not None


def _is_taken_back(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in an `#undef`, which needs none, and which configure may replace."""
    directive = unit.directive_at(span.start)
    return directive is not None and directive.name == b"undef"


def _is_number_of_build(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether a condition compares a name as CUDA has no more numbers of: builds define it."""
    if not name.startswith(b"CUDA_") or not in_condition(unit, span.start):
        return False
    return COMPARED.match(unit.code, span.end) is not None


def _stranger(
    unit: Unit, rules: RuleSet, span: Span, name: bytes, switches: Collection[bytes] = ()
) -> Finding:
    """Report a name that no rule knows: of a library that ROCm has nothing like, or CUDA's by its look.

    Where a condition asks whether it is there at all, it is a switch of the program's: builds go on.
    """
    if name in switches:
        return finding(
            rules, "N004", span, name=name.decode(), why="a number that builds define, for conditions"
        )
    if own := _held(rules, name) or _cannot_be(unit, span, name):
        return finding(rules, "N004", span, name=name.decode(), why=own)
    library = rules.libraries.of(name) or "CUDA"
    if why := rules.absent.get(library):
        lacking = finding(rules, "N023", span, name=name.decode(), library=library, why=why)
        return _softened(unit, span, lacking._replace(family=library.lower()))
    if not in_condition(unit, span.start):
        return finding(rules, "N003", span, name=name.decode(), library=library)
    if ASKED.search(unit.code, max(0, span.start - 64), span.start):
        return finding(
            rules, "N004", span, name=name.decode(), why="a switch, and no macro of CUDA's headers"
        )
    return finding(rules, "N003", span, name=name.decode(), library=library)._replace(fails="silent")


def _held(rules: RuleSet, name: bytes) -> str:
    """Say why a name like that of a header is the program's: a build puts the text of that into it."""
    found = HELD.fullmatch(name)
    is_header = found is not None and found[1] + b"." + found[2] in rules.headers
    return "named as a header whose text a build puts into a program" if is_header else ""


def _softened(unit: Unit, span: Span, lacking: Finding) -> Finding:
    """Give what is said of a name of an absent library: less where it counts as 0."""
    is_zero = in_condition(unit, span.start)  # where nothing defines it
    return lacking._replace(severity="warning", fails="silent") if is_zero else lacking


def _cannot_be(unit: Unit, span: Span, name: bytes) -> str:
    """Say why a name that no rule knows cannot be one of CUDA's; "" where it may.

    CUDA's interfaces are functions and types in C, no variables, and none of its macros that begin with
    `CUDA_` takes arguments, nor any of cuBLAS and its like but those that deprecate. Of its names in small
    letters none ends in one underscore.
    """
    if unit.code[span.start - 1 : span.start] == b"@" == unit.code[span.end : span.end + 1]:
        return "filled in where the build is configured"
    if OPENS.match(unit.code, span.end):
        return "a namespace or class, which CUDA's interfaces in C have none of"
    if WITHOUT_ARGUMENTS.match(name) and TAKES.match(unit.code, span.end):
        return "a macro that takes arguments, as none of CUDA's that begin so does"
    if name.endswith(b"_") and not name.endswith(b"__") and not name.isupper():
        return "a name that ends in one underscore, as none of CUDA's does"
    begun = ASSIGNED.match(unit.code, span.end) and _begins_statement(unit, span)
    if begun or (USED_AS_OBJECT.match(unit.code, span.end) and not unit.code.startswith(b"...", span.end)):
        return "an object, which CUDA's interfaces have none of"
    return ""


def _begins_statement(unit: Unit, span: Span) -> bool:
    at = before(unit.code, span.start, b" \t\r\n")
    return unit.code[max(0, at - 1) : at] in BEGINS


def _once(unit: Unit, pieces: list[Finding]) -> Iterator[Finding]:
    """Give the beginnings of names once a macro, with the other places in it."""
    found: dict[tuple[int, str], list[Finding]] = {}
    for one in pieces:
        around = unit.directive_at(one.span.start)
        found.setdefault((around.span.start if around else one.span.start, one.message), []).append(one)
    for first, *others in found.values():
        yield first._replace(related=beside(one.span for one in others))


def _pieces(unit: Unit, rules: RuleSet, options: Options, spoken: set[int]) -> Iterator[Finding]:
    """Report the beginnings of names that `##`, a macro with both parts or a continued line puts together.

    Not where all that is made of one in the file is the program's own, nor where plain C++ has no intrinsics.
    """
    plain = not read_for_device(unit, options)
    for span, name in candidates(unit, rules):
        if span.start in spoken or _in_words(unit, span):
            continue
        in_pieces = PIECE.match(unit.source, span.end) and _begins(rules, name)
        of_device = name.startswith(b"__") and not OF_CUDA.match(name)
        if in_pieces and ((plain and of_device) or is_own(unit, span, name, rules, options)):
            continue
        if in_pieces or _is_joined(unit, rules, span, name):
            yield finding(rules, "N006", span, name=name.decode())


def _is_joined(unit: Unit, rules: RuleSet, span: Span, name: bytes) -> bool:
    """Say whether a name and the next one are all that a macro is given, and together not the same in HIP.

    The next may be a parameter of the macro around both, behind what ends as no name does.
    """
    rest = JOINED.match(unit.code, span.end)
    if rest is None:
        return False
    if name.endswith(b"_") and rest[1] in parameters(unit, unit.directive_at(span.start)):
        is_known = _begins(rules, name)
    else:
        is_known = name + rest[1] in rules.names and is_cudas(rules, name + rest[1])
    if not is_known:
        return False
    opening = before(unit.code, span.start, b" \t\r\n")
    return unit.code[opening - 1 : opening] == b"("


def _begins(rules: RuleSet, name: bytes) -> bool:
    """Say whether a longer name begins so."""
    at = bisect_right(rules.in_order, name)
    return at < len(rules.in_order) and rules.in_order[at].startswith(name)


def _known(rules: RuleSet, name: bytes) -> bool:
    """Say whether a name is the same in HIP, so that nothing needs to be said."""
    known = rules.names.get(name)
    return known is not None and not known.acts(name)
