"""Write what `hipify-py rules show` found for a person to read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from hipify_py.catalogue.misfits import spelled
from hipify_py.catalogue.output import labelled
from hipify_py.choices import DNNS
from hipify_py.report.rule_texts import FAILING
from hipify_py.report.terminal import harmless
from hipify_py.rules.docs import paragraphs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hipify_py.choices import Dnn

    Json = dict[str, Any]
    Label = Callable[[str, str], str]

NOTES = {"review": "advice", "dropped": "advice", "polyfill": "without it"}
"""By the status of a name, what stands before its note; else it says what differs."""
HANDLED = {
    "fit": "those of CUDA fit those of HIP",
    "adapted": "differ; calls are rewritten by the rules below",
    "reported": "differ; a finding says so where it is called",
    "accepted": "differ, but not for calls as programs write them: see docs/differences.md",
}
SAID = {
    "same": "the same in HIP",
    "renamed": "renamed",
    "differs": "renamed, with a finding that says what differs",
    "dropped": "dropped: HIP needs nothing in its place",
    "review": "for review: no counterpart",
    "later": "comes with a later ROCm",
    "polyfill": "in a header of ours, which is written beside the output",
}


def text(found: Sequence[Json], rocm: str, dnn: Dnn, width: int | None) -> str:
    """Write what was found, each thing a paragraph; lines are wrapped where `width` is given."""
    label = partial(_labelled, width)
    meant = f"ROCm {rocm}" + (f" and --dnn {dnn}" if dnn != DNNS[0] else "")
    writers = {"name": _name, "rule": _rule, "hip": _hip, "spoken": _spoken, "kept": _kept, "build": _build}
    return "\n".join("\n".join([*writers[each["what"]](each, meant, label), ""]) for each in found)


def _labelled(width: int | None, label: str, words: str) -> str:
    return labelled(label, words, width)


def _name(told: Json, meant: str, label: Label) -> Iterator[str]:
    yield harmless(f"{told['name']} ({_kind(told)})")
    yield label("becomes", told["becomes"] or "-")
    yield label("status", _status(told, meant))
    if told["note"]:
        yield label(NOTES.get(told["status"], "differs"), told["note"])
    if told["gpus"]:
        yield label("", f"for {', '.join(told['gpus'])} alone")
    yield from _since(told, label)
    for words, releases in _together((each["rocm"], _otherwise(each)) for each in told["otherwise"]).items():
        yield label("otherwise", f"ROCm {releases}: {words}")
    yield from _declared("CUDA", told["cuda"], label)
    if told["last_cuda"]:
        yield label("CUDA", _last(told))
    yield from _declared("ROCm", told["hip"], label)
    if told["parameters"]:
        yield label("parameters", HANDLED[told["parameters"]])
        for words, releases in _together(told["differences"].items()).items():
            yield label(f"  in {releases}", words)
    for rule in told["rules"]:
        yield label("call rule", f"{rule['id']} {rule['name']} ({rule['place']})")
        yield from _docs(rule, label)
    yield label("written in", told["place"])
    if told["source"]:
        yield label("made from", f"{told['source']}: change that")
    if told["replaces"]:
        yield label("replaces", ", ".join(told["replaces"]))


def _kind(told: Json) -> str:
    if told["kind"] in {"header", "namespace"}:
        return str(told["kind"])
    if "through" in told:
        return ", ".join(filter(None, [told["kind"], f"in namespace {told['through']}"]))
    return ", ".join(filter(None, [told["kind"], told["title"]]))


def _last(told: Json) -> str:
    if told["last_cuda"] == "any":
        return "a macro that programs define for the headers"
    return f"up to {told['last_cuda']}"


def _status(told: Json, meant: str) -> str:
    said = SAID[told["status"]]
    if told["status"] == "differs" and told["becomes"] == told["name"]:
        said = "the same name in HIP, with a finding that says what differs"
    if "through" in told:
        said += f", as its namespace {told['through']} is"
    return f"{said} (for {meant})"


def _since(told: Json, label: Label) -> Iterator[str]:
    if told["since"]:
        older = not any(other["status"] == "later" for other in told["otherwise"])
        yield label("since", f"ROCm {told['since']}{' or older' if older else ''}")


def _declared(side: str, found: Sequence[Json], label: Label) -> Iterator[str]:
    """List declarations: header, releases, and how it is declared."""
    before = None
    for each in found:
        place = f"{' '.join(each['releases'])}  {each['header']}".rstrip()
        if place != before:
            yield label(side, place)
        before = place
        detail = each["detail"]
        if each["kind"] == "function":
            yield label("", spelled(each["name"].rpartition("::")[2], detail))
        elif detail and each["kind"] in {"macro", "enumerator", "type"}:
            yield label("", f"{each['kind']} {detail}")


def _otherwise(other: Json) -> str:
    target = f": {other['becomes']}" if other["becomes"] else ""
    note = f"; {other['note']}" if other["note"] else ""
    return f"{SAID[other['status']]}{target}{note}"


def _together(said: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Group releases, given with what is said of them, of which the same is said."""
    made: dict[str, str] = {}
    for release, words in said:
        made[words] = f"{made[words]}, {release}" if words in made else release
    return made


