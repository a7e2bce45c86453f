"""Instructions that load, store and change memory by generic addresses, or global ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.ptx.machine import C_TYPES, NUMBER, NoCounterpartError, kind_of, whole, width
from hipify_py.ptx.operands import exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine

ADDRESS = re.compile(r"\[\s*+([^\[\]+\s]+|%\[\w+\])\s*+(?:\+\s*+(\w+))?\s*+\]")
VECTOR = re.compile(r"\{([^{}]*)\}")
ORDERS = {"relaxed": "RELAXED", "acquire": "ACQUIRE", "release": "RELEASE", "acq_rel": "ACQ_REL"}
SCOPES = {"cta": "WORKGROUP", "gpu": "AGENT", "sys": "SYSTEM"}
LOADS, STORES = frozenset({"ca", "cg", "cs", "lu", "cv"}), frozenset({"wb", "cg", "cs", "wt"})  # of caches
LEVEL = re.compile(r"L[12]::(?!cache_hint)\w+(?:::\w+)?")
ELEMENTS = re.compile(r"[bus](?:8|16|32|64)|f32|f64")
VECTORS = {"u8": "uchar", "u16": "ushort", "u32": "uint", "u64": "ulonglong", "f32": "float", "f64": "double"}
ATOMIC = {
    "add": ("__hip_atomic_fetch_add", ("u32", "s32", "u64", "f32", "f64")),
    "min": ("__hip_atomic_fetch_min", ("u32", "s32", "u64", "s64")),
    "max": ("__hip_atomic_fetch_max", ("u32", "s32", "u64", "s64")),
    "and": ("__hip_atomic_fetch_and", ("b32", "b64")),
    "or": ("__hip_atomic_fetch_or", ("b32", "b64")),
    "xor": ("__hip_atomic_fetch_xor", ("b32", "b64")),
    "exch": ("__hip_atomic_exchange", ("b32", "b64", "u32", "s32", "u64", "f32")),
    "cas": ("", ("b32", "b64", "u32", "s32", "u64")),
}
SIGNED = {"s8": "signed char", "s16": "short", "s32": "int", "s64": "long long"}


class Way(NamedTuple):
    """How memory is reached: in which order and scope if by an atomic, by which cache, in how many parts.

    What is constant, or what a cache is told to keep or to drop, no other thread is to see change.
    """

    order: str
    scope: str
    cache: str
    is_volatile: bool
    is_plain: bool
    parts: int
    type: str


def load(m: Machine, modifiers: Sequence[str], operands: Sequence[str], *, is_volatile: bool) -> str:
    """`ld.type d, [a]`; a volatile statement's is one that no compiler leaves out."""
    exactly(operands, 2)
    way = _way(modifiers, "acquire", LOADS)
    address, given = _address(m, operands[1]), _c_type(way.type)
    targets = _parts(operands[0], way.parts)
    if way.order:
        call = f"__hip_atomic_load(({given} *){_sum(address, 0)}, {way.order}, {way.scope})"
        return _write(m, targets[0], way.type, call)
    if not _is_volatile(way, is_volatile=is_volatile):
        kind = given if way.parts == 1 else _vector(way)
        place = f"(const {kind} *){_sum(address, 0)}"
        text = f"hipify_compat::ld{way.cache}({place})" if way.cache else f"*{place}"
        if way.parts == 1:
            return _write(m, targets[0], way.type, text)
        rest = (
            _write(m, one, way.type, f"ptx_loaded.{axis}") for one, axis in zip(targets, "xyzw", strict=False)
        )
        return f"{{ const {kind} ptx_loaded = {text}; {' '.join(rest)} }}"
    size = width(way.type) // 8
    each = (f"*(const volatile {given} *){_sum(address, size * at)}" for at in range(way.parts))
    return " ".join(_write(m, one, way.type, text) for one, text in zip(targets, each, strict=True))


def store(m: Machine, modifiers: Sequence[str], operands: Sequence[str], *, is_volatile: bool) -> str:
    """`st.type [a], b`."""
    exactly(operands, 2)
    way = _way(modifiers, "release", STORES)
    address, given = _address(m, operands[0]), _c_type(way.type)
    values = [_read(m, one, way.type) for one in _parts(operands[1], way.parts)]
    if way.order:
        to = f"({given} *){_sum(address, 0)}"
        return f"__hip_atomic_store({to}, ({given}){values[0]}, {way.order}, {way.scope});"
    if not _is_volatile(way, is_volatile=is_volatile):
        kind = given if way.parts == 1 else _vector(way)
        made = f"({given}){values[0]}" if way.parts == 1 else f"make_{kind}({', '.join(values)})"
        place = f"({kind} *){_sum(address, 0)}"
        return f"hipify_compat::st{way.cache}({place}, {made});" if way.cache else f"*{place} = {made};"
    size = width(way.type) // 8
    return " ".join(
        f"*(volatile {given} *){_sum(address, size * at)} = ({given}){value};"
        for at, value in enumerate(values)
    )


