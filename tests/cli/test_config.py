"""Settings from a config file and rules of a user's own, as the command line takes them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from helpers.command import ERROR, put, report, run

from hipify_py.cli.config import Config, choose
from hipify_py.cli.exit_codes import EXIT_FINDINGS, EXIT_USAGE
from hipify_py.cli.setting_keys import KEYS
from hipify_py.model import HipifyError

OWN = '[names]\ncudaFree = "myFree"\ncudaMalloc = "hipMalloc"\ncudaMemset = { review = "ours" }\n'
RULE = """
[[rule]]
id = "U001"
name = "bounded"
severity = "warning"
fails = "run"
safety = "safe"
docs = "What it does, Why it matters, Example, Use instead, Fix safety, References"
call = "cudaMemset"
message = "mind this"
  [[rule.test]]
  name = "acts"
  before = "cudaMemset(p, 0, 1);"
  [[rule.test]]
  name = "keeps"
  keep = "f();"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a source and rules of one's own."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "src" / "deep" / "a.cu", "void f() { cudaFree(p); }\n")
    put(tmp_path / "own" / "a.toml", OWN)
    return tmp_path


def said(*args: Any, **more: Any) -> tuple[str, dict[str, Any]]:
    """Give the path of the file that counts, and what it says."""
    config = choose(*args, **more)
    return config.path, dict(config.values)


# --- which file counts ------------------------------------------------------------------------------------


def test_the_nearest_file_counts_alone(here: Path) -> None:
    (here / ".git").mkdir()
    put(here / "pyproject.toml", '[tool.hipify-py]\nrocm = "6.4"\n')
    assert said("src/deep/a.cu") == ("pyproject.toml", {"rocm": "6.4"})
    put(here / "src" / "pyproject.toml", "[project]\nname = 'x'\n# hipify-py\n")  # it does not speak of us
    assert choose("src/deep/a.cu").values["rocm"] == "6.4"
    put(here / "src" / "hipify.toml", 'rules = ["../own"]\n')
    assert said("src/deep/a.cu") == ("src/hipify.toml", {"rules": ("own",)})
    assert choose("src/deep") == choose("src") == choose("src/deep/a.cu")
    assert choose("-") == choose(".") == choose("none.cu")
    assert said("-") == ("pyproject.toml", {"rocm": "6.4"})
    assert choose("-").places == {"rocm": "pyproject.toml:2"}


def test_where_a_folder_has_both_its_own_file_counts(here: Path) -> None:
    put(here / "pyproject.toml", '[tool.hipify-py]\nrocm = "6.4"\n')
    put(here / "hipify.toml", 'rocm = "7.0"\n')
    assert choose("src").values["rocm"] == "7.0"


@pytest.mark.parametrize("name", ["hipify.toml", "pyproject.toml"])
def test_a_mark_that_editors_begin_files_with_is_read_over(here: Path, name: str) -> None:
    table = "[tool.hipify-py]\n" if name == "pyproject.toml" else ""
    (here / name).write_bytes(f'{table}rocm = "6.4"\n'.encode("utf-8-sig"))
    assert said("src/deep/a.cu") == (name, {"rocm": "6.4"})


def test_a_named_file_counts_instead(here: Path) -> None:
    put(here / "hipify.toml", 'rocm = "7.0"\n')
    put(here / "else" / "any.toml", 'rocm = "6.4"\nrules = ["../own/a.toml"]\n')
    assert said("src", "else/any.toml") == ("else/any.toml", {"rocm": "6.4", "rules": ("own/a.toml",)})
    assert choose("src", isolated=True) == Config()
    with pytest.raises(HipifyError, match="--config and --isolated exclude each other; give one"):
        choose("src", "else/any.toml", isolated=True)


@pytest.mark.usefixtures("here")
def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert choose(str(tmp_path)) == Config()


