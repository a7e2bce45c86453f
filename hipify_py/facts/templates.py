"""Read the public names of the C++ template libraries: CUB, Thrust and libcu++; hipCUB, rocThrust, rocPRIM.

How exact this is: the names are the compiler's own. One unit includes every public header of a library;
clang, in CUDA mode for CUDA and in HIP mode for ROCm, writes its tree for the host's side as C++17 and for
the device's as C++20, and what stands in a public namespace is kept (see `astdump`). `check` then compiles
a use of every name that was found on the host's side, but for members of class templates, so that no name is
kept that a program cannot write. What only another standard or a macro of the program brings about is not
seen. rocWMMA is left out: the project's toolchain has none.

Kept are members of namespaces, and functions in the classes of CUB and hipCUB. A function's detail says
how many arguments its overloads take: `(2..4, 6)`, with `static` before it for a static member.
"""

from __future__ import annotations

import posixpath
import subprocess
import tempfile
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.facts.astdump import Reader
from hipify_py.facts.headers import Unit, macros, run, skips_bodies
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.facts.table import Fact

HIDDEN_FOLDER = re.compile(r"(?:^|/)(?:__|detail/|details/|internal/|impl/|specializations/|backend/)|\.inl$")
# What cannot be included: headers that need TBB or OpenMP, and one that repeats what another declares.
HIDDEN_HEADER = re.compile(r"thrust/system/(?:tbb|omp)/.*|cub/device/dispatch/dispatch_unique_by_key\.cuh")
OTHER_VENDOR = {"cuda": "thrust/system/hip/", "hip": "thrust/system/cuda/"}
LIBRARIES = {"cuda": ("cub", "thrust", "cuda"), "hip": ("hipcub", "thrust", "rocprim")}
SUFFIXES = {".h", ".hpp", ".cuh", ""}
HIDDEN = re.compile(
    r"_.*|details?|internal|impl|\w+_detail|core|launcher|unimplemented|fallback|experimental|temp_storage"
)
PLACEHOLDER = re.compile(r"thrust::placeholders::_\d+")
NESTED_COPY = re.compile(r"thrust::(?:cub|thrust)(?:::.*)?")
CLASSES = ("cub", "hipcub")
INNER_CLASS = re.compile(r"(?:Agent|Dispatch|Device\w*(?:Policy|KernelSource|Dispatch)).*|\w*Policy\w*")
MACRO = re.compile(
    r"(?:HIP)?CUB_(?!\w*(?:HPP?_?|_H|DETAIL_\w+|COMPILER\w*|WARNING\w*|DEPRECATED_\w+)$)\w+|_?CubDebug\w*|_CubLog"
    r"|_?Hipcub(?:Debug\w*|Log)|CCCL_(?:MAJOR_|MINOR_|PATCH_)?VERSION"
    r"|THRUST_(?:(?:MAJOR_|MINOR_|SUBMINOR_)?VERSION|PATCH_NUMBER|(?:DEVICE|HOST)_SYSTEM\w*|NAMESPACE_\w+"
    r"|NS_\w+|(?:RUNTIME_|HOST_|DEVICE_)?FUNCTION|STATIC_ASSERT\w*|FWD|RETURNS|DECLTYPE_RETURNS|NODISCARD"
    r"|PROCLAIM_\w+|CPP_DIALECT|INLINE_CONSTANT|MR_DEFAULT_ALIGNMENT|UNUSED_VAR|RETOF\d?)"
)


class Side(NamedTuple):
    """One vendor's libraries: clang, its arguments but for side and standard, and the folder of headers."""

    clang: Path
    args: tuple[str, ...]
    root: Path

    @property
    def libraries(self) -> tuple[str, ...]:
        """The folders of the libraries, which are their namespaces' names too."""
        return LIBRARIES[self.args[1]]

    def unit(self, side: str, standard: str, text: str) -> Unit:
        """Give the unit with a text for one side, `host` or `device`, and one standard of C++."""
        return Unit(self.clang, (*self.args, f"--cuda-{side}-only", f"-std={standard}"), text, (self.root,))


def cuda(clang: Path, place: Path) -> Side:
    """Give the side of a CUDA, in whose folder `include` lies; 13.0 keeps these libraries in `cccl`."""
    include = place / "include"
    root = include / "cccl" if (include / "cccl").is_dir() else include
    return Side(clang, ("-x", "cuda", f"--cuda-path={place}", f"-I{root}", "--offload-arch=sm_90"), root)


def rocm(place: Path) -> Side:
    """Give the side of a ROCm, in whose folder `usr` and a clang lie."""
    usr = place / "usr"
    clang = max(usr.glob("lib/llvm-*/bin/clang++"))
    bitcode = max(usr.glob("lib/llvm-*/lib/clang/*/amdgcn/bitcode"))
    paths = (f"--rocm-path={usr}", f"--rocm-device-lib-path={bitcode}", "-isystem", str(usr / "include"))
    return Side(clang, ("-x", "hip", *paths, "--offload-arch=gfx90a"), usr / "include")


def includes(side: Side) -> str:
    """Give a unit that includes all public headers of a side's libraries.

    HIP's runtime comes first: hipCUB's headers that ask for __HIP_PLATFORM_AMD__ are empty without it.
    """
    first = "#include <hip/hip_runtime.h>\n" if side.args[1] == "hip" else ""
    paths = chain.from_iterable((side.root / name).rglob("*") for name in side.libraries)
    names = (path.relative_to(side.root).as_posix() for path in paths if path.is_file())
    return first + "".join(f"#include <{name}>\n" for name in public_headers(names, side.args[1]))


