"""What clang's text of a tree tells of template libraries: members of namespaces, and counts of arguments."""

from __future__ import annotations

import pytest

from hipify_py.facts import astdump
from hipify_py.facts.table import Fact

DUMP = """\
TranslationUnitDecl 0x1 <<invalid sloc>> <invalid sloc>
|-NamespaceDecl 0x2 </usr/include/other.h:1:1, line:9:1> line:1:11 cub
| `-FunctionDecl 0x3 <line:2:1, col:20> col:5 Elsewhere 'void ()'
`-NamespaceDecl 0x4 prev 0x2 </inc/cub/a.cuh:1:1, line:90:1> line:1:11 cub
  |-original Namespace 0x2 'cub'
  `-NamespaceDecl 0x5 <line:2:1, line:80:1> line:2:18 CUB_1_NS inline
    |-EnumDecl 0x6 <line:3:1, line:6:1> line:3:6 Mode
    | |-EnumConstantDecl 0x7 <line:4:3> col:3 FIRST 'cub::Mode'
    | |-EnumConstantDecl 0x8 <line:5:3, col:9> col:3 NINTH 'cub::Mode'
    | | `-ConstantExpr 0x9 <col:9> 'int'
    | |   |-value: Int 9
    | |   `-IntegerLiteral 0x10 <col:9> 'int' 9
    | `-EnumConstantDecl 0x11 <line:6:3> col:3 TENTH 'cub::Mode'
    |-EnumDecl 0x12 <line:7:1, col:30> col:12 class Kind 'int'
    | `-EnumConstantDecl 0x13 <col:20> col:20 none 'cub::Kind'
    |-CXXRecordDecl 0x14 <line:10:1, line:30:1> line:10:8 struct Device definition
    | |-DefinitionData pass_in_registers empty
    | |-CXXRecordDecl 0x15 <col:1, col:8> col:8 implicit struct Device
    | |-FunctionTemplateDecl 0x16 <line:11:3, line:14:3> line:12:10 Sum
    | | |-TemplateTypeParmDecl 0x17 <line:11:13, col:22> col:22 typename depth 0 index 0 T
    | | |-CXXMethodDecl 0x18 <line:12:3, line:14:3> line:12:10 Sum 'int (T, int, int)' static inline
    | | | |-ParmVarDecl 0x19 <col:14, col:16> col:16 in 'T'
    | | | |-ParmVarDecl 0x20 <col:19, col:23> col:23 n 'int'
    | | | `-ParmVarDecl 0x21 <col:26, col:34> col:30 stream 'int' cinit
    | | |   `-IntegerLiteral 0x22 <col:34> 'int' 0
    | | `-CXXMethodDecl 0x23 <line:12:3, line:14:3> line:12:10 used Sum 'int (float)' static inline
    | |   `-ParmVarDecl 0x24 <col:14, col:16> col:16 in 'float'
    | |-CXXMethodDecl 0x25 <line:15:3, col:40> col:10 Sum 'int (int, int, int, int, int)' static
    | | |-ParmVarDecl 0x26 <col:14> col:14 'int'
    | | |-ParmVarDecl 0x27 <col:14> col:14 'int'
    | | |-ParmVarDecl 0x28 <col:14> col:14 'int'
    | | |-ParmVarDecl 0x29 <col:14> col:14 'int'
    | | `-ParmVarDecl 0x30 <col:14> col:14 'int'
    | |-AccessSpecDecl 0x31 <line:16:1, col:8> col:1 private
    | `-CXXMethodDecl 0x32 <line:17:3, col:20> col:8 Hidden 'void ()'
    |-ClassTemplateDecl 0x33 <line:31:1, line:40:1> line:32:7 Block
    | |-TemplateTypeParmDecl 0x34 <line:31:10, col:19> col:19 typename depth 0 index 0 T
    | `-CXXRecordDecl 0x35 <line:32:1, line:40:1> line:32:7 class Block definition
    |   |-CXXMethodDecl 0x36 <line:33:3, col:20> col:8 Secret 'void ()'
    |   |-AccessSpecDecl 0x37 <line:34:1, col:7> col:1 public
    |   `-CXXMethodDecl 0x38 <line:35:3, col:20> col:8 Load 'void (T, ...)'
    |     `-ParmVarDecl 0x39 <col:14> col:14 args 'T...' pack
    |-UsingDecl 0x40 <line:41:1, col:20> col:20 ::cuda::std::plus
    |-UsingShadowDecl 0x41 <col:20> col:20 implicit ClassTemplate 0x42 'plus'
    |-NamespaceAliasDecl 0x43 </inc/cub/b.cuh:5:1, col:20> col:11 other
    | `-Namespace 0x4 'cub'
    |-VarDecl 0x44 <line:6:1, col:20> col:5 par 'const int' constexpr cinit
    `-FunctionDecl 0x45 parent 0x1 prev 0x99 <line:7:1, col:20> col:5 OutOfLine 'void ()'
"""


