"""Names that a macro puts together: the beginning stands in the macro, the rest in its calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.shim.pieces import Piece, Used

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.report.model import FileReport
    from hipify_py.rules.model import RuleSet

DEFINED = re.compile(rb"#[ \t]*define[ \t]+(\w+)")
JOINS = "M066"  # the rule that renames such a beginning


def pasted(
    files: Iterable[FileReport], macros: Iterable[tuple[str, Used]], rules: RuleSet
) -> Iterator[tuple[Piece, Used]]:
    """Give the pieces for the names that are put together in all files.

    `macros` are the names of such macros, each with the edit of the beginning.
    """
    wanted = [(re.compile(rb"\b%b\(\s*(\w+)" % macro.encode()), used) for macro, used in macros]
    for file in files if wanted else ():
        for call, used in wanted:
            for end in call.findall(file.output or b""):
                name = used.change.before.encode() + end
                known = rules.names.get(name)
                if known is None or not known.to or known.to == name:
                    continue
                shown = name.decode()
                shim = rules.shims.get(shown)
                made = Piece("function", shown, shim) if shim else Piece("name", shown, known.to.decode())
                yield made, used


def macro_of(source: bytes, offset: int) -> str:
    """Give the name of the macro in whose definition an offset of a source stands."""
    names: list[bytes] = DEFINED.findall(source, 0, offset)
    return names[-1].decode()
