"""Dynamic shared memory: what kernels are allowed, or launched with, where it is more than AMD GPUs have."""

from __future__ import annotations

import sys
from bisect import bisect_left
from math import prod
from typing import TYPE_CHECKING

from hipify_py.gpus import most_shared
from hipify_py.lazy import re
from hipify_py.match.hardware import PRINTED, STATEMENT
from hipify_py.match.launch_fallbacks import has_another_way
from hipify_py.model import Span
from hipify_py.outcomes import Match, in_passing, report
from hipify_py.resolve.ownership import owner
from hipify_py.source.brackets import arguments, parts
from hipify_py.source.definitions import in_function
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of, matches
from hipify_py.source.template_parameters import parameter_names
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

LIMIT = re.compile(
    rb"(?:cudaFuncAttributeMaxDynamicSharedMemorySize|CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)\b"
)
OF_OBJECTS = (b".", b"->")
LAUNCHES = {
    b"cudaLaunchKernel": 4,
    b"cudaLaunchCooperativeKernel": 4,
    b"cuLaunchKernel": 7,
    b"cuLaunchCooperativeKernel": 7,
}
"""Functions that launch a kernel, and which of their arguments, from 0, is its dynamic shared memory."""
LAUNCH = re.compile(rb"\bcu(?:da)?Launch(?:Cooperative)?Kernel\b(?=\s*\()")
FIELD = re.compile(rb"(?:dynamicSmemBytes|sharedMemBytes)\s*+=(?!=)\s*+([^;,{}]*)")
"""What says in a structure for a launch how much it has."""
PRODUCT = re.compile(rb"[\s(]*(?:\d{1,18}[uUlL]*[\s()]*\*[\s()]*){0,8}\d{1,18}[uUlL]*[\s)]*")
GIVEN = re.compile(rb"\s*(?:(?P<operator>[-+*/%&|^<>]*)=(?!=)(?P<value>[^;,]*)|\+\+|--)")
NUMBER, NAME = re.compile(rb"\d+"), re.compile(rb"[A-Za-z_]\w*")
PATH = re.compile(rb"\s*+(?:\w++\s*+(?:\.|->)\s*+)*+([A-Za-z_]\w*+)\s*+")  # of an object, to a member of it
MOST_SHARED = re.compile(
    rb"\b(?:sharedMemPer|cudaDevAttrMaxSharedMemoryPer|CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_)"
    rb"(?:BlockOptin|Multiprocessor|BLOCK_OPTIN|MULTIPROCESSOR)\b"
)
"""What asks a device how much shared memory a block may have at most."""
UNKNOWN = sys.maxsize  # is more than any
LARGEST = 1 << 31  # what is less than 0 is no less than that, as an unsigned one
MOST_TEXT = 200  # bytes of a value
MOST_NAMES = 64  # of constants that an amount is worked out of
OTHER_WAY = (
    "above 64 KiB a block (160 KiB on gfx950, 320 KiB on gfx1250) this fails on AMD GPUs, and the program"
    " takes its other way"
)


