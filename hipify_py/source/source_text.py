"""What the text of a source says by itself: directives, headers, launches. Nothing here takes a parse."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from hipify_py.lazy import cached_property, re
from hipify_py.model import LINE_END, Span
from hipify_py.source import launch_signs, lexer
from hipify_py.source.wide_names import WIDE, in_wide_name

HEADER_MACRO = re.compile(  # the path of a header as all of a macro
    rb"\s*\w+\s+(?:\"([\w./+-]+)\"|<([\w./+-]*[./][\w./+-]*)>)\s*\Z"
)
LONE_RETURN = re.compile(rb"\r(?!\n)")


class SourceText:
    """One source as the lexer understands it; each answer is found when first asked for."""

    def __init__(self, source: bytes) -> None:
        """Mask the source.

        A carriage return alone ends a line for compilers, too: in `source` and `code` it is a newline.
        """
        first = LINE_END.search(source)
        self.newline = first[0] if first else b"\n"  # the file's own
        self.source = LONE_RETURN.sub(b"\n", source) if b"\r" in source else source
        self.text = lexer.mask(self.source)
        self.code = self.text.code

    @cached_property
    def uncommented(self) -> bytes:
        """Give the source, strings included, with blanks in place of comments and of line splices."""
        pieces, at = [], 0
        for start, end in self.text.comments:
            pieces += [self.source[at:start], self.code[start:end]]
            at = end
        return lexer.unspliced(b"".join([*pieces, self.source[at:]]))

    @cached_property
    def directives(self) -> tuple[lexer.Directive, ...]:
        """Give the preprocessor directives in order."""
        return tuple(lexer.directives(self.code))

    @cached_property
    def _directive_starts(self) -> tuple[int, ...]:
        return tuple(directive.span.start for directive in self.directives)

    @cached_property
    def included(self) -> tuple[bytes, ...]:
        """Give the paths of the headers that the file includes, in order."""
        return tuple(self.source[slice(*include.path)] for include in self.text.includes)

    @cached_property
    def _found(self) -> dict[re.Pattern[bytes], tuple[tuple[Span, bytes], ...]]:
        return {}

    def find(self, expression: re.Pattern[bytes]) -> tuple[tuple[Span, bytes], ...]:
        """Give the matches of an expression in code with their spans; it is searched for once."""
        if expression not in self._found:
            spans = (Span(*match.span()) for match in expression.finditer(self.code))
            if self.has_wide_names:
                spans = (span for span in spans if not in_wide_name(self.code, span))
            self._found[expression] = tuple((span, self.code[slice(*span)]) for span in spans)
        return self._found[expression]

    @cached_property
    def has_wide_names(self) -> bool:
        """Say whether a name in it may hold more than letters, digits and `_`."""
        plain = self.code.isascii() and b"$" not in self.code and b"\\" not in self.code
        return not plain and WIDE.search(self.code) is not None

    @cached_property
    def macro_paths(self) -> tuple[Span, ...]:
        """Give where the paths of headers stand in the macros that the file defines."""
        bodies = (directive.body for directive in self.directives if directive.name == b"define")
        defined = (
            body
            for body in bodies
            if self.code[max(body.start, body.end - 200) : body.end].rstrip()[-1:] in {b">", b'"'}
        )
        found = (HEADER_MACRO.match(self.uncommented, *body) for body in defined)
        return tuple(Span(*match.span(match.lastindex or 1)) for match in found if match)

    @cached_property
    def header_paths(self) -> tuple[Span, ...]:
        """Give where paths of headers stand, in order: in includes, in `__has_include` and in macros."""
        included = (include.path for include in (*self.text.includes, *lexer.asked(self.text)))
        return tuple(sorted((*included, *self.macro_paths)))

    @cached_property
    def launches(self) -> tuple[launch_signs.Launch, ...]:
        """Give the kernel launches in order."""
        return tuple(launch_signs.launches(self.code, self.source))

    def launches_in(self, span: Span) -> tuple[launch_signs.Launch, ...]:
        """Give the kernel launches that begin in a part of the code, in order."""
        first = bisect_left(self.launches, span.start, key=lambda one: one.open.start)
        return self.launches[first : bisect_right(self.launches, span.end, key=lambda one: one.open.end)]

    def directive_at(self, offset: int) -> lexer.Directive | None:
        """Give the directive in which a byte stands, if it stands in one."""
        found = bisect_right(self._directive_starts, offset) - 1
        if found >= 0 and offset < self.directives[found].span.end:
            return self.directives[found]
        return None
