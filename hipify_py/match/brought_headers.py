"""Headers that CUDA's bring along and those in their place do not: of C, and of AMD's libraries.

And those of C that the headers in their place need themselves and do not bring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match import hipcub_headers, unqualified_thrust
from hipify_py.model import Span
from hipify_py.releases import holds
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.ownership import owner
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import conditional, inside
from hipify_py.source.device_code import DEVICE_CODE
from hipify_py.source.functions import ONLY_DEVICE, functions, head
from hipify_py.source.search import last_of
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# Headers of C, others that bring as much, calls of their functions, and whether HIP lacks them on the device
# too; a search for a literal is quick. <cmath> gives `std` the overloads alone.
C_HEADERS = (
    (
        b"string.h",
        (b"cstring",),
        re.compile(rb"mem(?<![\w.>]mem)(?:c?cpy|set|move|cmp|r?chr|mem)\s*\("),
        False,
    ),
    (
        b"string.h",
        (b"cstring",),
        re.compile(
            rb"str(?<![\w.>]str)(?:n?len|n?cpy|n?cmp|n?cat|r?chr|(?:case)?str|n?dup|tok(?:_r)?"
            rb"|error|c?spn|pbrk|sep|coll)\s*\("
        ),
        False,
    ),
    (
        b"string.h",
        (b"cstring", b"strings.h"),
        re.compile(rb"(?:b(?<![\w.>]b)(?:zero|copy|cmp)|str(?<![\w.>]str)n?casecmp)\s*\("),
        False,
    ),
    (b"math.h", (), re.compile(rb"is(?<![\w.>]is)(?:nan|inf|finite|normal)\s*\("), False),
    (b"math.h", (), re.compile(rb"sign(?<![\w.>]sign)bit\s*\("), False),
    (b"math.h", (), re.compile(rb"modf(?<![\w.>]modf)\s*\("), False),
    (b"assert.h", (b"cassert",), re.compile(rb"assert(?<![\w.>]assert)\s*\("), True),
)
OF_C = frozenset(name for header, others, *_ in C_HEADERS for name in (header, *others))
# Functions that C's header has for any type of floating numbers, and without it the host for double alone.
MATH = b"math.h"
OF_ANY_FLOAT = re.compile(
    rb"(?<![\w.>:])(log(?:2|10|1p)?|exp[2m]?1?|sqrt|cbrt|pow|a?(?:sin|cos|tan)h?|atan2|hypot|fabs|floor|ceil|fmod)"
    rb"\s*+\("
)
OF_STD = re.compile(rb"\busing\s++(?:namespace\s++std\b|std\s*+::)")
# Headers of HIP, and the names for which files rely on what CUDA's headers of its libraries bring along.
HALF = (b"hip/hip_fp16.h", re.compile(rb"\b(?:__half2?|half2?|__float2half\w*|__half2float)\b"))
BFLOAT = (
    b"hip/hip_bf16.h",
    re.compile(rb"\b(?:__)?nv_bfloat16\w*|\b__float2bfloat16\w*|\b__bfloat162float\b"),
)
DECLARED = (b"hip/hip_bf16.h", re.compile(rb"\b__nv_bfloat16\b"))  # what cuda_fp16.h declares
FLOAT8 = (b"hip/hip_fp8.h", re.compile(rb"\b__nv_fp8\w*"))
BLAS = (b"hipblas/hipblas.h", re.compile(rb"\bcublas[A-Z]\w*|\bCUBLAS_\w+"))
CUB = (b"hipcub/hipcub.hpp", re.compile(rb"\bcub::\w+"))
TILE_STATE = (
    b"hipcub/agent/single_pass_scan_operators.hpp",  # from 7.2 on
    re.compile(
        rb"\bcub::(?:(?:ReduceByKey)?ScanTileState|ScanTileStatus|SCAN_TILE_\w+|TilePrefixCallbackOp"
        rb"|BlockScanRunningPrefixOp)\b"
    ),
)
SPARSE = (b"hipsparse/hipsparse.h", re.compile(rb"\bcusparse[A-Z]\w*|\bCUSPARSE_\w+"))
BROUGHT = {
    b"cub/agent/single_pass_scan_operators.cuh": (CUB,),
    b"cub/cub.cuh": (TILE_STATE,),
    b"cublas.h": (HALF, BFLOAT),
    b"cublas_v2.h": (HALF, BFLOAT),
    b"cublasLt.h": (HALF, BFLOAT, BLAS),
    b"cuda_fp16.h": (DECLARED,),
    b"cusparse.h": (HALF, DECLARED),
    b"cusolverDn.h": (HALF, BFLOAT, BLAS),
    b"cusolverSp.h": (HALF, BFLOAT, BLAS, SPARSE),
    b"nccl.h": (HALF, BFLOAT, FLOAT8),
    b"cuda_bf16.h": (HALF,),
    b"cuda_fp8.h": (HALF, BFLOAT),
}
"""What headers of CUDA include and those in their place do not: by `clang -M`, CUDA 12.9 and ROCm 7.2."""
TOLD_OF = frozenset({*BROUGHT, *(header for wanted in BROUGHT.values() for header, _ in wanted)})
# Headers of C, of C++ that bring as much, and those of HIP that do not compile in plain C++ without them: all
# counterparts of headers of CUDA were compiled alone, with ROCm 7.2. rocrand_mtgp32.h calls printf.
NEEDED = (
    (
        b"stdio.h",
        b"cstdio",
        frozenset(
            (
                b"hiprand/hiprand_kernel.h",
                b"hiprand/hiprand_mtgp32_host.h",
                b"rocrand/rocrand_mtgp32_11213.h",
            )
        ),
    ),
)
SINCE = {TILE_STATE[0]: "7.2"}
_VECTORS = frozenset(
    b"thrust/%b.h" % name
    for name in b"""
    count device_vector equal extrema find host_vector inner_product logical mismatch partition reduce
    set_operations sort transform_reduce unique universal_vector
    """.split()
)
_OTHERS = frozenset(
    b"thrust/%b.h" % name
    for name in b"""
    adjacent_difference binary_search copy device_ptr execution_policy fill for_each gather generate merge
    remove replace reverse scan scatter sequence shuffle tabulate transform transform_scan uninitialized_fill
    """.split()
)
_SHUFFLE = b"thrust/shuffle.h"
_COUNTING = {b"thrust/%b.h" % one for one in (b"sequence", b"tabulate", b"iterator/discard_iterator")}
ITERATORS = (
    (b"constant_iterator", _VECTORS, frozenset({b"thrust/set_operations.h"})),
    (
        b"counting_iterator",
        _VECTORS | _OTHERS,
        _VECTORS | _COUNTING | {_SHUFFLE, b"thrust/iterator/constant_iterator.h"},
    ),
    (b"discard_iterator", _VECTORS | _OTHERS, frozenset({_SHUFFLE})),
)
"""Iterators of Thrust, which of CUDA's headers bring each, and which of rocThrust's: by `-M`, as above."""
# What libcu++ includes, and with it Thrust, CUB and cooperative groups; by nvcc 13 and ROCm 7.2.
LIBCUXX = rb"(?:thrust|cub|cuda)/|cooperative_groups\b"
OF_LIBCUXX = re.compile(LIBCUXX)
LIBCUXX_NAME = b"libcu++"
FLOATS = (b"float.h", b"cfloat")
OF_LIMIT = (b"FLT_", b"DBL_", b"LDBL_")
FLOAT_LIMIT = re.compile(
    rb"(?<![\w.>])(?:FLT|L?DBL)_(?:MAX|MIN|EPSILON|DIG|MANT_DIG|(?:MAX|MIN)(?:_10)?_EXP)\b"
)


def of_libraries(unit: Unit, rules: RuleSet, told: frozenset[bytes] = frozenset()) -> Iterator[bytes]:
    """Give the headers of HIP that have to be included where a header of CUDA brought its own of them.

    `told` are those of either that other files of the project bring, as `libraries_told` says.
    """
    bringing = {path for path in (*unit.included, *told) if path in BROUGHT}
    wanted = {each for path in bringing for each in BROUGHT[path]}.union(_iterators(unit))
    if not wanted:
        return
    has = _targets(unit, rules) | {*unit.included} | told
    for header, names in sorted(wanted, key=lambda each: each[0]):
        if header in has or not holds(rules.rocm, SINCE.get(header, ""), ""):
            continue
        found = [(Span(*one.span()), one[0]) for one in names.finditer(unit.code)]
        own = {name for span, name in found if makes(unit, span)}
        used = (span for span, name in found if name not in own and not inside(dead(unit), span.start))
        if any(not owner(unit, span, rules) for span in used):
            yield header


def libraries_told(unit: Unit, rules: RuleSet) -> Iterator[Told]:
    """Tell of headers of CUDA that bring others, and of HIP's in the place of these that a file has."""
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        known = rules.headers.get(path)
        for name in TOLD_OF & {path, (known.to if known else None) or path}:
            yield Told("brings", name, after=includes_before(unit, include.path.start + 1))
    for header in of_libraries(unit, rules):
        yield Told("brings", header)


