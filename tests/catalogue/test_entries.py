"""The entries of the rule files: what is said of each name, and where it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.catalogue import MADE
from helpers.command import put

from hipify_py.catalogue import entries
from hipify_py.catalogue.entries import Place
from hipify_py.model import RuleError
from hipify_py.releases import RELEASES
from hipify_py.rules import toml
from hipify_py.rules.load import builtin_folder, load
from hipify_py.rules.names import Name

# --- the rules that ship ----------------------------------------------------------------------------------


def test_every_entry_is_found_on_its_line() -> None:
    for path in sorted(builtin_folder().glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        lines, content, written = text.splitlines(), toml.read(text), entries.read(text)
        scope = f"{content['namespace']}::" if "namespace" in content else ""
        keys = {(table, key) for table in entries.TABLES for key in content.get(table, {})}
        assert {(t, (scope if t == "names" else "") + key) for t, key in keys} == set(written.lines)
        for (table, name), line in written.lines.items():
            key = name.removeprefix(scope if table == "names" else "")
            assert re.match(rf'"?{re.escape(key)}"? = ', lines[line - 1])
        assert list(written.rules) == [
            each["name"] for each in (*content.get("rule", ()), *content.get("message", ()))
        ]
        assert all(lines[line - 1] == f'name = "{name}"' for name, line in written.rules.items())
        assert {scope + key: value for key, value in content.get("historic", {}).items()} == written.historic


@pytest.mark.parametrize("rocm", RELEASES)
def test_the_entries_say_what_a_conversion_does(rocm: str) -> None:
    rules = load(rocm=rocm)
    found = {(e.kind in {"header", "namespace"} and e.kind, e.name): e for e in entries.entries((), rocm)}
    assert len(found) == len(rules.names) + len(rules.headers) + len(rules.namespaces) + sum(
        map(len, rules.scoped.values())
    )
    for name, known in rules.names.items():
        entry = found[False, name.decode()]
        to = known.filled(name) or known.to
        assert (entry.to, entry.note) == (None if to is None else to.decode(), known.note)
        assert (entry.status == "polyfill") == bool(known.filled(name))
        assert (entry.status == "later") == (bool(known.since) and not known.filled(name))
        assert (entry.status == "review") == (to is None)


def test_what_is_said_of_some_names() -> None:
    wanted = {
        "cudaMalloc": ("runtime", "function", "renamed", "hipMalloc", "6.4"),
        "cudaErrorUnknown": ("runtime", "enumerator", "renamed", "hipErrorUnknown", "6.4"),
        "cuMemAlloc": ("driver", "function", "renamed", "hipMalloc", "6.4"),
        "dim3": ("runtime", "type", "same", "dim3", "6.4"),
        "cudaGraphExecUpdate": ("runtime", "function", "differs", "hipGraphExecUpdate", "6.4"),
        "cudaBindTexture": ("runtime", "function", "differs", "hipBindTexture", "6.4"),
        "__activemask": ("device", "function", "same", "__activemask", "6.4"),
        "__ldcs": ("device", "function", "polyfill", "hipify_compat::ldcs", ""),
        "__syncwarp": ("device", "function", "same", "__syncwarp", "7.2"),
        "cublas_v2.h": ("headers", "header", "renamed", "hipblas/hipblas.h", "6.4"),
        "cub": ("headers", "namespace", "renamed", "hipcub", "6.4"),
        "cuda::std": ("headers", "namespace", "review", None, ""),
    }
    found = [entry for entry in entries.entries() if entry.name in wanted]
    said = {each.name: (each.library, each.kind, each.status, each.to, each.since) for each in found}
    assert (said, len(found)) == (wanted, len(wanted))


# --- entries of all layers --------------------------------------------------------------------------------


def entry(name: str, rocm: str = "7.2", *folders: Path) -> entries.Entry:
    (found,) = [each for each in entries.entries(folders, rocm) if each.name == name]
    return found


def test_an_entry_tells_all_that_is_written_of_a_name(small: Path) -> None:
    assert entry("cudaFree") == entries.Entry(
        name="cudaFree",
        library="runtime",
        title="CUDA runtime API",
        kind="function",
        status="renamed",
        to="hipFree",
        since="6.4",
        note="",
        last="",
        place=Place(0, small / "runtime.toml", 9),
        source="rules/facts/hints/core.toml",
        replaced=(),
    )


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "rocm", "said"),
    [
        ("cudaAlloc", "7.2", ("function", "renamed", "hipMalloc", "6.4", "", "")),
        ("cudaErrorLost", "7.2", ("enumerator", "renamed", "hipErrorLost", "6.4", "", "")),
        ("cudaGone", "7.2", ("macro", "dropped", "", "", "", "")),
        ("cudaNone", "7.2", ("function", "review", None, "", "nothing is like it", "")),
        ("cudaGraph", "7.2", ("function", "differs", "hipGraph", "6.4", "it takes more", "")),
        ("cudaSync", "7.2", ("function", "renamed", "hipSync", "7.2", "", "")),
        ("cudaSync", "7.1", ("function", "later", "hipSync", "7.2", "", "")),
        ("cudaKept", "6.4", ("function", "review", None, "", "it was not kept", "")),
        ("cudaOld", "7.2", ("", "renamed", "hipFree", "6.4", "", "11.8")),
        ("cudaFlag", "7.2", ("", "renamed", "hipFlag", "", "", "any")),
        ("dim3", "7.2", ("type", "same", "dim3", "6.4", "", "")),
        ("cuda.h", "7.2", ("header", "renamed", "hip/hip_runtime.h", "6.4", "", "")),
        ("cub", "7.2", ("namespace", "renamed", "hipcub", "6.4", "", "")),
        ("cuda::std", "7.2", ("namespace", "review", None, "", "use the standard library", "")),
        ("cub::Sum", "7.2", ("type", "renamed", "hipcub::Sum", "6.4", "", "")),
        ("cub::Device::Sum", "7.2", ("function", "renamed", "hipcub::Device::Sum", "6.4", "", "")),
    ],
)
def test_what_becomes_of_a_name(name: str, rocm: str, said: tuple[str | None, ...]) -> None:
    found = entry(name, rocm)
    assert (found.kind, found.status, found.to, found.since, found.note, found.last) == said


@pytest.mark.usefixtures("small")
def test_entries_are_sorted_by_name() -> None:
    names = [each.name for each in entries.entries()]
    assert (names, names[0], names[-1]) == (sorted(names), "cub", "sync")


def test_a_later_layer_wins_and_says_what_it_took_the_place_of(small: Path, tmp_path: Path) -> None:
    first = put(tmp_path / "first.toml", '[names]\n\ncudaFree = "ourFree"\n')
    second = put(
        tmp_path / "second" / "a.toml", 'library = "Ours"\n[names]\ncudaFree = "myFree"\nmine = "x"\n'
    )
    found = entry("cudaFree", "7.2", first, tmp_path / "second")
    assert (found.to, found.library, found.title) == ("myFree", "a", "Ours")
    assert found.place == Place(2, second, 3)
    assert found.replaced == (Place(0, small / "runtime.toml", 9), Place(1, first, 3))
    only = entry("cudaFree", "7.2", first)
    assert (only.title, only.source, only.place) == ("first", "", Place(1, first, 3))
    assert entry("mine", "7.2", first, tmp_path / "second").replaced == ()


@pytest.mark.usefixtures("small")
def test_a_rule_file_that_is_wrong_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"a\.toml:2: cudaFree: not a name's value"):
        entries.entries([put(tmp_path / "a.toml", "[names]\ncudaFree = 3\n")])


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(0, Path("/where/rules/runtime.toml"), 3), "rules/runtime.toml:3"),
        (Place(1, Path("/where/own/a.toml"), 3), "/where/own/a.toml:3"),
        (Place(2, Path("own/a.toml"), 3), "own/a.toml:3"),
    ],
)
def test_a_place_of_what_ships_is_told_from_its_folder_on(place: Place, text: str) -> None:
    assert str(place) == text


# --- status and target ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "to", "status"),
    [
        (Name(None, "why"), None, "review"),
        (Name(b"", ""), "", "dropped"),
        (Name(b"b", "how", since="7.2"), "b", "later"),
        (Name(b"b", "how"), "b", "differs"),
        (Name(b"a", "how"), "a", "differs"),
        (Name(b"a", ""), "a", "same"),
        (Name(b"b", ""), "b", "renamed"),
        (Name(b"a", ""), "hip::a", "renamed"),
    ],
)
def test_the_status_of_a_name(known: Name, to: str | None, status: str) -> None:
    assert entries.status("a", known, to) == status
    assert status in entries.STATUSES


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("table", "name", "to", "target"),
    [
        ("names", "cudaFree", b"hipFree", "hipFree"),
        ("names", "cudaNone", None, None),
        ("names", "cub::Sum", b"Sum", "hipcub::Sum"),
        ("names", "cub::Device::Sum", b"Total", "hipcub::Device::Total"),
        ("names", "cub::Gone", b"", ""),
        ("names", "other::deep::Sum", b"Total", "other::deep::Total"),
        ("names", "cuda::std::move", b"move", "cuda::std::move"),
        ("headers", "cub/cub.cuh", b"hipcub/hipcub.hpp", "hipcub/hipcub.hpp"),
        ("namespaces", "cub::inner", b"within", "within"),
        ("namespace", "cub::inner", b"within", "within"),
        ("header", "cub::inner", b"within", "within"),
    ],
)
def test_a_member_of_a_namespace_becomes_a_member_of_what_that_becomes(
    table: str, name: str, to: bytes | None, target: str | None
) -> None:
    assert entries.target_of(entries.ruleset(), table, name, Name(to, "")) == target


# --- rule files as they are written -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('cudaFree = "x"', "cudaFree"),
        ('cuda-free_2="x"', "cuda-free_2"),
        ('  "a/b.h"   = "x"', "a/b.h"),
        (r'"say \"a\"" = "x"', 'say "a"'),
        ("'a/b.h' = 'x'", "a/b.h"),
        ('a = { review = "b = c" }', "a"),
    ],
)
def test_keys_are_read_in_every_form(line: str, name: str) -> None:
    assert entries.read(f"[names]\n{line}\n").lines == {("names", name): 2}


@pytest.mark.parametrize("line", ["# a = 3", "", '"a"', "a.b = 3"])
def test_what_is_no_key_on_its_own_is_not_read(line: str) -> None:
    assert entries.read(f"[names]\n{line}\n").lines == {}


def test_a_file_is_read_table_by_table() -> None:
    text = (
        MADE.format("rules/facts/a/b.toml")
        + """\