def test_a_dump_tells_what_namespaces_hold() -> None:
    reader = astdump.Reader(("/inc",))
    reader.read(DUMP.splitlines(keepends=True))
    a, b = "cub/a.cuh", "cub/b.cuh"
    assert sorted(reader.rows()) == [
        Fact("cub", "namespace", a, ""),
        Fact("cub::Block", "type", a, "template"),
        Fact("cub::Block::Load", "function", a, "(0..)"),
        Fact("cub::Device", "type", a, "struct"),
        Fact("cub::Device::Sum", "function", a, "static (2..3, 5)"),
        Fact("cub::FIRST", "enumerator", a, "0 Mode"),
        Fact("cub::Kind", "type", a, "enum"),
        Fact("cub::Kind::none", "enumerator", a, "0 Kind"),
        Fact("cub::Mode", "type", a, "enum"),
        Fact("cub::NINTH", "enumerator", a, "9 Mode"),
        Fact("cub::TENTH", "enumerator", a, "10 Mode"),
        Fact("cub::other", "namespace", b, "cub"),
        Fact("cub::par", "variable", b, ""),
        Fact("cub::plus", "type", a, "using"),
    ]


def facts(*lines: str) -> list[tuple[str, ...]]:
    """Give the facts of what stands in a namespace of a header: name, kind and detail, but for itself."""
    head = "`-NamespaceDecl 0x1 </inc/a.h:1:1, line:9:1> line:1:11 lib"
    reader = astdump.Reader(("/inc",))
    reader.read(f"{line}\n" for line in ("TranslationUnitDecl 0x0 <<invalid sloc>>", head, *lines))
    found = [(fact.name, fact.kind, fact.detail) for fact in sorted(reader.rows())]
    assert ("lib", "namespace", "") in found
    return [fact for fact in found if fact != ("lib", "namespace", "")]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["  `-TypedefDecl 0x2 <col:1, col:9> col:9 number 'int'"], ("number", "type", "alias")),
        (["  `-TypeAliasDecl 0x2 <col:1, col:9> col:9 real 'float'"], ("real", "type", "alias")),
        (
            [
                "  `-TypeAliasTemplateDecl 0x2 <col:1, col:39> col:20 Boxes",
                "    |-TemplateTypeParmDecl 0x3 <col:11, col:17> col:17 referenced class depth 0 index 0 T",
                "    `-TypeAliasDecl 0x4 <col:20, col:39> col:26 Boxes 'Box<T>'",
            ],
            ("Boxes", "type", "alias template"),
        ),
        (
            [
                "  `-VarTemplateDecl 0x2 <line:12:1, col:43> col:35 truth",
                "    `-VarDecl 0x3 <col:20, col:43> col:35 truth 'const bool' constexpr cinit",
            ],
            ("truth", "variable", "template"),
        ),
        (["  `-ConceptDecl 0x2 <line:13:1, col:58> col:28 Adds"], ("Adds", "variable", "concept")),
        (["  `-VarDecl 0x2 <line:26:1, col:12> col:12 counter 'int' extern"], ("counter", "variable", "")),
        (["  `-CXXRecordDecl 0x2 <line:14:1, col:8> col:8 struct Ahead"], ("Ahead", "type", "struct")),
        (
            ["  `-CXXRecordDecl 0x2 <line:14:1, col:8> col:8 union Either definition"],
            ("Either", "type", "union"),
        ),
        (
            ["  `-FunctionDecl 0x2 prev 0x1 <line:5:1, col:8> col:8 used call 'int ()'"],
            ("call", "function", "(0)"),
        ),
        (
            ["  `-FunctionDecl 0x2 <line:32:17, <scratch space>:3:1> <scratch space>:4:2 made 'int ()'"],
            ("made", "function", "(0)"),
        ),
        (
            [
                "  `-EnumDecl 0x2 <line:18:1, col:26> col:1",
                "    `-EnumConstantDecl 0x3 <col:8> col:8 first 'lib::(unnamed enum at /inc/a.h:18:1)'",
            ],
            ("first", "enumerator", "0"),
        ),
        (
            [
                "  `-LinkageSpecDecl 0x2 <line:2:1, col:47> col:8 C",
                "    `-FunctionDecl 0x3 <col:14, col:44> col:18 plain 'int (int)'",
                "      `-ParmVarDecl 0x4 <col:28, col:32> col:32 a 'int'",
            ],
            ("plain", "function", "(1)"),
        ),
        (
            [
                "  `-UsingShadowDecl 0x2 <col:46> col:46 implicit Function 0x3 'call' 'int (int)'",
                "    `-FunctionDecl 0x3 </out/o.h:1:83, col:95> col:87 call 'int (int)'",
            ],
            ("call", "function", "using"),
        ),
    ],
)
def test_a_member_of_a_namespace_is_known_as_what_it_is_declared(
    lines: list[str], found: tuple[str, str, str]
) -> None:
    name, kind, detail = found
    assert facts(*lines) == [(f"lib::{name}", kind, detail)]


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("CXXRecord", "type"),
        ("ClassTemplate", "type"),
        ("Var", "variable"),
        ("VarTemplate", "variable"),
        ("FunctionTemplate", "function"),
        ("EnumConstant", "enumerator"),
    ],
)
def test_what_a_using_declaration_brings_in_keeps_its_kind(kind: str, known: str) -> None:
    line = f"  `-UsingShadowDecl 0x2 <col:46> col:46 implicit {kind} 0x3 'it'"
    assert facts(line) == [("lib::it", known, "using")]


