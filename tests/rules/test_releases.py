"""Rules for a release of ROCm: `[before]`, `since` and `until`, what is refused, and what a compiler says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import cases
from helpers.rules import forget_rules

from hipify_py import include_dir, releases
from hipify_py.conversion import convert
from hipify_py.facts import table
from hipify_py.model import HipifyError, Result, RuleError
from hipify_py.rules import load as rules_module
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.settings import Options

Hipcheck = Callable[..., tuple[bool, str]]

FACTS = Path(__file__).parents[2] / "rules" / "facts" / "rocm.tsv"
DOCS = "What it does, Why it matters, Example, Use instead, Fix safety, References"
NAMES = """\
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


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the built-in rules but for what the engine itself says."""
    forget_rules()
    engine = rules_module.builtin_folder() / "engine.toml"
    (tmp_path / "builtin").mkdir()
    (tmp_path / "builtin" / "engine.toml").write_bytes(engine.read_bytes())
    monkeypatch.setattr(rules_module, "builtin_folder", lambda: tmp_path / "builtin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def rules_of(folder: Path, *texts: str) -> list[Path]:
    """Write each text into a rule file of a layer of its own."""
    for number, text in enumerate(texts):
        (folder / f"{number}.toml").write_text(text)
    return [folder / f"{number}.toml" for number in range(len(texts))]


def said(result: Result) -> list[tuple[str, str]]:
    return [(one.rule, one.message) for one in result.findings if one.rule != "P001"]


def run(source: str, rocm: str, folder: Path, *texts: str) -> Result:
    options = Options(add_include=False)
    return convert(source.encode(), load(*rules_of(folder, *texts), rocm=rocm), options)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("rocm", "after"), [("6.4", "a()"), ("7.0", "b()"), ("7.1", "b()"), ("7.2", "hipZebra()")]
)
def test_the_oldest_newer_release_counts(rocm: str, after: str, tmp_path: Path) -> None:
    text = f'{NAMES}[before."7.2"]\nzebra = "b"\n[before."7.0"]\nzebra = "a"\n'
    found = run("zebra()", rocm, tmp_path, text)
    assert (found.text, said(found)) == (after, [])


@pytest.mark.usefixtures("alone")
def test_every_form_of_value_may_stand_before_a_release(tmp_path: Path) -> None:
    text = NAMES + (
        '[before."7.0"]\nzebra = { to = "a", differs = "stripes" }\n'
        'zoo = { review = "closed" }\nzany = "zany"\n'
    )
    found = run("zebra(zoo, zany)", "6.4", tmp_path, text)
    assert found.text == "a(zoo, zany)"
    assert said(found) == [
        ("N002", "zebra becomes a, but differs: stripes"),
        ("N001", "zoo has no HIP counterpart: closed"),
    ]
    assert said(run("zebra(zoo, zany)", "7.0", tmp_path, text)) == [
        ("N001", "zany has no HIP counterpart: no zany")
    ]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("since", "rocm", "when"),
    [
        ("7.2", "6.4", "which ROCm has from 7.2 on; you convert for 6.4"),
        ("7.2", "7.0", "which is in ROCm 7.2 and not in 6.4; whether 7.0 has it is not known"),
        ("7.2", "7.1", "which is in ROCm 7.2 and not in 6.4; whether 7.1 has it is not known"),
        ("7.1", "6.4", "which ROCm has from 7.1 on; you convert for 6.4"),
        ("7.1", "7.0", "which ROCm has from 7.1 on; you convert for 7.0"),
    ],
)
def test_a_later_name_is_renamed_and_said(since: str, rocm: str, when: str, tmp_path: Path) -> None:
    entries = (("zebra", "hipZebra"), ("zoo", "zoo"))
    lines = [f'{name} = {{ to = "{to}", since = "{since}" }}\n' for name, to in entries]
    later = "".join([f'[before."{since}"]\n', *lines])
    header = f'"zebra.h" = {{ to = "hip/zebra.h", since = "{since}" }}\n'
    source = "#include <zebra.h>\nauto x = zebra(zoo);"
    found = run(source, rocm, tmp_path, NAMES + later + header)
    assert found.text == "#include <hip/zebra.h>\nauto x = hipZebra(zoo);"
    assert said(found) == [
        ("N011", f"zebra.h becomes hip/zebra.h, {when}"),
        ("N011", f"zebra becomes hipZebra, {when}"),
        ("N011", f"zoo keeps its name, {when}"),
    ]
    assert {(one.severity, one.fails) for one in found.findings if one.rule == "N011"} == {
        ("error", "compile")
    }
    assert said(run(source, "7.2", tmp_path, NAMES + later + header)) == []


@pytest.mark.usefixtures("alone")
def test_a_later_name_may_differ_too(tmp_path: Path) -> None:
    value = '{ to = "hipZebra", since = "7.2", differs = "stripes", fits = 1 }'
    text = f'{NAMES}[before."7.2"]\nzebra = {value}\n'
    assert [rule for rule, _ in said(run("zebra()", "6.4", tmp_path, text))] == ["N002", "N011"]
    assert [rule for rule, _ in said(run("zebra(1)", "6.4", tmp_path, text))] == ["N011"]


@pytest.mark.usefixtures("alone")
def test_names_of_a_namespace_may_arrive_later(tmp_path: Path) -> None:
    text = 'namespace = "zoo"\n[names]\npen = "cage"\n[before."7.2"]\npen = { to = "cage", since = "7.2" }\n'
    assert run("zoo::pen p;", "6.4", tmp_path, text).text == "zoo::cage p;"
    assert [rule for rule, _ in said(run("zoo::pen p;", "6.4", tmp_path, text))] == ["N011"]
    assert said(run("zoo::pen p;", "7.2", tmp_path, text)) == []


@pytest.mark.usefixtures("alone")
def test_a_later_layer_is_for_all_releases(tmp_path: Path) -> None:
    first = f'{NAMES}[before."7.2"]\nzebra = "b"\n'
    assert run("zebra()", "6.4", tmp_path, first, '[names]\nzebra = "mine"\n').text == "mine()"
    assert run("zebra()", "6.4", tmp_path, first, '[before."7.2"]\nzebra = "mine"\n').text == "mine()"
    assert run("zebra()", "7.2", tmp_path, first, '[before."7.2"]\nzebra = "mine"\n').text == "hipZebra()"
    older = f'{NAMES}[before."7.0"]\nzebra = "b"\n'
    assert run("zebra()", "6.4", tmp_path, older, '[before."7.2"]\nzebra = "mine"\n').text == "mine()"


def call(name: str, limits: str) -> str:
    return CALL.replace("NAME", name).replace("LIMITS", limits)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("limits", "holds"),
    [
        ("", "6.4 7.0 7.1 7.2"),
        ('since = "7.0"', "7.0 7.1 7.2"),
        ('until = "7.0"', "6.4"),
        ('since = "7.0"\nuntil = "7.2"', "7.0 7.1"),
        ('since = "6.4"', "6.4 7.0 7.1 7.2"),
    ],
)
def test_a_rule_has_limits(limits: str, holds: str, tmp_path: Path) -> None:
    text = NAMES + call("mine", limits)
    acted = [r for r in releases.RELEASES if run("zebra()", r, tmp_path, text).text == "mine()"]
    assert acted == holds.split()
    (rule,) = (rule for rule in load(*rules_of(tmp_path, text)).rules if rule.name == "mine")
    assert [test.rocm for test in rule.tests] == [holds[-3:]] * 2


@pytest.mark.usefixtures("alone")
def test_an_id_is_known_in_releases_without_its_rule(tmp_path: Path) -> None:
    text = NAMES + call("mine", 'until = "7.0"')
    assert said(run("f(); // hipify: ignore[Z001] x", "7.2", tmp_path, text)) == [
        ("S001", "nothing here for ignore[Z001] to ignore")
    ]


@pytest.mark.usefixtures("alone")
def test_what_is_made_for_older_releases_needs_no_newer_one(tmp_path: Path) -> None:
    later = f'{NAMES}[before."7.2"]\nzebra = {{ to = "hipZebra", since = "7.2" }}\n'
    older = run("zebra(); zebra;", "6.4", tmp_path, later + call("mine", 'until = "7.2"'))
    assert older.text == "mine(); hipZebra;"
    assert [(rule, message.split()[0]) for rule, message in said(older)] == [
        ("N007", "this"),
        ("N011", "zebra"),
    ]
    always = run("zebra();", "6.4", tmp_path, later + call("mine", ""))
    assert (always.text, [rule for rule, _ in said(always)]) == ("mine();", ["N011"])


REFUSED = [
    (
        '[before."5.0"]\nzebra = "b"',
        ":7: before.5.0: there are no rules for a ROCm before '5.0'; use one of 7.0, 7.1, 7.2, in quotes",
    ),
    (
        '[before."6.4"]\nzebra = "b"',
        ":7: before.6.4: there are no rules for a ROCm before '6.4'; use one of 7.0, ",
    ),
    ('[before.7.2]\nzebra = "b"', ": before.7: there are no rules for a ROCm before '7'; use one of 7.0, "),
    ('[before]\n"7.2" = 1', ': 7.2: must be a dict; write it as [before."7.2"]'),
    (
        '[before."7.2"]\nzebu = "b"',
        ':8: zebu: stands in [before."7.2"], and in no [names], [headers] or [namespaces]; add what',
    ),
    ('[before."7.2"]\nzebra = 1', ":8: zebra: not a name's value; write "),
    ('[before."7.2"]\nzebra = { to = "a" }', ":8: zebra: not a name's value; write "),
    (
        '[before."7.2"]\nzebra = { to = "a", since = "7.1" }',
        ":8: zebra: since = '7.1' is no release from 7.2 on; use one of 7.2",
    ),
    (
        '[before."7.2"]\nzebra = { to = "a", since = "9" }',
        ":8: zebra: since = '9' is no release from 7.2 on; use one of 7.2",
    ),
    (
        '[before."7.2"]\nzebra = { to = "a", since = 7 }',
        ":8: zebra: since = 7 is no release from 7.2 on; use one of 7.2",
    ),
    (
        '[before."7.2"]\nzebra = { to = "a", since = "7.2", fits = 1 }',
        ":8: zebra: not a name's value; write ",
    ),
    ('[before."7.2"]\nzebra = "a"\nzebra = "b"', ": not valid TOML: "),
    ("[historic]\nzebra = 11", ":8: zebra: not a historic name; name the last CUDA that had it, and add "),
    ('[historic]\nzebu = "11.8"', ":8: zebu: not a historic name; name the last CUDA that had it, and add "),
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
    ('[names.zulu]\nto = "x"\nsince = "7.2"', ": zulu: not a name's value; write "),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str, tmp_path: Path) -> None:
    (place,) = rules_of(tmp_path, f"{NAMES}{text}\n")
    with pytest.raises(RuleError) as caught:
        load(place)
    found = str(caught.value).removeprefix(str(place))
    assert re.sub(r"^:\d+", "", found).startswith(re.sub(r"^:\d+", "", message))
    assert message.startswith(": ") or found.startswith(message)


@pytest.mark.usefixtures("alone")
def test_a_before_entry_twice_in_one_layer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(f'{NAMES}[before."7.2"]\nzebra = "b"\n')
    (tmp_path / "b.toml").write_text('[before."7.2"]\nzebra = "b"\n')
    with pytest.raises(RuleError, match=r"b\.toml:2: zebra: already stands in a\.toml; keep one of the two"):
        load(tmp_path)


def test_an_unknown_release_is_refused() -> None:
    with pytest.raises(HipifyError, match=r"no rules for ROCm '8': use one of 6\.4, 7\.0, 7\.1, 7\.2"):
        load(rocm="8")


# --- what the rules that ship come to for 6.4 -------------------------------------------------------------

EMBEDDED = [pytest.param(rule, id=rule.name) for rule in load().rules if rule.fix and rule.holds("6.4")]
COMPILED = [case for case in cases.cases() if case.config.get("compiles", True)]
WRITTEN = re.compile(r"\b(?:hip[A-Z]|HIP_)\w+")


@pytest.mark.parametrize("rule", EMBEDDED)
def test_a_fix_writes_what_the_older_release_has(rule: Rule) -> None:
    """Whatever the conversion writes is in the headers of 6.4, or the report says that it is not."""
    known, rules = table.read(FACTS)["6.4"], load(rocm="6.4")
    for test in rule.tests:
        result = convert(test.before.encode(), rules, Options(test.path, test.launch, add_include=False))
        late = {finding.span.start for finding in result.findings if finding.rule == "N011"}
        for edit in result.edits:
            text = b"".join(part for part in edit.parts if isinstance(part, bytes)).decode()
            missing = [name for name in WRITTEN.findall(text) if name not in known and name != "HIP_SYMBOL"]
            assert not missing or edit.span.start in late, missing


def is_told_apart(case: cases.Case) -> bool:
    """Say whether a case is converted otherwise for 6.4, or something else is said of it."""
    older, newer = convert(case.source(), load(rocm="6.4"), case.options), case.run()
    return (older.output, older.findings) != (newer.output, newer.findings)


TOLD_APART = [pytest.param(case, id=case.name) for case in COMPILED if is_told_apart(case)]


@pytest.mark.parametrize("case", TOLD_APART)
def test_the_corpus_compiles_with_the_older_release(
    case: cases.Case, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    """What is converted for 6.4 compiles with it, unless the report says that something is missing."""
    result = convert(case.source(), load(rocm="6.4"), case.options)
    newer = {(f.span, f.rule) for f in case.run().findings}
    flags = [f for f in case.config.get("flags", ()) if not f.startswith("-std")]
    target = tmp_path / f"converted{case.input.suffix if case.input.suffix == '.c' else '.hip'}"
    target.write_bytes(result.output)
    where = (f"-I{case.folder}", f"-I{include_dir()}")
    ok, text = hipcheck64(target, "-fsyntax-only", "--arch", "gfx90a", *where, *flags)
    told = [f for f in result.findings if f.fails == "compile" and (f.span, f.rule) not in newer]
    assert ok or told, text
    assert not ok or all(f.severity != "error" for f in told), told


OLDER = [
    pytest.param(test.after, id=f"{rule.name}::{test.name}")
    for rule in load().rules
    for test in rule.tests
    if rule.until and rule.fix and test.after != test.before
]


@pytest.mark.parametrize("source", OLDER)
def test_what_is_written_for_an_older_release_compiles_with_it(
    source: str, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    target = tmp_path / "a.hip"
    target.write_text(f"#include <hip/hip_runtime.h>\n{source}")
    ok, text = hipcheck64(target, "--arch", "gfx90a")
    assert ok, text


def test_warp_functions_need_their_macro_in_the_older_release(
    hipcheck64: Hipcheck, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    target = tmp_path / "a.hip"
    masked = ("__shfl_xor_sync(~0ull, v, 1, 32)", "__any_sync(~0ull, v)", "__match_any_sync(~0ull, v)")
    calls = " + ".join((*masked, "__activemask()"))
    head = "#include <hip/hip_runtime.h>"
    target.write_text(f"{head}\n__global__ void k(int v, int *r) {{ *r = {calls}; }}")
    result = convert(target.read_bytes(), load(rocm="6.4"), Options(path="a.hip"))
    assert [finding.rule for finding in result.findings].count("W002") == 4
    assert not hipcheck64(target, "--arch", "gfx90a")[0]
    assert hipcheck64(target, "--arch", "gfx90a", "-DHIP_ENABLE_WARP_SYNC_BUILTINS")[0]
    assert hipcheck(target, "--arch", "gfx90a")[0]
