"""The rule files that facts and hints come to, and what is left to a person."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from helpers.facts import facts, hints_of, scope_of

from hipify_py.facts import rulefiles

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.hints import Value
    from hipify_py.facts.rulefiles import Made
    from hipify_py.facts.table import Facts

SCOPE = r"""
guards = []
plain = 'PLAIN'

[[file]]
name = "runtime"
library = "CUDA runtime API"
headers = ['cuda/.*']
drop = '_.*'

[[file]]
name = "groups"
library = "cooperative groups"
headers = ['groups/.*']
drop = '_.*'
within = "cooperative_groups"
"""
GO, HIP_GO = "cudaGo|function|cuda/a.h|int (int)", "hipGo|function|hip/a.h|int (int)"


def made(folder: Path, cuda: dict[str, Facts], rocm: dict[str, Facts], hints: str = "", **files: str) -> Made:
    known = hints_of(folder / "hints", core=hints, **files)
    return rulefiles.derive(cuda, rocm, scope_of(folder, SCOPE), known)


def one(folder: Path, cuda: tuple[str, ...], rocm: tuple[str, ...], hints: str = "") -> Made:
    """Derive from one release of each side."""
    return made(folder, {"13.0": facts(*cuda)}, {"7.2": facts(*rocm)}, hints)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("a", "a", "same"),
        ("a", "b", "renamed"),
        ("a", {"to": "a", "differs": "c"}, "differs"),
        ("a", {"review": "c"}, "review"),
    ],
)
def test_what_an_entry_does_with_a_name(name: str, value: Value, said: str) -> None:
    assert rulefiles.sort((name, value)) == said


def test_the_newest_release_is_so_by_its_numbers() -> None:
    assert rulefiles.newest_of(["6.4", "10.0", "9.12"]) == "10.0"


def test_facts_of_several_releases_are_put_together_once() -> None:
    merged = rulefiles.merge([facts(GO), facts(GO, "cudaGo|function|cuda/a.h|int ()", HIP_GO)])
    assert {name: [fact.detail for fact in found] for name, found in merged.items()} == {
        "cudaGo": ["int (int)", "int ()"],
        "hipGo": ["int (int)"],
    }


def test_what_a_choice_makes_of_a_name_is_told_without_it(tmp_path: Path) -> None:
    hint = '[names]\ncudaGo = { review = "no counterpart" }\n'
    plain = one(tmp_path / "a", (GO,), (HIP_GO,), hint)
    rulefiles.tell_of_choice(plain, one(tmp_path / "b", (GO,), (HIP_GO,)), "other")
    (entries,) = (file for file in plain.files.values() if "cudaGo" in file)
    assert entries["cudaGo"] == {"review": rulefiles.CHOSEN.format(choice="other", to="hipGo")}
    again = one(tmp_path / "b", (GO,), (HIP_GO,))
    rulefiles.tell_of_choice(again, plain, "other")
    assert again.files == one(tmp_path / "b", (GO,), (HIP_GO,)).files


def test_every_public_name_of_every_cuda_goes_to_its_file(tmp_path: Path) -> None:
    cuda = {
        "12.9": facts(GO, "_cudaGo|function|cuda/a.h|int ()", "PLAIN|macro|cuda/a.h|1"),
        "13.0": facts(
            "cooperative_groups::sync|function|groups/a.h|int ()",
            "otherGo|function|other/a.h|int ()",
            "cudaNone|function|cuda/a.h|int ()",
        ),
    }
    hip = facts(HIP_GO, "cooperative_groups::sync|function|hip/g.h|int ()")
    hints = '[names]\ncudaNone = { review = "no such thing" }\n'
    found = made(tmp_path, cuda, {"7.2": hip}, hints)
    assert found.problems == []
    assert found.files == {
        "runtime": {"cudaGo": "hipGo", "cudaNone": {"review": "no such thing"}},
        "groups": {"sync": "sync"},
    }


@pytest.mark.parametrize(
    ("cuda", "hints", "problem"),
    [
        ((GO, "cudaNone|macro|cuda/a.h|1"), "", "undecided in runtime: cudaNone macro cuda/a.h 1"),
        ((GO,), '[names]\ncudaGo = "hipGone"\n', "no such name in ROCm: cudaGo -> hipGone"),
        (
            (GO,),
            '[historic.runtime."11.8"]\ncudaOld = { to = "hipGone", differs = "x" }\n',
            "no such name in ROCm: cudaOld -> hipGone",
        ),
        ((GO,), '[names]\ncudaOld = "hipGo"\n', "hint for a name that no header declares: cudaOld"),
        (
            (GO,),
            '[historic.runtime."11.8"]\ncudaGo = "hipGo"\n',
            "historic name that a header still declares: cudaGo",
        ),
        (
            ("cudaGo|function|cuda/a.h|int (int, int)",),
            "",
            "counts: CUDA 13.0 cudaGo int (int, int) -> ROCm 7.2 hipGo int (int)",
        ),
        (
            ("cudaGo|function|cuda/a.h|int (char *)",),
            "",
            "types at (0,): CUDA 13.0 cudaGo int (char *) -> ROCm 7.2 hipGo int (int)",
        ),
    ],
)
def test_what_a_person_has_to_decide(cuda: tuple[str, ...], hints: str, problem: str, tmp_path: Path) -> None:
    assert one(tmp_path, cuda, (HIP_GO,), hints).problems == [problem]


@pytest.mark.parametrize(
    "hints",
    [
        "[[shape]]\nmatch = 'cudaGo'\n",
        "[[difference]]\nmatch = 'cudaGo'\ndiffers = 'it takes one'\n",
        '[names]\ncudaGo = { to = "hipGo", differs = "it takes one" }\n',
    ],
)
def test_a_function_that_does_not_fit_is_only_noted_where_a_person_spoke_of_it(
    hints: str, tmp_path: Path
) -> None:
    found = one(tmp_path, ("cudaGo|function|cuda/a.h|int (int, int)",), (HIP_GO,), hints)
    assert found.problems == []
    assert found.notes == ["counts: CUDA 13.0 cudaGo int (int, int) -> ROCm 7.2 hipGo int (int)"]


@pytest.mark.parametrize(("number", "notes"), [("1", []), ("2", ["value: CUDA 13.0 cudaA = 1, hipA = 2"])])
def test_another_number_of_a_constant_is_noted(number: str, notes: list[str], tmp_path: Path) -> None:
    cuda = ("cudaK|type|cuda/a.h|enum", "cudaA|enumerator|cuda/a.h|1 cudaK")
    rocm = ("hipK|type|hip/a.h|enum", f"hipA|enumerator|hip/a.h|{number} hipK")
    found = one(tmp_path, cuda, rocm)
    assert (found.files["runtime"]["cudaA"], found.notes, found.problems) == ("hipA", notes, [])


def test_a_target_may_be_a_name_that_no_header_declares_or_a_member_of_the_groups(tmp_path: Path) -> None:
    hints = 'undeclared = ["uint32_t"]\n[names]\ncudaGo = "uint32_t"\ncudaSync = "sync"\n'
    cuda = (GO, "cudaSync|function|cuda/a.h|int ()")
    found = one(tmp_path, cuda, ("cooperative_groups::sync|function|hip/g.h|int ()",), hints)
    assert found.problems == []


def test_historic_names_are_entries_with_the_last_cuda_that_had_them(tmp_path: Path) -> None:
    hints = '[historic.runtime."11.8"]\ncudaOld = "hipGo"\n[historic.runtime."10.2"]\ncudaOlder = "hipGo"\n'
    found = one(tmp_path, (GO,), (HIP_GO,), hints)
    assert found.files["runtime"] == {"cudaGo": "hipGo", "cudaOld": "hipGo", "cudaOlder": "hipGo"}
    assert found.historic == {"runtime": {"cudaOld": "11.8", "cudaOlder": "10.2"}}
    assert found.problems == []


# --- older releases ---------------------------------------------------------------------------------------


def before(
    folder: Path, newest: tuple[str, ...], older: tuple[str, ...], hints: str = "", cuda: str = GO
) -> tuple[dict[str, Value], Made]:
    """Give what is otherwise for ROCm 6.4, which has something beside `older`."""
    rocm = {"7.2": facts(*newest), "6.4": facts(*older, "hipFree|function|hip/a.h|int ()")}
    found = made(folder, {"13.0": facts(cuda)}, rocm, hints)
    return found.before["7.2"]["runtime"], found


@pytest.mark.parametrize(
    ("older", "value"),
    [
        ((HIP_GO,), {}),
        ((), {"cudaGo": {"to": "hipGo", "since": "7.2"}}),
        (("HIP_GO|function|hip/a.h|int (int)",), {"cudaGo": "HIP_GO"}),
    ],
)
def test_an_older_release_may_lack_a_name_or_spell_it_otherwise(
    older: tuple[str, ...], value: dict[str, Value], tmp_path: Path
) -> None:
    found, whole = before(tmp_path, (HIP_GO,), older)
    assert found == value
    assert (whole.files["runtime"], whole.problems) == ({"cudaGo": "hipGo"}, [])


def test_of_a_library_that_the_older_facts_do_not_hold_nothing_is_said(tmp_path: Path) -> None:
    assert before(tmp_path, ("hipGo|function|hipblaslt/a.h|int (int)",), ())[0] == {}


def test_what_a_person_decided_for_older_releases_is_taken(tmp_path: Path) -> None:
    hints = '[before."7.2"]\ncudaGo = "hipFree"\n[[shape]]\nmatch = "cudaGo"\n'
    assert before(tmp_path, (HIP_GO,), (HIP_GO,), hints)[0] == {"cudaGo": "hipFree"}


@pytest.mark.parametrize(
    ("hints", "notes"),
    [
        ("[[review]]\nmatch = 'cuda.*'\nreason = 'none'\n", ["6.4 has cudaGo as hipGo, 7.2 has not"]),
        ('[names]\ncudaGo = { review = "none" }\n', []),
    ],
)
def test_what_only_an_older_release_has_is_noted_unless_a_person_decided(
    hints: str, notes: list[str], tmp_path: Path
) -> None:
    found, whole = before(tmp_path, (), (HIP_GO,), hints)
    assert (found, whole.notes, whole.problems) == ({}, notes, [])


def test_functions_must_fit_in_older_releases_too(tmp_path: Path) -> None:
    _, whole = before(tmp_path, (HIP_GO,), ("hipGo|function|hip/a.h|int ()",))
    assert whole.problems == ["counts: CUDA 13.0 cudaGo int (int) -> ROCm 6.4 hipGo int ()"]


# --- what is written --------------------------------------------------------------------------------------


def test_the_files_are_written_with_all_their_tables(tmp_path: Path) -> None:
    cuda = {"13.0": facts(GO, "cooperative_groups::sync|function|groups/a.h|int ()")}
    hip = facts(HIP_GO, "cooperative_groups::sync|function|hip/g.h|int ()")
    hints = '[historic.runtime."11.8"]\ncudaOld = "hipGo"\n'
    older = facts("hipFree|function|hip/a.h|int ()", "cooperative_groups::sync|function|hip/g.h|int ()")
    found = made(tmp_path, cuda, {"7.2": hip, "6.4": older}, hints, groups="")
    found.write(tmp_path)
    texts = {name: (tmp_path / f"{name}.toml").read_text(encoding="utf-8") for name in ("runtime", "groups")}
    sources = {name: text.partition(":")[0].rpartition(" ")[2] for name, text in texts.items()}
    assert sources == {"runtime": "rules/facts/hints/core.toml", "groups": "rules/facts/hints/groups.toml"}
    assert {name: tomllib.loads(text) for name, text in texts.items()} == {
        "runtime": {
            "library": "CUDA runtime API",
            "names": {"cudaGo": "hipGo", "cudaOld": "hipGo"},
            "before": {"7.2": {name: {"to": "hipGo", "since": "7.2"} for name in ("cudaGo", "cudaOld")}},
            "historic": {"cudaOld": "11.8"},
        },
        "groups": {
            "library": "cooperative groups",
            "namespace": "cooperative_groups",
            "names": {"sync": "sync"},
        },
    }
