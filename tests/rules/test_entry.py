"""One `[[rule]]` of a rule file: what is refused in it, and with which place, cause and remedy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.rules import (
    DOCS,
    NAMES,
    RULE,
    Folder,
    assert_refused,
    assert_refused_for_a_release,
    call,
    refusal,
    swap,
)

from hipify_py.conversion import convert
from hipify_py.model import RuleError
from hipify_py.rules import load, packed
from hipify_py.rules.entry import check_forms, check_message, check_rule
from hipify_py.rules.where import Where, expression
from hipify_py.settings import Options

REFUSED = [
    ("rule = [1]", "a.toml:1: rule: must be a list of tables; write each rule as [[rule]]"),
    (swap('id = "Z001"\n', ""), "a.toml:5: zebra: has no 'id'; add it"),
    (swap('severity = "note"\n', ""), "a.toml:6: zebra: has no 'severity'; add it"),
    (swap(f'docs = "{DOCS}"\n', ""), "a.toml:6: zebra: has no 'docs'; add it"),
    (swap('name = "zebra"\n', ""), "a.toml:5: Z001: has no 'name'; add it"),
    (
        swap('safety = "safe"', 'safety = "safe"\ncolour = 1'),
        "a.toml:6: zebra: unknown key 'colour'; use one of ",
    ),
    (swap('"Z001"', "1"), "a.toml:6: zebra: 'id' must be a str; correct its value"),
    (
        swap('args = ["a", "rest*"]', 'args = "a"'),
        "a.toml:6: zebra: 'args' must be a list; correct its value",
    ),
    (
        swap('args = ["a", "rest*"]', "args = [1]"),
        "a.toml:6: zebra: 'args' holds what is not a string; correct its value",
    ),
    (
        swap('where = { a = "x+" }', 'where = "x"'),
        "a.toml:6: zebra: 'where' must be a dict; correct its value",
    ),
    (
        swap('where = { a = "x+" }', "where = { a = 1 }"),
        "a.toml:6: zebra: 'where' holds what is not a string; correct its value",
    ),
    (swap("Z001", "Z1"), "a.toml:6: zebra: bad id 'Z1'; use a letter and three digits"),
    (swap('"note"', '"bad"'), "a.toml:6: zebra: severity 'bad'; use one of note, warning, error"),
    (
        swap('"run"', '"bad"'),
        "a.toml:6: zebra: fails 'bad'; use one of compile, link, run, silent, speed, never",
    ),
    (swap('"safe"', '"bad"'), "a.toml:6: zebra: safety 'bad'; use one of safe, unsafe"),
    (swap("Use instead, ", ""), "a.toml:6: zebra: docs lack the section 'Use instead'; write it"),
    (
        swap('call = "zebraCall"\n', ""),
        "a.toml:6: zebra: has 0 matchers; give exactly one of call, query, code",
    ),
    (swap('call = "', 'code = "engine"\ncall = "'), "a.toml:6: zebra: has 2 matchers; give exactly one of "),
    (swap('call = "zebraCall"', 'call = "zebra("'), "a.toml:6: zebra: bad expression 'zebra(': "),
    (swap('call = "zebraCall"', 'query = "(("\nword = "x"'), "a.toml:6: zebra: bad query: "),
    (
        swap('call = "zebraCall"', 'query = "(identifier) @a"\nword = "x"'),
        "a.toml:6: zebra: a query needs a word and @place; say which word",
    ),
    (
        swap('call = "zebraCall"', 'query = "(identifier) @place"'),
        "a.toml:6: zebra: a query needs a word and @place; ",
    ),
    (swap('{ a = "x+" }', '{ b = "x+" }'), "a.toml:6: zebra: 'where' speaks of 'b'; name one of the args"),
    (swap('"x+"', '"x("'), "a.toml:6: zebra: bad expression 'x(': "),
    (
        swap("{rest})", "{more})"),
        "a.toml:6: zebra: the fix uses 'more', which nothing captures; capture it or leave it out",
    ),
    (
        swap("{rest})", "$1)"),
        "a.toml:6: zebra: the fix uses '1', which nothing captures; capture it or leave it out",
    ),
    (swap('  name = "acts"\n', ""), "a.toml:6: zebra: a test is not sound; use the keys "),
    (
        swap('  name = "acts"', '  name = "acts"\n  colour = 1'),
        "a.toml:6: zebra: a test is not sound; use the keys ",
    ),
    (
        swap('  before = "zebraCall(x);"', '  keep = "x"'),
        "a.toml:6: zebra: has no test in which it acts; add a ",
    ),
    (
        swap('  before = "zebraCall(x);"\n', ""),
        "a.toml:6: zebra: test 'acts' has no input; give before or keep",
    ),
    (
        swap('  before = "', '  keep = "x"\n  before = "'),
        "a.toml:6: zebra: test 'acts' has keep and before; use one of them",
    ),
    (
        swap('  keep = "zebra(x);"', '  before = "x"'),
        "a.toml:6: zebra: has no test in which it keeps still; add a ",
    ),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(folder: Folder, text: str, message: str) -> None:
    assert_refused(folder(a=text), message)


HEAD = "a.toml:6: zebra: "


def args(*names: str) -> str:
    """Give the rule with other arguments."""
    listed = ", ".join(f'"{name}"' for name in names)
    fix = swap('fix = "hipZebra({a}, {rest})"\n', "")
    return fix.replace('where = { a = "x+" }\n', "").replace('args = ["a", "rest*"]', f"args = [{listed}]")


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["rest*", "a"], "'rest*' is not the last argument; let the rest of a call stand last"),
        (["a*", "b*"], "'a*' is not the last argument; "),
        (["*"], "bad argument '*'; use letters, digits and _"),
        ([""], "bad argument ''; "),
        (["a b"], "bad argument 'a b'; "),
        (["a**"], "bad argument 'a**'; "),
        (["1"], "bad argument '1'; "),
        (["a", "b", "a"], "two arguments named 'a'; name each once"),
        (["a", "a*"], "two arguments named 'a'; "),
        (["fn"], "an argument named 'fn'; choose another"),
        (["fn*"], "an argument named 'fn'; choose another"),
    ],
)
def test_arguments_that_mean_nothing_are_refused(folder: Folder, names: list[str], why: str) -> None:
    assert_refused(folder(a=args(*names)), HEAD + why)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("fix", "why"),
    [
        *(
            (f"f({stray})", "the fix has a ")
            for stray in ("{", "}", "{}", "{a", "a}", "{a b}", "$", "$$", "$a", "{{a}}")
        ),
        ("f($1)", "the fix uses '1', which nothing captures; "),
        ("f({b})", "the fix uses 'b', which nothing captures; "),
        ("f({rest*})", "the fix has a '{' of no {capture} and no $1; leave it out"),
    ],
)
def test_a_fix_has_nothing_that_would_be_left_out(folder: Folder, fix: str, why: str) -> None:
    assert_refused(folder(a=swap("hipZebra({a}, {rest})", fix)), HEAD + why)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    "pattern",
    [
        r"\\u1234",
        r"\\N{DASH}",
        "(?u)x",
        "x{99999999999}",
        "(" * 5000 + ")" * 5000,
        "(?P<é>x)",
        "[[a]",
        "(",
        "*",
    ],
)
@pytest.mark.parametrize("key", ["call", "where", "unknown"])
def test_an_expression_has_to_be_one_for_bytes(folder: Folder, key: str, pattern: str) -> None:
    texts = {
        "call": swap('call = "zebraCall"', f'call = "{pattern}"'),
        "where": swap('a = "x+"', f'a = "{pattern}"'),
        "unknown": f'[unknown]\n"{pattern}" = "Z"\n',
    }
    said = refusal(folder(a=texts[key]))
    assert f"bad expression {pattern.replace(chr(92) * 2, chr(92))!r}"[:25] in said
    assert said.endswith("; correct the expression")


def query(text: str, more: str = "") -> str:
    """Give a rule with a query, and other keys."""
    rule = swap('call = "zebraCall"\n', f"query = '''{text}'''\nword = 'x'\n{more}")
    for key in ("args", "where", "fix"):
        rule = "\n".join(
            line for line in rule.split("\n") if not line.startswith(f"{key} = ") or line in more
        )
    return rule


NO_PLACE = "a query needs a word and @place; "
QUERIES = [
    ("(identifier) @placement", "", NO_PLACE),
    ("(identifier) @place.x", "", NO_PLACE),
    ("(identifier) @x ; @place", "", NO_PLACE),
    ('((identifier) @x (#eq? @x "@place"))', "", NO_PLACE),
    ("", "", NO_PLACE),
    (
        "[(identifier) @place (number_literal) @x]",
        "",
        "a match of the query may lack @place; capture",
    ),
    ("(call_expression function: (identifier)? @place)", "", "a match of the query may lack @place; "),
    ("(argument_list (_)* @place)", "", "a match of the query may lack @place; "),
    ("(identifier) @place (number_literal) @x", "", "a match of the query may lack @place; "),
    ("[(identifier) @x (number_literal)] @place", 'fix = "f({x})"\n', "a match of the query may lack @x; "),
    ("(identifier) @place", 'fix = "f($0)"\n', "the fix uses '0', which nothing captures; "),
    ("(identifier) @place", 'args = ["x"]\n', "'args' names 'x', which the query does not capture; "),
    ("(identifier) @place", 'args = ["place*", "x"]\n', "'place*' is not the last argument; "),
    ("(identifier) @place", 'args = ["place*"]\n', "'args' names 'place*', which the query does not"),
    ("(identifier) @place", 'where = { x = "y" }\n', "'where' speaks of 'x'; name one of the args"),
    ('((identifier) @place (#match? @place "("))', "", "bad query: Invalid predicate"),
    ('((identifier) @place (#eq? @none "x"))', "", "bad query: Invalid capture name"),
    ("(" * 5000, "", "bad query: "),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("text", "more", "why"), QUERIES)
def test_a_query_captures_what_the_rule_speaks_of(folder: Folder, text: str, more: str, why: str) -> None:
    said = refusal(folder(a=query(text, more)))
    assert re.match(rf"a\.toml:\d+: zebra: {re.escape(why)}", said), said


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    "text",
    [
        "[(identifier) (number_literal)] @place",
        "[(identifier) @place (number_literal) @place]",
        "(argument_list (identifier)+ @place)",
        "(identifier) @place (number_literal) @place",
    ],
)
def test_a_query_may_capture_in_each_alternative(folder: Folder, text: str) -> None:
    (rule,) = load.load(folder(a=query(text))).rules
    source = b"void f() { g(x, 1); }"
    assert convert(source, load.load(folder(a=query(text))), Options()).findings
    assert rule.query == text


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("value", ["[1]", "[[]]", '["Z001", 1]', "1", '"Z001"', "{}", f"[0x{'f' * 5000}]"])
@pytest.mark.parametrize("key", ["findings", "renamed"])
def test_lists_of_a_test_hold_texts(folder: Folder, key: str, value: str) -> None:
    text = swap('before = "zebraCall(x);"', f'before = "zebraCall(x);"\n  {key} = {value}')
    assert_refused(folder(a=text), HEAD + "test 'acts' has a value of the wrong type; correct it")


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("value", ["1", "0x" + "f" * 5000, "[]", "{}", "true", "nan", "2000-01-01"])
@pytest.mark.parametrize(
    "key", ["id", "name", "severity", "message", "fix", "docs", "call", "since", "was", "test"]
)
def test_values_of_each_wrong_type_are_refused(folder: Folder, key: str, value: str) -> None:
    lines = [line for line in RULE.splitlines() if not line.startswith(f"{key} = ")]
    lines.insert(2, f"{key} = {value}")
    if (key, value) == ("was", "[]"):
        load.load(folder(a=NAMES + "\n".join(lines)))
        return
    said = refusal(folder(a=NAMES + "\n".join(lines)))
    assert re.match(r"a\.toml(:\d+: .+: .+; .+|: not valid TOML: )", said), said


def test_a_rule_without_fix_and_message_is_refused(alone: Path, folder: Folder) -> None:
    assert alone.exists()
    text = swap('message = "seen"\n', "").replace('fix = "hipZebra({a}, {rest})"\n', "")
    assert_refused(folder(a=text), HEAD + "has neither fix nor message; say what it edits or reports")


OF_RELEASES = [
    (call("mine", 'since = "5.0"'), ":10: mine: since '5.0'; use one of 6.4, 7.0, 7.1, 7.2"),
    (call("mine", 'until = "8"'), ":10: mine: until '8'; use one of 6.4, 7.0, 7.1, 7.2"),
    (call("mine", "until = 7.0"), ":10: mine: 'until' must be a str; correct its value"),
    (call("mine", 'until = "6.4"'), ":10: mine: until '6.4' leave no release; "),
    (
        call("mine", 'since = "7.1"\nuntil = "7.1"'),
        ":10: mine: since '7.1' and until '7.1' leave no release; ",
    ),
    (
        call("mine", 'since = "7.1"').replace("  keep =", '  rocm = "6.4"\n  keep ='),
        ":10: mine: test 'keeps' is for '6.4', the rule is not; use one of 7.1, 7.2",
    ),
]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("text", "message"), OF_RELEASES)
def test_refused_for_a_release(text: str, message: str, tmp_path: Path) -> None:
    assert_refused_for_a_release(tmp_path, text, message)


PLACES = """\
library = "x"
[names]
zebra = "a"
"z b" = "b"
'zoo' = 1
[ before . "7.2" ]  # older
zebra = "c"
[[rule]]
id = "Z001"
name = "zebra-call"
"""


@pytest.mark.parametrize(
    ("what", "heading", "line"),
    [
        ("library", "", 1),
        ("zebra", "", 3),
        ("zebra", "[names]", 3),
        ("zebra", '[before."7.2"]', 7),
        ("z b", "", 4),
        ("zoo", "[names]", 5),
        ("names", "", 2),
        ("zebra-call", "", 10),
        ("Z001", "", 9),
        ("elsewhere", "", 1),
        ("zoo", '[before."7.2"]', 5),
    ],
)
def test_the_place_of_an_entry(what: str, heading: str, line: int) -> None:
    """Line 1 where it cannot be told."""
    assert Where("a.toml", PLACES).place(what, heading) == f"a.toml:{line}"


def test_a_refusal_names_place_entry_cause_and_remedy() -> None:
    refused = Where("a.toml", PLACES).refuse("zoo", "not a name's value", "correct it", heading="[names]")
    assert isinstance(refused, RuleError)
    assert str(refused) == "a.toml:5: zoo: not a name's value; correct it"


def test_an_expression_is_compiled_or_refused_with_the_error() -> None:
    where = Where("a.toml", PLACES)
    assert expression(where, "zebra", "z(a|b)").groups == 1
    with pytest.raises(
        RuleError, match=r"a\.toml:3: zebra: bad expression 'z\[': .*; correct the expression"
    ):
        expression(where, "zebra", "z[")


def raw(**more: object) -> dict[str, Any]:
    """Give a sound rule as it stands in a file, with some keys more or of another value."""
    tests = [{"name": "acts", "before": "f(1);", "after": "g(1);"}, {"name": "keeps", "keep": "h();"}]
    return {
        "id": "Z001",
        "name": "zebra",
        "severity": "note",
        "fails": "run",
        "safety": "safe",
        "docs": DOCS,
        "call": "f",
        "args": ["a"],
        "fix": "g({a})",
        "test": tests,
        **more,
    }


def test_a_rule_is_given_with_its_defaults() -> None:
    rule = check_rule(Where("a.toml", ""), raw(was=["Z002"]))
    assert (rule["id"], rule["call"], rule["fix"]) == ("Z001", "f", "g({a})")
    assert (rule["args"], rule["was"], rule["where"]) == (("a",), ("Z002",), ())
    assert not {"docs", "test"} & rule.keys()
    assert packed.docs_of(rule["more"]) == DOCS
    acts, keeps = packed.tests_of(rule["more"])
    assert (acts.before, acts.after, acts.findings, acts.launch, acts.warp) == (
        "f(1);",
        "g(1);",
        None,
        "keep",
        "32",
    )
    assert (keeps.name, keeps.before, keeps.after) == ("keeps", "h();", "h();")


def formed(*forms: object, **more: Any) -> dict[str, Any]:
    """Give a rule of some forms, as TOML has it."""
    shared = {key: value for key, value in raw(**more).items() if key not in {"call", "args", "fix"}}
    return {**shared, "form": list(forms)}


def test_each_form_of_a_rule_is_one_and_the_first_has_the_tests() -> None:
    first = {"call": "f", "args": ["a"], "fix": "g({a})"}
    second = {"call": "h", "args": ["b", "c"], "where": {"b": "x"}, "fix": "i({c})"}
    one, two = check_forms(Where("a.toml", ""), formed(first, second, message="said"))
    assert one == {**check_rule(Where("a.toml", ""), raw(message="said"))}
    assert (two["id"], two["name"], two["message"]) == ("Z001", "zebra", "said")
    assert (two["call"], two["args"], two["where"], two["fix"]) == ("h", ("b", "c"), (("b", "x"),), "i({c})")
    assert (packed.docs_of(two["more"]), packed.tests_of(two["more"])) == (DOCS, ())
    assert check_forms(Where("a.toml", ""), raw()) == [check_rule(Where("a.toml", ""), raw())]


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (formed(), "has no form; write a [[rule.form]], or leave the key out"),
        (
            formed(1),
            "a form is not sound; give each [[rule.form]] args, call, fix, language, where of its own",
        ),
        (formed({"call": "f", "message": "x"}), "a form is not sound"),
        ({**formed({"call": "f", "fix": "g()"}), "args": ["a"]}, "a form is not sound"),
        (formed({"args": ["a"], "fix": "g({a})"}), "has 0 matchers; give exactly one of call, query, code"),
        (formed({"call": "f"}), "has neither fix nor message"),
        ({**raw(), "form": "f"}, "'form' must be a list; correct its value"),
    ],
)
def test_a_form_that_makes_no_sense_is_refused(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(RuleError) as caught:
        check_forms(Where("a.toml", ""), wrong)
    assert f"zebra: {text}" in str(caught.value)


def test_what_is_cheap_to_ask_is_asked_first() -> None:
    where = {"a": "type:T", "b": "x+", "c": "!type:U", "d": "!y"}
    rule = check_rule(Where("a.toml", ""), raw(args=["a", "b", "c", "d"], where=where))
    assert [name for name, _ in rule["where"]] == ["b", "d", "a", "c"]


def test_a_test_is_for_the_newest_release_of_its_rule() -> None:
    for limits, rocm in (({}, "7.2"), ({"until": "7.1"}, "7.0"), ({"since": "7.0", "until": "7.1"}, "7.0")):
        rule = check_rule(Where("a.toml", ""), raw(**limits))
        assert {test.rocm for test in packed.tests_of(rule["more"])} == {rocm}


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"was": ["W1"]}, "zebra: bad former id 'W1'; use a letter and three digits"),
        (
            {"message": "{b} is gone"},
            "zebra: the message uses 'b', which nothing captures; capture it or leave it out",
        ),
        ({"fix": "g$1({a})"}, "zebra: the fix uses '1', which nothing captures; capture it or leave it out"),
        (
            {"test": [{"name": "x", "before": "f(1);", "launch": "fast"}]},
            "zebra: test 'x': launch 'fast'; use one of keep, macro",
        ),
        (
            {"test": [{"name": "x", "before": "f(1);", "warp": "64"}]},
            "zebra: test 'x': warp '64'; use one of 32, native",
        ),
        (
            {"test": [{"name": "x", "before": 1}]},
            "zebra: test 'x' has a value of the wrong type; correct it",
        ),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(RuleError) as caught:
        check_rule(Where("a.toml", ""), raw(**wrong))
    assert str(caught.value) == f"a.toml:1: {text}"


def test_words_that_a_rule_may_use() -> None:
    message = "{fn} with {a} and {{literal}"
    assert check_rule(Where("a.toml", ""), raw(message="{fn} with {a}"))["message"] == "{fn} with {a}"
    assert check_rule(Where("a.toml", ""), raw(call="f(x|y)", fix="g$1({a})"))["fix"] == "g$1({a})"
    with pytest.raises(RuleError, match="the message uses 'literal'"):
        check_rule(Where("a.toml", ""), raw(message=message))


def test_a_message_needs_no_matcher_and_no_tests() -> None:
    kept = {key: value for key, value in raw().items() if key not in {"call", "args", "fix", "test"}}
    message = check_message(Where("a.toml", ""), {**kept, "message": "{name} is gone"})
    assert message["message"] == "{name} is gone"
    assert (packed.docs_of(message["more"]), packed.tests_of(message["more"])) == (DOCS, ())
    with pytest.raises(RuleError, match="zebra: unknown key 'args'; use one of docs, fails, id, message, "):
        check_message(Where("a.toml", ""), raw())


def test_a_rule_may_hold_for_what_is_read_as_cxx_alone() -> None:
    assert check_rule(Where("a.toml", ""), raw(language="c++"))["language"] == "c++"
    with pytest.raises(RuleError, match=r"zebra: language 'c'; write \"c\+\+\", or leave the key out"):
        check_rule(Where("a.toml", ""), raw(language="c"))
