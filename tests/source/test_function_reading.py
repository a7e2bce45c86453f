"""The model of a function, as the tree has it and as its tokens do."""

from __future__ import annotations

import re

import pytest
from helpers.sources import marks, texts

from hipify_py.source.function_model import DEEPEST, LOOPS, Model, Path
from hipify_py.source.function_reading import model, path
from hipify_py.source.functions import Function, functions
from hipify_py.source.token_reading import from_tokens
from hipify_py.source.unit import Unit

HEAD = "__global__ void k(const int *a, unsigned m = 5, std::pair<int, int> q) {"
LOST = "\n#if A\nif (a) {\n#else\nif (b) {\n#endif\n} }}"  # where the grammar loses its way


def functions_of(source: str) -> tuple[Unit, list[Function]]:
    unit = Unit(source.encode())
    found = functions(unit, [len(HEAD)])
    return unit, [*found.values()]


def both(code: str) -> list[tuple[Unit, Model]]:
    """Give the model of a function with some code, by the tree and by the tokens."""
    unit, (function,) = functions_of(HEAD + code + "}")
    read = model(unit, function)
    assert read.read == "tree"
    return [(unit, read), (unit, from_tokens(unit.code, function))]


def shown(unit: Unit, conditions: Path) -> str:
    return " > ".join(
        ("not " if one.otherwise else "") + f"{one.keyword}({unit.code[slice(*one.span)].decode().strip()})"
        for one in conditions
    )


SIDE = re.compile(r"(?:not )?\?\(a\)")  # the tokens do not tell which side of `?` a place stands on
PATHS = [
    ("here;", [""]),
    ("if (a) here; here;", ["if(a)", ""]),
    ("if (a) { x; { here; } } here;", ["if(a)", ""]),
    ("if (a) here; else here; here;", ["if(a)", "not if(a)", ""]),
    ("if (a) { here; } else { here; } here;", ["if(a)", "not if(a)", ""]),
    ("if (a) { if (b) here; } else here;", ["if(a) > if(b)", "not if(a)"]),
    ("if (a) x; else if (b) here; else here;", ["not if(a) > if(b)", "not if(a) > not if(b)"]),
    ("if (a) if (b) here; else here; else here;", ["if(a) > if(b)", "if(a) > not if(b)", "not if(a)"]),
    ("if constexpr (a) here;", ["if(a)"]),
    ("while (a) here; for (;; b) { here; }", ["while(a)", "for(;; b)"]),
    ("while (a) ; here;", [""]),
    ("switch (a) { case 1: here; break; default: here; }", ["switch(a)", "switch(a)"]),
    ("if (f(a, (b)) && c) here;", ["if(f(a, (b)) && c)"]),
    ("do { x; } while (a); here;", [""]),
    ("f([&] { if (a) here; here; }); here;", ["if(a)", "", ""]),
    ("if (a) f(g(h(((here))))); here;", ["if(a)", ""]),
    ("if (a) { } here; if (b) { for (;;) { } } else here;", ["", "not if(b)"]),
    ("if (here) x; while (f(here)) x; for (int i = 0; i < here; i++) x; x = (a > here);", [""] * 4),
    ("iff (a); format(a); here;", [""]),
    ("x = a ? here : here;", ["?(a)", "not ?(a)"]),
    ("if (b) x = a && here;", ["if(b) > &&(a)"]),
]


@pytest.mark.parametrize(("code", "expected"), PATHS)
def test_conditions_are_told_from_the_outside_in(code: str, expected: list[str]) -> None:
    for unit, read in both(code):
        told = (path(unit, read, at) for at in marks(unit.code))
        assert [SIDE.sub("?(a)", shown(unit, one)) for one in told] == [
            SIDE.sub("?(a)", one) for one in expected
        ]


def test_operands_are_worked_out_behind_those_before_them() -> None:
    unit, read = both("x = here && (b || here) && here || here;")[0]
    assert [shown(unit, read.path(at)) for at in marks(unit.code)] == [
        "",
        "&&(here) > ||(b)".replace("||", "not ||"),
        "&&(here) > &&((b || here))",
        "not ||(here && (b || here) && here)",
    ]


def test_the_body_of_a_do_runs_again_by_its_condition() -> None:
    (unit, tree), (_, tokens) = both("do { here; } while (a);")
    assert shown(unit, tree.path(marks(unit.code)[0])) == "do(a)"
    assert shown(unit, tokens.path(marks(unit.code)[0])) == "do(a)"
    assert [(one.keyword, *texts(unit.code, [one.body, one.condition])) for one in tokens.loops] == [
        ("do", b"{ here; }", b"a")
    ]


