"""Rename and report namespaces of CUDA's libraries, and names that mean something only in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.warp_names import OF_HEADER
from hipify_py.lazy import re
from hipify_py.match.namespace_owners import (
    BRINGS_CUDA,
    is_brought,
    is_doubtful,
    lacking,
    listed,
    taken_for_own,
)
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, rename, renamed, said
from hipify_py.resolve.declarations import makes, own_scope
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.ownership import own_scopes
from hipify_py.resolve.qualified_names import PART, Place, Scopes, alone, qualified, scopes
from hipify_py.source.brackets import MOST, template_end
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import vocabulary, word_matches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.model import Finding
    from hipify_py.resolve.qualified_names import Path
    from hipify_py.rules.model import RuleSet
    from hipify_py.rules.names import Name
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

SCOPE = re.compile(rb"thread_scope\w*")
OPENED = rb"\{|(?:::\s*+(?:inline\s++)?+\w++\s*+)++\{|=\s*+(?:::\s*+)?(?P<meant>\w++)"
"""What stands behind the name of a namespace that is opened, or is made an alias."""
WITHIN = re.compile(rb"[\w:.>]")  # before a name: it is a part of another, or of a scope or object


class Opening(NamedTuple):
    """Where a namespace is opened, or named as an alias: the span of its name, and the scopes around it."""

    name: Span
    scope: bytes


def namespaces(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename and report namespaces and their members, behind aliases and where a namespace is used whole.

    A namespace that the file opens itself, or makes an alias of one of the program's, and that has no
    counterpart, is the program's own. A member that is reported speaks for its namespace. Of one that another
    file of the project opens, or that a file makes which reads libcu++, only what CUDA has by that name is
    spoken of; so it is where nothing brings libcu++, for a header that is not there may open it.
    """
    roots = _roots(unit, rules, options)
    if not roots:
        return
    shared = {root for root in roots if root in options.project.names or makes_own(unit, rules, root)}
    doubtful = {root for root in roots if is_doubtful(unit, rules, root, options)} - shared
    by_member = {name for root in shared | doubtful for name in listed(rules, root)}
    unknown: Place | None = None  # the first that nobody knows
    found = scopes(unit.code, roots, rules.inner, unit.spaces)
    spoken = 0  # up to where the arguments go of a template that is reported
    for places in qualified(unit.code, found):
        place = next((place for place in places if _known(rules, place)), places[0])
        full = unit.code[slice(*place.spans[0])] == place.path[0]
        members = list(_members(unit, rules, place))
        last = place.spans[-1].end
        if last > spoken and any(match.findings for match in members):
            spoken = _behind_arguments(unit, last)
        elif last <= spoken and SCOPE.fullmatch(place.path[-1]):
            members = [match._replace(findings=()) for match in members]  # the advice on the atomic names it
        yield from members
        heads = list(_head(unit, rules, place, by_member, spoken=bool(members))) if full else []
        yield from heads if full else _renamed(unit, rules, place)
        if full and not heads and not members and place.path[0] in doubtful:
            unknown = unknown or place
    yield from taken_for_own(unit, rules, unknown, options) if unknown else ()
    yield from _bare(unit, rules, found)
    for root in roots:
        for span in _by_themselves(unit, rules, root, options):
            yield from _head(unit, rules, Place((root,), (span,)), shared, spoken=False)


def _by_themselves(unit: Unit, rules: RuleSet, root: bytes, options: Options) -> Iterator[Span]:
    """Give where a namespace that rules know is named with nothing of it, but for one that another opens."""
    may_be_inner = lacking(rules, root) and not options.project.libcuxx
    for span in alone(unit.code, root) if root in rules.namespaces else ():
        if not (may_be_inner and _is_inner(unit, span)):
            yield span


def _behind_arguments(unit: Unit, at: int) -> int:
    """Give the offset behind the template arguments that follow a name; that of the name where none do."""
    opens = token_at(unit.code, at)
    return template_end(unit.code, opens.start, opens.start + MOST, None) if opens.text == b"<" else at


def _roots(unit: Unit, rules: RuleSet, options: Options) -> list[bytes]:
    """Give the outermost namespaces that a source may speak of.

    One that it makes itself is none of these, but beside the library, which may be meant as well; nor is one
    with a counterpart that a header makes within a namespace of the program's.
    """
    led = _led_to(unit, rules) if unit.spaces else frozenset()
    roots = [root for root in rules.roots if root in led or stands(unit, root)]
    return [root for root in roots if is_brought(unit, root, options) or not _own(unit, rules, root, options)]


