"""Rule files put together: layers, ids and names that are one entry's alone, and what holds for a release."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.rules import (
    NAMES,
    RULE,
    ZOO,
    Folder,
    assert_refused,
    assert_refused_for_a_release,
    call,
    refusal,
    rules_of,
    run,
    said,
    swap,
)

from hipify_py import releases
from hipify_py.conversion import convert
from hipify_py.model import RuleError
from hipify_py.rules.compile import compile_rules
from hipify_py.rules.load import builtin_folder, load
from hipify_py.rules.names import Name, Names

pytestmark = pytest.mark.usefixtures("own_cache")

REFUSED = [
    ("colour = 1", "a.toml:1: colour: unknown key; use one of "),
    ("rule = 1", "a.toml:1: rule: must be a list; see the rule files that ship"),
    ("\nnames = 1", "a.toml:2: names: must be a dict; see the rule files that ship"),
    ("library = 1", "a.toml:1: library: must be a str; see the rule files that ship"),
    ("[unknown]\nzeb = 1", "a.toml:2: zeb: must be a string; name the library the prefix belongs to"),
    ('[absent]\nZ = "no"', "a.toml:2: Z: no such library, or no text; write what to do instead of a "),
    ('[unknown]\nzeb = "Z"\n[absent]\nZ = 1', "a.toml:4: Z: no such library, or no text; "),
    ('[unknown]\n"zeb(" = "Z"', "a.toml:2: zeb(: bad expression 'zeb(': "),
    ('[unknown]\n"zeb+" = "Z"', "a.toml:2: zeb+: a prefix that repeats something; write out how the names "),
    (swap('call = "zebraCall"', 'call = "zebra(?=C)Call"'), "a.toml:6: zebra: expression 'zebra(?=C)Call': "),
    (swap('call = "zebraCall"', 'code = "magic"'), "a.toml:6: zebra: no matcher named 'magic'; use one of "),
    *(
        (f'[names]\n"{key}" = "x"', "a.toml:")
        for key in ("", "a b", "a-b", "1a", "a::b", "é", "a\\n", "\\u0000", "a.b")
    ),
    *((f'[headers]\n"{key}" = "x"', "a.toml:") for key in ("", "<a.h>", "a\\n.h", "\\u001b")),
    *((f'[namespaces]\n"{key}" = "x"', "a.toml:") for key in ("", "a:b", "a::", "::a", "a::1", "a b")),
    *((f'namespace = "{key}"', "a.toml:1: namespace: ") for key in ("", "a:b", "a::", "::a", "1", "a b")),
    *(
        (
            f'[unknown]\n"{key}" = "Z"',
            f"a.toml:2: {key}: no prefix that can stand beside others; write what",
        )
        for key in ("x*", "(?i)zeb", "(zeb)(?P<a>r)", "(?:)", "()")
    ),
    (NAMES + RULE + RULE, "a.toml:6: zebra: already stands in a.toml; keep one of the two"),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(folder: Folder, text: str, message: str) -> None:
    assert_refused(folder(a=text), message)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("flag", ["(?i)", "(?s)", "(?im)"])
def test_rules_with_flags_stand_beside_others(folder: Folder, flag: str) -> None:
    other = RULE.replace("Z001", "Z002").replace('"zebra"', '"other"')
    other = other.replace('"zebraCall"', f'"{flag}zebracall|zebraCall"')
    loaded = load(folder(a=NAMES + RULE + other))
    assert [rule.id for rule in loaded.for_call(b"zebraCall")] == ["Z001", "Z002"]


@pytest.mark.usefixtures("alone")
def test_a_name_in_two_files_is_refused(folder: Folder) -> None:
    said = refusal(folder(a=NAMES, b=NAMES))
    assert said == "b.toml:2: zebraCall: already stands in a.toml; keep one of the two"


@pytest.mark.usefixtures("alone")
def test_a_rule_in_two_files_is_refused(folder: Folder) -> None:
    said = refusal(folder(a=NAMES + RULE, b=RULE))
    assert said == "b.toml:4: zebra: already stands in a.toml; keep one of the two"


def test_a_syntax_error_is_refused_with_its_line(folder: Folder) -> None:
    said = refusal(folder(a="[names]\nzebra = \n"))
    assert said.startswith("a.toml: not valid TOML: ")
    assert "line 2" in said
    assert said.endswith("; correct the file")


@pytest.mark.usefixtures("alone")
def test_a_key_twice_in_one_file_is_refused(folder: Folder) -> None:
    assert refusal(folder(a=NAMES + 'zebraCall = "x"\n')).startswith("a.toml: not valid TOML: ")


@pytest.mark.usefixtures("alone")
def test_bytes_that_are_not_utf8_are_refused(folder: Folder) -> None:
    said = refusal(folder(a=b'[names]\nz = "\xff"\n'))
    assert said.startswith("a.toml: not valid TOML: 'utf-8' codec can't decode byte 0xff")


def test_the_later_layer_wins(folder: Folder) -> None:
    mine = folder("mine", a='[names]\ncudaFree = "myFree"\n')
    assert convert(b"cudaFree(cudaMalloc);", load(mine)).output.endswith(b"myFree(hipMalloc);")
    yours = folder("yours", a='[names]\ncudaFree = "yourFree"\n')
    assert convert(b"cudaFree(p);", load(mine, yours)).output.endswith(b"yourFree(p);")
    assert convert(b"cudaFree(p);", load(yours, mine)).output.endswith(b"myFree(p);")


def test_a_library_may_be_absent(folder: Folder) -> None:
    mine = load(folder(a='[unknown]\n"zeb[A-Z]" = "Zeb"\n[absent]\nZeb = "use Zebra"\n'))
    (found,) = convert(b"zebFoo(1);", mine).findings
    assert (found.rule, found.message) == (
        "N023",
        "zebFoo is a name of Zeb, which ROCm does not have: use Zebra",
    )


def test_a_rule_of_a_later_layer_replaces_the_one_of_the_same_name(folder: Folder) -> None:
    first, second = folder("a", a=NAMES + RULE), folder("b", a=RULE.replace("hipZebra", "hipOther"))
    assert convert(b"zebraCall(x, 1);", load(first, second)).output.endswith(b"\nhipOther(x, 1);")


@pytest.mark.usefixtures("own_cache")
def test_what_is_replaced_is_known(folder: Folder) -> None:
    mine = folder(
        a=(
            '# mine\n[names]\n"cudaFree" = "myFree"\nmyOwn = "myOther"\n'
            '[headers]\n"cuda.h" = "my.h"\n[namespaces]\ncub = "mycub"\n[unknown]\nzeb = "Zeb"\n'
        ),
        b=RULE.replace('"zebra"', '"event-with-flags"')
        .replace("zebraCall", "cudaFree")
        .replace("Z001", "R030"),
    )
    loaded = load(mine)
    assert [(each.kind, each.name, each.origin) for each in loaded.replaced] == [
        ("header", "cuda.h", f"{mine}/a.toml:6"),
        ("name", "cudaFree", f"{mine}/a.toml:3"),
        ("namespace", "cub", f"{mine}/a.toml:8"),
        ("rule", "event-with-flags", f"{mine}/b.toml:4"),
    ]
    assert loaded.names[b"myOwn"].origin == f"{mine}/a.toml:4"
    assert loaded.names[b"cudaMalloc"].origin == ""
    assert load().replaced == ()


TAKEN = [
    ("N003", "mine", "has the id N003 of the engine's unknown-name; give the rule an id of its own"),
    ("Z001", "unknown-name", "is the name of a message of the engine; give the rule another name"),
    ("N003", "unknown-name", "is the name of a message of the engine; give the rule another name"),
    ("W000", "mine", "has the id W000 of the rule warp-code-of-32-lanes; give the rule an id of its own"),
    ("M012", "mine", "has the id M012 of the rule symbol-written; give the rule an id of its own"),
    (
        "Z001",
        "symbol-read",
        "replaces M121 and calls it Z001; keep the id M121, or give the rule another name",
    ),
]


@pytest.mark.parametrize(("rule_id", "name", "why"), TAKEN)
def test_ids_and_names_are_one_rules_alone(folder: Folder, rule_id: str, name: str, why: str) -> None:
    text = RULE.replace('"zebra"', f'"{name}"').replace("Z001", rule_id).replace("zebraCall", "cudaFree")
    with pytest.raises(RuleError) as refused:
        load(folder(a=text))
    assert str(refused.value).endswith(f"{name}: {why}")


def test_two_rules_of_ones_own_have_two_ids(folder: Folder) -> None:
    text = RULE.replace("zebraCall", "cudaFree")
    with pytest.raises(
        RuleError, match="mine: has the id Z001 of the rule zebra; give the rule an id of its"
    ):
        load(folder(a=text), folder("other", a=text.replace('"zebra"', '"mine"')))


def test_messages_are_the_engines_own(folder: Folder) -> None:
    with pytest.raises(RuleError, match=r"message: the engine's messages are its own; write a .*rule"):
        load(folder(a=RULE.replace("[[rule]]", "[[message]]").replace("[[rule.test]]", "[[message.test]]")))


def test_what_nobody_captures_stays_in_the_words_of_a_rule(folder: Folder) -> None:
    """A rule whose matcher is Python may be replaced with any words: they cannot break a conversion."""
    rule = next(rule for rule in load().rules if rule.name == "device-code-in-a-string")
    path = next(builtin_folder().glob("constructs.toml"))
    text = path.read_text(encoding="utf-8")
    at = text.index(f'name = "{rule.name}"')
    start, end = text.rindex("[[rule]]", 0, at), text.find("\n[[rule]]", at)
    mine = re.sub('message = ".*"', 'message = "{name} {what} {"', text[start:end])
    loaded = load(folder(a=mine))
    found = convert(b'const char *s = "__global__ void k() {";', loaded).findings
    assert [(each.rule, each.message) for each in found] == [(rule.id, "{name} {what} {")]


OF_RELEASES = [
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
    ('[before."7.2"]\nzebra = "a"\nzebra = "b"', ": not valid TOML: "),
    ("[historic]\nzebra = 11", ":8: zebra: not a historic name; name the last CUDA that had it, and add "),
    ('[historic]\nzebu = "11.8"', ":8: zebu: not a historic name; name the last CUDA that had it, and add "),
]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("text", "message"), OF_RELEASES)
def test_refused_for_a_release(text: str, message: str, tmp_path: Path) -> None:
    assert_refused_for_a_release(tmp_path, text, message)


@pytest.mark.usefixtures("engine")
def test_a_before_entry_twice_in_one_layer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(f'{ZOO}[before."7.2"]\nzebra = "b"\n')
    (tmp_path / "b.toml").write_text('[before."7.2"]\nzebra = "b"\n')
    with pytest.raises(RuleError, match=r"b\.toml:2: zebra: already stands in a\.toml; keep one of the two"):
        load(tmp_path)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("rocm", "after"), [("6.4", "a()"), ("7.0", "b()"), ("7.1", "b()"), ("7.2", "hipZebra()")]
)
def test_the_oldest_newer_release_counts(rocm: str, after: str, tmp_path: Path) -> None:
    text = f'{ZOO}[before."7.2"]\nzebra = "b"\n[before."7.0"]\nzebra = "a"\n'
    found = run("zebra()", rocm, tmp_path, text)
    assert (found.text, said(found)) == (after, [])


@pytest.mark.usefixtures("engine")
def test_every_form_of_value_may_stand_before_a_release(tmp_path: Path) -> None:
    text = ZOO + (
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


@pytest.mark.usefixtures("engine")
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
    found = run(source, rocm, tmp_path, ZOO + later + header)
    assert found.text == "#include <hip/zebra.h>\nauto x = hipZebra(zoo);"
    assert said(found) == [
        ("N011", f"zebra.h becomes hip/zebra.h, {when}"),
        ("N011", f"zebra becomes hipZebra, {when}"),
        ("N011", f"zoo keeps its name, {when}"),
    ]
    assert {(one.severity, one.fails) for one in found.findings if one.rule == "N011"} == {
        ("error", "compile")
    }
    assert said(run(source, "7.2", tmp_path, ZOO + later + header)) == []


@pytest.mark.usefixtures("engine")
def test_a_later_name_may_differ_too(tmp_path: Path) -> None:
    value = '{ to = "hipZebra", since = "7.2", differs = "stripes", fits = 1 }'
    text = f'{ZOO}[before."7.2"]\nzebra = {value}\n'
    assert [rule for rule, _ in said(run("zebra()", "6.4", tmp_path, text))] == ["N002", "N011"]
    assert [rule for rule, _ in said(run("zebra(1)", "6.4", tmp_path, text))] == ["N011"]


@pytest.mark.usefixtures("engine")
def test_names_of_a_namespace_may_arrive_later(tmp_path: Path) -> None:
    text = 'namespace = "zoo"\n[names]\npen = "cage"\n[before."7.2"]\npen = { to = "cage", since = "7.2" }\n'
    assert run("zoo::pen p;", "6.4", tmp_path, text).text == "zoo::cage p;"
    assert [rule for rule, _ in said(run("zoo::pen p;", "6.4", tmp_path, text))] == ["N011"]
    assert said(run("zoo::pen p;", "7.2", tmp_path, text)) == []


@pytest.mark.usefixtures("engine")
def test_a_later_layer_is_for_all_releases(tmp_path: Path) -> None:
    first = f'{ZOO}[before."7.2"]\nzebra = "b"\n'
    assert run("zebra()", "6.4", tmp_path, first, '[names]\nzebra = "mine"\n').text == "mine()"
    assert run("zebra()", "6.4", tmp_path, first, '[before."7.2"]\nzebra = "mine"\n').text == "mine()"
    assert run("zebra()", "7.2", tmp_path, first, '[before."7.2"]\nzebra = "mine"\n').text == "hipZebra()"
    older = f'{ZOO}[before."7.0"]\nzebra = "b"\n'
    assert run("zebra()", "6.4", tmp_path, older, '[before."7.2"]\nzebra = "mine"\n').text == "mine()"


@pytest.mark.usefixtures("engine")
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
    text = ZOO + call("mine", limits)
    acted = [r for r in releases.RELEASES if run("zebra()", r, tmp_path, text).text == "mine()"]
    assert acted == holds.split()
    (rule,) = (rule for rule in load(*rules_of(tmp_path, text)).rules if rule.name == "mine")
    assert [test.rocm for test in rule.tests] == [holds[-3:]] * 2


@pytest.mark.usefixtures("engine")
def test_an_id_is_known_in_releases_without_its_rule(tmp_path: Path) -> None:
    text = ZOO + call("mine", 'until = "7.0"')
    assert said(run("f(); // hipify: ignore[Z001] x", "7.2", tmp_path, text)) == [
        ("S001", "nothing here for ignore[Z001] to ignore")
    ]


@pytest.mark.usefixtures("engine")
def test_what_is_made_for_older_releases_needs_no_newer_one(tmp_path: Path) -> None:
    later = f'{ZOO}[before."7.2"]\nzebra = {{ to = "hipZebra", since = "7.2" }}\n'
    older = run("zebra(); zebra;", "6.4", tmp_path, later + call("mine", 'until = "7.2"'))
    assert older.text == "mine(); hipZebra;"
    assert [(rule, message.split()[0]) for rule, message in said(older)] == [("N011", "zebra")]
    always = run("zebra();", "6.4", tmp_path, later + call("mine", ""))
    assert (always.text, [rule for rule, _ in said(always)]) == ("mine();", ["N011"])


def compiled(*texts: str, rocm: str = "7.2") -> dict[str, object]:
    """Compile files of one layer each, the first of which ships."""
    return compile_rules(
        tuple((layer, Path(f"{layer}.toml"), text.encode()) for layer, text in enumerate(texts)), rocm
    )


def test_the_compiled_form_is_plain_and_depends_on_nothing_else() -> None:
    first, second = compiled(NAMES + RULE), compiled(NAMES + RULE)
    assert first == second
    assert (first["rocm"], first["calls"], first["replaced"]) == ("7.2", {b"zebraCall": (0,)}, [])
    names = Names(first["names"], first["notes"])  # type: ignore[arg-type]
    assert dict(names) == {b"zebraCall": Name(b"hipZebra", "")}


def test_names_of_a_file_with_a_namespace_mean_something_only_in_it() -> None:
    made = compiled('namespace = "zoo"\n[names]\npen = "cage"\n[namespaces]\nzoo = "hipzoo"\n')
    assert Names(made["names"], ()) == {}  # type: ignore[arg-type]
    assert list(made["scoped"]) == [b"zoo"]  # type: ignore[call-overload]
    assert Names(made["namespaces"], ())[b"zoo"].to == b"hipzoo"  # type: ignore[arg-type]


def test_a_users_own_rules_come_first() -> None:
    own = RULE.replace('"zebra"', '"mine"').replace("Z001", "Z002")
    made = compiled(NAMES + RULE, own)
    assert [rule["name"] for rule in made["rules"]] == ["mine", "zebra"]  # type: ignore[attr-defined]
    assert [rule.get("origin", "") for rule in made["rules"]] == ["1.toml:4", ""]  # type: ignore[attr-defined]
    assert made["calls"] == {b"zebraCall": (0, 1)}
