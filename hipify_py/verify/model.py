"""What is compiled, what the compiler said, and what became of all units."""

from __future__ import annotations

from typing import Literal, NamedTuple

Language = Literal["hip", "c++", "c"]
Status = Literal["compiles", "fails", "needs", "crashed", "timed out"]
HOST = "host"
GUESSED = "guessed"
UNTOLD = (
    "Nothing was left to convert here. What `convert` foretold of a tree that it wrote is not said again:"
    " give its report (convert --report json:FILE) with --foretold FILE, or verify the original."
)


class Unit(NamedTuple):
    """A translation unit: `path` is compiled from `folder`, both absolute, with `flags` of the HIP compiler.

    `origin` says where the flags come from, and what was left out of them.
    """

    path: str
    folder: str
    flags: tuple[str, ...] = ()
    language: Language = "hip"
    origin: str = ""


class Spot(NamedTuple):
    """A place of which the compiler speaks: a file as it names it, the line and the column from 1."""

    file: str
    line: int
    column: int
    text: str = ""


class Diagnostic(NamedTuple):
    """An error of the compiler. `spot` is None where it has no place: for a wrong option, or the linker.

    `notes` are what it added, in order; `stack` the includes by which it came there, the outermost first.
    """

    text: str
    spot: Spot | None = None
    fatal: bool = False
    notes: tuple[Spot, ...] = ()
    stack: tuple[Spot, ...] = ()


class Problem(NamedTuple):
    """An error as a person looks for it: in the original file, as the user types its path.

    `line` and `column` are those of the original, `compiled_line` that of the text that was compiled; 0 where
    no place is known. `inside` is the header in which the compiler found it, where that is not the program's.
    `sides` are the architectures, or "host", that said so. `rules` are those whose edits stand on the line,
    `foretold` those whose warnings or errors stand within three lines of it, or of the macro by which it came
    about, and `advice` is what the nearest of these says. `third_party` marks a header that is nobody's here:
    one to install.
    """

    path: str
    line: int
    column: int
    compiled_line: int
    text: str
    cause: str
    sides: tuple[str, ...]
    rules: tuple[str, ...] = ()
    foretold: tuple[str, ...] = ()
    advice: str = ""
    third_party: bool = False
    inside: str = ""

    @property
    def surprise(self) -> bool:
        """Say whether no finding spoke of it, and it is not for want of a header that is to be installed."""
        return not (self.foretold or self.third_party)


class UnitReport(NamedTuple):
    """What became of a unit; `reason` is the first line of what a compiler said that crashed.

    `idle` are the conditions under which all of one that compiles stands, if none of them holds; `apart` the
    flags by which it is told from others of the same source.
    """

    path: str
    status: Status
    problems: tuple[Problem, ...] = ()
    origin: str = ""
    reason: str = ""
    seconds: float = 0.0
    idle: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()

    @property
    def surprise(self) -> bool:
        """Say whether something went wrong here of which no finding spoke."""
        if self.status in {"needs", "compiles"}:
            return False
        return not self.problems or any(problem.surprise for problem in self.problems)


class Cause(NamedTuple):
    """Errors that are one: how many units have them, and what to do about it where that is known."""

    title: str
    fix: str
    units: tuple[str, ...]
    problems: tuple[Problem, ...]


class Verdict(NamedTuple):
    """What a compiler said of all units; `causes` are in the order of how many units they break.

    `origin` is the build that says what is compiled and how, "" where that was guessed; `remarks` say what of
    it could not be used. `converted` files held CUDA and were converted in memory. `seconds` are the clock's.
    A tree that is `settled` has nothing left to convert: if a conversion wrote it, what that foretold is not
    known.
    """

    units: tuple[UnitReport, ...]
    causes: tuple[Cause, ...]
    archs: tuple[str, ...]
    compiler: str
    to_object: bool
    origin: str
    converted: int
    seconds: float
    remarks: tuple[str, ...] = ()
    settled: bool = False

    @property
    def untold(self) -> str:
        """Say why it is not known what was foretold, where errors are that no finding spoke of."""
        failed = (unit for unit in self.units if unit.status != "needs")
        if not self.settled or not any(one.surprise for unit in failed for one in unit.problems):
            return ""
        return UNTOLD

    def count(self, status: Status) -> int:
        """Count the units of which this became."""
        return sum(unit.status == status for unit in self.units)
