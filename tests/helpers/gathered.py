"""All cases of a parametrised test as one item: what pytest does for an item takes longer than most cases.

A case that fails keeps no other from being tried, and each is named. With `--apart`, and where tests are
chosen by a case's name (`-k`, `a_file.py::test_it[name]`), each case is an item of its own; so it always is
where a test takes long, and where each case has a fixture of its own.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from helpers.marks import slow

PARAM = type(pytest.param())
NO_ROOM = 300


class Case(NamedTuple):
    """The values of a test's parameters by name, and what the case is called."""

    values: Mapping[str, Any]
    name: str | Callable[[Any], object] | None

    def __str__(self) -> str:
        if callable(self.name):
            return "-".join(str(self.name(value) or value) for value in self.values.values())
        text = self.name or ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return text if len(text) <= NO_ROOM else text[:NO_ROOM] + "..."


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--apart", action="store_true", help="make each case of a test an item of its own")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Function | None:
    """Give one item for all cases of a test, or None where pytest's own way is wanted."""
    marks: list[pytest.Mark] = getattr(obj, "pytestmark", [])
    if not marks or not inspect.isfunction(obj) or hasattr(obj, "hypothesis") or _apart(collector.config):
        return None
    if not isinstance(collector, pytest.Module) or not collector.istestfunction(obj, name):
        return None
    tables = _tables(marks)
    if tables is None:
        return None
    item = pytest.Function.from_parent(collector, name=name, callobj=_all_of(obj, tables))
    return item if _is_shared(item) and not slow(item) else None


def _apart(config: pytest.Config) -> bool:
    chosen = config.getoption("keyword") or any("[" in argument for argument in config.args)
    return bool(chosen or config.getoption("--apart"))


def _is_shared(item: pytest.Function) -> bool:
    """Tell whether a test has no fixture that is made anew for each item."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    scopes = {one.scope for found in fixtures for one in found}
    return scopes <= {"module", "session"} and "request" not in inspect.signature(item.obj).parameters


def _tables(marks: list[pytest.Mark]) -> list[list[Case]] | None:
    """Give the cases of each mark, or None where one needs to be told by pytest."""
    if any(mark.name != "parametrize" or mark.kwargs.keys() - {"ids"} for mark in marks):
        return None
    tables = [_rows(mark) for mark in marks]
    return tables if all(tables) else None


def _rows(mark: pytest.Mark) -> list[Case]:
    """Give the values of a mark; none where one bears marks of its own, or they can be read but once."""
    names, given = mark.args
    names = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
    ids = mark.kwargs.get("ids")
    rows = [] if isinstance(given, Iterator) or isinstance(ids, Iterator) else list(given)
    if any(isinstance(row, PARAM) and row.marks for row in rows):
        return []
    named = itertools.repeat(ids) if callable(ids) or not ids else map(str, ids)
    return [_case(names, row, one or None) for row, one in zip(rows, named, strict=False)]


def _case(names: list[str], row: Any, name: str | Callable[[Any], object] | None) -> Case:
    if isinstance(row, PARAM) and isinstance(row.id, str):
        name = row.id
    values = row.values if isinstance(row, PARAM) else row if len(names) > 1 else [row]
    return Case(dict(zip(names, values, strict=True)), name)


def _all_of(test: Callable[..., None], tables: list[list[Case]]) -> Callable[..., None]:
    """Give a test that tries every case; its fixtures are those of the one that is given."""

    def every_case(**fixtures: object) -> None:
        failed: list[BaseException] = []
        skipped: list[str] = []
        for parts in itertools.product(*tables):
            case = "; ".join(map(str, parts))
            try:
                test(**fixtures, **{name: value for part in parts for name, value in part.values.items()})
            except pytest.skip.Exception as exception:
                skipped.append(f"{case}: {exception}")
            except (Exception, pytest.fail.Exception) as exception:  # noqa: BLE001
                exception.add_note(f"case: {case}")
                failed.append(exception)
        if len(failed) > 1:
            message = f"{len(failed)} cases failed"
            raise BaseExceptionGroup(message, failed)
        if failed:
            raise failed[0]
        if skipped:
            pytest.skip(" | ".join(skipped))

    given = {name for table in tables for name in table[0].values}
    kept = [one for one in inspect.signature(test).parameters.values() if one.name not in given]
    every_case.__doc__, every_case.__wrapped__ = test.__doc__, test  # type: ignore[attr-defined]
    every_case.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in kept]
    )
    return every_case
