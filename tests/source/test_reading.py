"""Which of two trees of a file is taken."""

from __future__ import annotations

from hipify_py.source.grammar import edited, parse
from hipify_py.source.reading import read
from hipify_py.source.unit import Unit


def test_what_is_sound_is_left_as_it_is() -> None:
    unit = Unit(b"void f() {\n FOO(a);\n#pragma unroll\n for (;;) {}\n#ifdef A\n b();\n#endif\n}\n")
    reading = read(unit.text, unit.directives, unit._masked)
    assert reading.left_out == ()
    assert "preproc_call" in str(reading.tree.root_node)


def test_what_errs_no_less_the_second_time_is_left_as_it_is() -> None:
    unit = Unit(b"void f( {\n#pragma unroll\n) g(; }\n")
    assert str(unit.tree.root_node) == str(parse(unit._masked).root_node)


def test_an_edited_tree_has_the_rows_of_the_new_text() -> None:
    old, new = b"f(a)\ng(b)\n  h(c);\nint d;\n", b"f(a);g(b);  h(c);\nint d;\n"
    tree = parse(new, old=edited(parse(old), old, [(4, b";"), (9, b";")]))
    assert [node.start_point.row for node in tree.root_node.children] == [0, 0, 0, 1]
    assert str(tree.root_node) == str(parse(new).root_node)
