"""What the pages under docs say is so: what they name exists, examples work, links lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hipify_py.catalogue.check import check
from hipify_py.model import RuleError
from hipify_py.releases import NEWEST
from hipify_py.rules.compile import compile_rules
from hipify_py.rules.load import load

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
FORMAT = (DOCS / "rule-format.md").read_text(encoding="utf-8")
NONPORTABLE = (DOCS / "nonportable.md").read_text(encoding="utf-8")

EXAMPLE = re.compile(r"<!-- example -->\n```toml\n(.*?)```", re.DOTALL)
CITED = re.compile(r"nonportable constructs, rows? ([^;.]*)")
ROWS = re.compile(r"\b([A-Z])(\d\d)(?: to [A-Z](\d\d))?\b")
ROW = re.compile(r"^\| ([A-Z]\d\d) \|", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
QUOTED = re.compile(r"(`+)(.+?)\1(?!`)")


def cited() -> Iterator[tuple[str, str]]:
    """Give the rows that rules cite, each with the id of the rule."""
    for rule_id, rule in load().by_id.items():
        for rows in CITED.findall(rule.docs):
            for letter, first, last in ROWS.findall(rows):
                for number in range(int(first), int(last or first) + 1):
                    yield f"{letter}{number:02}", rule_id


def test_each_row_that_a_rule_cites_is_there() -> None:
    rows = set(ROW.findall(NONPORTABLE))
    found = list(cited())
    assert len(found) > 70
    assert [(row, rule) for row, rule in found if row not in rows] == []


def test_each_row_is_there_once_and_whole() -> None:
    rows = ROW.findall(NONPORTABLE)
    assert [row for row in rows if rows.count(row) > 1] == []
    lines = [line for line in NONPORTABLE.splitlines() if ROW.match(line)]
    assert [line for line in lines if line.count("|") != 8] == []


@pytest.mark.parametrize("text", [NONPORTABLE, (ROOT / "README.md").read_text(encoding="utf-8")])
def test_each_rule_that_a_page_names_is_there(text: str) -> None:
    named = set(re.findall(r"\b[A-Z]\d{3}\b", text))
    assert named - load(dnn="miopen").by_id.keys() == set()


@pytest.mark.parametrize("example", EXAMPLE.findall(FORMAT))
def test_each_example_is_a_sound_rule_file(example: str, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    checked = check([path], NEWEST)
    assert [remark for remark in checked.remarks if remark.refused or remark.severity != "note"] == []
    assert checked.failed == 0


# ---- what is refused ---------------------------------------------------------------------------------------

SOUND = """
[names]
acmeCudaFree = "acmeHipFree"

[[rule]]
id = "X001"
name = "my-free"
severity = "note"
fails = "compile"
safety = "safe"
call = "acmeCudaFree"
args = ["pointer"]
fix = "acmeHipFree({pointer})"
docs = "What it does, Why it matters, Example, Use instead, Fix safety, References"
  [[rule.test]]
  name = "acts"
  before = "acmeCudaFree(p);"
  after = "acmeHipFree(p);"
  [[rule.test]]
  name = "keeps"
  keep = "acmeHipFree(p);"
