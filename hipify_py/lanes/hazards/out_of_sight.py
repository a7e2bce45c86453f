"""What may work on a warp out of sight: functions and macros from elsewhere, and calls through pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.cub_classes import classes, named_functions
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.function_pointers import through_pointers
from hipify_py.lanes.hazards.handed_operators import handed_operators
from hipify_py.lanes.hazards.template_functions import argument_at, is_parameter, taking
from hipify_py.lanes.hazards.width_queries import STRIPED_MEMBERS, by_torch, is_shown
from hipify_py.lanes.warp_names import FUNCTION, HINTS, NO_FUNCTION, SIZE_CONSTANT
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import ROUND, template_arguments
from hipify_py.source.search import last_of
from hipify_py.source.tokens import token_at, token_before, words
from hipify_py.source.word_places import all_standing, standing, words_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

WARP_SIZE = re.compile(SIZE_CONSTANT)
NAMED_AFTER = re.compile(FUNCTION)
OF_PYTORCH = re.compile(rb"C10_WARP_SIZE\w*+")
GIVES_WIDTH = re.compile(rb"(?i:(?!set|check|assert|is_?|has|valid|print|require)\w*?warp_?size)")
TYPES = frozenset({b"auto", b"struct", b"class", b"using", b"typename"})
TYPED = frozenset({b">", b"*", b"&", b"&&"})  # what a type may end with, when it is no word
HEADED = TYPED | {b"::", b":"}
MEMBER = frozenset({b".", b"->"})
BEHIND = frozenset({b"const", b"noexcept"})  # the parameters of a function
ATTRIBUTES = frozenset(  # with brackets behind them
    b"__launch_bounds__ __cluster_dims__ __block_size__ __maxnreg__ __attribute__ __declspec".split()
)
NO_TYPES = frozenset({b"return", b"else", b"do", b"case"})
NEAR = 200  # bytes before a name in which a `typedef` begins
NOT_SEEN = "is defined neither in this file nor in those that it includes"
KNOWN_SCOPES = frozenset(b"cub hipcub cg cooperative_groups cute cutlass hipify_warp32 std rocprim".split())


def out_of_sight(unit: Unit, options: Options) -> list[Hazard]:
    """Give the calls in a file that may hide work on a warp."""
    spans = list(named(unit))
    return [*_elsewhere(unit, spans, options), *_sizes(unit, spans, options), *through_pointers(unit)]


def _sizes(unit: Unit, spans: list[Span], options: Options) -> Iterator[Hazard]:
    """Give the constants for the size of a warp that nobody tells: where HIP has them they may be 64."""
    unknown: dict[bytes, bool] = {}
    for span in spans:
        name = unit.code[slice(*span)]
        if not WARP_SIZE.fullmatch(name) or unit.directive_at(span.start):
            continue
        if name not in unknown:
            told = name in options.project.constants or name in options.project.functions
            unknown[name] = not told and not any(_gives(unit.code, one) for one in standing(unit, name))
        of_other = _is_scoped(unit, span.start) or token_before(unit.code, span.start).text == b"::"
        if unknown[name] and not of_other and not _calls(unit, span):
            said = f"{name.decode()} has to be {5 if b'LOG' in name else 32}, and {NOT_SEEN}"
            yield Hazard("W031", span, said)


def _gives(code: bytes, name: Token) -> bool:
    """Say whether a constant is declared at a place, or listed there with its value."""
    before, behind = token_before(code, name.start), token_at(code, name.end)
    if before.text in {b"{", b","}:
        return behind.text == b"="
    if before.text in TYPED:
        return behind.text in {b"=", b"{"}  # else it is multiplied, or compared
    return before.is_word and before.text not in NO_TYPES


def _elsewhere(unit: Unit, spans: list[Span], options: Options) -> Iterator[Hazard]:
    calls = [span for span in spans if _calls(unit, span) and _may_be_own(unit, span)]
    called = {unit.code[slice(*span)] for span in calls}
    alike = [span for span in spans if unit.code[slice(*span)] in called] if called else []
    made = {unit.code[slice(*span)] for span in alike if _makes(unit, span)}
    made |= {*(name for name, _ in classes(unit)), *named_functions(unit)} if calls else set()
    known = made.union(options.project.functions, STRIPED_MEMBERS)
    unknown = [span for span in calls if unit.code[slice(*span)] not in known]
    handed = handed_operators(unit, unknown)
    for span in unknown:
        is_known = span in handed.calls or _declares(unit, span.start) or _initialises(unit, span)
        if not is_known and not is_parameter(unit, span):
            yield Hazard("W031", span, f"{unit.code[slice(*span)].decode()} {NOT_SEEN}")
    for span in (*handed.given, *_given_to_templates(unit, spans, options)):
        name = unit.code[slice(*span)]
        is_made = name in known or any(_makes(unit, Span(one.start, one.end)) for one in standing(unit, name))
        if NAMED_AFTER.search(name) and not is_made:
            yield Hazard("W031", span, f"{name.decode()} {NOT_SEEN}")


def _given_to_templates(unit: Unit, spans: Sequence[Span], options: Options) -> Iterator[Span]:
    """Give the functions that are handed to templates, `reduce<warp_sum>(x)`, and not numbers and types."""
    for span in spans:
        argument, name = argument_at(unit, span), unit.code[slice(*span)]
        if argument is None:
            continue
        told = name.isupper() or name in options.project.constants
        known = told or any(_gives(unit.code, one) for one in standing(unit, name))
        if known or _is_scoped(unit, span.start) or is_parameter(unit, span):
            continue
        found = taking(unit, argument)
        is_type = name[:1].isupper() or name.endswith(b"_t")
        if found is not None and (found.is_called or not is_type):
            yield span


def named(unit: Unit) -> Iterator[Span]:
    """Find the words of a file that speak of warps; intrinsics are left out."""
    spoken = (one for one in words_with(unit, *HINTS) if not one.startswith(NO_FUNCTION))
    after = [one for one in spoken if NAMED_AFTER.search(one)]
    yield from (Span(word.start, word.end) for word in all_standing(unit, *after))


def defined(unit: Unit) -> Iterator[Span]:
    """Give the names of functions, macros and types after warps where a file defines them, in order."""
    return (span for span in named(unit) if _makes(unit, span))


def announced(unit: Unit) -> Iterator[Span]:
    """Give the names of functions after warps where a file declares them and the body stands elsewhere."""
    return (span for span in named(unit) if is_announced(unit, span))


def is_announced(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is that of a function that is declared there, without its body."""
    end = _behind_head(unit, span)
    return end is not None and _behind(unit.code, end).text == b";" and _declares(unit, span.start)


