"""What AMD GPUs, or some of them, lack: texture units, clusters, shared memory, NVIDIA's machine code."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from math import prod
from typing import TYPE_CHECKING

from hipify_py.gpus import bare, covered
from hipify_py.lanes.flow.constant_folding import ConstantTable, written_constants
from hipify_py.model import Span
from hipify_py.outcomes import Match, in_passing, report
from hipify_py.resolve.image_overloads import images_read, own_images
from hipify_py.resolve.ownership import owner
from hipify_py.source.brackets import arguments, parts
from hipify_py.source.conditions import branches_around
from hipify_py.source.definitions import in_function
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of, matches
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

ASKED = re.compile(rb"\b__HIP_NO_IMAGE_SUPPORT\b")
CLUSTERS = re.compile(rb"\b__cluster_dims__(?=\s*\()")
PRINTED = re.compile(rb"printf\s*\(|<<(?!<)")
LIMIT = re.compile(
    rb"(?:cudaFuncAttributeMaxDynamicSharedMemorySize|CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)\b"
)
PRODUCT = re.compile(rb"[\s(]*(?:\d{1,18}[uUlL]*[\s()]*\*[\s()]*){0,8}\d{1,18}[uUlL]*[\s)]*")
GIVEN = re.compile(rb"\s*(?:(?P<operator>[-+*/%&|^<>]*)=(?!=)(?P<value>[^;,]*)|\+\+|--)")
NUMBER, NAME, STATEMENT = re.compile(rb"\d+"), re.compile(rb"[A-Za-z_]\w*"), re.compile(rb"[^;{}]*")
PATH = re.compile(rb"\s*+(?:\w++\s*+(?:\.|->)\s*+)*+([A-Za-z_]\w*+)\s*+")  # of an object, to a member of it
MOST_SHARED = re.compile(
    rb"\b(?:sharedMemPer|cudaDevAttrMaxSharedMemoryPer|CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_)"
    rb"(?:BlockOptin|Multiprocessor|BLOCK_OPTIN|MULTIPROCESSOR)\b"
)
"""What asks a device how much shared memory a block may have at most."""
MOST_TEXT = 200  # bytes of a value
MOST_NAMES = 64  # of constants that an amount is worked out of
LDS, LDS_OF = 65536, {"gfx950": 163840}
"""Bytes of shared memory that a block may have, and on which GPUs it is more."""
LOADERS = re.compile(
    rb"\b(?:cuModuleLoad(?:Data(?:Ex)?|FatBinary)?|cuLinkAdd(?:Data|File)(?:_v2)?"
    rb"|(?:cuda|cu)LibraryLoad(?:Data|FromFile))\b(?=\s*\()"
)
OPTIX = re.compile(rb"\b(?:OPTIX_\w|[oO]ptix[A-Z]\w|rtProgramCreateFromPTX|createProgramFromPTX)")
MACHINE_CODE = re.compile(rb"\.(?:ptx|cubin|fatbin)\"\Z")


def images(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report reads and writes of textures and surfaces where a GPU that is meant has no units for them.

    What one file has of them is one finding: how its kernels get at their images is one decision.
    """
    gpus = _without(rule, options)
    if not gpus:
        return
    is_own = own_images(unit, options)
    spans = [span for span in images_read(unit) if _reads_image(unit, span, rules, is_own)]
    for span in spans:
        said = report(rule, span, {"name": unit.code[slice(*span)].decode(), "gpus": gpus})
        yield Match(findings=(said._replace(cause=gpus),))


def _reads_image(unit: Unit, span: Span, rules: RuleSet, is_own: Callable[[Span], bool]) -> bool:
    """Say whether a name is one of CUDA's functions for images, and no condition asks for these."""
    if unit.code[slice(*span)] not in rules.names or _is_head(unit, span.start):
        return False
    why = owner(unit, span, rules)
    if why or (why is not None and is_own(span)):
        return False
    around = (branch.directive.span for branch in branches_around(unit, span.start))
    return not any(ASKED.search(unit.code, *one) for one in around)


