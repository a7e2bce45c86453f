"""Sources of C that nvcc compiles with a standard of C++."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


def told(text: str, path: str = "Makefile") -> list[tuple[str, str]]:
    """Give what stands at the place of what is said, and the flag that it names."""
    result = build_file(text.encode(), RULES, Options(path=path))
    found = [one for one in result.findings if one.rule == "B037"]
    return [(text[slice(*one.span)], one.message.partition(" ")[0]) for one in found]


@pytest.mark.parametrize(
    ("text", "path", "source"),
    [
        ("a.o: a.c\n\tnvcc -std=c++17 -c a.c\n", "Makefile", "a.c"),
        ("F = -O2 -std=c++17\nN = nvcc $(F) -c\na.o: a.c\n\t$(N) src/a.c\n", "Makefile", "src/a.c"),
        ("F = -std=c++17\nNVCC = nvcc\n%.o: %.c a.h\n\t$(NVCC) $(F) -c $< -o $@\n", "Makefile", "%.c"),
        (".c.o:\n\tnvcc -std c++17 -c $< -o $@\n", "Makefile", ".c"),
        ("nvcc -std=c++17 a.c b.cu\nnvcc -std=c++17 c.c\n", "build.sh", "a.c"),
    ],
)
def test_a_source_of_c_is_told_once(text: str, path: str, source: str) -> None:
    ((place, flag),) = told(text, path)
    assert (place, flag[:4]) == (source, "-std")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a.o: a.c\n\tnvcc -std=c99 -c a.c\n", "Makefile"),
        ("a.o: a.c\n\tnvcc -c a.c\n", "Makefile"),
        ("a.o: a.c\n\t$(CC) -std=c++17 -c a.c\n", "Makefile"),
        ("a.o: a.cu a.c.h\n\tnvcc -std=c++17 -c a.cu\n", "Makefile"),
        ("a.o: a.c\n\tnvcc -x cu -std=c++17 -c a.c\n", "Makefile"),
        ("F = -std=c++17\na.o: a.cu b.c\n\tnvcc $(F) -c a.cu\n", "Makefile"),
        ("N = nvcc -std=c++17\n%.o: %.cu\n\t$(N) -c $<\n%.o: %.c\n\t$(CC) -c $<\n", "Makefile"),
        ("hipcc -std=c++17 a.c\n", "build.sh"),
        ("printf '%s' 'NVCC = nvcc' 'F = -std=c++17' 'S = a.c' > Makefile\n", "build.sh"),
    ],
)
def test_else_nothing_is_told(text: str, path: str) -> None:
    assert told(text, path) == []