LOOP_KINDS = [
    ("for (int i = 0, j = 1; i < 4; i++) x(i);", ("for", b"int i = 0, j = 1", b"i < 4", b"i++", b"x(i);")),
    ("for (;;) { x(); }", ("for", b"", b"", b"", b"{ x(); }")),
    ("while (x) { y; }", ("while", b"", b"x", b"", b"{ y; }")),
    ("do { y; } while (x);", ("do", b"", b"x", b"", b"{ y; }")),
    ("do y; while (x);", ("do", b"", b"x", b"", b"y;")),
]


@pytest.mark.parametrize(("code", "expected"), LOOP_KINDS)
def test_loops_have_their_parts(code: str, expected: tuple[str | bytes, ...]) -> None:
    for unit, read in both(code):
        (loop,) = read.loops
        parts = texts(unit.code, [loop.start, loop.condition, loop.step, loop.body])
        assert (loop.keyword, parts[0].rstrip(b";"), *parts[1:3], parts[3].strip()) == expected
        assert loop.keyword in LOOPS


def test_a_loop_over_a_range_has_its_head_for_a_start() -> None:
    unit, read = both("for (auto v : q) x(v);")[0]
    (loop,) = read.loops
    assert texts(unit.code, [loop.start, loop.body]) == [b"auto v : q", b"x(v);"]
    assert [one.name for one in read.declarations if one.kind == "local"] == [b"v"]
    assert (b"v", b"q") in [(one.target, *texts(unit.code, [one.value])) for one in read.assignments]


def test_jumps_are_told_with_what_they_leave_and_give() -> None:
    code = "if (a) return; while (b) { if (c) { break; } continue; } goto end; returned(); end: return x + 1;"
    for unit, read in both(code):
        assert [(one.kind, one.value and unit.code[slice(*one.value)]) for one in read.jumps] == [
            ("return", None),
            ("break", None),
            ("continue", None),
            ("goto", None),
            ("return", b"x + 1"),
        ]


def test_a_return_leaves_the_lambda_that_it_stands_in() -> None:
    unit, read = both("auto f = [&](int v) { if (v) return 1; return 0; }; here; return;")[0]
    homes = [unit.code[slice(*one.home)].startswith(b"{ if (v)") for one in read.jumps]
    assert homes == [True, True, False]
    assert read.home(marks(unit.code)[0]) == read.function.body


def test_declarations_have_a_scope() -> None:
    unit, read = both(
        "int x, *y = a; { unsigned x = m; for (int i = 0; i < 3; i++) { float z[4]; } } while (int w = f()) ;"
    )[0]
    code = unit.code
    assert [
        (
            one.name,
            one.kind,
            one.type and code[slice(*one.type)],
            one.value and code[slice(*one.value)],
            one.pointers,
        )
        for one in read.declarations
    ] == [
        (b"a", "parameter", b"int", None, 1),
        (b"m", "parameter", b"unsigned", b"5", 0),
        (b"q", "parameter", b"std::pair<int, int>", None, 0),
        (b"x", "local", b"int", None, 0),
        (b"y", "local", b"int", b"a", 1),
        (b"x", "local", b"unsigned", b"m", 0),
        (b"i", "local", b"int", b"0", 0),
        (b"z", "local", b"float", None, 1),
        (b"w", "local", b"int", b"f()", 0),
    ]
    scopes = [code[slice(*one.scope)][:8] for one in read.declarations]
    assert scopes[5] == b"{ unsign"
    assert scopes[6] == b"for (int"
    assert scopes[8] == b"while (i"
    assert read.parameters == (b"a", b"m", b"q")


def test_assignments_and_calls() -> None:
    for unit, read in both(
        "int i = m + 1; unsigned j(threadIdx.x); m &= i; p[i] = g<3>(f(2), i); s.h(*p); if (i) q->r = *p;"
    ):
        given = [(one.target, one.operator, unit.code[slice(*one.value)]) for one in read.assignments]
        assert [one for one in given if one[0] not in {b"m", b"q"} or one[1]] == [
            (b"i", b"", b"m + 1"),
            (b"j", b"", b"threadIdx.x"),
            (b"m", b"&", b"i"),
            (b"p[i]", b"", b"g<3>(f(2), i)"),
            (b"q->r", b"", b"*p"),
        ]
        called = {unit.code[slice(*one.name)]: texts(unit.code, one.arguments) for one in read.calls}
        assert {name: called[name] for name in (b"g", b"f", b"h")} == {
            b"g": [b"f(2)", b"i"],
            b"f": [b"2"],
            b"h": [b"*p"],
        }


