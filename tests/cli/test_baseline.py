"""Adopting hipify-py in a repository that has findings: as a user would."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from helpers.command import ERROR, KERNEL, WARNING, drop_rights, put, report, run, snapshot

from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_FINDINGS, EXIT_USAGE

NEW = "void g() { cudaGraphConditionalHandleCreate(&h, 1); }\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    put(tmp_path / "src" / "a.cu", ERROR + KERNEL + ERROR)
    put(tmp_path / "src" / "b.cu", WARNING)
    return tmp_path


def test_a_project_starts_with_what_it_has_and_fails_on_what_is_new(here: Path) -> None:
    assert run("check", "src", cwd=here).code == EXIT_FINDINGS
    done = run("baseline", "write", "src", cwd=here)
    assert (done.code, done.out) == (0, "hipify-baseline.json: written; 3 findings in 2 files\n")
    assert run("check", "src", cwd=here).code == EXIT_FINDINGS  # nobody has named it
    put(here / "hipify.toml", 'baseline = "hipify-baseline.json"\n')
    done = run("check", "src", cwd=here)
    assert done.code == 0
    assert "Findings\n       2  known, by the baseline\n\nNo line carries" in done.out
    put(here / "src" / "a.cu", "// moved\n\n" + ERROR + NEW + KERNEL + ERROR)
    done = run("check", "src", "-q", cwd=here)
    assert (done.code, done.out.count("\n")) == (EXIT_FINDINGS, 1)
    assert done.out.startswith("src/a.cu:4:12: error N001 cudaGraphConditionalHandleCreate has no HIP")
    assert run("check", "src", "--isolated", "-q", cwd=here).out.count("\n") == 4  # one of them a place


def test_json_has_the_known_ones_apart(here: Path) -> None:
    run("baseline", "write", "src", "--baseline", "ci/base.json", cwd=here)
    put(here / "src" / "b.cu", NEW)
    value = report("check", "src", "--baseline", "ci/base.json", cwd=here)
    assert (value["summary"]["known"], value["summary"]["stale"], value["summary"]["findings"]["total"]) == (
        1,
        1,
        1,
    )
    found = {file["path"]: (len(file["known"]), len(file["findings"])) for file in value["files"]}
    assert found == {"src/a.cu": (1, 0), "src/b.cu": (0, 1)}
    assert report("check", "src", cwd=here)["summary"]["stale"] is None


def test_pruning_makes_the_ratchet_catch(here: Path) -> None:
    put(here / "hipify.toml", 'baseline = "base.json"\n')
    run("baseline", "write", "src", cwd=here)
    put(here / "src" / "b.cu", "int x;\n")
    done = run("check", "src", cwd=here)
    assert "       1  in the baseline alone: take them out with hipify-py baseline prune\n" in done.out
    done = run("baseline", "prune", "src", cwd=here)
    assert (done.code, done.out) == (0, "base.json: 1 taken out; 2 findings in 1 file\n")
    put(here / "src" / "b.cu", WARNING)
    assert run("check", "src", cwd=here).code == EXIT_FINDINGS
    before = snapshot(here)
    assert run("baseline", "prune", "src", cwd=here).out.startswith("base.json: 0 taken out; ")
    assert snapshot(here) == before


def test_what_is_ignored_is_not_written(here: Path) -> None:
    run("baseline", "write", "src", "--ignore", "D", cwd=here)
    assert list(json.loads((here / "hipify-baseline.json").read_text())["files"]) == ["src/b.cu"]


def test_writing_twice_changes_nothing_and_a_conversion_compares_too(here: Path) -> None:
    run("baseline", "write", "src", cwd=here)
    before = snapshot(here)
    run("baseline", "write", "src", cwd=here)
    assert snapshot(here) == before
    given = ("--baseline", "hipify-baseline.json", "--fail-on", "note")
    done = run("convert", "src", "-o", "out", *given, cwd=here)
    assert (done.code, (here / "out" / "a.cu").exists()) == (0, True)


def test_a_file_that_fails_is_named_and_the_others_are_written(here: Path) -> None:
    put(here / "src" / "c.cu", b"\xff\xfea\x00")
    done = run("baseline", "write", "src", cwd=here)
    assert done.code == EXIT_FILES
    failed, said = done.out.splitlines()
    assert failed.startswith("src/c.cu: error F001 UTF-16 text")
    assert said == "hipify-baseline.json: written; 3 findings in 2 files"


def known(here: Path) -> dict[str, int]:
    files = json.loads((here / "hipify-baseline.json").read_text())["files"]
    return {path: sum(one["count"] for one in entries) for path, entries in files.items()}


def test_what_is_known_of_a_file_that_fails_stays(here: Path) -> None:
    run("baseline", "write", "src", cwd=here)
    put(here / "src" / "a.cu", b"\xff\xfea\x00")
    put(here / "src" / "b.cu", WARNING + NEW)
    done = run("baseline", "write", "src", cwd=here)
    assert done.code == EXIT_FILES
    assert done.out.splitlines()[-1] == (
        "hipify-baseline.json: written; "
        "4 findings in 2 files, 2 of them as before, as not every file was read"
    )
    assert known(here) == {"src/a.cu": 2, "src/b.cu": 2}


def test_a_path_that_is_not_there_takes_nothing_out(here: Path) -> None:
    run("baseline", "write", "src", cwd=here)
    before = snapshot(here)
    done = run("baseline", "write", "scr", cwd=here)
    assert (done.code, snapshot(here)) == (EXIT_FILES, before)
    assert done.out.splitlines()[-1] == "hipify-baseline.json: not written: nothing was read"
    done = run("baseline", "write", "src/a.cu", "src/c.cu", cwd=here)
    assert (done.code, known(here)) == (EXIT_FILES, {"src/a.cu": 2, "src/b.cu": 1})
    run("baseline", "write", "src/a.cu", cwd=here)  # as it was meant
    assert known(here) == {"src/a.cu": 2}


def test_a_file_that_is_gone_is_not_kept_and_no_baseline_is_made_of_nothing(here: Path) -> None:
    run("baseline", "write", "src", cwd=here)
    (here / "src" / "b.cu").unlink()
    assert run("baseline", "write", "src", "scr", cwd=here).code == EXIT_FILES
    assert known(here) == {"src/a.cu": 2}
    assert run("baseline", "write", "scr", "--baseline", "other.json", cwd=here).code == EXIT_FILES
    assert not (here / "other.json").exists()


def test_what_cannot_be_kept_is_not_written_over(here: Path) -> None:
    put(here / "hipify-baseline.json", '{"baseline": 9}')
    before = snapshot(here)
    done = run("baseline", "write", "src", "scr", cwd=here)
    assert (done.code, snapshot(here)) == (EXIT_FILES, before)
    said = done.out.splitlines()[-1]
    assert said.startswith(
        "hipify-baseline.json: not written: files could not be read, nor what is known of "
    )
    assert said.endswith("them: a baseline in form 9; mend what failed, or remove the baseline")
    assert run("baseline", "write", "src", cwd=here).code == 0


def test_a_baseline_that_makes_no_sense_ends_the_run_before_anything_is_written(here: Path) -> None:
    put(here / "base.json", '{"baseline": 9}')
    before = snapshot(here)
    done = run("convert", "src", "-i", "--baseline", "base.json", cwd=here)
    assert (done.code, done.out, snapshot(here)) == (EXIT_USAGE, "", before)
    assert done.err.startswith("Error: base.json: a baseline in form 9; ")
    done = run("check", "src", "--baseline", "none.json", cwd=here)
    assert (done.code, done.err.startswith("Error: none.json: there is no such baseline; ")) == (
        EXIT_USAGE,
        True,
    )
    assert run("baseline", "prune", "src", "--baseline", "none.json", cwd=here).code == EXIT_USAGE


def test_a_baseline_of_a_foreign_tree_stays_in_it(here: Path) -> None:
    put(here / "src" / "hipify.toml", 'baseline = "../base.json"\n')
    done = run("check", "src", cwd=here)
    assert (done.code, "leads out of" in done.err) == (EXIT_USAGE, True)


def test_what_cannot_be_written_is_said(here: Path) -> None:
    (here / "locked").mkdir(mode=0o500)
    done = run("baseline", "write", "src", "--baseline", "locked/b.json", cwd=here, before=drop_rights)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err.startswith("Error: locked/b.json: cannot write: Permission denied")
    done = run("baseline", "write", "-", cwd=here)
    assert (done.code, "a baseline is of files: give no -" in done.err) == (EXIT_USAGE, True)


@pytest.mark.parametrize("name", ["src/a.cu", "hard.json", "link.json", "pipe", "usual"])
@pytest.mark.parametrize("command", ["write", "prune"])
def test_a_baseline_takes_the_place_of_nothing_else(here: Path, name: str, command: str) -> None:
    os.link(here / "src" / "a.cu", here / "hard.json")
    run("baseline", "write", "src", "--baseline", "real.json", cwd=here)
    (here / "link.json").symlink_to("real.json")
    (here / "hipify-baseline.json").symlink_to("real.json")
    os.mkfifo(here / "pipe")
    put(here / "src" / "b.cu", "int x;\n")  # so that pruning has something to take out
    before = snapshot(here / "src"), (here / "real.json").read_bytes()
    given = () if name == "usual" else ("--baseline", name)
    done = run("baseline", command, "src", *given, cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert any(said in done.err for said in ("cannot write the baseline: ", "cannot read this", "no JSON: "))
    assert (snapshot(here / "src"), (here / "real.json").read_bytes()) == before
    assert (here / "link.json").is_symlink()
    assert (here / "hipify-baseline.json").is_symlink()
    assert (here / "pipe").is_fifo()


USE = "float f{n}(cudaTextureObject_t t) {{ return tex2D<float>(t, {n}, 2); }}\n"


def uses(*numbers: int) -> str:
    return "".join("__device__ " + USE.format(n=number) for number in numbers)


def test_of_a_cause_the_place_that_is_new_is_told_and_no_other(tmp_path: Path) -> None:
    put(tmp_path / "hipify.toml", 'baseline = "base.json"\n')
    put(tmp_path / "src" / "a.cu", uses(1, 2))
    assert run("baseline", "write", "src", cwd=tmp_path).out == "base.json: written; 2 findings in 1 file\n"
    put(tmp_path / "src" / "a.cu", "int moved;\n" + uses(1, 3, 2))
    done = run("check", "src", "-q", cwd=tmp_path)
    assert (done.code, done.out.count("\n")) == (EXIT_FINDINGS, 1)
    assert done.out.startswith("src/a.cu:3:53: error M069 tex2D does not compile")
    put(tmp_path / "src" / "a.cu", uses(4, 1, 2, 5))
    assert [line.split()[0] for line in run("check", "src", "-q", cwd=tmp_path).out.splitlines()] == [
        "src/a.cu:1:53:",
        "src/a.cu:4:53:",
    ]


@pytest.mark.parametrize("left", [(1,), (2,), (2, 1), ()])
def test_what_is_left_of_a_cause_is_known_whichever_place_it_is(
    tmp_path: Path, left: tuple[int, ...]
) -> None:
    put(tmp_path / "hipify.toml", 'baseline = "base.json"\n')
    put(tmp_path / "src" / "a.cu", uses(1, 2))
    run("baseline", "write", "src", cwd=tmp_path)
    put(tmp_path / "src" / "a.cu", uses(*left))
    assert run("check", "src", "-q", cwd=tmp_path).code == 0


def test_one_place_more_that_looks_the_same_is_new(tmp_path: Path) -> None:
    put(tmp_path / "hipify.toml", 'baseline = "base.json"\n')
    put(tmp_path / "src" / "a.cu", uses(1))
    run("baseline", "write", "src", cwd=tmp_path)
    put(tmp_path / "src" / "a.cu", uses(1, 1))
    assert run("check", "src", "-q", cwd=tmp_path).code == EXIT_FINDINGS
