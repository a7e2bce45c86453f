"""What is released: built, installed into an empty environment and used from there."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.command import KERNEL, KERNEL_HIP, ROOT, put
from helpers.package import clean_environment, copy_checkout, succeed

from hipify_py.choices import DNNS
from hipify_py.version import __version__

pytestmark = pytest.mark.packaging
FACTS = ("cuda.tsv", "rocm.tsv", "scope.toml")
PROGRAM = """\
from concurrent.futures import Executor

import hipify_py
from hipify_py import Edit, Finding, Options, Report, Result, Settings


def port(source: bytes) -> tuple[str, tuple[Finding, ...], tuple[Edit, ...]]:
    result: Result = hipify_py.convert(source, path="a.cu", options=Options(launch="macro"))
    return result.text, result.findings, result.edits


def port_all(executor: Executor) -> list[str]:
    settings = Settings(mode="output", output="out", rename=".hip")
    report: Report = hipify_py.convert_tree(["src"], settings, executor=executor)
    return [file.path for file in report.files if file.status == "converted"]


reveal_type(hipify_py.convert("x").output)
reveal_type(hipify_py.load_rules())
"""
WRONG = 'import hipify_py\n\nhipify_py.convert(3)\nSettings = hipify_py.Settings(mode="fast")\n'


class Release(NamedTuple):
    """A copy of the checkout, what was built from it, and an environment with it and its dependencies."""

    checkout: Path
    wheel: Path
    sdist: Path
    bin: Path

    def run(self, folder: Path, *command: str | Path) -> str:
        return succeed(self.bin / str(command[0]), *command[1:], cwd=folder, env=clean_environment())


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Build the release and install the wheel."""
    place = tmp_path_factory.mktemp("packaging")
    env = clean_environment()
    checkout = copy_checkout(place / "checkout")
    succeed(sys.executable, "-m", "venv", "venv", cwd=place, env=env)
    pip = place / "venv" / "bin" / "pip"
    succeed(pip, "install", "-q", "hatchling>=1.26", "editables", cwd=place, env=env)
    succeed(place / "venv" / "bin" / "hatchling", "build", "-d", place / "dist", cwd=checkout, env=env)
    (wheel,), (sdist,) = (list((place / "dist").glob(ending)) for ending in ("*.whl", "*.tar.gz"))
    succeed(pip, "install", "-q", wheel, cwd=place, env=env)
    return Release(checkout, wheel, sdist, pip.parent)


