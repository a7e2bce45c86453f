"""Rewrite what a host compiler cannot parse: launches, __shared__ variables, PTX on lanes.

An endless loop gets an end to its turn, where the lanes meet that left loops in it or went on to the next:
compilers for GPUs have a block there, and without it those lanes would be the first ones to go on.

Lines keep their numbers. Everything else of a source is compiled as it is, with the headers below include/.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.unit import Unit
from simt import ptx

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARED = re.compile(rb"\b__shared__\b")
# What may stand before and behind __shared__ and says nothing about the type.
STORAGE = re.compile(rb"\b(?:static|extern|inline|__shared__)\b")
ALIGNED = re.compile(rb"\b(?:alignas|__align__)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
DECLARATOR = re.compile(rb"(?P<stars>(?:\s*\*)*)\s*(?<![\w>])(?P<name>\w+)\s*(?P<sizes>(?:\[[^;]*\]\s*)?)\Z")
FIRST = re.compile(rb"(?P<type>.*?[\w>*\s])" + DECLARATOR.pattern, re.DOTALL)
REGISTER = re.compile(
    rb"\basm\s*(?:volatile|__volatile__)?\s*\(\s*\"\s*mov\.[ub]32\s+%0\s*,\s*"
    rb"%%?(laneid|lanemask_(?:eq|lt|le|gt|ge))\s*;?\s*\""
    rb"\s*:\s*\"=r\"\s*\(((?:[^()]|\([^()]*\))*)\)\s*\)"
)
ENDLESS_FOR = re.compile(rb";\s*;\s*(?=\))")
ENDLESS_WHILE = re.compile(rb"\bwhile\s*\(\s*(?:1|true)\s*\)(?!\s*;)")
DECLARING_WHILE = re.compile(
    rb"\bwhile\s*\((?=\s*[A-Za-z_][\w:]*(?:\s+[A-Za-z_]\w*)*[\s*&]+[A-Za-z_]\w*\s*=(?!=))"
)
SCOPE_BEFORE = re.compile(rb"\b(?:namespace[\s\w:]*|extern\s*\"[^\"]*\"\s*)\Z")


# A type that a declaration makes by the way.
TYPE_MADE = re.compile(rb"(?P<key>union|struct|class)\b\s*(?P<name>\w*)\s*(?P<body>\{.*\})", re.DOTALL)


class Change(NamedTuple):
    """New text for the bytes from `start` to `end`."""

    start: int
    end: int
    text: bytes


class RewriteError(Exception):
    """A place that the emulator does not understand."""


def rewrite(source: bytes, name: str = "source.cu") -> bytes:
    """Give the source as C++ for the host, with `#line` so that messages speak of `name`.

    Raises `RewriteError` for a launch or a __shared__ declaration of a form that is not known here.
    """
    unit = Unit(source)
    changes = sorted([*_launches(unit), *_shared(unit), *_registers(unit), *_endless(unit), *_on_warps(unit)])
    pieces, at = [b'#line 1 "' + name.encode() + b'"\n'], 0
    for change in changes:
        if change.start < at:
            text = f"{name}:{_line(source, change.start)}: a rewrite inside another"
            raise RewriteError(text)
        pieces += [source[at : change.start], change.text]
        at = change.end
    return b"".join([*pieces, source[at:]])


def _line(source: bytes, offset: int) -> int:
    return source.count(b"\n", 0, offset) + 1


def _keep_lines(text: bytes, source: bytes, start: int, end: int) -> bytes:
    """Give `text` with as many newlines as what it replaces; inside a macro they stay continued."""
    missing = source.count(b"\n", start, end) - text.count(b"\n")
    return text + (b"\\\n" if b"\\\n" in source[start:end] else b"\n") * missing


def _launches(unit: Unit) -> Iterator[Change]:
    """Make `k<<<g, b>>>(x)` a call of simt::start with a lambda that calls k; `x` is evaluated once."""
    source = unit.source
    for launch in unit.launches:
        start = _callee_start(unit.code, launch.open.start)
        end = _closing(unit.code, launch.close.end)
        callee, config = source[start : launch.open.start], source[launch.open.end : launch.close.start]
        opened = unit.code.index(b"(", launch.close.end)
        given = source[opened + 1 : end - 1]
        comma = b", " if unit.code[opened + 1 : end - 1].strip() else b""
        call = (
            b"[&](auto... simt_given) { " + callee + b"(simt_given...); }" + source[launch.close.end : opened]
        )
        yield Change(start, end, b"simt::start(simt::Config(" + config + b"), " + call + comma + given + b")")


def _callee_start(code: bytes, end: int) -> int:
    """Give the offset of the kernel's name, with its namespaces, that ends before `end`."""
    before = code[:end].rstrip(b"\\ \t\r\n")
    angles, rounds, at = 0, 0, len(before)
    while before.endswith(b">") and at > 0:
        at -= 1
        mark = before[at : at + 1]
        rounds += (mark == b")") - (mark == b"(")
        angles += 0 if rounds else (mark == b">") - (mark == b"<")
        if angles == 0 == rounds:
            break
    name = re.search(rb"[\w:]+\s*\Z", before[:at])
    if name is None:
        text = f"line {_line(code, end)}: a launch of something that is no name"
        raise RewriteError(text)
    return name.start()


