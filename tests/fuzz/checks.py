"""What must hold of the conversion of anything at all; a check knows nothing of how a conversion is made."""

from __future__ import annotations

import functools
import hashlib
import re
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from fuzz.mutate import mutate
from helpers import laws

from hipify_py.choices import Launch, Warp
from hipify_py.conversion import convert
from hipify_py.model import Edit, Result, Span
from hipify_py.project.fact_reading import facts
from hipify_py.report.describe import describe
from hipify_py.report.diff import unified_diff
from hipify_py.rules.load import load
from hipify_py.rules.model import RuleSet
from hipify_py.settings import Options
from hipify_py.source.errors import errors
from hipify_py.source.lexer import Text, mask
from hipify_py.source.unit import Unit

PATHS = ("a.cu", "a.cu", "a.cuh", "a.h", "a.cpp")
SECONDS, MEGABYTES = 5.0, 500
"""What one conversion of a case may take: seconds of the processor, and memory."""
LONG = 0.2
"""Seconds below which no case takes that much memory; to ask for it takes as long as a conversion."""
MORE = 8
"""One case in so many is looked at from all sides."""


SOUND = "(sound code)"
DROPPED = re.compile(rb"asm|__launch_bounds__")
"""With what stands in the brackets of these, its strings may go."""


class Mode(NamedTuple):
    """How a case is converted."""

    warp: Warp = "32"
    launch: Launch = "keep"
    rocm: str = "7.2"
    path: str = "a.cu"
    add_include: bool = True

    def options(self) -> Options:
        return Options(path=self.path, launch=self.launch, warp=self.warp, add_include=self.add_include)


class Case(NamedTuple):
    source: bytes
    mode: Mode


class Failure(NamedTuple):
    """What went wrong: a class of failures that is reported once, and what is said of this one."""

    kind: str
    detail: str = ""


class TooSlowError(Exception):
    """A conversion took more than its time."""


def case(seed: int, number: int, seeds: Sequence[bytes]) -> Case:
    """Make a case; the same numbers and seeds give the same one."""
    chance = Random(f"{seed}:{number}")
    mode = Mode(
        warp=chance.choice(["32", "native"]),
        launch=chance.choice(["keep", "keep", "macro"]),
        rocm=chance.choice(["7.2", "7.2", "6.4"]),
        path=chance.choice(PATHS),
        add_include=chance.random() < 0.8,
    )
    return Case(mutate(chance.choice(seeds), chance, seeds), mode)


