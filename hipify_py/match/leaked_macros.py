"""Names of a program's own that are macros in HIP's runtime header, which CUDA's headers do not have.

Of the macros of `hip/hip_runtime.h` without an underscore or a name of HIP's in front, in ROCm 6.4 and 7.2,
those that only bodies of its own functions use, so that nothing misses them afterwards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.function_heads import head_start
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.lexer import line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

LEAKED = rb"MASK1|MASK2|HW_ID"
DECLARED = re.compile(
    rb"(?<![\w$.])(?!(?:return|else|case|goto|new|delete|throw|sizeof|typename|using)\b)[A-Za-z_]\w*[\s*&>\]]+(%b)"
    rb"\s*(?=[;,=\[({:)])" % LEAKED
)


def names(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Take HIP's macro away before the first declaration of each such name, in what HIP's compiler reads."""
    if not (options.name.endswith((".cu", ".cuh", ".hip")) or options.project.in_cuda):
        return
    taken = (unit.code[slice(*one.body)].strip() for one in unit.directives if one.name == b"undef")
    done = {*defined(unit), *taken}
    for found in DECLARED.finditer(unit.code):
        name, at = found[1], found.start()
        if name in done or unit.directive_at(at) is not None or inside(dead(unit), at):
            continue
        done.add(name)
        start = line_start(unit.text, head_start(unit, at))
        line = b"#undef " + name + unit.newline
        yield Match((Edit(Span(start, start), (line,), rule.id, "macro"),))
