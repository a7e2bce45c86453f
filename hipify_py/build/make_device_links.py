"""Commands of makefiles that link what others compile with -dc: nvcc links its device code unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.flags import FLAG
from hipify_py.build.make_lexer import commands
from hipify_py.lazy import re
from hipify_py.model import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Line
    from hipify_py.build.make_view import View

APART = re.compile(rb"(?<![\w-])(?:-dc|--device-c)(?![\w-])")
LINKED = re.compile(rb"(?<![\w-])(?:-rdc|--relocatable-device-code|-fgpu-rdc|-dlink|--device-link)\b")
COMPILER = re.compile(rb"[\s@+-]*+(?:\$[({]\w+[)}]|[\w./-]*nvcc)(?![\w.-])")
GIVEN = re.compile(rb"(?<=\s)(?:[^\s$]+\.o\b|\$[\^+]|\$[({](?:\w*OBJ\w*|\w*obj\w*)\b[^)}]*[)}])")
COMPILES = re.compile(
    rb"(?<=\s)(?:-c|-dc|-ptx|-cubin|-fatbin|-E|-M{1,2}|-lib|--\w[\w-]*)(?!\S)|\.(?:cu|c|cc|cpp|cxx)\b"
)
OUTPUT = re.compile(rb"(?<=\s)-o(?!\w)")
WHY = "objects that are compiled with -fgpu-rdc are linked with it, too"


def device_links(view: View, line: Line) -> Iterator[Edit]:
    """Have a command that links objects by nvcc link their device code, where some are compiled with -dc.

    Not in a file that says by itself how device code is linked.
    """
    code = view.file.code
    if line.kind != "recipe" or view.script or not view.nvcc.calls(line):
        return
    if not APART.search(code) or LINKED.search(code):
        return
    for region in commands(code, line.value):
        compiler = COMPILER.match(code, *region)
        if compiler is None or not (GIVEN.search(code, *region) and OUTPUT.search(code, *region)):
            continue
        if not COMPILES.search(code, *region):
            yield Edit(Span(compiler.end(), compiler.end()), (b" -fgpu-rdc",), FLAG, "nvcc flag", why=WHY)
