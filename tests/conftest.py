"""What pytest takes from here: the --update option, the HIP compiler, and the browser."""

from __future__ import annotations

import gc
import os
import sys
from compileall import compile_dir
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers import examples, gathered, marks
from helpers.command import ROOT
from helpers.rules import reading_once
from helpers.toolchain import IN_CI, compiler
from simt.emulator import Emulator

from hipify_py.rules import toml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.browser import Page
    from helpers.toolchain import Hipcheck

# Rewriting the asserts of all tests takes longer than collecting them: the next run finds them rewritten.
sys.dont_write_bytecode = False

pytest_pycollect_makeitem = gathered.pytest_pycollect_makeitem


def pytest_addoption(parser: pytest.Parser) -> None:
    gathered.pytest_addoption(parser)
    parser.addoption(
        "--update", action="store_true", help="rewrite the corpus' expected.* from what comes out"
    )


def pytest_configure(config: pytest.Config) -> None:
    if IN_CI and config.getoption("--update"):
        message = "--update is refused with CI=true: rewrite expected.* locally and review the difference"
        raise pytest.UsageError(message)
    examples.choose(few=config.getoption("markexpr") == "quick")
    if not hasattr(config, "workerinput"):  # for the many processes that tests start, which write none
        compile_dir(ROOT / "hipify_py", quiet=2)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each process tests that stand together: they share what a module makes, and what was converted."""
    from xdist.scheduler import WorkStealingScheduling  # type: ignore[import-untyped]

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_sessionstart() -> None:
    """Read each rule file that ships once a process, however many tests load them beside one of their own."""
    pytest.MonkeyPatch().setattr(toml, "read", reading_once(toml.read))


def pytest_collection_finish() -> None:
    """Leave what twenty thousand collected tests hold out of each garbage collection: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by what it asks for, so that no mark is forgotten."""
    for mark in marks.asked(item):
        item.add_marker(mark)
    if not marks.slow(item):
        item.add_marker("quick")


@pytest.fixture(scope="session")
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten rather than compared."""
    return bool(request.config.getoption("--update"))


@pytest.fixture(scope="session")
def hipcheck(tmp_path_factory: pytest.TempPathFactory) -> Hipcheck:
    """Compile a HIP file: `hipcheck(path, *flags)` gives whether it compiles, and the compiler's messages.

    Without a compiler the test is skipped, but in CI it fails: there the compile tests must run.
    """
    return compiler(tmp_path_factory.mktemp("hipcheck"))


@pytest.fixture(scope="session")
def hipcheck64(tmp_path_factory: pytest.TempPathFactory) -> Hipcheck:
    """Compile a HIP file as `hipcheck` does, with ROCm 6.4 below $HIP_SYSROOT_64 or its usual place."""
    root = os.environ.get("HIP_SYSROOT_64") or Path.home() / ".cache" / "hip-sysroot-6.4"
    return compiler(tmp_path_factory.mktemp("hipcheck64"), Path(root))


@pytest.fixture(scope="session")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    """Give the emulator of warps; the processes of a run share what it compiled: much is the same."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "simt"
    folder.mkdir(exist_ok=True)
    return Emulator(folder)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """Give a page of a headless Chromium, without network.

    Without a Chromium the test is skipped, but in CI it fails: there the pages must be looked at.
    """
    from helpers.browser import Page, program

    command = program()
    if command is None:
        text = "no Chromium: on Debian, apt-get install chromium"
        (pytest.fail if IN_CI else pytest.skip)(text)
    browser = Page(tmp_path / "profile", command)
    yield browser
    browser.close()
