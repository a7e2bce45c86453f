"""Whether another flag of the same words asks for what a flag becomes, so that this one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.known_flags import flags
from hipify_py.lazy import cached_property, re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.known_flags import Flag
    from hipify_py.model import Span
    from hipify_py.rules.build_names import BuildNames

LINES = "-gline-tables-only"
OF_FAST = {"-fgpu-flush-denormals-to-zero", "-fno-hip-fp32-correctly-rounded-divide-sqrt"}
# A word of its own, as the text of a definition in escaped quotes is not.
FAST = re.compile(rb"(?<![^\s;\"',])(?<!\\[\"'])-{1,2}use_fast_math(?![\w-])")
FULL = re.compile(rb"(?<![\w-])-g[123]?(?![\w-])")
OPTIMIZED = re.compile(rb"(?<![\w-])-O0(?![\w-])")
SCOPE = re.compile(rb"(?<!\S)(?:PUBLIC|PRIVATE|INTERFACE)(?!\S)")
# What makes words hang on something, and not make's `$<`; what ends it; a shell's in backquotes.
BRACKET = re.compile(rb"\$?\(|\$?\{|\$<(?=[A-Z$])|[)}>`]")
CLOSES = {b"(": b")", b"{": b"}", b"<": b">", b"`": b"`"}


class Asked:
    """What flags of a region hang on: those that another one, on no condition, asks for already."""

    def __init__(self, code: bytes, region: Span, tables: tuple[BuildNames, ...]) -> None:
        self.code, self.region, self.tables = code, region, tables

    def has(self, to: str, flag: Flag) -> bool:
        """Say whether another flag of the region asks for what a flag becomes, or for more of it."""
        if to in OF_FAST:
            return self._beside(self._found(FAST), flag)
        if to == LINES:  # it would take away of what debuggers read
            return self._beside([*self._found(FULL), *self._of_debuggers], flag)
        return to == "-g" and self._beside(self._found(FULL), flag)

    def is_unoptimized(self, flag: Flag) -> bool:
        """Say whether -O0 stands beside a flag."""
        return self._beside(self._found(OPTIMIZED), flag)

    def _found(self, pattern: re.Pattern[bytes]) -> Iterator[int]:
        return (one.start() for one in pattern.finditer(self.code, *self.region))

    @cached_property
    def _of_debuggers(self) -> list[int]:
        found = flags(self.code, self.region, self.tables)
        return [one.span.start for one in found if one.entry.to == "-g"]

    def _beside(self, starts: Iterable[int], flag: Flag) -> bool:
        """Say whether one of the words stands in the same list as a flag, and neither on a condition."""
        at = flag.span.start
        return self._is_plain(at) and any(
            self._is_plain(one) and not SCOPE.search(self.code, min(one, at), max(one, at)) for one in starts
        )

    def _is_plain(self, at: int) -> bool:
        """Say whether a word stands in no brackets that begin in the region, such as a condition's."""
        closing: list[bytes] = []
        for found in BRACKET.finditer(self.code, self.region.start, at):
            if closing and found[0] == closing[-1]:
                closing.pop()
            elif found[0][-1:] in CLOSES:
                closing.append(CLOSES[found[0][-1:]])
        return not closing
