"""What speaks of a warp's width outside of kernels: macros, properties of devices, tiles too wide."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.own_warpsize import is_member, undoes
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_sizes import block_sizes
from hipify_py.lanes.hazards.bounded_blocks import bounded_blocks, is_named_alone
from hipify_py.lanes.hazards.width_shares import counts_shares
from hipify_py.lanes.project_macros import OF_TILE
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.said_values import is_said
from hipify_py.source.brackets import MOST, template_arguments
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.integers import Number
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

NAME, WIDTH = b"warpSize", 32
ATTRIBUTES = (
    b"cudaDevAttrWarpSize",
    b"hipDevAttrWarpSize",
    b"hipDeviceAttributeWarpSize",
    b"CU_DEVICE_ATTRIBUTE_WARP_SIZE",
)
ASKS = (b"attr", b"get", b"quer", b"prop", b"device", b"ask")  # in the names of what asks a device
SHOWN = re.compile(
    rb"\b\w*(?i:printf)\w*\s*\(|\b(?:cout|cerr|stream|os|out|ss|oss|log\w*|V?LOG\w*)\b[^;]*<<|\bPrint\w*\s*\(|\b[Ll]og\w*\s*\(",
    re.DOTALL,
)
# A statement that begins with a name and `<<`: nothing takes its value, so that it writes to a stream.
STREAMED = re.compile(rb"(?:\s|#[^\r\n]*+)*+[A-Za-z_][\w.:]*+\s*+<<(?!<)[^;=(]*+\Z")
WIDEST = 64  # lanes of a wavefront
OF_TORCH = b"warp_size"  # at::cuda::warp_size(), which gives that of the device
BY_TORCH, NO_ARGUMENTS = re.compile(rb"\bcuda\s*+::\s*+\Z"), re.compile(rb"\s*+\(\s*+\)")
INCLUDES = frozenset({b"include", b"include_next", b"import"})
STANDARD = re.compile(  # headers of C++ and C
    rb"\s*+<\s*+(?:[a-z_]++|(?:std\w++|math|string|time|assert|limits|float|unistd)\.h)\s*+>"
)
MEMBER = (b".", b"->")
GIVEN = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*+=\s*+[A-Za-z_]\w*+\s*+(?:\.|->)\s*+\Z")
# `((n + w - 1) / w) * w`, in which the name stands three times
ROUNDED = rb"\+\s*+NAME\s*+-\s*+1\s*+\)\s*+/\s*+NAME\s*+\)?\s*+\*\s*+NAME(?!\w)"
USES_EACH = 3
MOST_USES = 64  # of one width that are counted; more are for something else
STRIPED = (b"LoadDirectWarpStriped", b"StoreDirectWarpStriped")  # by the wavefront, whatever a program says
STRIPED_MEMBERS = (b"WarpStripedToBlocked", b"BlockedToWarpStriped")


def width_queries(
    unit: Unit,
    constants: ConstantTable,
    *,
    is_header: bool = False,
    is_last: bool = False,
    older: bool = False,
) -> Iterator[Hazard]:
    """Give what a file says of a warp's width, be it in a kernel or not.

    Behind one that `is_header` others may be included; none of HIP's is in the project's units where it
    `is_last`. `older` says that ROCm is older than 7.2.
    """
    for word in all_standing(unit, NAME, *ATTRIBUTES):
        before = token_before(unit.code, word.start)
        if word.text != NAME:
            yield from _asked(unit, word, own=_is_mentioned(unit, word))
        elif before.text in MEMBER:
            yield from _asked(unit, word, own=is_member(unit))
        elif before.text == b"define" and _meets_header(unit, word.end, is_header=is_header):
            yield Hazard("W029", Span(word.start, word.end), minor=is_last)
    for word in standing(unit, OF_TORCH):
        closed = NO_ARGUMENTS.match(unit.code, word.end)
        if closed and by_torch(unit, word.start):
            yield from _asked(unit, word._replace(end=closed.end()), own=False)
    yield from _striped(unit)
    for word in all_standing(unit, b"tiled_partition"):
        opened = token_at(unit.code, word.end)
        given = template_arguments(unit.code, opened.end) if opened.text == b"<" else []
        lanes = _lanes(constants, unit.code[slice(*given[0])]) if given else None
        if lanes is not None and lanes.value > WIDTH:
            span = Span(word.start, token_at(unit.code, given[-1].end).end)
            why = _refused(lanes.value, older=older)
            yield Hazard("G011", span, why) if why else Hazard("G001", span, str(lanes.value))


def _lanes(constants: ConstantTable, text: bytes) -> Number | None:
    """Give how many lanes a tile has, by a constant of the file or of one that it includes."""
    found = constants.number(text)
    return found or constants.number(constants.texts.get(text + OF_TILE, b""))


def _refused(lanes: int, *, older: bool) -> str:
    """Say why HIP's compiler refuses a tile of more lanes than a warp; nothing where it takes it.

    ROCm 7.2's header takes 64 for wavefronts of 32 lanes, too, which `older` ones refuse.
    """
    if lanes & (lanes - 1):
        return f"{lanes} lanes, which is no power of 2"
    if lanes > WIDEST:
        return f"{lanes} lanes, which no wavefront has"
    return f"{lanes} lanes on GPUs with wavefronts of 32 before ROCm 7.2" if older else ""


def _meets_header(unit: Unit, at: int, *, is_header: bool) -> bool:
    """Say whether something is included behind a macro as long as there is one, but for C++'s headers."""
    for one in unit.directives:
        if one.span.start < at:
            continue
        if undoes(unit, one):
            return False
        if one.name in INCLUDES and not STANDARD.match(unit.source, *one.body):
            return True
    return is_header


