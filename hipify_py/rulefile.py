"""Turn rule files into the plain, compiled form that `rules.load` keeps; refuse what is wrong in them."""

from __future__ import annotations

import re
import tomllib
from itertools import groupby
from typing import TYPE_CHECKING, Any

from hipify_py.model import RuleError
from hipify_py.ruleentry import Plain, Where, check_rule, expression

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE_KEYS = {"library", "namespace", "names", "headers", "namespaces", "unknown", "rule"}
File = tuple[int, "Path", bytes]
Value = tuple[bytes | None, str, tuple[int, ...]]


def compile_rules(files: tuple[File, ...]) -> Plain:
    """Read rule files, given as (layer, path, content), into plain data.

    In one layer a name or rule may stand once; an entry of a later layer replaces that of an earlier one.
    Raises `RuleError` naming file, line, entry, cause and remedy.
    """
    tables: dict[str, dict[bytes, tuple[int, Path, Value]]] = {
        "names": {},
        "scoped": {},
        "headers": {},
        "namespaces": {},
    }
    unknown: dict[str, str] = {}
    rules: dict[str, tuple[int, Path, Plain]] = {}
    places: dict[str, Where] = {}
    for layer, path, data in files:
        where, content = _parse(path, data)
        if "namespace" in content:
            content["scoped"] = {
                f"{content['namespace']}::{k}": v for k, v in content.pop("names", {}).items()
            }
        for table, entries in tables.items():
            for key, value in content.get(table, {}).items():
                _once(entries, key.encode(), layer, where, key)
                entries[key.encode()] = (layer, path, _name(where, key, value))
        unknown |= _unknown(where, content.get("unknown", {}))
        for raw in content.get("rule", []):
            rule = check_rule(where, raw)
            _once(rules, rule["name"], layer, where, rule["name"])
            rules[rule["name"]] = (layer, path, rule)
            places[rule["name"]] = where
    plain = {
        table: {key: value for key, (_, _, value) in entries.items()} for table, entries in tables.items()
    }
    ordered = sorted((rule for _, _, rule in rules.values()), key=lambda rule: (rule["id"], rule["name"]))
    calls = _calls(ordered, plain["names"], places)
    acted = {key for key, (to, note, _) in plain["names"].items() if to != key or note} | set(calls)
    return {
        **plain,
        "unknown": unknown,
        "rules": ordered,
        "calls": calls,
        "candidate": _candidate(acted, unknown),
        "is_unknown": b"(?:" + b"|".join(p.encode() for p in sorted(unknown)) + rb")\w*"
        if unknown
        else rb"(?!)",
    }


def _candidate(names: Iterable[bytes], unknown: Iterable[str]) -> bytes:
    """Give the expression that finds every name some rule may speak about, and few others."""
    claimed = {prefix[:2].encode() for prefix in unknown}  # names that begin so need no closer look

    def head(name: bytes) -> bytes:
        return name[:2] if name[:2] in claimed else name[:3]

    heads = [_shared(list(alike)) for _, alike in groupby(sorted(names), head)]
    tails = [p.encode() for p in sorted(unknown) if not any(p.encode().startswith(head) for head in heads)]
    branches = ([_any_of(heads)] if heads else []) + tails
    return rb"\b(?:" + b"|".join(branches) + rb")\w*" if branches else rb"(?!)"


def _shared(words: list[bytes]) -> bytes:
    """Give what some sorted words begin with alike."""
    first, last = words[0], words[-1]
    return first[: next((at for at, char in enumerate(first) if last[at : at + 1] != bytes((char,))), None)]


def _any_of(words: list[bytes]) -> bytes:
    """Give the expression for any of some sorted words that asks for each character once."""
    branches = []
    for _, alike in groupby(words, lambda word: word[:1]):
        group = list(alike)
        shared = _shared(group)
        rest = [word[len(shared) :] for word in group]
        branches.append(re.escape(shared) + (b"" if b"" in rest else b"(?:" + _any_of(rest) + b")"))
    return b"|".join(branches)


def _parse(path: Path, data: bytes) -> tuple[Where, Plain]:
    try:
        text = data.decode()
        content = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"{path}: not valid TOML: {error}; correct the file"
        raise RuleError(message) from error
    where = Where(path, text)
    for key, value in content.items():
        if key not in FILE_KEYS:
            raise where.refuse(key, "unknown key", f"use one of {', '.join(sorted(FILE_KEYS))}")
        kind = {"library": str, "namespace": str, "rule": list}.get(key, dict)
        if not isinstance(value, kind):
            raise where.refuse(
                key, f"must be a {kind.__name__}", "see the rule files that ship with hipify-py"
            )
    return where, content


def _once(seen: dict[Any, tuple[int, Path, Any]], key: object, layer: int, where: Where, shown: str) -> None:
    if key in seen and seen[key][0] == layer:
        raise where.refuse(shown, f"already stands in {seen[key][1].name}", "keep one of the two")


def _name(where: Where, key: str, value: object) -> Value:
    match value:
        case str() if value:
            return value.encode(), "", ()
        case {"review": str(reason), **rest} if reason and not rest:
            return None, reason, ()
        case {"drop": str(why), **rest} if why and not rest:
            return b"", "", ()
        case {"to": str(to), "differs": str(differs), **rest} if to and differs and rest.keys() <= {"fits"}:
            fits = rest.get("fits", [])
            counts = fits if isinstance(fits, list) else [fits]
            if all(isinstance(count, int) for count in counts):
                return to.encode(), differs, tuple(counts)
    remedy = (
        'write "target", { review = "why" }, { drop = "why" } or { to = "target", differs = "how", fits = 3 }'
    )
    raise where.refuse(key, "not a name's value", remedy)


def _unknown(where: Where, table: dict[str, object]) -> dict[str, str]:
    for key, value in table.items():
        if not isinstance(value, str):
            raise where.refuse(key, "must be a string", "name the library the prefix belongs to")
        expression(where, key, key)
    return {key: str(value) for key, value in table.items()}


def _calls(
    rules: list[Plain], names: dict[bytes, Any], places: dict[str, Where]
) -> dict[bytes, tuple[int, ...]]:
    """Say which rules speak about calls of which name, so that no expression is tried at run time."""
    calls: dict[bytes, tuple[int, ...]] = {}
    for index, rule in enumerate(rules):
        if "call" not in rule:
            continue
        expression = re.compile(rule["call"].encode())
        hits = [name for name in names if expression.fullmatch(name)]
        if not hits:
            why = f"{rule['call']!r} matches no known name"
            raise places[rule["name"]].refuse(rule["name"], why, "correct it")
        for name in hits:
            calls[name] = (*calls.get(name, ()), index)
    return calls
