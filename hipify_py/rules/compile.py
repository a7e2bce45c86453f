"""Turn rule files into the plain, compiled form that `rules.load` keeps; refuse what is wrong in them.

A rule file has the tables `[names]`, `[headers]`, `[namespaces]` and `[unknown]` and entries `[[rule]]`; the
files that ship also have `[[message]]`, which no user's file can have, change or take the id or name of;
`[historic]` tells of names that no header declares any more which release of CUDA was the last with it.
What is otherwise for a ROCm older than a release stands in `[before."7.2"]`: keys of the first three tables,
told apart by where they stand, with the same forms of values and `{ to = "...", since = "7.2" }` for a name
that HIP has only later. Of several such tables the one of the oldest release that is newer counts.
`[shim]` says what `hipify-py shim` writes for functions whose calls a rule rewrites. `[versions]` holds the
numbers that ROCm's headers give to versions of libraries, by release, and is in files that ship alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.lazy import re
from hipify_py.releases import OLDEST, RELEASES
from hipify_py.rules import toml
from hipify_py.rules.build_names import BUILD_TABLES, BuildName
from hipify_py.rules.build_values import build_tables
from hipify_py.rules.entry import check_forms, check_message
from hipify_py.rules.index import calls, candidate, unknown_names
from hipify_py.rules.layers import CHOICE, Entry, Key, Merged
from hipify_py.rules.names import Name, pack
from hipify_py.rules.own import check_linear, check_own, expressions
from hipify_py.rules.targets import check_chains, check_target
from hipify_py.rules.unknown_libraries import absent, unknown_prefixes
from hipify_py.rules.values import name_of
from hipify_py.rules.versions import known_numbers
from hipify_py.rules.where import Plain, Where

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = {"names", "headers", "namespaces", "unknown", "absent", "before", "historic", "shim"}
FILE_KEYS = {"library", "namespace", "rule", "build", *TABLES}
KINDS = {
    "names": "name",
    "scoped": "name",
    "headers": "header",
    "namespaces": "namespace",
    "build": "build name",
    "rule": "rule",
}
APART = ("rule", "build")  # what is not looked up as a name of a source
IDENTIFIER = r"[A-Za-z_]\w*"
KEYS = {
    "names": (re.compile(IDENTIFIER, re.ASCII), "write one identifier"),
    "headers": (re.compile(r'[^\x00-\x1f\x7f"<>]+'), "write the path between the marks of an #include"),
    "namespaces": (
        re.compile(rf"{IDENTIFIER}(?:::{IDENTIFIER})*", re.ASCII),
        "write identifiers with :: between",
    ),
}
"""What a key of a table may be, and the remedy for one that is none: it would never be found."""
OWN_KEYS = {  # what only the files that ship may have: why, and what a user can do
    "message": ("the engine's messages are its own", "write a [[rule]] with a name of its own"),
    "polyfills": (
        "it is for the headers of hipify-py",
        "write the function that you mean in [names]",
    ),
    "versions": ("they are what ROCm's headers define", "name the release that you mean with --rocm"),
}
POLYFILL = re.compile(rf"(?:{'|'.join(header.removesuffix('.h') for header in OWN_HEADERS)})::\w+", re.ASCII)
File = tuple[int, Path, bytes]


def compile_rules(files: tuple[File, ...], rocm: str) -> Plain:
    """Read rule files, given as (layer, path, content), into plain data for a release of ROCm.

    In one layer a name or rule may stand once; an entry of a later layer replaces that of an earlier one.
    Raises `RuleError` naming file, line, entry, cause and remedy.
    """
    merged = Merged()
    parsed = [(layer, *_parse(layer, path, data)) for layer, path, data in files]
    for number in sorted({layer for layer, *_ in parsed}):
        these = [each for each in parsed if each[0] == number]
        for layer, where, content in these:
            _add_tables(merged, layer, where, content)
            _add_rules(merged, layer, where, content)
        _check_ids(merged)
        for layer, where, content in these:
            _add_before(merged, layer, where, content)
            _add_polyfills(merged, where, content)
            _add_shims(merged, where, content)
            merged.versions |= content.get("versions", {})
    found = merged.resolved(rocm)
    check_chains(found, CHOICE + 1)
    return _plain(found, merged, rocm)


def _plain(found: dict[Key, Entry], merged: Merged, rocm: str) -> Plain:
    """Bring what holds for a release into the form that is kept."""
    tables: dict[str, dict[bytes, Name]] = {table: {} for table in KINDS if table not in APART}
    scoped: dict[bytes, dict[bytes, Name]] = {}
    build: dict[str, dict[str, tuple[object, ...]]] = {table: {} for table in BUILD_TABLES}
    for (table, key), entry in found.items():
        if table == "scoped":
            namespace, _, name = key.encode().rpartition(b"::")
            scoped.setdefault(namespace, {})[name] = entry.value
        elif table == "build":
            inner, _, name_of_build = key.partition(" ")
            build[inner][name_of_build] = tuple(entry.value)
        elif table != "rule":
            polyfill = merged.polyfills.get(key) if table == "names" else None
            tables[table][key.encode()] = _with_polyfill(entry, polyfill)
    entries = [entry for (table, _), entry in found.items() if table == "rule"]
    entries.sort(key=lambda entry: -entry.layer)  # a user's own first, else as they stand in the files
    rules = [(form, entry.where) for entry in entries for form in entry.value]
    notes: dict[str, int] = {}
    spoken = calls(rules, tables["names"], rocm)
    acted = {key for key, known in tables["names"].items() if known.acts(key)} | set(spoken)
    return {
        "names": pack(tables["names"], notes),
        "scoped": {namespace: pack(names, notes) for namespace, names in scoped.items()},
        "headers": pack(tables["headers"], notes),
        "namespaces": pack(tables["namespaces"], notes),
        "notes": tuple(notes),
        "unknown": merged.unknown,
        "absent": merged.absent,
        "build": build,
        "rules": [rule for rule, _ in rules],
        "messages": [merged.messages[name] for name in sorted(merged.messages)],
        "calls": spoken,
        "shims": merged.shims,
        "versions": {name.encode(): known_numbers(name, by, rocm) for name, by in merged.versions.items()},
        "candidate": candidate(acted, merged.unknown),
        "unknown_names": unknown_names(merged.unknown),
        "rocm": rocm,
        "replaced": sorted(_replaced(found, merged.builtin)),
    }


def _with_polyfill(entry: Entry, polyfill: tuple[bytes, bool] | None) -> Name:
    """Give what is known of a name, with its polyfill where no user's own entry speaks of it."""
    known: Name = entry.value
    if polyfill is None or entry.layer > CHOICE:
        return known
    return known._replace(polyfill=polyfill[0], generic=polyfill[1])


def _replaced(found: dict[Key, Entry], builtin: set[Key]) -> Iterator[tuple[str, str, str]]:
    """Give what took the place of a built-in entry: its kind, its name and the place of the new one."""
    for key, entry in found.items():
        if entry.layer > CHOICE and key in builtin:
            value = entry.value
            own = value.origin if isinstance(value, Name | BuildName) else value[0]["origin"]
            yield KINDS[key[0]], key[1].rpartition(" ")[2] if key[0] == "build" else key[1], own


def _parse(layer: int, path: Path, data: bytes) -> tuple[Where, Plain]:
    text, content = toml.parsed(path, data)
    where = Where(path, text)
    for key, value in content.items():
        if key in OWN_KEYS and layer > CHOICE:
            raise where.refuse(key, *OWN_KEYS[key])
        if key not in FILE_KEYS | OWN_KEYS.keys():
            raise where.refuse(key, "unknown key", f"use one of {', '.join(sorted(FILE_KEYS))}")
        kind = {"library": str, "namespace": str, "rule": list, "message": list}.get(key, dict)
        if not isinstance(value, kind):
            remedy = "see the rule files that ship with hipify-py"
            raise where.refuse(key, f"must be a {kind.__name__}", remedy)
    if "namespace" in content and not KEYS["namespaces"][0].fullmatch(content["namespace"]):
        key, why = "namespace", f"{content['namespace']!r} is none"
        raise where.refuse(key, why, KEYS["namespaces"][1])
    return where, content


def _add_tables(merged: Merged, layer: int, where: Where, content: Plain) -> None:
    """Take in what a file says for all releases."""
    for table in ("names", "headers", "namespaces"):
        for key, value in content.get(table, {}).items():
            _check_key(where, table, key, inside="namespace" in content)
            name = name_of(where, key, value, f"[{table}]")
            if layer > CHOICE:
                check_target(where, table, key, name)
                name = name._replace(origin=where.place(key, f"[{table}]"))
            merged.add(_key(content, table, key), Entry(layer, where, name), key)
    for inner, key, known in build_tables(where, content.get("build", {})):
        origin = where.place(key, f"[build.{inner}]") if layer > CHOICE else ""
        merged.add(("build", f"{inner} {key}"), Entry(layer, where, known._replace(origin=origin)), key)
    merged.unknown |= unknown_prefixes(where, content.get("unknown", {}), own=layer > CHOICE)
    merged.absent |= absent(where, content.get("absent", {}), content.get("unknown", {}))
    for key, value in content.get("historic", {}).items():
        if not isinstance(value, str) or key not in content.get("names", {}):
            remedy = "name the last CUDA that had it, and add what it becomes to [names]"
            raise where.refuse(key, "not a historic name", remedy, heading="[historic]")


def _check_key(where: Where, table: str, key: str, *, inside: bool) -> None:
    """Refuse a key that no source can hold; a member of a class may stand in a file with a namespace."""
    allowed, remedy = KEYS["namespaces" if inside and table == "names" else table]
    if not allowed.fullmatch(key):
        raise where.refuse(key, f"no key of [{table}]", remedy, heading=f"[{table}]")


def _add_rules(merged: Merged, layer: int, where: Where, content: Plain) -> None:
    """Take in a file's rules and messages."""
    for raw in content.get("message", []):
        message = check_message(where, raw)
        merged.messages[message["id"]] = message
    for raw in content.get("rule", []):
        forms = check_forms(where, raw)
        name = forms[0]["name"]
        for rule in forms:
            if layer > CHOICE:
                rule["origin"] = where.place(name)
                replaced = merged.entries.get(("rule", name))
                was = replaced.value[0] if replaced else None
                check_own(where, rule, was, merged.messages.values(), merged.codes)
                check_linear(where, rule, merged.expressions)
            else:
                merged.expressions |= {*expressions(rule), rule.get("query", "")}
                if "code" in rule:
                    merged.codes.setdefault(rule["code"], []).append(rule)
        merged.add(("rule", name), Entry(layer, where, forms), name)


def _check_ids(merged: Merged) -> None:
    """Refuse a rule with the id of another one or of a message: an id is one's alone."""
    owners = {message_id: f"the engine's {each['name']}" for message_id, each in merged.messages.items()}
    rules = [entry for (table, _), entry in merged.entries.items() if table == "rule"]
    for entry in sorted(rules, key=lambda entry: entry.layer):
        rule = entry.value[0]
        if rule["id"] in owners:
            remedy = "give the rule an id of its own"
            raise entry.where.refuse(rule["name"], f"has the id {rule['id']} of {owners[rule['id']]}", remedy)
        owners[rule["id"]] = f"the rule {rule['name']}"


def _add_before(merged: Merged, layer: int, where: Where, content: Plain) -> None:
    """Take in what a file says for releases older than some."""
    known = ", ".join(release for release in RELEASES if release != OLDEST)
    for release, table in content.get("before", {}).items():
        if release not in RELEASES or release == OLDEST:
            what, why = f"before.{release}", f"there are no rules for a ROCm before {release!r}"
            raise where.refuse(what, why, f"use one of {known}, in quotes")
        if not isinstance(table, dict):
            raise where.refuse(release, "must be a dict", f'write it as [before."{release}"]')
        heading = f'[before."{release}"]'
        for shown, value in table.items():
            name = name_of(where, shown, value, heading, release)
            if layer > CHOICE:
                check_target(where, heading.strip("[]"), shown, name)
                name = name._replace(origin=where.place(shown, heading))
            key = _meant(merged, content, shown)
            if key is None:
                why = f"stands in {heading}, and in no [names], [headers] or [namespaces]"
                raise where.refuse(shown, why, "add what it becomes in the newest ROCm", heading=heading)
            merged.add_before(release, key, Entry(layer, where, name), shown)


def _add_polyfills(merged: Merged, where: Where, content: Plain) -> None:
    """Take in which functions of headers of ours stand for names that HIP lacks."""
    for key, value in content.get("polyfills", {}).items():
        generic = isinstance(value, dict) and value == {"to": value.get("to"), "any": True}
        target = str(value["to"] if generic else value)
        if ("names", key) not in merged.entries or not POLYFILL.fullmatch(target):
            remedy = 'write it as NAME = "hipify_compat::name", of a name in [names]'
            raise where.refuse(key, "no polyfill of a known name", remedy, heading="[polyfills]")
        merged.polyfills[key] = target.encode(), generic


def _add_shims(merged: Merged, where: Where, content: Plain) -> None:
    """Take in what a shim has for functions whose calls rules rewrite."""
    for key, value in content.get("shim", {}).items():
        if ("names", key) not in merged.entries or not isinstance(value, str) or not value.strip():
            remedy = 'write it as NAME = "hipName", or as the text of a function, of a name in [names]'
            raise where.refuse(key, "no shim of a known name", remedy, heading="[shim]")
        merged.shims[key] = value


def _key(content: Plain, table: str, key: str) -> Key:
    """Give the key of an entry; the names of a file with a namespace mean something only in it."""
    inside = table == "names" and "namespace" in content
    return ("scoped", f"{content['namespace']}::{key}") if inside else (table, key)


def _meant(merged: Merged, content: Plain, key: str) -> Key | None:
    """Say of which table a key in `[before]` is: one of its own file's, else one of any."""
    tables = ("names", "headers", "namespaces")
    own = [_key(content, table, key) for table in tables if key in content.get(table, {})]
    others = [_key(content, table, key) for table in tables]
    return next(iter(own or [each for each in others if each in merged.entries]), None)
