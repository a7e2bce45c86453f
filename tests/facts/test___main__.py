"""The command that derives the name tables: its options, what it writes and what it says."""

from __future__ import annotations

import runpy
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import snapshot
from helpers.facts import facts, hints_of, scope_of, written

from hipify_py.facts import __main__ as command
from hipify_py.facts import gather

if TYPE_CHECKING:
    from hipify_py.facts.gather import Places
    from hipify_py.facts.scope import Scope

SCOPE = r"""
guards = []
plain = 'PLAIN'

[[file]]
name = "runtime"
library = "CUDA runtime API"
headers = ['cuda\.h']
drop = '_.*'
"""
HEADERS = r"""
[namespaces]
cub = "hipcub"

[headers]
"cuda.h" = "hip/hip.h"
"new.h" = "hip/new.h"

[[family]]
match = '(\w+)\.h'
to = ['hip/\1.h']
"""
TEMPLATES = """
[[file]]
name = "cub"
library = "CUB"
namespace = "cub"
becomes = "hipcub"
"""
HINTS = '[names]\ncudaOdd = { to = "hipGo", differs = "it is odd" }\ncudaNone = { review = "none" }\n'


def folder(root: Path, more: str = "") -> Path:
    """Make a folder of rules with the facts that they follow from."""
    known = root / "facts"
    hints_of(known / "hints", core=HINTS)
    scope_of(known, SCOPE)
    (known / "headers.toml").write_text(HEADERS)
    (known / "templates.toml").write_text(TEMPLATES)
    names = filter(None, ("cudaGo", "cudaSame", "cudaOdd", "cudaNone", more))
    functions = [f"{name}|function|cuda.h|int ()" for name in names]
    paths = ["cuda.h|header||", "new.h|header||"]
    written(known / "cuda.tsv", {"13.0": facts(*functions, *paths, "cub::Sum|type|cub.h|struct")})
    hip = ["hipGo|function|hip/hip.h|int ()", "cudaSame|function|hip/hip.h|int ()", "hip/hip.h|header||"]
    old = facts(*hip, "hipcub::Sum|type|hipcub/a.h|struct")
    written(known / "rocm.tsv", {"6.4": old, "7.2": old | facts("hip/new.h|header||")})
    return root


def test_the_tables_are_derived_again_from_the_facts_that_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--rules", str(folder(tmp_path))]) == 0
    made = {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in tmp_path.glob("*.toml")}
    assert made == {
        "runtime.toml": {
            "library": "CUDA runtime API",
            "names": {
                "cudaGo": "hipGo",
                "cudaSame": "cudaSame",
                "cudaOdd": {"to": "hipGo", "differs": "it is odd"},
                "cudaNone": {"review": "none"},
            },
        },
        "cub.toml": {"library": "CUB", "namespace": "cub", "names": {"Sum": "Sum"}},
        "versions.toml": {"library": "versions of libraries"},
        "headers.toml": {
            "library": "include paths and namespaces",
            "headers": {"cuda.h": "hip/hip.h", "new.h": "hip/new.h"},
            "namespaces": {"cub": "hipcub"},
            "before": {"7.2": {"new.h": {"to": "hip/new.h", "since": "7.2"}}},
        },
    }
    first, *rest = capsys.readouterr().out.splitlines()
    head, _, counts = first.rpartition(": ")
    assert head == "runtime: 4 names"
    assert set(counts.split(", ")) == {"1 renamed", "1 same", "1 differs", "1 review"}
    assert not any(rest)


