"""The documentation of a rule, taken apart."""

from __future__ import annotations

from hipify_py.rules.docs import capital, first_sentence, paragraphs, parts, sentence

DOCS = "Read first.\nWhat it does: writes\n  one line.\nUse instead: nothing: at all.\n"


def test_parts_go_by_their_titles() -> None:
    assert parts(DOCS) == {"What it does": "writes\n  one line.", "Use instead": "nothing: at all."}
    assert parts("no titles\n") == {}


def test_paragraphs_are_lines() -> None:
    assert paragraphs(DOCS) == [
        "Read first.",
        "What it does: writes one line.",
        "Use instead: nothing: at all.",
    ]


def test_what_a_rule_does_is_a_sentence() -> None:
    assert sentence(parts(DOCS)) == "Writes one line."
    assert sentence({"Use instead": "x"}) == ""
    assert capital("") == ""


def test_a_first_sentence_ends_behind_code() -> None:
    assert first_sentence("Reports `a. b` and v1.2 alone. More.") == "Reports `a. b` and v1.2 alone."
    assert first_sentence("Reports `a. b.") == "Reports `a. b."
    assert first_sentence("One.") == "One."
