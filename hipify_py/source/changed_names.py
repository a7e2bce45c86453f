"""Names of a function that something else may change: their address is taken, or a reference to them made.

What is handed by value stays what it is, and so does what is handed as `const`. Of a name to which anything
else leads it is taken for granted that it is changed there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import parameter_spans
from hipify_py.source.definitions import in_function
from hipify_py.source.search import places
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hipify_py.source.function_model import CallText, Declaration, Model
    from hipify_py.source.unit import Unit

BEFORE = frozenset(b"( , = { return ; : ? && || [ ! < > * +".split())  # the sign of an address
PART = frozenset(b"[ . -> ( :: <".split())  # behind a name of which a part is meant, or what it gives
DECLARED = re.compile(rb"\b([A-Za-z_]\w*+)\s*+(\([^(){};&]*+&[^(){};]*+\))\s*+;")
OPERATOR = re.compile(rb"\boperator\s*+\(\s*+\)\s*+(\([^(){};]{0,400}+\))")
MOST_OF_A_NAME = 16  # functions that a call may mean


def changed_elsewhere(
    unit: Unit, read: Model, called: Callable[[bytes], Sequence[Model]]
) -> Iterator[tuple[bytes, Span]]:
    """Give the names of a function that may be changed where nothing is assigned to them, with the places.

    `called` gives the functions of the file that bear a name.
    """
    declared = {one.name: one for one in read.declarations}
    handed: dict[int, bool] = {}
    for call in read.calls:
        handed |= _handed(unit, declared, call, called(unit.code[slice(*call.name)]))
    taken = dict.fromkeys(_addresses(unit, read, declared), True) | handed
    referred = (one.value.start for one in read.declarations if one.value and _refers(unit.code, one))
    for at in sorted({*(at for at, changes in taken.items() if changes), *referred}):
        name = token_at(unit.code, at)
        if name.text in declared and token_at(unit.code, name.end).text not in PART:
            yield name.text, Span(name.start, name.end)


def _handed(
    unit: Unit, declared: Mapping[bytes, Declaration], call: CallText, reads: Sequence[Model]
) -> dict[int, bool]:
    """Give where a call is handed names, or their addresses, and whether it may change each.

    `reads` are the functions of the file that it may mean.
    """
    found, name = {}, unit.code[slice(*call.name)]
    of_file = reads or name in declared
    for number, (start, end) in enumerate(call.arguments):
        text = unit.code[start:end]
        own, sign = text.strip().lstrip(b"& \t\r\n"), b"*" if b"&" in text else b"&"
        if own not in declared or not A_NAME.fullmatch(own):
            continue
        at = unit.code.index(own, start)
        if of_file:
            found[at] = _is_changed(unit, reads, declared.get(name), number, sign)
        else:
            found[at] = sign == b"*" or number in _declared_references(unit).get(name, ())
    return found


def _is_changed(
    unit: Unit, reads: Sequence[Model], held: Declaration | None, number: int, sign: bytes
) -> bool:
    """Say whether functions of the file, or what a name holds, may change an argument behind a sign."""
    for of in reads:
        taken = of.parameters[number] if number < len(of.parameters) else b""
        made = next((one for one in of.declarations if one.kind == "parameter" and one.name == taken), None)
        if made is not None and _leads(unit.code, made, sign):
            return True
    value = unit.code[slice(*held.value)] if held and held.value else b""
    if value.startswith(b"["):
        return _of_lambda(value, number)
    return held is not None and held.kind == "local" and sign == b"&" and number in _by_operators(unit)


def _leads(code: bytes, made: Declaration, sign: bytes) -> bool:
    """Say whether a parameter leads to what it is handed, by a reference or a pointer that may change it."""
    text = code[made.statement.start : made.at.start]
    is_pointer = made.pointers > 0 or (made.sign_in(code) != b"&" and b"auto" not in text)
    return b"const" not in A_NAME.findall(text) and (
        is_pointer if sign == b"*" else _is_reference(code, made)
    )


def _is_reference(code: bytes, made: Declaration) -> bool:
    return made.sign_in(code) == b"&"


def _refers(code: bytes, made: Declaration) -> bool:
    """Say whether a local reference may change what it is declared with."""
    is_const = b"const" in A_NAME.findall(code[made.statement.start : made.at.start])
    return made.kind == "local" and _is_reference(code, made) and not is_const


def _of_lambda(value: bytes, number: int) -> bool:
    """Say whether a lambda takes an argument by a reference, or as it is handed to what nobody can tell."""
    opens = value.find(b"(")
    taken = parameter_spans(value, opens, len(value)) if 0 <= opens < value.find(b"{") else []
    return number < len(taken) and _is_changing(value[slice(*taken[number])])


def _is_changing(parameter: bytes) -> bool:
    return b"&" in parameter and b"const" not in A_NAME.findall(parameter)


@fact
def _by_operators(unit: Unit) -> frozenset[int]:
    """Give the numbers of the references that objects of a file's classes take where they are called."""
    found = set[int]()
    for head in OPERATOR.finditer(unit.code) if b"operator" in unit.code else ():
        taken = parameter_spans(unit.code, head.start(1), head.end(1))
        found |= {at for at, one in enumerate(taken) if _is_changing(unit.code[slice(*one)])}
    return frozenset(found)


@fact
def _declared_references(unit: Unit) -> dict[bytes, frozenset[int]]:
    """Give the numbers of the references that functions take which a file declares alone."""
    found: dict[bytes, frozenset[int]] = {}
    for head in DECLARED.finditer(unit.code):
        taken = parameter_spans(unit.code, head.start(2), head.end(2))
        numbers = {at for at, one in enumerate(taken) if _is_changing(unit.code[slice(*one)])}
        if numbers and in_function(unit, head.start()) is None:
            found[head[1]] = found.get(head[1], frozenset()) | numbers
    return found


def _addresses(unit: Unit, read: Model, declared: Mapping[bytes, Declaration]) -> Iterator[int]:
    """Give where names of a function stand of which the address is taken."""
    code = unit.code
    for at in places(code, b"&", within=read.function.body):
        name = token_at(code, at + 1)
        if name.text not in declared:
            continue
        before = token_before(code, at)
        if before.text == b")":  # of a cast to a pointer
            before = token_before(code, before.start)
            if before.text == b"*":
                yield name.start
        elif before.text in BEFORE:
            yield name.start