def test_what_a_template_is_told_to_be_is_called_by_its_name() -> None:
    for unit, read in both(
        "int i = T<4>::template g<3>(m) + s.template h<2, int>(f(2), m) + s->template t<1>();"
    ):
        called = {unit.code[slice(*one.name)]: texts(unit.code, one.arguments) for one in read.calls}
        assert called == {b"g": [b"m"], b"h": [b"f(2)", b"m"], b"f": [b"2"], b"t": []}


def test_what_counts_up_and_what_assembly_writes_is_assigned() -> None:
    _, tree = both('i++; --j; asm("mov.u32 %0, %1;" : "=r"(d) : "r"(m));')[0]
    _, tokens = both("i++; --j;")[1]
    assert [(one.target, one.operator) for one in tree.assignments if one.target != b"m"] == [
        (b"i", b"+"),
        (b"j", b"-"),
        (b"d", b"asm"),
    ]
    assert [(one.target, one.operator) for one in tokens.assignments if one.target != b"m"] == [
        (b"i", b"+"),
        (b"j", b"-"),
    ]


def test_the_tokens_are_read_where_the_grammar_is_lost() -> None:
    unit, (function,) = functions_of(HEAD + " if (c) { here; } " + LOST)
    read = model(unit, function)
    assert read.read == "tokens"
    assert shown(unit, path(unit, read, marks(unit.code)[0])) == "if(c)"


def test_a_macro_is_read_as_a_function_is() -> None:
    unit = Unit(b"#define RED(x, y) ((x) ? __shfl_sync(~0u, here(y), 0) : 0)\n")
    at = unit.code.index(b"here")
    read = model(unit, functions(unit, [at])[at])
    assert (read.read, read.parameters) == ("tree", (b"x", b"y"))
    assert shown(unit, read.path(at)) == "?((x))"
    assert [unit.code[slice(*one.name)] for one in read.calls] == [b"__shfl_sync", b"here"]


def test_a_model_is_made_once() -> None:
    unit, (function,) = functions_of(HEAD + " x; }")
    assert model(unit, function) is model(unit, function)


def test_of_many_conditions_the_innermost_are_given() -> None:
    for unit, read in both("if (a) " * (DEEPEST + 5) + "if (b) here;"):
        found = read.path(marks(unit.code)[0])
        assert len(found) == DEEPEST
        assert shown(unit, found[-1:]) == "if(b)"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("(v) = a[0];", b"v"),
        ("((v)) += 1;", b"v"),
        ("(*p) = 1;", b"*p"),
        ("++(v);", b"v"),
        ("v = (m);", b"v"),
    ],
)
def test_brackets_around_all_that_is_assigned_are_left_out(code: str, expected: bytes) -> None:
    (_, read), _ = both(code)
    assert read.assignments[-1].target == expected


def test_a_pointer_to_a_function_is_given_what_stands_behind_its_parameters() -> None:
    code = "void (*f)(int) = a[0]; void (*g)(int *p); void (*const h)() = f, (*i)(); unsigned j(m);"
    unit, read = both(code)[0]
    made = [one for one in read.declarations if one.kind == "local"]
    assert [(one.name, one.value and unit.code[slice(*one.value)]) for one in made] == [
        (b"f", b"a[0]"),
        (b"g", None),
        (b"h", b"f"),
        (b"i", None),
        (b"j", b"m"),
    ]


def test_the_assignment_and_the_turn_around_a_place() -> None:
    for unit, read in both(" int v = one; for (;;) { v = (two + (m = three)); m = four; } five;"):
        values = {
            word: one and unit.code[slice(*one.value)].strip()
            for word in (b"one", b"two", b"three", b"four", b"five")
            for one in [read.assigned_around(unit.code.index(word))]
        }
        assert values == {
            b"one": b"one",
            b"two": b"(two + (m = three))",
            b"three": b"three",
            b"four": b"four",
            b"five": None,
        }
        ends = [read.turn_end(unit.code.index(word)) for word in (b"three", b"five")]
        assert ends == [unit.code.index(b"} five") + 1, read.function.body.end]
