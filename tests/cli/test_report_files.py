"""`--report FORMAT:FILE`, `hipify-py report` and `hipify-py diff`, as a user runs them."""

from __future__ import annotations

import json
import os
import threading
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from helpers.command import ERROR, KERNEL, WARNING, drop_rights, put, report, run, snapshot

from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_FINDINGS, EXIT_USAGE
from hipify_py.cli.report_files import ReportFile, parsed
from hipify_py.report.formats import FORMATS


@pytest.fixture
def here(tmp_path: Path) -> Path:
    put(tmp_path / "src" / "a.cu", ERROR + KERNEL)
    put(tmp_path / "src" / "b.cu", WARNING)
    return tmp_path


def test_a_format_and_a_file() -> None:
    assert parsed("sarif:out/a:b.json") == ReportFile("sarif", "out/a:b.json")
    for wrong in ("sarif", "sarif:", "", ":x", "srif:x"):
        with pytest.raises(ValueError, match=r"write it as FORMAT:FILE|no format named"):
            parsed(wrong)


@pytest.mark.parametrize("style", [*FORMATS])
def test_each_format_is_printed_and_written(here: Path, style: str) -> None:
    out = run("check", "src", "--format", style, "--report", f"{style}:made/deep/x", cwd=here)
    assert out.code == EXIT_FINDINGS
    assert in_file(out.out, style) == (here / "made" / "deep" / "x").read_bytes().decode()


def in_file(printed: str, style: str) -> str:
    """Give what goes to a file of what is printed: of a text what is counted stands first."""
    found, mark, counts = printed.partition("\nFiles\n")
    return f"Files\n{counts}\n{found}" if style == "text" and mark else printed


def test_a_text_in_a_file_begins_with_what_is_counted(here: Path) -> None:
    run("check", "src", "--report", "text:r.txt", "--report", "gcc:r.log", cwd=here)
    lines = (here / "r.txt").read_text().splitlines()
    assert lines[0] == "Files"
    assert lines[-1].startswith("src/b.cu:")
    assert (here / "r.log").read_text().startswith("src/a.cu:")


def test_a_quiet_text_in_a_file_has_findings_alone(here: Path) -> None:
    out = run("check", "src", "-q", "--report", "text:r.txt", cwd=here)
    assert (here / "r.txt").read_text() == out.out


def test_several_reports_at_once(here: Path) -> None:
    given = ("--report", "sarif:r.sarif", "--report", "junit:r.xml", "--report", "json:r.json")
    done = run("convert", "src", "-o", "out", *given, cwd=here)
    assert done.code == 0
    assert "Findings\n" in done.out
    assert json.loads((here / "r.sarif").read_text())["version"] == "2.1.0"
    assert ET.parse(here / "r.xml").getroot().tag == "testsuites"
    assert json.loads((here / "r.json").read_text())["mode"] == "write"


def test_a_report_is_written_beside_a_diff_and_a_pipe(here: Path) -> None:
    assert run("convert", "src", "--diff", "--report", "csv:r.csv", cwd=here).out.startswith("--- a/")
    done = run("convert", "-", "--report", "csv:s.csv", cwd=here, stdin=ERROR.encode())
    assert "asm volatile" in done.out
    assert "<stdin>" in (here / "s.csv").read_text()


def test_conversions_are_not_lost_where_a_report_cannot_be_written(here: Path) -> None:
    (here / "locked").mkdir(mode=0o500)
    given = ("--report", "sarif:locked/r.sarif", "--report", "csv:r.csv", "--report", "json:src")
    done = run("convert", "src", "-o", "out", *given, cwd=here, before=drop_rights)
    assert done.code == EXIT_FILES
    said = done.err.splitlines()
    assert said[0].startswith(
        "hipify-py: locked/r.sarif: cannot write the report: Permission denied: "
    ) or said[0].endswith("cannot write: Permission denied: change the permissions of the file or its folder")
    assert said[1].startswith("hipify-py: src: cannot write the report: Is a directory: name a file")
    assert len(said) == 2
    assert "Findings\n" in done.out
    assert "hipFree" in (here / "out" / "a.cu").read_text()
    assert (here / "r.csv").exists()


def test_no_report_is_written_over_a_source_or_what_came_of_it(here: Path) -> None:
    before = snapshot(here / "src")
    for path in ("src/a.cu", "out/a.cu", "nosuch/../src/a.cu"):
        done = run("convert", "src", "-o", "out", "--report", f"json:{path}", cwd=here)
        assert done.code == EXIT_FILES
        assert done.err == (
            f"hipify-py: {path}: cannot write the report: it is a file of this run; name another one\n"
        )
    assert snapshot(here / "src") == before
    assert "hipFree" in (here / "out" / "a.cu").read_text()


