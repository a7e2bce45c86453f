"""Rule files of one's own, and the rules loaded anew where a test asks for that."""

from __future__ import annotations

import functools
import marshal
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hipify_py.conversion import convert
from hipify_py.model import Result, RuleError
from hipify_py.rules import load
from hipify_py.settings import Options

DOCS = "What it does, Why it matters, Example, Use instead, Fix safety, References"
RULE = f"""
[[rule]]
id = "Z001"
name = "zebra"
severity = "note"
fails = "run"
safety = "safe"
message = "seen"
docs = "{DOCS}"
call = "zebraCall"
args = ["a", "rest*"]
where = {{ a = "x+" }}
fix = "hipZebra({{a}}, {{rest}})"
  [[rule.test]]
  name = "acts"
  before = "zebraCall(x);"
  [[rule.test]]
  name = "keeps"
  keep = "zebra(x);"
"""
NAMES = '[names]\nzebraCall = "hipZebra"\n'
Folder = Callable[..., Path]
ZOO = """\
[names]
zebra = "hipZebra"
zoo = "zoo"
zany = { review = "no zany" }
[headers]
"zebra.h" = "hip/zebra.h"
"""
CALL = f"""
[[rule]]
id = "Z001"
name = "NAME"
severity = "note"
fails = "run"
safety = "safe"
docs = "{DOCS}"
call = "zebra"
LIMITS
fix = "NAME()"
  [[rule.test]]
  name = "acts"
  before = "zebra();"
  [[rule.test]]
  name = "keeps"
  keep = "zoo();"
"""

VALUES = [
    '"hip{0}"',
    '"{0}"',
    '{{ review = "reason {1}" }}',
    '{{ to = "hip{0}", differs = "how {1}", fits = [1, 2] }}',
    '{{ to = "hip{0}", differs = "how" }}',
    '{{ drop = "not needed" }}',
    "'hip{0}'",
    '"hip\\u0041{0}"',
]


def reading_once(read: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """Let a rule file that is read again cost a copy: a load with rules of one's own reads all that ship."""

    @functools.lru_cache(maxsize=256)
    def packed(text: str) -> bytes:
        return marshal.dumps(read(text))

    def again(text: str) -> dict[str, Any]:
        try:
            return dict(marshal.loads(packed(text)))
        except ValueError:  # of the file itself, or of a value that has no packed form
            return read(text)

    return again


def forget_rules() -> None:
    """Let the next look at rules be the first of the process."""
    for kept in (load._builtin, load._shipped, load._load):
        kept.cache_clear()


def refusal(place: Path) -> str:
    """Say how the rules of a folder are refused, without the folder."""
    with pytest.raises(RuleError) as caught:
        load.load(place)
    return str(caught.value).replace(str(place) + os.sep, "")


def assert_refused(place: Path, message: str) -> None:
    """Check the words of a refusal: they begin as given, and name file, line, entry, cause and remedy."""
    said = refusal(place)
    assert said.startswith(message)
    assert re.fullmatch(r"a\.toml:\d+: .+: .+; .+", said, re.DOTALL), "file:line: entry: cause; remedy"


def assert_refused_for_a_release(folder: Path, text: str, message: str) -> None:
    """Check the words about a rule file that goes on from `ZOO`; a line that they do not name may be any."""
    (place,) = rules_of(folder, f"{ZOO}{text}\n")
    with pytest.raises(RuleError) as caught:
        load.load(place)
    found = str(caught.value).removeprefix(str(place))
    assert re.sub(r"^:\d+", "", found).startswith(re.sub(r"^:\d+", "", message))
    assert message.startswith(": ") or found.startswith(message)


def swap(old: str, new: str) -> str:
    """Give a sound rule file with a part replaced."""
    assert old in RULE
    return NAMES + RULE.replace(old, new)


def call(name: str, limits: str) -> str:
    """Give a rule about calls of `zebra` that holds for some releases."""
    return CALL.replace("NAME", name).replace("LIMITS", limits)


def many(count: int) -> str:
    """Give a table of many names, with values of each form."""
    heads = ("cublasGet", "cuX", "__z", "nv")
    lines = (
        f"{heads[i % 4]}{i} = {VALUES[i % len(VALUES)].format(f'{heads[i % 4]}{i}', i % 7)}\n"
        for i in range(count)
    )
    return "[names]\n" + "".join(lines)


def rules_of(folder: Path, *texts: str) -> list[Path]:
    """Write each text into a rule file of a layer of its own."""
    for number, text in enumerate(texts):
        (folder / f"{number}.toml").write_text(text)
    return [folder / f"{number}.toml" for number in range(len(texts))]


def said(result: Result) -> list[tuple[str, str]]:
    """Give the rules and the words of the findings, but for what the grammar could not read."""
    return [(one.rule, one.message) for one in result.findings if one.rule != "P001"]


def run(source: str, rocm: str, folder: Path, *texts: str) -> Result:
    """Convert a source for a release by rule files of one's own."""
    options = Options(add_include=False)
    return convert(source.encode(), load.load(*rules_of(folder, *texts), rocm=rocm), options)