library = "Acme"
namespace = "acme"

[unknown]
u = "x"

[names]
a = "b"
[headers]
"a.h" = "b.h"

[namespaces]
"a::b" = "c"

[before."7.2"]
c = "d"

[historic]
a = "11.8"
"b" = 'any'

[[rule]]
id = "Z001"
name = "zebra"
call = "x"
  [[rule.test]]
  name = "indented"
[[rule.test]]
name = "not indented"

[[message]]
name = 'lion'
"""
    )
    assert entries.read(text) == entries.Written(
        title="Acme",
        namespace="acme",
        lines={("names", "acme::a"): 9, ("headers", "a.h"): 11, ("namespaces", "a::b"): 14},
        rules={"zebra": 25, "lion": 33},
        historic={"acme::a": "11.8", "acme::b": "any"},
        source="rules/facts/a/b.toml",
    )


def test_what_stands_in_a_table_is_not_the_files_own() -> None:
    written = entries.read('\n[names]\nlibrary = "x"\nnamespace = "y"\n')
    assert (written.title, written.namespace) == ("", "")
    assert written.lines == {("names", "library"): 3, ("names", "namespace"): 4}


def test_each_place_of_a_name_is_told_the_one_that_wins_last(small: Path, tmp_path: Path) -> None:
    inline = 'names = { cudaFree = "x", "a b" = "y" }\n'
    own = put(tmp_path / "a.toml", f'namespace = "acme"\n{inline}headers = {{ "cuda.h" = "mine.h" }}\n')
    found = entries.places([own])
    assert [place for place, _ in found["names", "cudaFree"]] == [Place(0, small / "runtime.toml", 9)]
    assert [place for place, _ in found["names", "acme::cudaFree"]] == [Place(1, own, 1)]
    assert [place for place, _ in found["names", "acme::a b"]] == [Place(1, own, 1)]
    both = [Place(0, small / "headers.toml", 5), Place(1, own, 1)]
    assert [place for place, _ in found["headers", "cuda.h"]] == both
    assert {written.namespace for _, written in found["names", "acme::cudaFree"]} == {"acme"}


def test_each_rule_has_the_place_of_the_layer_that_wins(small: Path, tmp_path: Path) -> None:
    own = put(
        tmp_path / "own" / "a.toml", '[[rule]]\nname = "typed"\n[[rule]]\nid = "Z001"\nname = "zebra"\n'
    )
    found = entries.rule_places([tmp_path / "own"])
    assert (found["typed"], found["zebra"]) == (Place(1, own, 2), Place(1, own, 5))
    assert found["many-arguments"] == Place(0, small / "calls.toml", 3)
    assert "no-counterpart" in found
