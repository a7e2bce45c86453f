"""Check a user's own rule files: all that is refused, their tests, and names that no header knows."""

from __future__ import annotations

import tomllib
from contextlib import ExitStack
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.catalogue import embedded
from hipify_py.catalogue.declared import headers
from hipify_py.catalogue.entries import TABLES, places, read, rule_places
from hipify_py.catalogue.sound import sound
from hipify_py.lazy import re
from hipify_py.model import SEVERITIES
from hipify_py.releases import CHECKED
from hipify_py.rules.load import files_of, load
from hipify_py.rules.toml import contents

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.catalogue.declared import Side
    from hipify_py.model import Severity

HIP = re.compile(r"_*(?:hip|HIP|roc|ROC|rccl|nccl|miopen|MIOPEN)")
FIXED = re.compile(r"(?<![\w$}])(hip[A-Z]\w*)(?![\w${])")
CLOSE = 0.85  # how alike a spelling has to be, to be taken for a typing error
SLIP = 2  # characters too many or too few


class Remark(NamedTuple):
    """What is said about one entry of a rule file; `refused` where the file cannot be used because of it."""

    path: str
    line: int
    severity: Severity
    subject: str
    message: str
    refused: bool = False


class Checked(NamedTuple):
    """What a check came to: its remarks in order of place, and how much was looked at."""

    remarks: tuple[Remark, ...]
    files: int
    entries: int
    rules: int
    tests: int
    failed: int

    @property
    def refused(self) -> bool:
        """Say whether a conversion would refuse to start with these files."""
        return any(remark.refused for remark in self.remarks)


def check(paths: Sequence[Path], rocm: str) -> Checked:
    """Check rule files and folders of them, given in the order in which they win over each other.

    Raises `RuleError` where a path holds no rule file or cannot be read.
    """
    texts = {(layer, path): text for layer, path, text in _texts(paths)}
    good, refusals = sound(texts, rocm)
    remarks = [Remark(str(each.path), each.line, "error", *each.words, refused=True) for each in refusals]
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory())) for _ in paths]
        for (layer, path), text in good.items():
            (folders[layer - 1] / path.name).write_text(text, encoding="utf-8")
        filled = [folder for folder in folders if any(folder.iterdir())]
        tested = [each for key, text in good.items() for each in _tested(key[1], text, filled)]
    remarks += [each for each in tested if each is not None]
    contents = {path: (text, tomllib.loads(text)) for (_, path), text in good.items()}
    for path, (text, content) in contents.items():
        remarks += [*_replaced(path, text, content), *_names(path, text, content, rocm)]
    return Checked(
        tuple(sorted(set(remarks), key=lambda remark: (remark.path, remark.line, remark.message))),
        len(texts),
        sum(len(content.get(table, {})) for _, content in contents.values() for table in TABLES),
        sum(len(content.get("rule", [])) for _, content in contents.values()),
        len(tested),
        sum(each is not None for each in tested),
    )


def _texts(paths: Sequence[Path]) -> Iterator[tuple[int, Path, str]]:
    for layer, given in enumerate(paths, 1):
        for path in files_of(given):
            yield layer, path, contents(path, "rule file").decode("utf-8", "surrogateescape")


def _tested(path: Path, text: str, folders: Sequence[Path]) -> Iterator[Remark | None]:
    """Run the tests of one file's rules among all the rules: a remark for each that fails, else None."""
    own = read(text).rules
    for rule in load(*folders).rules if own else ():
        if rule.origin and rule.name in own:
            lines = text.splitlines()
            for test in rule.tests:
                rules = load(*folders, rocm=test.rocm, dnn=test.dnn)
                wrong = [
                    *embedded.problems(rules, rule, test),
                    *embedded.unsettled(rules, rule, test),
                ]
                line = _test_line(lines, own[rule.name], test.name)
                words = f"test {test.name!r} fails: " + "\n".join(wrong)
                yield Remark(str(path), line, "error", rule.name, words) if wrong else None


def _test_line(lines: Sequence[str], start: int, name: str) -> int:
    """Find the line of a test's name behind that of its rule; the rule's where it is written otherwise."""
    written = re.compile(rf"""\s*name\s*=\s*["']{re.escape(name)}["']""")
    return next((at for at in range(start + 1, len(lines) + 1) if written.match(lines[at - 1])), start)