def _closing(code: bytes, start: int) -> int:
    """Give the offset behind the bracket that closes the first one from `start` on."""
    depth = 0
    for found in re.finditer(rb"[()]", code[start:]):
        depth += 1 if found[0] == b"(" else -1
        if depth == 0:
            return start + found.end()
    text = f"line {_line(code, start)}: a launch without arguments"
    raise RewriteError(text)


def _registers(unit: Unit) -> Iterator[Change]:
    """Make PTX that moves a lane register to a variable an assignment."""
    for found in REGISTER.finditer(unit.source):
        if unit.code.startswith(b"asm", found.start()):
            text = b"(" + found[2] + b") = simt_" + found[1] + b"()"
            yield Change(*found.span(), _keep_lines(text, unit.source, *found.span()))


def _on_warps(unit: Unit) -> Iterator[Change]:
    """Make PTX that shuffles or votes calls of the emulator."""
    for start, end, text in ptx.statements(unit.source):
        if unit.code.startswith(b"asm", start):
            yield Change(start, end, _keep_lines(text, unit.source, start, end))


def _endless(unit: Unit) -> Iterator[Change]:
    """Give loops without a condition something to do at the end of each turn."""
    for found in ENDLESS_FOR.finditer(unit.code):
        yield Change(found.end(), found.end(), b" simt::turn()")
    for found in ENDLESS_WHILE.finditer(unit.code):
        yield Change(*found.span(), b"for (;; simt::turn())")
    for found in DECLARING_WHILE.finditer(unit.code):  # which compilers make an endless one that is left
        yield Change(*found.span(), b"for (;")
        end = _closing(unit.code, found.end() - 1) - 1
        yield Change(end, end, b"; simt::turn()")


