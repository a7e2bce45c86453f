"""A build file from bytes to `Result`: which of the converters reads it, or that it is only reported."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from hipify_py.build.ci_files import ci_file
from hipify_py.build.ci_names import is_ci_file
from hipify_py.build.cmake_modules import is_copy, is_named_so
from hipify_py.build.cmake_versions import together
from hipify_py.build.file_names import CMAKE, is_makefile, is_script, language_of
from hipify_py.build.mentions import mentions
from hipify_py.build.names import apart, in_passing
from hipify_py.build.other_builders import other_builder, system_of
from hipify_py.build.other_languages import other_language
from hipify_py.build.remarks import of_hip, remarks, without_remarks
from hipify_py.build.repeats import once
from hipify_py.build.submodules import NAME, submodules
from hipify_py.edits import render, settle
from hipify_py.ignore_comments import Commented, may_speak
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Result, Span
from hipify_py.outcomes import finding, of_release
from hipify_py.rules.docs import parts, sentence
from hipify_py.source.merge_conflicts import conflicts
from hipify_py.suppress import suppress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.model import Suppressed
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

    Converter = Callable[[bytes, RuleSet, Options], tuple[list[Edit], list[Finding]]]

OTHERS = {
    ".bazelrc",
    "BUILD",
    "BUILD.bazel",
    "meson.build",
    "meson.options",
    "meson_options.txt",
    "pyproject.toml",
}
OTHERS |= {"setup.py"}
UNREAD, GPUS = "B029", "B008"
NAME_YOURS = "; name yours there, or give --arch"
UNADDED = "no CMake file of the project adds this folder: what is found here is told in notes"
UNMADE = "no configure.ac makes a file of {name}, and nothing names it: what is found in it is told in notes"
SLASHED = (".go", ".rs")  # a remark begins with two of them
SCRIPTS = (".sh", ".bash")
OF_CUDA = re.compile(
    rb"""\bnvcc\b|\bNVCC\w* | \bCUDA_(?:PATH|HOME|ROOT|TOOLKIT|ARCH|NVCC|SDK)\w* | \bCMAKE_CUDA_\w+
    | \bCUDA::\w+ | \bcuda_(?:add|library|binary|test|compile|include|select)\w* | \bCUDAToolkit\b
    | \bCUDA_(?:SEPARABLE_COMPILATION|STANDARD|ARCHITECTURES|RUNTIME_LIBRARY)\b | \bCUDAExtension\b
    | \b(?i:project|enable_language|find_package)\s*\([^()]{0,400}?(?<![\w./])CUDA(?![\w./])
    | -lcu(?:da|dart|blas|fft|rand|sparse|solver|dnn|pti)\w*
    | \b(?:project|add_languages|dependency)\s*\([^()]{0,400}?['"]cuda['"] | \bif_cuda\b | @\w*cuda\w*//""",
    re.VERBOSE,
)
WRAPPED = re.compile(rb"(?:\b|(?<=-D))THRUST_CUB_WRAPPED_NAMESPACE\b")
WORD = re.compile(rb"[-\w:@/]+")


def build_file(source: bytes, rules: RuleSet, options: Options, told: Sequence[Finding] = ()) -> Result:
    """Convert a build file, or say that it asks for CUDA where nothing converts its kind or none is to be.

    `told` is what is said of it besides, unless the project has one for HIP.
    """
    if is_copy(options.name, source):
        return Result(source, source, (), (_copy(rules, options.name),))
    script = options.name.endswith(SCRIPTS) or (is_script(source) and not options.project.makefile)
    converter = _reporter(options) or _converter(options, script=script)
    made: list[Edit] = []
    if options.project.side:
        findings = [*one_side(source, rules, options)]
    elif converter is not None:
        made, findings = converter(source, rules, options)
        findings += wrapped(source, rules)
        findings += [finding(rules, "P002", span) for span in conflicts(source)]
    else:
        findings = [] if script else of_kin(asks(source, rules), options)
    findings += () if options.project.side else told
    if options.project.renamed:
        renamed, more = apart(mentions(source, rules, options))
        made = [each._replace(parts=_renamed(each, rules, options)) for each in made]
        made, findings = _with_mentions(made, renamed), [*findings, *more]
    made, findings, hushed = _without_ignored(source, made, findings, rules, options)
    kept, _ = settle(made)
    reason = cache(lambda rule: _reason(rules, rule))
    kept = [each if each.why else each._replace(why=reason(each.rule)) for each in kept]
    if options.project.uncalled:
        from hipify_py.build.uncalled_commands import told_of

        findings = told_of(source, findings, rules, options.project.uncalled)
    findings = [one if not options.archs else by_name(one) for one in of_release(rules, findings)]
    findings = once(together(findings))
    if options.project.unread:
        findings = in_notes(findings, rules, options.name)
    findings.sort(key=lambda one: (one.span, one.rule, one.message))
    return Result(source, render(source, kept), tuple(kept), tuple(findings), tuple(hushed))


def by_name(said: Finding) -> Finding:
    """Say of GPUs that AMD's take the place of NVIDIA's in a note, where who runs this has named AMD's."""
    if said.rule != GPUS or not said.message.endswith(NAME_YOURS):
        return said
    return in_passing(said)._replace(message=said.message.removesuffix(NAME_YOURS))


def _without_ignored(
    source: bytes, made: list[Edit], findings: list[Finding], rules: RuleSet, options: Options
) -> tuple[list[Edit], list[Finding], list[Suppressed]]:
    """Take out what remarks of the file turn off, and add what is to be said of these."""
    if not may_speak(source):
        return made, findings, []
    slashes = options.name.startswith("Jenkinsfile") or options.name.endswith(SLASHED)
    text = Commented(source, without_remarks(source, slashes=slashes), remarks(source, slashes=slashes))
    return suppress(text, made, findings, rules)


def in_notes(findings: list[Finding], rules: RuleSet, name: str) -> list[Finding]:
    """Give what is said of a module or a template that nothing reads as notes, with one that says so."""
    if all(one.severity == "note" for one in findings):
        return findings
    said = finding(rules, UNREAD, Span(0, 0), name=name)
    if name == "CMakeLists.txt":
        said = said._replace(message=UNADDED)
    elif not name.endswith(CMAKE):
        said = said._replace(message=UNMADE.format(name=name))
    return [said, *map(in_passing, findings)]


def _copy(rules: RuleSet, name: str) -> Finding:
    said = finding(rules, "B024", Span(0, 0), name=name)
    if is_named_so(name):
        return said
    text = f"{name} is a copy of FindCUDA by another name, and is left with the commands that it makes"
    return said._replace(message=text)


def _reason(rules: RuleSet, name: str) -> str:
    """Give the reason of an edit without one: what its rule says of itself."""
    rule = rules.by_id.get(name)
    return sentence(parts(rule.docs)) if rule else ""


def _reporter(options: Options) -> Converter | None:
    """Give what reads a file of which it is only told, whether build files are to be converted or not."""
    if options.name == NAME:
        return submodules
    if language_of(options.name) and not system_of(options.name):  # build.rs builds
        return other_language
    if system_of(options.name) == "matlab":
        return other_builder
    return ci_file if is_ci_file(options.path or "") else None


def _converter(options: Options, *, script: bool) -> Converter | None:
    name = options.name
    if options.build == "keep":
        return None
    if name == "CMakeLists.txt" or name.endswith(".cmake"):
        from hipify_py.build.cmake import cmake

        return cmake
    if script:
        from hipify_py.build.make import shell

        return shell
    if options.project.makefile or is_makefile(name):
        from hipify_py.build.make import make

        return make
    return _teller(name)


def _teller(name: str) -> Converter | None:
    """Give what tells of CUDA in a file of a build system that is not converted."""
    if system_of(name):
        return other_builder
    if name in OTHERS or name.endswith((".bzl", ".py")):
        from hipify_py.build.others import others

        return others
    return None


def _with_mentions(made: list[Edit], renamed: list[Edit]) -> list[Edit]:
    """Add the edits of mentions, but for those in text that another edit replaces."""
    before = sorted(made, key=lambda one: one.span)
    starts = [one.span.start for one in before]
    reach = [*accumulate((one.span.end for one in before), max)]
    added = []
    for edit in renamed:
        at = bisect_left(starts, edit.span.end)
        over = []
        while at > 0 and reach[at - 1] > edit.span.start:
            at -= 1
            over += [before[at]] if before[at].span.end > edit.span.start else []
        if all(_keeps(one, edit) for one in over if one.span.start <= edit.span.start):
            added.append(edit)
    return [*made, *added]


def _renamed(edit: Edit, rules: RuleSet, options: Options) -> tuple[bytes | Span, ...]:
    """Give the parts of an edit with the new names of files in what it writes."""
    parts: list[bytes | Span] = []
    for part in edit.parts:
        inner = apart(mentions(part, rules, options))[0] if isinstance(part, bytes) else []
        parts.append(render(part, settle(inner)[0]) if isinstance(part, bytes) and inner else part)
    return tuple(parts)


def _keeps(outer: Edit, inner: Edit) -> bool:
    parts = (part for part in outer.parts if isinstance(part, Span))
    return any(part.start <= inner.span.start and inner.span.end <= part.end for part in parts)


def one_side(source: bytes, rules: RuleSet, options: Options) -> Iterator[Finding]:
    """Say, once, that a file which asks for CUDA is one of two that the project has, and stays."""
    if found := OF_CUDA.search(without_remarks(source)):
        *_, word = WORD.finditer(source, *found.span())
        is_cuda = options.project.side == "cuda"
        why = "of CUDA and stays: one for HIP" if is_cuda else "of HIP and stays: one for CUDA"
        said = finding(rules, "B018", Span(*word.span()), text=options.name)
        yield said._replace(
            message=f"this file is {why} stands in a folder beside it, and the project chooses between them"
        )


def wrapped(source: bytes, rules: RuleSet) -> list[Finding]:
    """Say, once, that a build file puts Thrust into a namespace of the program's own."""
    found = WRAPPED.search(without_remarks(source))
    return [finding(rules, "B019", Span(*found.span()))] if found else []


def of_kin(findings: list[Finding], options: Options) -> list[Finding]:
    """Say of the first of files that are settings alike how many there are, and of the others in notes."""
    project = options.project
    if not project.kin:
        return findings
    if options.name == project.first_kin:
        more = f"; {project.kin - 1} more of its kind stand beside it, which are told in notes"
        return [one._replace(message=one.message + more) for one in findings]
    return [
        in_passing(one)._replace(message=f"{one.message}; {project.first_kin} beside it is told of for all")
        for one in findings
    ]


def asks(source: bytes, rules: RuleSet) -> list[Finding]:
    """Say, once, that a build file asks for CUDA and for nothing of HIP."""
    code = without_remarks(source)
    found = None if of_hip(code) else OF_CUDA.search(code)
    if found is None:
        return []
    *_, word = WORD.finditer(code, *found.span())
    return [finding(rules, "F022", Span(*word.span()), text=word[0].decode())]
