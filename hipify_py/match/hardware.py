"""What AMD GPUs, or some of them, lack: texture units, clusters, NVIDIA's machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.gpus import bare, concerns, named
from hipify_py.lazy import re
from hipify_py.match.optional_parts import in_vain, without_makers
from hipify_py.model import Span
from hipify_py.outcomes import Match, beside, in_passing, report
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import any_around
from hipify_py.source.search import last_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

ASKED = re.compile(rb"\b__HIP_NO_IMAGE_SUPPORT\b")
CLUSTERS = re.compile(rb"\b__cluster_dims__(?=\s*\()")
PRINTED = re.compile(rb"printf\s*\(|<<(?!<)")
STATEMENT = re.compile(rb"[^;{}]*")
LOADERS = re.compile(
    rb"\b(?:cuModuleLoad(?:Data(?:Ex)?|FatBinary)?|cuLinkAdd(?:Data|File)(?:_v2)?"
    rb"|(?:cuda|cu)LibraryLoad(?:Data|FromFile))\b(?=\s*\()"
)
OPTIX = re.compile(rb"\b(?:OPTIX_\w|[oO]ptix[A-Z]\w|rtProgramCreateFromPTX|createProgramFromPTX)")
MACHINE_CODE = re.compile(rb"\.(?:ptx|cubin|fatbin)\"\Z")


def images(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report reads and writes of textures and surfaces where a GPU that is meant has no units for them.

    What one file has of them is one finding: how its kernels get at their images is one decision.
    """
    gpus = _without(rule, options)
    if not gpus:
        return
    from hipify_py.resolve.image_overloads import images_read, own_images

    is_own = own_images(unit, options)
    spans = [span for span in images_read(unit) if _reads_image(unit, span, rules, is_own)]
    unread: dict[bytes, list[Span]] = {}
    for span in spans:
        if macro := without_makers(unit, span.start, options.project.unmade):
            unread.setdefault(macro, []).append(span)
            continue
        said = report(rule, span, {"name": unit.code[slice(*span)].decode(), "gpus": gpus})
        yield Match(findings=(said._replace(cause=gpus),))
    for macro, (first, *others) in unread.items():
        said = report(rule, first, {"name": unit.code[slice(*first)].decode(), "gpus": gpus})
        yield Match(findings=(in_vain(said, macro)._replace(related=beside(others)),))


def _reads_image(unit: Unit, span: Span, rules: RuleSet, is_own: Callable[[Span], bool]) -> bool:
    """Say whether a name is one of CUDA's functions for images, and no condition asks for these."""
    if unit.code[slice(*span)] not in rules.names or _is_head(unit, span.start):
        return False
    why = owner(unit, span, rules)
    if why or (why is not None and is_own(span)):
        return False
    return not any_around(unit, span.start, _asks_for_images)


def _asks_for_images(unit: Unit, branch: Branch) -> bool:
    return ASKED.search(unit.code, *branch.directive.span) is not None


def clusters(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report kernels with the size of a cluster."""
    gpus = _without(rule, options)
    for found in CLUSTERS.finditer(unit.code) if gpus else ():
        if not _is_head(unit, found.start()):
            yield _said(rule, Span(*found.span()), gpus=gpus)


def machine_code(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report what loads PTX or machine code for NVIDIA's GPUs; not where NVRTC or NVVM makes it in a file.

    Nor what OptiX is given: that it does not run on AMD GPUs is told of its header and names. A call stays as
    it is, and is noted alone, where build files make the modules: these are what is to be changed.
    """
    if b"nvrtc" in unit.code or b"nvvm.h" in unit.included:
        return
    named = {string: _line(unit, string) for string in unit.text.strings if _names_code(unit, string)}
    lines, in_line = set(), {*named.values()}
    for found in LOADERS.finditer(unit.code):
        span = Span(*found.span())
        if not owner(unit, span, rules):
            line = _line(unit, span)
            lines.add(line)
            match = _said(rule, span, name=found[0].decode())
            yield in_passing(match) if options.project.makes_modules and line not in in_line else match
    for string, line in named.items() if not OPTIX.search(unit.code) else ():
        if line not in lines:
            yield _said(rule, string, name=unit.source[slice(*string)].decode("utf-8", "replace"))


def _names_code(unit: Unit, string: Span) -> bool:
    return MACHINE_CODE.search(unit.source, max(string.start, string.end - 9), string.end) is not None


def _line(unit: Unit, span: Span) -> int:
    return last_of(unit.code, b"\r\n", span.start)


def _without(rule: Rule, options: Options) -> str:
    """Name the GPUs that are meant and lack what a rule is about; "" where none does.

    The rule's `word` are those that lack it, or behind a "not" those that have it.
    """
    if not options.archs:
        gpus, others = named(rule.word)
        return _listed([*gpus]) or f"any GPU but {_listed([*others])}"
    lacking = (bare(arch) for arch in options.archs if concerns(rule.word, arch))
    return _listed(list(dict.fromkeys(lacking)))


def _listed(gpus: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(gpus[:-1]), *gpus[-1:])))


def _is_head(unit: Unit, at: int) -> bool:
    """Say whether an offset stands in a directive, but not in what a macro stands for."""
    directive = unit.directive_at(at)
    return directive is not None and directive.name != b"define"


def _said(rule: Rule, span: Span, **values: str) -> Match:
    return Match(findings=(report(rule, span, values),))