def _docs(rule: Json, label: Label) -> Iterator[str]:
    if rule["message"]:
        yield label("", f"{rule['severity']}: {rule['message']}")
    yield from (label("", each) for each in paragraphs(rule["docs"]))


def _rule(told: Json, _meant: str, label: Label) -> Iterator[str]:
    yield harmless(f"{told['id']} {told['name']}")
    if told["was"]:
        yield label("was", ", ".join(told["was"]))
    yield label("severity", f"{told['severity']}; goes wrong: {told['fails']} ({FAILING[told['fails']]})")
    if told["fixes"]:
        yield label("fix", told["safety"])
    if limits := ("; ".join(filter(None, [gpus_of(told), _releases(told)]))):
        yield label("holds for", limits)
    if told["dnn"]:
        yield label("holds with", f"--dnn {told['dnn']} alone")
    if told["message"]:
        yield label("message", told["message"])
    yield from (label("", each) for each in paragraphs(told["docs"]))
    yield label("written in", told["place"])


def gpus_of(told: Json) -> str:
    """Name the GPUs for which a rule speaks, where these are not all."""
    return ", ".join(told["gpus"]) or (f"all GPUs but {', '.join(told['not_gpus'])}" * bool(told["not_gpus"]))


def _releases(told: Json) -> str:
    newer = f"ROCm {told['since']} and newer" if told["since"] else ""
    older = f"releases before ROCm {told['until']}" if told["until"] else ""
    return " and ".join(filter(None, [newer, older]))


def _hip(told: Json, _meant: str, label: Label) -> Iterator[str]:
    yield harmless(f"{told['name']} (a HIP name)")
    names = ", ".join(f"{each['name']} ({each['library']})" for each in told["from"])
    yield label("stands for", names or "no CUDA name becomes this")
    yield from _declared("ROCm", told["hip"], label)


def _spoken(told: Json, meant: str, label: Label) -> Iterator[str]:
    yield harmless(f"{told['name']} (in no table: these rules speak about it)")
    for rule in told["rules"]:
        yield ""
        yield from _rule(rule, meant, label)


def _kept(told: Json, _meant: str, label: Label) -> Iterator[str]:
    yield harmless(f"{told['name']} (in namespace {told['namespace']}, which no rule renames)")
    counts = ", ".join(f"{count} {status}" for status, count in told["counts"].items())
    yield label("its headers", counts)
    for each in told["headers"]:
        target = f": {each['becomes']}" if each["status"] == "renamed" else ""
        yield label("header", f"{each['name']} is {SAID[each['status']]}{target}")


def _build(told: Json, _meant: str, label: Label) -> Iterator[str]:
    yield harmless(f"{told['name']} ({told['kind']})")
    dropped = told["becomes"] == ""
    yield label("becomes", "nothing: it goes" if dropped else told["becomes"] or "-, it stays")
    if told["package"]:
        yield label("found by", f"find_package({told['package']})")
    if told["note"]:
        yield label("why" if dropped else "differs" if told["becomes"] else "advice", told["note"])
    if told["place"]:
        yield label("written in", told["place"])
