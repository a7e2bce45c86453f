"""The text of `cuda_to_hip.h`: what each piece of a shim says, grouped by library."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.catalogue.declared import headers
from hipify_py.catalogue.entries import places
from hipify_py.choices import OWN_HEADERS
from hipify_py.lazy import re
from hipify_py.shim.facts import spoken
from hipify_py.shim.pieces import defines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from hipify_py.catalogue.entries import Place, Written
    from hipify_py.choices import Dnn
    from hipify_py.rules.model import RuleSet
    from hipify_py.shim.pieces import Piece, Uses

NAME = "cuda_to_hip.h"
INCLUDE = re.compile(r"(?m)^#include .*\n")
LAST = "~"  # sorts behind the names of libraries
RUNTIME = frozenset({"hip/hip_runtime_api.h", "hip/driver_types.h"})
HEAD = f"""\
/* {NAME} - the CUDA names that these sources use, in HIP's words. Made by `hipify-py shim`.
 *
 * For a HIP compiler: put this folder first among the include folders, and this header before all others
 * (-I FOLDER -include FOLDER/{NAME}), as nvcc puts its runtime header. NVIDIA's compiler needs none of it.
 */
#ifndef CUDA_TO_HIP_H
#define CUDA_TO_HIP_H

#if defined(__HIP__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#endif
"""
WARNINGS = """
/* clang takes for errors what nvcc does not. */
#ifdef __clang__
{0}#endif
"""
GUARDED = """
/* Conditions of the sources ask for CUDA's compiler, or for its pass over device code. */
#if defined(__HIP__) || defined(__HIPCC__)
{0}#endif
"""
ARCH = """#ifdef __HIP_DEVICE_COMPILE__
#define __CUDA_ARCH__ 0 /* of no number: a comparison finds what it finds where nothing is defined */
#endif
"""
CXX, HIP = "#ifdef __cplusplus", "#if defined(__HIP__) || defined(__HIPCC__)"
CXX_KINDS = frozenset({"name", "macro", "function", "using", "group", "namespace"})
DEVICE_KINDS = frozenset({"group", "macro"})
DEVICE_WORDS = ("hipify_warp32::", "hipify_half::", "thrust::", "__device__")  # unknown to plain C++
BROUGHT = {"group": "hip/hip_cooperative_groups.h", "namespace": "thrust/system/hip/execution_policy.h"}
"""The header that declares what a piece for a HIP compiler speaks of."""
GROUPS = "\n/* of CUDA's cooperative groups */\nnamespace cooperative_groups {{\n{0}}}\n"
TAIL = "\n#endif\n"
IN_CXX = (
    ("namespaces", "namespace"),
    ("of our headers, beside what HIP has by these names", "using"),
    ("of our headers, for what HIP lacks or has otherwise", "name"),
    ("shuffles without a mask", "macro"),
    ("functions for calls that are others in HIP", "function"),
)


class Said(NamedTuple):
    """A piece in the header: the section it stands in, and its lines."""

    section: str
    text: str


def header_of(uses: Uses, rules: RuleSet, folders: Sequence[Path], dnn: Dnn) -> str:
    """Give the text of the header; `folders` are those of the user's own rules, `dnn` what becomes of cuDNN.

    What it includes stands before what it defines, so that no header is changed by that.
    """
    listed = sorted(uses.pieces)
    plain = [piece for piece in listed if piece.kind == "name" and "::" not in piece.to]
    written = places(folders, dnn)
    said = sorted(_said(piece, uses, rules, written.get(("names", piece.name), ())) for piece in plain)
    rest = [piece for piece in listed if piece not in plain]
    parts = [HEAD, *_includes(rest), *seen_of(listed)]
    for section, some in groupby(said, lambda each: each.section):
        parts.append(_section("other names" if section == LAST else section, (each.text for each in some)))
    parts += _guards([piece for piece in listed if piece.kind == "guard"])
    parts += _for_cxx(rest)
    in_c = "".join(f"{line_of(piece)}\n" for piece in listed if piece.kind == "c")
    return "".join([*parts, f"\n#ifndef __cplusplus\n{in_c}#endif\n" if in_c else "", TAIL])


def line_of(piece: Piece) -> str:
    """Give what says in the header that a piece is there."""
    if piece.kind == "function" and "(" in piece.to:
        return INCLUDE.sub("", piece.to).strip()
    if piece.kind == "namespace":
        return _alias(piece)
    form = {
        "guard": "#define {0}",
        "seen": "#define {0}",
        "macro": "#define {0}{1}",
        "c": "#define {0}{1}",
        "include": "#include <{0}>",
        "using": "using {1};",
        "group": "using {1};",
        "flag": '#pragma clang diagnostic ignored "{0}"',
    }
    return form.get(piece.kind, "#define {0} {1}").format(piece.name, piece.to).rstrip()


def seen_of(pieces: Iterable[Piece]) -> Iterator[str]:
    """Give the guards of CUDA's headers that the sources ask for, where HIP's header was read."""
    for piece in sorted(pieces):
        if piece.kind == "seen":
            yield f"#if defined({piece.to}) && !defined({piece.name})\n{line_of(piece)}\n#endif\n"


def own_headers_of(pieces: Iterable[Piece]) -> list[str]:
    """Name the headers of ours that a shim includes."""
    spaces = set(re.findall(r"\b(hipify_\w+)::", " ".join(piece.to for piece in pieces)))
    return [name for name in OWN_HEADERS if name.removesuffix(".h") in spaces]


def set_aside(pieces: Iterable[Piece]) -> list[str]:
    """Name the macros of a shim that may not hold while a header of ROCm is read."""
    return sorted({piece.name for piece in pieces if defines(piece) and piece.name in spoken()})


def _section(title: str, lines: Iterable[str]) -> str:
    return f"\n/* {title} */\n" + "".join(f"{line}\n" for line in lines)


def _said(piece: Piece, uses: Uses, rules: RuleSet, written: Sequence[tuple[Place, Written]]) -> Said:
    """Give the section and the lines of a name, with what a rule says about it."""
    section = written[-1][1].title or written[-1][0].path.stem if written else LAST
    known = rules.names.get(piece.name.encode())
    note = f"/* {known.note.replace('*/', '* /')} */\n" if known is not None and known.note else ""
    return Said(section, note + (_typedef(piece, uses) or line_of(piece)))


def _typedef(piece: Piece, uses: Uses) -> str:
    """Give a type a name that the program has for things of its own, too; empty where it needs none.

    Only for what the runtime's header declares, which stands before.
    """
    if piece.name not in uses.own or headers("cuda").kind(piece.name) != "type":
        return ""
    declared = headers("rocm").find(piece.to)
    here = any(each.kind == "type" and each.header in RUNTIME for each in declared)
    return f"typedef {piece.to} {piece.name};" if here else ""


def _includes(pieces: Sequence[Piece]) -> Iterator[str]:
    """Give the includes, of what nvcc brings by itself and of what the header speaks of."""
    brought = [line_of(piece) for piece in pieces if piece.kind == "include"]
    if brought:
        yield _section("nvcc brings these by itself", brought)
    for condition, some in _by_compiler(pieces):
        lines = {line for piece in some if piece.kind == "function" for line in INCLUDE.findall(piece.to)}
        if condition == HIP:
            lines |= {f"#include <{BROUGHT[piece.kind]}>\n" for piece in some if piece.kind in BROUGHT}
        own = [f'#include "{name}"\n' for name in own_headers_of(some)]
        if lines or own:
            yield f"\n{condition}\n{''.join([*sorted(lines), *own])}#endif\n"
    flags = "".join(f"{line_of(piece)}\n" for piece in pieces if piece.kind == "flag")
    if flags:
        yield WARNINGS.format(flags)


def _by_compiler(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """Give the pieces of C++ alone, those that any compiler takes and those for a HIP compiler alone."""
    some = [piece for piece in pieces if piece.kind in CXX_KINDS]
    yield CXX, [piece for piece in some if not _for_device(piece)]
    yield HIP, [piece for piece in some if _for_device(piece)]


def _for_device(piece: Piece) -> bool:
    return piece.kind in DEVICE_KINDS or any(word in piece.to for word in DEVICE_WORDS)


def _guards(pieces: Sequence[Piece]) -> Iterator[str]:
    if pieces:
        some = (ARCH if piece.name == "__CUDA_ARCH__" else f"{line_of(piece)} 1\n" for piece in pieces)
        yield GUARDED.format("".join(some))


def _for_cxx(pieces: Sequence[Piece]) -> Iterator[str]:
    """Give what C++ alone has: names in namespaces, and functions in place of calls."""
    short = [piece for piece in pieces if _is_short(piece)]
    if short:
        yield _section("functions that take the calls as they stand", map(line_of, short))
    for condition, some in _by_compiler([piece for piece in pieces if piece not in short]):
        parts = []
        for title, kind in IN_CXX:
            these = [piece for piece in some if piece.kind == kind]
            if these:
                parts.append(_section(title, map(line_of, these)))
        groups = "".join(f"{line_of(piece)}\n" for piece in some if piece.kind == "group")
        if groups:
            parts.append(GROUPS.format(groups))
        if parts:
            yield f"\n{condition}{''.join(parts)}#endif\n"


def _is_short(piece: Piece) -> bool:
    """Say whether a function is a name of HIP's, which takes the calls as they stand."""
    return piece.kind == "function" and "(" not in piece.to


def _alias(piece: Piece) -> str:
    """Give the line by which a namespace has CUDA's name; HIP's may be declared behind it.

    Those of Thrust may not: they stand in an inline namespace, and a header of it was read before.
    """
    *outer, name = piece.name.split("::")
    declared = "" if piece.to.startswith("thrust::") else f"{_nested(piece.to.split('::'), '')} "
    return declared + _nested(outer, f"namespace {name} = {'::' if outer else ''}{piece.to};")


def _nested(spaces: Sequence[str], inner: str) -> str:
    """Give what stands in namespaces within each other."""
    for space in reversed(spaces):
        inner = f"namespace {space} {{ {inner} }}" if inner else f"namespace {space} {{}}"
    return inner