def _iterators(unit: Unit) -> Iterator[tuple[bytes, re.Pattern[bytes]]]:
    """Give the headers of Thrust's iterators that CUDA's Thrust brings a file and rocThrust does not."""
    included = {*unit.included}
    if b"hip/hip_runtime.h" in included:  # code for HIP, which somebody has compiled
        return
    for name, by_cuda, by_hip in ITERATORS:
        if included & by_cuda and not included & by_hip:
            yield b"thrust/iterator/%b.h" % name, re.compile(rb"\bthrust::(?:make_)?%b\b" % name)


def by_its_own_headers(unit: Unit, rules: RuleSet) -> Iterator[bytes]:
    """Give the headers of C that those of HIP need in plain C++ and do not include, and the file neither."""
    included, targets = {*unit.included}, _targets(unit, rules)
    for header, other, needed_by in NEEDED:
        if needed_by & targets and not included & {header, other}:
            yield header


def _targets(unit: Unit, rules: RuleSet) -> set[bytes | None]:
    """Give the headers that a file includes once it is converted, of those that rules speak of."""
    return {known.to for path in unit.included if (known := rules.headers.get(path))}


def libcuxx_told(unit: Unit) -> Iterator[Told]:
    """Tell that a file includes libcu++, or what includes that: who reads on behind it has <float.h>."""
    for include in unit.text.includes:
        if OF_LIBCUXX.match(unit.source, *include.path):
            yield Told("brings", LIBCUXX_NAME, after=includes_before(unit, include.path.start + 1))
            return