def test_a_report_goes_to_a_pipe_and_through_a_link(here: Path) -> None:
    os.mkfifo(here / "pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append((here / "pipe").read_text()))
    reader.start()
    run("check", "src", "--report", "csv:pipe", cwd=here)
    reader.join(60)
    assert got[0].startswith("path,line,")
    put(here / "real.csv", "")
    (here / "link.csv").symlink_to("real.csv")
    run("check", "src", "--report", "csv:link.csv", cwd=here)
    assert (here / "link.csv").is_symlink()
    assert (here / "real.csv").read_text() == got[0]


def test_a_report_does_not_wait_for_who_reads_a_pipe(here: Path) -> None:
    os.mkfifo(here / "pipe")
    done = run("check", "src", "--report", "csv:pipe", cwd=here)
    assert done.code == EXIT_FILES
    assert done.err.startswith("hipify-py: pipe: cannot write the report: ")
    assert "Findings\n" in done.out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("srif:x", "Invalid value for '--report': no format named 'srif'; did you mean sarif?"),
        (
            "yaml:x",
            f"no format named 'yaml'; use one of {', '.join(FORMATS)}",
        ),
        ("x", "'x': write it as FORMAT:FILE, such as sarif:hipify.sarif"),
        ("json:-", "'json:-': a report goes to a file, and what is printed is one form; print one form with"),
    ],
)
def test_wrong_usage(here: Path, given: str, said: str) -> None:
    done = run("check", "src", "--report", given, cwd=here)
    assert (done.code, done.out, said in done.err) == (EXIT_USAGE, "", True)


def test_what_stands_for_standard_output_is_no_file_but_may_name_one(here: Path) -> None:
    run("check", "src", "--report", "json:-", cwd=here)
    assert not (here / "-").exists()
    run("check", "src", "--report", "json:./-", cwd=here)
    assert (here / "-").exists()
    put(here / "ci.toml", 'report = ["json:-"]\n')
    done = run("check", "src", "--config", "ci.toml", cwd=here)
    assert done.err.startswith("Error: ci.toml:1: report: 'json:-': a report goes to a file")
    assert "print one form with --format json" in done.err


def test_a_report_can_stand_in_settings_that_are_named(here: Path) -> None:
    put(here / "ci" / "port.toml", 'report = ["csv:out/r.csv"]\n')
    assert run("check", "src", "--config", "ci/port.toml", cwd=here).code == EXIT_FINDINGS
    assert (here / "ci" / "out" / "r.csv").exists()
    put(here / "hipify.toml", 'report = ["csv:r.csv"]\n')
    assert "says what is written or run" in run("check", "src", cwd=here).err
    put(here / "ci" / "port.toml", 'report = ["srif:r.csv"]\n')
    done = run("check", "src", "--config", "ci/port.toml", cwd=here)
    assert done.err == "Error: ci/port.toml:1: report: no format named 'srif'; did you mean sarif?\n"
    shown = run("config", "show", "--report", "csv:a.csv", "--isolated", cwd=here).out
    assert 'report = ["csv:a.csv"]' in shown


# --- later -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [name for name, one in FORMATS.items() if not one.both_sides])
def test_a_kept_report_says_the_same_later(here: Path, style: str) -> None:
    now = run("check", "src", "--format", style, "--report", "json:r.json", cwd=here).out
    done = run("report", "r.json", "--format", style, "--report", f"{style}:again", cwd=here)
    assert (done.code, done.err) == (0, "")
    assert done.out == now
    assert (here / "again").read_bytes().decode() == in_file(now, style)


def test_a_kept_report_is_quiet_when_asked(here: Path) -> None:
    quiet = run("check", "src", "-q", "--report", "json:r.json", cwd=here).out
    assert run("report", "r.json", "-q", cwd=here).out == quiet


