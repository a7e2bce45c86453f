"""Which file of the project an include names."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.source import lexer

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Include
    from hipify_py.source.unit import Unit

# Of all in hip/ these set no macro of the platform by themselves: clang -E of ROCm 6.4 and 7.2 says so.
WITHOUT_PLATFORM = frozenset(
    b"hip/%b.h" % name
    for name in (b"channel_descriptor", b"hip_deprecated", b"hip_profile", b"hip_version", b"linker_types")
)
OF_LIBHIPCXX = (b"cuda/", b"nv/")  # which is no part of ROCm, but may be installed beside it


def pieces_calling_for(unit: Unit, header: str, rules: RuleSet, options: Options) -> list[int]:
    """Give where a file includes pieces of its own that call for a header, by the offset of their paths."""
    if not options.project.pieces:
        return []
    own = [(one, included_file(unit, one, options, rules)) for one in unit.text.includes]
    return [one.path.start for one, path in own if path and header in options.project.pieces.get(path, ())]


def absent_headers(unit: Unit, rules: RuleSet, options: Options) -> frozenset[bytes]:
    """Give the headers for which a `__has_include` asks that no build for HIP has.

    They are CUDA's, ROCm has no counterpart, and the project no file of that name.
    """
    paths = {unit.source[slice(*one.path)] for one in lexer.asked(unit.text) if one.quote == b"<"}
    return frozenset(
        path
        for path in paths
        if (known := rules.headers.get(path)) and known.to is None
        if not path.startswith(OF_LIBHIPCXX) and own_file(path, False, options, rules) is None  # noqa: FBT003
    )


def replaced_headers(unit: Unit, rules: RuleSet) -> frozenset[bytes]:
    """Give the headers of CUDA that a file includes and in whose place one of HIP's own comes."""
    found = ((path, rules.headers.get(path)) for path in unit.included)
    return frozenset(path for path, known in found if known and brings_platform(known.to or b""))


def brings_platform(path: bytes) -> bool:
    """Say whether a header is one of HIP's own that set the macros of its platform."""
    return path.startswith(b"hip/") and path not in WITHOUT_PLATFORM


def included_file(unit: Unit, include: Include, options: Options, rules: RuleSet) -> str | None:
    """Give the project's file that an include names, if it names one."""
    return own_file(unit.source[slice(*include.path)], include.quote == b'"', options, rules)


def own_file(path: bytes, quoted: bool, options: Options, rules: RuleSet) -> str | None:  # noqa: FBT001
    """Give the project's file that an include path names, if it names one.

    A path that is also that of a CUDA header with a counterpart names the project's file only in quotes and
    beside the including file.
    """
    files = options.project.files
    if not files:
        return None
    text = path.decode("utf-8", "surrogateescape")
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(options.path or ""), text))
    if quoted and files.get(beside) == beside:
        return beside
    known = rules.headers.get(path)
    return files.get(posixpath.normpath(text)) if known is None or known.to is None else None
