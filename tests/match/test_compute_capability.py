"""What is decided by a compute capability: once a function, with its other places."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
ORDER = "#define FIRST(a, b, f) if ((a)->f > (b)->f) return true\n"
TWO = "bool less(const cudaDeviceProp &a, const cudaDeviceProp &b, D *l, D *r)"


def said(source: str) -> list[tuple[str, bytes, list[bytes]]]:
    """Give the severity of each finding, the text of its place and those of the places that it is told of."""
    made = convert(source.encode(), RULES, Options("a.cu"))
    data = source.encode()
    return [
        (one.severity, data[slice(*one.span)], [data[slice(*each.span)] for each in one.related])
        for one in made.findings
        if one.rule == "M071"
    ]


def test_a_chain_is_one_decision() -> None:
    links = "".join(f"else if (p.major == {number}) n = {number}; " for number in (3, 6, 7, 8))
    source = f"int f(cudaDeviceProp p) {{ int n; if (p.major == 2) n = 1; {links} return n; }}"
    assert said(source) == [("warning", b"p.major", [b"p.major", b"p.major"])]


def test_all_functions_of_a_file_are_told_together() -> None:
    source = "bool f(cudaDeviceProp p) { return p.major > 7; } bool g(cudaDeviceProp p) { return p.minor; }"
    assert said(source) == [("warning", b"p.major", [b"p.minor"])]


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ('note("%d.%d", p.major, p.minor);', 0),
        ('note("%d cores", cores(p.major, p.minor) * 2);', 0),
        ('a = note("sm_%d%d", p.major, p.minor);', 1),
        ('a = note("-arch=%d", p.major);', 1),
        ('note("cores", p.major);', 1),
        ('note("%d", 1), a = p.major;', 1),
    ],
)
def test_what_a_call_shows_by_a_text_is_not_told(statement: str, count: int) -> None:
    assert len(said(f"void f(cudaDeviceProp p) {{ {statement} }}")) == count


def test_all_places_of_a_function_are_told() -> None:
    asks = "n += p.major > 7; " * 40
    ((_, _, related),) = said(f"int f(cudaDeviceProp p) {{ int n = 0; {asks} return n; }}")
    assert len(related) == 39


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        (f"{TWO} {{ return a.major > b.major; }}", "note"),
        (f"{TWO} {{ return l->prop.major != r->prop.major; }}", "note"),
        (f"{TWO} {{ return a.major > b.major || (a.major == b.major && a.minor > b.minor); }}", "note"),
        (f"{ORDER}{TWO} {{ FIRST(l, r, prop.major); return false; }}", "note"),
        (f"{TWO} {{ return a.major > b.major && b.major > 7; }}", "warning"),
        (f"{TWO} {{ if (a.major > 7) return true; return a.major > b.major; }}", "warning"),
        (f"{TWO} {{ FIRST(l, r, prop.major); return false; }}", "warning"),
        (f"{TWO} {{ return a.major > b.major + 1 && a.minor; }}", "warning"),
        (f"#define FIRST(a, f) (a)->f > 7\n{TWO} {{ return FIRST(l, prop.major); }}", "warning"),
        (f"{TWO} {{ return a.major + b.major; }}", "warning"),
    ],
)
def test_to_put_devices_in_order_is_a_note(source: str, severity: str) -> None:
    assert [one for one, _, _ in said(source)] == [severity]


@pytest.mark.parametrize(
    "made",
    ["(p.major == 8)", "p.major - 6", "p.major / 4", "p.major >= 7 && p.major < 10"],
)
def test_a_number_made_of_a_capability_in_another_way_keeps_gpus_out(made: str) -> None:
    leaves = 'if (past < 4) { fprintf(stderr, "no"); exit(1); }'
    assert [one for one, _, _ in said(f"void f(cudaDeviceProp p) {{ int past = {made}; {leaves} }}")] == [
        "warning"
    ]