def public_headers(names: Iterable[str], vendor: str) -> list[str]:
    """Give, sorted, those of some include paths that are public headers of a vendor's, `cuda` or `hip`."""
    return sorted(
        name
        for name in names
        if name.split("/")[0] in LIBRARIES[vendor]
        and posixpath.splitext(name)[1] in SUFFIXES
        and not HIDDEN_FOLDER.search(name)
        and not HIDDEN_HEADER.fullmatch(name)
        and not name.startswith(OTHER_VENDOR[vendor])
    )


def rows(side: Side) -> list[Fact]:
    """Give the facts of a side's template libraries, sorted.

    Raises RuntimeError where clang refuses the headers or a name that was found.
    """
    text = includes(side)
    host = read(side.unit("host", "c++17", text), side)
    check(side.unit("host", "c++17", text), host)
    return sorted(once({*host, *read(side.unit("device", "c++20", text), side)}))


def once(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Keep of alike facts from several headers the first: names are declared ahead, namespaces reopened."""
    first: dict[tuple[str, str, str], Fact] = {}
    for fact in sorted(facts):
        first.setdefault((fact.name, fact.kind, fact.detail), fact)
    return iter(first.values())


def read(unit: Unit, side: Side) -> set[Fact]:
    """Read one unit: its public declarations and macros; raises RuntimeError where it does not compile."""
    reader = Reader(tuple(map(str, unit.roots)))
    skip = ["-Xclang", "-skip-function-bodies"] if skips_bodies(str(unit.clang)) else []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "unit.cpp")
        source.write_text(unit.text, encoding="utf-8")
        base = [str(unit.clang), *unit.args, "-w"]
        defines = run([*base, "-E", "-dD", str(source)])
        command = [*base, *skip, "-fsyntax-only", "-Xclang", "-ast-dump", str(source)]
        with Path(folder, "messages").open("w+", encoding="utf-8") as messages:
            with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=messages, encoding="utf-8", errors="replace"
            ) as clang:
                reader.read(clang.stdout or ())
            messages.seek(0)
            if clang.returncode:
                message = f"{unit.clang} refuses the headers below {side.root}: {messages.read(1000)}"
                raise RuntimeError(message)
    found = {fact for fact in reader.rows() if fact.name.split("::")[0] in side.libraries}
    spaces = {fact.name for fact in found if fact.kind == "namespace" or fact.detail == "enum"}
    named = {fact for fact in found if is_public(fact, spaces)}
    here = macros(defines, tuple(map(str, unit.roots)))
    defined = {fact for fact in here if MACRO.fullmatch(fact.name) and stays(fact.name, defines)}
    return {fact._replace(header=posixpath.normpath(fact.header)) for fact in named | defined}


def stays(name: str, text: str) -> bool:
    """Say whether a macro is still defined at the end of what `-E -dD` wrote."""
    last = re.findall(rf"(?m)^#(define|undef) {name}\b", text)
    return bool(last) and str(last[-1]) == "define"


def is_public(fact: Fact, spaces: set[str]) -> bool:
    """Say whether users may write a name: a member of a namespace or an enumeration, or of CUB's classes."""
    *parts, last = fact.name.split("::")
    if PLACEHOLDER.fullmatch(fact.name):
        return True
    if any(HIDDEN.fullmatch(part) for part in (*parts, last)) or NESTED_COPY.fullmatch(fact.name):
        return False
    scope = "::".join(parts)
    if not scope or scope in spaces:
        return True
    inner = parts[0] in CLASSES and len(parts) == 2 and fact.kind == "function"
    return inner and not INNER_CLASS.fullmatch(parts[1])


def check(unit: Unit, facts: Iterable[Fact]) -> None:
    """Compile a use of every name; raises RuntimeError naming the first that clang refuses."""
    known = sorted(facts)
    text = unit.text + "".join(uses(known))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "uses.cpp")
        source.write_text(text, encoding="utf-8")
        command = [str(unit.clang), *unit.args, "-w", "-fsyntax-only", "-ferror-limit=5", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        message = f"{unit.clang} refuses names that it was said to know: {' '.join(errors[:5])}"
        raise RuntimeError(message)


def uses(facts: Iterable[Fact]) -> Iterator[str]:
    """Write a line of C++ for each fact that does not compile unless the name is there, and of its kind.

    Members of class templates are named by facts alone: what they are templates of is not known here.
    """
    known = list(facts)
    spaces = {fact.name for fact in known if fact.kind == "namespace"}
    tagged = {fact.name for fact in known if fact.detail in {"struct", "class"}}
    for number, fact in enumerate(known):
        scope, _, name = fact.name.rpartition("::")
        if fact.kind == "macro":
            yield f"#ifndef {name}\n#error {name}\n#endif\n"
        elif fact.kind == "namespace":
            yield f"namespace u{number} = ::{fact.name};\n"
        elif scope in spaces:
            yield f"namespace u{number} {{ using ::{fact.name}; }}\n"
        elif fact.kind == "enumerator":
            yield f"using u{number} = decltype(::{fact.name});\n"
        elif scope in tagged:
            yield f"struct u{number} : ::{scope} {{ using ::{scope}::{name}; }};\n"
