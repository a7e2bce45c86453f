"""What the command line prints, in the form that a stream takes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import ERROR, HIPIFY, environment, on_terminal, put, run
from helpers.reports import NAMES, REPORT

from hipify_py.cli import exit_codes, main
from hipify_py.cli.console import for_eyes, has_colour, is_terminal, render, say, width
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import FileReport, Report


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_json_is_utf_8_whatever_the_locale(tmp_path: Path, locale: str) -> None:
    put(tmp_path / "a.cu", "/* grüße */ " + ERROR)
    with open(tmp_path / "report.json", "wb") as file:
        env = environment(LC_ALL=locale, PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
        subprocess.run(
            [*HIPIFY, "check", "--format", "json", "a.cu"], cwd=tmp_path, stdout=file, env=env, check=False
        )
    value = json.loads((tmp_path / "report.json").read_bytes().decode())
    assert value["files"][0]["findings"][0]["excerpt"].startswith("/* grüße */ ")


def test_text_is_never_refused_by_the_locale(tmp_path: Path) -> None:
    put(tmp_path / "grün.cu", ERROR)
    done = run("check", ".", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert done.out.startswith(r"gr\xfcn.cu:1:23: error D001 ")


def test_a_terminal_gets_colour_excerpts_and_a_progress_bar(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", ERROR)
    code, shown = on_terminal(tmp_path, "check", "a.cu", anew=True)
    assert code == exit_codes.EXIT_FINDINGS
    assert "\x1b[1ma.cu:1:23:\x1b[0m \x1b[1;31merror\x1b[0m D001" in shown
    assert "\x1b[1;32m^~~" in shown
    assert "Converting" in shown
    assert "1/1" in shown


def test_no_color_is_honoured_on_a_terminal(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", ERROR)
    _, shown = on_terminal(tmp_path, "check", "-q", "a.cu", NO_COLOR="1")
    assert "\x1b" not in shown
    assert shown.startswith("a.cu:1:23: error D001 ")
    assert "\n    1 | __device__ void f() { asm volatile" in shown
    assert "\n      |                       ^~~" in shown
    assert "Converting" not in shown


@pytest.mark.parametrize(
    ("env", "pipe", "terminal"),
    [
        ({}, False, True),
        ({"TERM": "dumb"}, False, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ({"FORCE_COLOR": ""}, False, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    ],
)
def test_the_environment_says_who_gets_colour(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], *, pipe: bool, terminal: bool
) -> None:
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert has_colour(stream()) is pipe
    assert has_colour(stream(kind=Screen)) is terminal


@pytest.mark.parametrize(("said", "wide"), [("72", 72), ("0", 100), ("", 100), ("-5", 100), ("wide", 100)])
def test_the_columns_of_the_environment_win(monkeypatch: pytest.MonkeyPatch, said: str, wide: int) -> None:
    monkeypatch.setenv("COLUMNS", said)
    assert width(stream()) == wide


MANY = "".join(f"void f{n}() {{ cudaGraphConditionalHandleCreate(a); }}\n" for n in range(9))


def test_a_terminal_gets_many_findings_as_a_plan(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", MANY)
    code, shown = on_terminal(tmp_path, "check", "a.cu", columns=80, NO_COLOR="1")
    assert code == exit_codes.EXIT_FINDINGS
    assert "\n     9  N001  cudaGraphConditionalHandleCreate has no HIP " in shown
    assert shown.endswith("  hipify-py explain N001  # no-counterpart\n")
    assert max(len(line) for line in shown.partition("\nErrors")[2].splitlines()) <= 80
    wide = on_terminal(tmp_path, "check", "a.cu", columns=80, NO_COLOR="1", COLUMNS="120")[1]
    assert 80 < max(len(line) for line in wide.partition("\nErrors")[2].splitlines()) <= 120


def test_hooks_pipes_and_those_who_ask_get_a_line_each(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", MANY)
    piped = run("check", "a.cu", cwd=tmp_path).out
    assert piped.count("a.cu:") == 5  # one finding, three more of its places, and the rest at once
    quiet = on_terminal(tmp_path, "check", "-q", "a.cu", NO_COLOR="1")[1]
    assert [line for line in quiet.splitlines() if line.startswith("a.cu:")] == piped.splitlines()[:1]
    asked = on_terminal(tmp_path, "check", "--group-by", "file", "a.cu", NO_COLOR="1")[1]
    assert asked.count("a.cu:") == 5
    assert run("check", "--group-by", "cause", "a.cu", cwd=tmp_path).out.count("a.cu:") == 1


def test_settings_say_how_a_report_looks(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", MANY)
    put(tmp_path / "hipify.toml", 'group-by = "cause"\ndetails = true\nnotes = true\n')
    said = run("check", "a.cu", cwd=tmp_path).out
    assert said.startswith("Errors, the HIP compiler refuses it: 1 cause in 9 places\n")
    assert said.count("\na.cu:") == 1
    assert run("check", "--group-by", "file", "a.cu", cwd=tmp_path).out.startswith("a.cu:1:13: error N001 ")
    put(tmp_path / "hipify.toml", 'group-by = "rule"\n')
    refused = run("check", "a.cu", cwd=tmp_path)
    assert refused.code == exit_codes.EXIT_USAGE
    assert "no way to put findings together named 'rule'; use cause or file" in refused.err


def test_a_kept_report_can_be_read_by_cause(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", MANY)
    run("check", "a.cu", "--report", "json:kept.json", cwd=tmp_path)
    said = run("report", "kept.json", "--group-by", "cause", cwd=tmp_path).out
    assert said == run("check", "a.cu", "--group-by", "cause", cwd=tmp_path).out


def test_a_pipe_gets_neither(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", ERROR)
    done = run("check", "a.cu", cwd=tmp_path)
    assert "\x1b" not in done.out + done.err
    assert "__device__" not in done.out
    assert done.err == ""


class Screen(io.TextIOWrapper):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        return True


def stream(encoding: str = "utf-8", kind: type[io.TextIOWrapper] = io.TextIOWrapper) -> io.TextIOWrapper:
    return kind(io.BytesIO(), encoding=encoding)


FORM = Form("check", 1, NAMES)


def test_colour_and_excerpts_are_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("hipify_py.cli.console.width", lambda _: 60)
    shown = FORM._replace(colour=True, excerpt=True, width=60)
    assert render(REPORT, "text", FORM, stream(kind=Screen)) == FORMATS["text"].render(REPORT, shown).encode()
    monkeypatch.setenv("NO_COLOR", "1")
    shown = shown._replace(colour=False)
    assert render(REPORT, "text", FORM, stream(kind=Screen)) == FORMATS["text"].render(REPORT, shown).encode()
    for other in (stream(), None):
        assert render(REPORT, "text", FORM, other) == FORMATS["text"].render(REPORT, FORM).encode()


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("utf-8", "grün/日.cu".encode()), ("latin-1", b"gr\xfcn/\\u65e5.cu"), ("ascii", rb"gr\xfcn/\u65e5.cu")],
)
def test_text_is_in_the_encoding_of_its_stream_and_json_in_utf_8(encoding: str, text: bytes) -> None:
    report = Report((FileReport("grün/日.cu", "failed", reason="why"),))
    quiet = Form("check", quiet=True)
    assert render(report, "text", quiet, stream(encoding)) == text + b": error F001 why\n"
    assert "grün/日.cu".encode() in render(report, "json", quiet, stream(encoding))


def test_who_reads_a_stream() -> None:
    assert [is_terminal(each) for each in (None, stream(), stream(kind=Screen))] == [False, False, True]


def test_what_is_no_terminal_is_100_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert (width(None), width(stream())) == (100, 100)


def test_a_terminal_is_as_wide_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    screen = stream(kind=Screen)
    monkeypatch.setattr(screen, "fileno", lambda: 7, raising=False)
    for columns, shown in ((72, 72), (0, 100)):
        size = os.terminal_size((columns, 24))
        monkeypatch.setattr(os, "get_terminal_size", lambda _, size=size: size)
        assert width(screen) == shown


def test_what_is_said_is_written_at_once() -> None:
    out = stream()
    assert say(out, b"\xff\n")
    assert out.buffer.getvalue() == b"\xff\n"  # type: ignore[attr-defined]
    assert say(None, b"lost")


def test_a_reader_that_has_left_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as out:
        assert say(out, b"too late\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
def test_what_the_system_refuses_to_write_is_a_failure(capfd: pytest.CaptureFixture[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert not say(full, b"lost\n")
    assert capfd.readouterr().err == "hipify-py: cannot write to /dev/full: No space left on device\n"


HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e\r\x08"


def test_source_text_on_a_terminal_cannot_steer_it() -> None:
    data = f"int a;\t// gr\u00fc\u00dfe\r\n+{HOSTILE}\n".encode() + b"\xff\n"
    assert for_eyes(data, io.StringIO()) == data
    assert for_eyes(data, None) == data
    assert for_eyes(data, Screen(io.BytesIO())).decode() == (
        "int a;\t// gr\u00fc\u00dfe\n+\\x1b]0;title\\x07\\x1b[2J\\x9b31m\\u202e\\x0d\\x08\n\\xff\n"
    )


def raw(shown: str) -> list[str]:
    """Give the characters of a text that a terminal might obey."""
    return [char for char in shown if not char.isprintable() and char != "\n"]


QUOTED = "".join(f"\\u{ord(char):04x}" for char in HOSTILE)
NAMED = f"n\n{HOSTILE}::error x"
SETTINGS = [
    f'"{QUOTED}" = 1\n',
    f'rocm = "{QUOTED}"\n',
    f'warp = "{QUOTED}"\n',
    f'rules = ["{QUOTED}"]\n',
    f'"a\\n{QUOTED}" = "x"\n',
    f"x = {HOSTILE}\n",
]
RULES = [
    f'"{QUOTED}" = 1\n',
    f'[names]\n"{QUOTED}" = "x"\n',
    f'[unknown]\n"({QUOTED}" = "x"\n',
    f'namespace = "{QUOTED}"\n',
    f'[[rule]]\nname = "{QUOTED}"\n',
    f'[[rule]]\nid = "X001"\nname = "x"\n"{QUOTED}" = 1\n',
]


@pytest.mark.parametrize("place", ["folder", "settings", "rules"])
def test_nothing_of_a_tree_reaches_the_terminal_raw_in_a_refusal(tmp_path: Path, place: str) -> None:
    """Names of folders and files, keys, values and names of rules, all with control characters in them."""
    src = tmp_path / (NAMED if place == "folder" else "src")
    put(src / "a.cu", "int i;\n")
    for text in SETTINGS if place != "rules" else RULES:
        if place == "rules":
            put(src / "mine" / "a.toml", text)
            put(src / "hipify.toml", 'rules = ["mine"]\n')
        else:
            put(src / "hipify.toml", text)
        done = said_by_main(["check", str(src)])
        assert done.startswith("Error: ")
        assert done.count("\n") == 1
        assert not raw(done), done


def said_by_main(args: list[str]) -> str:
    """Run the command in this process and give what it wrote to standard error."""
    error = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["hipify-py", *args])
        patch.setattr(sys, "stderr", error)
        patch.setattr(main, "_stop_cleanly", lambda: None)
        with pytest.raises(SystemExit):
            main.main()
    return error.getvalue()


@pytest.mark.parametrize(
    "args",
    [
        ["check", f"--{HOSTILE}"],
        ["check", "--rules", NAMED, "x"],
        ["check", "--config", NAMED, "x"],
        ["check", "--exclude", f"[{NAMED}", "x"],
        ["check", "--rocm", NAMED, "x"],
        ["convert", "-o", "", NAMED],
        ["convert", "--rename", NAMED, "x"],
        [NAMED],
        ["rules", "check", NAMED],
        ["rules", "show", NAMED],
        ["rules", "list", "--library", NAMED],
    ],
)
def test_nothing_that_was_typed_comes_back_raw(args: list[str]) -> None:
    """What is typed may come of a glob, and so of a tree."""
    assert not raw(said_by_main(args))


def test_a_bug_shows_nothing_raw(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(NAMED)

    monkeypatch.setattr(main, "run", broken)
    said = said_by_main(["check", "x"])
    assert said.startswith("Traceback (most recent call last):\n")
    assert said.endswith("hipify-py: this is a bug in hipify-py; please report it with the lines above\n")
    assert not raw(said)


def test_a_report_shows_nothing_raw(tmp_path: Path) -> None:
    src = tmp_path / NAMED
    put(src / f"{NAMED}.cu", ERROR.replace("asm", f"/* {HOSTILE} */ asm"))
    put(src / f"b{NAMED}.cu", b"\0")
    put(src / "third_party" / "a.cu", "")
    (src / f"link{NAMED}.cu").symlink_to(NAMED)
    put(src / ".gitignore", f"{HOSTILE}*\n")
    done = run("check", ".", cwd=src)
    assert done.code == exit_codes.EXIT_FILES
    assert not raw(done.out)
    assert not raw(done.err)
    _, shown = on_terminal(src, "check", "-q", ".", NO_COLOR="1")
    assert not raw(shown.replace("\r\n", "\n"))