def clusters(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report kernels with the size of a cluster."""
    gpus = _without(rule, options)
    for found in CLUSTERS.finditer(unit.code) if gpus else ():
        if not _is_head(unit, found.start()):
            yield _said(rule, Span(*found.span()), gpus=gpus)


def shared_memory(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report more dynamic shared memory than a block may have, or that nobody knows how much is asked for."""
    most = most_shared(options)
    for found in matches(unit.code, LIMIT, b"cudaFuncAttributeMax", b"CU_FUNC_ATTRIBUTE_MAX"):
        span = Span(*found.span())
        lists = [node for node in unit.around(span) if node.type == "argument_list"]
        given = arguments(unit.code, lists[-1].start_byte, lists[-1].end_byte) if lists else []
        behind = [one for one in given if one.start > span.end]
        if behind and _is_more(unit, behind[0], most, options):
            yield _said(rule, span)
    for launch in unit.launches:
        given = parts(unit.code, launch.open.end, launch.close.start)
        if len(given) > 2 and most < _product(unit, given[2]) < sys.maxsize and unit.launch(launch):
            yield _said(rule, given[2])


def most_shared(options: Options) -> int:
    """Give the bytes of shared memory that a block may have on all GPUs that are meant."""
    gpus = (gpu for arch in options.archs for gpu in covered(arch))
    return min((LDS_OF.get(gpu, LDS) for gpu in gpus), default=LDS)


def machine_code(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report what loads PTX or machine code for NVIDIA's GPUs; not where NVRTC or NVVM makes it in a file.

    Nor what OptiX is given: that it does not run on AMD GPUs is told of its header and names. A call stays as
    it is, and is noted alone, where build files make the modules: these are what is to be changed.
    """
    if b"nvrtc" in unit.code or b"nvvm.h" in unit.included:
        return
    named = {string: _line(unit, string) for string in unit.text.strings if _names_code(unit, string)}
    lines, in_line = set(), {*named.values()}
    for found in LOADERS.finditer(unit.code):
        span = Span(*found.span())
        if not owner(unit, span, rules):
            line = _line(unit, span)
            lines.add(line)
            match = _said(rule, span, name=found[0].decode())
            yield in_passing(match) if options.project.makes_modules and line not in in_line else match
    for string, line in named.items() if not OPTIX.search(unit.code) else ():
        if line not in lines:
            yield _said(rule, string, name=unit.source[slice(*string)].decode("utf-8", "replace"))


def _names_code(unit: Unit, string: Span) -> bool:
    return MACHINE_CODE.search(unit.source, max(string.start, string.end - 9), string.end) is not None


def _line(unit: Unit, span: Span) -> int:
    return last_of(unit.code, b"\r\n", span.start)


def _without(rule: Rule, options: Options) -> str:
    """Name the GPUs that are meant and lack what a rule is about; "" where none does.

    The rule's `word` are those that lack it, or behind a "not" those that have it.
    """
    first, *others = rule.word.split()
    gpus = others if first == "not" else [first, *others]
    if not options.archs:
        return _listed(gpus) if first != "not" else f"any GPU but {_listed(gpus)}"
    lacking = [
        arch for arch in options.archs if any((one in gpus) == (first != "not") for one in covered(arch))
    ]
    return _listed(list(dict.fromkeys(map(bare, lacking))))


def _listed(gpus: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(gpus[:-1]), *gpus[-1:])))


def _is_head(unit: Unit, at: int) -> bool:
    """Say whether an offset stands in a directive, but not in what a macro stands for."""
    directive = unit.directive_at(at)
    return directive is not None and directive.name != b"define"


def _product(unit: Unit, span: Span) -> int:
    """Give the product of numbers that a piece of code is; what is not known is more than any."""
    text = unit.code[slice(*span)]
    if NAME.fullmatch(text.strip()):
        return _constant(unit, span, text.strip())
    return _multiplied(text)


def _multiplied(text: bytes) -> int:
    """Give the product that is written out in a text; more than any for another text."""
    return prod(map(int, NUMBER.findall(text))) if PRODUCT.fullmatch(text) else sys.maxsize


def _constant(unit: Unit, span: Span, name: bytes) -> int:
    """Give the greatest number that a function gives a name; more than any where it gives another value."""
    function = in_function(unit, span.start)
    return sys.maxsize if function is None else _greatest(unit, function, name)


@fact_of
def _greatest(unit: Unit, function: Span, name: bytes) -> int:
    given = [_given(unit, word, function.end) for word in standing(unit, name, function)]
    return max((one for one in given if one is not None), default=0) or sys.maxsize


def _given(unit: Unit, name: Token, limit: int) -> int | None:
    """Give the number that a name is given there, more than any for what is none; None where it is read."""
    before = token_before(unit.code, name.start)
    if before.text in {b".", b"->"}:
        return None
    if before.text in {b"++", b"--", b"&"}:
        return sys.maxsize
    found = GIVEN.match(unit.code, name.end, limit)
    if found is None:
        return None
    value = found["value"] or b""
    if found["operator"]:
        return sys.maxsize
    if (product := _multiplied(value)) != sys.maxsize:
        return product
    number = ConstantTable({}).number(value.strip()) if len(value) < MOST_TEXT else None  # `32 * sizeof(int)`
    return number.value if number and number.value > 0 else sys.maxsize


def _is_more(unit: Unit, amount: Span, most: int, options: Options) -> bool:
    """Say whether an amount may be more than so many bytes: one that no device is asked about may."""
    product = _product(unit, amount)
    if product == sys.maxsize and (known := _folded(unit, amount, options)):
        product = known
    return product > most and (product < sys.maxsize or not _is_asked(unit, amount))


def _folded(unit: Unit, amount: Span, options: Options) -> int:
    """Give the number that an amount of constants comes to; 0 where that is not known."""
    home = functions(unit, [amount.start]).get(amount.start)
    if home is None or home.kind == "macro":
        return 0
    text = unit.code[slice(*amount)].strip()
    texts: dict[bytes, bytes] = {}
    todo = NAME.findall(text)
    while todo and len(texts) < MOST_NAMES:
        name = todo.pop()
        if name not in texts and (value := _constant_of(unit, home, name)):
            texts[name] = value
            todo += NAME.findall(value)
    number = ConstantTable({**options.project.constants, **texts}).number(text)
    return max(number.value, 0) if number else 0


def _constant_of(unit: Unit, home: Function, name: bytes) -> bytes:
    """Give the text of the constant that a name is in a function, its own or one outside of all functions."""
    text, at = _agreed(unit).get(name, (b"", 0))
    if home.body.start <= at < home.body.end:
        return text
    hidden = name in names(unit, home).declared or in_function(unit, at) is not None
    return b"" if hidden else text


@fact
def _agreed(unit: Unit) -> dict[bytes, tuple[bytes, int]]:
    """Give the texts of the constants that a file makes once, each with its place."""
    found: dict[bytes, list[tuple[bytes, int]]] = {}
    for at, name, text in written_constants(unit):
        found.setdefault(name, []).append((text, at))
    return {name: made[0] for name, made in found.items() if len(made) == 1}


def _is_asked(unit: Unit, amount: Span) -> bool:
    """Say whether a device is asked for its limit: in the function before, or with the name of the amount."""
    places, names = _limits(unit)
    function = in_function(unit, amount.start) or amount
    at = bisect_left(places, amount.end) - 1
    named = PATH.fullmatch(unit.code, *amount)
    return (at >= 0 and places[at] >= function.start) or (named is not None and named[1] in names)


@fact
def _limits(unit: Unit) -> tuple[list[int], frozenset[bytes]]:
    """Give where a device is asked for its limit, but for printing, and the names in those statements."""
    places: list[int] = []
    names: set[bytes] = set()
    end, printed = 0, 0  # of a statement, and from where on it prints
    for found in MOST_SHARED.finditer(unit.code):
        if found.start() >= end:
            start = last_of(unit.code, b";{}", found.start()) + 1
            end = found.end() + len(STATEMENT.match(unit.code, found.end())[0])  # type: ignore[index]
            prints = PRINTED.search(unit.code, start, end)
            printed = prints.start() if prints else end
            names.update(NAME.findall(unit.code, start, printed))
        if found.start() < printed:
            places.append(found.start())
    return places, frozenset(names)


def _said(rule: Rule, span: Span, **values: str) -> Match:
    return Match(findings=(report(rule, span, values),))
