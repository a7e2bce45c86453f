"""Commands of makefiles that link what others compile with -dc: nvcc links its device code unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.flags import FLAG, FLAG_DIFFERS
from hipify_py.build.make_lexer import commands
from hipify_py.build.names import in_passing
from hipify_py.lazy import re
from hipify_py.model import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.build.make_lexer import Line
    from hipify_py.build.make_view import View
    from hipify_py.model import Finding

APART = re.compile(rb"(?<![\w-])(?:-dc|--device-c)(?![\w-])")
LINKED = re.compile(rb"(?<![\w-])(?:-rdc|--relocatable-device-code|-fgpu-rdc|-dlink|--device-link)\b")
COMPILER = re.compile(rb"[\s@+-]*+(?:\$[({]\w+[)}]|[\w./-]*nvcc)(?![\w.-])")
GIVEN = re.compile(rb"(?<=\s)(?:[^\s$]+\.o\b|\$[\^+]|\$[({](?:\w*OBJ\w*|\w*obj\w*)\b[^)}]*[)}])")
COMPILES = re.compile(
    rb"(?<=\s)(?:-c|-dc|-ptx|-cubin|-fatbin|-E|-M{1,2}|-lib|--\w[\w-]*)(?!\S)|\.(?:cu|c|cc|cpp|cxx)\b"
)
OUTPUT = re.compile(rb"(?<=\s)-o(?!\w)")
COMPILED = re.compile(r"(-dc|--device-c) becomes ")
DONE = "so do the commands here that link these objects"
WHY = "objects that are compiled with -fgpu-rdc are linked with it, too"


def is_apart(code: bytes) -> bool:
    """Say whether a file compiles device code to be linked, and says nothing of how it is linked."""
    return APART.search(code) is not None and not LINKED.search(code)


def device_links(view: View, line: Line) -> Iterator[Edit]:
    """Have a command that links objects by nvcc link their device code, in a file that leaves it to nvcc."""
    code = view.file.code
    if not view.apart or line.kind != "recipe" or view.script or not view.nvcc.calls(line):
        return
    for region in commands(code, line.value):
        compiler = COMPILER.match(code, *region)
        if compiler is None or not (GIVEN.search(code, *region) and OUTPUT.search(code, *region)):
            continue
        if not COMPILES.search(code, *region):
            yield Edit(Span(compiler.end(), compiler.end()), (b" -fgpu-rdc",), FLAG, "nvcc flag", why=WHY)


def where_linked(findings: list[Finding], made: Sequence[Edit]) -> list[Finding]:
    """Give what is said of `-dc` in a note where the commands that link the objects have the flag, too."""
    if not any(edit.why == WHY for edit in made):
        return findings
    return [
        in_passing(one)._replace(message=f"{one.message.partition(':')[0]}: {DONE}")
        if one.rule == FLAG_DIFFERS and COMPILED.match(one.message)
        else one
        for one in findings
    ]
