"""What is decided about warps does not change with the words: the kernels of the corpus, each reworded.

A test tries some kernels for each rewording, the same ones each time; one marked `stress` tries more.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest
from helpers.decisions import KERNELS, WAYS, Decided, Way, converted, counted, differences, name_of
from helpers.metamorphic import REWORDINGS, Rewording
from helpers.reword.changes import Change, Piece, reworded
from helpers.stress import WHOLE
from helpers.toolchain import needs_gcc
from simt import proof
from simt.emulator import Emulator

from hipify_py.source.unit import Unit

KNOWN = tomllib.loads(Path(__file__).with_name("known_differences.toml").read_text(encoding="utf-8"))
ONE_IN, ONE_IN_CI = 120, 5
"""How many kernels there are to each that is tried while one works, and in a run of CI."""
LEAST = {
    "rename": 270,
    "comment": 270,
    "braces": 260,
    "blocks": 270,
    "bracket-values": 270,
    "bracket-conditions": 270,
    "bracket-arguments": 250,
    "split-list": 230,
    "split-value": 230,
    "swap": 200,
    "return-to-block": 50,
    "block-to-return": 25,
    "alias": 230,
}
"""To how many kernels each rewording applies at least."""
each_rewording = pytest.mark.parametrize("how", [pytest.param(how, id=how.name) for how in REWORDINGS])


@cache
def unit(path: Path) -> Unit:
    return Unit(path.read_bytes())


@cache
def before(path: Path, way: Way) -> Decided:
    return counted(converted(path, way))


@cache
def changes(path: Path, how: Rewording) -> list[Change]:
    return list(how.changes(unit(path)))


@cache
def decided_otherwise(path: Path, way: Way, how: Rewording) -> list[str]:
    return differences(before(path, way), path.name, way, how, changes(path, how))


def assert_same_but_known(how: Rewording, kernels: list[Path]) -> None:
    """Reword kernels: those that are decided otherwise are those of the list, no more and no fewer."""
    for way in WAYS:
        known = {*KNOWN.get(how.name, {}).get(way, ())} & {*map(name_of, kernels)}
        said = {name_of(path): decided_otherwise(path, way, how) for path in kernels}
        found = {name: what for name, what in said.items() if what}
        new = {name: what for name, what in found.items() if name not in known}
        assert (new, sorted(known - found.keys())) == ({}, []), f"new and mended with --warp {way}"


@each_rewording
def test_no_decision_changes_with_the_words(how: Rewording) -> None:
    first = REWORDINGS.index(how) % ONE_IN
    assert_same_but_known(how, [*KERNELS[first::ONE_IN]])


@pytest.mark.stress
@each_rewording
def test_no_decision_changes_with_the_words_in_more_kernels(how: Rewording) -> None:
    """A fifth of the kernels, another one for the next rewording; `HIPIFY_STRESS=all` takes all of them."""
    step = 1 if WHOLE else ONE_IN_CI
    assert_same_but_known(how, [*KERNELS[REWORDINGS.index(how) % step :: step]])


def test_the_list_names_kernels_and_rewordings() -> None:
    assert KNOWN.keys() <= {how.name for how in REWORDINGS}
    listed = [name for ways in KNOWN.values() for names in ways.values() for name in names]
    assert {*listed} <= {*map(name_of, KERNELS)}


@each_rewording
def test_each_rewording_applies_to_many_kernels(how: Rewording) -> None:
    assert sum(bool(changes(path, how)) for path in KERNELS) >= LEAST[how.name]


AS_WRITTEN = {"ptx-shuffles-votes"}  # whose PTX the emulator knows by its words


@needs_gcc
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem) for path in proof.KERNELS[::12] if path.stem not in AS_WRITTEN]
)
def test_the_meaning_stays(path: Path, emulator: Emulator) -> None:
    """Reworded in every way at once a kernel prints what it printed."""
    source = path.read_bytes()
    for how in REWORDINGS:
        source = reworded(source, [*how.changes(Unit(source))]) or source
    truth, ours = (emulator.run(one, "cuda", 32) for one in (path, source))
    assert truth.stdout
    assert source != path.read_bytes()
    assert (ours.stdout, ours.status, ours.problems) == (truth.stdout, 0, ())


REDUCE = next(path for path in KERNELS if name_of(path) == "lanes/reduce-down")


@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        (
            b"__shfl_down_sync(0xffffffff, val, offset)",
            b"val",
            ["- finding W000 in warpReduceSum", "- edit W000 in warpReduceSum x 3", "output"],
        ),
        (b"return val;", b"return val + 1;", ["output"]),
    ],
)
def test_another_meaning_is_seen(old: bytes, new: bytes, seen: list[str]) -> None:
    """The measure itself: where the meaning differs it is seen in what comes out, and in what is said."""
    at = unit(REDUCE).code.index(old)
    how = Rewording("wrong", lambda _: iter(()), lambda text, _: text)
    wrong = Change((Piece(at, at + len(old), new),))
    assert differences(before(REDUCE, "32"), REDUCE.name, "32", how, [wrong]) == seen
