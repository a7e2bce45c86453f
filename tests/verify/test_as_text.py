"""A verdict as a person reads it."""

from __future__ import annotations

import pytest
from helpers.verdicts import FIRST, SECOND, VERDICT

from hipify_py.verify.as_text import render_text
from hipify_py.verify.model import Cause, UnitReport

TEXT = """\
no matching function for call to 'hipblasSgemv'
  2 units, 2 errors, 1 of them foretold
  = pass a handle
    src/a.cu:8:5 [edited by N000; foretold by L064]
    src/b.cu:12:5

undefined hidden symbol: f(int)
  1 unit, 1 error, not foretold
    src/b.cu

src/e.cu: crashes the compiler
  ended by signal 11

Units
       1  compiles for gfx90a, gfx1100 and the host
       2  do not compile
          src/a.cu (1 error)
          src/b.cu (2 errors, 2 not foretold)
       1  crashes the compiler
          src/e.cu
       1  lacks headers that are neither here nor HIP's (-I DIR behind --)
          mpi.h

5 units read by the compiler, no code made (--object); include folders guessed; 3 s.
Compiler: /opt/rocm/bin/hipcc
c: 1 files are gone
4 files held CUDA: compiled was what `hipify-py convert` makes of them.
3 errors; 1 had a warning within three lines.
"""


def test_the_whole_of_it() -> None:
    assert render_text(VERDICT) == TEXT


def test_quiet_is_what_is_wrong_alone() -> None:
    assert render_text(VERDICT, quiet=True) == TEXT[: TEXT.index("\nUnits")]
    assert render_text(VERDICT._replace(units=(), causes=()), quiet=True) == ""


@pytest.mark.parametrize("width", [78, 80, 110])
def test_no_line_is_wider_than_the_terminal_where_words_allow(width: int) -> None:
    wide = FIRST._replace(
        text="no known conversion from 'int' to 'float' " * 5, foretold=("L064", "N001", "N005")
    )
    other = wide._replace(text="a" + wide.text, inside="/opt/rocm/include/x.h")
    verdict = VERDICT._replace(causes=(Cause("c", "do this " * 40, ("a",), (wide, other)),))
    assert max(len(line) for line in render_text(verdict, width=width).splitlines()) <= width


def test_texts_that_differ_stand_at_their_places() -> None:
    other = SECOND._replace(text="no matching function for call to 'hipblasSgemv' (2)")
    verdict = VERDICT._replace(causes=(Cause(FIRST.cause, "", ("a", "b"), (FIRST, other)),))
    lines = render_text(verdict).splitlines()
    assert lines[0] == "no matching function hipblasSgemv"
    assert lines[3] == "    src/b.cu:12:5: no matching function for call to 'hipblasSgemv' (2)" or lines[
        3
    ].startswith("        no matching")


def test_of_many_causes_the_first_are_told() -> None:
    causes = tuple(Cause(f"c{number}", "", ("a",), (FIRST,)) for number in range(33))
    text = render_text(VERDICT._replace(causes=causes))
    assert text.count("foretold by L064") == 30
    assert "\n... 3 more causes, all of them with --format json\n" in text


def test_a_header_to_install_is_no_surprise() -> None:
    problem = SECOND._replace(third_party=True)
    text = render_text(
        VERDICT._replace(
            units=(UnitReport("a", "fails", (problem,)),), causes=(Cause("c", "", ("a",), (problem,)),)
        )
    )
    assert "  1 unit, 1 error\n" in text
    assert "          a (1 error)\n" in text


def test_many_places_and_units_are_counted() -> None:
    many = tuple(FIRST._replace(line=line) for line in range(1, 9))
    units = tuple(UnitReport(f"{number}.cu", "fails", (FIRST,)) for number in range(25))
    text = render_text(VERDICT._replace(units=units, causes=(Cause("c", "", ("a",), many),)))
    assert "    src/a.cu:5:5 [edited by N000; foretold by L064]\n    ... 3 more\n" in text
    assert "          19.cu (1 error)\n          ... 5 more\n" in text


def test_units_of_which_nothing_is_compiled_are_named() -> None:
    units = tuple(UnitReport(f"{number}\x1b.cu", "compiles", idle=("A", "B > 1")) for number in range(25))
    text = render_text(VERDICT._replace(units=units, causes=()))
    assert "      25  compile for " in text
    assert "      25  of them as if empty: " in text
    assert "\n          0\\x1b.cu: #if A || B > 1\n" in text
    assert "\n          ... 5 more\n" in text
    assert "as if empty" not in render_text(VERDICT)


def test_nothing_reaches_a_terminal_that_it_would_obey() -> None:
    bad = FIRST._replace(path="a\x1b[2J.cu", text="x\x1b[31m\u202e", inside="\x9b", rules=("\x07",))
    unit = UnitReport("b\x1b.cu", "crashed", (bad,), "o", "r\x1b")
    verdict = VERDICT._replace(
        units=(unit,),
        causes=(Cause("t\x1b", "f\x1b", ("u",), (bad,)),),
        remarks=("\x1b",),
        compiler="\x1b",
        origin="\x1b",
    )
    assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(render_text(verdict))
    assert "\x1b[1;31m" in render_text(verdict, colour=True)


@pytest.mark.parametrize(
    ("origins", "said"),
    [
        (("guessed", "guessed"), "include folders guessed;"),
        (("guessed", "CMakeLists.txt, else guessed"), "include folders of CMakeLists.txt, else guessed;"),
        (
            ("makefiles, else guessed", "CMakeLists.txt and makefiles, else guessed"),
            "include folders of CMakeLists.txt and makefiles, else guessed;",
        ),
    ],
)
def test_where_include_folders_come_from(origins: tuple[str, ...], said: str) -> None:
    units = tuple(UnitReport("a.cu", "compiles", (), origin) for origin in origins)
    text = " ".join(render_text(VERDICT._replace(units=units, causes=()), width=110).split())
    assert said in text


def test_of_a_settled_tree_nothing_is_called_unforetold() -> None:
    text = render_text(VERDICT._replace(settled=True))
    assert "not foretold" not in text
    assert "  2 units, 2 errors, 1 of them foretold\n" in text
    assert "\nNothing was left to convert here. " in text
    told = VERDICT.units[:1]
    assert "Nothing was left" not in render_text(VERDICT._replace(settled=True, units=told, causes=()))


def test_units_of_one_source_are_told_apart_by_their_flags() -> None:
    units = tuple(UnitReport("src/a.cu", "fails", (FIRST,), apart=(f"-DMODE={mode}",)) for mode in (1, 2))
    lines = render_text(VERDICT._replace(units=units)).splitlines()
    assert "          src/a.cu with -DMODE=1 (1 error)" in lines
    assert "          src/a.cu with -DMODE=2 (1 error)" in lines
