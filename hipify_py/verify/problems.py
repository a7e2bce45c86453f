"""Turn the errors of a compiler into places of the original files, with what was done and said there."""

from __future__ import annotations

import os
from itertools import takewhile
from typing import TYPE_CHECKING

from hipify_py.gpus import concerns
from hipify_py.lazy import re
from hipify_py.verify.causes import cause_of
from hipify_py.verify.model import HOST, Problem
from hipify_py.verify.outside import look_at
from hipify_py.verify.places import (
    NEAR,
    LineMap,
    advice_for,
    edits_at,
    foretold_at,
    of_header,
    original_column,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.report.model import Concern, FileReport
    from hipify_py.rules.model import RuleSet
    from hipify_py.verify.include_paths import Headers
    from hipify_py.verify.model import Diagnostic, Spot, Unit

VENDORS = re.compile(  # and not all that begins with `cu`: cuosd.h is a library's of somebody else
    r"^(?:hip|roc|cu(?:da|b|blas|dnn|fft|file|inj|para|pti|rand|solver|sparse|tensor)|nv\w*|thrust|device_|driver_"
    r"|vector_|texture_|surface_|sm_\d+_)[\w/]*\.(?:h|cuh|hpp)$"
)
OF_HIP = re.compile(
    r"(?:hip\w*|rccl|miopen|roc(?:m|blas|fft|solver|rand|sparse|prim|thrust|wmma|tx|tracer|profiler)\w*)[./]"
)
IN_QUOTES = re.compile(rb"[ \t]*#[ \t]*include(?:_next)?[ \t]*\"")
OF_GPUS = re.compile(r"(?:not )?gfx\w+")
REFUSAL = re.compile(rb"[ \t]*#[ \t]*error\b")
HEADER = re.compile(r"^missing header (.*)")
EXPANDED = "expanded from macro"
AMBIGUOUS, CANDIDATE = "ambiguous", "candidate function"


class Tree:
    """The files of a run: what is at a place of them."""

    def __init__(
        self, files: Mapping[str, FileReport], roots: Sequence[str], headers: Headers, rules: RuleSet
    ) -> None:
        """Take the reports of the files by their absolute paths, and the folders in which they lie."""
        self.rules = rules
        self._files = files
        self._roots = roots
        self._headers = headers
        self._maps: dict[str, LineMap] = {}
        self._outside: dict[str, FileReport] = {}
        self._here = os.getcwd()

    def shown(self, path: str) -> str:
        """Give an absolute path as the user would type it."""
        if path in self._files:
            return self._files[path].path
        near = os.path.relpath(path, self._here)
        return path if near.startswith("..") else near

    def told(self, rule: str) -> frozenset[str]:
        """Give the absolute paths of the files in which a rule has found something."""
        found = self._files.items()
        return frozenset(path for path, file in found if any(one.rule == rule for one in file.concerns))

    def problems(self, unit: Unit, errors: Mapping[str, Sequence[Diagnostic]]) -> tuple[Problem, ...]:
        """Give the errors of a unit, each once with the sides that gave it, in the order they were given.

        What a side says behind an `#error` of the program follows from that: there it gives up.
        """
        found: dict[tuple[str, int, str, str], Problem] = {}
        for side, some in errors.items():
            stops = (at for at, error in enumerate(some) if self._gives_up(unit, error))
            for error in some[: next(stops, len(some)) + 1]:
                one = self._problem(unit, error, side)
                if self._is_third_party(one, in_quotes=self._in_quotes(unit, error)):
                    one = one._replace(third_party=True, advice=self._made(one))
                # what a header says after its first error at a place follows from that
                key = (
                    (one.path, one.line, "", "") if one.inside else (one.path, one.line, one.cause, one.text)
                )
                first = found.setdefault(key, one)
                found[key] = first._replace(sides=tuple(dict.fromkeys((*first.sides, side))))
        return tuple(found.values())

    def _gives_up(self, unit: Unit, error: Diagnostic) -> bool:
        """Say whether an error is that of an `#error` in a file of the program."""
        if error.spot is None or not self._is_ours(path := self._path(unit, error.spot)):
            return False
        lines = self._headers.read(path).split(b"\n", error.spot.line)
        return len(lines) >= error.spot.line and REFUSAL.match(lines[error.spot.line - 1]) is not None

    def _is_third_party(self, problem: Problem, *, in_quotes: bool) -> bool:
        """Say whether a header is missing that is nobody's here.

        Of a name in angle brackets its look counts, too: in quotes it is a file that the project lacks,
        whatever its name begins with. What HIP's headers are called we may have written.
        """
        found = HEADER.match(problem.cause)
        if found is None or problem.foretold or self._headers.has(found[1]):
            return False
        if OF_HIP.match(found[1]) or found[1].encode("utf-8", "surrogateescape") in self.rules.headers:
            return False
        return in_quotes or not VENDORS.match(os.path.basename(found[1]))

    def _in_quotes(self, unit: Unit, error: Diagnostic) -> bool:
        """Say whether an error stands at an include whose name is in quotes."""
        if error.spot is None or not error.fatal:
            return False
        lines = self._headers.read(self._path(unit, error.spot)).split(b"\n", error.spot.line)
        return len(lines) >= error.spot.line and IN_QUOTES.match(lines[error.spot.line - 1]) is not None

    def _foretold_outside(self, unit: Unit, error: Diagnostic, cause: str) -> FileReport | None:
        """Give what is found in a header outside of the program that includes a missing one of CUDA's.

        That is where it has to be changed. None where no finding speaks of the include.
        """
        found = HEADER.match(cause)
        if not found or not error.spot or self._is_ours(path := self._path(unit, error.spot)):
            return None
        if found[1].encode("utf-8", "surrogateescape") not in self.rules.headers:
            return None
        if path not in self._outside:
            self._outside[path] = look_at(self.shown(path), self._headers.read(path), self.rules)
        return self._outside[path] if foretold_at(self._outside[path], error.spot.line) else None

    def _made(self, problem: Problem) -> str:
        template = self._headers.template(problem.cause.removeprefix("missing header "))
        return f"the build makes it of {os.path.basename(template)}" if template else ""

    def _problem(self, unit: Unit, error: Diagnostic, side: str) -> Problem:
        cause = cause_of(error.text).title
        spot = next((one for one in _spots(error) if self._is_ours(self._path(unit, one))), error.spot)
        outside = self._foretold_outside(unit, error, cause)
        spot = error.spot if outside else spot
        if spot is None or spot.file.startswith("<"):  # <built-in> and the like
            return Problem(self.shown(unit.path), 0, 0, 0, error.text, cause, ())
        path = self._path(unit, spot)
        inside = self._path(unit, error.spot) if error.spot else ""
        inside = "" if inside == path else inside
        file = outside or self._files.get(path)
        if file is None:
            return Problem(
                self.shown(path), spot.line, spot.column, spot.line, error.text, cause, (), inside=inside
            )
        line = self._map(path, file).original(spot.line)
        missing = HEADER.match(cause)
        near = of_header(file, line, missing[1]) if missing else foretold_at(file, line)
        near = [one for one in near if self._is_about(one, side)]
        of_macro = [] if near else self._foretold_elsewhere(unit, error)
        return Problem(
            path=file.path,
            line=line,
            column=original_column(file, line, spot.column),
            compiled_line=spot.line,
            text=error.text,
            cause=cause,
            sides=(),
            rules=edits_at(file, line),
            foretold=tuple(dict.fromkeys(one.rule for one in near or of_macro)),
            advice=of_macro[0].message if of_macro else advice_for(near, line, error.text),
            inside=inside,
        )

    def _is_about(self, one: Concern, side: str) -> bool:
        """Say whether a finding is about what one side compiles for, where it is about some GPUs alone."""
        word = getattr(self.rules.by_id.get(one.rule), "word", "")  # which messages have none of
        return not OF_GPUS.match(word) or side == HOST or concerns(word, side)

    def _foretold_elsewhere(self, unit: Unit, error: Diagnostic) -> list[Concern]:
        """Give what was found where the cause stands: macros, the innermost last, or functions too alike.

        The compiler gives the place at which a macro is used or an overload called; what is to be changed is
        the text of these.
        """
        made = takewhile(lambda one: one.text.startswith(EXPANDED), error.notes)
        alike = (one for one in error.notes if AMBIGUOUS in error.text and one.text.startswith(CANDIDATE))
        found = (self._said_at(unit, one, near) for near, some in ((NEAR, made), (0, alike)) for one in some)
        return next(filter(None, found), [])

    def _said_at(self, unit: Unit, spot: Spot, near: int) -> list[Concern]:
        file = self._files.get(path := self._path(unit, spot))
        return foretold_at(file, self._map(path, file).original(spot.line), near) if file else []

    def _path(self, unit: Unit, spot: Spot) -> str:
        return os.path.normpath(os.path.join(unit.folder, spot.file))

    def _is_ours(self, path: str) -> bool:
        return path in self._files or any(path.startswith(root + os.sep) for root in self._roots)

    def _map(self, path: str, file: FileReport) -> LineMap:
        if path not in self._maps:
            self._maps[path] = LineMap(file.changes)
        return self._maps[path]


def _spots(error: Diagnostic) -> Iterator[Spot]:
    """Give the places of an error, the nearest to it first: its own, who asked for it, who included that."""
    if error.spot:
        yield error.spot
    yield from error.notes
    yield from reversed(error.stack)
