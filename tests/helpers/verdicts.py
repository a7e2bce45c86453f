"""A verdict of each kind of unit and error."""

from __future__ import annotations

from hipify_py.verify.model import Cause, Problem, UnitReport, Verdict

FIRST = Problem(
    path="src/a.cu",
    line=8,
    column=5,
    compiled_line=9,
    text="no matching function for call to 'hipblasSgemv'",
    cause="no matching function hipblasSgemv",
    sides=("gfx90a", "host"),
    rules=("N000",),
    foretold=("L064",),
    advice="pass a handle",
)
SECOND = FIRST._replace(path="src/b.cu", line=12, rules=(), foretold=())
LINKED = Problem(
    "src/b.cu", 0, 0, 0, "undefined hidden symbol: f(int)", "undefined symbol f(int)", ("gfx90a",)
)
HEADER = Problem(
    "src/d.cu", 2, 10, 2, "'mpi.h' file not found", "missing header mpi.h", ("gfx90a",), third_party=True
)
VERDICT = Verdict(
    (
        UnitReport("src/a.cu", "fails", (FIRST,), "guessed"),
        UnitReport("src/b.cu", "fails", (SECOND, LINKED), "guessed"),
        UnitReport("src/c.cu", "compiles", (), "guessed"),
        UnitReport("src/d.cu", "needs", (HEADER,), "guessed"),
        UnitReport("src/e.cu", "crashed", (), "guessed", "ended by signal 11"),
    ),
    (
        Cause(FIRST.cause, "pass a handle", ("src/a.cu", "src/b.cu"), (FIRST, SECOND)),
        Cause(LINKED.cause, "", ("src/b.cu",), (LINKED,)),
    ),
    ("gfx90a", "gfx1100"),
    "/opt/rocm/bin/hipcc",
    to_object=False,
    origin="",
    converted=4,
    seconds=3.4,
    remarks=("c: 1 files are gone",),
)