def _asked(unit: Unit, word: Token, *, own: bool) -> Iterator[Hazard]:
    """Report a device's width, unless it is a name of the program's `own`, is only shown, or is given."""
    sign = token_at(unit.code, word.end)
    if own or sign.text == b"=" or is_shown(unit, word.start):
        return
    if sign.text == b";" and _is_only_rounded_to(unit, word):
        return
    home = functions(unit, [word.start]).get(word.start) if word.text == NAME else None
    if home is not None and counts_shares(unit, home):
        return
    compared = sign.text in {b"==", b"!="} and token_at(unit.code, sign.end).text == b"%d" % WIDTH
    yield Hazard("W017" if compared else "W016", Span(word.start, word.end))


def _is_only_rounded_to(unit: Unit, word: Token) -> bool:
    """Say whether a width is given to a local variable to multiples of which numbers are rounded up, no more.

    What is a multiple of 64 is one of 32.
    """
    given = GIVEN.search(unit.code, _begins(unit, word.start), word.start)
    home = functions(unit, [word.start]).get(word.start) if given else None
    if given is None or home is None or home.kind == "macro":
        return False
    name = given[1]
    uses = [*islice(standing(unit, name, home.body), MOST_USES + 1)]
    if not 0 < len(uses) <= MOST_USES:
        return False
    around = max(home.body.start, uses[0].start - MOST), min(home.body.end, uses[-1].end + MOST)
    rounded = re.compile(ROUNDED.replace(b"NAME", name)).findall(unit.code, *around)
    return len(rounded) > 0 and len(uses) == 1 + USES_EACH * len(rounded)


def by_torch(unit: Unit, at: int) -> bool:
    """Say whether a name at a place is one of PyTorch's `at::cuda`."""
    return BY_TORCH.search(unit.code, max(0, at - MOST), at) is not None


def is_shown(unit: Unit, at: int) -> bool:
    """Say whether a place stands in what is only printed or logged."""
    start = _begins(unit, at)
    streamed = STREAMED.match(unit.code[start:at]) is not None
    return streamed or SHOWN.search(unit.code, start, at) is not None or is_said(unit, start, at)


def _begins(unit: Unit, at: int) -> int:
    """Give where the statement around a place begins."""
    least = max(0, at - MOST)
    return max(least, last_of(unit.code, b";{}", at, least) + 1)


