"""Loading rules: what is refused and how it is said, layers, and the compiled form that is kept."""

from __future__ import annotations

import marshal
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.rules import forget_rules

from hipify_py.conversion import convert
from hipify_py.model import RuleError
from hipify_py.rules import load as rules_module
from hipify_py.rules import toml
from hipify_py.rules.load import builtin_folder, load
from hipify_py.rules.model import RuleSet

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


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test's compiled rules apart from the user's."""
    forget_rules()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "hipify-py"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    def make(name: str = "mine", **files: str | bytes) -> Path:
        place = tmp_path / name
        place.mkdir(exist_ok=True)
        for stem, text in files.items():
            (place / f"{stem}.toml").write_bytes(text.encode() if isinstance(text, str) else text)
        return place

    return make


def refusal(place: Path) -> str:
    with pytest.raises(RuleError) as caught:
        load(place)
    return str(caught.value).replace(str(place) + os.sep, "")


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the built-in rules, which take their time to compile."""
    (tmp_path / "builtin").mkdir()
    monkeypatch.setattr(rules_module, "builtin_folder", lambda: tmp_path / "builtin")


def test_a_sound_rule_is_taken(folder: Folder) -> None:
    loaded = load(folder(a=NAMES + RULE))
    assert convert(b"zebraCall(xx, 1, 2);", loaded).output.endswith(b"hipZebra(xx, 1, 2);")
    assert convert(b"zebraCall(xx);", loaded).output.endswith(b"\nhipZebra(xx);")


def swap(old: str, new: str) -> str:
    assert old in RULE
    return NAMES + RULE.replace(old, new)