def dynamic_shared(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report more dynamic shared memory than a block may have, or that nobody knows how much is asked for."""
    most, amounts = most_shared(options.archs), _Amounts(unit, options)
    for found in matches(unit.code, LIMIT, b"cudaFuncAttributeMax", b"CU_FUNC_ATTRIBUTE_MAX"):
        span = Span(*found.span())
        lists = [node for node in unit.around(span) if node.type == "argument_list"]
        given = arguments(unit.code, lists[-1].start_byte, lists[-1].end_byte) if lists else []
        behind = [one for one in given if one.start > span.end]
        asked = amounts.at(behind[0]) if behind else 0
        if asked > most and (asked < UNKNOWN or not _is_asked(unit, behind[0])):
            match = Match(findings=(_said(rule, span, asked),))
            yield in_passing(match, OTHER_WAY) if has_another_way(unit, span) else match
    for amount in _launched(unit, rules):
        if most < (asked := amounts.at(amount)) < UNKNOWN:
            yield Match(findings=(_said(rule, amount, asked),))


def _said(rule: Rule, span: Span, asked: int) -> Finding:
    """Say what is asked for, where that is known; all of a file have one cause."""
    said = report(rule, span, {})._replace(cause=rule.id)
    return said if asked == UNKNOWN else said._replace(message=f"{asked} bytes are asked for: {said.message}")


def _launched(unit: Unit, rules: RuleSet) -> Iterator[Span]:
    """Give the amounts with which kernels are launched."""
    for launch in unit.launches:
        given = parts(unit.code, launch.open.end, launch.close.start)
        if len(given) > 2 and unit.launch(launch):
            yield given[2]
    for found in matches(unit.code, LAUNCH, b"cudaLaunch", b"cuLaunch"):
        name, at = Span(*found.span()), LAUNCHES[found[0]]
        call = unit.call(name)
        if call and len(call.arguments) > at and not owner(unit, name, rules):
            yield call.arguments[at]
    for found in matches(unit.code, FIELD, b"dynamicSmemBytes", b"sharedMemBytes"):
        if token_before(unit.code, found.start()).text in OF_OBJECTS:
            yield Span(*found.span(1))


class _Amounts:
    """The numbers to which pieces of a file come, each worked out once; UNKNOWN where one is not known."""

    def __init__(self, unit: Unit, options: Options) -> None:
        self.unit, self.told = unit, (options.project.constants, options.project.numbers)
        self._known: dict[tuple[Span, bytes], int] = {}

    def at(self, amount: Span) -> int:
        """Give the number of an amount: of a name that its function gives values the greatest of these."""
        text = self.unit.code[slice(*amount)].strip()
        function = in_function(self.unit, amount.start) if NAME.fullmatch(text) else None
        if function is None:
            return self._worth(amount)
        if (function, text) not in self._known:
            given = _values(self.unit, function, text)
            worth = [self._worth(one) if one else UNKNOWN for one in given or (amount,)]
            self._known[function, text] = max(worth) or UNKNOWN
        return self._known[function, text]

    def _worth(self, span: Span) -> int:
        known = _multiplied(self.unit.code[slice(*span)])
        return known if known < UNKNOWN else self._folded(span)

    def _folded(self, amount: Span) -> int:
        """Give the number that an amount of constants comes to."""
        from hipify_py.lanes.flow.constant_folding import ConstantTable

        home = functions(self.unit, [amount.start]).get(amount.start)
        text = self.unit.code[slice(*amount)].strip()
        if home is None or home.kind == "macro" or len(text) > MOST_TEXT:
            return UNKNOWN
        texts: dict[bytes, bytes] = {}
        todo = NAME.findall(text)
        while todo and len(texts) < MOST_NAMES:
            name = todo.pop()
            if name not in texts and (value := self._constant(home, name)):
                texts[name] = value
                todo += NAME.findall(value[:MOST_TEXT])
        number = ConstantTable(texts).number(text)
        return number.value if number and 0 < number.value < LARGEST else UNKNOWN

    def _constant(self, home: Function, name: bytes) -> bytes:
        """Give the text of the constant for which a name stands in a function, be it from outside."""
        made = _made(self.unit).get(name, ())
        text, at = made[0] if len(made) == 1 else (b"", 0)
        if text and home.body.start <= at < home.body.end:
            return text
        if made:
            outer = text if in_function(self.unit, at) is None else b""
        else:
            outer = next((told[name] for told in self.told if name in told), b"")
        hidden = outer and (name in names(self.unit, home).declared or name in parameter_names(self.unit))
        return b"" if hidden else outer


def _multiplied(text: bytes) -> int:
    """Give the product that is written out in a text; UNKNOWN for another text."""
    return prod(map(int, NUMBER.findall(text))) if PRODUCT.fullmatch(text) else UNKNOWN


@fact_of
def _values(unit: Unit, function: Span, name: bytes) -> tuple[Span | None, ...]:
    """Give what a function gives a name, each once; None where that is not known."""
    found: dict[Span | None, None] = {}
    for word in standing(unit, name, function):
        found.update(dict.fromkeys(_given(unit, word, function.end)))
    return tuple(found)


def _given(unit: Unit, name: Token, limit: int) -> tuple[Span | None, ...]:
    """Give the value that a name is given there, None for one that is not known; nothing where it is read."""
    before = token_before(unit.code, name.start)
    if before.text in OF_OBJECTS:
        return ()
    found = GIVEN.match(unit.code, name.end, limit)
    if before.text in {b"++", b"--", b"&"}:
        return (None,)
    if found is None:
        return ()
    return (None if found["operator"] or found["value"] is None else Span(*found.span("value")),)


@fact
def _made(unit: Unit) -> dict[bytes, list[tuple[bytes, int]]]:
    """Give the texts of the constants that a file makes, each with its place."""
    from hipify_py.lanes.flow.constant_folding import written_constants

    found: dict[bytes, list[tuple[bytes, int]]] = {}
    for at, name, text in written_constants(unit):
        found.setdefault(name, []).append((text, at))
    return found


def _is_asked(unit: Unit, amount: Span) -> bool:
    """Say whether a device is asked for its limit: in the function before, or with the name of the amount."""
    places, names = _limits(unit)
    function = in_function(unit, amount.start) or amount
    at = bisect_left(places, amount.end) - 1
    named = PATH.fullmatch(unit.code, *amount)
    return (at >= 0 and places[at] >= function.start) or (named is not None and named[1] in names)


@fact
def _limits(unit: Unit) -> tuple[list[int], frozenset[bytes]]:
    """Give where a device is asked for its limit, but for printing, and the names in those statements."""
    places: list[int] = []
    names: set[bytes] = set()
    end, printed = 0, 0  # of a statement, and from where on it prints
    for found in MOST_SHARED.finditer(unit.code):
        if found.start() >= end:
            start = last_of(unit.code, b";{}", found.start()) + 1
            end = found.end() + len(STATEMENT.match(unit.code, found.end())[0])  # type: ignore[index]
            prints = PRINTED.search(unit.code, start, end)
            printed = prints.start() if prints else end
            names.update(NAME.findall(unit.code, start, printed))
        if found.start() < printed:
            places.append(found.start())
    return places, frozenset(names)
