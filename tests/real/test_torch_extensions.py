"""PyTorch extensions by others, converted as `CUDAExtension` converts them: tests/bench builds them, too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from fetch import FetchError
from projects import Real, projects
from torch_extensions import Extension, convert, told

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.source.lexer import mask
from hipify_py.torch_extension import BREADCRUMB, OUTPUT, hipify

pytestmark = pytest.mark.real


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test its extensions: all of them where `-m` speaks of `real`, else the small ones."""
    whole = "real" in metafunc.config.option.markexpr
    named = [real for real in projects() if real.name.replace("-", "_") in told()]
    chosen = [real for real in named if whole or real.small]
    metafunc.parametrize("extension", chosen, ids=[real.name for real in chosen], indirect=True)


@pytest.fixture
def extension(request: pytest.FixtureRequest, tmp_path: Path) -> Extension:
    """Copy one extension; without network the test is skipped, but in CI it fails."""
    real: Real = request.param
    try:
        source = real.fetch()
    except FetchError as error:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))
    copy = Path(shutil.copytree(source, tmp_path / source.name))
    return Extension(copy, **told()[real.name.replace("-", "_")])


def found(path: Path, folders: list[Path]) -> dict[bytes, Path]:
    """Give the files that the quoted includes of `path` name, beside it and in `folders`."""
    data = path.read_bytes()
    names = [data[slice(*each.path)] for each in mask(data).includes if each.quote == b'"']
    places = {name: [folder / os.fsdecode(name) for folder in (path.parent, *folders)] for name in names}
    known = {name: next(filter(Path.is_file, each), None) for name, each in places.items()}
    return {name: place.resolve() for name, place in known.items() if place}


def test_a_build_gets_all_that_it_includes(extension: Extension) -> None:
    top, out = extension.folder, extension.folder / OUTPUT
    folders = [top / each for each in extension.include_dirs]
    built, _ = convert(hipify, extension, top)
    assert any(source.endswith(".cu") for source in built)
    for source, target in built.items():
        assert target.startswith(str(out))
        assert Path(target).read_bytes().startswith(BREADCRUMB)
        named, now = found(Path(source), folders), found(Path(target), folders)
        assert len(now) >= len(named)
        assert all(place.is_relative_to(out) for place in now.values())


def test_a_second_build_finds_all_done(extension: Extension) -> None:
    first = convert(hipify, extension, extension.folder)
    out = extension.folder / OUTPUT
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*.*")}
    assert convert(hipify, extension, extension.folder) == first
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.*")} == times
    again = convert_tree([str(out)], Settings())
    assert [file.path for file in again.files if file.changes] == []
