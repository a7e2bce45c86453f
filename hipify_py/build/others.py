"""Build systems that are not converted: setup.py, pyproject.toml, Meson, Bazel. CUDA in them is reported."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

LEFT = "B017"
REMARK = re.compile(rb"""("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*')|#[^\r\n]*""")
PYTHON = re.compile(rb"""(?<![\w.])(CUDAExtension|CUDA_HOME)\b|['"](nvcc)['"]|(?<![\w.-])(nvcc)\b""")
MESON = re.compile(rb"""['"](cuda)['"]|(?<![\w.-])(nvcc)\b""")
BAZEL = re.compile(
    rb"\b(cuda_(?:library|binary|test|objects)|if_cuda)\b|(@(?:local_config_cuda|rules_cuda))\b|(?<![\w.-])(nvcc)\b"
)
PYPROJECT = re.compile(
    rb"(?<![\w.-])(CMAKE_CUDA_\w+|CUDACXX)\b|['\"]([^'\"\r\n]*\.cu)['\"]|(?<![\w.-])(nvcc)\b"
)
IN_PYPROJECT = {1: "=CMAKE_CUDA", 2: "=.cu", 3: "=CMAKE_CUDA"}  # what is said of each group of these
OWN = re.compile(
    rb"(?ms)^[ \t]*\[tool\.hipify-py\b.*?(?=^[ \t]*\[(?!tool\.hipify-py\b)|\Z)"
)  # settings, no build


def others(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Give what is said of such a file, each word once; nothing is edited."""
    name = options.name
    if name == "pyproject.toml":
        return [], [*_pyproject(source, rules)]
    words = PYTHON if name.endswith(".py") else MESON if name.startswith("meson") else BAZEL
    code = REMARK.sub(lambda found: found[0] if found[1] else b" " * len(found[0]), source)
    said: dict[str, Finding] = {}
    for found in words.finditer(code):
        at = found.lastindex or 0
        word = decoded(found[at])
        table = rules.build["words"]
        entry = table.get(f"={word}") if found[0][:1] in {b"'", b'"'} else table.get(word)
        if entry is not None and word not in said:
            said[word] = finding(rules, LEFT, Span(*found.span(at)), text=word, why=entry.note)
    return [], [*said.values()]


def _pyproject(source: bytes, rules: RuleSet) -> Iterator[Finding]:
    """Say of each kind of word once that it is CUDA's: what a build backend hands to CMake, and sources."""
    blank = OWN.sub(lambda one: b" " * len(one[0]), source)
    code = REMARK.sub(lambda found: found[0] if found[1] else b" " * len(found[0]), blank)
    said: set[int] = set()
    for found in PYPROJECT.finditer(code):
        at = found.lastindex or 0
        if at not in said:
            said.add(at)
            why = rules.build["words"][IN_PYPROJECT[at]].note
            yield finding(rules, LEFT, Span(*found.span(at)), text=decoded(found[at]), why=why)