def atomic(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`atom.op.type d, [a], b` and `red.op.type [a], b`, of which the latter gives nothing."""
    given = list(modifiers)
    order = ORDERS[given.pop(0)] if given and given[0] in ORDERS else "RELAXED"
    scope = SCOPES[given.pop(0)] if given and given[0] in SCOPES else "AGENT"
    if given and given[0] == "global":
        given.pop(0)
    exactly(given, 2)
    name, kind = given
    if name not in ATOMIC or kind not in ATOMIC[name][1]:
        raise NoCounterpartError
    with_result = not operands[0].startswith("[")
    rest = operands[1:] if with_result else operands
    exactly(rest, 3 if name == "cas" else 2)
    c_type = _c_type(kind)
    pointer = f"({c_type} *){_sum(_address(m, rest[0]), 0)}"
    values = [m.read(one, kind) for one in rest[1:]]
    where = f"__HIP_MEMORY_SCOPE_{scope}"
    if name == "cas":
        failed = {"RELEASE": "RELAXED", "ACQ_REL": "ACQUIRE"}.get(order, order)
        orders = f"__ATOMIC_{order}, __ATOMIC_{failed}, {where}"
        call = f"__hip_atomic_compare_exchange_strong({pointer}, &ptx_old, {values[1]}, {orders});"
        result = m.write(operands[0], _plain(kind), _as(kind, "ptx_old")) if with_result else ""
        return f"{{ {c_type} ptx_old = {values[0]}; {call} {result} }}"
    call = f"{ATOMIC[name][0]}({pointer}, {values[0]}, __ATOMIC_{order}, {where})"
    return m.write(operands[0], _plain(kind), _as(kind, call)) if with_result else f"{call};"


def prefetch(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`prefetch.global.L2 [a]`."""
    exactly(operands, 1)
    if {*modifiers} & {"shared", "local", "param", "const", "tensormap"}:
        raise NoCounterpartError
    return f"__builtin_prefetch((const void *){_sum(_address(m, operands[0]), 0)});"


def _way(modifiers: Sequence[str], ordered: str, caches: frozenset[str]) -> Way:
    if not modifiers or not ELEMENTS.fullmatch(modifiers[-1]):
        raise NoCounterpartError
    given = modifiers[:-1]
    levels = {one for one in given if one == "nc" or LEVEL.fullmatch(one)}
    known = {"global", "weak", "volatile", "relaxed", ordered, "v2", "v4", *SCOPES, *caches, *levels}
    if not known.issuperset(given):
        raise NoCounterpartError
    order = next((f"__ATOMIC_{ORDERS[one]}" for one in given if one in ORDERS), "")
    scope = next((f"__HIP_MEMORY_SCOPE_{SCOPES[one]}" for one in given if one in SCOPES), "")
    cache = next((one for one in given if one in caches), "")
    parts = next((int(one[1]) for one in given if one in {"v2", "v4"}), 1)
    is_volatile, is_plain = "volatile" in given, bool(levels or cache)
    if bool(order) != bool(scope) or (order and parts > 1) or (cache and (order or is_volatile)):
        raise NoCounterpartError
    return Way(order, scope, cache, is_volatile, is_plain, parts, modifiers[-1])


def _is_volatile(way: Way, *, is_volatile: bool) -> bool:
    return way.is_volatile or (is_volatile and not way.is_plain)


def _address(m: Machine, operand: str) -> tuple[str, int]:
    found = ADDRESS.fullmatch(operand)
    kind, name = m.register(found[1]) if found else ("", "")
    offset = NUMBER.fullmatch(found[2]) if found and found[2] else None
    if found is None or kind != "u64" or (found[2] and offset is None):
        raise NoCounterpartError
    number = whole(offset) if offset else 0
    if number >> 31:  # what an address has room for
        raise NoCounterpartError
    return name, number


def _sum(address: tuple[str, int], more: int) -> str:
    name, offset = address
    return f"({name} + {offset + more})" if offset + more else name


def _parts(operand: str, count: int) -> list[str]:
    found = VECTOR.fullmatch(operand)
    parts = [one.strip() for one in found[1].split(",")] if found else [operand]
    exactly(parts, count)
    return parts


def _vector(way: Way) -> str:
    kind = _plain(way.type)
    if kind[1:] == "64" and way.parts == 4:
        raise NoCounterpartError
    return f"{VECTORS[kind]}{way.parts}"


def _plain(kind: str) -> str:
    return kind if kind[0] == "f" else f"u{kind[1:]}"


def _c_type(kind: str) -> str:
    plain = _plain(kind)
    return SIGNED.get(kind) or ("unsigned char" if plain == "u8" else C_TYPES[plain])


def _as(kind: str, text: str) -> str:
    """Give a number of a type as that without a sign that a register holds."""
    return f"({C_TYPES[_plain(kind)]}){text}" if kind[0] == "s" else text


def _write(m: Machine, target: str, kind: str, text: str) -> str:
    if width(kind) > 8:
        held = m.register(target)[0]
        if kind[0] == "s" and held == kind_of(kind):
            return m.write(target, _plain(kind), _as(kind, text))
        return m.write(target, kind, text)
    held, name = m.register(target)
    if held[0] != "u":
        raise NoCounterpartError
    return f"{name} = ({C_TYPES[held]}){text};"


def _read(m: Machine, operand: str, kind: str) -> str:
    if width(kind) > 8:
        return m.read(operand, _plain(kind))
    held, name = m.register(operand)
    if held[0] != "u":
        raise NoCounterpartError
    return f"(unsigned char){name}"