REFUSED = [
    ("colour = 1", "a.toml:1: colour: unknown key; use one of "),
    ("rule = 1", "a.toml:1: rule: must be a list; see the rule files that ship"),
    ("rule = [1]", "a.toml:1: rule: must be a list of tables; write each rule as [[rule]]"),
    ("\nnames = 1", "a.toml:2: names: must be a dict; see the rule files that ship"),
    ("library = 1", "a.toml:1: library: must be a str; see the rule files that ship"),
    ("[names]\nzebra = 1", "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = ""', "a.toml:2: zebra: not a name's value; write "),
    ("[names]\nzebra = {}", "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = { review = "" }', "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = { review = "x", more = 1 }', "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = { to = "x" }', "a.toml:2: zebra: not a name's value; write "),
    ('[headers]\n"z/z.h" = 1', "a.toml:2: z/z.h: not a name's value; write "),
    ("[namespaces]\nz = 1", "a.toml:2: z: not a name's value; write "),
    ("[unknown]\nzeb = 1", "a.toml:2: zeb: must be a string; name the library the prefix belongs to"),
    ('[unknown]\n"zeb(" = "Z"', "a.toml:2: zeb(: bad expression 'zeb(': "),
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
    (swap('call = "zebraCall"', 'code = "magic"'), "a.toml:6: zebra: no matcher named 'magic'; use one of "),
    (swap('call = "zebraCall"', 'call = "zebra("'), "a.toml:6: zebra: bad expression 'zebra(': "),
    (
        swap('call = "zebraCall"', 'call = "zebraOther"'),
        "a.toml:6: zebra: 'zebraOther' matches no known name; ",
    ),
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
    (NAMES + RULE + RULE, "a.toml:6: zebra: already stands in a.toml; keep one of the two"),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(folder: Folder, text: str, message: str) -> None:
    said = refusal(folder(a=text))
    assert said.startswith(message)
    assert re.fullmatch(r"a\.toml:\d+: .+: .+; .+", said, re.DOTALL), "file:line: entry: cause; remedy"


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


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        RuleError, match=r"gone: there is no such path; name a folder of rule files or a single \.toml file"
    ):
        load(tmp_path / "gone")


@pytest.mark.usefixtures("alone")
def test_an_unreadable_file_is_refused(folder: Folder) -> None:
    place = folder()
    (place / "a.toml").mkdir()
    with pytest.raises(RuleError, match=r"a\.toml: cannot read this rule file: Is a directory"):
        load(place)


def test_the_later_layer_wins(folder: Folder) -> None:
    mine = folder("mine", a='[names]\ncudaFree = "myFree"\n')
    assert convert(b"cudaFree(cudaMalloc);", load(mine)).output.endswith(b"myFree(hipMalloc);")
    yours = folder("yours", a='[names]\ncudaFree = "yourFree"\n')
    assert convert(b"cudaFree(p);", load(mine, yours)).output.endswith(b"yourFree(p);")
    assert convert(b"cudaFree(p);", load(yours, mine)).output.endswith(b"myFree(p);")


def test_a_rule_of_a_later_layer_replaces_the_one_of_the_same_name(folder: Folder) -> None:
    first, second = folder("a", a=NAMES + RULE), folder("b", a=RULE.replace("hipZebra", "hipOther"))
    assert convert(b"zebraCall(x, 1);", load(first, second)).output.endswith(b"\nhipOther(x, 1);")


@pytest.mark.usefixtures("alone")
def test_files_that_are_not_toml_are_left_alone(folder: Folder) -> None:
    place = folder(a=NAMES)
    (place / "notes.txt").write_text("[[")
    assert load(place).names[b"zebraCall"].to == b"hipZebra"


def plain(loaded: RuleSet) -> tuple[object, ...]:
    return (
        loaded.names,
        loaded.headers,
        loaded.namespaces,
        loaded.rules,
        loaded.calls,
        loaded.candidate.pattern,
        loaded.unknown_names,
        loaded.rocm,
        loaded.replaced,
    )


@pytest.mark.usefixtures("alone")
def test_the_compiled_form_is_used(folder: Folder, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = folder(a=NAMES + RULE)
    first = load(place)
    assert [path.suffix for path in own_cache.iterdir()] == [".bin"]
    forget_rules()
    monkeypatch.setitem(sys.modules, "hipify_py.rules.compile", None)  # compiling would now fail
    assert plain(load(place)) == plain(first)


@pytest.mark.usefixtures("alone")
def test_a_changed_byte_is_seen(folder: Folder, own_cache: Path) -> None:
    load(folder(a=NAMES))
    changed = load(folder(a=NAMES.replace("hipZebra", "hipZebrb")))
    assert changed.names[b"zebraCall"].to == b"hipZebrb"
    assert len(list(own_cache.iterdir())) == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 20,
        b"not marshal",
        marshal.dumps(None),
        marshal.dumps(7),
        marshal.dumps([]),
        marshal.dumps({}),
        marshal.dumps({"names": 1}),
        marshal.dumps({"names": {b"a": (b"b", "")}, "headers": [], "namespaces": {}}),
        marshal.dumps({"notes": (), "names": 1, "scoped": {}, "headers": {}, "namespaces": {}}),
    ],
)
@pytest.mark.usefixtures("alone")
def test_a_broken_compiled_form_is_made_anew(folder: Folder, own_cache: Path, content: bytes) -> None:
    place = folder(a=NAMES)
    first = load(place)
    (cached,) = own_cache.iterdir()
    whole = cached.read_bytes()
    cached.write_bytes(content)
    forget_rules()
    assert plain(load(place)) == plain(first)
    assert cached.read_bytes() == whole


