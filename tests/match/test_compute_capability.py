"""What is decided by a compute capability: once a function, with its other places."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

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


CC = "#define CC(p) ((p).major * 10 + (p).minor)\n"
LEAVES = 'void f(cudaDeviceProp p) { %s { printf("too old"); exit(1); } }'


@pytest.mark.parametrize(
    ("source", "place"),
    [
        (f"{CC}int f(cudaDeviceProp *q) {{ return CC(*q) > 75; }}", b"CC(*q)"),
        (f"{CC}int f(cudaDeviceProp q) {{ if (CC(q) >= 80) return 2; return 0; }}", b"CC(q)"),
        (f"{CC}int f(cudaDeviceProp *q) {{ g(CC(q[1])); }}", b"CC(q[1])"),
        (f"{CC}#define NEW(p) (CC(p) >= 80)\nint f(cudaDeviceProp q) {{ return NEW(q); }}", b"NEW(q)"),
        ("#define NEW(p) ((p)->major >= 7)\nint f(cudaDeviceProp q) { return NEW(&q); }", b"NEW(&q)"),
        (f"{CC}int f(cudaDeviceProp q) {{ CHECK(CC(q) > 70, 1); }}", b"CC(q)"),
        ("int f(cudaDeviceProp *q) { return (*q).major > 7; }", b"q).major"),
    ],
)
def test_a_macro_that_asks_is_told_at_its_use(source: str, place: bytes) -> None:
    assert said(source) == [("warning", place, [])]


@pytest.mark.parametrize(
    "source",
    [
        f"{CC}int f(Version q) {{ return CC(q) > 75; }}",
        f"{CC}int g(cudaDeviceProp q) {{ return q.warpSize; }}",
        f'{CC}void f(cudaDeviceProp q) {{ printf("%d", CC(q)); }}',
        f'{CC}void f(cudaDeviceProp q) {{ int cc = CC(q); printf("%d", cc); }}',
        "#define OLD(p) ((p).major < 3)\nint f(cudaDeviceProp q) { return OLD(q); }",
        "#define OLD(p) ((p).warpSize * major)\nint f(cudaDeviceProp q) { return OLD(q); }",
        f"#define CC(p) 7\n{CC}int f(cudaDeviceProp q) {{ return CC(q) > 75; }}",
    ],
)
def test_a_macro_that_asks_nothing_or_of_nothing_is_not_told(source: str) -> None:
    assert said(source) == []


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        (f"{CC}{TWO} {{ return CC(a) > CC(b); }}", "note"),
        (f"{CC}{TWO} {{ return CC(a) > CC(b) && CC(a) > 75; }}", "warning"),
        (f"{CC}{TWO} {{ return CC(a) + CC(b); }}", "warning"),
        (CC + LEAVES % "if (CC(p) < 70)", "note"),
        (CC + LEAVES % "if (CC(p) < 99)", "warning"),
    ],
)
def test_a_macro_that_puts_in_order_or_leaves_is_a_note(source: str, severity: str) -> None:
    assert [one for one, _, _ in said(source)] == [severity]


def test_a_macro_of_a_header_is_told_at_its_use() -> None:
    source = b"int f(cudaDeviceProp q) { return CC(q) > 75; }"
    for text, found in ((b"CC(p) ((p).major * 10 + (p).minor)", ["M071"]), (b"CC(p) ((p).warpSize)", [])):
        options = Options("a.cu", project=Project(macros={b"CC": text}))
        told = convert(source, RULES, options).findings
        assert [one.rule for one in told if one.rule == "M071"] == found


@pytest.mark.parametrize(
    ("statement", "fails"),
    [
        ("int grid_size = (p.major >= 7) ? 1024 : 128;", "speed"),
        ("const int block = p.major * 10 + p.minor >= 75 ? 256 : 512;", "speed"),
        ("int grid = p.major >= 7 ? 1024 : 128; int chunk = p.major >= 8 ? 16 : 8;", "speed"),
        ("int grid = p.major >= 7 ? 1024 : 128; if (p.major >= 8) g();", "silent"),
        ("bool fast = p.major >= 7 ? 1 : 0;", "silent"),
        ("int parts = p.major >= 7 ? 2 : 1;", "silent"),
        ("int smem = p.major >= 7 ? 98304 : 49152;", "silent"),
        ("int max_blocks = p.major >= 7 ? 32 : 16;", "silent"),
        ("int grid = p.major >= 7 ? wide : 128;", "silent"),
        ("int grid = p.major >= 7 ? 1024 : p.major >= 5 ? 512 : 128;", "silent"),
        ("grid = p.major >= 7 ? 1024 : 128;", "silent"),
    ],
)
def test_a_choice_of_sizes_is_a_matter_of_speed(statement: str, fails: str) -> None:
    uses = "use(grid, grid_size, block, chunk, fast, parts, smem, max_blocks);"
    source = f"void f(cudaDeviceProp p) {{ {statement} {uses} }}"
    (said,) = (one for one in convert(source.encode(), load()).findings if one.rule == "M071")
    assert (said.severity, said.fails) == ("warning", fails)
