"""Which includes bring HIP's runtime to a file, once it is converted, and whether they do so early enough."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.choices import SAMPLES_HEADER
from hipify_py.lazy import re
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.project_files import included_file
from hipify_py.source.conditions import inside
from hipify_py.source.includes import nested, place
from hipify_py.source.lexer import DEFINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Include
    from hipify_py.source.unit import Unit

HEADER = b"hip/hip_runtime.h"
API_HEADER = b"hip/hip_runtime_api.h"  # enough for who only names the runtime's types and functions
# Of CUDA's samples, which programs take from a CUDA installation: one of ours takes their place.
SAMPLES = {b"helper_cuda.h", b"helper_functions.h", b"helper_timer.h", b"helper_string.h"}
GL = b"hip/hip_gl_interop.h"
BARE = (b"hipcub/", GL)  # headers that need the runtime's and do not include it
# What nvcc compiles, and the headers that may rely on what it includes by itself.
UNITS = (".cu", ".hip")
# A macro that HIP's headers may meet as a name of their own: `T`, `real`, `warp_size`.
CLASHES = re.compile(rb"(?!_)(?:\w{1,2}|\w*[a-z]\w*)\b")


def is_unit(options: Options) -> bool:
    """Say whether nvcc compiles a file, by its name."""
    return options.name.endswith(UNITS)


def brings(unit: Unit, rules: RuleSet, options: Options, header: bytes) -> bool:
    """Say whether an include of the file brings the runtime's header, after conversion, and early enough.

    Some headers of ROCm do not bring it and must not come before it. Within `extern "C"` or a namespace it
    cannot be read, nor behind a macro that stands for one of its names.
    """
    clash = first_clash(unit, rules) if is_unit(options) else len(unit.source)
    for include in unit.text.includes:
        if include.path.start > clash:
            return False
        if inside(dead(unit), include.path.start):
            continue
        if include.path.start in nested(unit):
            if may_bring(unit, include, rules, options):
                return False  # it is read there, and what comes behind is too late
            continue
        if is_unit(options) and included_file(unit, include, options, rules) in options.project.clashes:
            return False  # it makes a macro that HIP's headers may meet, be it before it includes them itself
        target = target_of(unit, include, rules, options)
        if target in {None, header}:
            return True
        if target.startswith(BARE):
            return False
    return False


def bringing(unit: Unit, rules: RuleSet, options: Options) -> Iterator[int]:
    """Give where includes stand that may bring the runtime, in order."""
    read = (one for one in unit.text.includes if not inside(dead(unit), one.path.start))
    yield from (one.path.start for one in read if target_of(unit, one, rules, options) in {None, HEADER})


def first_clash(unit: Unit, rules: RuleSet) -> int:
    """Give where a unit first defines a macro that HIP's headers may meet; the end where it does not."""
    behind = place(unit)
    defined = (one for one in unit.directives if one.name == b"define" and one.span.start >= behind)
    for one in defined:
        name = DEFINE.match(unit.code, *one.body)
        known = rules.names.get(name[1]) if name else None
        if name and CLASHES.match((known and known.to) or name[1]):
            return one.span.start
    return len(unit.source)


def target_of(unit: Unit, include: Include, rules: RuleSet, options: Options) -> bytes | None:
    """Give the header that an include names after conversion; None for the project's own that bring HIP's."""
    own = included_file(unit, include, options, rules)
    if own is not None:
        return None if own in options.project.runtime else b""
    path = unit.source[slice(*include.path)]
    known = rules.headers.get(path)
    return (known.to if known else None) or path


def may_bring(unit: Unit, include: Include, rules: RuleSet, options: Options) -> bool:
    """Say whether an include may bring the runtime: for sure, or in a file that is not known."""
    target = target_of(unit, include, rules, options)
    helper = posixpath.basename(target or b"")
    if helper == SAMPLES_HEADER.encode() or (options.polyfill and helper in SAMPLES):
        return True  # ours does
    of_unit = include.quote == b'"' and is_unit(options) and not options.project.files
    return target in {None, HEADER, API_HEADER} or of_unit
