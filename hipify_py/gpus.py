"""The names of AMD GPUs that HIP compilers take, in one place.

A new GPU is one more entry in `GPUS`, and a generic target one more in `MEMBERS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

GPUS = (
    *("gfx600", "gfx601", "gfx602"),
    *("gfx700", "gfx701", "gfx702", "gfx703", "gfx704", "gfx705"),
    *("gfx801", "gfx802", "gfx803", "gfx805", "gfx810"),
    *("gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909", "gfx90a", "gfx90c", "gfx942", "gfx950"),
    *("gfx1010", "gfx1011", "gfx1012", "gfx1013"),
    *("gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"),
    *("gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"),
    *("gfx1200", "gfx1201", "gfx1250", "gfx1251"),
)
"""As clang 22 names them: `clang --target=amdgcn-amd-amdhsa --print-supported-cpus`."""
MEMBERS = {
    "gfx9-generic": ("gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"),
    "gfx9-4-generic": ("gfx942", "gfx950"),
    "gfx10-1-generic": ("gfx1010", "gfx1011", "gfx1012", "gfx1013"),
    "gfx10-3-generic": ("gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"),
    "gfx11-generic": ("gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"),
    "gfx12-generic": ("gfx1200", "gfx1201"),
    "gfx940": ("gfx942",),
    "gfx941": ("gfx942",),
}
"""The GPUs for which a generic target is compiled (AMDGPUUsage of LLVM), and what became of names that
compilers of ROCm 6 take and newer ones do not."""
LDS = 65_536
"""Bytes of shared memory that a block may have."""
LDS_OF = {
    **dict.fromkeys(("gfx600", "gfx601", "gfx602"), 32_768),
    "gfx950": 163_840,
    **dict.fromkeys(("gfx1250", "gfx1251"), 327_680),
}
"""The same for GPUs on which it is less, or more: clang 22 was asked for each of `GPUS`."""
FEATURES = ("sramecc", "xnack")
"""What may stand behind a name, as in gfx90a:xnack+."""
MARKS = "+-"


def refused_gpus(archs: Iterable[str]) -> tuple[str, str] | None:
    """Give cause and remedy where something is not the name of an AMD GPU, as HIP compilers know them."""
    wrong = next((one for one in archs if not _is_known(one)), None)
    if wrong is None:
        return None
    name, *features = wrong.split(":")
    if name in GPUS or name in MEMBERS:
        shown = f"{name}:{':'.join(one for one in features if not _is_feature(one))}"
        return (
            f"no AMD GPU named {wrong!r}",
            f"write features as in gfx90a:sramecc-:xnack+, which {shown} is not",
        )
    from hipify_py.suggestions import did_you_mean

    asked = did_you_mean(name, (*GPUS, *(one for one in MEMBERS if one.endswith("-generic"))))
    return f"no AMD GPU named {wrong!r}", f"{asked}?" if asked else "name it as rocminfo does, such as gfx90a"


def bare(arch: str) -> str:
    """Give a GPU's name without its features."""
    return arch.partition(":")[0]


def covered(arch: str) -> tuple[str, ...]:
    """Give the GPUs that a name stands for: those of a generic target, or the GPU itself."""
    name = bare(arch)
    return MEMBERS.get(name, (name,))


def most_shared(archs: Iterable[str]) -> int:
    """Give the bytes of shared memory that a block may have on all of some GPUs; without any, on most."""
    return min((LDS_OF.get(gpu, LDS) for arch in archs for gpu in covered(arch)), default=LDS)


def concerns(word: str, arch: str) -> bool:
    """Say whether a GPU is one of those that a rule's `word` names, or behind a "not" none of those."""
    gpus, others = named(word)
    return any(one in gpus or bool(others and one not in others) for one in covered(arch))


def named(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the GPUs that a rule's `word` names, and those that it names behind a "not"; one of them is empty.

    Both are where the word names no GPUs.
    """
    first, *others = word.split() or [""]
    gpus = tuple(others if first == "not" else [first, *others])
    if not gpus or any(one not in GPUS for one in gpus):
        return (), ()
    return ((), gpus) if first == "not" else (gpus, ())


def _is_known(arch: str) -> bool:
    name, *features = arch.split(":")
    return (name in GPUS or name in MEMBERS) and all(map(_is_feature, features))


def _is_feature(text: str) -> bool:
    return text[:-1] in FEATURES and text[-1:] in MARKS
