"""The mask and the directives of C++ text, without a parse."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from helpers.examples import examples
from hypothesis import example, given
from hypothesis import strategies as st

import hipify_py
from hipify_py.choices import Launch
from hipify_py.settings import Options
from hipify_py.source.lexer import asked, directives, mask
from hipify_py.source.unit import Unit

PIECES = [
    *(
        "'",
        '"',
        "\\",
        "\n",
        "\r\n",
        "\r",
        "/",
        "*",
        "//",
        "/*",
        "*/",
        "#",
        "(",
        ")",
        "<<<",
        ">>>",
        "\0",
        "\f",
    ),
    *('R"(', ')"', 'R"x(', ')x"', 'u8R"', "0x1'000", "u8'a'", "L'\\''", "#include <a'b>", "\\\n", "\\\r\n"),
    *("#define X ", "#if 0\n", "#endif", "\ufeff", "é", "cudaFree", " ", "1", "operator", "k"),
]


def assert_sound(source: bytes) -> None:
    code = mask(source).code
    assert len(code) == len(source)
    for lost in re.finditer(rb"\r\n|[\r\n]", source):
        if code[slice(*lost.span())] != lost[0]:
            line = code[code.rfind(b"\n", 0, lost.start()) + 1 : lost.start()]
            spliced = source[: lost.start()].rstrip(b" \t\f\v").endswith(b"\\")
            assert spliced or b"#" in line
    changed = [(code[i], source[i]) for i in range(len(source)) if code[i] != source[i]]
    plain = [now for now, was in changed if not (now in b"#" and was in b"%:")]  # a digraph's mark is `#`
    assert all(now in b' "' for now in plain), "the mask only blanks, but for digraphs"


@given(st.binary(max_size=200))
@example(b"%:")
@example(b"%:%:%:")
def test_mask_keeps_length_and_newlines_of_any_bytes(source: bytes) -> None:
    assert_sound(source)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@examples(300)
def test_mask_keeps_length_and_newlines_of_any_text(text: str) -> None:
    assert_sound(text.encode())
    assert len(Unit(text.encode())._masked) == len(text.encode())


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@examples(200)
def test_spans_are_in_order_and_apart(text: str) -> None:
    found = mask(text.encode())
    for spans in (found.comments, found.strings, [i.path for i in found.includes]):
        assert all(a.start <= a.end <= b.start for a, b in pairwise(spans))


def code_of(text: str) -> str:
    return mask(text.encode()).code.decode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a // b\nc", "a     \nc"),
        ("a // b \\\n c\nd", "a       \n  \nd"),
        ("a /\\\n/ b\nc", "a   \n   \nc"),
        ("a /\\\r\n* b *\\\n/ c", "a   \r\n      \n  c"),
        ("a // b \\\r\n c\r\nd", "a       \r\n  \r\nd"),
        ("a // b\\\\\n c", "a     \n  ".replace("     ", "       ")),
        ("a /* b\n c */ d", "a     \n      d"),
        ("/*\n#include <a'b>*//*\n", "  \n                  \n"),  # no directive stands in a comment
        ("/*\n#a*/ 'b' /*\n*/ c", "  \n     ' '   \n   c"),
        ('R"(\n#a)" /*\n*/ c', 'R""\n  ""   \n   c'),
        ("/*\n*/ #define A /*\n*/ c", "  \n   #define A       c"),
        ('x = "a\\\n#b" /*\n*/ c', 'x = "  \n  "   \n   c'),
        ("a /* b", "a     "),
        ("a /*/ b */ c", "a          c"),
        ("a /* // */ c", "a          c"),
        ("a // /* \nc", "a       \nc"),
        ('a "//" b', 'a "  " b'),
        ('a "/*" b', 'a "  " b'),
        ("a / b / c", "a / b / c"),
        ("#define X /* a\n b */ c\nd", "#define X            c\nd"),
        ("#define X a // b\nc", "#define X a     \nc"),
        ("x /* a\n#if */ y", "x     \n       y"),
    ],
)
def test_comments(text: str, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('"ab"', '"  "'),
        ('"a\\"b" c', '"    " c'),
        ('"a\\\\" c', '"   " c'),
        ('"a \\\n b" c', '"   \n  " c'),
        ('"open\nc', '"    \nc'),
        ('"open', '"    '),
        ('"', '"'),
        ('""', '""'),
        ("""'"' "a" '"'""", """' ' " " ' '"""),
        ("""'\\'' a""", """'  ' a"""),
        ("""'\\\\' a""", """'  ' a"""),
        ("""'//' a""", """'  ' a"""),
        ("""L'a' u8'b' u'c' U'd'""", """L' ' u8' ' u' ' U' '"""),
        ("""don't stop""", """don't stop"""),
        ("""''""", """''"""),
        ("1'000'000 'a'", "1'000'000 ' '"),
        ("0xFF'FF 'a'", "0xFF'FF ' '"),
        ("0b1'0 + 1.5'5e1'0 'a'", "0b1'0 + 1.5'5e1'0 ' '"),
        ("x = 1'0+'a'", "x = 1'0+' '"),
    ],
)
def test_literals(text: str, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize("prefix", ["", "u", "U", "L", "u8"])
@pytest.mark.parametrize("delimiter", ["", "x", "a+b", "sixteen_letters_"])
def test_raw_strings(prefix: str, delimiter: str) -> None:
    text = f'a {prefix}R"{delimiter}( cudaFree " )y" // \n )" \\){delimiter}" cudaMalloc'
    if not delimiter:
        text = f'a {prefix}R"( cudaFree " // \n \\)" cudaMalloc'
    code = code_of(text)
    assert code.startswith(f'a {prefix}R""')
    assert "cudaFree" not in code
    assert code.endswith('"" cudaMalloc')
    assert code.count("\n") == 1


def test_a_raw_string_without_its_end_reaches_to_the_end() -> None:
    assert code_of('R"x(a)" cudaFree') == 'R""' + " " * 13


@pytest.mark.parametrize("text", ['R"("', 'R"(a\n"', 'R"(#if 0\n"', 'R"x()"', 'R"x()y"\n"'])
def test_a_quote_at_the_end_does_not_close_a_raw_string(text: str) -> None:
    assert_sound(text.encode())


def test_a_name_that_ends_in_r_opens_no_raw_string() -> None:
    assert code_of('MACROR"(" cudaFree ")"') == 'MACROR" " cudaFree " "'


def test_a_raw_string_in_a_define_keeps_the_lines_together() -> None:
    found = list(directives(mask(b'#define S R"(a \nb)" cudaFree\nc').code))
    assert [d.span.end for d in found] == [len('#define S R"(a \nb)" cudaFree')]


@pytest.mark.parametrize("prose", ["don't", "isn't it 'so", 'the "word', "it's a /path"])
@pytest.mark.parametrize("line", ["#if 0\n{}\n#endif", "#error {}", "#warning {}", "// {}", "/* {} */"])
def test_prose_hides_nothing_behind_it(prose: str, line: str) -> None:
    text = line.format(prose) + "\ncudaFree('a');"
    assert code_of(text).endswith("\ncudaFree(' ');")


INCLUDES = [
    ("#include <cuda.h>", [("cuda.h", "<")]),
    ('#include "cuda.h"', [("cuda.h", '"')]),
    ('#  include\t"cuda.h" // "x', [("cuda.h", '"')]),
    ("  #include<cuda.h>", [("cuda.h", "<")]),
    ("#include_next <cuda.h>", [("cuda.h", "<")]),
    ("#include <a//b.h>", [("a//b.h", "<")]),
    *((f"#include\\{end}</*>", [("/*", "<")]) for end in ("\n", "\r\n", "\r")),
    ("#include <it's.h>\n#include <b.h>", [("it's.h", "<"), ("b.h", "<")]),
    ('#include "a/*b.h"\nx */', [("a/*b.h", '"')]),
    ("\ufeff#include <cuda.h>", [("cuda.h", "<")]),
    ("a;\r\n#include <cuda.h>\r\n", [("cuda.h", "<")]),
    ("/* a */ #include <cuda.h>", [("cuda.h", "<")]),
    ("/* a */ /* b */\t#include <cuda.h>", [("cuda.h", "<")]),
    ("x; /* a */ #include <cuda.h>", []),
    ("\f#include <cuda.h>", [("cuda.h", "<")]),
    ("a;\r#include <cuda.h>\r", [("cuda.h", "<")]),
    ("// #include <cuda.h>", []),
    ("/*\n#include <cuda.h>\n*/", []),
    ('R"(\n#include <cuda.h>\n)"', []),
    ('"\\\n#include <cuda.h>"', []),
    ("a #include <cuda.h>", []),
    ("#includes <cuda.h>", []),
    ("#include CUDA_HEADER", []),
    ("#include <cuda.h", []),
    ("#include <>", [("", "<")]),
]


@pytest.mark.parametrize(("text", "paths"), INCLUDES)
def test_includes(text: str, paths: list[tuple[str, str]]) -> None:
    source = text.encode()
    found = [(source[slice(*i.path)].decode(), i.quote.decode()) for i in mask(source).includes]
    assert found == paths


def blanks(text: str) -> str:
    return " " * len(text)


def directives_of(text: str) -> list[tuple[str, str]]:
    code = mask(text.encode()).code
    return [(d.name.decode(), code[slice(*d.body)].decode()) for d in directives(code)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#if A\nb\n#endif", [("if", " A"), ("endif", "")]),
        ("#define X a \\\n  b\nc", [("define", " X a     b")]),
        ("#define X a \\\r\n  b\r\nc", [("define", " X a      b")]),
        ("a\r#if A\rb", [("if", " A")]),
        ("\f#if A", [("if", " A")]),
        ("#define X \\\\\n a", [("define", " X \\   a")]),
        ("a # b", []),
        ("#define S(x) #x", [("define", " S(x) #x")]),
        ("\ufeff# if A", [("if", " A")]),
        ("/* x */ #if A", [("if", " A")]),
        ("// x \\\n#if A", []),
        ("# /* x */ if A", [("if", " A")]),
        (
            "#define X /* a\n b */ 1 /* c\n d */ + 2 /* e\n*/\nint y;",
            [
                (
                    "define",
                    " X"
                    + blanks(" /* a\n b */ ")
                    + "1"
                    + blanks(" /* c\n d */ ")
                    + "+ 2"
                    + blanks(" /* e\n*/"),
                )
            ],
        ),
        ("#define X/*\n*//\\\n* b */ 1\nint y;", [("define", " X" + blanks("/*\n*//\\\n* b */ ") + "1")]),
        ("int x; /* a\n b */ /* c\n d */\n#if A\n#endif", [("if", " A"), ("endif", "")]),
        ("#", []),
        ('# 12 "file"', []),
    ],
)
def test_directives(text: str, found: list[tuple[str, str]]) -> None:
    assert directives_of(text) == found


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("#if __has_include(<cuda_fp16.h>)", ["cuda_fp16.h"]),
        ('#elif A && __has_include( "cuda_fp16.h" )', ["cuda_fp16.h"]),
        ("#if __has_include_next(<a.h>) || __has_include(<b.h>)", ["a.h", "b.h"]),
        ("// __has_include(<cuda_fp16.h>)\n#if __has_include(HEADER)", []),
        ("#ifdef __has_include", []),
    ],
)
def test_headers_that_are_asked_for(text: str, paths: list[str]) -> None:
    source = text.encode()
    assert [source[slice(*include.path)].decode() for include in asked(mask(source))] == paths


