"""What a file asks of CUDA outside of all conditions: no compiler of HIP's has read it as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.macros import defined
from hipify_py.resolve.project_files import included_file
from hipify_py.source.conditions import conditional

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ASKS = b"__HIP"  # without it nothing in a file is for HIP's compiler


def needs_cuda(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a file that asks for HIP's compiler has, whatever the answer, what HIP has by another name.

    That is a header of CUDA's, or a name that neither the file nor another of the project makes. A file that
    is read before and tells the compilers apart may give CUDA's names to HIP's.
    """
    if ASKS not in unit.code:
        return False
    named = not options.project.told_apart and any(_names(unit, rules, options))
    return named or any(_headers(unit, rules, options))


def _headers(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Span]:
    """Give where headers of CUDA's are included whatever the conditions."""
    for one in unit.text.includes:
        path = unit.source[slice(*one.path)]
        known = rules.headers.get(path)
        renamed = known is not None and bool(known.to) and known.to != path
        is_own = renamed and included_file(unit, one, options, rules) is not None
        if renamed and not is_own and not conditional(unit, one.path.start):
            yield one.path


def _names(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Span]:
    """Give where code has names of CUDA's whatever the conditions."""
    own = {*defined(unit), *options.project.names}
    for span, name in candidates(unit, rules):
        known = rules.names.get(name)
        renamed = known is not None and bool(known.to) and known.to != name and name not in own
        if renamed and unit.directive_at(span.start) is None and not conditional(unit, span.start):
            yield span
