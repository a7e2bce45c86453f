"""A file with its macros, and those of what it includes, expanded in functions of the device.

Who asks what a function does is given this text, and so need not know that a macro takes the lock, reads the
flag or leaves. Places are told at the use of the macro. What is not expanded stays a call of a name: a macro
with several meanings, and one that would become too long or too deep.
"""

from __future__ import annotations

from bisect import bisect_right
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import closing, macro_arguments
from hipify_py.source.functions import functions
from hipify_py.source.macro_meanings import MOST, Text, meanings, meanings_given, text_of
from hipify_py.source.tokens import WORD_OF_ITS_OWN, token_at
from hipify_py.source.unit import Unit
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.source.functions import Function
    from hipify_py.source.macro_meanings import Macro

GROWTH = 8  # times the file's length that all uses together may take
DEEPEST = 8  # macros, one in what another stands for
PIECE = re.compile(rb"(\s*+##\s*+)|#\s*+([A-Za-z_]\w*+)|(?<!\w)[A-Za-z_]\w*+")  # of what a macro stands for
PASTES = re.compile(rb"\s*+##")
NOTHING: Mapping[bytes, bytes] = MappingProxyType({})
Where = Literal["device", "outside", "everywhere"]
"""Which uses are expanded: those in functions of the device, outside of functions, or all."""

LITERAL = Text(b'""', b'""')


class Use(NamedTuple):
    """Where a macro is used in the file, and what stands there in the expanded one."""

    at: Span
    becomes: Span


class Expanded(NamedTuple):
    """A file with macros expanded, and their uses in order."""

    unit: Unit
    uses: tuple[Use, ...]

    def original(self, span: Span) -> Span:
        """Give the place in the file of one in the expanded text: the use, of what a macro made."""
        return Span(self._place(span.start, last=False), self._place(span.end, last=True))

    def use_at(self, at: int) -> Use | None:
        """Give the use of a macro that made what stands at a place of the expanded text."""
        number = bisect_right(self.uses, at, key=lambda one: one.becomes.start) - 1
        return self.uses[number] if number >= 0 and at < self.uses[number].becomes.end else None

    def _place(self, at: int, *, last: bool) -> int:
        number = bisect_right(self.uses, at - last, key=lambda one: one.becomes.start) - 1
        if number < 0:
            return at
        use, becomes = self.uses[number]
        if at - last < becomes.end:
            return use.end if last else use.start
        return at - becomes.end + use.end


def expanded(unit: Unit, given: Mapping[bytes, bytes] = NOTHING) -> Expanded | None:
    """Give a file with its macros expanded in what works on the device; None where none is used there.

    `given` are macros of files that are read before it, as `whole_texts` writes them; what the file
    defines or takes back itself is none of them.
    """
    return _expanded(unit, {**meanings_given(unit, given), **meanings(unit)}) if given else _by_itself(unit)


@fact
def _by_itself(unit: Unit) -> Expanded | None:
    return _expanded(unit, meanings(unit))


@fact
def made_functions(unit: Unit) -> Expanded | None:
    """Give a file with those of its macros expanded that stand outside of functions: some make functions."""
    return _expanded(unit, meanings(unit), "outside")


def everywhere(unit: Unit, macros: Mapping[bytes, Sequence[Macro]]) -> Expanded | None:
    """Give a file with some macros expanded wherever they are used; None where none is."""
    return _expanded(unit, macros, "everywhere")


def _expanded(
    unit: Unit, macros: Mapping[bytes, Sequence[Macro]], where: Where = "device"
) -> Expanded | None:
    found = [(word.start, word.end) for name in macros for word in standing(unit, name)]
    found = sorted(at for at in found if not unit.directive_at(at[0]))
    homes = functions(unit, [start for start, _ in found]) if found else {}
    expander, pieces, uses, last, shift = _Expander(unit, macros), [], [], 0, 0
    for start, end in found:
        limit = _limit(unit, homes.get(start), start, where)
        if start < last or limit is None:
            continue
        if made := expander.use(Span(start, end), limit):
            at, text = made
            pieces += [unit.source[last : at.start], text]
            uses.append(Use(at, Span(at.start + shift, at.start + shift + len(text))))
            last, shift = at.end, shift + len(text) - (at.end - at.start)
    if not uses:
        return None
    other = Unit(b"".join([*pieces, unit.source[last:]]))
    other.told_as(unit)
    return Expanded(other.shallow, tuple(uses))


def _limit(unit: Unit, home: Function | None, start: int, where: Where) -> int | None:
    """Give up to where a use is looked at that is to be expanded."""
    if where != "device":
        return len(unit.code) if home is None or where == "everywhere" else None
    return home.body.end if home and home.kind != "host" and start >= home.body.start else None