def own_headers(unit: Unit) -> Iterator[bytes]:
    """Give the headers of C, or such as bring as much, a file includes on no condition; others on any."""
    yield from hipcub_headers.told(unit)
    yield from unqualified_thrust.own_headers(unit)
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        if path in OF_C and not conditional(unit, include.path.start):
            yield path


def c_headers(unit: Unit, rules: RuleSet, options: Options, *, of_macros: bool = False) -> Iterator[bytes]:
    """Give the headers of C whose functions a file calls by bare names and does not include, and of FLT_MAX.

    With `of_macros` those alone that its macros call.

    CUDA's cuda_runtime.h or libcu++ brings them, HIP's headers (of 6.4 and 7.2, with libstdc++) do not.
    """
    included = {*unit.included} | options.project.c_headers
    for header, others, called, on_device in C_HEADERS:
        calls = () if included & {header, *others} else called.finditer(unit.code)
        bare = [found.start() for found in calls if not owner(unit, Span(*found.span()), rules)]
        bare = [at for at in bare if not of_macros or unit.directive_at(at)]
        homes = functions(unit, bare)
        if any(on_device or at not in homes or _on_host(unit, homes[at]) for at in bare):
            included.add(header)
            yield header
    if of_macros:
        return
    if MATH not in included and _calls_for_any_float(unit, rules):
        included.add(MATH)
        yield MATH
    by_hand = b"hip/hip_runtime.h" in unit.included  # code for HIP, which somebody has compiled
    has_floats = options.project.floats or included.intersection(FLOATS)
    if by_hand or has_floats or not (options.project.floats_by_cuda or any(map(OF_LIBCUXX.match, included))):
        return
    if any(not inside(dead(unit), found.start()) for found in word_matches(unit, FLOAT_LIMIT, *OF_LIMIT)):
        yield FLOATS[0]


def _calls_for_any_float(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a template for both sides calls such a function by its bare name: the type may be float.

    With a double for it nothing that takes two of one type is found; on the device HIP has all forms.
    """
    if b"template" not in unit.code or b"__host__" not in unit.code or OF_STD.search(unit.code):
        return False
    calls = [Span(*one.span(1)) for one in OF_ANY_FLOAT.finditer(unit.code)]
    homes = functions(unit, [call.start for call in calls])
    of_templates = {
        home
        for home in set(homes.values())
        if home.kind != "macro" and b"__host__" in head(unit, home) and _is_template(unit, home)
    }
    bare = (call for call in calls if homes.get(call.start) in of_templates)
    return any(not (inside(dead(unit), call.start) or owner(unit, call, rules)) for call in bare)


def _is_template(unit: Unit, function: Function) -> bool:
    """Say whether a function is a template itself: the word stands in its head."""
    start = last_of(unit.code, b";{}#", function.span.start) + 1
    return b"template" in unit.code[start : function.body.start]


def _on_host(unit: Unit, function: Function) -> bool:
    """Say whether the host may run a function: more than assembly, which is converted, tells the device's."""
    marks = head(unit, function)
    marked = DEVICE_CODE.search(marks) or ONLY_DEVICE.search(unit.code, *function.body)
    return not function.of_device or b"__host__" in marks or not marked