def _led_to(unit: Unit, rules: RuleSet) -> frozenset[bytes]:
    """Give the namespaces to which a unit is led by what files before it say of them."""
    found = scopes(b"", rules.roots, rules.inner, unit.spaces)
    named = (paths for head, paths in found.heads.items() if stands(unit, head))
    return frozenset(path[0] for paths in (*named, found.around) for path in paths)


def _own(unit: Unit, rules: RuleSet, root: bytes, options: Options) -> bool:
    """Say whether a namespace is the program's own wherever a file speaks of it."""
    shared = root in options.project.names and not lacking(rules, root)
    return shared or makes_own(unit, rules, root)


def stands(unit: Unit, root: bytes) -> bool:
    """Say whether a namespace's name stands in a source as a word, and not as a header's."""
    if not re.search(root + rb"\b", vocabulary(unit)):
        return False
    return re.search(root + rb"\b(?!\.)", unit.code) is not None


def makes_own(unit: Unit, rules: RuleSet, root: bytes) -> bool:
    """Say whether a file makes a namespace of its own under the name of one of CUDA's."""
    return root in rules.namespaces and next(openings(unit, rules, root), None) is not None


def _is_inner(unit: Unit, span: Span) -> bool:
    """Say whether a namespace's bare name means one that another opens, as OpenCV has a `cv::cuda`.

    So it is within a namespace, where the file itself includes none of the headers that bring CUDA's own.
    """
    around = unit.around(span)
    scoped = any(node.type == "namespace_definition" and node.start_byte < span.start for node in around[:-1])
    led = token_before(unit.code, span.start).text == b"::"
    return scoped and not led and not any(map(BRINGS_CUDA.match, unit.included))


def openings(unit: Unit, rules: RuleSet, root: bytes) -> Iterator[Opening]:
    """Give where a file opens a namespace of a name, or one within that, or makes the name an alias.

    An alias of what is CUDA's own makes nothing: its path begins with a namespace of CUDA's. Nor does who
    opens one that has a counterpart, to add to it, but within a namespace of the program's.
    """
    opened = rb"\bnamespace\s++((?:\w++\s*+::\s*+(?:inline\s++)?+)*?)(" + root + rb")\s*+(?:" + OPENED + rb")"
    for found in word_matches(unit, re.compile(opened), b"namespace"):
        name = Span(*found.span(2))
        around = None if found["meant"] in rules.roots else scope_of(unit, name)
        if around is not None:
            written = PART.findall(found[1].replace(b"inline", b""))
            scope = b"::".join(filter(None, (around, *written)))
            if lacking(rules, root) or (scope not in {b"", root} and not found["meant"]):
                yield Opening(name, b"" if scope == root else scope)


def _known(rules: RuleSet, place: Place) -> bool:
    """Say whether the rules know a name by what it may mean, or a scope of it."""
    path = place.path
    depths = range(max(1, len(path) - len(place.spans)), min(len(path), rules.deepest + 1))
    return any(path[depth] in rules.scoped.get(b"::".join(path[:depth]), ()) for depth in depths)


def _members(unit: Unit, rules: RuleSet, place: Place) -> Iterator[Match]:
    """Rename and report the parts of a qualified name that mean something only in their scope."""
    ahead = len(place.path) - len(place.spans)
    for depth in range(max(1, ahead), min(len(place.path), rules.deepest + 1)):
        names = rules.scoped.get(b"::".join(place.path[:depth]))
        known = names.get(place.path[depth]) if names is not None else None
        # At the head only what is written by its own name counts: an alias keeps its name.
        span = place.spans[depth - ahead]
        if known is not None and unit.code[slice(*span)] == place.path[depth]:
            yield from _speak(unit, rules, place.path[: depth + 1], span, known)


def _speak(unit: Unit, rules: RuleSet, path: Path, span: Span, known: Name) -> Iterator[Match]:
    """Apply what is known of a member; findings name it with its namespaces."""
    if not known.acts(path[-1]):
        return
    edit = renamed(span, path[-1], known)
    to = None if known.to is None else b"::".join((*_target(rules, path[:-1]), known.to))
    findings = said(rules, span, b"::".join(path), known._replace(to=to))
    call = unit.call(span) if known.fits else None
    if call is not None and len(call.arguments) in known.fits:
        findings = [one for one in findings if one.rule == "N011"]
    if to is None and lacking(rules, path[0]):
        findings = _of_family(findings, f"{path[0].decode().lower()}: {known.note}")
    if edit or findings:
        yield Match((edit,) if edit else (), tuple(findings))


