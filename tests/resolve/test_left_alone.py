"""Places at which there is nothing to convert."""

from __future__ import annotations

from helpers.matches import RULES

from hipify_py.resolve.dead_branches import prepare
from hipify_py.resolve.left_alone import is_left_alone, turned_off
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

SOURCE = (
    b"int a;\n#if defined(__PTX__)\nint b;\n#endif\n"
    b"#ifdef __HIPCC__\nhipFree(c);\n#else\ncudaFree(d);\n#endif\nint e;\n"
)


def test_branches_that_hip_never_takes_and_sides_of_its_own() -> None:
    unit = Unit(SOURCE)
    prepare(unit, RULES, Options(path="a.cu"))
    places = {name: is_left_alone(unit, SOURCE.index(name)) for name in (b"a;", b"b;", b"c)", b"d)", b"e;")}
    assert places == {b"a;": False, b"b;": True, b"c)": True, b"d)": True, b"e;": False}


def test_what_is_turned_off() -> None:
    unit = Unit(
        b"#if 0\nint a;\n#else\nint b;\n#endif\n#if 1\nint c;\n#endif\n"
        b"#ifdef D\n#if 0\nint e;\n#endif\n#endif\n"
    )
    assert [unit.code[slice(*one)].strip() for one in turned_off(unit)] == [b"int a;", b"int e;"]