WAYS: tuple[tuple[str, ...], ...] = ((), ("--polyfill",), ("--no-polyfill",))
REFUSED = [
    (
        "hipify.toml",
        "colour = 1",
        "hipify.toml:1: colour: unknown key; use one of arch, as-is, ",
    ),
    (
        "hipify.toml",
        'rocm = "5.0"',
        "hipify.toml:1: rocm: no rules for ROCm '5.0'; use one of 6.4, 7.0, 7.1, 7.2",
    ),
    (
        "hipify.toml",
        "rocm = 6.4",
        "hipify.toml:1: rocm: no rules for ROCm 6.4; use one of 6.4, 7.0, 7.1, 7.2",
    ),
    (
        "hipify.toml",
        "rocm = []",
        "hipify.toml:1: rocm: no rules for ROCm of the type list; use one of 6.4, 7.0, 7.1, 7.2",
    ),
    ("hipify.toml", '\nrules = "own"', "hipify.toml:2: rules: must be a list of paths; write it as rules = "),
    ("hipify.toml", "rules = [1]", "hipify.toml:1: rules: must be a list of paths; write it as rules = "),
    (
        "hipify.toml",
        "polyfill = 1",
        "hipify.toml:1: polyfill: must be a boolean; write it as polyfill = false",
    ),
    (
        "hipify.toml",
        'dnn = "cudnn"',
        "hipify.toml:1: dnn: no rules for cuDNN named 'cudnn'; use keep or miopen",
    ),
    ("hipify.toml", "dnn = []", "hipify.toml:1: dnn: no rules for cuDNN named of the type list; use keep"),
    (
        "hipify.toml",
        'rules = ["no"]',
        "hipify.toml:1: rules: 'no' does not exist; name a folder of rule files ",
    ),
    ("hipify.toml", "rules =", "hipify.toml: not valid TOML: "),
    ("hipify.toml", '# "\udcff"', "hipify.toml: not valid TOML: 'utf-8' codec can't decode byte 0xff"),
    (
        "pyproject.toml",
        "[project]\ncolour = 1\n[tool.hipify-py]\ncolour = 1",
        "pyproject.toml:4: colour: unknown key; use one of arch, as-is, ",
    ),
    (
        "pyproject.toml",
        "[tool]\nhipify-py = 1",
        ": tool.hipify-py: must be a table; write it as [tool.hipify-py]",
    ),
]


@pytest.mark.parametrize(("name", "text", "message"), REFUSED)
def test_refused(here: Path, name: str, text: str, message: str) -> None:
    (here / name).write_bytes(f"{text}\n".encode("utf-8", "surrogateescape"))
    with pytest.raises(HipifyError) as caught:
        choose("src")
    assert message in str(caught.value)
    assert str(caught.value).startswith(name)


def test_a_project_chooses_in_its_config(tmp_path: Path) -> None:
    (tmp_path / "hipify.toml").write_text('warp = "native"\n')
    assert choose(str(tmp_path)).values["warp"] == "native"
    (tmp_path / "hipify.toml").write_text('warp = "64"\n')
    with pytest.raises(HipifyError, match="use 32 or native"):
        choose(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "polyfill"), [("", True), ("polyfill = true", True), ("polyfill = false", False)]
)
def test_a_project_may_do_without_polyfills(here: Path, text: str, polyfill: bool) -> None:
    put(here / "hipify.toml", text)
    put(here / "src" / "b.cu", "__device__ void f(int *p) { __stcs(p, 1); }\n")
    said = {way: "N001" in run("check", *way, "src/b.cu", cwd=here).out for way in WAYS}
    assert said == {(): not polyfill, ("--polyfill",): False, ("--no-polyfill",): True}


def test_a_named_file_without_our_table_is_refused(here: Path) -> None:
    put(here / "x" / "pyproject.toml", "[project]\n")
    with pytest.raises(
        HipifyError, match=r"x/pyproject\.toml: has no table \[tool\.hipify-py\]; add it, or "
    ):
        choose("src", "x/pyproject.toml")


# --- whatever stands there -------------------------------------------------------------------------------

VALUES = [
    '"x"',
    "1",
    "1.5",
    "true",
    "[]",
    "[1]",
    "[[]]",
    "{}",
    '{ a = "b" }',
    "nan",
    "2000-01-01",
    "0x" + "f" * 5000,
]
RIGHT = {
    ("tool = {}", "{}"),
    ("tool = {}", '{ a = "b" }'),
    ("tool.hipify-py = {}", "{}"),
    ("rules = {}", "[]"),
}
DEEP = [
    "x = " + "[" * 100_000,
    "x = " + "{ x = " * 50_000,
    "a." * 100_000 + "a = 1",
    "\n".join(f"{'a.' * 20}a{n} = 1" for n in range(10)),
    "x = " + "9" * 10_000,
    "x = " + '"' * 10_000,
    "[" + '"a".' * 10_000 + "a]",
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    "line", ["tool = {}", "tool.hipify-py = {}", "rocm = {}", "warp = {}", "rules = {}", "{} = 1"]
)
def test_every_wrong_shape_is_refused_with_its_place(here: Path, line: str, value: str) -> None:
    name = "pyproject.toml" if line.startswith("tool") else "hipify.toml"
    put(here / name, line.replace("{}", value) + "\n# hipify-py\n")
    if (line, value) in RIGHT:
        assert choose("src").values.get("rules", ()) == ()
        return
    with pytest.raises(HipifyError, match=rf"^{name}:\d*:? .+: .+; .+"):
        choose("src")


