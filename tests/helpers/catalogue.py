"""A small world to ask the catalogue about: a few rules, and what a few headers declare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.facts import table
from hipify_py.facts.table import Fact
from hipify_py.rules import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.catalogue.declared import Side

ENGINE = Path(load.__file__).parents[2] / "rules" / "engine.toml"
DOCS = "What it does, Why it matters, Example, Use instead, Fix safety, References"
MADE = "# Made by `python -m hipify_py.facts` from the facts of the headers and {}: change that instead.\n"
RUNTIME = (
    MADE.format("rules/facts/hints/core.toml")
    + """\
library = "CUDA runtime API"

[names]
cudaAlloc = "hipMalloc"
cudaCopy = "hipCopy"
cudaError_t = "hipError_t"
cudaErrorLost = "hipErrorLost"
cudaFree = "hipFree"
cudaGone = { drop = "HIP needs no such thing" }
cudaGraph = { to = "hipGraph", differs = "it takes more" }
cudaKept = "hipKept"
cudaMalloc = "hipMalloc"
cudaMany = "hipMany"
cudaNone = { review = "nothing is like it" }
cudaOld = "hipFree"
cudaFlag = "hipFlag"
cudaSync = "hipSync"
cudaTyped = "hipTyped"
dim3 = "dim3"

[before."7.2"]
cudaKept = { review = "it was not kept" }
cudaSync = { to = "hipSync", since = "7.2" }

[historic]
cudaFlag = "any"
cudaOld = "11.8"
"""
)
HEADERS = """\
library = "include paths and namespaces"

[headers]
"cub/cub.cuh" = "hipcub/hipcub.hpp"
"cuda.h" = "hip/hip_runtime.h"
"kit/odd.h" = { review = "no kit" }
"kit/other.h" = "hip/kit.h"

[namespaces]
"cub" = "hipcub"
"cuda::std" = { review = "use the standard library" }
"""
CUB = """\
library = "CUB"
namespace = "cub"

[names]
"Device::Sum" = "Sum"
Sum = "Sum"
"""
GROUPS = """\
[names]
sync = "sync"
"""
CALLS = f"""\
[[rule]]
id = "M500"
name = "many-arguments"
was = ["M012"]
severity = "warning"
fails = "compile"
safety = "safe"
message = "{{fn}} takes one argument less"
docs = '''
{DOCS}: `cudaMany`.

Second line of `CUDART_MAGIC + 1`.
'''
call = "cudaMany"
args = ["a", "b"]
fix = "hipMany({{a}})"
  [[rule.test]]
  name = "acts"
  before = "void f() {{ cudaMany(x, 3); }}"
  after = "void f() {{ hipMany(x); }}"
  [[rule.test]]
  name = "keeps"
  keep = "zebra(x);"

[[rule]]
id = "M501"
name = "typed"
severity = "note"
fails = "run"
safety = "unsafe"
since = "7.0"
until = "7.2"
message = "look at it"
docs = "{DOCS}"
call = "cudaTyped"
  [[rule.test]]
  name = "acts"
  before = "void f() {{ cudaTyped(x); }}"
  after = "void f() {{ hipTyped(x); }}"
  findings = ["M501"]
  rocm = "7.0"
  [[rule.test]]
  name = "keeps"
  keep = "zebra(x);"
"""
CUDA_FACTS = {
    "11.8 12.9 13.0": (
        "cuda.h|header||",
        "cub/cub.cuh|header||",
        "kit/odd.h|header||",
        "kit/other.h|header||",
        "lost.h|header||",
        "cub|namespace|cub/cub.cuh|",
        "cub::Sum|type|cub/cub.cuh|struct",
        "cub::Device::Sum|function|cub/cub.cuh|static (2)",
        "cudaAlloc|macro|cuda.h|cudaMalloc",
        "cudaCopy|function|cuda.h|int (void *, int)",
        "cudaError_t|type|cuda.h|enum cudaError",
        "cudaErrorLost|enumerator|cuda.h|3 cudaError",
        "cudaForgotten|function|cuda.h|int ()",
        "cudaFree|function|cuda.h|int (void *)",
        "cudaGone|macro|cuda.h|1",
        "cudaGone::field|field|cuda.h|int",
        "cudaKept|function|cuda.h|int ()",
        "cudaMalloc|function|cuda.h|int (void **, size_t =)",
        "cudaMany|function|cuda.h|int (int, int)",
        "cudaNone|function|cuda.h|int ()",
        "cudaSync|function|cuda.h|int ()",
        "cudaTyped|function|cuda.h|int (char *)",
        "dim3|type|cuda.h|struct",
        "sync|function|cuda.h|int ()",
    ),
    "11.8 12.9": ("cudaGraph|function|cuda.h|int (int)",),
    "13.0": ("cudaGraph|function|cuda.h|int (int, int)",),
}
ROCM_FACTS = {
    "6.4 7.2": (
        "dim3|type|hip/hip_runtime.h|struct",
        "hip/hip_runtime.h|header||",
        "hip/kit.h|header||",
        "hipCopy|function|hip/hip_runtime.h|int (void *, char *)",
        "hipError_t|type|hip/hip_runtime.h|enum hipError",
        "hipErrorLost|enumerator|hip/hip_runtime.h|4 hipError",
        "hipFree|function|hip/hip_runtime.h|int (void *)",
        "hipGraph|function|hip/hip_runtime.h|int (int, int, int)",
        "hipMalloc|function|hip/hip_runtime.h|int (void **, size_t)",
        "hipMany|function|hip/hip_runtime.h|int (int)",
        "hipOnly|function|hip/hip_runtime.h|int ()",
        "hipTyped|function|hip/hip_runtime.h|int (int *)",
        "hipcub|namespace|hipcub/hipcub.hpp|",
        "hipcub/hipcub.hpp|header||",
        "hipcub::Device::Sum|function|hipcub/hipcub.hpp|static (2)",
        "hipcub::Sum|type|hipcub/hipcub.hpp|struct",
        "sync|function|hip/hip_runtime.h|int ()",
    ),
    "7.2": (
        "hipKept|function|hip/hip_runtime.h|int ()",
        "hipSync|function|hip/hip_runtime.h|int ()",
    ),
}
SCOPE = r"""
guards = ["CUDA_VERSION"]
plain = 'PLAIN'

[[file]]
name = "runtime"
library = "CUDA runtime API"
headers = ['cuda\.h']
drop = '_.*'
"""
FILES = {"runtime": RUNTIME, "headers": HEADERS, "cub": CUB, "groups": GROUPS, "calls": CALLS}


def keep_facts(folder: Path, side: Side, known: dict[str, Iterable[str]]) -> None:
    """Write what the headers of a side declare: by releases, facts as `name|kind|header|detail`."""
    folder.mkdir(parents=True, exist_ok=True)
    releases: dict[str, list[Fact]] = {}
    for names, lines in known.items():
        for release in names.split(" "):
            found = [Fact(*line.split("|")) for line in lines]  # type: ignore[arg-type]
            releases.setdefault(release, []).extend(found)
    table.write(folder / f"{side}.tsv", releases)


def world(folder: Path) -> Path:
    """Write the rules and facts of the small world, with the messages of the engine."""
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    (folder / "engine.toml").write_bytes(ENGINE.read_bytes())
    keep_facts(folder / "facts", "cuda", dict(CUDA_FACTS))
    keep_facts(folder / "facts", "rocm", dict(ROCM_FACTS))
    (folder / "facts" / "scope.toml").write_text(SCOPE, encoding="utf-8")
    return folder