def is_function(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is that of a function with its body behind it."""
    return body_at(unit, span) is not None


def body_at(unit: Unit, span: Span) -> int | None:
    """Give the offset behind the `{` of the function with the name at a span; None where it has no body."""
    end = _behind_head(unit, span)
    found = _behind(unit.code, end) if end is not None else None
    return found.end if found and found.text == b"{" else None


def _behind(code: bytes, at: int) -> Token:
    """Give what stands behind the parameters of a function that end at a place, and what qualifies it."""
    found = token_at(code, at)
    while found.text in BEHIND:
        found = token_at(code, found.end)
    return found


def _calls(unit: Unit, span: Span) -> bool:
    return _bracket(unit.code, span) is not None


def _bracket(code: bytes, name: Span) -> int | None:
    """Give the offset of the bracket behind a name and its template arguments; None where there is none."""
    behind = token_at(code, name.end)
    if behind.text == b"<":
        given = template_arguments(code, behind.end)
        behind = token_at(code, code.find(b">", given[-1].end) + 1) if given else behind
    return behind.start if behind.text == b"(" else None


def _makes(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is being defined: as a macro, a type, a function or a lambda."""
    before = token_before(unit.code, span.start).text
    return before == b"define" or before in TYPES or _is_typedef(unit, span) or is_function(unit, span)


def _is_typedef(unit: Unit, span: Span) -> bool:
    least = max(0, span.start - NEAR)
    begins = max(least, last_of(unit.code, b";{}", span.start, least) + 1)
    return any(words(unit.code, b"typedef", within=Span(begins, span.start)))


def _behind_head(unit: Unit, span: Span) -> int | None:
    """Give where the parameters end of what may be the head of a function with the name at a span."""
    opening, before = _bracket(unit.code, span), token_before(unit.code, span.start)
    heads = before.is_word or before.text in HEADED or _ends_attribute(unit.code, before)
    if opening is None or not heads:
        return None
    return bracket_ends(unit).get(opening, len(unit.code))


def _ends_attribute(code: bytes, bracket: Token) -> bool:
    """Say whether a bracket ends what a function's head says of it: `__launch_bounds__(256, 2)`."""
    if bracket.text != b")":
        return False
    least = max(0, bracket.start - NEAR)
    depth = 0
    for mark in reversed([*ROUND.finditer(code, least, bracket.end)]):
        depth += 1 if mark[0] == b")" else -1
        if not depth:
            return token_before(code, mark.start()).text in ATTRIBUTES
    return False


def _may_be_own(unit: Unit, span: Span) -> bool:
    """Say whether what is called may be the program's: a function, or a member that is named after warps.

    Others have members that shuffle, and what these do has nothing to do with lanes.
    """
    sign = token_before(unit.code, span.start).text
    return b"arp" in unit.code[slice(*span)] if sign in MEMBER else not _is_scoped(unit, span.start)


def _is_scoped(unit: Unit, at: int) -> bool:
    """Say whether a name is that of a member, of a macro, or of a library that needs no look."""
    sign = token_before(unit.code, at)
    scope = token_before(unit.code, sign.start).text if sign.text == b"::" else b""
    return sign.text in MEMBER or sign.text == b"define" or scope in KNOWN_SCOPES


def _declares(unit: Unit, at: int) -> bool:
    """Say whether what looks like a call is a declaration."""
    word = token_before(unit.code, at)
    return word.is_word and not word.text[:1].isdigit() and word.text not in NO_TYPES


def _initialises(unit: Unit, span: Span) -> bool:
    """Say whether what looks like a call gives a member its first value, in a constructor's head."""
    return any(node.type == "field_initializer" for node in unit.around(span)[-2:])


def asks_width(unit: Unit, span: Span) -> bool:
    """Say whether the host may ask at a place for 64 where kernels count on 32, by a name from out of sight.

    That is a function named after the size of a warp, or what PyTorch has for it, which is 64 on ROCm.
    """
    name = unit.code[slice(*span)]
    gives = GIVES_WIDTH.fullmatch(name) is not None and _calls(unit, span)
    if OF_PYTORCH.fullmatch(name) is None and not (gives and not by_torch(unit, span.start)):
        return False
    return not is_shown(unit, span.start)


def in_device_code(function: Function | None) -> bool:
    """Say whether a place stands in device code, as far as its function's head tells."""
    return function is not None and function.of_device
