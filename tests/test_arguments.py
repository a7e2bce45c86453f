"""What the library cannot be given: each refusal names the argument and what to give."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import hipify_py
from hipify_py import HipifyError, Options, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

TREE = hipify_py.convert_tree
REPORT = hipify_py.convert_tree([])
NUL = "a\0.cu"
WRONG_TYPES: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    (TREE, {"paths": [], "executor": 3}, "executor is 3: give an Executor"),
    (TREE, {"paths": [], "jobs": "4"}, "jobs is '4': give a whole number from 1 on"),
    (TREE, {"paths": [], "jobs": None}, "jobs is None: give a whole number from 1 on"),
    (TREE, {"paths": [], "jobs": True}, "jobs is True: give a whole number from 1 on"),
    (TREE, {"paths": [], "jobs": 2.5}, "jobs is 2.5: give a whole number from 1 on"),
    (TREE, {"paths": None}, "paths is None: give a list of paths"),
    (TREE, {"paths": [3]}, "one of paths is 3: give a path"),
    (TREE, {"paths": [], "settings": {}}, "settings is {}: give Settings"),
    (TREE, {"paths": [], "progress": 3}, "progress is 3: give a function"),
    (TREE, {"paths": [], "raise_on_failure": "no"}, "raise_on_failure is 'no': give True or False"),
    (Settings, {"max_size": "4"}, "max_size is '4': give a whole number from 0 on"),
    (Settings, {"cache_size": None}, "cache_size is None: give a whole number from 0 on"),
    (Settings, {"mode": "output", "output": 3}, "output is 3: give a path"),
    (Settings, {"rename": 3}, "rename is 3: give an ending, such as .hip"),
    (Settings, {"include": (3,)}, "one of include is 3: give a text"),
    (Settings, {"exclude": None}, "exclude is None: give a list of texts"),
    (Settings, {"include_dirs": (3,)}, "one of include_dirs is 3: give a path"),
    (Settings, {"rules": (3,)}, "one of rules is 3: give a path"),
    (Settings, {"archs": (3,)}, "one of archs is 3: give a text"),
    (Settings, {"rocm": 7.2}, 'rocm is 7.2: give a text, such as "7.2"'),
    (Settings, {"polyfill": "no"}, "polyfill is 'no': give True or False"),
    (hipify_py.convert, {"source": "", "path": 3}, "path is 3: give a path"),
    (hipify_py.convert, {"source": "", "rules": 3}, "rules is 3: give a list of paths"),
    (hipify_py.convert, {"source": "", "options": Options(project=3)}, "project is 3: give a Project"),  # type: ignore[arg-type]
    (hipify_py.convert, {"source": "", "options": Options(headers=3)}, "headers is 3: give a text"),  # type: ignore[arg-type]
    (hipify_py.load_rules, {"rocm": 7}, 'rocm is 7: give a text, such as "7.2"'),
    (hipify_py.render, {"report": None}, "report is None: give what convert_tree gives"),
    (hipify_py.render, {"report": REPORT, "rules": 3}, "rules is 3: give what load_rules gives"),
]
WRONG_VALUES: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    (TREE, {"paths": [], "jobs": -1}, "jobs is -1: give a whole number from 1 on"),
    (TREE, {"paths": [], "jobs": 0}, "jobs is 0: give a whole number from 1 on"),
    (TREE, {"paths": [NUL]}, "one of paths is 'a\\x00.cu', and no path holds a NUL"),
    (TREE, {"paths": [NUL.encode()]}, "one of paths is b'a\\x00.cu', and no path holds a NUL"),
    (Settings, {"max_size": -1}, "max_size is -1: give a whole number from 0 on"),
    (Settings, {"cache_size": -1}, "cache_size is -1: give a whole number from 0 on"),
    (Settings, {"mode": "output", "output": NUL}, "output is 'a\\x00.cu', and no path holds a NUL"),
    (Settings, {"include_dirs": (NUL,)}, "one of include_dirs is 'a\\x00.cu', and no path holds a NUL"),
    (Settings, {"rules": (NUL,)}, "one of rules is 'a\\x00.cu', and no path holds a NUL"),
    (hipify_py.convert, {"source": "", "path": NUL}, "path is 'a\\x00.cu', and no path holds a NUL"),
    (hipify_py.convert, {"source": "", "options": Options(headers="a")}, "headers is 'a': give a folder"),
    (hipify_py.convert, {"source": "", "options": Options(headers='a\n"/')}, "headers is 'a\\n\"/': give"),
    (hipify_py.convert, {"source": "", "options": Options(build="x")}, "build files named 'x': use one of"),  # type: ignore[arg-type]
    (hipify_py.render, {"report": REPORT, "format": []}, "no format named []: use one of text"),
    (hipify_py.render, {"report": REPORT, "fail_on": "x"}, "fail_on is 'x': use one of note"),
]


@pytest.mark.parametrize(("called", "given", "said"), WRONG_TYPES)
def test_what_is_of_a_type_that_it_cannot_be(called: Callable[..., Any], given: Any, said: str) -> None:
    with pytest.raises(HipifyError) as caught:
        called(**given)
    assert said in str(caught.value)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(("called", "given", "said"), WRONG_VALUES)
def test_what_makes_no_sense(called: Callable[..., Any], given: Any, said: str) -> None:
    with pytest.raises(HipifyError) as caught:
        called(**given)
    assert said in str(caught.value)
    assert not isinstance(caught.value, TypeError)


def test_paths_of_rules_are_looked_at_one_by_one() -> None:
    with pytest.raises(HipifyError, match="one of paths is 3: give a path"):
        hipify_py.load_rules(3)  # type: ignore[arg-type]


def test_an_iterator_is_not_used_up_by_looking_at_it() -> None:
    made = Settings(
        archs=(one for one in ["gfx90a"]),  # type: ignore[arg-type]
        include=iter(["*.cu"]),  # type: ignore[arg-type]
        include_dirs=iter([Path("a")]),  # type: ignore[arg-type]
    )
    assert (made.archs, made.include, made.include_dirs) == (("gfx90a",), ("*.cu",), (Path("a"),))


@pytest.mark.parametrize("output", ["out", b"out", Path("out")])
def test_an_output_may_be_text_bytes_or_a_path(output: Any) -> None:
    assert Settings(mode="output", output=output).output == "out"


def test_numbers_of_other_types_count() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    assert hipify_py.convert_tree([], jobs=Two()) == REPORT  # type: ignore[arg-type]
    assert Settings(max_size=0).max_size == 0
