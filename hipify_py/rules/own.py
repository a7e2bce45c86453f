"""What a user's own rule has to mind beside those that ship: names and ids of the engine, its matchers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.rules.linear import compiled, query_expressions

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from hipify_py.rules.where import Plain, Where


def check_own(
    where: Where,
    rule: Plain,
    replaced: Plain | None,
    messages: Iterable[Plain],
    codes: Mapping[str, Sequence[Plain]],
) -> None:
    """Refuse a user's rule that takes a name of the engine's or changes an id, or whose matcher is none.

    `replaced` is the rule of the same name in a lower layer, `codes` the rules that ship by their matchers.
    """
    name = rule["name"]
    if any(name == message["name"] for message in messages):
        raise where.refuse(name, "is the name of a message of the engine", "give the rule another name")
    if replaced is not None and replaced["id"] != rule["id"]:
        was = replaced["id"]
        remedy = f"keep the id {was}, or give the rule another name"
        raise where.refuse(name, f"replaces {was} and calls it {rule['id']}", remedy)
    if "code" in rule:
        _check_code(where, rule, codes)


def _check_code(where: Where, rule: Plain, codes: Mapping[str, Sequence[Plain]]) -> None:
    """Refuse a matcher that is none, or that would not find in a user's rule what it goes by."""
    name, code = rule["name"], rule["code"]
    if code not in codes:
        raise where.refuse(name, f"no matcher named {code!r}", f"use one of {', '.join(sorted(codes))}")
    words = sorted({each.get("word", "") for each in codes[code]})
    if rule.get("word", "") not in words:
        said = f"word {rule['word']!r}" if "word" in rule else "has no word"
        remedy = f"use one of {', '.join(map(repr, words))}" if any(words) else "leave it out"
        raise where.refuse(name, f"{said}, for {code}", remedy)
    if not rule.get("message") and all(each.get("message") for each in codes[code]):
        raise where.refuse(name, f"has no message, for {code}", "say what it reports")
    for key in ("args", "where", "fix"):
        if rule.get(key):
            raise where.refuse(name, f"has {key} and code", f"leave {key} out: what is done is up to {code}")


def expressions(rule: Plain) -> list[str]:
    """Give the regular expressions that a rule goes by."""
    texts = [text.removeprefix("!") for _, text in rule["where"]]
    return [*texts, *([rule["call"]] if "call" in rule else [rule["word"]] if "word" in rule else [])]


def check_linear(where: Where, rule: Plain, shipped: Container[str]) -> None:
    """Refuse a user's rule of which an expression may take longer than its text is long.

    What a rule that ships has too (`shipped`) is known to be quick: a copy of it to change is how it is
    replaced.
    """
    query = rule.get("query", "")
    for text in (*expressions(rule), *(query_expressions(query) if query not in shipped else ())):
        if text in shipped:
            continue
        try:
            compiled(text.encode())
        except ValueError as error:
            remedy = "write it without looking ahead or behind, and without references to groups"
            raise where.refuse(rule["name"], f"expression {text!r}: {error}", remedy) from error
