"""A project takes up hipify-py by README.md and docs/ci.md alone: from a wheel, in an empty environment."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from helpers.command import ROOT, put
from helpers.package import clean_environment, copy_checkout, give_up, succeed
from helpers.recipes import NEW, block_with, blocks, parsed, project, shell

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.packaging
URL = "git+https://example.com/hipify-py@v0.1.0"
README = (ROOT / "README.md").read_text("utf-8")
SAID = re.compile(r"a\.cu:(\d+):\d+: error D001 ")


def test_only_the_new_offence_fails(tmp_path: Path) -> None:
    env = clean_environment(
        TMPDIR=str(tmp_path / "tmp"),
        RUNNER_TEMP=str(tmp_path / "runner"),
        PRE_COMMIT_HOME=str(tmp_path / "hooks"),
        GIT_CONFIG_GLOBAL="/dev/null",
        **{f"GIT_{role}_{what}": "test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    )
    for name in ("tmp", "runner"):
        (tmp_path / name).mkdir()
    checkout = copy_checkout(tmp_path / "checkout")
    succeed(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "dist", checkout, cwd=tmp_path, env=env
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    for command in ("git init -q", "git add -A", "git commit -qm it"):
        succeed(*command.split(), cwd=checkout, env=env)
    folder = project(tmp_path / "project")
    succeed("git", "init", "-q", cwd=folder, env=env)

    def recipe() -> tuple[int, str]:
        (script,) = blocks("shell")
        code, said = shell(script.replace(URL, str(wheel)), folder, env)
        return code, said if code in {0, 1, 2} else give_up(said)

    code, said = recipe()  # installs the wheel, and finds no baseline yet
    assert (code, "hipify-baseline.json" in said) == (2, True)
    programs = tmp_path / "tmp/hipify-py/bin"
    path = {"PATH": f"{programs}:{env['PATH']}"}
    assert shell(block_with("baseline write"), folder, env | path)[0] == 0
    assert recipe()[0] == 0

    (config,) = re.findall(r"```yaml\n(repos:.*?)```", README, re.DOTALL)
    head = succeed("git", "rev-parse", "HEAD", cwd=checkout, env=env).strip()
    made = parsed(config)
    config = config.replace(made["repos"][0]["repo"], str(checkout)).replace(made["repos"][0]["rev"], head)
    put(folder / ".pre-commit-config.yaml", config)

    def hook() -> tuple[int, str]:
        succeed("git", "add", "-A", cwd=folder, env=env)
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--color=never"],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
        return done.returncode, said if done.returncode in {0, 1} else give_up(said)

    code, said = hook()
    assert (code, "Passed" in said) == (0, True), said

    source = folder / "src/a.cu"
    put(source, source.read_text() + NEW)
    for code, said in (hook(), recipe()):
        assert (code, SAID.findall(said)) == (1, ["5"]), said
    assert (folder / "hipify.xml").read_text().count("<failure") == 1

    (install,) = (
        s["run"]
        for s in parsed((ROOT / "action.yml").read_text())["runs"]["steps"]
        if "pip" in s.get("run", "")
    )
    code, said = shell(install, folder, env | {"GITHUB_ACTION_PATH": str(checkout)})
    assert code == 0, said
    report = ("check", "src", "--baseline", "hipify-baseline.json", "--format", "sarif")
    done = subprocess.run(
        [tmp_path / "runner/hipify-py/bin/hipify-py", *report],
        cwd=folder,
        env=env,
        capture_output=True,
        check=False,
    )
    states = [
        one["baselineState"]
        for one in json.loads(done.stdout)["runs"][0]["results"]
        if one["level"] == "error"
    ]
    assert (done.returncode, sorted(states)) == (1, ["new", "unchanged"])

    package = succeed(programs / "hipify-py", "--cmake-dir", cwd=folder, env=env).strip()
    assert package.endswith("/site-packages/hipify_py/cmake")
    put(folder / "b.cu", "void f() { cudaFree(0); }\n")
    succeed(programs / "hipify-py", "unit", "b.cu", "-o", "out", "--depfile", "out/d", cwd=folder, env=env)
    reads = (folder / "out/d").read_text().partition("\n\n")[0]
    assert re.search(r"/hipify_py-[^/]+\.dist-info/RECORD", reads)
    assert "lanes.toml" not in reads