@pytest.mark.parametrize("blank", [b"\f", b"\v", b"\f/* c */\v", b" \v\t\f"])
@pytest.mark.parametrize(
    "source",
    [
        b"@#@include@<cuda_fp16.h>\n",
        b"#if@__has_include(<cuda_fp16.h>@)\n#endif\n",
        b"#ifdef@__CUDACC__\n#endif\n",
        b"#if@defined@(@__CUDACC__@)\n#endif\n",
        b"void f() { k@<<<1,@2>>>@(3); }\n",
        b"void f() { k@<<<dim3{1,@2},@{3}>>>(3); }\n",
        b"void f() { cudaMemcpyToSymbol@(t,@h,@4); }\n",
    ],
)
def test_a_form_feed_or_a_vertical_tab_is_a_blank(source: bytes, blank: bytes) -> None:
    even = bytes.maketrans(b"\f\v", b"  ")
    with_feeds = source.replace(b"@", blank)
    options = Options(add_include=False, launch="macro")
    result, plain = (
        hipify_py.convert(one, options=options).output for one in (with_feeds, with_feeds.translate(even))
    )
    assert result.translate(even) == plain
    assert result != with_feeds


@pytest.mark.parametrize(
    "apart", ["\\\n", "\\\r\n", "\\ \t\n", "/* a\n b */", "/\\\n* c *\\\n/", "/* a */\\\n/* b */"]
)
@pytest.mark.parametrize(
    "source",
    [
        "#@include@<cuda_fp16.h>\n",
        "/* a */ #@include@<cuda_fp16.h> /* b */\n",
        "/* a\n */#@include_next@<cuda_fp16.h>@\n",
        "#if@__has_include@(@<cuda_fp16.h>@)@\n#endif\n",
        "#@in\\\nc\\\r\nlude@<cuda_fp16.h>\n",
    ],
)
def test_a_header_behind_comments_and_splices_is_found(source: str, apart: str) -> None:
    source = source.replace("@", apart)
    result = hipify_py.convert(source.encode(), options=Options(add_include=False))
    assert result.output.decode() == source.replace("cuda_fp16", "hip/hip_fp16")
    assert not result.findings


