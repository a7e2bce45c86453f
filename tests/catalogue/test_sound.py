"""Everything that the loader refuses in rule files, and what is left when that is taken out."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.rules import RULE, forget_rules, swap

from hipify_py.catalogue import sound as module
from hipify_py.catalogue.sound import MOST, sound
from hipify_py.releases import NEWEST
from hipify_py.rules.load import builtin_folder

A, B = Path("a.toml"), Path("b.toml")
TIGER = RULE.replace("zebraCall", "cudaFree").replace("zebra", "tiger").replace("Z001", "Z002")
LOUD = 'severity = "loud"'


def told(*texts: str, path: Path = A) -> tuple[list[str], list[tuple[int, str, str]]]:
    """Give what is left of files, each in a layer of its own, and what is refused, without the remedies."""
    given = {(layer, path): text for layer, text in enumerate(texts, 1)}
    left, refused = sound(given, NEWEST)
    assert all(each.path == path for each in refused)
    return [*left.values()], [(each.line, each.words[0], each.words[1].partition(";")[0]) for each in refused]


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_what_the_loader_accepts_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user's own stand here the rules that ship, but for messages, which no user's file can have."""
    monkeypatch.setattr(module, "builtin_folder", lambda: tmp_path)
    texts = {(1, path): path.read_text(encoding="utf-8") for path in sorted(builtin_folder().glob("*.toml"))}
    ours = ("[[message]]", "\ncode = ", "\n[polyfills]", "\n[versions]")  # what no user's file can have
    kept = {key: text for key, text in texts.items() if not any(each in text for each in ours)}
    assert 20 < len(kept) < len(texts)
    assert sound(kept, NEWEST) == (kept, [])


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("text", "left", "refused"),
    [
        ('[names]\na = "b"\n', '[names]\na = "b"\n', []),
        ('[names]\na = 3\nb = "c"\n', '[names]\n\nb = "c"\n', [(2, "a", "not a name's value")]),
        (
            '[names]\na = 3\nb = { review = "" }\nc = "d"\n',
            '[names]\n\n\nc = "d"\n',
            [(2, "a", "not a name's value"), (3, "b", "not a name's value")],
        ),
        ('[nam]\nx = "y"\n\n[names]\na = "b"\n', '\n\n\n[names]\na = "b"\n', [(1, "nam", "unknown key")]),
        ('nam = "x"\n[names]\na = "b"\n', '\n[names]\na = "b"\n', [(1, "nam", "unknown key")]),
        (
            '[before."7.2"]\nnone = "x"\n',
            '[before."7.2"]\n\n',
            [(2, "none", 'stands in [before."7.2"], and in no [names], [headers] or [namespaces]')],
        ),
    ],
)
def test_an_entry_that_is_refused_is_taken_out_and_lines_keep_their_numbers(
    text: str, left: str, refused: list[tuple[int, str, str]]
) -> None:
    assert told(text) == ([left], refused)


@pytest.mark.usefixtures("small")
def test_a_rule_that_is_refused_is_taken_out_as_a_whole() -> None:
    bad = RULE.replace('severity = "note"', LOUD)
    (left,), refused = told(bad + TIGER)
    assert refused == [(line_of(bad, 'name = "zebra"'), "zebra", "severity 'loud'")]
    assert left == "\n" + "\n" * (bad.count("\n") - 1) + TIGER


@pytest.mark.usefixtures("small")
def test_all_rules_that_are_refused_are_told() -> None:
    first = RULE.replace('severity = "note"', LOUD)
    second = TIGER.partition("  [[rule.test]]")[0]
    (left,), refused = told(first + second)
    assert [(subject, why) for _, subject, why in refused] == [
        ("zebra", "severity 'loud'"),
        ("tiger", "has no test in which it acts"),
    ]
    assert left.strip() == ""


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("heading", ["[names]", "[[rule]]"])
def test_what_stands_behind_a_rule_is_not_taken_out_with_it(heading: str) -> None:
    behind = '[names]\na = "b"\n' if heading == "[names]" else TIGER.lstrip()
    text = swap("[[rule]]", "[[rule]]").partition("[[rule]]")[2].replace('severity = "note"', LOUD)
    (left,), _ = told(f"[[rule]]{text}{behind}")
    assert left.lstrip("\n") == behind


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            "\n[names\n",
            2,
            "not valid TOML: Expected ']' at the end of a table declaration (at line 2, column 7)",
        ),
        ('[names]\na = "x\n', 2, "not valid TOML: Illegal character '\\n' (at line 2, column 7)"),
        (
            "[names]\n# \udcff\n",
            2,
            "not valid TOML: 'utf-8' codec can't decode byte 0xff in position 10: invalid start byte",
        ),
        (
            "# ü\n\n\udcfe",
            3,
            "not valid TOML: 'utf-8' codec can't decode byte 0xfe in position 6: invalid start byte",
        ),
    ],
)
def test_a_file_that_is_no_toml_is_left_out(text: str, line: int, said: str) -> None:
    good = '[names]\na = "b"\n'
    texts = {(1, A): text, (1, B): good}
    left, ((path, at, words),) = sound(texts, NEWEST)
    assert (left, path, at, words) == ({(1, B): good}, A, line, ("a.toml", f"{said}; correct the file"))


@pytest.mark.usefixtures("small")
def test_a_file_that_is_no_toml_once_something_is_taken_out_is_left_out_without_a_word() -> None:
    text = '[names]\na = { review = """x\ny""", more = "z" }\n'
    left, refused = told(text)
    assert (left, [subject for _, subject, _ in refused]) == ([], ["a"])


@pytest.mark.usefixtures("small")
def test_the_later_of_two_that_say_the_same_is_refused() -> None:
    text = '[names]\na = "b"\n'
    left, (refused,) = sound({(1, A): text, (1, B): text}, NEWEST)
    assert left == {(1, A): text, (1, B): "[names]\n\n"}
    assert (refused.path, refused.line, refused.words[0]) == (B, 2, "a")
    assert refused.words[1].startswith("already stands in a.toml")


@pytest.mark.usefixtures("small")
def test_what_two_layers_say_is_no_conflict() -> None:
    texts = {(1, A): '[names]\na = "b"\n', (2, B): '[names]\na = "c"\n'}
    assert sound(texts, NEWEST) == (texts, [])


@pytest.mark.usefixtures("small")
def test_a_rule_without_a_line_costs_the_first_line_and_then_the_file() -> None:
    """Where it cannot be told on which line an entry stands, the search comes to an end nevertheless."""
    text = 'names = { a = 3 }\nheaders = { "a.h" = 4 }\n'
    left, refused = told(text)
    assert [subject for _, subject, _ in refused] == ["a", "a.h"]
    assert "".join(left).strip() in {"", text.splitlines()[1]}


@pytest.mark.usefixtures("small")
def test_a_line_that_is_refused_again_costs_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_blanked", lambda text, _: text)
    left, refused = told("[names]\na = 3\n")
    assert (left, len(refused)) == ([], 1)


@pytest.mark.usefixtures("small")
def test_after_many_refusals_the_rest_is_not_looked_for() -> None:
    text = "[names]\n" + "".join(f"a{number} = 3\n" for number in range(MOST + 5))
    _, refused = told(text)
    assert len(refused) == MOST


@pytest.mark.usefixtures("small")
def test_rules_are_judged_for_the_release_that_is_asked_for() -> None:
    forget_rules()
    text = '[before."7.2"]\ncudaFree = { to = "x", since = "7.1" }\n'
    assert [each.words[0] for each in sound({(1, A): text}, "6.4")[1]] == ["cudaFree"]