def _replaced(path: Path, text: str, content: Mapping[str, Any]) -> Iterator[Remark]:
    """Say which built-in entries the file's entries win over."""
    builtin, lines = places(), read(text)
    for table, key, name in _keys(content):
        for place, _ in builtin.get((table, name), ()):
            line = lines.lines.get((table, name), 1)
            yield Remark(str(path), line, "note", key, f"wins over the built-in entry at {place}")
    rules = rule_places()
    for rule in content.get("rule", ()):
        if rule["name"] in rules:
            words = f"wins over the built-in rule at {rules[rule['name']]}"
            yield Remark(str(path), lines.rules.get(rule["name"], 1), "note", rule["name"], words)


def _keys(content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Give the entries of a file: table, key, and the name with the file's namespace."""
    scope = f"{content['namespace']}::" if content.get("namespace") else ""
    for table in TABLES:
        for key in content.get(table, {}):
            yield table, key, (scope if table == "names" else "") + key


def _names(path: Path, text: str, content: Mapping[str, Any], rocm: str) -> Iterator[Remark]:
    """Hold names and targets against the headers of both sides."""
    written, builtin = read(text), places()
    for table, key, name in _keys(content):
        line = written.lines.get((table, name), 1)
        if table != "namespaces":
            if (table, name) not in builtin and not headers("cuda").find(name):
                severity, words = _unheard(key, "cuda", claimed=_prefixed(key))
                yield Remark(str(path), line, severity, key, f"it is {words}")
            for severity, words in _unmet(_target(content[table][key]), rocm):
                yield Remark(str(path), line, severity, key, words)
    for rule in content.get("rule", ()):
        for to in dict.fromkeys(FIXED.findall(rule.get("fix", ""))):
            for severity, words in _unmet(to, rocm):
                line = written.rules.get(rule["name"], 1)
                yield Remark(str(path), line, severity, rule["name"], f"in its fix, {words}")


def _unmet(to: str, rocm: str) -> Iterator[tuple[Severity, str]]:
    """Say where no header of the release declares what a name becomes."""
    declared = headers("rocm").find(to) if to else []
    if to and not declared:
        severity, words = _unheard(to, "rocm", claimed=HIP.match(to) is not None)
        yield severity, f"{to} is {words}"
    elif to and rocm in CHECKED and not any(rocm in each.releases for each in declared):
        yield "warning", f"{to} is in ROCm {headers('rocm').since(to)}, but not in {rocm}"


def _target(value: Any) -> str:  # noqa: ANN401  whatever TOML can hold
    return str(value.get("to", "")) if isinstance(value, dict) else str(value)


def _prefixed(name: str) -> bool:
    """Say whether a name begins as those of a CUDA library do."""
    return load().is_unknown.fullmatch(name.encode()) is not None


@cache
def _by_beginning(side: Side) -> dict[str, list[str]]:
    """Give the names of a side by their first two letters: to look through all of them takes 5 ms a name."""
    found: dict[str, list[str]] = {}
    for name in headers(side).names:
        found.setdefault(name[:2], []).append(name)
    return found


def _unheard(name: str, side: Side, *, claimed: bool) -> tuple[Severity, str]:
    """Say what is odd about a name that no header declares: a slip, or a name of the user's own."""
    known = headers(side)
    alike = [other for other in _by_beginning(side).get(name[:2], ()) if abs(len(other) - len(name)) <= SLIP]
    near = get_close_matches(name, alike, 1, CLOSE)
    releases = ", ".join(known.releases)
    said = f"in no {'CUDA' if side == 'cuda' else 'ROCm'} header ({releases})"
    if near:
        return "warning", f"{said}; did you mean {near[0]}?"
    return ("warning", said) if claimed else ("note", f"{said}: taken as your own")


def summary(checked: Checked) -> str:
    """Sum a check up in a line."""
    counts = [
        (checked.files, "file"),
        (checked.entries, "entry"),
        (checked.rules, "rule"),
        (checked.tests, "test"),
    ]
    seen = ", ".join(f"{count} {_several(word, count)}" for count, word in counts)
    severities = [remark.severity for remark in checked.remarks]
    found = [
        f"{severities.count(each)} {_several(each, severities.count(each))}" for each in reversed(SEVERITIES)
    ]
    return f"{seen} ({checked.failed} failed); {', '.join(found)}"


def _several(word: str, count: int) -> str:
    return word if count == 1 else word[:-1] + "ies" if word.endswith("y") else word + "s"
