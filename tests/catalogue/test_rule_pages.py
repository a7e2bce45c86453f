"""The pages under docs/rules say what the rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hipify_py.catalogue import rule_pages
from hipify_py.choices import DNNS
from hipify_py.rules.load import load

HEADING = re.compile(r"(?m)^## ([A-Z]\d{3}) ([\w.-]+)$")
DEVICE = "../nonportable.md#d-device-code"
ISA = 'NVIDIA\'s "Parallel Thread Execution ISA"'
ENTRY = re.compile(r"(?m)^\| \[([A-Z]\d{3})\]\(([A-Z]\.md)#")


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return rule_pages.pages()


def test_the_committed_pages_are_those_that_are_made(made: dict[str, str]) -> None:
    remedy = "run python -m hipify_py.catalogue.rule_pages"
    there = {path.name: path.read_text(encoding="utf-8") for path in rule_pages.FOLDER.iterdir()}
    assert there == made, remedy


def test_each_rule_and_message_stands_once_on_the_page_of_its_letter(made: dict[str, str]) -> None:
    known = {rule.id: rule.name for dnn in DNNS for rule in load(dnn=dnn).by_id.values()}
    pages = {name: text for name, text in made.items() if name != rule_pages.INDEX}
    found = [(name, *each) for name, text in pages.items() for each in HEADING.findall(text)]
    assert sorted(found) == sorted((f"{rule[0]}.md", rule, name) for rule, name in known.items())
    entries = ENTRY.findall(made[rule_pages.INDEX])
    assert sorted(entries) == sorted((rule, f"{rule[0]}.md") for rule in known)
    assert f"{len(known)} ids" in made[rule_pages.INDEX]


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        (
            "D001",
            [
                "Severity: error; goes wrong: compile (the HIP compiler refuses it).",
                "```text",
                '**Example**: `asm("mov.u32 %0, %%laneid;" : "=r"(lane));`',
                f"**References**: [nonportable constructs]({DEVICE}), rows D01, D08 and G13; {ISA} 8.7.",
            ],
        ),
        ("N008", ["Edits without a word."]),
        ("R441", ["Edits without a word; with `--dnn miopen` alone."]),
        ("F001", ["Severity: error; goes wrong: never (a warning at most)."]),
    ],
)
def test_what_a_page_says_of_some(made: dict[str, str], rule: str, lines: list[str]) -> None:
    section = made[f"{rule[0]}.md"].split(f"\n## {rule} ")[1].split("\n## ")[0]
    assert [line for line in lines if line not in section.splitlines()] == []


def test_text_is_no_markup_but_for_code_and_rules_that_are_named() -> None:
    links = {"W031": "W.md#w031-warp-code-out-of-sight"}
    assert rule_pages._text("a * b[i] < `c * W031`, __x\n of W031 and W099", links) == (
        "a \\* b\\[i\\] \\< `c * W031`, \\__x of [W031](W.md#w031-warp-code-out-of-sight) and W099"
    )


def test_what_is_left_of_old_pages_goes(tmp_path: Path, made: dict[str, str]) -> None:
    (tmp_path / "Q.md").write_text("old")
    rule_pages.write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == made.keys()
