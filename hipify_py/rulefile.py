"""Turn rule files into the plain, compiled form that `rules.load` keeps; refuse what is wrong in them."""

from __future__ import annotations

import re
import tomllib
from itertools import groupby
from typing import TYPE_CHECKING, Any

from hipify_py.model import SEVERITIES, RuleError
from hipify_py.rules import template

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE_KEYS = {"library", "namespace", "names", "headers", "namespaces", "unknown", "rule"}
REQUIRED = {"id", "name", "severity", "fails", "safety", "docs"}
OPTIONAL = {"message", "call", "args", "where", "fix", "query", "word", "code", "test"}
TEST_KEYS = {"name", "before", "after", "keep", "findings", "launch", "path", "renamed"}
FAILS = ("compile", "link", "run", "silent", "speed", "never")
DOCS = ("What it does", "Why it matters", "Example", "Use instead", "Fix safety", "References")
CODE = {
    "assembly",
    "braced-launches",
    "device-launches",
    "engine",
    "glued-operators",
    "guards",
    "kernel-strings",
    "launch-bounds",
    "launches",
    "prologue",
    "vector-tags",
    "version-values",
    "versions",
}
File = tuple[int, "Path", bytes]
Plain = dict[str, Any]
Value = tuple[bytes | None, str, tuple[int, ...]]


class _Where:
    """A place in a rule file, for errors."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    def refuse(self, what: str, why: str, remedy: str, line: int = 0) -> RuleError:
        """Make the error that names file, line, entry, cause and remedy."""
        return RuleError(f"{self.path}:{line or self.line(what)}: {what}: {why}; {remedy}")

    def line(self, what: str) -> int:
        """Find the line, from 1, on which an entry's key or id stands; 1 where it cannot be told."""
        quoted = re.escape(what)
        found = re.search(
            rf'(?m)^[ \t]*(?:"{quoted}"|{quoted})[ \t]*=|^[ \t]*(?:id|name)[ \t]*=[ \t]*"{quoted}"', self.text
        )
        return self.text.count("\n", 0, found.start()) + 1 if found else 1


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
    places: dict[str, _Where] = {}
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
            rule = _rule(where, raw)
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


def _parse(path: Path, data: bytes) -> tuple[_Where, Plain]:
    try:
        text = data.decode()
        content = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"{path}: not valid TOML: {error}; correct the file"
        raise RuleError(message) from error
    where = _Where(path, text)
    for key, value in content.items():
        if key not in FILE_KEYS:
            raise where.refuse(key, "unknown key", f"use one of {', '.join(sorted(FILE_KEYS))}")
        kind = {"library": str, "namespace": str, "rule": list}.get(key, dict)
        if not isinstance(value, kind):
            raise where.refuse(
                key, f"must be a {kind.__name__}", "see the rule files that ship with hipify-py"
            )
    return where, content


def _once(seen: dict[Any, tuple[int, Path, Any]], key: object, layer: int, where: _Where, shown: str) -> None:
    if key in seen and seen[key][0] == layer:
        raise where.refuse(shown, f"already stands in {seen[key][1].name}", "keep one of the two")


def _name(where: _Where, key: str, value: object) -> Value:
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


def _unknown(where: _Where, table: dict[str, object]) -> dict[str, str]:
    for key, value in table.items():
        if not isinstance(value, str):
            raise where.refuse(key, "must be a string", "name the library the prefix belongs to")
        _expression(where, key, key)
    return {key: str(value) for key, value in table.items()}