@pytest.mark.parametrize(
    ("source", "findings"),
    [
        (b"#include <cuda\\\n.h>\n", ["N006"]),
        (b'#include "cuda_runtime.h\\\r\n"\n', ["N006"]),
        (b"#include <mine\\\n.h>\n", []),
        (b'#include "folder\\cuda.h"\n', ["M164"]),
    ],
)
def test_a_path_over_two_lines_is_reported(source: bytes, findings: list[str]) -> None:
    result = hipify_py.convert(source)
    assert result.output == source
    assert [one.rule for one in result.findings] == findings


@pytest.mark.parametrize("mark", ["#", "%:", "%\\\n:", "  %:  ", "/* c */ %:"])
@pytest.mark.parametrize("word", ["include", "import", "imp\\\nort", "include_next"])
def test_each_spelling_of_an_include_is_one(mark: str, word: str) -> None:
    source = f"{mark}{word} <cuda_runtime.h>\nint i = 5 %3;\n".encode()
    text = mask(source)
    assert [source[slice(*one.path)] for one in text.includes] == [b"cuda_runtime.h"]
    assert len(text.code) == len(source)
    converted = hipify_py.convert(source)
    assert converted.output == source.replace(b"cuda_runtime.h", b"hip/hip_runtime.h")
    assert not converted.findings


