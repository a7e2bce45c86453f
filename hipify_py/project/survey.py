"""Look over all files of a run before one is converted, for what a file alone cannot tell.

Which includes name the project's own files, which of those bring the HIP runtime, which CUDA-like names
the project defines itself.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import OWN_HEADERS
from hipify_py.lanes.project_facts import project_facts
from hipify_py.match.names import is_widened, replaces
from hipify_py.match.runtime_include import brings_runtime, needs_runtime
from hipify_py.project import files
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.for_hip import is_hip, stands_for_hip
from hipify_py.resolve.macros import is_alias
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Span
    from hipify_py.project.discover import Entry
    from hipify_py.project.workers import Job
    from hipify_py.rules.model import RuleSet


SIGNS = re.compile(
    rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:cuda|cub/|cooperative_groups)|^[^\n\"'#/]*\b__global__\s+\w+\s"
)


class Facts(NamedTuple):
    """What one file tells: its includes as (path, quoted), its own names, whether it holds CUDA at all.

    `brings` says that whoever includes the converted file has the HIP runtime: the file includes it, or
    needs it, so that something it includes brings it or the include is added. `constants` and `functions`
    are those that speak of warps.
    """

    includes: tuple[tuple[bytes, bool], ...]
    names: frozenset[bytes]
    brings: bool
    has_cuda: bool
    constants: tuple[tuple[bytes, bytes], ...] = ()
    functions: frozenset[bytes] = frozenset()


def facts(source: bytes, rules: RuleSet, options: Options) -> Facts:
    """Read one file's facts; it is parsed only where a CUDA-like name may be declared in it."""
    unit = Unit(source)
    includes = tuple((source[slice(*i.path)], i.quote == b'"') for i in unit.text.includes)
    needs = needs_runtime(unit, rules, options)
    hip = is_hip(unit, rules)
    ours = posixpath.basename(options.path or "") in OWN_HEADERS  # what it defines has its own namespace
    own = frozenset(
        name
        for span, name in candidates(unit, rules)
        if (_lacking(name, rules) if name in rules.names else rules.is_unknown.fullmatch(name))
        and not _is_entry(unit, span, name, known=name in rules.names)
        and not (hip and any(rule.fix for rule in rules.for_call(name)))  # a stand-in, which the fix replaces
        and not ours
        and replaces(unit, span, name, rules, options)
    )
    has_cuda = needs or any(path in rules.headers for path, _ in includes)
    constants, functions = project_facts(unit)
    return Facts(includes, own, brings_runtime(unit, rules, options), has_cuda, constants, functions)


def _lacking(name: bytes, rules: RuleSet) -> bool:
    """Say whether HIP lacks a name, or has its function for fewer types."""
    known = rules.names[name]
    return known.to is None or bool(known.filled(name)) or is_widened(rules, name)


def _is_entry(unit: Unit, span: Span, name: bytes, *, known: bool) -> bool:
    """Say whether a macro belongs to a list that turns CUDA names into others: it is no definition."""
    library = not known and not name.startswith((b"CUDA_", b"CU_"))
    return stands_for_hip(unit, span) or (library and is_alias(unit, span))


def looks_like_cuda(source: bytes) -> bool:
    """Say whether a file whose ending tells nothing is CUDA source by what it holds."""
    return SIGNS.search(source) is not None


def survey_files(entries: Sequence[Entry], job: Job) -> list[Facts | None]:
    """Read the facts of some files; None for one without any, or that cannot be read, which is said later."""
    ruleset, options = ruleset_of(job.settings), Options(polyfill=job.settings.polyfill)
    found: list[Facts | None] = []
    for entry in entries:
        try:
            data = files.read(entry.path, limit=job.settings.max_size).data
            usable = entry.kind != "other" and files.binary_reason(data) is None
            found.append(facts(data, ruleset, options._replace(path=entry.path)) if usable else None)
        except Exception:  # noqa: BLE001  converting the file will fail as well, and say it
            found.append(None)
    return found
