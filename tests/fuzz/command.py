"""The fuzzer's command line: what it prints, and what it writes of a failure."""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import time
from pathlib import Path

from fuzz.campaign import Campaign, Outcome, Plan
from fuzz.checks import SECONDS
from fuzz.seeds import seeds
from fuzz.worker import Found, Small

EVERY = 15.0
"""Seconds between two lines of progress."""


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=1, help="another one makes other cases")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--folder",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        metavar="DIR",
        help="more sources to start from",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="where failing cases are written, made small")
    parser.add_argument("--samples", type=int, default=3, help="how many of a kind are made small")
    parser.add_argument("--seconds", type=float, default=30.0, help="that making one small may take")
    parser.add_argument("--limit", type=float, default=SECONDS, help="seconds that a conversion may take")
    return parser.parse_args(arguments)


class Teller:
    """Prints how it goes, and writes failing cases to a folder if there is one."""

    def __init__(self, out: Path | None, cases: int) -> None:
        self.out, self.cases = out, cases
        self.start = self.last = time.monotonic()

    def progress(self, outcome: Outcome) -> None:
        now = time.monotonic()
        if now - self.last >= EVERY:
            self.last = now
            speed = outcome.done / (now - self.start)
            failed = outcome.kinds.total()
            print(f"{outcome.done}/{self.cases} cases, {speed:.0f}/s, {failed} failed", flush=True)

    def failure(self, found: Found, small: Small) -> None:
        (source, mode), failure = small
        said = f"{failure.kind}\n  {mode}\n  {source!r}\n{failure.detail}\n"
        print(f"case {found.number}: {said}", flush=True)
        if self.out:
            self.out.mkdir(parents=True, exist_ok=True)
            digest = hashlib.blake2b(source, digest_size=4).hexdigest()
            path = self.out / (re.sub(r"\W+", "-", failure.kind)[:80] + "-" + digest + Path(mode.path).suffix)
            path.write_bytes(source)
            (path.parent / f"{path.name}.txt").write_text(said, encoding="utf-8", errors="backslashreplace")


def main(arguments: list[str] | None = None) -> None:
    """Run cases; the exit code is 1 where one failed."""
    given = parsed(arguments)
    plan = Plan(
        cases=given.cases,
        first=given.first,
        seed=given.seed,
        jobs=given.jobs,
        samples=given.samples,
        seconds=given.seconds,
        limit=given.limit,
    )
    start_from = seeds(given.folder)
    teller = Teller(given.out, plan.cases)
    print(f"{len(start_from)} pieces of sources to start from", flush=True)
    outcome = Campaign(plan, start_from, teller.failure, teller.progress).run()
    took = time.monotonic() - teller.start
    print(f"{outcome.done} cases in {took:.0f} s, {outcome.kinds.total()} failed")
    for kind, count in outcome.kinds.most_common():
        print(f"{count:8} {kind}")
    sys.exit(1 if outcome.kinds else 0)
