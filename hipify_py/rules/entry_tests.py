"""Check the `[[rule.test]]` of a rule file and give them in plain form; refuse what is wrong in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hipify_py.choices import BUILDS, DNNS, LAUNCHES, WARPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.rules.where import Plain, Where

TEST_KEYS = {
    "name",
    "before",
    "after",
    "archs",
    "build",
    "dnn",
    "keep",
    "findings",
    "launch",
    "path",
    "polyfill",
    "renamed",
    "rocm",
    "warp",
}


def tests(where: Where, name: str, raw: Plain, releases: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
    """Give the tests of a rule that holds for some releases; raises `RuleError` where one is not sound."""
    made = []
    for test in raw.get("test", []):
        _check_test(where, name, test)
        rocm = test.get("rocm", releases[-1])
        if rocm not in releases:
            remedy = f"use one of {', '.join(releases)}"
            raise where.refuse(name, f"test {test['name']!r} is for {rocm!r}, the rule is not", remedy)
        before = test.get("before", test.get("keep"))
        findings = tuple(test["findings"]) if "findings" in test else None
        how = (
            test.get("launch", LAUNCHES[0]),
            test.get("path"),
            tuple(test.get("renamed", ())),
            rocm,
            test.get("warp", WARPS[0]),
            test.get("polyfill", True),
            tuple(test.get("archs", ())),
            test.get("dnn", DNNS[0]),
            test.get("build", BUILDS[0]),
        )
        made.append((test["name"], before, test.get("after", before), findings, *how))
    return tuple(made)


def _check_test(where: Where, name: str, test: Plain) -> None:
    said = test.get("name") if isinstance(test, dict) else None
    if not said or not isinstance(said, str) or test.keys() - TEST_KEYS:
        raise where.refuse(name, "a test is not sound", f"use the keys {', '.join(sorted(TEST_KEYS))}")
    which = f"test {said!r}"
    if "keep" in test and ("before" in test or "after" in test):
        raise where.refuse(name, f"{which} has keep and before", "use one of them")
    lists = ("archs", "findings", "renamed")
    kinds = {"polyfill": bool, **dict.fromkeys(lists, list)}
    sound = all(isinstance(value, kinds.get(key, str)) for key, value in test.items())
    if not sound or not all(isinstance(one, str) for key in lists for one in test.get(key, ())):
        raise where.refuse(name, f"{which} has a value of the wrong type", "correct it")
    if "before" not in test and "keep" not in test:
        raise where.refuse(name, f"{which} has no input", "give before or keep")
    for key, allowed in (("build", BUILDS), ("dnn", DNNS), ("launch", LAUNCHES), ("warp", WARPS)):
        if test.get(key, allowed[0]) not in allowed:
            raise where.refuse(name, f"{which}: {key} {test[key]!r}", f"use one of {', '.join(allowed)}")
