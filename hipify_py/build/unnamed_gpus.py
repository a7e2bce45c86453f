"""Calls of nvcc in makefiles and scripts that name no GPUs: nvcc's code runs on newer ones, hipcc's not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.make_calls import COMMANDS
from hipify_py.build.make_rules import any_of, sources, with_rules
from hipify_py.build.names import in_passing
from hipify_py.build.unread_gpus import HANDED_ON
from hipify_py.choices import COMPILED_CXX
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_calls import Calls
    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

UNNAMED = "B033"
NAMES = re.compile(
    rb"(?<![\w-])--?(?:arch|gencode|generate-code|gpu-(?:architecture|code)|offload-arch|ptx|cubin|fatbin)\b"
    rb"|\b(?:sm|compute)_\d"
)
COMPILES = re.compile(rb"(?<![\w-])-d?c(?![\w-])|\.cu\b")
# Flags that another program gives, a file or who configures the project.
UNTOLD = re.compile(rb"`|\$\((?:shell\b|[a-z]+ )|@\w+@|(?<![\w-])--?(?:optf|options-file)\b")
# What tells where a library lies names no GPUs: `pkg-config opencv --libs`, $(shell sdl2-config --cflags).
OF_LIBRARY = rb"(?![^\s`()]*(?:cuda|nvcc)[\w-]*-config)[\w./-]*-config\b"
TOLD = re.compile(rb"`[ \t]*%b[^`]*`|\$\(shell[ \t]+%b[^()]*\)" % (OF_LIBRARY, OF_LIBRARY))
MADE = re.compile(rb"(?<![\w-])-o[ \t]*(?:\./)?([\w.-]+)(?![\w./$-])")
NO_CODE = re.compile(rb"(?<![\w-])(?:-E|--preprocess|-MM?|--generate-(?:nonsystem-)?dependencies)(?![\w-])")
# For a build without any GPU: of a source that CUDA's compiler reads as one for the host.
FOR_HOST = re.compile(
    rb"(?i)-D[ \t]*\w*(?:CPU_?ONLY(?:_\w+)?|(?:NO|WITHOUT|DISABLE)_?(?:CUDA|GPU))(?!\w|[ \t]*=[ \t]*0)"
)
# A source that nvcc gives to the host's compiler, unless a flag says what it is.
HOST = (*COMPILED_CXX, ".c", ".C")
SOURCE = re.compile(rb"[\w./$(){}%%+-]*(%b)(?![\w.])" % any_of((*HOST, ".cu", ".hip")))
SUFFIXES = re.compile(rb"\s*(%b)(?:\.o)?\s*:" % any_of((*HOST, ".cu")))
OF_HOST = frozenset(map(str.encode, HOST))
MAKES_OBJECTS, TELLS_LANGUAGE = re.compile(rb"(?<![\w-])-c(?![\w-])"), re.compile(rb"(?<![\w-])-(?:x|dc)\b")
FOR_HIP = re.compile(rb"\bhipcc\b|\bamdclang")


def unnamed(file: Makefile, nvcc: Calls, rules: RuleSet) -> Iterator[Finding]:
    """Say it once, at the first command that compiles with flags all of which the file tells.

    Not in one that calls HIP's compiler already, nor where others may hand flags on.
    """
    if FOR_HIP.search(file.code) or HANDED_ON.search(file.code):
        return
    unnamed_ones = (
        line
        for line, rule in with_rules(file)
        if _is_unnamed(file, nvcc, line) and not _is_for_host(file, nvcc, line, rule)
    )
    first = next(unnamed_ones, None)
    if first is not None:
        text = file.code[slice(*first.span)]
        start = first.span.start + len(text) - len(text.lstrip())
        said = finding(rules, UNNAMED, Span(start, first.span.start + len(text.rstrip())))
        yield in_passing(said) if _is_run(file, first) else said


def _is_for_host(file: Makefile, nvcc: Calls, line: Line, rule: Line | None) -> bool:
    """Say whether a command makes objects of C++ alone, in which no code for a GPU is."""
    if not MAKES_OBJECTS.search(file.code, *line.span):
        return False
    if any(map(TELLS_LANGUAGE.search, nvcc.texts(line))):
        return False
    found = sources(file.code, line, rule, SOURCE, SUFFIXES)
    return bool(found) and OF_HOST.issuperset(one[1] for one in found)


def _is_run(file: Makefile, line: Line) -> bool:
    """Say whether the file runs what a command makes, on the machine that builds."""
    made = MADE.search(file.code, *line.span)
    runs = re.compile(rb"(?<![\w./])\./%b(?![\w./-])" % re.escape(made[1])) if made else None
    others = (one for one in file.lines if one is not line and one.kind in COMMANDS)
    return runs is not None and any(runs.search(file.code, *one.span) for one in others)


def _is_unnamed(file: Makefile, nvcc: Calls, line: Line) -> bool:
    if line.left or line.kind not in COMMANDS or not nvcc.calls(line):
        return False
    if not COMPILES.search(file.code, *line.span) or NO_CODE.search(file.code, *line.span):
        return False
    texts = nvcc.given(line)
    if texts is None or FOR_HOST.search(file.code, *line.span):
        return False
    return not any(NAMES.search(text) or UNTOLD.search(TOLD.sub(b"", text)) for text in texts)
