"""Names of the program's own that `std` has, too."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from helpers.toolchain import IN_CI

from hipify_py.resolve.std_names import Own, known, own, places_seen, table, told
from hipify_py.source.unit import Unit

SYSROOTS = [Path.home() / ".cache" / name for name in ("hip-sysroot", "hip-sysroot-6.4")]
OFFERED = re.compile(r"COMPLETION: (\w+) : (\[#.*?#\])?(.*)")


def offered(root: Path, folder: Path, behind: str) -> dict[str, set[bool]]:
    """Give what clang offers behind some text in an empty source for HIP, and whether as a function."""
    compilers = sorted(root.glob("usr/lib/llvm-*/bin/clang++"))
    if not compilers:
        (pytest.fail if IN_CI else pytest.skip)(f"no HIP compiler below {root}")
    line, file = f"int main() {{ {behind}", folder / "a.hip"
    file.write_text(f"{line} }}\n")
    flags = ["-x", "hip", "--cuda-host-only", "--offload-arch=gfx90a", f"--rocm-path={root / 'usr'}"]
    flags += ["-isystem", str(root / "usr/include"), "-std=gnu++17", "-fsyntax-only"]
    asked = ["-Xclang", f"-code-completion-at={file}:1:{len(line) + 1}"]
    done = subprocess.run([compilers[-1], *flags, *asked, file], capture_output=True, text=True, check=False)
    found: dict[str, set[bool]] = {}
    for one in filter(None, map(OFFERED.match, done.stdout.splitlines())):
        if not one[1].startswith("_"):
            found.setdefault(one[1], set()).add(bool(one[2]) and "(" in one[3])
    return found


@pytest.mark.compiler
@pytest.mark.parametrize("root", SYSROOTS, ids=lambda one: one.name)
def test_the_names_are_those_that_clang_has_before_the_first_line(root: Path, tmp_path: Path) -> None:
    of_std, others = offered(root, tmp_path, "std::"), offered(root, tmp_path, "::")
    assert len(of_std) > 500
    kinds = {name.encode(): kinds for name, kinds in of_std.items() if name not in others}
    functions = {name for name, kinds in kinds.items() if kinds == {True}}
    assert table().functions == functions
    assert table().others == kinds.keys() - functions


def names(code: str) -> dict[bytes, bytes]:
    return {name: one.kind for name, one in own(Unit(code.encode())).items()}


def test_what_is_made_outside_of_all_scopes() -> None:
    assert names("typedef float real; using locale = int; struct complex {};") == {
        b"real": b"", b"locale": b"", b"complex": b"",
    }  # fmt: skip
    assert names("int left, right; enum { fixed, dec = 2 }; float arg[3];") == {
        b"left": b"=", b"right": b"=", b"fixed": b"=", b"dec": b"=", b"arg": b"=",
    }  # fmt: skip
    assert names('extern "C" { int left; } namespace { int right; }') == {b"left": b"=", b"right": b"="}
    assert names("template <class T> struct pair { T a; }; void hash(int) {}") == {
        b"pair": b"",
        b"hash": b"()",
    }


@pytest.mark.parametrize(
    "code",
    [
        "namespace a { int left; }",
        "struct S { int left; }; void f(int right) { int left; }",
        "enum class E { left };",
        "float real(float2 z); double norm(double x) { return x; }",
        "struct complex; extern S::left; int S::right = 1;",
        "#define left 1\n",
        "int gauche; // left\n",
    ],
)
def test_what_is_none(code: str) -> None:
    assert names(code) == {}


def test_what_is_told_is_known_again() -> None:
    unit = Unit(b"#include <vector>\nusing namespace std;\ntypedef float real; int left; void hash(int);\n")
    functions = frozenset(one.name for one in told(unit))
    assert functions == {b"std::*", b"std::real", b"std::left=", b"std::hash()"}
    assert {one.after for one in told(unit)} == {1}
    other = Unit(b"int right;")
    assert known(other, functions) == {
        b"real": Own(b"", -1), b"left": Own(b"=", -1), b"hash": Own(b"()", -1), b"right": Own(b"=", 4),
    }  # fmt: skip
    assert places_seen(other, functions) == ((0, len(other.code)),)
    assert places_seen(other, functions - {b"std::*"}) == ()
