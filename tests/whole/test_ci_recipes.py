"""The recipes of docs/ci.md, the action and the issue forms: sound by their schemas, and run step by step."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from helpers.command import ROOT, environment, put
from helpers.recipes import NEW, block_with, blocks, parsed, project, shell

WORKFLOWS, GITLAB = blocks("workflow"), blocks("gitlab")
ACTION = (ROOT / "action.yml").read_text("utf-8")
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
RUN_STEPS = [step["run"] for step in parsed(WORKFLOWS[1])["jobs"]["hipify"]["steps"] if "run" in step]
SCRIPTS = {
    "GitHub": RUN_STEPS,
    "GitLab": [*parsed(GITLAB[0])["hipify"]["before_script"], *parsed(GITLAB[0])["hipify"]["script"]],
    "the action": [step["run"] for step in parsed(ACTION)["runs"]["steps"] if "run" in step][1:],
}
REPORTS = {"GitHub": "hipify.sarif", "GitLab": "gl-code-quality-report.json", "the action": "hip ify.sarif"}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        *(("github-workflows", text) for text in WORKFLOWS),
        *(("gitlab-ci", text) for text in GITLAB),
        ("github-actions", ACTION),
        *(("github-issue-forms", form.read_text("utf-8")) for form in FORMS),
    ],
)
def test_each_is_sound_by_its_schema(schema: str, text: str, tmp_path: Path) -> None:
    cli = pytest.importorskip("check_jsonschema.cli")
    path = put(tmp_path / "file.yml", text)
    with pytest.raises(SystemExit) as ended:
        cli.main(["--builtin-schema", f"vendor.{schema}", str(path)])
    assert ended.value.code == 0


def test_there_is_one_of_each() -> None:
    assert (len(WORKFLOWS), len(GITLAB), len(FORMS)) == (2, 1, 2)
    (step,) = (
        step for step in parsed(WORKFLOWS[0])["jobs"]["hipify"]["steps"] if "hipify-py" in step["uses"]
    )
    assert step["with"].keys() <= parsed(ACTION)["inputs"].keys()


@pytest.fixture
def adopted(tmp_path: Path) -> Path:
    """Give a project that has written its baseline as the page says, and programs that it calls."""
    folder = project(tmp_path / "project")
    programs = tmp_path / "temp/hipify-py/bin"
    put(programs / "hipify-py", f'#!/bin/sh\nexec "{sys.executable}" -m hipify_py "$@"\n').chmod(0o755)
    put(programs / "pip", "#!/bin/sh\n").chmod(0o755)
    put(programs / "git", "#!/bin/sh\n").chmod(0o755)
    code, said = shell(block_with("baseline write"), folder, surroundings(tmp_path))
    assert code == 0, said
    assert (folder / "hipify.toml").read_text() == 'baseline = "hipify-baseline.json"\n'
    assert "D001" in (folder / "hipify-baseline.json").read_text()
    return folder


def surroundings(place: Path, **more: str) -> dict[str, str]:
    return environment(
        PATH=f"{place}/temp/hipify-py/bin:{os.environ['PATH']}",
        RUNNER_TEMP=f"{place}/temp",
        GITHUB_STEP_SUMMARY=f"{place}/summary.md",
        HIPIFY_PATHS="src",
        HIPIFY_BASELINE="hipify-baseline.json",
        HIPIFY_FAIL_ON="warning",
        HIPIFY_ARGS="--isolated --rocm 6.4",
        HIPIFY_SARIF="hip ify.sarif",
        **more,
    )


@pytest.mark.parametrize("recipe", SCRIPTS)
def test_only_what_is_new_fails(recipe: str, adopted: Path) -> None:
    env = surroundings(adopted.parent)
    for script in SCRIPTS[recipe]:
        code, said = shell(script, adopted, env)
        assert code == 0, said
    source = adopted / "src/a.cu"
    put(source, source.read_text() + NEW)
    code, said = shell(SCRIPTS[recipe][-1], adopted, env)
    assert code == 1, said
    assert [number for number in range(1, 7) if f"line={number}," in said or f"a.cu:{number}:" in said] == [5]
    report = json.loads((adopted / REPORTS[recipe]).read_text())
    if recipe == "GitLab":
        assert [finding["location"]["lines"]["begin"] for finding in report] == [5]
    else:
        results = report["runs"][0]["results"]
        states = {
            one["locations"][0]["physicalLocation"]["region"]["startLine"]: one["baselineState"]
            for one in results
        }
        assert (states[1], states[5]) == ("unchanged", "new")
        assert "D001" in (adopted.parent / "summary.md").read_text()


def test_the_action_takes_no_commands_from_its_inputs(adopted: Path) -> None:
    (script,) = SCRIPTS["the action"]
    env = surroundings(adopted.parent) | {"HIPIFY_PATHS": "src $(touch${IFS}made) `touch${IFS}made`"}
    code, said = shell(script, adopted, env)
    assert code == 3, said
    assert not (adopted / "made").exists()
