"""Functions that are `constexpr` and read a value as one of another type, so that they never give a constant.

nvcc lets them pass, clang refuses them (-Winvalid-constexpr, an error by default) unless they are templates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names, path
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.tokens import A_NAME, words
from hipify_py.source.type_sizes import plain, whole_bits
from hipify_py.source.vector_names import is_vector
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CONSTEXPR, DEVICE = b"constexpr", b"__device__"
TO_ANOTHER = re.compile(rb"[*&][\s\\]*+[)>]")  # the end of a cast's type
INLINE = frozenset((b"inline", b"__inline__", b"__forceinline__"))
FRACTIONS = {  # no other type has the layout of one by its name alone
    **{name: name for name in (b"float", b"double", b"half2", b"__half2")},
    **dict.fromkeys((b"half", b"__half"), b"half"),
    **dict.fromkeys((b"nv_bfloat16", b"__nv_bfloat16"), b"bfloat16"),
}


def functions_of_no_constant(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `inline` in place of such a function's `constexpr`; report one that is not marked for the device.

    Without the mark it is one for both sides, as clang takes what is `constexpr` for.
    """
    if CONSTEXPR not in unit.code or not for_device_compiler(unit, options):
        return
    casts = [one.start() for one in TO_ANOTHER.finditer(unit.code)]
    casts += [word.start for word in standing(unit, b"reinterpret_cast")]
    for home in dict.fromkeys(functions(unit, casts).values()):
        word = _constexpr(unit, home) if home and home.kind != "macro" else None
        if home and word and not inside(sides(unit).own, word.start) and _never_constant(unit, home):
            head = {*A_NAME.findall(unit.code, home.span.start, home.body.start)}
            if DEVICE not in head:
                yield Match(findings=(report(rule, word, {"name": home.name}),))
            else:
                yield Match((_edit(unit, rule, word, is_inline=not head.isdisjoint(INLINE)),))


def _edit(unit: Unit, rule: Rule, word: Span, *, is_inline: bool) -> Edit:
    if not is_inline:
        return Edit(word, (b"inline",), rule.id, "constexpr")
    end = word.end + unit.code.startswith(b" ", word.end)
    return Edit(Span(word.start, end), (), rule.id, "constexpr")


def _constexpr(unit: Unit, home: Function) -> Span | None:
    """Give where the head of a function says `constexpr`, if it is no template, and in none."""
    head = Span(home.span.start, home.body.start)
    found = next(words(unit.code, CONSTEXPR, within=head), None)
    if found is None or any(node.type == "template_declaration" for node in unit.around(home.span)):
        return None
    return Span(found.start, found.end)


def _never_constant(unit: Unit, home: Function) -> bool:
    """Say whether a function reads a value as another type wherever it goes."""
    read = model(unit, home)
    first = min((one.at for one in read.jumps if not one.value), default=home.body.end)
    returns = [one.value for one in read.jumps if one.value]
    ends = min([first, *(one.end for one in returns), *(one.head.start for one in read.loops)])
    within = Span(home.body.start, ends)
    for start, root in expressions(
        unit.code, within, places(unit.code, b"&", b"reinterpret_cast", within=within)
    ):
        for node in root.walk():
            if _reads_otherwise(unit, home, node, start) and not path(unit, read, start + node.span.start):
                return True
    return False


def _reads_otherwise(unit: Unit, home: Function, node: Expression, start: int) -> bool:
    """Say whether a node reads a name of the function as a type that is surely another one."""
    read = (node.kind, node.text) == ("unary", b"*") or node.kind == "subscript"
    cast = node.parts[0] if read else node
    by = b"*" if read else b"&"
    if cast.kind != "cast" or not cast.text.strip().endswith(by):
        return False
    value = bare(cast)
    if read:
        if (value.kind, value.text) != ("unary", b"&"):
            return False
        value = value.parts[0]
    made = (
        names(unit, home).declaration(value.text, start + value.span.start) if value.kind == "name" else None
    )
    if made is None or made.pointers or made.sign_in(unit.code):
        return False
    one, other = _kind(cast.text.strip()[:-1]), _kind(made.type_in(unit.code))
    return b"" not in (one, other) and one != other


def _kind(name: bytes) -> bytes:
    """Give by what a type is told from others: its name, or that it is one of whole numbers; else nothing."""
    text = plain(name.strip())
    text = text.removeprefix(b"constexpr ")
    if text in FRACTIONS:
        return FRACTIONS[text]
    return text if is_vector(text) else b"whole" if whole_bits(text) else b""
