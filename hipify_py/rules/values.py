"""What a rule file may say of a name: the forms of a value, and what each means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.gpus import refused_gpus
from hipify_py.model import FAILS
from hipify_py.releases import RELEASES, is_older
from hipify_py.rules.names import Name

if TYPE_CHECKING:
    from hipify_py.rules.where import Plain, Where

FORMS = (
    '"target", { review = "why" }, { drop = "why" }, '
    '{ to = "target", differs = "how", fails = "silent", fits = 3 }'
)
BESIDE = {"differs", "fails", "fits", "gpus", "since"}  # a target
LATER = f'{FORMS}, {{ to = "target", since = "{RELEASES[-1]}" }}'


def name_of(where: Where, key: str, value: object, heading: str, before: str = "") -> Name:
    """Read a value; `before` is the release of its table `[before]`. Raises `RuleError` where it is none."""
    match value:
        case str() if value:
            return Name(value.encode(), "")
        case {"review": str(reason), **rest} if reason and not rest:
            return Name(None, reason)
        case {"drop": str(why), **rest} if why and not rest:
            return Name(b"", "")
        case {"to": str(to), **rest} if to and rest and rest.keys() <= BESIDE:
            found = _differing(to, {str(what): more for what, more in rest.items()}, before)
            if found is not None:
                return found
    if isinstance(value, dict) and "since" in value and before:
        since = value["since"]
        if since not in RELEASES or is_older(since, before):
            said = repr(since) if isinstance(since, str) else type(since).__name__
            why = f"since = {said} is no release from {before} on"
            remedy = f"use one of {', '.join(r for r in RELEASES if not is_older(r, before))}"
            raise where.refuse(key, why, remedy, heading=heading)
    remedy = f"write {LATER if before else FORMS}"
    raise where.refuse(key, "not a name's value", remedy, heading=heading)


def _differing(to: str, rest: Plain, before: str) -> Name | None:
    """Give the name of a value with more than a target; None where it makes no sense."""
    differs, since, fits = rest.get("differs", ""), rest.get("since", ""), rest.get("fits", [])
    counts = fits if isinstance(fits, list) else [fits]
    if not isinstance(differs, str) or not all(type(count) is int for count in counts):
        return None
    gpus = rest.get("gpus", [])
    if not isinstance(gpus, list) or ("gpus" in rest and not gpus) or refused_gpus(map(str, gpus)):
        return None
    if rest.keys() & {"differs", "fails", "fits", "gpus"} and not differs:
        return None
    fails = rest.get("fails", "compile")
    if fails not in FAILS:
        return None
    if "since" in rest and (not before or since not in RELEASES or is_older(since, before)):
        return None
    return Name(to.encode(), differs, tuple(counts), since, fails=fails, gpus=tuple(gpus))