@pytest.mark.parametrize(
    "line",
    [
        '"%:include <a.h>"',
        "// %:import <a.h>",
        "/*\n%:include <a.h>\n*/",
        'R"(\n%:include <a.h>\n)"',
        "int i %:include <a.h>",
        "#important <a.h>",
        "%include <a.h>",
        "% :include <a.h>",
    ],
)
def test_what_looks_like_another_spelling_of_an_include_is_none(line: str) -> None:
    assert not mask(f"{line}\n".encode()).includes


@pytest.mark.parametrize("path", ["<cuda_runtime.h>", '"cuda_runtime.h"'])
@pytest.mark.parametrize(
    ("before", "behind"),
    [("import ", ";"), ("\texport import", " ;"), ("import ", " [[a]];"), ("import ", ";x")],
)
def test_a_header_unit_is_an_include(path: str, before: str, behind: str) -> None:
    source = f"#include <a.h>\n{before}{path}{behind}\r\n#include <b.h>\n".encode()
    text = mask(source)
    assert [source[slice(*one.path)] for one in text.includes] == [b"a.h", b"cuda_runtime.h", b"b.h"]
    assert text.includes[1].quote == path[:1].encode()
    converted = hipify_py.convert(source)
    assert converted.output == source.replace(b"cuda_runtime.h", b"hip/hip_runtime.h")
    assert not converted.findings
    assert not hipify_py.convert(converted.output).edits


