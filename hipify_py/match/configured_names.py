"""What a template of a source takes from CMake: variables of CUDA's that no build for HIP sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# Those that CMake's support of the language, FindCUDAToolkit and FindCUDA set; CMake 3.25.
SET = (
    rb"(CMAKE_CUDA_\w++|CUDAToolkit_\w++|CUDA_(?:FOUND|VERSION(?:_MAJOR|_MINOR|_STRING)?|TOOLKIT_ROOT_DIR"
    rb"|NVCC_\w++|INCLUDE_DIRS|LIBRARIES))"
)
TAKEN = re.compile(rb"@" + SET + rb"@|\$\{" + SET + rb"\}|#[ \t]*cmakedefine(?:01)?[ \t]+" + SET)


def configured_names(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report variables of CMake's that are put in where the build is configured, in texts, too."""
    for found in TAKEN.finditer(unit.source):
        name = next(number for number in (1, 2, 3) if found[number])
        if not inside(unit.text.comments, found.start()):
            yield Match(findings=(report(rule, Span(*found.span(name)), {"name": found[name].decode()}),))
