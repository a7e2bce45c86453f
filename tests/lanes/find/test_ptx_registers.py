"""Inline assembly about the warp: registers that HIP can give, what it cannot, and named barriers."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.ptx_registers import assemblies, is_block_barrier, is_register
from hipify_py.source.unit import Unit


def found(source: str) -> list[tuple[str, str, str]]:
    unit = Unit(source.encode())
    return [(one.kind, one.name.decode(), unit.source[slice(*one.span)].decode()) for one in assemblies(unit)]


@pytest.mark.parametrize(
    ("statement", "name", "value"),
    [
        ('asm("mov.u32 %0, %laneid;" : "=r"(x))', "lane_id", "x"),
        ('asm volatile("mov.s32 %0, %%lanemask_lt;" : "=r"(m[0]) : : "memory")', "lanemask_lt", "m[0]"),
        ('__asm__ __volatile__ ("{ mov.u32\\t%0, %lanemask_ge; }\\n" : "=r" (f(m)) )', "lanemask_ge", "f(m)"),
        ('asm("activemask.b32 %0;" : "=r"( m ) ::)', "activemask", "m"),
        ('asm(R"({mov.s32 %0, %laneid;})" : "=r"(x))', "lane_id", "x"),
        ('asm(R"ptx(\n  mov.u32 %0, %laneid;\n)ptx" : "=r"(x))', "lane_id", "x"),
    ],
)
def test_what_only_reads_a_register(statement: str, name: str, value: str) -> None:
    source = f"void f() {{ {statement}; }}"
    unit = Unit(source.encode())
    (read,) = assemblies(unit)
    assert found(source) == [("register", name, statement)]
    assert read.value is not None
    assert source[slice(*read.value)] == value
    assert is_register(unit, read.span.start)
    assert not is_register(unit, read.span.start + 1)
    assert not is_block_barrier(unit, read.span.start)


@pytest.mark.parametrize("value", ["struct float4", "(struct s)", "typename T", "int x", "c ? x : y", "x, y"])
@pytest.mark.parametrize("register", ["laneid", "lanemask_lt"])
def test_what_is_no_target_of_an_assignment_is_left_to_a_person(register: str, value: str) -> None:
    """`c ? x : y = lane_id()` would assign to `y` alone, without a word."""
    read = f'asm("mov.u32 %0, %{register};" : "=r"({value}))'
    assert [kind for kind, _, _ in found(f"void f() {{ {read}; }}")] == ["warp"]


def test_brackets_make_a_target_of_a_choice() -> None:
    read = 'asm("mov.u32 %0, %laneid;" : "=r"((c ? x : y)))'
    assert found(f"void f() {{ {read}; }}") == [("register", "lane_id", read)]


def test_a_register_is_read_in_a_macro_too() -> None:
    source = '#define LANE(x) \\\n  asm("mov.u32 %0, %laneid;" \\\n : "=r"(x))\n'
    assert [(kind, name) for kind, name, _ in found(source)] == [("register", "lane_id")]


@pytest.mark.parametrize("line", ["#ifdef __CUDA_ARCH__", "#if X\n#else", "#pragma unroll", "#define Y 1"])
def test_a_register_is_read_behind_a_directive_too(line: str) -> None:
    asm = 'asm("mov.u32 %0, %%laneid;" : "=r"(l));'
    unit = Unit(f"int f() {{ int l;\n{line}\n{asm}\n#endif\nreturn l; }}\n".encode())
    assert is_register(unit, unit.code.index(b"asm"))
    within = Unit(f"int f() {{ int l = g(\n{line}\n{asm}\n#endif\n); }}\n".encode())
    assert not is_register(within, within.code.index(b"asm"))


def test_long_blanks_in_an_operand_take_no_long_time() -> None:
    blanks = " " * 100_000
    unit = Unit(f'void f() {{ asm("mov.u32 %0, %%laneid;{blanks}" : "=r"(l{blanks}"x" }}'.encode())
    assert not is_register(unit, unit.code.index(b"asm"))


@pytest.mark.parametrize(
    ("statement", "kind", "name"),
    [
        ('asm("mov.u32 %0, %warpid;" : "=r"(x))', "warp", "%warpid"),
        ('asm("mov.u32 %0, %nwarpid;" : "=r"(x))', "warp", "%nwarpid"),
        ('asm("mov.u32 %0, %laneid; add.u32 %0, %0, 1;" : "=r"(x))', "warp", "%laneid"),
        ('asm("mov.u32 %0, %laneid;" : "=r"(x) : "r"(y))', "warp", "%laneid"),
        ('asm("mov.u64 %0, %lanemask_lt;" : "=l"(x))', "warp", "%lanemask_lt"),
        ('asm("shfl.sync.idx.b32 %0, %1, 0, 31, -1;" : "=r"(x) : "r"(y))', "warp", "shfl.sync"),
        ('asm("vote.sync.ballot.b32 %0, p, -1;" : "=r"(x))', "warp", "vote.sync"),
        ('asm volatile("bar.warp.sync 0xffffffff;")', "warp", "bar.warp.sync"),
        ('asm volatile("bar.sync 1, 64;")', "barrier", "bar.sync"),
        ('asm volatile("bar.sync 0, 64;")', "barrier", "bar.sync"),
        ('asm volatile("barrier.cta.arrive 2, 64;")', "barrier", "barrier.cta.arrive"),
        ('asm("bar.sync 0;\\n" "bar.sync 1, 32;")', "barrier", "bar.sync"),
        ('asm("bar.sync 0;\\n\\tbar.sync 1;")', "barrier", "bar.sync"),
        ('asm("bar.sync 0;\\n\\tvote.ballot.b32 %0, p;")', "warp", "vote.ballot"),
    ],
)
def test_what_hip_cannot_give(statement: str, kind: str, name: str) -> None:
    source = f"void f() {{ {statement}; }}"
    assert found(source) == [(kind, name, statement)]
    unit, at = Unit(source.encode()), source.index("asm")
    assert (is_register(unit, at), is_block_barrier(unit, at)) == (False, False)


@pytest.mark.parametrize(
    "statement",
    [
        'asm("bar.sync 0;")',
        'asm volatile("barrier.cta.sync.aligned 0;" ::: "memory")',
        '__asm__ volatile("barrier.sync 0;\\n")',
    ],
)
def test_the_barrier_of_the_block_is_no_matter_of_warps(statement: str) -> None:
    unit = Unit(f"void f() {{ {statement}; }}".encode())
    assert list(assemblies(unit)) == []
    assert is_block_barrier(unit, len("void f() { "))
    assert not is_block_barrier(unit, 0)


@pytest.mark.parametrize(
    "source",
    [
        'asm("mov.u32 %0, %1;" : "=r"(x) : "r"(y)); asm("membar.gl;");',
        '// asm("bar.sync 1;");\n/* asm("mov.u32 %0, %warpid;" : "=r"(x)); */',
        'auto s = "asm(\\"bar.sync 1;\\")";',
        'plasma("bar.sync 1;"); asm_x("%laneid"); x = laneid + bar.sync;',
    ],
)
def test_what_says_nothing_of_warps(source: str) -> None:
    assert found(source) == []


def test_each_statement_is_told_apart() -> None:
    source = 'asm("mov.u32 %0, %laneid;" : "=r"(x)); asm("bar.sync 1, 32;"); asm("redux.sync.add.s32 %0;");'
    assert [(kind, name) for kind, name, _ in found(source)] == [
        ("register", "lane_id"),
        ("barrier", "bar.sync"),
        ("warp", "redux.sync"),
    ]


def test_the_blocks_barrier_among_other_instructions_is_no_named_one() -> None:
    unit = Unit(b'void f(unsigned t) { asm volatile("bar.sync 0;\\n\\tmov.u32 %0, %%clock;" : "=r"(t)); }')
    assert [*assemblies(unit)] == []


@pytest.mark.parametrize(
    "text", ['"bar.sync 0;"', 'R"(bar.sync 0;)"', '"{ bar.sync 0; }"', 'R"p({bar.sync 0;})p"']
)
def test_the_barrier_of_the_block_in_any_string(text: str) -> None:
    unit = Unit(f"void f() {{ asm({text}); asm({text.replace('0', '1')}); }}".encode())
    assert is_block_barrier(unit, unit.source.index(b"asm"))
    assert [one.kind for one in assemblies(unit)] == ["barrier"]


def test_a_statement_in_a_macro_ends_with_its_bracket() -> None:
    """No `;` stands behind it: the next is the next macro's, or another function's."""
    vote = 'asm volatile("vote.any.pred p, q;" ::)'
    add = 'asm("add.u32 %0, %0, 1;" : "+r"(x))'
    source = f"#define ADD(x) {add}\n#define VOTE() {vote}\nvoid f() {{ }}\nint a;\n"
    assert found(source) == [("warp", "vote.any", vote)]


def test_a_statement_whose_bracket_stays_open_ends_with_its_semicolon() -> None:
    source = 'void f() { asm("vote.any.pred p, q;" : "=r"(x); }'
    assert found(source) == [("warp", "vote.any", 'asm("vote.any.pred p, q;" : "=r"(x)')]
