"""What files come to by the includes of a program."""

from __future__ import annotations

import posixpath

from hipify_py.project.fact_reading import facts
from hipify_py.project.facts import Facts
from hipify_py.project.inclusion import Inclusion
from hipify_py.project.reached_files import calling_for, read_as_cxx, with_a_loader, with_legacy_blas
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def program(files: dict[str, str]) -> tuple[dict[str, Facts], Inclusion]:
    found = {path: facts(text.encode(), RULES, Options(path=path)) for path, text in files.items()}

    def place(include: bytes) -> str | None:
        there = posixpath.normpath(include.decode())
        return there if there in found else None

    places = {path: [place(include) for include, _ in fact.includes] for path, fact in found.items()}
    return found, Inclusion(found, places, {})


def test_the_old_cublas_reaches_what_only_its_users_include() -> None:
    made = program(
        {
            "old.cu": '#include <cublas.h>\n#include "both.h"\n#include "mine.h"\n',
            "new.cu": '#include <cublas_v2.h>\n#include "both.h"\n',
            "both.h": "int b;\n",
            "mine.h": "int m;\n",
        }
    )
    assert with_legacy_blas(*made) == {"old.cu", "mine.h"}
    assert with_legacy_blas(*program({"a.cu": "#include <cublas_v2.h>\n"})) == frozenset()


def test_one_of_the_sources_of_plain_cxx_that_include_a_file() -> None:
    made = program(
        {
            "a.cpp": '#include "x.h"\n',
            "b.cpp": '#include "x.h"\n',
            "k.cu": '#include "y.h"\n',
            "x.h": '#include "z.h"\n',
            "y.h": "int y;\n",
            "z.h": "int z;\n",
        }
    )
    assert read_as_cxx(*made) == {"x.h": "a.cpp", "z.h": "a.cpp"}


def test_a_loader_of_the_driver_reaches_what_only_its_readers_include() -> None:
    made = program(
        {
            "a.cpp": '#include <cuew.h>\n#include "x.h"\n',
            "b.cpp": '#include <cuda.h>\n#include "y.h"\n',
            "x.h": "int x;\n",
            "y.h": "int y;\n",
        }
    )
    assert with_a_loader(*made) == {"a.cpp": "cuew.h", "x.h": "cuew.h"}
    assert with_a_loader(*program({"b.cpp": "#include <cuda.h>\n"})) == {}


def test_a_piece_calls_for_headers_by_those_around_it_that_are_pieces() -> None:
    piece = "  cudaMalloc(&p, 1);\n"
    files = {
        "a.cu": 'void f() {\n#include "a.inc"\n}\n',
        "a.inc": piece + '#include "b.inc"\n',
        "b.inc": piece,
    }
    found, inclusion = program(files)
    lacks = {path: one.lacks for path, one in found.items() if one.lacks}
    assert lacks.keys() == {"a.inc", "b.inc"}
    named = calling_for(found, inclusion, {"a.inc.old": "a.inc"})
    assert named == {
        **lacks,
        "a.inc": lacks["a.inc"] | lacks["b.inc"],
        "a.inc.old": lacks["a.inc"] | lacks["b.inc"],
    }
