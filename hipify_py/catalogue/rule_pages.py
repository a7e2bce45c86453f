"""Write `docs/rules/`: what each rule and each message of the engine says, a page a family of ids.

A maintainer's command, when rules have changed: `python -m hipify_py.catalogue.rule_pages`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hipify_py.catalogue.rule_topics import topics
from hipify_py.catalogue.show import Book
from hipify_py.catalogue.showtext import gpus_of
from hipify_py.choices import DNNS
from hipify_py.lazy import re
from hipify_py.releases import NEWEST
from hipify_py.report.order import OUR_BUG, UNUSABLE
from hipify_py.report.rule_texts import FAILING
from hipify_py.rules.docs import parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Json = dict[str, Any]

FOLDER: Final = Path(__file__).parents[2] / "docs" / "rules"
CONSTRUCTS: Final = FOLDER.parent / "nonportable.md"
INDEX: Final = "README.md"
FAMILIES: Final = {
    "N": "Names and headers",
    "R": "The runtime and the driver, CUB, cuDNN and cuSPARSE",
    "M": "Preprocessor, language, kernels as values, symbols, and the types of math libraries",
    "D": "Device code",
    "W": "Warps and masks of lanes",
    "G": "Cooperative groups and barriers",
    "L": "Calls of libraries, of math and of extremes",
    "P": "What cannot be parsed",
    "S": "Comments that turn rules off",
    "F": "Files",
    "B": "Build files",
    "C": "What a compiler says",
}
"""What the ids of a family are about, by the letter that they begin with, in the order of the index."""
MADE: Final = "<!-- Made by `python -m hipify_py.catalogue.rule_pages` from the rules: change those. -->\n"
HEAD: Final = """\
# Rules and messages

All that a report can name, and what rules edit: {count} ids, of which {silent} only edit. Names that are
merely renamed have none of their own (they are N000); `hipify-py rules list` has those. What is here
`hipify-py explain ID` prints too.
"""
CODE: Final = re.compile(r"(`[^`]+`)")
SENTENCE: Final = re.compile(r"^((?:`[^`]*`|[^`])*?)[.;:](?= |$).*$")
MARKUP: Final = re.compile(r"([\\*\[\]<~]|(?<!\w)_|_(?!\w))")
CITED: Final = re.compile(r"nonportable constructs(?=, rows? ([A-Z]))")
NAMED: Final = re.compile(r"\b[A-Z]\d{3}\b")


def pages() -> dict[str, str]:
    """Make the pages from the rules, by the names of their files."""
    book = Book((), NEWEST, DNNS[-1])  # which has all that the other has
    told = [book.of_rule(rule) for _, rule in sorted(book.rules.by_id.items())]
    links = {each["id"]: f"{each['id'][0]}.md#{_slug(_title(each))}" for each in told}
    families = {letter: [each for each in told if each["id"][0] == letter] for letter in FAMILIES}
    made = {f"{letter}.md": _page(letter, found, links) for letter, found in families.items()}
    return {INDEX: _index(book, families, links), **made}


def _index(book: Book, families: Mapping[str, Sequence[Json]], links: Mapping[str, str]) -> str:
    told = [each for found in families.values() for each in found]
    lines = [MADE + HEAD.format(count=len(told), silent=sum(not _speaks(each) for each in told))]
    lines += _by_topic(book, families, links)
    lines += [f"- [{letter}: {topic}](#{_slug(f'{letter}: {topic}')})" for letter, topic in FAMILIES.items()]
    for letter, found in families.items():
        lines += ["", f"## {letter}: {FAMILIES[letter]}", "", "| id | name | severity | what it does |"]
        lines.append("| --- | --- | --- | --- |")
        for each in found:
            short = SENTENCE.sub(r"\1", " ".join(parts(each["docs"])["What it does"].split()))
            severity = each["severity"] if _speaks(each) else "edits"
            cells = f"[{each['id']}]({links[each['id']]})", each["name"], severity, _text(short, {})
            lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join([*lines, ""])


def _by_topic(book: Book, families: Mapping[str, Sequence[Json]], links: Mapping[str, str]) -> Iterator[str]:
    """List the rules by what they are about: a family that is so as a whole by its heading."""
    yield "## By topic\n\nA rule may be in several of these.\n"
    for topic in topics():
        whole = [f"all of [{one}](#{_slug(f'{one}: {FAMILIES[one]}')})" for one in topic.families]
        told = (each for one, found in families.items() if one not in topic.families for each in found)
        found = [each for each in told if topic.has(book.rules.by_id[each["id"]])]
        named = [f"[{each['id']}]({links[each['id']]}) {each['name']}" for each in found]
        yield f"- **{topic.name}**: {', '.join([*whole, *named])}"
    yield "\n## By id\n"


def _page(letter: str, found: Sequence[Json], links: Mapping[str, str]) -> str:
    lines = [f"{MADE}# {letter}: {FAMILIES[letter]}", ""]
    lines += [f"- [{_title(each)}](#{_slug(_title(each))})" for each in found]
    for each in found:
        lines += ["", f"## {_title(each)}", "", "; ".join(_traits(each)) + "."]
        others = {rule: link for rule, link in links.items() if rule != each["id"]}
        if each["message"]:
            lines += ["", "```text", each["message"], "```"]
        for title, words in parts(each["docs"]).items():
            lines += ["", f"**{title}**: {_cited(_text(words, others))}"]
    return "\n".join([*lines, ""])


def _title(told: Json) -> str:
    return f"{told['id']} {told['name']}"


def _speaks(told: Json) -> bool:
    """Say whether a rule reports anything: the words of a file that failed are the system's."""
    return bool(told["message"]) or told["id"] in {UNUSABLE, OUR_BUG}


