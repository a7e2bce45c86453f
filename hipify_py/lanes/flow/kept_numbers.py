"""Names of a function that are plain numbers, and that nothing changes but what is assigned to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.uniformity import KEEPS
from hipify_py.source.expressions import is_type
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.source.function_model import CallText, Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

ASKS = frozenset(b"if while switch for".split())
ASSIGNS = frozenset(b"= += -= *= /= %= |= ^= &=".split())
# Before a name in brackets, which then is but read.
READS = ASKS | ASSIGNS | frozenset(b"return + - / % < | ^ ! == != <= >= && ||".split())
OPENS = frozenset((b"(", b",", b"{"))
CLOSES = frozenset((b")", b",", b"}"))
PARTS = frozenset((b".", b"->", b"["))
STEPS = frozenset((b"++", b"--"))
JUMPS = frozenset(b"return case else throw do".split())  # words before the sign of an address


def is_kept_number(unit: Unit, home: Function, name: bytes, at: int) -> bool:
    """Say whether what a name stands for at a place is a number that only assignments change."""
    made = names(unit, home).declaration(name, at)
    return made is not None and _is_number(unit.code, made) and _is_kept(unit, home, name)


def _is_number(code: bytes, made: Declaration) -> bool:
    text, before = made.type_in(code), token_before(code, made.at.start).text
    if made.pointers or made.sign_in(code) or b"&" in text or b"*" in text or before == b"[":
        return False
    words = A_NAME.findall(code[made.statement.start : made.at.start])
    return is_type(text) and b"extern" not in words and not (text == b"auto" and before == b",")


@fact_of
def _is_kept(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a name of a function is nowhere handed on by a reference or an address."""
    if name in _said_in_macros(unit):
        return False
    handed = _handed(unit, home)
    declared = {one.at.start for one in names(unit, home).declared.get(name, ())}
    return all(
        word.start in declared or handed.get(word.start, _is_read(unit.code, word))
        for word in standing(unit, name, home.body)
    )


@fact
def _said_in_macros(unit: Unit) -> frozenset[bytes]:
    """Give the words that macros of a file stand for, without those that they take."""
    found = set[bytes]()
    for one in unit.directives:
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        if head:
            taken = {*A_NAME.findall(head[2] or b"")}
            found |= {*A_NAME.findall(unit.code[head.end() : one.body.end])} - taken
    return frozenset(found)


@fact_of
def _handed(unit: Unit, home: Function) -> dict[int, bool]:
    """Give where a name is all that a call is given for a parameter, and whether it goes by value."""
    found: dict[int, bool] = {}
    for call in model(unit, home).calls:
        for number, (start, end) in enumerate(call.arguments):
            word = token_at(unit.code, start)
            if word.is_word and not unit.code[word.end : end].strip():
                found[word.start] = _takes_value(unit, home, call, number)
    return found


def _takes_value(unit: Unit, home: Function, call: CallText, number: int) -> bool:
    code, name = unit.code, unit.code[slice(*call.name)]
    before, made = token_before(code, call.name.start).text, functions_by_name(unit).get(name, ())
    if before in PARTS or name in names(unit, home).declared:
        return False
    if name == b"static_cast":
        type_ = code[call.name.end : call.arguments[number].start].strip(b"<>( \t\r\n")
        return is_type(type_) and b"&" not in type_
    if not made:
        is_cudas = name.startswith((b"__", b"atomic")) and before != b"::"
        return name in KEEPS or name in ASKS or is_type(name) or is_cudas
    return before != b"::" and all(_is_by_value(unit, one, number) for one in made)


def _is_by_value(unit: Unit, function: Function, number: int) -> bool:
    read = model(unit, function)
    taken = read.parameters[number] if number < len(read.parameters) else b""
    made = next((one for one in read.declarations if one.kind == "parameter" and one.name == taken), None)
    return made is not None and not made.pointers and not made.sign_in(unit.code)


def _is_read(code: bytes, word: Token) -> bool:
    """Say whether a name is read or assigned where it stands, and nothing else gets hold of it there."""
    sign, behind = token_before(code, word.start), token_at(code, word.end).text
    before = token_before(code, sign.start)
    if behind in PARTS:
        return False
    if sign.text == b"&":
        return before.is_word and before.text not in JUMPS
    if sign.text in OPENS:
        return _is_read_in_brackets(sign.text, before.text, behind)
    if sign.text in {b"?", b":"}:
        return _is_read_by_choice(code, word, sign)
    is_lent = sign.text == b")" and before.text in {b"&", b"&&", b"*"}  # by a cast
    is_filled = sign.text == before.text == b">"  # `in >> name`
    return not is_lent and not is_filled and not (sign.text in STEPS and before.text in {b"(", b","})


def _is_read_by_choice(code: bytes, word: Token, sign: Token) -> bool:
    """Say whether what `?` makes of a name is but its value: the other one is a number."""
    behind = token_at(code, word.end)
    if sign.text == b"?":
        return behind.text == b":" and token_at(code, behind.end).text.isdigit()
    return behind.text not in CLOSES or token_before(code, sign.start).text.isdigit()


def _is_read_in_brackets(opens: bytes, before: bytes, behind: bytes) -> bool:
    """Say whether a name behind a bracket or a comma is but read: not handed to what is called."""
    if behind in CLOSES:
        return opens == b"(" and before in READS
    return behind not in ASSIGNS or opens == b"{" or before in ASKS
