"""Loading rules: which files count, and the compiled form that is kept."""

from __future__ import annotations

import marshal
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.rules import NAMES, RULE, Folder, forget_rules, many, refusal

from hipify_py.conversion import convert
from hipify_py.model import HipifyError, RuleError
from hipify_py.rules import load as rules_module
from hipify_py.rules.load import load
from hipify_py.rules.model import RuleSet
from hipify_py.rules.names import Name

pytestmark = pytest.mark.usefixtures("own_cache")


def test_a_sound_rule_is_taken(folder: Folder) -> None:
    loaded = load(folder(a=NAMES + RULE))
    assert convert(b"zebraCall(xx, 1, 2);", loaded).output.endswith(b"hipZebra(xx, 1, 2);")
    assert convert(b"zebraCall(xx);", loaded).output.endswith(b"\nhipZebra(xx);")


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        RuleError, match=r"gone: there is no such path; name a folder of rule files or a single \.toml file"
    ):
        load(tmp_path / "gone")


@pytest.mark.usefixtures("alone")
def test_an_unreadable_file_is_refused(folder: Folder) -> None:
    place = folder()
    (place / "a.toml").mkdir()
    with pytest.raises(
        RuleError, match=r"a\.toml: cannot read this rule file: Is a directory; make it a file"
    ):
        load(place)


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


@pytest.mark.stress
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


@pytest.mark.stress
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


def test_an_unknown_release_is_refused() -> None:
    with pytest.raises(HipifyError, match=r"no rules for ROCm '8': use one of 6\.4, 7\.0, 7\.1, 7\.2"):
        load(rocm="8")


# --- what was chosen --------------------------------------------------------------------------------------


def test_what_is_chosen_lies_over_what_always_ships_and_below_what_is_the_user_s(folder: Folder) -> None:
    kept, chosen = load(), load(dnn="miopen")
    assert (kept.dnn, chosen.dnn) == ("keep", "miopen")
    assert kept.names[b"cudnnCreate"].to is None
    assert chosen.names[b"cudnnCreate"] == Name(b"miopenCreate", "")
    assert chosen.headers[b"cudnn.h"].to == b"miopen/miopen.h"
    assert chosen.names[b"cudaMalloc"] == kept.names[b"cudaMalloc"]
    assert (chosen.replaced, chosen.by_id.keys() - kept.by_id.keys() > {"R441", "R449"}) == ((), True)
    mine = load(folder(a='[names]\ncudnnCreate = "acmeCreate"\n'), dnn="miopen")
    assert mine.names[b"cudnnCreate"].to == b"acmeCreate"
    assert [(each.kind, each.name) for each in mine.replaced] == [("name", "cudnnCreate")]
    assert mine.names[b"cudnnDestroy"].to == b"miopenDestroy"


def test_a_rule_of_several_forms_is_one_rule() -> None:
    rules = load(dnn="miopen")
    forms = [rule for rule in rules.rules if rule.id == "R443"]
    assert [rule.call for rule in forms] == [
        "cudnnConvolutionForward",
        "cudnnConvolutionBackwardData",
        "cudnnConvolutionBackwardFilter",
    ]
    assert rules.by_id["R443"] is forms[0]
    assert [bool(rule.tests) for rule in forms] == [True, False, False]
    assert [rule.call for rule in rules.for_call(b"cudnnConvolutionBackwardData")] == [forms[1].call]


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(HipifyError, match=r"no rules for cuDNN named 'cudnn': use keep or miopen"):
        load(dnn="cudnn")  # type: ignore[arg-type]


# --- what stands in the place of rules --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["folder", "pipe", "dangling", "loop", "device", "huge", "link to a folder"])
def test_what_is_no_rule_file_is_refused(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "mine" / "a.toml"
    place.parent.mkdir()
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "huge":
        place.write_text("# \n" * 1_000_000)
    else:
        to = {"dangling": "none", "loop": "a.toml", "device": "/dev/zero", "link to a folder": "/"}[kind]
        place.symlink_to(to)
    said = refusal(tmp_path / "mine")
    assert re.match(r"a\.toml: cannot read this rule file: .+", said), said
    if kind in {"pipe", "device", "huge"}:
        with pytest.raises(RuleError, match=r"cannot read this rule file: .+; "):
            load(place)
    else:
        with pytest.raises(RuleError, match=r"; name a folder of rule files or a single \.toml file"):
            load(place)


@pytest.mark.parametrize("text", ["x = " + "[" * 10_000, "a." * 50 + "a = 1", "x = " + "9" * 10_000])
def test_what_would_take_for_ever_is_no_toml(folder: Folder, text: str) -> None:
    assert re.match(r"a\.toml: not valid TOML: .+; correct the file", refusal(folder(a=text)))


def test_without_the_rules_that_ship_nothing_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rules_module, "__file__", str(tmp_path / "a.zip" / "hipify_py" / "rules" / "load.py"))
    with pytest.raises(HipifyError, match="are not there; install hipify-py into a folder, not as a zip"):
        rules_module.builtin_folder()