@pytest.mark.usefixtures("alone")
def test_a_truncated_compiled_form_is_made_anew(folder: Folder, own_cache: Path) -> None:
    place = folder(a=NAMES)
    first = load(place)
    (cached,) = own_cache.iterdir()
    whole = cached.read_bytes()
    for length in range(0, len(whole), len(whole) // 4):
        cached.write_bytes(whole[:length])
        forget_rules()
        assert plain(load(place)) == plain(first)


@pytest.mark.usefixtures("alone")
def test_a_cache_folder_that_cannot_be_written_is_done_without(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert load(folder(a=NAMES)).names[b"zebraCall"].to == b"hipZebra"


@pytest.mark.usefixtures("alone")
def test_no_home_is_no_trouble(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        text = "Could not determine home directory."
        raise RuntimeError(text)

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    assert load(folder(a=NAMES)).names[b"zebraCall"].to == b"hipZebra"
    assert not (tmp_path / "~").exists()


def test_many_processes_may_start_at_once(folder: Folder, own_cache: Path) -> None:
    place = folder(a=NAMES)
    code = (
        "from pathlib import Path; from hipify_py.rules.load import load; "
        f"print(len(load(Path({str(place)!r})).names))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = {process.communicate()[0] for process in started}
    assert said == {f"{len(load(place).names)}\n"}
    assert [path.suffix for path in own_cache.iterdir()] == [".bin"]


# --- rules of one's own -----------------------------------------------------------------------------------


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
    rule = next(rule for rule in load().rules if rule.code == "kernel-strings")
    path = next(builtin_folder().glob("constructs.toml"))
    text = path.read_text(encoding="utf-8")
    at = text.index(f'name = "{rule.name}"')
    start, end = text.rindex("[[rule]]", 0, at), text.find("\n[[rule]]", at)
    mine = re.sub('message = ".*"', 'message = "{name} {what} {"', text[start:end])
    loaded = load(folder(a=mine))
    found = convert(b'const char *s = "__global__ void k() {}";', loaded).findings
    assert [(each.rule, each.message) for each in found] == [(rule.id, "{name} {what} {")]


def test_the_rules_that_ship_are_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load()
    monkeypatch.setattr(rules_module, "_in_folder", None)  # looking again would now fail
    monkeypatch.setattr(rules_module, "_version", None)
    assert load() is loaded


@pytest.mark.usefixtures("own_cache")
def test_a_single_file_is_a_layer(folder: Folder) -> None:
    place = folder(a='[names]\ncudaFree = "a"\n', b='[names]\ncudaFree = "b"\n')
    assert load(place / "a.toml", place / "b.toml").names[b"cudaFree"].to == b"b"
    assert load(str(place / "b.toml"), str(place / "a.toml")).names[b"cudaFree"].to == b"a"
    with pytest.raises(RuleError, match=r"b\.toml:2: cudaFree: already stands in a\.toml"):
        load(place)


@pytest.mark.usefixtures("alone")
def test_the_compiled_form_knows_where_its_rules_stood(folder: Folder, tmp_path: Path) -> None:
    first, second = folder("first", a=NAMES), folder("second", a=NAMES)
    assert load(first).names[b"zebraCall"].origin == f"{tmp_path}/first/a.toml:2"
    assert load(second).names[b"zebraCall"].origin == f"{tmp_path}/second/a.toml:2"


@pytest.mark.usefixtures("alone")
def test_each_release_has_a_compiled_form(folder: Folder, own_cache: Path) -> None:
    place = folder(a=f'{NAMES}[before."7.2"]\nzebraCall = "old"\n')
    for _ in range(2):
        forget_rules()
        assert load(place).names[b"zebraCall"].to == b"hipZebra"
        assert load(place, rocm="6.4").names[b"zebraCall"].to == b"old"
        assert len(list(own_cache.iterdir())) == 2


@pytest.mark.usefixtures("alone")
def test_old_compiled_forms_are_taken_away(folder: Folder, own_cache: Path) -> None:
    own_cache.mkdir(parents=True)
    for name, days in (
        ("rules-old.bin", 31),
        ("rules-old.bin.1.2", 31),
        ("rules-new.bin", 29),
        ("other", 99),
    ):
        (own_cache / name).write_bytes(b"")
        os.utime(own_cache / name, (time.time() - days * 86400,) * 2)
    load(folder(a=NAMES))
    left = {path.name for path in own_cache.iterdir()}
    assert {"rules-new.bin", "other"} < left
    assert len(left) == 3


# --- many names -------------------------------------------------------------------------------------------

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


def many(count: int) -> str:
    heads = ("cublasGet", "cuX", "__z", "nv")
    lines = (
        f"{heads[i % 4]}{i} = {VALUES[i % len(VALUES)].format(f'{heads[i % 4]}{i}', i % 7)}\n"
        for i in range(count)
    )
    return "[names]\n" + "".join(lines)


@pytest.mark.usefixtures("alone")
def test_many_names_come_through_the_compiled_form_as_they_went_in(folder: Folder) -> None:
    text = many(4000)
    place = folder(a=text)
    read = tomllib.loads(text)["names"]
    compiled = load(place)
    forget_rules()
    kept = load(place)
    assert dict(kept.names) == dict(compiled.names)
    assert {name.decode() for name in kept.names} == set(read)
    assert len(kept.names) == 4000
    for name, value in read.items():
        known = kept.names[name.encode()]
        if isinstance(value, str):
            assert (known.to, known.note) == (value.encode(), "")
        elif "review" in value:
            assert (known.to, known.note) == (None, value["review"])
        elif "drop" in value:
            assert (known.to, known.note) == (b"", "")
        else:
            assert (known.to, known.note) == (value["to"].encode(), value["differs"])
            assert known.fits == tuple(value.get("fits", ()))
    for gone in (b"cublasGet", b"cuX", b"zzz", b""):
        assert gone not in kept.names
        assert kept.names.get(gone) is None
    assert "cuX1" not in kept.names  # type: ignore[comparison-overlap]
    with pytest.raises(KeyError):
        kept.names[b"zzz"]


@pytest.mark.usefixtures("alone")
def test_names_may_be_asked_for_by_many_threads(folder: Folder) -> None:
    loaded = load(folder(a=many(2000)))
    names = [f"{('cublasGet', 'cuX', '__z', 'nv')[i % 4]}{i}".encode() for i in range(2000)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: [loaded.names.get(name) is not None for name in names], range(8)))
    assert found == [[True] * 2000] * 8


ODD = [
    '[names]\na = "b"\nb = "c"',  # no line end
    '[names]\r\na = "b"\r\nb = { review = "x" }\r\n',
    '[names]\na = "b" # why\n# c = "d"\nc-d = "e"\n',
    '[names]\na = "b"\n\n[headers]\n"x.h" = "y.h"\n[before."7.2"]\na = { to = "x", since = "7.2" }\n',
    '[names]\na = "b"\n[names.c]\nto = "d"\ndiffers = "e"\n',
    '[names]\na = { to = "b", differs = "c # \\" } d" }\n',
    '[names]\na = "b\\tc"\n"a b" = "c"\n',
    'library = "x"\nnames = { a = "b" }\n',
    'library = """\n[names]\na = "b"\n"""\n',
    "[[rule]]\ndocs = '''\n[names]\na = \"b\"\n'''\n[names]\na = \"c\"\n",
    '[names]\na = { review = "x", review2 = "y" }\na2 = { review = "x" }\na3 = { review = "x" }\n',
    '[before]\n"7.2" = { a = "b" }\n[before."7.0"]\na = "b"\n',
    '[names]\n"a" = "b"\nb = "ä"\n',
]
WRONG = [
    '[names]\na = "b"\na = "c"\n',
    '[names]\na = "b"\n"a" = "c"\n',
    '[names]\na = "b"\na = { to = "c", fits = 1 }\n',
    '[names]\na = "b"\n[names]\nb = "c"\n',
    '[names]\na = "b"\n[headers]\nb = \n',
    '[names]\na = "b\tc\x01"\n',
    '[names]\na = { review = "x", review = "y" }\n',
    'names = 1\n[names]\na = "b"\n',
    '[[names]]\nb = "c"\n[names]\na = "b"\n',
]


@pytest.mark.parametrize("text", ODD)
def test_regular_lines_are_read_as_a_parser_reads_them(text: str) -> None:
    assert toml.read(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "path", sorted(rules_module.builtin_folder().glob("*.toml")), ids=lambda path: path.name
)
def test_the_rules_that_ship_are_read_as_a_parser_reads_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert toml.read(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", WRONG)
def test_what_a_parser_refuses_is_refused_as_it_does(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as wanted:
        tomllib.loads(text)
    with pytest.raises(tomllib.TOMLDecodeError) as found:
        toml.read(text)
    assert str(found.value) == str(wanted.value)


@pytest.mark.usefixtures("alone")
def test_many_names_load_at_once_in_many_processes(folder: Folder, own_cache: Path) -> None:
    """All start without a compiled form and see the same, and no part of a file is ever left."""
    place = folder(a=many(8000))
    code = (
        "import sys, zlib; from pathlib import Path; from hipify_py.rules import load as rules; "
        f"rules.builtin_folder = lambda: Path({str(place)!r}); found = rules.load(rocm=sys.argv[1]).names; "
        "print(len(found), zlib.crc32(repr(sorted(found.items())).encode()))"
    )
    command = [sys.executable, "-c", code]
    started = [
        subprocess.Popen([*command, rocm], stdout=subprocess.PIPE, text=True) for rocm in ("7.2", "6.4") * 4
    ]
    said = {process.communicate()[0] for process in started}
    assert len(said) == 1
    assert said.pop().startswith("8000 ")
    assert [path.suffix for path in own_cache.iterdir()] == [".bin", ".bin"]
