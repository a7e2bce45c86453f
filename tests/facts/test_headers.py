"""What clang's tree and macros tell of a header."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from helpers.facts import clang

from hipify_py.facts import gather, headers
from hipify_py.facts.headers import Reader, Unit
from hipify_py.facts.table import Fact

Node = dict[str, Any]

OTHER = "int foreign(int);\n#define FOREIGN 1\n"
HEADER = """\
#include "b.h"
#define CUDA_ONE 0x1
#define cudaAlias cudaGo
#define CUDA_PAIR(a, b) a##b
#define DECLARE(name) int name(int)
enum cudaKind { cudaFirst, cudaNinth = 8 + 1, cudaTenth };
enum class cudaScoped : int { none };
typedef enum { cudaLoose = true } cudaLoose_t;
struct cudaProp { char name[8]; union { int x; float y; } u; int f(); };
typedef struct cudaProp cudaProp_t;
using cudaInt = int;
int cudaGo(struct cudaProp *p, int n = 3);
int cudaMany(const char *text, ...);
template <class T> int cudaOf(T *p, int n);
template <class T> struct cudaBox { T value; };
template <class T> using cudaBoxes = cudaBox<T>;
extern const int cudaSize;
namespace cuda { namespace __v1 { void inner(); } }
DECLARE(cudaDeclared);
"""
FACTS = [
    Fact("CUDA_ONE", "macro", "a.h", "1"),
    Fact("CUDA_PAIR", "macro", "a.h", "(2)"),
    Fact("DECLARE", "macro", "a.h", "(1)"),
    Fact("cuda", "namespace", "a.h", ""),
    Fact("cuda::__v1", "namespace", "a.h", ""),
    Fact("cuda::inner", "function", "a.h", "void ()"),
    Fact("cudaAlias", "macro", "a.h", "cudaGo"),
    Fact("cudaBox", "type", "a.h", "template"),
    Fact("cudaBox::value", "field", "a.h", "T"),
    Fact("cudaBoxes", "type", "a.h", ""),
    Fact("cudaDeclared", "function", "a.h", "int (int)"),
    Fact("cudaFirst", "enumerator", "a.h", "0 cudaKind"),
    Fact("cudaGo", "function", "a.h", "int (struct cudaProp *, int =)"),
    Fact("cudaInt", "type", "a.h", "int"),
    Fact("cudaKind", "type", "a.h", "enum"),
    Fact("cudaLoose", "enumerator", "a.h", "1"),
    Fact("cudaLoose_t", "type", "a.h", "enum cudaLoose_t"),
    Fact("cudaMany", "function", "a.h", "int (const char *, ...)"),
    Fact("cudaNinth", "enumerator", "a.h", "9 cudaKind"),
    Fact("cudaOf", "function", "a.h", "template int (T *, int)"),
    Fact("cudaProp", "type", "a.h", "struct"),
    Fact("cudaProp::name", "field", "a.h", "char[8]"),
    Fact("cudaProp::u", "field", "a.h", "union (unnamed)"),
    Fact("cudaProp::x", "field", "a.h", "int"),
    Fact("cudaProp::y", "field", "a.h", "float"),
    Fact("cudaProp_t", "type", "a.h", "struct cudaProp"),
    Fact("cudaScoped", "type", "a.h", "enum"),
    Fact("cudaScoped::none", "enumerator", "a.h", "0 cudaScoped"),
    Fact("cudaSize", "variable", "a.h", "const int"),
    Fact("cudaTenth", "enumerator", "a.h", "10 cudaKind"),
]


def node(kind: str, name: str = "", spelled: str = "", *inner: Node, **more: Any) -> Node:
    """Give a node as clang writes it, without ids, offsets and columns."""
    made: Node = {"kind": kind, **more}
    made |= {"name": name} if name else {}
    made |= {"type": {"qualType": spelled}} if spelled else {}
    return made | ({"inner": list(inner)} if inner else {})


def constant(value: str) -> Node:
    literal = node("IntegerLiteral", "", "int", value=value)
    found = node("ConstantExpr", "", "int", literal, value=value)
    return node("ImplicitCastExpr", "", "unsigned int", found)


def at(file: str) -> Node:
    return {"file": file}


PARAMETER = node("TemplateTypeParmDecl", "T")
# What clang 22 writes of HEADER; a file is named only where it changes.
TREE = node(
    "TranslationUnitDecl",
    "",
    "",
    node("TypedefDecl", "__int128_t", "__int128", isImplicit=True, loc={}),
    node("FunctionDecl", "foreign", "int (int)", node("ParmVarDecl", "", "int"), loc=at("/other/b.h")),
    node(
        "EnumDecl",
        "cudaKind",
        "",
        node("EnumConstantDecl", "cudaFirst", "cudaKind"),
        node("EnumConstantDecl", "cudaNinth", "cudaKind", constant("9")),
        node("EnumConstantDecl", "cudaTenth", "cudaKind"),
        loc=at("/inc/a.h"),
    ),
    node(
        "EnumDecl",
        "cudaScoped",
        "",
        node("EnumConstantDecl", "none", "cudaScoped"),
        scopedEnumTag="class",
    ),
    node("EnumDecl", "", "", node("EnumConstantDecl", "cudaLoose", "cudaLoose_t", constant("true"))),
    node("TypedefDecl", "cudaLoose_t", "enum cudaLoose_t", node("EnumType", "", "enum cudaLoose_t")),
    node(
        "CXXRecordDecl",
        "cudaProp",
        "",
        node("CXXRecordDecl", "cudaProp", isImplicit=True, tagUsed="struct"),
        node("FieldDecl", "name", "char[8]"),
        node(
            "CXXRecordDecl",
            "",
            "",
            node("FieldDecl", "x", "int"),
            node("FieldDecl", "y", "float"),
            tagUsed="union",
        ),
        node("FieldDecl", "u", "union (unnamed at /inc/a.h:9:33)"),
        node("CXXMethodDecl", "f", "int ()"),
        tagUsed="struct",
    ),
    node("TypedefDecl", "cudaProp_t", "struct cudaProp", node("RecordType", "", "struct cudaProp")),
    node("TypeAliasDecl", "cudaInt", "int", node("BuiltinType", "", "int")),
    node(
        "FunctionDecl",
        "cudaGo",
        "int (struct cudaProp *, int)",
        node("ParmVarDecl", "p", "struct cudaProp *"),
        node("ParmVarDecl", "n", "int", node("IntegerLiteral", "", "int", value="3"), init="c"),
    ),
    node(
        "FunctionDecl",
        "cudaMany",
        "int (const char *, ...)",
        node("ParmVarDecl", "text", "const char *"),
        variadic=True,
    ),
    node(
        "FunctionTemplateDecl",
        "cudaOf",
        "",
        PARAMETER,
        node(
            "FunctionDecl",
            "cudaOf",
            "int (T *, int)",
            node("ParmVarDecl", "p", "T *"),
            node("ParmVarDecl", "n", "int"),
        ),
    ),
    node(
        "ClassTemplateDecl",
        "cudaBox",
        "",
        PARAMETER,
        node("CXXRecordDecl", "cudaBox", "", node("FieldDecl", "value", "T"), tagUsed="struct"),
    ),
    node(
        "TypeAliasTemplateDecl", "cudaBoxes", "", PARAMETER, node("TypeAliasDecl", "cudaBoxes", "cudaBox<T>")
    ),
    node("VarDecl", "cudaSize", "const int"),
    node(
        "NamespaceDecl",
        "cuda",
        "",
        node("NamespaceDecl", "__v1", "", node("FunctionDecl", "inner", "void ()")),
    ),
    node(
        "FunctionDecl",
        "cudaDeclared",
        "int (int)",
        node("ParmVarDecl", "", "int"),
        loc={"spellingLoc": {}, "expansionLoc": {}},
        range={"begin": {}, "end": {}},
    ),
)
DEFINES = """\
# 1 "<built-in>" 1
#define __linux__ 1
# 1 "/inc/a.h" 1
# 1 "/other/b.h" 1
int foreign(int);
#define FOREIGN 1
# 2 "/inc/a.h" 2
#define CUDA_ONE 0x1
#define cudaAlias cudaGo
#define CUDA_PAIR(a,b) a##b
#define DECLARE(name) int name(int)
"""


# --- a header as a whole ----------------------------------------------------------------------------------


def test_a_tree_and_its_macros_tell_what_a_header_declares(tmp_path: Path) -> None:
    stand_in = clang(tmp_path / "clang", host=json.dumps(TREE), defines=DEFINES)
    unit = Unit(stand_in.path, ("-x", "c++"), "#include <a.h>\n", (Path("/inc"),))
    assert sorted(headers.read(unit)) == FACTS
    assert stand_in.read() == unit.text


@pytest.mark.usefixtures("hipcheck")
def test_a_compiler_writes_the_tree_that_is_read_here(tmp_path: Path) -> None:
    root = Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache" / "hip-sysroot")
    for path, text in (("inc/a.h", HEADER), ("other/b.h", OTHER)):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(text)
    args = ("-x", "c++", f"-I{tmp_path / 'inc'}", f"-I{tmp_path / 'other'}")
    found = headers.read(Unit(gather.clang(root), args, "#include <a.h>\n", (tmp_path / "inc",)))
    assert sorted(found) == FACTS


@pytest.mark.parametrize(("said", "skips"), [("-skip-function-bodies", True), ("-other", False)])
def test_bodies_are_left_out_where_clang_can(said: str, tmp_path: Path, *, skips: bool) -> None:
    stand_in = clang(tmp_path / "clang", host="{}", defines="\n", help=said)
    assert headers.read(Unit(stand_in.path, ("-DX",), "", ())) == []
    _, tree, defines = stand_in.asked()
    assert tree.startswith("-DX -w -ferror-limit=0 ")
    assert ("-skip-function-bodies" in tree) is skips
    assert "-ast-dump=json" in tree
    assert "-E -dD" in defines


def test_a_compiler_that_says_nothing_is_named_with_its_messages(tmp_path: Path) -> None:
    stand_in = clang(tmp_path / "clang", refuses="no such flag\n", help="x")
    with pytest.raises(RuntimeError, match=r"clang wrote nothing; its first lines were:\nno such flag"):
        headers.read(Unit(stand_in.path, (), "", ()))


# --- nodes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "file"),
    [
        ({}, "/inc/before.h"),
        ({"line": 3}, "/inc/before.h"),
        (at("/inc/b.h"), "/inc/b.h"),
        ({"spellingLoc": at("/inc/b.h"), "expansionLoc": at("/inc/c.h")}, "/inc/c.h"),
        ({"spellingLoc": at("/inc/b.h"), "expansionLoc": {}}, "/inc/b.h"),
    ],
)
def test_the_file_is_that_which_clang_named_last(where: Node, file: str) -> None:
    reader = Reader(("/inc",), "/inc/before.h")
    reader.place(where)
    assert reader.file == file


def test_a_declaration_stands_where_it_begins_though_its_range_ends_elsewhere() -> None:
    reader = Reader(("/inc",))
    ends = node("VarDecl", "a", "int", loc=at("/inc/a.h"), range={"begin": {}, "end": at("/out/b.h")})
    reader.walk(node("TranslationUnitDecl", "", "", ends, node("VarDecl", "b", "int")), "", {})
    assert reader.facts == [Fact("a", "variable", "a.h", "int")]


@pytest.mark.parametrize(
    ("file", "path"),
    [("/a/x/b.h", "x/b.h"), ("/a/b/x.h", "x.h"), ("/ab/x.h", None), ("/a", None), ("", None)],
)
def test_a_header_is_named_by_its_path_below_the_first_root(file: str, path: str | None) -> None:
    assert headers.below(file, ("/a/b", "/a")) == path


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ((), ""),
        ((node("FullComment"),), ""),
        ((constant("-4"),), "-4"),
        ((constant("false"),), "0"),
        ((node("FullComment"), constant("true")), "1"),
        ((node("ConstantExpr", "", "int", constant("7")), constant("8")), "7"),
    ],
)
def test_the_value_of_an_enumerator_is_the_first_that_is_told(inner: tuple[Node, ...], text: str) -> None:
    assert headers.value(node("EnumConstantDecl", "a", "int", *inner)) == text


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (node("FunctionDecl", "f", "void (void)"), "void ()"),
        (node("FunctionDecl", "f", "void (...)", variadic=True), "void (...)"),
        (node("FunctionTemplateDecl", "f"), "template"),
    ],
)
def test_a_signature_without_parameters(made: Node, text: str) -> None:
    assert headers.signature(made) == text


# --- macros -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "parameters", "meant"),
    [
        ("0x10", "", "16"),
        ("((unsigned)-1)", "", ""),
        ("(4)", "", "4"),
        ("(- 4)", "", "-4"),
        ("4ULL", "", "4"),
        ("cuMemAlloc_v2", "", "cuMemAlloc_v2"),
        ("__CUDA_API_PTDS(cuMemcpy)", "", "cuMemcpy"),
        ("a + b", "", ""),
        ("1.0f", "", ""),
        ("", "", ""),
        ("x", "(x, y)", "(2)"),
        ("0", "()", "(0)"),
    ],
)
def test_macros_are_reduced_to_a_number_or_a_name(body: str, parameters: str, meant: str) -> None:
    assert headers.meaning(body, parameters) == meant


def test_macros_of_other_folders_are_not_ours() -> None:
    text = '# 1 "/cuda/include/a.h"\n#define A 1\n# 1 "/usr/include/b.h"\n#define B 2\n'
    assert list(headers.macros(text, ("/cuda/include",))) == [Fact("A", "macro", "a.h", "1")]
