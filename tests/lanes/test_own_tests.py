"""Each module of the analysis has tests of its own."""

from __future__ import annotations

from pathlib import Path

import hipify_py.lanes

HERE, PACKAGE = Path(__file__).parent, Path(hipify_py.lanes.__file__).parent


def test_each_module_has_tests_beside_those_of_its_package() -> None:
    modules = [one.relative_to(PACKAGE) for one in PACKAGE.rglob("*.py") if one.name != "__init__.py"]
    assert modules
    assert [one for one in modules if not (HERE / one.parent / f"test_{one.name}").is_file()] == []
