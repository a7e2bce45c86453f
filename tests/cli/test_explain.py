"""`hipify-py explain`: what an id means, what a name becomes, and what a word may have meant."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.command import environment, on_terminal

from hipify_py.choices import DNNS
from hipify_py.cli.main import cli
from hipify_py.rules.load import load

pytestmark = pytest.mark.usefixtures("entries_of_what_ships_once")


def ask(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--isolated"])


def test_every_id_and_every_name_is_explained() -> None:
    known = load(dnn=DNNS[-1]).by_id
    result = ask("explain", *known, "--format", "json")
    assert result.exit_code == 0
    found = {each["id"]: each for each in json.loads(result.stdout)["found"] if each["what"] == "rule"}
    assert {rule.id: rule.docs.strip() for rule in known.values()} == {
        rule: each["docs"] for rule, each in found.items()
    }
    named = json.loads(ask("explain", *(rule.name for rule in known.values()), "--format", "json").stdout)
    assert {each["id"] for each in named["found"]} >= known.keys()


def test_an_id_is_explained_in_paragraphs() -> None:
    lines = ask("explain", "D001").stdout.splitlines()
    assert lines[0] == "D001 inline-ptx"
    assert lines[1] == "  severity   error; goes wrong: compile (the HIP compiler refuses it)"
    (what,) = [line for line in lines if "What it does: " in line]
    assert what.endswith("in functions for the device alone.")
    assert lines[-1] == "  written in rules/constructs.toml:5"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("M069", "  holds for  gfx942, gfx950, gfx1250, gfx1251"),
        ("M070", "  holds for  all GPUs but gfx1250, gfx1251"),
        ("cuda_fp8.h", "             for gfx942 alone"),
    ],
)
def test_the_gpus_that_something_holds_for_have_a_line(word: str, said: str) -> None:
    assert said in ask("explain", word).stdout.splitlines()


@pytest.mark.parametrize(
    ("word", "scope"), [("at::cuda::getCurrentCUDAStream", "at"), ("c10::cuda::CUDAGuard", "c10")]
)
def test_names_of_pytorch_stay_and_their_headers_do_not(word: str, scope: str) -> None:
    lines = ask("explain", word).stdout.splitlines()
    assert lines[0] == f"{word} (in namespace {scope}, which no rule renames)"
    assert lines[1].startswith("  its headers ")
    assert " renamed" in lines[1]


def test_the_releases_that_something_holds_for_have_a_line() -> None:
    limited = next(one for one in load().rules if one.since)
    assert f"  holds for  ROCm {limited.since} and newer" in ask("explain", limited.id).stdout


@pytest.mark.parametrize("words", [("cudaMalloc",), ("__shfl_sync", "W031"), ("cub", "hipMalloc")])
def test_it_says_what_rules_show_says(words: tuple[str, ...]) -> None:
    assert ask("explain", *words).stdout == ask("rules", "show", *words).stdout != ""


def test_words_of_build_files_are_explained() -> None:
    assert ask("explain", "find_cuda_helper_libs").stdout == (
        "find_cuda_helper_libs (a command of CMake's)\n"
        "  becomes    -, it stays\n"
        "  advice     find the library's own package, such as find_package(hipblas)\n"
    )
    said = CliRunner().invoke(cli, ["explain", "--isolated", "--", "-ccbin"]).stdout
    assert said.splitlines()[1:] == [
        "  becomes    nothing: it goes",
        "  why        clang++ compiles the host's code itself",
    ]
    both = json.loads(ask("explain", "cuda", "--format", "json").stdout)["found"]
    assert [each["what"] for each in both] == ["name", "build"]
    assert "did you mean cuda_add_library" in ask("explain", "cuda_add_libary").stderr


def test_an_id_may_stand_in_small_letters() -> None:
    assert ask("explain", "w031").stdout == ask("explain", "W031").stdout != ""


def test_a_rule_for_another_dnn_is_explained_as_that() -> None:
    said = ask("explain", "R441").stdout
    assert "\n  holds with --dnn miopen alone\n" in said
    assert said == ask("explain", "R441", "--dnn", "miopen").stdout
    assert "holds with" not in ask("explain", "M012", "--dnn", "miopen").stdout


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("inline-ptxx", "did you mean inline-ptx?"),
        ("W0310", "did you mean W031"),
        ("cudaMaloc", "did you mean cudaMalloc"),
    ],
)
def test_a_typo_gets_a_hint_and_the_rest_an_answer(word: str, hint: str) -> None:
    result = ask("explain", word, "D001")
    assert result.exit_code == 2
    assert result.stdout.startswith("D001 inline-ptx\n")
    assert hint in result.stderr


# --- the pager --------------------------------------------------------------------------------------------

PAGER = "sed -n s/^D001.*/paged/p"


def test_what_a_terminal_cannot_hold_is_paged(tmp_path: Path) -> None:
    code, shown = on_terminal(tmp_path, "explain", "D001", rows=5, PAGER=PAGER)
    assert (code, shown) == (0, "paged\n")
    code, shown = on_terminal(tmp_path, "explain", "D001", "nothingAtAll", rows=5, PAGER=PAGER)
    assert code == 2
    assert shown.startswith("paged\nhipify-py: nothingAtAll: ")


@pytest.mark.parametrize(("rows", "term"), [(60, "xterm"), (5, "dumb")])
def test_what_it_can_hold_is_not_nor_by_one_that_can_do_nothing(tmp_path: Path, rows: int, term: str) -> None:
    code, shown = on_terminal(tmp_path, "explain", "D001", rows=rows, TERM=term, PAGER=PAGER)
    assert code == 0
    assert shown.startswith("D001 inline-ptx\n")


def test_json_and_reports_are_never_paged(tmp_path: Path) -> None:
    _, shown = on_terminal(tmp_path, "explain", "D001", "--format", "json", rows=3, PAGER=PAGER)
    assert json.loads(shown)["command"] == "show"
    (tmp_path / "a.cu").write_text("cudaLaunchHostFunc_v9();\n" * 9)
    _, shown = on_terminal(tmp_path, "check", "a.cu", rows=3, PAGER="sed s/.*/paged/")
    assert "N003" in shown


# --- in a shell -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("exp", {"explain"}),
        ("explain W03", {f"W03{n}" for n in range(10)}),
        ("explain inline-", {"inline-ptx"}),
        ("rules s", {"show"}),
        ("rules show W02", {"W023", "W024", "W026", "W028", "W029"}),
        ("baseline p", {"prune"}),
        ("config s", {"show"}),
        ("config show --warp n", {"native"}),
        ("check --format j", {"json", "junit"}),
        ("convert --in", {"--include", "--include-dir", "--in-place", "--in-repository"}),
        ("verify --as", {"--as-is"}),
        ("report --for", {"--format"}),
        ("diff --fail-on n", {"note", "never"}),
        (
            "check --select M08",
            {"M080", "M085", "M086", "M087", "M088", "M089"},
        ),
        ("check --ignore W031,inline-p", {"W031,inline-ptx"}),
        ("convert --extend-select AL", {"ALL"}),
        ("check --severity M085", {"M085="}),
        ("check --severity M085=n", {"M085=note"}),
        ("check --per-file-ignores tests/**:M085", {"tests/**:M085"}),
        ("check --report sa", {"sarif:"}),
        ("check --arch gfx94", {"gfx942"}),
        ("verify --arch gfx90a,gfx95", {"gfx90a,gfx950"}),
        ("config show --arch gfx9-", {"gfx9-generic", "gfx9-4-generic"}),
        ("check --arch gfx942,gfx94", {""}),
        ("rules list --library cub", {"cub", "cublas", "cublaslt", "cublasxt"}),
        ("rules list --library la", {""}),
        ("rules list --status d", {"differs", "dropped"}),
        ("explain cudaMemcpyToS", {"cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync"}),
        ("rules show cublas_a", {"cublas_api.h"}),
    ],
)
def test_a_shell_completes_each_command(
    monkeypatch: pytest.MonkeyPatch, typed: str, offered: set[str]
) -> None:
    words = typed.split()
    monkeypatch.setenv("COMP_WORDS", f"hipify-py {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    monkeypatch.setenv("_HIPIFY_PY_COMPLETE", "bash_complete")
    result = CliRunner().invoke(cli, [], prog_name="hipify-py", complete_var="_HIPIFY_PY_COMPLETE")
    assert {line.partition(",")[2] for line in result.stdout.splitlines()} == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_there(tmp_path: Path, shell: str) -> None:
    code = "import sys; sys.argv[0] = 'hipify-py'; from hipify_py.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(_HIPIFY_PY_COMPLETE=f"{shell}_source"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "_HIPIFY_PY_COMPLETE" in done.stdout, done


def test_what_a_short_word_may_mean_is_a_rule_alone() -> None:
    assert "did you mean" not in ask("explain", "nope").stderr
    assert "did you mean W031" in ask("explain", "WO31").stderr


def test_what_a_header_of_ours_has_differs_only_without_it() -> None:
    told = ask("explain", "__fadd_rd").stdout
    assert "\n  without it directed rounding" in told
    assert "\n  differs" not in told


@pytest.mark.parametrize(
    "word", ["\udcff", "\udcff::x", "cuda\udcff", "\udced\udca0\udc80", "\x1b[31m", "\u202e"]
)
@pytest.mark.parametrize("command", [("explain",), ("rules", "show")])
def test_a_word_that_is_no_text_is_unknown(command: tuple[str, ...], word: str) -> None:
    result = ask(*command, word)
    assert result.exit_code == 2
    assert result.stderr.isprintable() or result.stderr.count("\n") == 1
    assert result.stderr.endswith("no rule and no header knows this name\n")