"""
CALL = 'call = "acmeCudaFree"'
AFTER = 'after = "acmeHipFree(p);"'
FILES = [
    "[names\nx = 1\n",
    '[names]\nacmeFoo = "hipFoo"\nacmeFoo = "hipFoo"\n',
    'libary = "x"',
    "library = 1",
    "[[message]]",
    '[names]\na = ""',
    '[before."7.2"]\na = 3',
    '[before."6.4"]\na = "b"',
    '[before."7.2"]\na = "b"',
    '[before."7.2"]\na = { to = "b", since = "7.0" }',
    '[historic]\na = "11.8"',
    '[unknown]\n"my[A-Z" = "mine"',
    "[build.words]\na = 1",
    '[build.words]\n"a b" = "c"',
    '[build.word]\na = "b"',
    "[unknown]\nmy = 3",
    '[absent]\nmine = "no"',
    '[shim]\na = "hipA"',
    'rule = ["x"]',
]
SWAPS = [
    ('safety = "safe"\n', ""),
    (CALL, f'{CALL}\ncolour = "red"'),
    ('args = ["pointer"]', 'args = "pointer"'),
    ('args = ["pointer"]', "args = [1]"),
    ("X001", "MY-1"),
    ('severity = "note"', 'severity = "info"'),
    (" Use instead,", ""),
    (CALL, f'{CALL}\nsince = "5.0"'),
    (CALL, f'{CALL}\nsince = "7.2"\nuntil = "7.0"'),
    (CALL, f'{CALL}\nquery = "x"'),
    (CALL, f"{CALL}\nform = [{{ {CALL} }}]"),
    (CALL, "form = []"),
    (CALL, 'call = "acmeCudaFreee"'),
    (CALL, 'call = "acmeCuda(Free"'),
    (CALL, 'query = "(no_such_node) @place"'),
    (CALL, 'query = "(call_expression) @call"'),
    (CALL, f'{CALL}\nwords = ["free"]'),
    (CALL, 'code = "magic"'),
    (CALL, f'{CALL}\nwhere = {{ size = "0" }}'),
    ("{pointer}", "{pointr}"),
    ('before = "acmeCudaFree(p);"\n  after = "acmeHipFree(p);"', 'keep = "x"'),
    ('  [[rule.test]]\n  name = "keeps"\n  keep = "acmeHipFree(p);"\n', ""),
    ("after", "afer"),
    (AFTER, f'{AFTER}\nkeep = "x"'),
    ('before = "acmeCudaFree(p);"\n', ""),
    (AFTER, f'{AFTER}\nfindings = "X001"'),
    (AFTER, f'{AFTER}\nwarp = "64"'),
    (CALL, f'{CALL}\nsince = "7.0"'),
]
AMONG_ALL = [
    ("X001", "M011"),
    ("X001", "N001"),
    ("my-free", "no-counterpart"),
    ("my-free", "kernel-as-pointer"),
]
OLD = f'{AFTER}\nrocm = "6.4"'


def swapped(old: str, new: str) -> str:
    """Give the sound file with a part replaced."""
    assert old in SOUND
    text = SOUND.replace('fix = "acmeHipFree({pointer})"\n', "") if "code" in new else SOUND
    return text.replace(old, new, 1).replace(AFTER, OLD if 'since = "7.0"' in new else AFTER, 1)


def refusal(*texts: str) -> str:
    """Say how files of one layer, `a.toml` and so on, are refused where there are no others."""
    files = tuple((1, Path(f"{name}.toml"), text.encode()) for name, text in zip("ab", texts, strict=False))
    with pytest.raises(RuleError) as caught:
        compile_rules(files, NEWEST)
    return str(caught.value)


def refused_among_all(path: Path) -> str:
    """Say how a file is refused beside the rules that ship."""
    with pytest.raises(RuleError) as caught:
        load(path)
    return str(caught.value)


def test_what_is_refused_is_printed_so(tmp_path: Path) -> None:
    said = [refusal(text) for text in FILES]
    said += [refusal(swapped(*swap)) for swap in SWAPS]
    said += [refusal(SOUND, SOUND), refusal(SOUND, SOUND[SOUND.index("[[rule]]") :])]
    path = tmp_path / "a.toml"
    said.append(refused_among_all(path))
    for swap in AMONG_ALL:
        path.write_text(swapped(*swap), encoding="utf-8")
        said.append(refused_among_all(path))
    section = FORMAT.split("\n## What is refused\n")[1].split("\n## ")[0]
    rows = [line.split(" | ", 1)[1] for line in section.splitlines() if line.startswith("| ")]
    quotes = [found[2].removesuffix("...") for row in rows if (found := QUOTED.search(row))]
    assert len(quotes) > 40
    assert [quote for quote in quotes if not any(quote in each for each in said)] == []


# ---- links -------------------------------------------------------------------------------------------------


@cache
def anchors(page: Path) -> frozenset[str]:
    """Give what a link into a page may lead to: its headings as GitHub writes them."""
    found: list[str] = []
    for heading in re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return frozenset(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", FENCED.sub("", page.read_text(encoding="utf-8")))
    lost = []
    for link in LINK.findall(text):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []
