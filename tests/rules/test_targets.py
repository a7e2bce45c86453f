"""What a user's own entries put into sources: what no source can hold, and what the next run would change."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.model import RuleError
from hipify_py.rules import compile as compiler
from hipify_py.rules.layers import BASE, Entry, Key
from hipify_py.rules.load import builtin_folder, load
from hipify_py.rules.targets import check_chains, check_target
from hipify_py.rules.toml import contents

SHIPPED = """
[names]
cudaFree = "hipFree"
cudaMalloc = "hipMalloc"
[headers]
"cuda.h" = "hip/hip_runtime_api.h"
"""


@pytest.fixture(autouse=True)
def _shipped(engine: Path) -> None:
    """Put a few names in the place of all that ship, which take their time to compile."""
    put(engine / "names.toml", SHIPPED)


def refused(tmp_path: Path, text: str) -> str:
    path = put(tmp_path / "own.toml", text)
    with pytest.raises(RuleError) as caught:
        load(path)
    return str(caught.value).removeprefix(f"{path}:")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[names]\nA = "B"\nB = "A"\n', "2: A: the target B becomes A in its turn ({0}:3), so the next run"),
        ('[names]\nA = "B"\nB = "C"\nC = "A"\n', "2: A: the target B becomes C in its turn ({0}:3)"),
        ('[names]\nA = "B"\nB = { drop = "why" }\n', "2: A: the target B is taken out in its turn ({0}:3)"),
        ('[names]\nA = { to = "B", differs = "x" }\nB = "C"\n', "2: A: the target B becomes C"),
        ('[names]\nA = "cudaFree"\n', "2: A: the target cudaFree becomes hipFree in its turn, so"),
        (
            '[names]\nhipFree = "cudaFree"\n',
            "2: hipFree: the target cudaFree becomes hipFree in its turn, so",
        ),
        (
            '[names]\ncudaFree = "cudaMalloc"\ncudaMalloc = "cudaFree"\n',
            "2: cudaFree: the target cudaMalloc becomes cudaFree in its turn ({0}:3)",
        ),
        ('namespace = "n"\n[names]\nA = "B"\nB = "A"\n', "3: A: the target B becomes A in its turn ({0}:4)"),
        ('[headers]\n"a.h" = "b.h"\n"b.h" = "c.h"\n', "2: a.h: the target b.h becomes c.h in its turn"),
        ('[headers]\n"a.h" = "cuda.h"\n', "2: a.h: the target cuda.h becomes hip/hip_runtime_api.h in its"),
        ('[namespaces]\n"a" = "b::c"\n"b" = "d"\n', "2: a: the target b::c becomes d::c in its turn ({0}:3)"),
        ('[namespaces]\n"a" = "a::a"\n', "2: a: the target a::a becomes a::a::a in its turn ({0}:2)"),
    ],
)
def test_what_the_next_run_would_change_again_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert refused(tmp_path, text).startswith(said.format(tmp_path / "own.toml"))


@pytest.mark.parametrize(
    "text",
    [
        '[names]\nA = "A"\n',
        '[names]\nA = "hipFree"\n',
        '[names]\nA = "B"\nB = "B"\n',
        '[names]\nA = "B"\nB = { review = "look at it" }\n',
        '[names]\nA = "acme::hip::copy"\nB = "f(1, \\"x\\")[0]"\nC = "(C)"\n',
        '[names]\nA = { drop = "why" }\n',
        'namespace = "n"\n[names]\nA = "cudaFree"\n',
        '[headers]\n"a b.h" = "c d.h"\n',
        '[namespaces]\n"a" = "b::a"\n"a::c" = "b::c"\n',
    ],
)
def test_what_is_settled_is_taken(tmp_path: Path, text: str) -> None:
    load(put(tmp_path / "own.toml", text))


@pytest.mark.parametrize("form", ['"{}"', '{{ to = "{}", differs = "x" }}'])
@pytest.mark.parametrize(
    ("table", "target", "why"),
    [
        ("names", r"a\nb", "has a line end"),
        ("names", r"a\r", "has a line end"),
        ("names", r"a\u0000", "has a line end"),
        ("names", r"a\u202eb", "has a line end or another control character"),
        ("names", "a /* b", "begins a comment"),
        ("names", "a // b", "begins a comment"),
        ("names", "a(", "has a bracket or a quote that stays open"),
        ("names", "a)(", "has a bracket or a quote that stays open"),
        ("names", "(a]", "has a bracket or a quote that stays open"),
        ("names", r"\"a", "has a bracket or a quote that stays open"),
        ("names", "'", "has a bracket or a quote that stays open"),
        ("headers", "b.h>", "is no path"),
        ("headers", r"b.h\"", "is no path"),
        ("headers", r"b.h\n#error", "has a line end"),
        ("namespaces", "a::", "is no namespace"),
        ("namespaces", "a b", "is no namespace"),
    ],
)
def test_what_no_source_can_hold_is_refused(
    tmp_path: Path, table: str, target: str, why: str, form: str
) -> None:
    said = refused(tmp_path, f"[{table}]\nkey = {form.format(target)}\n")
    assert said.startswith("2: key: the target ")
    assert why in said
    assert len(said) < 200


def test_those_that_ship_count_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert refused(tmp_path, '[names]\nA = "cudaFree"\n').startswith(
        "2: A: the target cudaFree becomes hipFree in its turn, so"
    )


def test_those_that_ship_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[dict[Key, Entry]] = []
    monkeypatch.setattr(compiler, "check_chains", lambda found, _: kept.append(found))
    paths = sorted(builtin_folder().glob("*.toml"))
    compiler.compile_rules(tuple((BASE, path, contents(path, "rule file")) for path in paths), "7.2")
    (found,) = kept
    check_chains(found, BASE)
    for (table, key), entry in found.items():
        if table in {"names", "headers", "namespaces"}:
            check_target(entry.where, table, key, entry.value)
    assert len(found) > 17_000