def _expression(where: _Where, entry: str, text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise where.refuse(entry, f"bad expression {text!r}: {error}", "correct the expression") from error


def _rule(where: _Where, raw: Plain) -> Plain:
    if not isinstance(raw, dict):
        raise where.refuse("rule", "must be a list of tables", "write each rule as [[rule]]")  # noqa: EM101
    name = str(raw.get("name") or raw.get("id") or "a [[rule]] without a name")
    _check_shape(where, name, raw)
    if not re.fullmatch(r"[A-Z]\d{3}", raw["id"]):
        raise where.refuse(name, f"bad id {raw['id']!r}", "use a letter and three digits")
    for key, allowed in (("severity", SEVERITIES), ("fails", FAILS), ("safety", ("safe", "unsafe"))):
        if raw[key] not in allowed:
            raise where.refuse(name, f"{key} {raw[key]!r}", f"use one of {', '.join(allowed)}")
    for heading in DOCS:
        if heading not in raw["docs"]:
            raise where.refuse(name, f"docs lack the section {heading!r}", "write it")
    _check_matcher(where, name, raw)
    _check_fix(where, name, raw)
    rule = {key: value for key, value in raw.items() if key != "test"}
    rule["args"] = tuple(raw.get("args", ()))
    # What an argument's text tells is cheap to ask, what its type is takes a search: that comes last.
    rule["where"] = tuple(sorted(raw.get("where", {}).items(), key=lambda item: "type:" in item[1]))
    rule["tests"] = _tests(where, name, raw)
    return rule


def _check_shape(where: _Where, name: str, raw: Plain) -> None:
    """Refuse keys that are missing or unknown, and values of the wrong type."""
    for key in sorted(REQUIRED - raw.keys()):
        raise where.refuse(name, f"has no {key!r}", "add it")
    for key in sorted(raw.keys() - REQUIRED - OPTIONAL):
        raise where.refuse(
            name, f"unknown key {key!r}", f"use one of {', '.join(sorted(REQUIRED | OPTIONAL))}"
        )
    for key, value in raw.items():
        kind = {"args": list, "where": dict, "test": list}.get(key, str)
        if not isinstance(value, kind):
            raise where.refuse(name, f"{key!r} must be a {kind.__name__}", "correct its value")
    for key, values in (("args", raw.get("args", [])), ("where", raw.get("where", {}).values())):
        if not all(isinstance(value, str) for value in values):
            raise where.refuse(name, f"{key!r} holds what is not a string", "correct its value")


def _check_matcher(where: _Where, name: str, raw: Plain) -> None:
    matchers = [key for key in ("call", "query", "code") if key in raw]
    if len(matchers) != 1:
        raise where.refuse(name, f"has {len(matchers)} matchers", "give exactly one of call, query, code")
    if "code" in raw and raw["code"] not in CODE:
        raise where.refuse(name, f"no matcher named {raw['code']!r}", f"use one of {', '.join(sorted(CODE))}")
    if "query" in raw:
        from tree_sitter import QueryError

        from hipify_py.syntax import compile_query

        try:
            compile_query(raw["query"])
        except QueryError as error:
            raise where.refuse(name, f"bad query: {error}", "correct the query") from error
        if "word" not in raw or "@place" not in raw["query"]:
            raise where.refuse(
                name, "a query needs a word and @place", "say which word every match holds, and where"
            )


def _check_fix(where: _Where, name: str, raw: Plain) -> None:
    captures = {arg.rstrip("*") for arg in raw.get("args", ())}
    for key, text in raw.get("where", {}).items():
        if key not in captures:
            raise where.refuse(name, f"'where' speaks of {key!r}", "name one of the args")
        if not text.removeprefix("!").startswith("type:"):
            _expression(where, name, text.removeprefix("!"))
    groups = _expression(where, name, raw["call"]).groups if "call" in raw else 0
    if "query" in raw:
        captures |= set(re.findall(r"@(\w+)", raw["query"]))
    for kind, value in template(raw.get("fix", "")).parts:
        if (kind == "capture" and value not in captures) or (kind == "group" and int(value) > groups):
            raise where.refuse(
                name, f"the fix uses {value!r}, which nothing captures", "capture it or leave it out"
            )


def _tests(where: _Where, name: str, raw: Plain) -> tuple[tuple[Any, ...], ...]:
    tests = []
    for test in raw.get("test", []):
        if not isinstance(test, dict) or not test.get("name") or test.keys() - TEST_KEYS:
            raise where.refuse(name, "a test is not sound", f"use the keys {', '.join(sorted(TEST_KEYS))}")
        if "keep" in test and ("before" in test or "after" in test):
            raise where.refuse(name, f"test {test['name']!r} has keep and before", "use one of them")
        kinds = {"findings": list, "renamed": list}
        if not all(isinstance(value, kinds.get(key, str)) for key, value in test.items()):
            raise where.refuse(name, f"test {test['name']!r} has a value of the wrong type", "correct it")
        before = test.get("before", test.get("keep"))
        if before is None:
            raise where.refuse(name, f"test {test['name']!r} has no input", "give before or keep")
        findings = tuple(test["findings"]) if "findings" in test else None
        how = test.get("launch", "keep"), test.get("path"), tuple(test.get("renamed", ()))
        tests.append((test["name"], before, test.get("after", before), findings, *how))
    if not any("before" in test for test in raw.get("test", [])):
        raise where.refuse(name, "has no test in which it acts", "add a [[rule.test]] with before")
    if not any("keep" in test for test in raw.get("test", [])):
        raise where.refuse(name, "has no test in which it keeps still", "add a [[rule.test]] with keep")
    return tuple(tests)


def _calls(
    rules: list[Plain], names: dict[bytes, Any], places: dict[str, _Where]
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
