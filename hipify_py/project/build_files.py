"""Files of build systems: what they say of renamed files (`--rename`), and that they build with CUDA."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.edits import render, settle
from hipify_py.model import Edit, Result, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

MENTION = re.compile(rb"[\w./+*%-]*\.cu(?!\w|\.\w)")
REMARK = re.compile(rb"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)
OF_CUDA = re.compile(
    rb"""\bnvcc\b|\bNVCC\w* | \bCUDA_(?:PATH|HOME|ROOT|TOOLKIT|ARCH|NVCC|SDK)\w* | \bCMAKE_CUDA_\w+
    | \bCUDA::\w+ | \bcuda_(?:add|library|binary|test|compile|include|select)\w* | \bCUDAToolkit\b
    | \bCUDA_(?:SEPARABLE_COMPILATION|STANDARD|ARCHITECTURES|RUNTIME_LIBRARY)\b | \bCUDAExtension\b
    | \b(?i:project|enable_language|find_package)\s*\([^()]{0,400}?(?<![\w./])CUDA(?![\w./])
    | -lcu(?:da|dart|blas|fft|rand|sparse|solver|dnn|pti)\w*
    | \b(?:project|add_languages|dependency)\s*\([^()]{0,400}?['"]cuda['"] | \bif_cuda\b | @\w*cuda\w*//""",
    re.VERBOSE,
)
WORD = re.compile(rb"[-\w:@/]+")
OF_HIP = re.compile(rb"(?i)\bhipcc\b|\b(?:\w+_)?(?:HIP|ROCM)(?:_\w+)?\b|\brocm|\bamdclang|\bhip::")


def build_file(source: bytes, rules: RuleSet, options: Options) -> Result:
    """Say that a build file builds with CUDA alone, and rename its mentions of renamed files."""
    result = mentions(source, rules, options) if options.project.renamed else Result(source, source)
    code = REMARK.sub(lambda found: b" " * len(found[0]), source)
    found = None if OF_HIP.search(code) else OF_CUDA.search(code)
    if found is None:
        return result
    *_, word = WORD.finditer(code, *found.span())
    said = finding(rules, "F022", Span(*word.span()), text=word[0].decode())
    return result._replace(findings=tuple(sorted((*result.findings, said), key=lambda one: one.span)))


def mentions(source: bytes, rules: RuleSet, options: Options) -> Result:
    """Rename the mentions of renamed files in a build file; report patterns and names that fit no file."""
    project = options.project
    edits: list[Edit] = []
    findings: list[Finding] = []
    for found in MENTION.finditer(source):
        text = found[0].decode("utf-8", "surrogateescape")
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(options.path or ""), text))
        path = project.files.get(beside) or project.files.get(posixpath.normpath(text.lstrip("/")))
        if path is not None and path in project.renamed:
            new = posixpath.basename(project.renamed[path]).encode("utf-8", "surrogateescape")
            start = found.end() - len(posixpath.basename(text).encode("utf-8", "surrogateescape"))
            edits.append(Edit(Span(start, found.end()), (new,), "F020", "renamed file"))
        elif path is None:
            findings.append(finding(rules, "F021", Span(*found.span()), text=text))
    kept, _ = settle(edits)
    return Result(source, render(source, kept), tuple(kept), tuple(findings))