def in_wheel(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_holds_the_package_the_rules_and_nothing_else(release: Release) -> None:
    names = {name for name in in_wheel(release.wheel) if ".dist-info/" not in name}
    package = {str(path.relative_to(ROOT)) for path in (ROOT / "hipify_py").rglob("*") if path.is_file()}
    folders = [ROOT / "rules", *(ROOT / "rules" / choice for choice in DNNS[1:])]
    shipped = [path for folder in folders for path in folder.glob("*.toml")]
    shipped += [ROOT / "rules" / "facts" / name for name in FACTS]
    rules = {f"hipify_py/_rules/{path.relative_to(ROOT / 'rules')}" for path in shipped}
    assert len(rules) > len(FACTS)
    assert {name for name in names if name.startswith("hipify_py/_rules/")} == rules
    wanted = {name for name in package if "__pycache__" not in name}
    assert wanted - names == set()
    assert {name for name in names - wanted if not name.startswith("hipify_py/_rules/")} == set()
    assert {"hipify_py/py.typed", "hipify_py/report/schema.json", "hipify_py/report/html/page.html"} <= names


def test_the_metadata_is_right(release: Release) -> None:
    files = in_wheel(release.wheel)
    (text,) = (data for name, data in files.items() if name.endswith(".dist-info/METADATA"))
    metadata = email.message_from_bytes(text)
    assert (metadata["Name"], metadata["Version"]) == ("hipify-py", __version__)
    assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.11")
    required = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    needed = {re.split(r"[^\w-]", line)[0] for line in required}
    assert needed == {"click", "google-re2", "jinja2", "pathspec", "tree-sitter", "tree-sitter-cpp"}
    assert text.partition(b"\n\n")[2].strip() == (release.checkout / "README.md").read_bytes().strip()
    (entry,) = (data for name, data in files.items() if name.endswith(".dist-info/entry_points.txt"))
    assert entry.decode().split("\n")[:2] == ["[console_scripts]", "hipify-py = hipify_py.__main__:main"]


def test_the_sdist_holds_what_is_needed_to_build_and_test(release: Release) -> None:
    with tarfile.open(release.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO", "hipify_py/py.typed"):
        assert name in names
    for folder in ("hipify_py", "rules", "tests", "corpus", "docs"):
        files = {
            str(path.relative_to(release.checkout))
            for path in (release.checkout / folder).rglob("*")
            if path.is_file()
        }
        assert files - names == set()


def test_the_sdist_builds_the_same_wheel(release: Release, tmp_path: Path) -> None:
    release.run(tmp_path, "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", ".", release.sdist)
    assert in_wheel(tmp_path / release.wheel.name) == in_wheel(release.wheel)


def convert_elsewhere(release: Release, folder: Path) -> None:
    put(folder / "a.cu", KERNEL)
    out = release.run(folder, "hipify-py", "convert", "-i", "a.cu")
    assert "       1  converted\n" in out
    assert (folder / "a.cu").read_text() == KERNEL_HIP
    assert (
        release.run(folder, "python", "-m", "hipify_py", "--version") == f"hipify-py, version {__version__}\n"
    )


def rules_folder(release: Release, folder: Path) -> Path:
    code = "from hipify_py.rules.load import builtin_folder; print(builtin_folder())"
    return Path(release.run(folder, "python", "-c", code).strip())


def test_an_installed_wheel_works_from_anywhere(release: Release, tmp_path: Path) -> None:
    assert rules_folder(release, tmp_path).parts[-3:] == ("site-packages", "hipify_py", "_rules")
    convert_elsewhere(release, tmp_path)


def test_an_installed_wheel_tells_of_rules_and_headers(release: Release, tmp_path: Path) -> None:
    said = release.run(tmp_path, "hipify-py", "rules", "show", "cudaStreamQuery").splitlines()
    assert "  becomes    hipStreamQuery" in said
    assert "             hipError_t hipStreamQuery(hipStream_t)" in said
    assert "             cudaError_t cudaStreamQuery(cudaStream_t)" in said
    rows = release.run(tmp_path, "hipify-py", "rules", "coverage", "--format", "csv").splitlines()
    assert rows[0].startswith("library,names,same,renamed,")
    assert rows[-1].startswith("all,")


def test_programs_that_use_the_library_are_type_checked(release: Release, tmp_path: Path) -> None:
    put(tmp_path / "right.py", PROGRAM)
    put(tmp_path / "wrong.py", WRONG)
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(release.bin / "python")]
    checked = {}
    for name in ("right.py", "wrong.py"):
        done = subprocess.run(
            [*command, name],
            cwd=tmp_path,
            env=clean_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        checked[name] = done.returncode, done.stdout
    code, out = checked["right.py"]
    assert code == 0, out
    assert 'Revealed type is "builtins.bytes"' in out or 'Revealed type is "bytes"' in out
    assert "hipify_py.rules.model.RuleSet" in out
    code, out = checked["wrong.py"]
    assert code == 1
    assert "wrong.py:3: error: " in out
    assert "wrong.py:4: error: " in out


def test_an_editable_installation_uses_the_checkout(release: Release, tmp_path: Path) -> None:
    """The last test here: it takes the place of the installed wheel."""
    options = ("-q", "--no-deps", "--no-build-isolation")
    release.run(tmp_path, "pip", "install", *options, "-e", release.checkout)
    assert rules_folder(release, tmp_path) == release.checkout / "rules"
    convert_elsewhere(release, tmp_path)


def test_a_checkout_works_without_installation(release: Release, tmp_path: Path) -> None:
    code = "from hipify_py.rules.load import builtin_folder; print(builtin_folder())"
    env = clean_environment(PYTHONPATH=str(release.checkout))
    done = succeed(sys.executable, "-c", code, cwd=tmp_path, env=env)
    assert Path(done.strip()) == release.checkout / "rules"