def test_what_may_be_chosen_is_derived_from_hints_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = folder(tmp_path)
    names = "".join(f'{name} = "hipGo"\n' for name in ("cudaGo", "cudaSame", "cudaOdd", "cudaNone"))
    hints_of(rules / "facts" / "odd", runtime=f"[names]\n{names}")
    hints_of(rules / "facts" / "bad", runtime='[names]\ncudaGo = "hipGone"\n')
    assert command.main(["--rules", str(rules)]) == 1
    text = (rules / "odd" / "runtime.toml").read_text(encoding="utf-8")
    assert text.splitlines()[0].endswith("and rules/facts/odd/runtime.toml: change that instead.")
    assert set(tomllib.loads(text)["names"].values()) == {"hipGo"}
    assert "problem: no such name in ROCm: cudaGo -> hipGone" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        (
            "hints/core.toml",
            HINTS + 'cudaGone = "hipGo"\n',
            "hint for a name that no header declares: cudaGone",
        ),
        (
            "headers.toml",
            HEADERS.replace("hip/new.h", "hip/gone.h"),
            "no such header in ROCm: new.h -> hip/gone.h",
        ),
        ("templates.toml", TEMPLATES.replace("hipcub", "gone"), "cub: undecided: Sum"),
    ],
)
def test_what_is_left_to_a_person_is_said_and_fails(
    path: str, text: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder(tmp_path) / "facts" / path).write_text(text)
    assert command.main(["--rules", str(tmp_path)]) == 1
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("problem: ")]
    assert said == [f"problem: {problem}"]


def test_a_name_that_nobody_decided_is_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--rules", str(folder(tmp_path, "cudaNew"))]) == 1
    assert "problem: undecided in runtime: cudaNew function cuda.h int ()\n" in capsys.readouterr().out


def test_headers_are_read_first_where_they_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Places, Scope, Path]] = []
    monkeypatch.setattr(gather, "run", lambda *given: asked.append(given))
    rules = folder(tmp_path)
    more = ("--cuda", "12.9=a", "--cuda", "13.0=b/c=d", "--rocm", "7.2=e")
    assert command.main(["--rules", str(rules), *more]) == 0
    ((places, scope, facts_folder),) = asked
    assert places == ({"12.9": Path("a"), "13.0": Path("b/c=d")}, {"7.2": Path("e")})
    assert ([file.name for file in scope.files], facts_folder) == (["runtime"], rules / "facts")


def test_header_trees_that_are_none_are_refused_with_what_was_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--rules", str(folder(tmp_path)), "--cuda", f"13.0={tmp_path}", "--rocm", f"7.2={tmp_path}"]
    before = snapshot(tmp_path)
    assert command.main(where) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path}: no include/cuda.h and no include/cuda_runtime.h here")
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rocm", "7.2=x"], "give every release of both sides, --cuda and --rocm"),
        (["--cuda", "13.0=x"], "give every release of both sides, --cuda and --rocm"),
        (["--cuda", "x"], "'x' is not RELEASE=DIR, such as 12.9=/usr/local/cuda"),
        (["--rocm", "new=x"], "'new=x' is not RELEASE=DIR"),
        (["--rocm", "=x"], "'=x' is not RELEASE=DIR"),
    ],
)
def test_half_an_order_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(arguments)
    assert refused.value.code == 2
    assert message in capsys.readouterr().err


def test_the_rules_of_the_checkout_are_meant_unless_others_are_named() -> None:
    found = command.parser().parse_args([]).rules
    assert found == Path(__file__).parents[2] / "rules"
    assert (found / "facts" / "scope.toml").is_file()


def test_it_is_run_by_the_name_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["facts", "--rules", str(folder(tmp_path))])
    monkeypatch.delitem(sys.modules, "hipify_py.facts.__main__")
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("hipify_py.facts", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("runtime: 4 names: ")


def test_more_releases_of_rocm_than_are_compared_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = folder(tmp_path)
    known = {release: facts("hipGo|function|hip.h|int ()") for release in ("6.4", "7.0", "7.2")}
    written(rules / "facts" / "rocm.tsv", known)
    before = snapshot(tmp_path)
    assert command.main(["--rules", str(rules)]) == 2
    assert "3 releases of ROCm; the newest is compared with one older" in capsys.readouterr().err
    assert snapshot(tmp_path) == before