def _traits(told: Json) -> Iterator[str]:
    """Say how severe a rule's findings are, how they fail, and for which releases and options it holds."""
    fails = f"{told['fails']} ({FAILING[told['fails']]})"
    yield f"Severity: {told['severity']}; goes wrong: {fails}" if _speaks(told) else "Edits without a word"
    if told["since"]:
        yield f"for ROCm {told['since']} and newer"
    if told["until"]:
        yield f"for releases before ROCm {told['until']}"
    if told["gpus"] or told["not_gpus"]:
        yield f"for {gpus_of(told)}"
    if told["dnn"]:
        yield f"with `--dnn {told['dnn']}` alone"
    if told["was"]:
        yield f"was {', '.join(told['was'])}"


def _text(words: str, links: Mapping[str, str]) -> str:
    """Write text in which nothing but its `code` is markup, with links to the rules that it names."""
    pieces = CODE.split(" ".join(words.split()))
    return "".join(_piece(each, links) for each in pieces)


def _piece(text: str, links: Mapping[str, str]) -> str:
    if text.startswith("`"):
        return text
    return NAMED.sub(lambda found: _linked(found[0], links), MARKUP.sub(r"\\\1", text))


def _linked(rule: str, links: Mapping[str, str]) -> str:
    return f"[{rule}]({links[rule]})" if rule in links else rule


def _cited(text: str) -> str:
    """Lead from the rows that a rule cites to the part of docs/nonportable.md that has them."""
    headings = re.findall(r"(?m)^## (([A-Z])\. .*)$", CONSTRUCTS.read_text(encoding="utf-8"))
    places = {letter: _slug(heading) for heading, letter in headings}
    link = f"../{CONSTRUCTS.name}#"
    return CITED.sub(lambda found: f"[{found[0]}]({link}{places[found[1]]})", text)


def _slug(heading: str) -> str:
    """Give what a link to a heading ends in, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def write(folder: Path = FOLDER) -> None:
    """Write the pages into a folder, and take out what is none of them."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    for left in {path.name for path in folder.glob("*.md")} - made.keys():
        (folder / left).unlink()


if __name__ == "__main__":
    write()
