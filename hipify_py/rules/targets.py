"""What a user's own entries write: refuse what no source can hold, and what the next run would change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.rules.layers import Entry, Key
    from hipify_py.rules.names import Name
    from hipify_py.rules.where import Where

CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
CLOSING = {")": "(", "]": "[", "}": "{"}
PATH = re.compile(r'[^"<>]+')
NAMESPACE = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*", re.ASCII)
HEADINGS = {"names": "[names]", "scoped": "[names]", "headers": "[headers]", "namespaces": "[namespaces]"}


def check_target(where: Where, table: str, key: str, name: Name) -> None:
    """Raise `RuleError` where a target can stand in no code, or would swallow what is behind it."""
    text = (name.to or b"").decode()
    if not text:
        return
    if CONTROL.search(text):
        why, remedy = "has a line end or another control character", "write it in one line"
    elif table == "headers" and not PATH.fullmatch(text):
        why, remedy = "is no path", "write the path between the marks of an #include"
    elif table == "namespaces" and not NAMESPACE.fullmatch(text):
        why, remedy = "is no namespace", "write identifiers with :: between"
    elif table == "names" and ("//" in text or "/*" in text):
        why, remedy = "begins a comment", "leave the comment out"
    elif table == "names" and not _is_closed(text):
        why, remedy = "has a bracket or a quote that stays open", "close it, or write a [[rule]] for the call"
    else:
        return
    raise where.refuse(key, f"the target {text[:60]!r} {why}", remedy, heading=f"[{table}]")


def check_chains(found: Mapping[Key, Entry], first_own: int) -> None:
    """Raise `RuleError` where what a user's own entry writes is what another entry, or itself, changes.

    The next run would change it again: converting twice has to change nothing. `first_own` is the first layer
    that is the user's.
    """
    for (table, key), entry in found.items():
        if table not in HEADINGS or entry.layer < first_own or not entry.value.to:
            continue
        name, text = key.rpartition("::")[2] if table == "scoped" else key, entry.value.to.decode()
        to, origin = _next(found, table, key.removesuffix(name), text)
        if text not in {name, to}:
            stands = f" ({origin})" if origin else ""
            becomes = f"becomes {to}" if to else "is taken out"
            remedy = "write what is to stand there in the end"
            why = f"the target {text} {becomes} in its turn{stands}, so the next run would change it again"
            raise entry.where.refuse(name, why, remedy, heading=HEADINGS[table])


def _next(found: Mapping[Key, Entry], table: str, scope: str, text: str) -> tuple[str, str]:
    """Give what a target becomes, and by which entry; of namespaces the longest that fits counts."""
    key = text
    while (table, scope + key) not in found:
        if table != "namespaces" or "::" not in key:
            return text, ""
        key = key.rpartition("::")[0]
    name: Name = found[table, scope + key].value
    return text if name.to is None else name.to.decode() + text[len(key) :], name.origin


def _is_closed(text: str) -> bool:
    open_ones: list[str] = []
    for char in text:
        if char in CLOSING.values():
            open_ones.append(char)
        elif char in CLOSING and (not open_ones or open_ones.pop() != CLOSING[char]):
            return False
    return not open_ones and not text.count('"') % 2 and not text.count("'") % 2