def test_a_report_that_was_cut_short(here: Path) -> None:
    run("check", "src", "--report", "json:r.json", cwd=here)
    whole = (here / "r.json").read_text()
    put(here / "r.json", whole[: len(whole) // 2])
    for command in (("report", "r.json"), ("diff", "r.json", "r.json")):
        done = run(*command, cwd=here)
        assert (done.code, done.out) == (EXIT_USAGE, "")
        assert done.err.startswith("Error: r.json: no JSON: ")
        assert "it may be cut short: write it anew with --format json" in done.err
    assert run("report", "none.json", cwd=here).code == EXIT_USAGE


def test_progress_between_two_runs(here: Path) -> None:
    run("check", "src", "--report", "json:old.json", cwd=here)
    put(here / "src" / "a.cu", "// moved\n" + ERROR + ERROR.replace("1;", "2;"))
    put(here / "src" / "b.cu", "int x;\n")
    value = report("check", "src", "--report", "json:new.json", cwd=here)
    assert value["summary"]["findings"]["total"] == 1
    done = run("diff", "old.json", "new.json", cwd=here)
    assert done.code == 0
    assert done.out.startswith("New\nsrc/a.cu:3:23: error D001 inline assembly")
    assert done.out.endswith("\n2 findings before, 1 now: 1 gone, 1 new.\n")
    assert run("diff", "old.json", "new.json", "--fail-on", "error", cwd=here).code == EXIT_FINDINGS
    assert run("diff", "new.json", "old.json", "--fail-on", "error", cwd=here).code == 0
    assert "Gone\nsrc/b.cu:1:5: warning M003 " in run("diff", "old.json", "new.json", "-v", cwd=here).out
    told = json.loads(run("diff", "old.json", "new.json", "--format", "json", cwd=here).out)
    assert (len(told["new"]), len(told["gone"])) == (1, 1)


READ = ["hipify.toml", "base.json", "rules/own.toml", "hard.csv", "link.csv"]
WRITTEN = ["out/a.cu", "out/note.txt", "out/hipify_warp32.h"]


@pytest.mark.parametrize("name", READ + WRITTEN)
@pytest.mark.parametrize("again", [False, True])
def test_a_report_takes_the_place_of_nothing_that_a_run_reads_or_writes(
    here: Path, name: str, *, again: bool
) -> None:
    put(here / "src" / "w.cu", "__global__ void k(int *p) { *p = __ballot_sync(0xffffffff, *p); }\n")
    put(here / "src" / "note.txt", "text\n")
    run("baseline", "write", "src", "--baseline", "base.json", cwd=here)
    put(here / "hipify.toml", 'baseline = "base.json"\nrules = ["rules"]\n')
    put(here / "rules" / "own.toml", '[names]\nownThing = "otherThing"\n')
    os.link(here / "hipify.toml", here / "hard.csv")
    (here / "link.csv").symlink_to("rules/own.toml")
    if again:
        assert run("convert", "src", "-o", "out", cwd=here).code == 0
    given = ("convert", "src", "-o", "out") if name in WRITTEN else ("check", "src", "--fail-on", "never")
    before = (here / name).read_bytes() if name in READ else b""
    done = run(*given, "--report", f"csv:{name}", cwd=here)
    said = f"hipify-py: {name}: cannot write the report: it is a file of this run; name another one\n"
    assert (done.code, done.err) == (EXIT_FILES, said)
    assert not before or (here / name).read_bytes() == before
    assert not (here / name).read_bytes().startswith(b"path,line,")


def test_two_reports_never_go_to_one_file(here: Path) -> None:
    (here / "link.x").symlink_to("r.x")
    for other in ("r.x", "./r.x", "src/../r.x", str(here / "r.x"), "link.x"):
        done = run("check", "src", "--report", "json:r.x", "--report", f"csv:{other}", cwd=here)
        assert (done.code, "another report goes there" in done.err) == (EXIT_USAGE, True)
        assert not (here / "r.x").exists()


def test_a_report_that_is_read_is_not_written_over(here: Path) -> None:
    run("check", "src", "--report", "json:r.json", cwd=here)
    before = (here / "r.json").read_bytes()
    done = run("report", "r.json", "--report", "html:r.json", cwd=here)
    assert (done.code, "it is a file of this run" in done.err) == (EXIT_FILES, True)
    assert (here / "r.json").read_bytes() == before


def test_a_page_names_the_project_and_the_day_and_can_be_made_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    pages = [run("check", "src", "--format", "html", cwd=here).out for _ in range(2)]
    assert pages[0] == pages[1]
    assert "<title>src: hipify-py report</title>" in pages[0]
    assert "<time>2023-11-14 22:13 UTC</time>" in pages[0]
    run("check", "src", "--report", "json:r.json", cwd=here)
    later = run("report", "r.json", "--format", "html", cwd=here).out
    assert "<title>src: hipify-py report</title>" in later
    assert "<time>2023-11-14 22:13 UTC</time>" in later