def _is_mentioned(unit: Unit, word: Token) -> bool:
    """Say whether an attribute is given to what asks no device, such as a table of names, or is a label."""
    bracket = last_of(unit.code, b"()", word.start, _begins(unit, word.start))
    call = token_before(unit.code, bracket) if unit.code[bracket : bracket + 1] == b"(" else None
    if call is None or not call.is_word:
        return token_before(unit.code, word.start).text == b"case"
    return not any(part in call.text.lower() for part in ASKS)


def _striped(unit: Unit) -> Iterator[Hazard]:
    """Give where items are put to the threads of a block by wavefronts, by what CUB has."""
    if b"WarpStriped" not in unit.code or b"cub" not in unit.code:
        return
    found = [*all_standing(unit, *STRIPED, *STRIPED_MEMBERS)]
    own = {word.text for word in found if token_before(unit.code, word.start).text == b"void"}
    for word in found:
        before, behind = token_before(unit.code, word.start), token_at(unit.code, word.end).text
        if before.text == b"template":
            before = token_before(unit.code, before.start)
        called = behind == b"(" and before.text in MEMBER
        if word.text not in own and (called or (word.text in STRIPED and behind in {b"(", b"<"})):
            yield Hazard("W041", Span(word.start, word.end), word.text.decode())


class Launched(NamedTuple):
    """A launch of a kernel: its name, and where the threads of a block are told."""

    kernel: bytes
    threads: Span


class OddLaunch(NamedTuple):
    """A launch in blocks of an odd multiple of 32 threads: the kernel's name, their place and how many."""

    kernel: bytes
    threads: Span
    said: str


@fact
def launches(unit: Unit) -> tuple[Launched, ...]:
    """Give the launches that can be read."""
    return tuple(_launches(unit))


def launches_of(unit: Unit, kernel: bytes) -> Sequence[Launched]:
    """Give those of a kernel."""
    return _by_kernel(unit).get(kernel, ())


@fact
def _by_kernel(unit: Unit) -> dict[bytes, list[Launched]]:
    found: dict[bytes, list[Launched]] = {}
    for one in launches(unit):
        found.setdefault(one.kernel, []).append(one)
    return found


def _launches(unit: Unit) -> Iterator[Launched]:
    for launch in unit.launches:
        parts = unit.launch(launch)
        if parts is not None and len(parts.arguments) > 1:
            named = A_NAME.findall(unit.code[slice(*parts.callee)].partition(b"<")[0])
            yield Launched(named[-1] if named else b"", parts.arguments[1])


def odd_launches(unit: Unit, constants: ConstantTable) -> Iterator[OddLaunch]:
    """Give launches whose blocks fill an odd number of halves, so that half of a wavefront stays empty.

    Of a kernel that nothing in the file can start, its head tells the most; the place is that of its name.
    """
    for one in launches(unit):
        told = (number for number in _numbers(unit, constants, one.threads) if _is_odd(number))
        if (number := next(told, None)) is not None:
            yield OddLaunch(*one, str(number))
    for kernel, (name, threads) in bounded_blocks(unit, constants).items():
        if _is_odd(threads) and is_named_alone(unit, kernel):
            yield OddLaunch(kernel, name, f"up to {threads}")


def _is_odd(threads: int) -> bool:
    return threads % WIDEST == WIDTH


def _numbers(unit: Unit, constants: ConstantTable, threads: Span) -> Iterator[int]:
    """Give how many threads a launch may give its blocks, as far as the file tells."""
    home = functions(unit, [threads.start]).get(threads.start)
    if home is None or home.kind == "macro":
        found = constants.number(unit.code[slice(*threads)])
        yield from [found.value] if found else ()
    else:
        yield from (one.threads(constants) for one in block_sizes(unit, home, threads, constants))


def odd_blocks(unit: Unit, constants: ConstantTable) -> Iterator[Hazard]:
    """Report such launches."""
    for one in odd_launches(unit, constants):
        yield Hazard("W030", one.threads, one.said)
