"""Check one `[[rule]]` of a rule file and give it in plain form; refuse what is wrong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import LANGUAGES
from hipify_py.lazy import re
from hipify_py.model import FAILS, SEVERITIES
from hipify_py.releases import RELEASES, holds
from hipify_py.rules.entry_tests import tests
from hipify_py.rules.fix_templates import template
from hipify_py.rules.model import OF_TYPE
from hipify_py.rules.packed import packed
from hipify_py.rules.where import expression
from hipify_py.source.grammar import captured, query_error

if TYPE_CHECKING:
    from hipify_py.rules.where import Plain, Where

REQUIRED = {"id", "name", "severity", "fails", "safety", "docs"}
MATCHERS = ("call", "query", "code")
FORM_KEYS = {"call", "args", "where", "fix", "language"}
OPTIONAL = {*MATCHERS, *FORM_KEYS, "message", "word", "words", "since", "until", "was", "test", "form"}
DOCS = ("What it does", "Why it matters", "Example", "Use instead", "Fix safety", "References")
ID = re.compile(r"[A-Z][0-9]{3}")
TEXT_CAPTURE = re.compile(r"\{(\w+)\}")
ARGUMENT = re.compile(r"[A-Za-z_]\w*\*?")


def check_forms(where: Where, raw: Plain) -> list[Plain]:
    """Give a rule with its defaults, once for each of its forms; the first one has the tests.

    Forms share all but what finds a call and what is written for it. Raises `RuleError` as `check_rule` does.
    """
    if not isinstance(raw, dict) or "form" not in raw:
        return [check_rule(where, raw)]
    name = _check_head(where, raw, "rule", OPTIONAL)
    shared = {key: value for key, value in raw.items() if key != "form"}
    for form in raw["form"]:
        if not isinstance(form, dict) or form.keys() - FORM_KEYS or shared.keys() & FORM_KEYS:
            remedy = f"give each [[rule.form]] {', '.join(sorted(FORM_KEYS))} of its own, and the rule none"
            raise where.refuse(name, "a form is not sound", remedy)
    made = [check_rule(where, {**shared, **form}) for form in raw["form"]]
    if not made:
        raise where.refuse(name, "has no form", "write a [[rule.form]], or leave the key out")
    for rule in made[1:]:
        rule["more"] = packed(raw["docs"], ())
    return made


def check_rule(where: Where, raw: Plain) -> Plain:
    """Give a rule with its defaults; raises `RuleError` with file, line, rule, cause and remedy."""
    name = _check_head(where, raw, "rule", OPTIONAL)
    for old in raw.get("was", ()):
        if not ID.fullmatch(old):
            raise where.refuse(name, f"bad former id {old!r}", "use a letter and three digits")
    _check_releases(where, name, raw)
    if (language := raw.get("language", "")) not in LANGUAGES:
        raise where.refuse(name, f"language {language!r}", 'write "c++", or leave the key out')
    _check_matcher(where, name, raw)
    captures, groups = _captures(where, name, raw)
    _check_texts(where, name, raw, captures, groups)
    tried = tests(where, name, raw, _releases(raw))
    if not any("before" in test for test in raw.get("test", [])):
        raise where.refuse(name, "has no test in which it acts", "add a [[rule.test]] with before")
    if not any("keep" in test for test in raw.get("test", [])):
        raise where.refuse(name, "has no test in which it keeps still", "add a [[rule.test]] with keep")
    rule = {key: value for key, value in raw.items() if key not in {"docs", "test"}}
    rule["words"] = tuple(word.encode() for word in raw.get("words", ()))
    rule["args"], rule["was"] = tuple(raw.get("args", ())), tuple(raw.get("was", ()))
    # What an argument's text tells is cheap to ask, what its type is takes a search: that comes last.
    rule["where"] = tuple(sorted(raw.get("where", {}).items(), key=lambda item: bool(OF_TYPE.match(item[1]))))
    rule["more"] = packed(raw["docs"], tried)
    return rule


def check_message(where: Where, raw: Plain) -> Plain:
    """Give a message of the engine with its defaults; raises `RuleError` as `check_rule` does."""
    name = _check_head(where, raw, "message", {"message", "test", "since", "until"})
    _check_releases(where, name, raw)
    message = {key: value for key, value in raw.items() if key not in {"docs", "test"}}
    message["more"] = packed(raw["docs"], tests(where, name, raw, _releases(raw)))
    return message


def _check_head(where: Where, raw: Plain, what: str, optional: set[str]) -> str:
    """Check what rules and messages have in common, and give the name by which errors speak of the entry."""
    if not isinstance(raw, dict):
        raise where.refuse(what, "must be a list of tables", f"write each {what} as [[{what}]]")
    said = (raw.get("name"), raw.get("id"), f"a [[{what}]] without a name")
    name = next(one for one in said if one and isinstance(one, str))
    _check_shape(where, name, raw, optional)
    if not ID.fullmatch(raw["id"]):
        raise where.refuse(name, f"bad id {raw['id']!r}", "use a letter and three digits")
    for key, allowed in (("severity", SEVERITIES), ("fails", FAILS), ("safety", ("safe", "unsafe"))):
        if raw[key] not in allowed:
            raise where.refuse(name, f"{key} {raw[key]!r}", f"use one of {', '.join(allowed)}")
    for heading in DOCS:
        if heading not in raw["docs"]:
            raise where.refuse(name, f"docs lack the section {heading!r}", "write it")
    return name


def _check_shape(where: Where, name: str, raw: Plain, optional: set[str]) -> None:
    """Refuse keys that are missing or unknown, and values of the wrong type."""
    for key in sorted(REQUIRED - raw.keys()):
        raise where.refuse(name, f"has no {key!r}", "add it")
    for key in sorted(raw.keys() - REQUIRED - optional):
        raise where.refuse(
            name, f"unknown key {key!r}", f"use one of {', '.join(sorted(REQUIRED | optional))}"
        )
    for key, value in raw.items():
        kind = {"where": dict, **dict.fromkeys(("args", "form", "test", "was", "words"), list)}.get(key, str)
        if not isinstance(value, kind):
            raise where.refuse(name, f"{key!r} must be a {kind.__name__}", "correct its value")
    for key, values in (
        ("args", raw.get("args", [])),
        ("was", raw.get("was", [])),
        ("words", raw.get("words", [])),
        ("where", raw.get("where", {}).values()),
    ):
        if not all(isinstance(value, str) for value in values):
            raise where.refuse(name, f"{key!r} holds what is not a string", "correct its value")


def _check_releases(where: Where, name: str, raw: Plain) -> None:
    """Refuse limits that are no releases, or that leave none for the rule."""
    for key in ("since", "until"):
        if key in raw and raw[key] not in RELEASES:
            raise where.refuse(name, f"{key} {raw[key]!r}", f"use one of {', '.join(RELEASES)}")
    if not _releases(raw):
        limits = " and ".join(f"{key} {raw[key]!r}" for key in ("since", "until") if key in raw)
        raise where.refuse(name, f"{limits} leave no release", "`until` is the first one without the rule")


def _releases(raw: Plain) -> list[str]:
    """Give the releases that a rule holds for."""
    return [release for release in RELEASES if holds(release, raw.get("since", ""), raw.get("until", ""))]


def _check_matcher(where: Where, name: str, raw: Plain) -> None:
    matchers = [key for key in MATCHERS if key in raw]
    if len(matchers) != 1:
        raise where.refuse(name, f"has {len(matchers)} matchers", "give exactly one of call, query, code")
    if "words" in raw and "code" not in raw:
        raise where.refuse(name, "has words and no code", "give a query one word, and a call none")
    if "code" not in raw and not raw.get("fix") and not raw.get("message"):
        raise where.refuse(name, "has neither fix nor message", "say what it edits or reports")
    if "query" in raw:
        if wrong := query_error(raw["query"]):
            raise where.refuse(name, f"bad query: {wrong}", "correct the query")
        if "word" not in raw or "place" not in captured(raw["query"]):
            raise where.refuse(
                name, "a query needs a word and @place", "say which word every match holds, and where"
            )


def _check_args(where: Where, name: str, raw: Plain) -> None:
    """Refuse names of arguments that mean nothing, or two things."""
    args = raw.get("args", [])
    for at, arg in enumerate(args):
        if not ARGUMENT.fullmatch(arg):
            raise where.refuse(name, f"bad argument {arg!r}", "use letters, digits and _")
        if arg.endswith("*") and at + 1 < len(args):
            raise where.refuse(name, f"{arg!r} is not the last argument", "let the rest of a call stand last")
        if arg.rstrip("*") in {other.rstrip("*") for other in args[:at]}:
            raise where.refuse(name, f"two arguments named {arg.rstrip('*')!r}", "name each once")
        if "call" in raw and arg.rstrip("*") == "fn":
            raise where.refuse(name, "an argument named 'fn'", "choose another: {fn} is the function")


def _captures(where: Where, name: str, raw: Plain) -> tuple[set[str], int]:
    """Give the names of what a rule captures, and how many groups its `call` has."""
    _check_args(where, name, raw)
    captures = {arg.rstrip("*") for arg in raw.get("args", ())}
    if "query" in raw:
        _check_captured(where, name, raw)
    for key, text in raw.get("where", {}).items():
        if key not in captures:
            raise where.refuse(name, f"'where' speaks of {key!r}", "name one of the args")
        if not OF_TYPE.match(text):
            expression(where, name, text.removeprefix("!"))
    groups = expression(where, name, raw["call"]).groups if "call" in raw else 0
    if "query" in raw:
        captures |= captured(raw["query"]).keys()
    return captures, groups if "call" in raw else -1


def _check_captured(where: Where, name: str, raw: Plain) -> None:
    """Refuse a query some of whose matches lack what the rule speaks of."""
    always = captured(raw["query"])
    texts = TEXT_CAPTURE.findall(raw.get("fix", "") + raw.get("message", ""))
    for value in ("place", *raw.get("args", ()), *(text for text in texts if text in always)):
        if value not in always:
            remedy = "capture it or leave it out"
            raise where.refuse(name, f"'args' names {value!r}, which the query does not capture", remedy)
        if not always[value]:
            remedy = "capture it in each alternative and each pattern, without ? and *"
            raise where.refuse(name, f"a match of the query may lack @{value}", remedy)


def _check_texts(where: Where, name: str, raw: Plain, captures: set[str], groups: int) -> None:
    """Refuse a fix or a message that speaks of what nothing captures."""
    remedy = "capture it or leave it out"
    fix = template(raw.get("fix", ""))
    if fix.stray:
        why = f"the fix has a {fix.stray!r} of no {{capture}} and no $1"
        raise where.refuse(name, why, "leave it out, or match less of the source and keep it")
    for kind, value in fix.parts:
        if (kind == "capture" and value not in captures) or (kind == "group" and int(value) > groups):
            raise where.refuse(name, f"the fix uses {value!r}, which nothing captures", remedy)
    for value in TEXT_CAPTURE.findall(raw.get("message", "")) if "code" not in raw else ():
        if value not in (captures if "query" in raw else captures | {"fn"}):
            raise where.refuse(name, f"the message uses {value!r}, which nothing captures", remedy)
