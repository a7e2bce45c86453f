"""Real projects: every file keeps the three laws, and units that need nothing but ROCm compile for AMD.

A plain `pytest` runs the small part (`small` and `quick` in projects.toml), `pytest -m real` all of it.
The archives come from the index that pip is set up with and stay in $HIPIFY_REAL or ~/.cache/hipify-py-real.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fetch import FetchError
from helpers import laws
from helpers.toolchain import Hipcheck
from projects import Build, Failure, Real, Run, projects, run

from hipify_py.project.run import convert_tree
from hipify_py.report.model import FileReport
from hipify_py.rules.load import load
from hipify_py.settings import Settings

pytestmark = pytest.mark.real

RULES = load()
Outputs = dict[str, bytes]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test its projects and units: all of them where `-m` speaks of `real`, else the small part."""
    whole = "real" in metafunc.config.option.markexpr
    chosen = [real for real in projects() if whole or real.small]
    if "unit" in metafunc.fixturenames:
        units = [
            (real, build, unit, failure)
            for real in chosen
            for build in real.builds
            for unit, failure in _units(build, whole=whole)
        ]
        ids = [f"{real.name}{build.name and '-' + build.name}:{unit}" for real, build, unit, _ in units]
        metafunc.parametrize(("real", "build", "unit", "failure"), units, ids=ids, indirect=["real"])
    else:
        ids = [real.name for real in chosen]
        metafunc.parametrize("real", chosen, ids=ids, indirect=True, scope="module")


def _units(build: Build, *, whole: bool) -> list[tuple[str, Failure | None]]:
    failing = [(known.unit, known) for known in build.fails if whole]
    return [*((unit, None) for unit in (build.ok if whole else build.quick)), *failing]


@pytest.fixture(scope="module")
def real(request: pytest.FixtureRequest) -> Real:
    """One project, fetched; without network the test is skipped, but in CI it fails."""
    chosen: Real = request.param
    try:
        chosen.fetch()
    except FetchError as error:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))
    return chosen


@pytest.fixture(scope="module")
def runs() -> dict[str, Run]:
    """Hold the conversions of this module, by project, so that each is made once."""
    return {}


@pytest.fixture
def converted(real: Real, runs: dict[str, Run], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Give the project converted by one process, with all results."""
    if real.name not in runs:
        runs[real.name] = run(real, tmp_path_factory.mktemp(real.name) / "out")
    return runs[real.name]


def outputs(folder: Path) -> Outputs:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def reports(run: Run) -> list[FileReport]:
    """Give what is said of each file, wherever the output is: the path of an added header lies there, too."""
    out = str(run.out)
    return [file._replace(target=None, path=file.path.replace(out, "")) for file in run.report.files]


def test_every_file_comes_through(converted: Run) -> None:
    failed = [f"{file.path}: {file.reason}" for file in converted.report.files if file.status == "failed"]
    assert failed == []
    assert converted.results


def test_laws(converted: Run) -> None:
    for options, result in converted.results:
        try:
            laws.assert_lossless(result)
            laws.assert_never_silent(result, RULES)
            laws.assert_settled(result, RULES, options)
        except AssertionError as error:
            error.add_note(f"in {options.path}")
            raise


def test_what_is_written_is_what_was_converted(converted: Run) -> None:
    written = {file.path: file.target for file in converted.report.files if file.target}
    for options, result in converted.results:
        target = written[str(options.path)]
        assert target is not None
        assert Path(target).read_bytes() == result.output


def test_a_converted_tree_is_left_alone(real: Real, converted: Run) -> None:
    again = convert_tree([str(converted.out)], Settings(exclude=real.exclude))
    assert [file.path for file in again.files if file.changes] == []


def test_two_processes_write_the_same(real: Real, converted: Run, tmp_path: Path) -> None:
    second = run(real, tmp_path / "out", jobs=2)
    assert outputs(second.out) == outputs(converted.out)
    assert reports(second) == reports(converted)


def test_unit(build: Build, unit: str, failure: Failure | None, converted: Run, hipcheck: Hipcheck) -> None:
    """A unit compiles, or fails for the cause that projects.toml names."""
    flags = build.compiler_flags(converted.source, converted.out)
    compiles, messages = hipcheck(converted.out / unit, *flags)
    if failure is None:
        assert compiles, messages
    else:
        assert not compiles, f"{unit} compiles now: list it under `ok`"
        assert failure.says in messages, f"the cause is no longer: {failure.cause}\n{messages}"