def _shared(unit: Unit) -> Iterator[Change]:
    """Make __shared__ variables references to guarded memory, and dynamic ones pointers."""
    code = unit.code
    number = 0
    for found in SHARED.finditer(code):
        start = _statement_start(code, found.start())
        end = _statement_end(code, found.end())
        specifiers, first, others = _parts(code, start, end)
        line = _line(code, found.start())
        made = TYPE_MADE.fullmatch(first["type"].strip()) if first else None
        if first is None or (b"{" in first["type"] and not made):
            said = code[start:end].decode("latin-1")
            text = f"line {line}: a __shared__ declaration of an unknown form: {said}"
            raise RewriteError(text)
        kind = first["type"].strip()
        aligned = ALIGNED.search(specifiers)
        declared: list[bytes] = []
        if made:
            kind = made["name"] or b"simt_type_%d" % (number + 1)
            declared.append(b"%b %b %b" % (made["key"], kind, made["body"]))
        for declarator in (first, *others):
            number += 1
            element, name, sizes = kind + declarator["stars"], declarator["name"], declarator["sizes"].strip()
            if re.fullmatch(rb"\[\s*\]", sizes):
                declared.append(_dynamic(element, name, in_function=_in_function(code, start)))
            else:
                what = b"simt::same<%b>%b" % (element, sizes)
                extra = b", %b" % aligned[1] if aligned else b""
                call = b'simt::shared<%b, %d>("%b", %d%b)' % (what, number, name, line, extra)
                declared.append(b"static auto& %b = %b" % (name, call))
        yield Change(start, end, _keep_lines(b"; ".join(declared), code, start, end))


def _dynamic(element: bytes, name: bytes, *, in_function: bool) -> bytes:
    """Declare the block's dynamic shared memory, in a kernel or for a whole file."""
    if in_function:
        return b"simt::same<%b>* const %b = (simt::same<%b>*)simt::dynamic_shared()" % (
            element,
            name,
            element,
        )
    return b"static simt::same<%b>* %b = simt::file_dynamic<%b>(&%b)" % (element, name, element, name)


def _statement_start(code: bytes, at: int) -> int:
    """Give the offset of the first token of the statement around `at`."""
    before = max(code.rfind(mark, 0, at) for mark in (b";", b"{", b"}"))
    line = code.rfind(b"\n", 0, at)
    opened = code[before + 1 : at]
    directive = max(opened.rfind(b"\n#"), opened.rfind(b"\n "))
    if b"#" in opened[max(0, directive) :].split(b"\n")[0] or re.search(rb"^\s*#", opened, re.MULTILINE):
        before = max(before, line)
        define = re.match(rb"\s*#\s*define\s+\w+(?:\([^)]*\))?", code[before + 1 : at])
        before += define.end() if define else 0
    return before + 1 + len(code[before + 1 :]) - len(code[before + 1 :].lstrip())


def _statement_end(code: bytes, at: int) -> int:
    """Give the offset of the semicolon that ends the statement around `at`."""
    depth = 0
    for found in re.finditer(rb"[{};]", code[at:]):
        depth += {b"{": 1, b"}": -1}.get(found[0], 0)
        if found[0] == b";" and depth == 0:
            return at + found.start()
    return len(code)


def _parts(code: bytes, start: int, end: int) -> tuple[bytes, re.Match[bytes] | None, list[re.Match[bytes]]]:
    """Split a declaration into what is said of it, the first declarator with the type, and the others."""
    text = code[start:end].replace(b"\\\n", b"  ")
    bare = STORAGE.sub(b" ", ALIGNED.sub(b" ", text))
    pieces = list(_split(bare))
    first = FIRST.fullmatch(pieces[0].strip())
    others = [DECLARATOR.fullmatch(piece.strip()) for piece in pieces[1:]]
    return text, first if all(others) else None, [found for found in others if found]


def _split(text: bytes) -> Iterator[bytes]:
    """Split at the commas that stand in no brackets."""
    depth, at = 0, 0
    for found in re.finditer(rb"[()\[\]{}<>,]", text):
        mark = found[0]
        if mark == b"," and depth == 0:
            yield text[at : found.start()]
            at = found.end()
        depth += {b"(": 1, b"[": 1, b"{": 1, b"<": 1, b",": 0}.get(mark, -1)
    yield text[at:]


def _in_function(code: bytes, at: int) -> bool:
    """Say whether a place is in braces that belong to no namespace or `extern "C"`."""
    opened: list[int] = []
    for found in re.finditer(rb"[{}]", code[:at]):
        if found[0] == b"{":
            opened.append(found.start())
        elif opened:
            opened.pop()
    return any(not SCOPE_BEFORE.search(code, 0, brace) for brace in opened)
