"""What is for the device alone in one pass and the host's in the other: clang reads all code in both."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.hip_conditions import chains
from hipify_py.source.conditions import inside, pieces
from hipify_py.source.includes import HEADERS
from hipify_py.source.search import last_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

PASS = rb"defined\s*(?:\(\s*%b\s*\)|\s%b\b)"
ARCH, DEVICE = (PASS.replace(b"%b", one) for one in (b"__CUDA_ARCH__", b"__HIP_DEVICE_COMPILE__"))
CUDACC = PASS.replace(b"%b", b"__CUDACC__")
ALONE = re.compile(rb"\s*__CUDA_ARCH__\s*")
ANY = rb"__CUDA_ARCH__\s*>\s*0"
ON_DEVICE = {
    b"ifdef": ALONE,
    b"if": re.compile(
        rb"\s*(?:%b\s*&&\s*)?(?:%b|%b)\s*(?:\|\|\s*%b\s*|&&\s*%b\s*)?" % (CUDACC, ARCH, ANY, DEVICE, CUDACC)
    ),
}
ON_HOST = {b"ifndef": ALONE, b"if": re.compile(rb"\s*!\s*%b\s*" % ARCH)}
# The head of a definition; it holds no brackets but those of a template and of parameters.
HEAD = re.compile(
    rb"(?<![\w:])__device__\b"
    rb"(?:[\w\s:&*]|<[^<>;{}()]*>){0,300}?\b([A-Za-z_]\w*)\s*\([^;{}]*+\{"
)
# A declaration up to what tells that it is a variable's: no operator's, whose name has such signs in it.
ON_OBJECT = re.compile(
    rb"(?:\s*+\[\[[^\[\]]*+\]\])*+(?:(?!\boperator\b)[^;(){}=\[<]|<[^;(){}<>]*+>)*+(?:[;{=]|\[(?!\[))"
)
GROWTH = 16  # times the file's directives that chains within chains are read in all
# A macro for nothing but what stands before a function.
ATTRIBUTES = re.compile(rb"\s*([A-Za-z_]\w*)((?:\s+(?:__\w+__|inline|static|constexpr))*)\s*")


def functions(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Mark for both sides what one branch marks for the device, and the other makes a macro for the host."""
    for indices in chains(unit):
        chain = [unit.directives[index] for index in indices]
        if len(chain) != 3 or chain[1].name != b"else":
            continue
        first = _asks(unit, chain[0], ON_DEVICE)
        if (first or _asks(unit, chain[0], ON_HOST)) and not inside(dead(unit), chain[0].span.end):
            branches = pieces(chain)
            device, host = branches if first else branches[::-1]
            yield from _marked(unit, rule, device, unit.code[slice(*host)])
            within = [unit.directives[one + 1 : other] for one, other in pairwise(indices)]
            yield from _for_both(unit, rule, *(within if first else within[::-1]))


def one_sided(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report a macro of attributes that is `__device__` in the pass for the device, and nothing else here.

    Not where the file uses it in such a branch alone; that of a header others use.
    """
    room = GROWTH * len(unit.directives)
    met: dict[bytes, tuple[Span, Span]] = {}
    for indices in chains(unit):
        first, then = unit.directives[indices[0]], indices[1:]
        if len(then) not in {1, 2} or not _asks(unit, first, ON_DEVICE) or inside(dead(unit), first.span.end):
            continue
        room -= then[0] - indices[0]
        if room < 0:
            return
        branch = Span(first.span.end, unit.directives[then[0]].span.start)
        made = _attributes(unit, unit.directives[indices[0] + 1 : then[0]])
        for name, (directive, said) in made.items():
            if b"__device__" not in said.split():
                continue
            if name not in met:
                met[name] = _met(unit, name)
            if _is_met_outside(met[name], branch, options):
                at = unit.code.index(name, directive.body.start)
                yield Match(findings=(report(rule, Span(at, at + len(name)), {"name": name.decode()}),))


def _is_met_outside(met: tuple[Span, Span], branch: Span, options: Options) -> bool:
    """Say whether code outside of a branch has a name, or may have that, and no definition is there."""
    defined, used = met
    if not _is_within(defined, branch):
        return False
    return not _is_within(used, branch) if used.end else options.name.endswith(HEADERS)


def _met(unit: Unit, name: bytes) -> tuple[Span, Span]:
    """Give from where to where a file defines a macro, and from where to where it uses that."""
    found: tuple[list[int], list[int]] = [], []
    for one in all_standing(unit, name):
        directive = unit.directive_at(one.start)
        if directive is None or directive.name == b"define":
            found[directive is None].append(one.start)
    defined, used = (Span(min(places), max(places) + 1) if places else Span(0, 0) for places in found)
    return defined, used


def _is_within(span: Span, branch: Span) -> bool:
    return branch.start <= span.start and span.end <= branch.end


def _asks(unit: Unit, directive: Directive, patterns: Mapping[bytes, re.Pattern[bytes]]) -> bool:
    asked = patterns.get(directive.name)
    return asked is not None and asked.fullmatch(unit.code, *directive.body) is not None


def _marked(unit: Unit, rule: Rule, device: Span, host: bytes) -> Iterator[Match]:
    for head in HEAD.finditer(unit.code, *device):
        words = unit.code[last_of(unit.code, b";{}#", head.start()) + 1 : head.start(1)]
        if b"__host__" in words or not re.search(rb"#[ \t]*define[ \t]+%b\(" % head[1], host):
            continue
        yield Match((Edit(Span(head.start(), head.start()), (b"__host__ ",), rule.id, "attribute"),))


def _for_both(
    unit: Unit, rule: Rule, device: Sequence[Directive], host: Sequence[Directive]
) -> Iterator[Match]:
    """Give a macro of attributes both sides in both passes; for other compilers the host's stays."""
    for_device = _attributes(unit, device)
    for_hip = {name for name, said in _all_attributes(unit, host) if b"__device__" in said[1]}
    for name, (directive, said) in _attributes(unit, host).items():
        if name not in for_device or b"__device__" not in for_device[name][1].split() or b"__" in said:
            continue
        if name in for_hip or _marks_objects(unit, name):
            continue
        marked, of_device = for_device[name]
        lines = (b"#ifdef __HIPCC__", b"#define " + name + b" __host__ __device__" + said, b"#else", b"")
        text = (unit.newline.join(lines), directive.span, unit.newline + b"#endif")
        edits = [Edit(directive.span, text, rule.id, "attribute")]
        if b"__host__" not in of_device.split():
            at = unit.code.index(b"__device__", marked.body.start)
            edits.append(Edit(Span(at, at), (b"__host__ ",), rule.id, "attribute"))
        yield Match(tuple(edits))


def _marks_objects(unit: Unit, name: bytes) -> bool:
    """Say whether a macro stands before a variable: one of both sides has no value in the host's code.

    As it is, each pass has its own, with the value that is written there.
    """
    return any(
        ON_OBJECT.match(unit.code, word.end) and not unit.directive_at(word.start)
        for word in all_standing(unit, name)
    )


def _attributes(unit: Unit, branch: Sequence[Directive]) -> dict[bytes, tuple[Directive, bytes]]:
    """Give the macros of a branch that stand for attributes alone, and which."""
    return dict(_all_attributes(unit, branch))


def _all_attributes(
    unit: Unit, branch: Sequence[Directive]
) -> Iterator[tuple[bytes, tuple[Directive, bytes]]]:
    for directive in branch:
        made = ATTRIBUTES.fullmatch(unit.code, *directive.body) if directive.name == b"define" else None
        if made:
            yield made[1], (directive, made[2])