@pytest.mark.parametrize(
    "text",
    [
        "import cuda;\n",
        "import <cuda.h>\n",  # without its end
        "// import <cuda.h>;\n",
        "/*\nimport <cuda.h>;\n*/\n",
        'auto s = R"(\nimport <cuda.h>;\n)";\n',
        "int a; import <cuda.h>;\n",
        "an_import <cuda.h>;\n",
        "import\n<cuda.h>;\n",
    ],
)
def test_what_looks_like_a_header_unit_is_none(text: str) -> None:
    assert not mask(text.encode()).includes


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("%:if A", "# if A"),
        ("%:define J(a, b) a %:%: b, %:a", "# define J(a, b) a ##   b, # a"),
        ("%:define J(a, b) a%:%:b", "# define J(a, b) a##  b"),
        ("x %\\\n: y", "x #    y"),
        ("x%y ? a%b:c", "x%y ? a%b:c"),
    ],
)
def test_digraphs_of_the_mark_are_read_as_the_mark(written: str, read: str) -> None:
    assert mask(written.encode()).code == read.encode()


def test_conditions_and_macros_in_digraphs_are_converted_and_settled() -> None:
    source = b"#if defined(__CUDACC__)\n#define FREE(p) cudaFree(p##_d), #p\n#endif\n"
    output = hipify_py.convert(source).output.replace(b"#", b"%:")
    converted = hipify_py.convert(source.replace(b"#", b"%:"))
    assert converted.output.replace(b"#", b"%:") == output
    assert not converted.findings
    assert hipify_py.convert(converted.output).output == converted.output


SPLICED = [
    "// c \\\ncudaFree(p);\nvoid f() { cudaFree(q); }\n",
    "#include <vector> // c \\\n cudaFree(p);\nvoid f() { cudaFree(q); }\n",
    "/\\\n/ c\nvoid f() { cudaFree(q); }\n",
    "/\\\n* cudaFree *\\\n/ void f() { cudaFree(q); }\n",
    'const char *s = "cuda \\\n cudaFree"; void f() { cudaFree(s); }\n',
    'const char *s = R"(a \\\n cudaFree)"; void f() { cudaFree(s); }\n',
    "void f() { cuda\\\nFree(p); cudaMemcpyToSymbol\\\n(s,\\\n&x, 4); }\n",
    "#define M(k) \\\n  k<<<1, 2 // c \\\n  >>>()\nvoid f() { M(a); }\n",
    "#define M(m) \\\n  cudaFree(p); \\\n x = __popc(__ballot_sync(~0u, m))\n__global__ void k() { M(1); }\n",
    "#define A /* c \\\n c */ 1 \\\n + 2\n#if defined(__CUDACC__) \\\n || A\ncudaError_t e;\n#endif\n",
    "#in\\\nclude <cuda_runtime.h>\nvoid f() { k<<\\\n<1, 2>>\\\n>(); }\n",
    "#include <cuda\\\n.h>\n",
]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("source", SPLICED)
@pytest.mark.parametrize("launch", ["keep", "macro"])
def test_blanks_between_a_backslash_and_its_line_end_change_nothing(
    source: str, launch: Launch, end: str
) -> None:
    options = Options(path="a.cu", launch=launch)
    plain = hipify_py.convert(source.replace("\n", end), options=options)
    for blanks in (" ", "\t", " \t\f\v "):
        text = source.replace("\\\n", f"\\{blanks}\n").replace("\n", end)
        spread = hipify_py.convert(text, options=options)
        assert spread.text.replace(f"\\{blanks}", "\\") == plain.text
        assert [(f.rule, f.line) for f in spread.findings] == [(f.rule, f.line) for f in plain.findings]


@pytest.mark.parametrize("text", ["\\//\nint x;\n", "\\/* */\nint x;\n", "#define A \\// b\nint x;\n"])
def test_a_backslash_before_a_comment_continues_no_line(text: str) -> None:
    code = mask(text.encode()).code
    assert code.count(b"\n") == text.count("\n")
    assert code.endswith(b"\nint x;\n")