@pytest.mark.parametrize("text", DEEP)
@pytest.mark.parametrize("name", ["hipify.toml", "pyproject.toml"])
def test_what_would_take_for_ever_is_no_toml(here: Path, name: str, text: str) -> None:
    put(here / name, f"# hipify-py\n{text}\n")
    with pytest.raises(HipifyError, match=rf"^{name}: not valid TOML: .*; correct the file"):
        choose("src")


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to nothing", "link to itself", "huge", "device"])
@pytest.mark.parametrize("name", ["hipify.toml", "pyproject.toml"])
def test_what_is_no_file_is_refused_and_never_opened(here: Path, name: str, kind: str) -> None:
    place = here / name
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "huge":
        put(place, "# hipify-py\n" * 200_000)
    else:
        to = {"link to nothing": "none", "link to itself": name, "device": "/dev/zero"}[kind]
        place.symlink_to(to)
    done = run("check", "src", cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err.startswith(f"Error: {name}: ")
    assert done.err.count("; ") == 1
    if kind in {"pipe", "device"}:  # it is the same for one that is named
        with pytest.raises(
            HipifyError, match="cannot read this config file: not a regular file; put a file of"
        ):
            choose("src", name)


# --- settings that came with the sources ------------------------------------------------------------------

OUTSIDE = [
    "/etc",
    "/etc/hostname",
    "/none/at/all.toml",
    "..",
    "../own",
    "../own/a.toml",
    "inner/../../own",
    "link",
    "link/a.toml",
    "linked.toml",
    "with-link",
    "./././../own/../own",
]


@pytest.mark.parametrize("repository", [True, False])
@pytest.mark.parametrize("given", OUTSIDE)
def test_settings_of_a_repository_stay_inside(here: Path, given: str, *, repository: bool) -> None:
    src = here / "src"
    if repository:
        (src / ".git").mkdir()
    (src / "link").symlink_to("../own")
    (src / "linked.toml").symlink_to(here / "own" / "a.toml")
    (src / "with-link").mkdir()
    (src / "with-link" / "a.toml").symlink_to("../../own/a.toml")
    put(src / "hipify.toml", f'rules = ["{given}"]\n')
    with pytest.raises(HipifyError) as caught:
        choose("src")
    assert str(caught.value).startswith(
        f"src/hipify.toml:1: rules: {given!r} leads out of {src}; name rules from elsewhere with --rules"
    )
    if (src / given).exists():
        assert (
            len(choose("src", "src/hipify.toml").values["rules"]) == 1
        )  # who names the settings trusts them
    assert choose("src", isolated=True) == Config()


def test_folders_of_headers(here: Path) -> None:
    (here / "src" / ".git").mkdir()
    put(here / "src" / "hipify.toml", 'include-dirs = ["deep", "."]\n')
    assert choose("src").values["include_dirs"] == ("src/deep", "src")
    (here / "src" / "link").symlink_to("../own")
    for given, why in (("../own", "leads out of "), ("link", "leads out of "), ("no", "is no folder; ")):
        put(here / "src" / "hipify.toml", f'include-dirs = ["{given}"]\n')
        with pytest.raises(HipifyError) as caught:
            choose("src")
        assert str(caught.value).startswith(f"src/hipify.toml:1: include-dirs: {given!r} {why}")
    put(here / "src" / "hipify.toml", 'include-dirs = ["../own"]\n')
    assert choose("src", "src/hipify.toml").values["include_dirs"] == ("own",)
    put(here / "src" / "hipify.toml", "include-dirs = 1\n")
    with pytest.raises(HipifyError) as caught:
        choose("src")
    assert str(caught.value) == (
        'src/hipify.toml:1: include-dirs: must be a list of paths; write it as include-dirs = ["folder"]'
    )


def test_a_refusal_of_rules_from_outside_is_wrong_usage(here: Path) -> None:
    put(here / "src" / "hipify.toml", 'rules = ["../own"]\n')
    done = run("convert", "-i", "src", cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err.startswith("Error: src/hipify.toml:1: rules: '../own' leads out of ")
    assert run("check", "src", "--config", "src/hipify.toml", cwd=here).code == 0
    assert run("check", "src", "--isolated", cwd=here).code == 0


@pytest.mark.parametrize("given", [".", "rules", "../rules", "rules/a.toml", "deep/../rules", "link"])
def test_settings_of_a_repository_reach_all_of_it(here: Path, given: str) -> None:
    (here / "src" / ".git").write_text("gitdir: elsewhere\n")
    put(here / "src" / "rules" / "a.toml", OWN)
    (here / "src" / "rules" / "link").symlink_to(".")
    put(here / "src" / "rules" / "pyproject.toml", f'[tool.hipify-py]\nrules = ["{given}"]\n')
    if given not in {".", "../rules", "link"}:
        (here / "src" / "rules" / "pyproject.toml").rename(here / "src" / "pyproject.toml")
    assert len(choose("src/rules").values["rules"]) == 1


@pytest.mark.parametrize("name", ["hipify.toml", "pyproject.toml"])
def test_settings_that_are_a_link_stay_inside_too(here: Path, name: str) -> None:
    put(here / "secret.toml", 'rocm = "6.4"\n[tool.hipify-py]\n')
    (here / "src" / ".git").mkdir()
    (here / "src" / "deep" / name).symlink_to("../../secret.toml")
    with pytest.raises(
        HipifyError, match=rf"^src/deep/{name}: a link out of .*/src: not read; name it with "
    ):
        choose("src/deep")
    put(
        here / "src" / "shared.toml",
        '[tool.hipify-py]\nrocm = "6.4"\n' if name[0] == "p" else 'rocm = "6.4"\n',
    )
    (here / "src" / "deep" / name).unlink()
    (here / "src" / "deep" / name).symlink_to("../shared.toml")
    assert choose("src/deep").values["rocm"] == "6.4"


# --- the command line -------------------------------------------------------------------------------------


def test_a_refusal_is_wrong_usage(here: Path) -> None:
    put(here / "hipify.toml", "colour = 1\n")
    done = run("check", "src", cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err == f"Error: hipify.toml:1: colour: unknown key; use one of {', '.join(KEYS)}\n"
    assert run("check", "src", "--isolated", cwd=here).code == 0


def test_the_command_line_wins_over_the_file(here: Path) -> None:
    put(here / "src" / "b.cu", "__device__ void g() { __hadd_rn(x, y); }\n")
    put(here / "hipify.toml", 'rocm = "6.4"\nrules = ["own"]\n')
    value = report("check", "src", cwd=here)
    assert value["rules"]["rocm"] == "6.4"
    assert [one["rule"] for file in value["files"] for one in file["findings"]] == ["N011"]
    value = report("check", "src", "--rocm", "7.2", cwd=here)
    assert value["rules"]["rocm"] == "7.2"
    assert [one["rule"] for file in value["files"] for one in file["findings"]] == []
    put(here / "more.toml", '[names]\ncudaFree = "theirFree"\n')
    value = report("check", "src", "--rules", "more.toml", cwd=here)
    after = [edit["after"] for file in value["files"] for edit in file["edits"]]
    assert "theirFree" in after
    assert "myFree" not in after
    assert report("check", "src", "--isolated", cwd=here)["rules"] == {
        "rocm": "7.2",
        "dnn": "keep",
        "replaced": [],
        "replaced_idle": 0,
    }


def test_what_becomes_of_cudnn_may_be_said_in_the_file_and_on_the_command_line(here: Path) -> None:
    put(here / "src" / "b.cu", "cudnnHandle_t h;\n")
    shown = ("rules", "show", "cudnnCreate", "--format", "json")

    def after(*given: str) -> tuple[list[str], str]:
        made, known = report("check", "src", *given, cwd=here), json.loads(run(*shown, *given, cwd=here).out)
        assert made["rules"]["dnn"] == known["dnn"]
        (file,), (told,) = (one for one in made["files"] if "b.cu" in one["path"]), known["found"]
        return [edit["after"] for edit in file["edits"] if edit["kind"] == "rename"], told["place"]

    kept, chosen = after(), after("--dnn", "miopen")
    assert (kept[0], chosen[0]) == ([], ["miopenHandle_t"])
    assert (kept[1].split(":")[0], chosen[1].split(":")[0]) == ("rules/cudnn.toml", "rules/miopen/cudnn.toml")
    put(here / "hipify.toml", 'dnn = "miopen"\n')
    assert after() == chosen
    assert after("--dnn", "keep") == kept


def test_an_unknown_release_is_wrong_usage(here: Path) -> None:
    done = run("check", "src", "--rocm", "5.0", cwd=here)
    assert done.code == EXIT_USAGE
    assert "'5.0' is not one of '6.4', '7.0', '7.1', '7.2'" in done.err


def test_the_report_says_what_a_users_rules_replaced(here: Path) -> None:
    value = report("convert", "src", "--rules", "own", cwd=here)
    assert value["rules"]["replaced"] == [
        {"kind": "name", "name": "cudaFree", "origin": "own/a.toml:2", "count": 1}
    ]
    assert value["rules"]["replaced_idle"] == 2
    (file,) = value["files"]
    assert {edit["after"]: edit["origin"] for edit in file["edits"] if edit["kind"] == "rename"} == {
        "myFree": "own/a.toml:2"
    }
    text = run("convert", "src", "--rules", "own", cwd=here).out
    assert "\n       1  name cudaFree, by own/a.toml:2\n       2  more without effect in this run\n" in text


def test_a_rule_of_ones_own_says_so_where_it_speaks(here: Path) -> None:
    put(here / "src" / "b.cu", "void g() { cudaMemset(p, 0, 1); }\n")
    put(here / "own" / "b.toml", RULE)
    done = run("check", "-q", "src", "--rules", "own", cwd=here)
    assert done.code == EXIT_FINDINGS
    assert done.out == (
        "src/b.cu:1:12: error N001 cudaMemset has no HIP counterpart: ours [own/a.toml:4]\n"
        "src/b.cu:1:12: warning U001 mind this [own/b.toml:4]\n"
    )


def test_processes_use_the_same_rules(here: Path) -> None:
    for number in range(40):
        put(here / "src" / f"{number}.cu", "void f() { cudaFree(p); __hadd_rn(x, y); }\n// " + "x" * 6000)
    put(here / "pyproject.toml", '[tool.hipify-py]\nrocm = "6.4"\nrules = ["own"]\n')
    one, two = (report("check", "src", "-j", jobs, cwd=here) for jobs in ("1", "2"))
    assert one == two
    assert one["rules"]["replaced"][0]["count"] == 41
    rules = {finding["rule"] for file in one["files"] for finding in file["findings"]}
    assert rules == {"N011"}


def test_standard_input_takes_the_config_of_the_current_folder(here: Path) -> None:
    put(here / "hipify.toml", 'rules = ["own"]\n')
    done = run("convert", "-", cwd=here, stdin=b"cudaFree(p);")
    assert done.out.endswith("myFree(p);")


@pytest.mark.parametrize("given", ["empty", "empty/notes.txt"])
def test_what_holds_no_rules_is_refused(here: Path, given: str) -> None:
    (here / "empty").mkdir()
    if given != "empty":
        put(here / given, "")
    done = run("check", "src", "--rules", given, cwd=here)
    assert done.code == EXIT_USAGE
    why = "no .toml file in it" if given == "empty" else "no rule file"
    assert done.err == f"Error: {given}: {why}; name a folder of rule files or a single .toml file\n"


def test_in_repository_the_settings_at_its_top_hold(tmp_path: Path) -> None:
    put(tmp_path / ".git" / "HEAD", "")
    put(tmp_path / "hipify.toml", 'ignore = ["D001"]\n')
    put(tmp_path / "src" / "hipify.toml", 'select = ["D001"]\n')
    put(tmp_path / "src" / "a.cu", ERROR)
    assert run("check", "src/a.cu", cwd=tmp_path).code == 1
    assert run("check", ".", cwd=tmp_path).code == 0
    assert run("check", "--in-repository", "src/a.cu", cwd=tmp_path).code == 0
