"""Names of CUDA's functions and libraries in strings, by which a program looks them up when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FUNCTION = re.compile(rb'"(cu[a-z]*[A-Z]\w*(?<!_t))"')
ASKS = re.compile(rb"\b(?:\w*GetProcAddress\w*|\w*GetDriverEntryPoint\w*|dlsym)\s*\(")
LOADS = re.compile(rb"\b(?:dlm?open|LoadLibrary\w*)\b")
LIBRARY = re.compile(
    rb"(?:[^/\\]*[/\\])*+((?:lib)?(?:cu(?:da(?:rt)?|blas(?:Lt)?|fft[wt]?|rand|sparse(?:Lt)?|solver(?:Mg)?"
    rb"|dnn(?:_\w+)?|pti|tensor|file)|nv(?:cuda|rtc(?:-builtins)?|idia-ml|JitLink|jpeg|ToolsExt|ml|vm|blas)"
    rb"|nccl|npp[a-z]{0,4})(?:[-_]?\d[\d._]*)?(?:_static|-?(?:win)?64(?:_[\d]+)?)?\.(?:so|dll)[\d.]*)"
)

STEM = re.compile(rb"(?:lib)?((?:[A-Za-z]|-(?=[a-z]))+)")
"""The name of a library without what its file has around it: numbers, and the ending."""
LACKS = "HIP has none that does the same: leave it out, or go on without"
LOADED = "load %s, and look HIP's names up in it"
RUNTIME = "amdhip64"
LACKED = frozenset({"roctx64"})  # by the HIP SDK for Windows
UNKNOWN = "load the one of ROCm's that has the functions looked up in it"


def strings(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report strings that are a function's name and no more, in files that ask for entry points.

    Those of one file have one cause: it looks up what it calls.
    """
    if not ASKS.search(unit.code):
        return
    for string in unit.text.strings:
        found = FUNCTION.fullmatch(unit.source, *string)
        known = rules.names.get(found[1]) if found else None
        if found and known and known.to != found[1]:
            instead = f"give the name that it has in HIP, {known.to.decode()}" if known.to else LACKS
            said = report(rule, Span(*found.span(1)), {"name": found[1].decode(), "instead": instead})
            yield Match(findings=(said._replace(cause=rule.name),))


def libraries(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report strings that are the file of one of CUDA's libraries, in files that load libraries.

    Those of macOS are none of them, for which there is no ROCm.
    """
    if not LOADS.search(unit.code):
        return
    for start, end in unit.text.strings:
        if found := LIBRARY.fullmatch(unit.source, start + 1, end - 1):
            values = {"name": found[1].decode(), "instead": _instead(rules, found[1])}
            said = report(rule, Span(*found.span(1)), values)
            yield Match(findings=(said,))


def _instead(rules: RuleSet, file: bytes) -> str:
    """Say what ROCm has in place of a library, by what build files make of its name."""
    stem = STEM.match(file)
    name = stem[1].decode() if stem else ""
    known = rules.build["libraries"].get("cuda" if name == "nvcuda" else name)
    if known and known.to:
        return _of_windows(known.to, rules.rocm) if file.endswith(b".dll") else LOADED % f"lib{known.to}.so"
    return (known.note if known else "") or UNKNOWN


def _of_windows(library: str, rocm: str) -> str:
    """Say what to load of a library of ROCm's on Windows: the runtime's file bears its major version."""
    if library in LACKED:
        return f"the HIP SDK for Windows has no {library} to load: go on without"
    version = f"_{rocm.partition('.')[0]}" if library == RUNTIME else ""
    return LOADED % f"{library}{version}.dll of the HIP SDK for Windows"