@pytest.mark.parametrize(
    "lines",
    [
        ["  `-TypedefDecl 0x2 <<invalid sloc>> <invalid sloc> implicit number 'int'"],
        ["  `-FunctionDecl 0x2 parent 0x3 prev 0x4 <line:27:1, col:16> col:13 go 'void ()'"],
        [
            "  `-NamespaceDecl 0x2 <line:25:1, col:30> col:11",
            "    `-FunctionDecl 0x3 <col:13, col:27> col:17 anonymous 'int ()'",
        ],
        ["  `-FunctionDecl 0x2 </out/b.h:25:1, col:30> col:11 elsewhere 'int ()'"],
        ["  `-NamespaceAliasDecl 0x2 <line:7:1, col:19> col:11 again", "    `-Namespace 0x9 'unknown'"],
        ["  `-UsingShadowDecl 0x2 <col:46> col:46 implicit Function 0x3 'operator+' 'int (int)'"],
        ["  `-original Namespace 0x1 'lib'"],
    ],
)
def test_what_nobody_can_name_or_another_folder_holds_is_left_out(lines: list[str]) -> None:
    assert facts(*lines) == []


def test_what_a_class_brings_in_or_befriends_is_not_the_namespaces() -> None:
    assert facts(
        "  `-CXXRecordDecl 0x2 <line:31:1, col:85> col:8 struct Derived definition",
        "    |-UsingShadowDecl 0x3 <col:49> col:49 implicit CXXMethod 0x4 'make' 'int (int, int)'",
        "    `-FriendDecl 0x5 <line:31:55, col:82> col:66",
        "      `-FunctionDecl 0x6 parent 0x0 <col:55, col:82> col:66 friend_undeclared befriend 'int ()'",
    ) == [("lib::Derived", "type", "struct")]


def test_a_namespace_that_stands_for_itself_is_no_other() -> None:
    lines = ["`-NamespaceAliasDecl 0x2 <line:7:1, col:19> col:11 lib", "  `-Namespace 0x1 'lib'"]
    assert facts(*lines) == []


def test_which_namespaces_another_one_takes_in_whole() -> None:
    reader = astdump.Reader(("/inc",))
    reader.read(
        f"{line}\n"
        for line in (
            "TranslationUnitDecl 0x0 <<invalid sloc>> <invalid sloc>",
            "|-NamespaceDecl 0x1 </inc/a.h:1:1, line:9:1> line:1:11 lib",
            "|-NamespaceDecl 0x2 <line:29:1, col:142> col:11 use",
            "| `-UsingDirectiveDecl 0x3 <line:29:121, col:137> col:137 Namespace 0x1 'lib'",
            "`-UsingDirectiveDecl 0x4 <line:30:1, col:17> col:17 Namespace 0x2 'use'",
        )
    )
    assert reader.whole == {("use::", "lib::"), ("", "use::")}


@pytest.mark.parametrize(
    ("taken", "text"),
    [
        ([(2, 4)], "2..4"),
        ([(2, 2)], "2"),
        ([(1, 2), (4, 4)], "1..2, 4"),
        ([(4, 6), (1, 3), (2, 5)], "1..6"),
        ([(1, 99)], "1.."),
        ([(1, 1), (3, 99), (5, 6)], "1, 3.."),
        ([(0, 0)], "0"),
        ([], ""),
    ],
)
def test_numbers_of_arguments_are_spelled(taken: list[tuple[int, int]], text: str) -> None:
    assert astdump.spans(taken) == text