def _target(rules: RuleSet, path: Path) -> Path:
    """Give what a scope becomes: its longest part that is a namespace with another name in HIP."""
    for depth in range(min(len(path), rules.deepest), 0, -1):
        known = rules.namespaces.get(b"::".join(path[:depth]))
        if known is not None and known.to:
            return (*known.to.split(b"::"), *path[depth:])
    return path


def _renamed(unit: Unit, rules: RuleSet, place: Place) -> Iterator[Match]:
    """Rename the namespaces in a name whose head is an alias or was brought in, part by part."""
    ahead = len(place.path) - len(place.spans)
    target = _target(rules, place.path[:-1])
    for part, to, span in zip(place.path[ahead:-1], target[ahead:], place.spans, strict=False):
        written = unit.code[slice(*span)]
        if written == part != to and len(target) == len(place.path) - 1:
            yield Match((Edit(span, (to,), "N000", "rename"),))


def _bare(unit: Unit, rules: RuleSet, found: Scopes) -> Iterator[Match]:
    """Rename and report names without their namespace, where it is used whole or they were brought in.

    A name that the file declares itself is its own, in a class or a namespace within that. What another file
    uses whole counts where the namespace has a counterpart: of others is spoken there, and many of their
    names are plain words. So are those of groups, of which `lanes` speaks by what they are given.
    """
    wanted: dict[bytes, tuple[Path, Name]] = {}
    for path in found.around:
        names = {} if lacking(rules, path[0]) else rules.scoped.get(b"::".join(path), {})
        acting = {name: known for name, known in names.items() if known.acts(name) and name not in OF_HEADER}
        wanted |= {name: ((*path, name), known) for name, known in acting.items()}
    for path in reversed(dict.fromkeys(reversed(found.whole))):
        names = rules.scoped.get(b"::".join(path), {})
        wanted |= {name: ((*path, name), known) for name, known in names.items() if known.acts(name)}
    for name, path in found.brought.items():
        known = rules.scoped.get(b"::".join(path[:-1]), {}).get(name)
        if known is not None and known.to not in {None, name}:
            wanted[name] = (path, known._replace(note="", since=""))
    if not wanted:
        return
    listed = b"|".join(map(re.escape, sorted(wanted)))
    uses = [
        (Span(*match.span(1)), match[1])
        for match in re.finditer(rb"(" + listed + rb")\b(?=\s*[(<])", unit.code)
        if not WITHIN.match(unit.code, max(0, match.start() - 1), match.start())
    ]
    own = {name for span, name in uses if makes(unit, span) and own_scope(unit, span) is None}
    scoped = own_scopes(unit, uses)
    for span, name in uses:
        if name not in own and not inside(scoped.get(name, ()), span.start):
            path, known = wanted[name]
            yield from _speak(unit, rules, path, span, known)


def _head(
    unit: Unit, rules: RuleSet, place: Place, shared: Collection[bytes], *, spoken: bool
) -> Iterator[Match]:
    """Rename or report the namespace at the head of a name written in full: the longest that a rule knows.

    A member that was `spoken` of speaks for a namespace without a counterpart, and the program for those in
    `shared`, which may be its own.
    """
    for depth in range(min(len(place.path), rules.deepest), 0, -1):
        name = b"::".join(place.path[:depth])
        known = rules.namespaces.get(name)
        if known is None:
            continue
        if known.to is not None or not (spoken or name in shared):
            span = Span(place.spans[0].start, place.spans[depth - 1].end)
            edit, findings = rename(rules, span, name if known.to else name + b"::", known)
            findings = _of_family(findings, "" if known.to else place.path[0].decode().lower())
            whole = unit.code[slice(*span)] == name
            yield Match(((edit,) if whole else tuple(_by_part(place, edit))) if edit else (), tuple(findings))
        return


def _of_family(findings: list[Finding], family: str) -> list[Finding]:
    return [one._replace(family=family) for one in findings]


def _by_part(place: Place, edit: Edit) -> Iterator[Edit]:
    """Give an edit of namespaces between which a comment may stand, part by part, so that it stays there."""
    (to,) = edit.parts
    parts = to.split(b"::") if isinstance(to, bytes) else []
    if len(parts) != sum(span.end <= edit.span.end for span in place.spans):
        yield edit
        return
    for part, new, span in zip(place.path, parts, place.spans, strict=False):
        if part != new:
            yield edit._replace(span=span, parts=(new,))