class _Expander:
    """Expands the uses of a file's macros, one after the other, as far as there is room for them."""

    def __init__(self, unit: Unit, macros: Mapping[bytes, Sequence[Macro]]) -> None:
        self.unit, self.macros = unit, macros
        self.room = GROWTH * len(unit.code)
        self.left = 0  # of the bytes for the use that is expanded
        self.at = 0  # where that stands
        ends = {border for made in macros.values() for one in made for border in (one.start, one.end)}
        self.borders = sorted(ends)  # between two of them a text means the same everywhere
        self.known: dict[tuple[Text, int], tuple[Text | None, int]] = {}

    def use(self, name: Span, limit: int) -> tuple[Span, bytes] | None:
        """Give the span of a use, and the text that stands for it; None where it is not expanded."""
        at = self._whole(name, limit) if self.room > 0 else None
        if at is None or at.end - at.start > MOST:
            return None
        made = self._made(text_of(self.unit, at), name.start)
        self.room -= MOST - self.left
        return (at, made.source) if made and made.source != self.unit.source[slice(*at)] else None

    def _made(self, text: Text, at: int) -> Text | None:
        """Expand a use at a place; one that is written alike before is expanded alike."""
        key = (text, bisect_right(self.borders, at))
        if key not in self.known:
            self.left, self.at = MOST, at
            self.known[key] = self._expanded(text, frozenset(), DEEPEST), self.left
        made, self.left = self.known[key]
        return made

    def _whole(self, name: Span, limit: int) -> Span | None:
        """Give the span of a use with its arguments; None of what is none, or has directives in it."""
        macro = self._macro(self.unit.code[slice(*name)], name.start)
        opens = token_at(self.unit.code, name.end)
        if macro is None or (macro.needs_bracket and opens.text != b"("):
            return None
        if macro.parameters is None:
            return name
        end = bracket_ends(self.unit).get(opens.start, -1)
        if not opens.end < end <= min(limit, opens.start + MOST):
            return None
        inside = self.unit.code[opens.start : end]
        broken = b"#" in inside or b";" in inside or b"{" in inside
        return None if broken else Span(name.start, end)

    def _macro(self, name: bytes, at: int) -> Macro | None:
        """Give the meaning of a macro at a place."""
        listed = self.macros.get(name, ())
        number = bisect_right(listed, at, key=lambda one: one.start) - 1
        return listed[number] if number >= 0 and at < listed[number].end else None

    def _expanded(self, text: Text, hidden: frozenset[bytes], depth: int) -> Text | None:
        """Expand the macros in a text, but for those that are `hidden`; None where that is too much."""
        made, last = list[Text](), 0
        self.left -= len(text.code)
        for word in WORD_OF_ITS_OWN.finditer(text.code):
            if word[0] not in self.macros or word[0] in hidden or word.start() < last:
                continue
            macro = self._macro(word[0], self.at)
            if macro is None:
                continue
            given, end = self._given(text, macro, word.end())
            if given is None:
                continue
            if depth == 0 or self.left < 0:
                return None
            parts = [self._expanded(one, hidden, depth - 1) for one in given]
            known = [one for one in parts if one is not None]
            if len(known) < len(parts):
                return None
            inner = self._filled(macro, known, given)
            whole = self._expanded(inner, hidden | {word[0]}, depth - 1)
            if whole is None:
                return None
            made += [text.part(last, word.start()), whole]
            last = end
        if self.left < 0:
            return None
        if not made:
            return text
        made.append(text.part(last, len(text.code)))
        return _joined(made)

    def _given(self, text: Text, macro: Macro, end: int) -> tuple[list[Text] | None, int]:
        """Give the arguments of a use in a text, and where it ends; None where it is none."""
        opens = token_at(text.code, end)
        if macro.parameters is None:  # at the end of a text its bracket may stand behind that
            return ([] if opens.text in {b"(", b""} or not macro.needs_bracket else None), end
        if opens.text != b"(":
            return None, end
        closes = closing(text.code, opens.start, len(text.code))
        if not text.code.endswith(b")", 0, closes):
            return None, end
        spans = macro_arguments(text.code, opens.end, closes - 1)
        if not text.code[opens.end : closes - 1].strip():
            spans = []
        least = len(macro.parameters) - macro.several
        if macro.several and len(spans) >= least:  # all that are left go together, be they none
            rest = spans[least:]
            spans = [
                *spans[:least],
                Span(rest[0].start, rest[-1].end) if rest else Span(closes - 1, closes - 1),
            ]
        same = len(spans) == len(macro.parameters)
        return ([text.part(*one) for one in spans] if same else None), closes

    def _filled(self, macro: Macro, given: Sequence[Text], written: Sequence[Text]) -> Text:
        """Give the text of a macro with what its parameters are given, expanded or as it is `written`.

        What `##` puts together is as it is written, and what `#` makes of an argument is a literal.
        """
        whole = dict(zip(macro.parameters or (), given, strict=True))
        bare = dict(zip(macro.parameters or (), written, strict=True))
        code, made, last, pasted = macro.text.code, list[Text](), 0, -1
        for one in PIECE.finditer(code) if whole or b"##" in code else ():
            name = one[2] or one[0]
            if one[1]:
                made.append(macro.text.part(last, one.start()))
                last = pasted = one.end()
            elif name in whole:
                beside = pasted == one.start() or PASTES.match(code, one.end())
                put = LITERAL if one[2] else (bare if beside else whole)[name]
                if pasted == one.start() and macro.several and _ends_in_comma(made):
                    put = whole[name]  # a comma is put to nothing: without arguments it goes
                    made[-1] = made[-1] if put.code.strip() else _without_comma(made[-1])
                made += [macro.text.part(last, one.start()), put]
                self.left -= len(put.code)
                last = one.end()
        return _joined([*made, macro.text.part(last, len(code))])


def _ends_in_comma(made: Sequence[Text]) -> bool:
    return bool(made) and made[-1].code.rstrip().endswith(b",")


def _without_comma(text: Text) -> Text:
    return text.part(0, len(text.code.rstrip()) - 1)


def _joined(pieces: Sequence[Text]) -> Text:
    return Text(b"".join(one.code for one in pieces), b"".join(one.source for one in pieces))