@functools.cache
def rules(rocm: str) -> RuleSet:
    return load(rocm=rocm)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` within once the process has worked for so long; other processes do not count."""

    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(source: bytes, mode: Mode, limit: float) -> Result:
    with time_limit(limit):
        return convert(source, rules(mode.rocm), mode.options())


def fingerprint(result: Result) -> bytes:
    """Give a number of a result's content, which is the same in every process."""
    return hashlib.blake2b(repr(result[1:]).encode(), digest_size=8).digest()


def check(one: Case, *, more: bool = False, limit: float = SECONDS) -> tuple[Failure | None, bytes]:
    """Give what a case breaks, if it does, and the fingerprint of its result.

    With `more` it is also converted a second time and with other line ends, and surveyed and described.
    What breaks in a source that the grammar understands is a kind of its own.
    """
    failure, mark = _check(one, more=more, limit=limit)
    if failure and not any(errors(Unit(one.source))):
        failure = failure._replace(kind=f"{failure.kind} {SOUND}")
    return failure, mark


def _check(one: Case, *, more: bool, limit: float) -> tuple[Failure | None, bytes]:
    start, held = time.perf_counter(), held_now()
    try:
        result = run(one.source, one.mode, limit)
        again = run(result.output, one.mode, limit) if result.output != one.source else result
        took = time.perf_counter() - start
        found = (
            too_large(took, held)
            or broken(one, result, again)
            or (around(one, result, limit) if more else None)
        )
    except Exception as error:  # noqa: BLE001  whatever it is, it is what is looked for
        return raised(error), b""
    return found, fingerprint(result)


def around(one: Case, result: Result, limit: float) -> Failure | None:
    """Try what depends on more than one conversion, and what a run does before and after it."""
    if run(one.source, one.mode, limit) != result:
        return Failure("not the same twice")
    with time_limit(limit):
        facts(one.source, rules(one.mode.rocm), one.mode.options())
        describe(one.mode.path, result)
        unified_diff(result.source, result.output, one.mode.path, one.mode.path)
    # Where the grammar loses its way, how many bytes it skips decides how it goes on.
    read = not Unit(one.source).tree.root_node.has_error
    for name, end in (("CRLF", b"\r\n"), ("CR", b"\r")):
        if (read or name == "CR") and b"\r" not in one.source and b"\n" in one.source:
            output = run(one.source.replace(b"\n", end), one.mode, limit).output
            if output != result.output.replace(b"\n", end):
                return Failure(f"another result with {name}", f"{result.output!r}\n{name} {output!r}")
    return None


def held_now() -> int:
    """Give the megabytes that the process holds; a worker keeps the sources to start from, and grows."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 2**20


def too_large(took: float, held: int) -> Failure | None:
    """Give the memory that a case has added to what the process held, where it may have added much."""
    if took < LONG:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 - held
    return Failure("memory", f"{most} MB") if most > MEGABYTES else None


def raised(error: Exception) -> Failure:
    """Name an exception by its type and the innermost place in the program."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = [frame for frame in frames if "hipify_py" in frame.filename]
    kind = "too slow" if isinstance(error, TooSlowError) else type(error).__name__
    if kind == "too slow" and len(inner) > 3:
        inner = inner[:4]  # what is deeper changes from run to run
    frame = inner[-1] if inner else frames[-1]
    where = f"{frame.filename.rpartition('hipify_py/')[2]}:{frame.name}"
    last = "".join(traceback.format_exception(error)[-4:])
    return Failure(f"{kind} in {where}", last)


def broken(one: Case, result: Result, again: Result) -> Failure | None:
    """Give the first law that a result breaks."""
    if again.output != result.output:
        rules_used = sorted({edit.rule for edit in again.edits})
        return Failure(f"not settled by {' '.join(rules_used)}", f"{result.output!r}\nthen {again.output!r}")
    try:
        laws.assert_lossless(result)
    except AssertionError as error:
        return Failure("not lossless", str(error))
    try:
        laws.assert_never_silent(result, rules(one.mode.rocm))
    except AssertionError as error:
        name = str(error).partition(" ")[0]
        return Failure("silent about a name", f"{name}\n{result.output!r}")
    return untouched(result)


def untouched(result: Result) -> Failure | None:
    """Give a comment or a string that did not come through exactly as often as it was there."""
    if not result.edits:
        return None
    before, after = mask(result.source), mask(result.output)
    old, new = (Counter(texts(text.source, text.comments)) for text in (before, after))
    if old != new:
        return changed("comment", result, old - new, new - old, before.comments)
    old, new = (Counter(texts(text.source, literals(text))) for text in (before, after))
    lost = (old - new) - Counter(texts(result.source, replaced(result, before)))
    more = (new - old) - Counter(text for edit in result.edits for text in written(edit))
    return changed("string", result, lost, more, before.strings) if lost or more else None


def changed(
    what: str, result: Result, lost: Counter[bytes], more: Counter[bytes], spans: Sequence[Span]
) -> Failure:
    """Say which text is gone or new, and by which rules."""
    text = min(lost or more)
    touching = [
        edit.rule
        for edit in result.edits
        if not lost or any(meets(edit.span, span) for span in spans if result.source[slice(*span)] == text)
    ]
    kind = f"{what} {'lost' if lost else 'made'} by {' '.join(sorted(set(touching)))}"
    return Failure(kind, f"{text!r}\n{result.output!r}")


def literals(text: Text) -> list[Span]:
    """Give the strings of a source but for an open one, whose end a new neighbour may move."""
    return [span for span in text.strings if text.source[span.start + 1 : span.end].endswith(b'"')]


def texts(source: bytes, spans: Iterable[Span]) -> list[bytes]:
    return [source[start:end] for start, end in spans]


def meets(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def replaced(result: Result, text: Text) -> Iterator[Span]:
    """Give the strings that an edit drops on purpose: paths, assembly, whole arguments of a call."""
    for string in text.strings:
        if any(replaces(edit, string, result.source) for edit in result.edits):
            yield string


def replaces(edit: Edit, string: Span, source: bytes) -> bool:
    kept = (part for part in edit.parts if isinstance(part, Span))
    if any(part.start <= string.start and string.end <= part.end for part in kept):
        return False
    dropped = DROPPED.search(source, max(0, edit.span.start - 32), edit.span.end)
    return meets(edit.span, string) and (dropped is not None or edit.kind in {"header", "call", "constraint"})


def written(edit: Edit) -> list[bytes]:
    """Give the strings in what an edit writes."""
    new = b"".join(part if isinstance(part, bytes) else b" " for part in edit.parts)
    is_path = edit.kind == "header" and not new.startswith(b'"')
    return [b'"%s"' % new] if is_path else texts(new, mask(new).strings)
